//! Where units stand at the start: on the map, in no wall, in no obstacle, in nobody else.
//!
//! Time grows with the number of units, however they are placed and whatever their sizes are.

use super::super::problem::{Problems, quoted};
use super::rosters::KindDraft;
use super::units::{UnitDraft, extent};
use crate::geometry::{Collider, Shape, gap};
use crate::grid::geometry::touch;
use crate::grid::{Grid, TILE, Tile};
use crate::level::definition::MAX_RADIUS;
use crate::obstacles::ObstacleSpec;
use glam::DVec2;
use std::collections::{BTreeMap, HashMap};

/// A body with its place, px.
#[derive(Clone, Copy)]
struct PlacedBody {
    collider: Collider,
    at: DVec2,
}

impl PlacedBody {
    /// How deep two bodies overlap, px; 0 if they [touch] at most. The tolerance is that of the simulation,
    /// so that whatever it leaves behind can be saved and opened again.
    fn depth(&self, other: &PlacedBody) -> f64 {
        let depth = -gap(self.collider, other.collider, (self.at - other.at).as_vec2());
        let tolerance = touch(self.at.abs().max(other.at.abs()).as_vec2());
        if depth > tolerance { f64::from(depth) } else { 0.0 }
    }

    fn radius(&self) -> f64 {
        f64::from(self.collider.radius)
    }
}

/// Which of these bodies (outline, centre in px) cannot stand where they are: off the map, in a blocked tile,
/// in an obstacle, or in a body before them. What is found here is what [`check`] notes.
pub(crate) fn misplaced(
    bodies: impl Iterator<Item = (Collider, DVec2)>,
    grid: &Grid,
    obstacles: &[ObstacleSpec],
) -> Vec<usize> {
    let bodies: Vec<Option<PlacedBody>> =
        bodies.map(|(collider, at)| Some(PlacedBody { collider, at })).collect();
    let obstacles = ObstacleIndex::new(obstacles);
    let overlaps = overlaps(&bodies);
    let is_misplaced = |(body, overlap): (&PlacedBody, &Option<u32>)| {
        is_outside(body.at, grid)
            || blocked_tile(body, grid).is_some()
            || obstacles.hit(body).is_some()
            || overlap.is_some()
    };
    let places = bodies.iter().flatten().zip(&overlaps).map(is_misplaced);
    places.enumerate().filter(|(_, is_misplaced)| *is_misplaced).map(|(index, _)| index).collect()
}

/// Notes every unit that cannot stand where it is, those of one block together.
pub(super) fn check(
    units: &[UnitDraft],
    kinds: &[KindDraft],
    grid: Option<&Grid>,
    obstacles: &[ObstacleSpec],
    problems: &mut Problems,
) {
    let bodies: Vec<Option<PlacedBody>> = units.iter().map(|unit| body(unit, kinds)).collect();
    let mut faults = Faults { units, problems, last: BTreeMap::new() };
    let overlaps = overlaps(&bodies);
    let obstacles = ObstacleIndex::new(obstacles);
    for (index, unit) in units.iter().enumerate() {
        if let (Some(grid), Some(at)) = (grid, unit.at) {
            faults.outside(index, at, grid);
        }
        let Some(body) = &bodies[index] else { continue };
        if let Some(grid) = grid {
            faults.blocked(index, body, grid);
        }
        if let Some(said) = obstacles.hit(body) {
            faults.note(BodyFault::Obstacle, index, said);
        }
        if let Some(other) = overlaps[index] {
            faults.overlap(index, other as usize, &bodies);
        }
    }
    faults.finish();
}

fn body(unit: &UnitDraft, kinds: &[KindDraft]) -> Option<PlacedBody> {
    let kind = kinds[unit.kind?].checked.as_ref()?;
    Some(PlacedBody { collider: kind.body.collider(), at: unit.at? })
}

/// Kinds of fault, noted once a block each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BodyFault {
    Outside,
    Blocked,
    Obstacle,
    Overlap,
}

/// Gathers the faults of the units of one entry, so that a misplaced block is one line and not thousands.
struct Faults<'a, 'p, 't> {
    units: &'a [UnitDraft],
    problems: &'p mut Problems<'t>,
    /// By kind of fault: the first unit that has it, what was said, how many of its entry have it.
    last: BTreeMap<BodyFault, (usize, String, usize)>,
}

