//! Tiles that hang together by their sides.

use std::collections::VecDeque;

/// Goes from these tiles (column, row) to those beside them and on, the nearest first, wherever `enters` says
/// so. It is asked of a tile as often as that is met, and has to enter it once only.
pub fn flood(from: impl IntoIterator<Item = (i32, i32)>, mut enters: impl FnMut((i32, i32)) -> bool) {
    let mut open = VecDeque::from_iter(from);
    while let Some((column, row)) = open.pop_front() {
        if enters((column, row)) {
            open.extend([(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]);
        }
    }
}
