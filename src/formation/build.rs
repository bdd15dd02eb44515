//! Where a formation is built, and where it ends: the place nearest to a given one at which all its slots are
//! free.
//!
//! # Source
//! [Article 003], "Formations": "the center of the smallest quadrilateral containing all group units […] If
//! that center is near colliders, we will displace it as less as possible until there's enough space."
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::way::Ground;
use crate::geometry::{Collider, gap};
use crate::grid::rings::{best_on_rings, square_ring};
use glam::Vec2;

/// Least distance of two places that are tried, px.
const PLACE_PITCH: f32 = 10.0;
/// Rings of places that are tried at most. More find places nearer to the wanted one and cost time, squared.
const BUILD_RINGS: f32 = 16.0;
/// How far off a formation may be built, px: ten tiles.
pub const FARTHEST_OFF: f32 = 300.0;

/// The middle of the smallest upright box that holds all places.
///
/// ```
/// use glam::vec2;
/// use muster::formation::build::box_center;
/// assert_eq!(box_center([vec2(0.0, 0.0), vec2(10.0, 2.0), vec2(9.0, 8.0)]), vec2(5.0, 4.0));
/// ```
pub fn box_center(places: impl IntoIterator<Item = Vec2>) -> Vec2 {
    let bounds = places.into_iter().fold(None, |bounds: Option<(Vec2, Vec2)>, place| {
        Some(bounds.map_or((place, place), |(low, high)| (low.min(place), high.max(place))))
    });
    bounds.map_or(Vec2::ZERO, |(low, high)| (low + high) / 2.0)
}

/// A slot's place on the map when the formation's middle is at `center` and it faces `forward` (a unit
/// vector).
pub fn slot_place(center: Vec2, forward: Vec2, slot: Vec2) -> Vec2 {
    center + forward * slot.x + forward.perp() * slot.y
}

/// The centre nearest to `wanted` at which every slot is free, in sight of the centre, and clear of `others`
/// (units that stand and do not belong to it). `None` if there is none within `farthest` px.
pub fn find_center(
    ground: Ground,
    others: &[(Vec2, Collider)],
    wanted: Vec2,
    forward: Vec2,
    slots: &[Vec2],
    farthest: f32,
) -> Option<Vec2> {
    let is_free = |center: Vec2| {
        ground.is_free(center)
            && slots.iter().all(|&slot| {
                let place = slot_place(center, forward, slot);
                ground.is_free(place)
                    && others.iter().all(|&(at, other)| gap(ground.body, other, place - at) >= 0.0)
            })
            && slots
                .iter()
                .all(|&slot| ground.grid.line_is_free(center, slot_place(center, forward, slot), ground.body))
    };
    let pitch = PLACE_PITCH.max(farthest / BUILD_RINGS);
    let center = |(column, row): (i32, i32)| wanted + Vec2::new(column as f32, row as f32) * pitch;
    let nearest = best_on_rings::<1, _, _, _>(
        (farthest / pitch) as i32,
        |ring| square_ring((0, 0), ring).map(center),
        |ring, away: f32| away < ring as f32 * pitch,
        |center| Some(center.distance(wanted)).filter(|&away| away <= farthest),
        is_free,
    );
    nearest.first().map(|&(_, center)| center)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::shapes::in_files;
    use crate::geometry::Shape;
    use crate::grid::{Grid, Tile};

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 7.0 };

    fn open_map() -> Grid {
        Grid::new(30, 30, vec![Tile::Ground; 900])
    }

    #[test]
    fn on_open_ground_it_is_built_where_it_is() {
        let grid = open_map();
        let ground = Ground { grid: &grid, obstacles: &[], body: BODY };
        let slots = in_files(24, 5, 20.0).slots;
        let wanted = Vec2::new(431.0, 402.0);
        assert_eq!(find_center(ground, &[], wanted, Vec2::X, &slots, FARTHEST_OFF), Some(wanted));
    }

    #[test]
    fn beside_a_wall_it_moves_off_as_little_as_needed() {
        let mut grid = open_map();
        (0..30).for_each(|row| grid.set_tile(14, row, Tile::Rock));
        let ground = Ground { grid: &grid, obstacles: &[], body: BODY };
        let slots = in_files(25, 5, 20.0).slots;
        // The wall begins at 420 px: the outer centres must stay 7 px off, the middle 47 px.
        let center =
            find_center(ground, &[], Vec2::new(400.0, 450.0), Vec2::X, &slots, FARTHEST_OFF).unwrap();
        assert!(center.x <= 373.0 && center.x > 353.0 && center.y == 450.0, "{center}");
    }

    #[test]
    fn it_moves_off_units_that_stand_there() {
        let grid = open_map();
        let ground = Ground { grid: &grid, obstacles: &[], body: BODY };
        let slots = in_files(9, 3, 20.0).slots;
        let wanted = Vec2::new(450.0, 450.0);
        let center = find_center(ground, &[(wanted, BODY)], wanted, Vec2::X, &slots, FARTHEST_OFF).unwrap();
        assert!(slots.iter().all(|&slot| slot_place(center, Vec2::X, slot).distance(wanted) >= 14.0));
        assert!(center.distance(wanted) < 40.0);
    }

    #[test]
    fn where_there_is_no_room_there_is_no_place() {
        let mut grid = open_map();
        (0..30).for_each(|row| {
            (0..30).filter(|column| column % 2 == 0).for_each(|column| grid.set_tile(column, row, Tile::Rock))
        });
        let ground = Ground { grid: &grid, obstacles: &[], body: BODY };
        assert_eq!(
            find_center(ground, &[], Vec2::new(450.0, 450.0), Vec2::X, &in_files(9, 3, 20.0).slots, 100.0),
            None
        );
    }
}
