//! What a player did, counted.

use crate::grid::Area;
use crate::order::Action;
use std::collections::HashSet;

/// Tiles of larger areas are not counted one by one: a recording may name any numbers.
const MAX_AREA: i64 = 1 << 22;

/// What a player has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Orders given.
    pub orders: usize,
    /// Tiles changed, each counted once: what is built and taken away again has cost one.
    pub tiles: usize,
}

impl Spent {
    /// Of all that a player did.
    pub fn of(actions: &[(u64, Action)]) -> Spent {
        let mut spent = Spent::default();
        let mut changed: HashSet<(i32, i32)> = HashSet::new();
        for (_, action) in actions {
            match action {
                Action::Order(_) => spent.orders += 1,
                Action::Edit { area, .. } if size(*area) <= MAX_AREA => changed.extend(area.tiles()),
                Action::Edit { .. } => spent.tiles += MAX_AREA as usize,
                _ => {}
            }
        }
        spent.tiles += changed.len();
        spent
    }
}

fn size(area: Area) -> i64 {
    i64::from(area.columns.max(0)) * i64::from(area.rows.max(0))
}

/// Whether a player led only units that obey, and kept to orders and tiles: units that are placed, taken away
/// or moved by another model make another level of it. `obeys` is by unit.
pub fn is_fair(actions: &[(u64, Action)], obeys: &[bool]) -> bool {
    actions.iter().all(|(_, action)| match action {
        Action::Order(order) => {
            order.units.iter().all(|unit| obeys.get(unit.0 as usize).is_none_or(|obeys| *obeys))
        }
        Action::Edit { .. } => true,
        _ => false,
    })
}
