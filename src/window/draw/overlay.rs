//! Pencil on the map: selection, goals, markers, the selection box; tiles that wait for somebody to leave,
//! and what a click of the tool in hand would do.

use super::counter::Ring;
use super::pencil::Pencil;
use crate::grid::{Area, Grid, TILE};
use crate::picture::hand::Brush;
use crate::picture::seen::Seen;
use crate::sim::Sim;
use crate::unit::Task;
use crate::window::building::{Building, Tool, color_of};
use crate::window::selection::Selection;
use crate::window::theme::{self, MARKER_FADE};
use glam::Vec2;

/// Beyond this many selected units lines would only hide the map.
const MAX_LINES: usize = 60;

/// Of the flags in a square of this side, points, one is drawn.
const FLAG_CELL: f32 = 48.0;
/// More flags of one number in the queue are a hedge: a crowd's are those of larger squares.
const MAX_FLAGS: usize = 12;

/// So many selected units are a crowd.
const MANY: usize = 100;

/// Width of the outline about selected units, points.
const OUTLINE: f32 = 1.3;

/// A sign at a place that fades.
#[derive(Clone, Copy, Debug)]
pub struct OrderSign {
    /// World px.
    pub at: Vec2,
    /// Age, s of real time.
    pub age: f32,
}

/// The ground of selected units: a strip of bare paper about each counter with one outline about all that
/// stand together. It lies below the counters, so that teams are seen whatever is selected; about whoever was hurt
/// it is pale, so that the ring of strength is the only ink.
pub fn selected_ground(pencil: &mut Pencil, seen: &[Seen], selection: &Selection) {
    if selection.len() < 2 {
        return;
    }
    // Half a radius beyond the rim: counters in rank and file have one outline. A crowd under way is looser.
    let reach = if selection.len() < MANY { 1.5 } else { 2.2 };
    for line in [OUTLINE, 0.0] {
        for unit in seen.iter().filter(|unit| selection.contains(unit.id)) {
            let rgb = match line > 0.0 {
                true if unit.strength < 1.0 => theme::PENCIL,
                true => theme::INK,
                false => theme::PAPER,
            };
            let radius = pencil.radius(unit);
            pencil.disc(unit.screen, radius * reach + 1.5 + line, rgb, 1.0);
        }
    }
}

/// A ring about the only selected unit, a thinner one about the one under the pointer.
pub fn selection(pencil: &mut Pencil, seen: &[Seen], selection: &Selection, hovered: Option<Seen>) {
    let alone = selection.units().first().filter(|_| selection.len() == 1);
    if let Some(unit) = alone.and_then(|&alone| seen.iter().find(|unit| unit.id == alone)) {
        let radius = pencil.radius(unit);
        pencil.ring(Ring::Selection, unit.screen, radius + 2.5 + radius * 0.14, theme::INK, 1.0);
    }
    if let Some(unit) = hovered.filter(|unit| !selection.contains(unit.id)) {
        let radius = pencil.radius(&unit);
        pencil.ring(Ring::Plain, unit.screen, radius + 3.0, theme::INK, 0.45);
    }
}

/// Flags at the goals of the selection, pencil lines to them, numbers at queued ones; a patrol's whole route
/// is dashed. Of flags that would cover each other one is drawn.
pub fn goals(pencil: &mut Pencil, sim: &Sim, selection: &Selection) {
    let mut flags: Vec<(usize, Vec2)> = Vec::new();
    let lines = selection.len() <= MAX_LINES;
    // Walking over all units is cheaper than looking up each of a large selection.
    sim.each_unit(|unit| {
        if !selection.contains(unit.id) {
            return;
        }
        let mut from = unit.at;
        for (index, task) in unit.tasks.all().enumerate() {
            let Some((flag, slot)) = sim.goal_of(task) else { continue };
            if lines {
                // Round walls, where its way is found.
                let is_found = index == 0 && unit.route.end().is_some_and(|end| end.distance(slot) < TILE);
                let ahead = unit.route.ahead().filter(|_| is_found);
                for place in ahead.chain([slot]) {
                    pencil.line(pencil.at(from), pencil.at(place), 1.0, theme::PENCIL, 0.4);
                    from = place;
                }
            }
            flags.push((index, flag));
            if let Task::Patrol { route, .. } = task {
                flags.extend(route.iter().map(|&place| (index, place)));
                pencil.way(if lines { route } else { &[] }, 1.0, theme::PENCIL, 0.5);
            }
            from = slot;
        }
    });
    flags.retain(|&(_, place)| pencil.camera.shows(place));
    let most = if selection.len() < MANY { usize::MAX } else { MAX_FLAGS };
    thin_out(&mut flags, FLAG_CELL / pencil.camera.scale, most);
    for (number, place) in flags {
        let foot = pencil.at(place);
        pencil.flag(foot, theme::ACCENT, 1.0);
        if number > 0 {
            let at = foot + Vec2::new(-8.0, -8.0);
            pencil.dot(at, 8.0, theme::CARD, 0.95);
            pencil.number(number + 1, at, theme::INK, 1.0);
        }
    }
}

