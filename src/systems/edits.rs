//! Tiles change, and the ways over them are mended.
//!
//! A tile that somebody stands on (or has promised to stand on) waits until it is free, so nobody is ever
//! walled in.
//!
//! # Source
//! [Article 003], its opening case: a building has just been placed in the way.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use crate::grid::geometry::{reaches_into, tiles_under};
use crate::grid::{Area, Grid, Tile};
use crate::ids::UnitId;
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;

/// Applies the edits of the level whose time has come, and those tiles that have waited for somebody to
/// leave.
pub fn apply_due(world: &mut World) {
    while let Some(&edit) = world.edits.get(world.next_edit)
        && edit.time * TICK_RATE as f32 <= world.tick as f32
    {
        world.next_edit += 1;
        ask(world, edit.area, edit.tile);
    }
    turn_free_tiles(world);
}

/// Turns the tiles that wait and that nobody stands on.
pub fn turn_free_tiles(world: &mut World) {
    if world.pending_tiles.is_empty() {
        return;
    }
    let mut pending = std::mem::take(&mut world.pending_tiles);
    let mut occupied = std::mem::take(&mut world.scratch.occupied);
    if occupied.is_empty() && pending.iter().any(|(.., tile)| tile.is_blocked()) {
        mark_occupied(world, &mut occupied);
    }
    let mut changed: Option<Area> = None;
    pending.retain(|&(column, row, tile)| {
        if tile.is_blocked() && occupied[(row * world.grid.columns() + column) as usize] {
            return true;
        }
        if world.grid.tile(column, row).is_some_and(|old| old != tile) {
            world.grid.set_tile(column, row, tile);
            changed = Some(
                changed.map_or(Area { column, row, columns: 1, rows: 1 }, |area| area.with(column, row)),
            );
        }
        false
    });
    (world.pending_tiles, world.scratch.occupied) = (pending, occupied);
    if let Some(area) = changed {
        world.events.push(Event::TilesChanged(area));
        let last = (area.column + area.columns - 1, area.row + area.rows - 1);
        let both = |other: Area| other.with(area.column, area.row).with(last.0, last.1);
        world.changed = Some(world.changed.map_or(area, both));
    }
}

/// Marks the tiles, row by row, into which a collider reaches, now or where it has promised to be.
fn mark_occupied(world: &World, occupied: &mut Vec<bool>) {
    let (columns, rows) = (world.grid.columns(), world.grid.rows());
    occupied.clear();
    occupied.resize((columns * rows) as usize, false);
    for (position, promises, body) in world.units.query::<(&Position, &Promises, &Body)>().iter() {
        let body = body.collider();
        let mut before = None;
        for place in std::iter::once(position.0).chain(promises.iter().map(|promise| promise.position)) {
            // Most stand, and have promised so for the whole queue.
            if before.replace(place) == Some(place) {
                continue;
            }
            for (column, row) in tiles_under(body, place) {
                if (0..columns).contains(&column) && (0..rows).contains(&row) {
                    occupied[(row * columns + column) as usize] = true;
                }
            }
        }
    }
}

/// Asks that the tiles of an area become `tile`. What was asked for them before is forgotten.
pub fn ask(world: &mut World, area: Area, tile: Tile) {
    world.pending_tiles.retain(|&(column, row, _)| !area.contains(column, row));
    let (columns, rows) = (world.grid.columns(), world.grid.rows());
    for row in area.row.max(0)..area.row.saturating_add(area.rows).min(rows) {
        for column in area.column.max(0)..area.column.saturating_add(area.columns).min(columns) {
            if world.grid.tile(column, row).is_some_and(|old| old != tile) {
                world.pending_tiles.push((column, row, tile));
            }
        }
    }
}

impl World {
    /// The first unit whose collider, now or where it has promised to be, reaches into a tile.
    pub fn who_stands_on(&self, column: i32, row: i32) -> Option<UnitId> {
        let mut units = self.units.query::<(&Unit, &Position, &Promises, &Body)>();
        let near = units.iter().filter(|(_, position, promises, body)| {
            let touches = |place| reaches_into(body.collider(), place, Grid::center_of(column, row));
            touches(position.0) || promises.iter().any(|promise| touches(promise.position))
        });
        near.map(|(unit, ..)| unit.id).min()
    }

    /// Tiles (column, row) that will change as soon as nobody stands on them, and what they become.
    pub fn awaited_tiles(&self) -> &[(i32, i32, Tile)] {
        &self.pending_tiles
    }

    /// When an edit of the level opens a way from a place to another, tile by tile, s; `None` where none
    /// does, or there is a way already. Places in px.
    pub fn edit_that_opens(&self, from: Vec2, to: Vec2) -> Option<f32> {
        let mut grid = self.grid.clone();
        if grid.is_joined(from, to) {
            return None;
        }
        let edits = &self.edits[self.next_edit..];
        let opens = edits.iter().find(|edit| {
            let area = edit.area;
            let columns = area.column..area.column + area.columns;
            let rows = area.row..area.row + area.rows;
            rows.for_each(|row| columns.clone().for_each(|column| grid.set_tile(column, row, edit.tile)));
            !edit.tile.is_blocked() && grid.is_joined(from, to)
        });
        opens.map(|edit| edit.time)
    }
}

/// Sends those whose way is blocked by tiles that have changed to the pathfinder again: once a tick, however
/// many have.
pub fn mend_routes(world: &mut World) {
    // From here on units move.
    world.scratch.occupied.clear();
    let Some(area) = world.changed.take() else { return };
    let (low, high) = area.bounds();
    for (state, route, front, body, guidance, asked) in
        world.units.query_mut::<(&mut State, &Route, &Front, &Body, &Guidance, &mut Asked)>()
    {
        if !guidance.walks_own_way(*state) {
            continue;
        }
        let mut from = front.position;
        for to in route.ahead() {
            let reach = body.collider().reach();
            let crosses = from.min(to).cmplt(high + reach).all() && from.max(to).cmpgt(low - reach).all();
            if crosses && !world.grid.line_is_free(from, to, body.collider()) {
                *state = State::WaitingForPath;
                *asked = Asked::No;
                world.counters.replans += 1;
                break;
            }
            from = to;
        }
    }
}
