//! Levels with something less.

use crate::grid::{Area, Grid, TILE};
use crate::ids::{Target, UnitId};
use crate::level::{Edit, Level};
use crate::obstacles::ObstacleMotion;
use crate::order::{Command, Order};
use glam::Vec2;
use std::ops::Range;
use std::sync::Arc;

/// What a level has many of.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Units,
    Orders,
    Edits,
    Obstacles,
}

impl Part {
    pub const ALL: [Part; 4] = [Part::Units, Part::Orders, Part::Edits, Part::Obstacles];

    /// How many of them a level has.
    pub fn count(self, level: &Level) -> usize {
        match self {
            Part::Units => level.units.len(),
            Part::Orders => level.orders.len(),
            Part::Edits => level.edits.len(),
            Part::Obstacles => level.obstacles.len(),
        }
    }

    /// The level without some of them; `None` if that makes no sense.
    pub fn without(self, level: &Level, range: Range<usize>) -> Option<Level> {
        let range = range.start..range.end.min(self.count(level));
        let mut smaller = level.clone();
        match self {
            Part::Units => return without_units(level, range),
            Part::Orders => drop(smaller.orders.drain(range)),
            Part::Edits => drop(smaller.edits.drain(range)),
            Part::Obstacles => {
                let left = smaller.obstacles.len() - range.len();
                smaller.obstacles.drain(range.clone());
                let stays = |index: u32| !range.contains(&(index as usize));
                smaller.orders.retain_mut(|timed| match &mut Arc::make_mut(&mut timed.order).command {
                    Command::Follow { target: Target::Obstacle(index), .. } if stays(*index) => {
                        *index -= if *index as usize >= range.end { range.len() as u32 } else { 0 };
                        (*index as usize) < left
                    }
                    Command::Follow { target: Target::Obstacle(_), .. } => false,
                    _ => true,
                });
            }
        }
        Some(smaller)
    }
}

fn without_units(level: &Level, range: Range<usize>) -> Option<Level> {
    let mut smaller = level.clone();
    smaller.units.drain(range.clone());
    let renamed = |index: usize| match index {
        index if range.contains(&index) => None,
        index if index >= range.end => Some(index - range.len()),
        index => Some(index),
    };
    let rename = |unit: UnitId| renamed(unit.0 as usize).map(|index| UnitId(index as u32));
    let Level { units: left, orders, .. } = &mut smaller;
    orders.retain_mut(|timed| {
        let Order { units, command, .. } = Arc::make_mut(&mut timed.order);
        *units = units.iter().filter_map(|&unit| rename(unit)).collect();
        let goes_on = match command {
            Command::Follow { target: Target::Unit(leader), .. } => {
                rename(*leader).map(|renamed| *leader = renamed).is_some()
            }
            // A level that lets nobody but friends attack a unit is refused.
            Command::Attack { target } => {
                let enemies = &level.teams[level.units[target.0 as usize].team].enemies;
                let team = |unit: &UnitId| left[unit.0 as usize].team;
                units.iter().any(|unit| enemies.contains(&team(unit)))
                    && rename(*target).map(|renamed| *target = renamed).is_some()
            }
            _ => true,
        };
        goes_on && !units.is_empty()
    });
    if let Some(expect) = &mut smaller.expect {
        let had = !expect.home.is_empty();
        expect.home = expect.home.iter().filter_map(|&unit| renamed(unit)).collect();
        if had && expect.home.is_empty() {
            return None;
        }
    }
    Some(smaller)
}

/// The level without so many columns and rows at the left, top, right and bottom; `None` where something
/// stands or goes there.
pub fn cropped(level: &Level, [left, top, right, bottom]: [i32; 4]) -> Option<Level> {
    let (columns, rows) = (level.grid.columns() - left - right, level.grid.rows() - top - bottom);
    if columns < 1 || rows < 1 {
        return None;
    }
    let tiles = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column + left, row + top)))
        .map(|(column, row)| level.grid.tile(column, row))
        .collect::<Option<_>>()?;
    let mut smaller = Level { grid: Grid::new(columns, rows, tiles), ..level.clone() };
    let (by, size) =
        (Vec2::new(left as f32, top as f32) * TILE, Vec2::new(columns as f32, rows as f32) * TILE);
    let mut inside = true;
    let mut place = |place: &mut Vec2| {
        *place -= by;
        inside &= place.cmpge(Vec2::ZERO).all() && place.cmple(size).all();
    };
    smaller.units.iter_mut().for_each(|unit| place(&mut unit.at));
    for timed in &mut smaller.orders {
        match &mut Arc::make_mut(&mut timed.order).command {
            Command::Move { to, .. } => place(to),
            Command::Patrol { route } => route.iter_mut().for_each(&mut place),
            Command::Follow { .. } | Command::Attack { .. } | Command::Stop | Command::Hold => {}
        }
    }
    for obstacle in &mut smaller.obstacles {
        match &mut obstacle.motion {
            ObstacleMotion::Still(at) => place(at),
            ObstacleMotion::Orbit { center, .. } => *center -= by,
        }
    }
    smaller.edits = level.edits.iter().filter_map(|edit| clipped(edit, left, top, columns, rows)).collect();
    inside.then_some(smaller)
}

/// What is left of an edit on a map of `columns` × `rows` that begins at a tile of the old one.
fn clipped(edit: &Edit, left: i32, top: i32, columns: i32, rows: i32) -> Option<Edit> {
    let Area { column, row, columns: width, rows: height } = edit.area;
    let (from, to) = ((column - left).max(0), (column + width - left).min(columns));
    let (first, last) = ((row - top).max(0), (row + height - top).min(rows));
    let area = Area { column: from, row: first, columns: to - from, rows: last - first };
    (to > from && last > first).then_some(Edit { area, ..*edit })
}
