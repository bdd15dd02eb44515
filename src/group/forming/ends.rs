//! Where the slots of a formation lie when its march is over.

use crate::formation::build::{find_center, slot_place};
use crate::formation::fold::folded;
use crate::formation::shapes;
use crate::formation::shapes::Layout;
use crate::formation::way::Ground;
use crate::geometry::Collider;
use crate::grid::available::find_nearest_available;
use crate::grid::{Grid, TILE};
use crate::group::standing::{Bystanders, standing_others};
use crate::group::traveller::{Traveller, biggest};
use glam::Vec2;

/// How a formation stands in the end.
pub struct Ends {
    /// Its middle, px.
    pub center: Vec2,
    /// Each slot's place, px.
    pub places: Vec<Vec2>,
    /// Whether they are those of the open shape.
    pub is_open: bool,
}

/// Room for a formation that faces `facing`, as near to `wanted` (px) as there is some, in fewer files where
/// there is none for the open shape; clear of `others`, which stand.
pub fn find_ends(
    ground: Ground,
    others: &[(Vec2, Collider)],
    wanted: Vec2,
    facing: Vec2,
    open: &Layout,
) -> Option<Ends> {
    let reach = TILE + open.radius();
    let place = |center: Vec2, slots: &[Vec2]| -> Vec<Vec2> {
        slots.iter().map(|&slot| slot_place(center, facing, slot)).collect()
    };
    if let Some(center) = find_center(ground, others, wanted, facing, &open.slots, reach) {
        return Some(Ends { center, places: place(center, &open.slots), is_open: true });
    }
    let widest = shapes::files_within(2.0 * open.half.y, open.spacing);
    // Each try has a fifth fewer files than the one before.
    let fewer = |files: &usize| Some(files * 4 / 5).filter(|&files| files > 0);
    std::iter::successors(fewer(&widest), fewer).find_map(|files| {
        let slots = folded(open, files).slots;
        let center = find_center(ground, others, wanted, facing, &slots, reach)?;
        Some(Ends { center, places: place(center, &slots), is_open: false })
    })
}

/// Where the slots would lie, px, if these units (by id) were sent to `wanted` (px) to face `facing`, a unit
/// vector: what an order would come to, without a search for the way. Empty where there is no room.
pub fn foresee(
    grid: &Grid,
    Bystanders { obstacles, standing, .. }: Bystanders,
    units: &[Traveller],
    open: &Layout,
    wanted: Vec2,
    facing: Vec2,
) -> Vec<Vec2> {
    let ground = Ground { grid, obstacles, body: biggest(units) };
    let free = match ground.is_free(wanted) {
        true => Some(wanted),
        false => find_nearest_available(grid, wanted, ground.body, obstacles),
    };
    let Some(last) = free.filter(|_| !units.is_empty()) else { return Vec::new() };
    let others = standing_others(standing, units, &[last]);
    find_ends(ground, &others, last, facing, open).map(|ends| ends.places).unwrap_or_default()
}
