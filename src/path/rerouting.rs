//! The part of a way that is worth asking for sooner ones, and where the answers are kept.

use super::finder::Path;
use super::traffic::Traffic;
use crate::ids::UnitId;
use glam::Vec2;

/// How far ahead a unit asks about others, px of way: those who are farther will be gone.
const ASKS_WITHIN: f32 = 1800.0;

/// What looking for sooner ways needs again in the next tick, so that it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Rerouting {
    /// Everybody on the map.
    pub traffic: Traffic,
    /// Units whose turn it is.
    pub looking: Vec<UnitId>,
    /// The way of one of them as far as others matter, px, …
    pub ahead: Vec<Vec2>,
    /// … and what comes after it.
    pub beyond: Vec<Vec2>,
    /// The way that was found instead.
    pub path: Path,
}

impl Rerouting {
    /// Parts the rest of a way, px, into what lies ahead and what comes after it; the length of the first.
    pub fn split(&mut self, from: Vec2, mut left: impl Iterator<Item = Vec2>) -> f32 {
        self.ahead.clear();
        self.beyond.clear();
        let (mut length, mut at) = (0.0, from);
        while let Some(next) = left.next() {
            let leg = at.distance(next);
            if length + leg > ASKS_WITHIN {
                self.ahead.push(at.lerp(next, (ASKS_WITHIN - length) / leg));
                self.beyond.push(next);
                self.beyond.extend(left);
                return ASKS_WITHIN;
            }
            self.ahead.push(next);
            length += leg;
            at = next;
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_parted_where_others_are_too_far_to_matter() {
        let mut own = Rerouting::default();
        let left = [Vec2::new(1000.0, 0.0), Vec2::new(1000.0, 1000.0), Vec2::new(0.0, 1000.0)];
        assert_eq!(own.split(Vec2::ZERO, left.into_iter()), ASKS_WITHIN);
        assert_eq!(own.ahead, [left[0], Vec2::new(1000.0, 800.0)]);
        assert_eq!(own.beyond, left[1..]);
        assert_eq!(own.split(Vec2::ZERO, left.into_iter().take(1)), 1000.0);
        assert!(own.ahead == left[..1] && own.beyond.is_empty());
    }
}