impl Faults<'_, '_, '_> {
    fn note(&mut self, fault: BodyFault, index: usize, said: String) {
        match self.last.get_mut(&fault) {
            Some((first, _, count)) if self.units[*first].entry == self.units[index].entry => *count += 1,
            _ => {
                if let Some(done) = self.last.insert(fault, (index, said, 1)) {
                    self.write(done);
                }
            }
        }
    }

    fn write(&mut self, (index, said, count): (usize, String, usize)) {
        let unit = &self.units[index];
        let said = match (unit.in_block, count) {
            (false, _) => said,
            (true, 1) => format!("unit {} of the block {said}", quoted(&unit.name)),
            (true, _) => {
                format!("unit {} of the block {said}; and {} more of it", quoted(&unit.name), count - 1)
            }
        };
        self.problems.add(unit.offset, unit.path(), said);
    }

    fn finish(mut self) {
        for done in std::mem::take(&mut self.last).into_values() {
            self.write(done);
        }
    }

    fn outside(&mut self, index: usize, at: DVec2, grid: &Grid) {
        if is_outside(at, grid) {
            let place = tiles(at);
            self.note(
                BodyFault::Outside,
                index,
                format!("stands outside the map at {place}{}", extent(grid)),
            );
        }
    }

    fn blocked(&mut self, index: usize, body: &PlacedBody, grid: &Grid) {
        let Some((column, row, tile)) = blocked_tile(body, grid) else { return };
        let what = match tile {
            Tile::Trees => "trees",
            Tile::Water => "water",
            _ => "rock",
        };
        let said = format!(
            "stands in a blocked tile ({what} in column {column}, row {row}); its hard radius is {} px",
            body.collider.radius
        );
        self.note(BodyFault::Blocked, index, said);
    }

    fn overlap(&mut self, index: usize, other: usize, bodies: &[Option<PlacedBody>]) {
        let (Some(a), Some(b)) = (&bodies[index], &bodies[other]) else { return };
        let name = quoted(&self.units[other].name);
        let said = format!(
            "overlaps {name} (units[{}]) by {:.3} px; the centers must be {} px apart",
            self.units[other].entry,
            a.depth(b),
            a.collider.radius + b.collider.radius
        );
        self.note(BodyFault::Overlap, index, said);
    }
}

fn is_outside(at: DVec2, grid: &Grid) -> bool {
    at.cmplt(DVec2::ZERO).any() || at.cmpge(grid.size().as_dvec2()).any()
}

/// A place in px, written in tiles.
fn tiles(at: DVec2) -> String {
    let at = at / f64::from(TILE);
    let short = |number: f64| (number * 1e5).round() / 1e5;
    format!("[{}, {}]", short(at.x), short(at.y))
}

/// The first blocked tile of the map that a body overlaps.
fn blocked_tile(body: &PlacedBody, grid: &Grid) -> Option<(i32, i32, Tile)> {
    let tile_of = |px: f64| (px / f64::from(TILE)).floor() as i32;
    let (low, high) = (body.at - body.radius(), body.at + body.radius());
    for row in tile_of(low.y)..=tile_of(high.y) {
        for column in tile_of(low.x)..=tile_of(high.x) {
            let Some(tile) = grid.tile(column, row).filter(|tile| tile.is_blocked()) else { continue };
            let center = (DVec2::new(f64::from(column), f64::from(row)) + 0.5) * f64::from(TILE);
            let wall =
                PlacedBody { collider: Collider { shape: Shape::Square, radius: TILE / 2.0 }, at: center };
            if body.depth(&wall) > 0.0 {
                return Some((column, row, tile));
            }
        }
    }
    None
}

/// Indices by square cells.
struct BodyCells {
    /// Side of a cell, px.
    side: f64,
    cells: HashMap<(i64, i64), Vec<u32>>,
}

impl BodyCells {
    fn cell(&self, at: DVec2) -> (i64, i64) {
        ((at.x / self.side).floor() as i64, (at.y / self.side).floor() as i64)
    }