/// Of flags, each with its number in the queue and its place, leaves one of a number in each square of a
/// `side`, px: one that is doubled until there are no more than `most` of a number in the mean.
fn thin_out(flags: &mut Vec<(usize, Vec2)>, mut side: f32, most: usize) {
    flags.sort_by_key(|&(number, _)| number);
    let numbers = flags.chunk_by(|a, b| a.0 == b.0).count();
    loop {
        let cell = |&(number, place): &(usize, Vec2)| {
            let at = (place / side).floor().as_ivec2();
            (number, at.x, at.y)
        };
        flags.sort_by_key(cell);
        flags.dedup_by_key(|flag| cell(flag));
        if flags.len() <= most.saturating_mul(numbers) {
            return;
        }
        side *= 2.0;
    }
}

/// The straight ways from unit to goal and from goal to goal that orders send units on, world px.
pub fn ways(sim: &Sim) -> Vec<(Vec2, Vec2)> {
    let mut ways = Vec::new();
    sim.each_unit(|unit| {
        let mut from = unit.at;
        for task in unit.tasks.all() {
            if let Some((_, slot)) = sim.goal_of(task) {
                ways.push((std::mem::replace(&mut from, slot), slot));
            }
            if let Task::Patrol { route, .. } = task {
                ways.extend(route.windows(2).map(|pair| (pair[0], pair[1])));
            }
        }
    });
    ways
}

/// Signs where orders were given: a ring that closes.
pub fn markers(pencil: &mut Pencil, markers: &[OrderSign]) {
    for marker in markers {
        let left = 1.0 - marker.age / MARKER_FADE;
        let at = pencil.at(marker.at);
        pencil.ring(Ring::Plain, at, 5.0 + 12.0 * left, theme::ACCENT, left);
        pencil.dot(at, 2.5, theme::ACCENT, left);
    }
}

/// The box that a drag draws.
pub fn selection_box(pencil: &mut Pencil, a: Vec2, b: Vec2) {
    pencil.fill(a, b, theme::CARD, 0.2);
    pencil.dashed_box(a, b, theme::PENCIL, 0.95);
}

/// A patrol that is being laid out: its places so far and the pointer.
pub fn patrol(pencil: &mut Pencil, route: &[Vec2], pointer: Vec2) {
    let way = [route, &[pencil.camera.to_world(pointer)]].concat();
    pencil.way(&way, 1.5, theme::PENCIL, 0.9);
    for (index, &place) in route.iter().enumerate() {
        let at = pencil.at(place);
        pencil.dot(at, 8.0, theme::CARD, 0.95);
        pencil.number(index + 1, at, theme::INK, 1.0);
    }
}

/// What is about to be there, and what a click would do if there is a pointer.
pub fn plans(pencil: &mut Pencil, sim: &Sim, building: &Building, pointer: Option<Vec2>) {
    for (column, row, tile) in sim.awaited_tiles().iter().copied() {
        pencil.area(Area::of_tile(column, row).bounds(), (color_of(tile), 0.5), (theme::PENCIL, 0.9));
    }
    let Some(pointer) = pointer else { return };
    let at = pencil.camera.to_world(pointer);
    match building.tool {
        None => {}
        Some(Tool::Ground) => {
            let (column, row) = Grid::tile_at(at);
            let tile = Area::of_tile(column, row).bounds();
            pencil.area(tile, (color_of(building.tile), 0.4), (theme::INK, 1.0));
        }
        Some(Tool::Units) => {
            let (team, kind) = (sim.teams.get(building.team), sim.kinds.get(building.kind));
            let Some((team, kind)) = team.zip(kind) else { return };
            let radius = kind.body.radius * pencil.camera.scale;
            let line = if sim.has_room(building.kind, at) { theme::INK } else { theme::VERMILION };
            pencil.dot(pointer, radius, team.color, 0.5);
            pencil.ring(Ring::Plain, pointer, radius + 2.0, line, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn a_few_keep_their_flags_and_a_crowd_has_no_hedge_of_them() {
        let row = |count: usize| -> Vec<(usize, Vec2)> {
            (0..2 * count).map(|flag| (flag % 2, vec2(20.0 * flag as f32, 50.0))).collect()
        };
        let left = |mut flags: Vec<(usize, Vec2)>, most| {
            thin_out(&mut flags, 30.0, most);
            flags.len()
        };
        assert_eq!(left(row(20), usize::MAX), 40);
        assert_eq!(left(row(6), 12), 12, "there are few of them, wherever they come from");
        assert!((12..=24).contains(&left(row(500), 12)), "{}", left(row(500), 12));
    }
}
