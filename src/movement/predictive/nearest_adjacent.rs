//! The article's step around an obstacle: the nearest of the nine places around a unit that is free.

use glam::Vec2;

/// The eight neighbours of a place in the order in which they are tried: straight ones before diagonal ones.
const ADJACENT: [Vec2; 8] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(0.0, 1.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, -1.0),
    Vec2::new(SLANT, SLANT),
    Vec2::new(-SLANT, SLANT),
    Vec2::new(-SLANT, -SLANT),
    Vec2::new(SLANT, -SLANT),
];
/// What waiting costs, in steps. At 0 a unit waits for ever before a standing cluster, since a step aside
/// never brings it nearer; at 1 it walks away from what blocks it.
const WAITING_COST: f32 = 0.5;
const SLANT: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Of the nine places around `position`, its own included, the one nearest to `waypoint` that `is_free`
/// accepts: places one `step` (px) away in the eight directions. The own place is always free, so there
/// always is an answer: it waits when every place that is not a step back is taken.
///
/// ```
/// use muster::movement::predictive::nearest_adjacent::nearest_adjacent;
/// use glam::Vec2;
/// let waypoint = Vec2::new(100.0, 0.0);
/// assert_eq!(nearest_adjacent(Vec2::ZERO, waypoint, 2.0, |_| true), Vec2::new(2.0, 0.0));
/// let around = nearest_adjacent(Vec2::ZERO, waypoint, 2.0, |place| place.y.abs() > 0.5);
/// assert_eq!(around, Vec2::splat(2.0_f32.sqrt()));
/// assert_eq!(nearest_adjacent(Vec2::ZERO, waypoint, 2.0, |_| false), Vec2::ZERO);
/// ```
///
/// # Source
/// [Article 003], `GetNearestAdj`. Departures: the article's inner loop runs `j` from 0 to 1 and so looks at
/// six of the nine tiles only; it returns the loop's last direction instead of the nearest free one's; it
/// compares Manhattan distances between tiles, which cannot tell a diagonal step from two straight ones,
/// where these are straight distances between places. Waiting costs half a step, so that a unit circles a
/// cluster that stands; in the article the own tile wins against every step aside. A step is as long as the
/// unit walks in a tick, in every direction.
///
/// [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"
pub fn nearest_adjacent(
    position: Vec2,
    waypoint: Vec2,
    step: f32,
    mut is_free: impl FnMut(Vec2) -> bool,
) -> Vec2 {
    let mut nearest = position;
    let mut least = position.distance(waypoint) + WAITING_COST * step;
    for direction in ADJACENT {
        let place = position + direction * step;
        let distance = place.distance(waypoint);
        if distance < least && is_free(place) {
            nearest = place;
            least = distance;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_straight_when_nothing_is_in_the_way() {
        let place = nearest_adjacent(Vec2::ZERO, Vec2::new(0.0, -50.0), 2.0, |_| true);
        assert_eq!(place, Vec2::new(0.0, -2.0));
    }

    #[test]
    fn it_takes_a_diagonal_when_the_straight_place_is_taken() {
        let place = nearest_adjacent(Vec2::ZERO, Vec2::new(50.0, -1.0), 2.0, |place| place.y != 0.0);
        assert!(place.x > 1.0 && place.y < -1.0, "{place}");
    }

    #[test]
    fn it_looks_to_both_sides() {
        for side in [-1.0, 1.0] {
            let place = nearest_adjacent(Vec2::ZERO, Vec2::new(50.0, 0.0), 2.0, |place| place.y * side > 0.5);
            assert!(place.y * side > 1.0, "{place}");
        }
    }

    #[test]
    fn it_waits_rather_than_walk_away() {
        let place = nearest_adjacent(Vec2::ZERO, Vec2::new(50.0, 0.0), 2.0, |place| place.x < 0.0);
        assert_eq!(place, Vec2::ZERO);
    }
}