    /// All within `reach` px along both axes, and some beyond.
    fn near(&self, at: DVec2, reach: f64) -> impl Iterator<Item = u32> {
        let (left, top) = self.cell(at - reach);
        let (right, bottom) = self.cell(at + reach);
        (top..=bottom)
            .flat_map(move |row| (left..=right).map(move |column| (column, row)))
            .flat_map(|cell| self.cells.get(&cell).into_iter().flatten().copied())
    }
}

/// For each body one of those before it that it overlaps.
///
/// Bodies go into grids by the power of two of their radius, the largest first, so that each body looks at
/// cells that are no smaller than itself and hold few bodies that do not overlap.
fn overlaps(bodies: &[Option<PlacedBody>]) -> Vec<Option<u32>> {
    /// In a cell of eight radii there is room for some twenty bodies; where there are more, each of them is
    /// noted.
    const MAX_IN_CELL: usize = 128;
    const SMALLEST_CLASS: i32 = -10;
    let class = |body: &PlacedBody| (body.radius().log2().floor() as i32).max(SMALLEST_CLASS);
    let mut order: Vec<(i32, u32, PlacedBody)> = Vec::with_capacity(bodies.len());
    order.extend(
        bodies.iter().zip(0..).filter_map(|(body, index)| body.map(|body| (-class(&body), index, body))),
    );
    order.sort_by_key(|(class, index, _)| (*class, *index));
    let mut grids: BTreeMap<i32, BodyCells> = BTreeMap::new();
    let mut partners: Vec<Option<u32>> = vec![None; bodies.len()];
    for (negative, index, body) in order {
        for (class, grid) in &grids {
            let reach = body.radius() + 2.0 * f64::from(*class).exp2();
            let hits = |other: &u32| bodies[*other as usize].is_some_and(|other| body.depth(&other) > 0.0);
            if let Some(other) = grid.near(body.at, reach).find(hits) {
                let partner = &mut partners[index.max(other) as usize];
                *partner = partner.or(Some(index.min(other)));
                break;
            }
        }
        let side = 8.0 * f64::from(-negative).exp2();
        let grid = grids.entry(-negative).or_insert_with(|| BodyCells { side, cells: HashMap::new() });
        let members = grid.cells.entry(grid.cell(body.at)).or_default();
        if members.len() < MAX_IN_CELL {
            members.push(index);
        }
    }
    partners
}

/// Obstacles as they are at the start.
struct ObstacleIndex<'a> {
    obstacles: &'a [ObstacleSpec],
    bodies: Vec<PlacedBody>,
    cells: BodyCells,
}

impl ObstacleIndex<'_> {
    fn new(obstacles: &[ObstacleSpec]) -> ObstacleIndex<'_> {
        let reach = 2.0 * f64::from(MAX_RADIUS);
        let mut cells = BodyCells { side: 2.0 * reach, cells: HashMap::new() };
        let body = |obstacle: &ObstacleSpec| PlacedBody {
            collider: Collider { shape: Shape::Circle, radius: obstacle.radius },
            at: obstacle.motion.at(0.0).as_dvec2(),
        };
        let bodies: Vec<PlacedBody> = obstacles.iter().map(body).collect();
        for (body, index) in bodies.iter().zip(0..) {
            cells.cells.entry(cells.cell(body.at)).or_default().push(index);
        }
        ObstacleIndex { obstacles, bodies, cells }
    }

    /// What is wrong with a body that stands in an obstacle.
    fn hit(&self, body: &PlacedBody) -> Option<String> {
        let reach = body.radius() + f64::from(MAX_RADIUS);
        let hits = |index: &u32| body.depth(&self.bodies[*index as usize]) > 0.0;
        let index = self.cells.near(body.at, reach).find(hits)? as usize;
        let name = match self.obstacles[index].name.as_str() {
            "" => "an obstacle".to_owned(),
            name => format!("the obstacle {}", quoted(name)),
        };
        let other = &self.bodies[index];
        Some(format!(
            "stands in {name} at {}, {:.3} px deep; the centers must be {} px apart",
            tiles(other.at),
            body.depth(other),
            body.collider.radius + other.collider.radius
        ))
    }
}
