//! The pathfinder: from any place to any place for a body of any size.
//!
//! A straight line if it is free; else onto the lattice, along it by jump point search, off it, and the
//! string pulled. What cannot be reached becomes the nearest place that can, and regions tell so without a
//! search.

use super::crowd::{CrowdSearch, StandingCrowd, meets_any};
use super::jump::JumpSearch;
use super::lattice::{Lattice, Node, footprint};
use super::pull;
use super::pull::pull;
use super::regions::Regions;
use super::taut::tighten;
use super::traffic::Busy;
use crate::geometry::Collider;
use crate::grid::available::is_nearer_than_ring;
use crate::grid::geometry::touch;
use crate::grid::rings::{best_on_rings, square_ring};
use crate::grid::{Grid, TILE};
use glam::Vec2;
use std::cell::Cell;
use std::collections::HashMap;

/// Ways from node to node that are remembered until the map changes. Beyond this many all are forgotten.
const SHARED_KEPT: usize = 4096;

/// What looking along a line counts for in [`Pathfinder::work`]: it takes as long as searching this many
/// nodes.
const LINE_WORK: usize = 8;

/// A way to walk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Where to go in a straight line, one after the other, px; the start is not among them. Never empty in
    /// an answer.
    pub waypoints: Vec<Vec2>,
    /// Length from the start, px.
    pub length: f32,
    /// How far the last waypoint is from the place asked for, px: 0 unless that cannot be reached.
    pub short_by: f32,
}

/// Finds ways on a map. It follows the map's changes by itself, but must not be used for two maps.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Pathfinder {
    /// By footprint, from 1; made when first asked for.
    #[serde(skip)]
    grounds: Vec<Option<Network>>,
    #[serde(skip)]
    search: JumpSearch,
    #[serde(skip)]
    crowd: CrowdSearch,
    /// What is in memory costs no work: a saved game keeps it, else it would be served otherwise.
    shared: Shared,
    #[serde(skip)]
    points: Vec<Vec2>,
    #[serde(skip)]
    scratch: Vec<Vec2>,
    #[serde(skip)]
    turns: Vec<Node>,
    #[serde(skip)]
    work: usize,
}

/// A lattice and its regions, as of a revision of the map.
#[derive(Clone, Debug)]
struct Network {
    revision: u64,
    lattice: Lattice,
    regions: Regions,
    turned: Vec<(Node, bool)>,
}

/// Answers from node to node that equal requests share.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
struct Shared {
    revision: u64,
    /// Where an answer stands in `turns`, by footprint, start and goal. Only ever looked up, never walked
    /// through.
    answers: HashMap<(i32, Node, Node), (usize, usize)>,
    turns: Vec<Node>,
}

/// Where a body wants to go.
#[derive(Clone, Copy, Debug)]
pub struct Trip {
    /// Where it is, px.
    pub from: Vec2,
    /// Where it wants to be, px.
    pub to: Vec2,
    /// Its hard collider.
    pub body: Collider,
}

/// Where a way enters and leaves the lattice, and where it ends.
struct LatticeEnds {
    start: Node,
    goal: Node,
    end: Vec2,
}

impl Pathfinder {
    /// Takes over what another has found out about the very same map.
    pub(crate) fn keep_grounds_of(&mut self, other: &mut Pathfinder) {
        self.grounds = std::mem::take(&mut other.grounds);
    }

    /// Finds a way for a body. `false` if it stands where it fits nowhere near: then `path` is empty. Places
    /// in px.
    pub fn find_path(&mut self, grid: &Grid, from: Vec2, to: Vec2, body: Collider, path: &mut Path) -> bool {
        self.work = LINE_WORK;
        let (side, body) = (footprint(body), grown(body, grid));
        if go_straight(grid, from, to, body, path) {
            return true;
        }
        let Some(ends) = self.ends(grid, side, from, to, body) else {
            path.waypoints.clear();
            return false;
        };
        let shared = self.shared_turns(side, grid.revision(), ends.start, ends.goal);
        let Some(lattice) = lattice(&self.grounds, side) else { return false };
        self.points.clear();
        self.points.extend(self.shared.turns[shared].iter().map(|&node| lattice.place(node)));
        self.points.push(ends.end);
        let lines = Cell::new(0);
        let is_passable = |a, b| {
            lines.set(lines.get() + 1);
            grid.line_is_free(a, b, body)
        };
        pull(from, &self.points, is_passable, &mut path.waypoints, &mut self.scratch);
        tighten(grid, from, &mut path.waypoints, body, is_passable, &mut self.scratch);
        self.work += lines.get() * LINE_WORK;
        finish(path, from, to);
        true
    }

    /// Finds a way on which bodies that stand about cost more than ground but are no walls. `false`, and an
    /// empty path, if there is no way within the limit of the search. Plain A*: tens of times dearer than
    /// [`Pathfinder::find_path`].
    pub fn find_path_around(
        &mut self,
        grid: &Grid,
        trip: Trip,
        standing: &StandingCrowd,
        path: &mut Path,
    ) -> bool {
        let met = grown(trip.body, grid);
        let is_open = |a, b| !meets_any(a, b, met, standing.bodies);
        self.find_dearer(grid, trip, (standing, None), is_open, path)
    }

    /// Finds the way that takes the least time among others. `false` if there is none in time, or none within
    /// `limit` nodes of searching. Plain A*, as [`Pathfinder::find_path_around`].
    pub fn find_path_among(
        &mut self,
        grid: &Grid,
        trip: Trip,
        busy: &Busy,
        limit: usize,
        path: &mut Path,
    ) -> bool {
        let nobody = StandingCrowd { bodies: &[], price: 0.0, limit };
        // A shorter line through a crowd is no shorter way.
        let is_open = |a, b| busy.is_open(a, b);
        self.find_dearer(grid, trip, (&nobody, Some(busy)), is_open, path)
    }

    /// Finds a way by plain A*. `is_open`: whether a straight line is open but for walls.
    fn find_dearer(
        &mut self,
        grid: &Grid,
        Trip { from, to, body }: Trip,
        (standing, busy): (&StandingCrowd, Option<&Busy>),
        is_open: impl Fn(Vec2, Vec2) -> bool,
        path: &mut Path,
    ) -> bool {
        self.work = 1;
        path.waypoints.clear();
        let (side, body) = (footprint(body), grown(body, grid));
        let Some(ends) = self.ends(grid, side, from, to, body) else { return false };
        let Some(lattice) = lattice(&self.grounds, side) else { return false };
        self.crowd.price(lattice, body, standing);
        let found =
            self.crowd.find_path(lattice, (ends.start, ends.goal), busy, standing.limit, &mut self.turns);
        self.work += self.crowd.expanded();
        if !found {
            return false;
        }
        self.points.clear();
        self.points.extend(self.turns.iter().map(|&node| lattice.place(node)));
        self.points.push(ends.end);
        let is_passable = |a, b| grid.line_is_free(a, b, body) && is_open(a, b);
        pull(from, &self.points, is_passable, &mut path.waypoints, &mut self.scratch);
        tighten(grid, from, &mut path.waypoints, body, is_passable, &mut self.scratch);
        finish(path, from, to);
        true
    }

    /// Whether a body at `from` can get to `to`. Places in px.
    pub fn is_reachable(&mut self, grid: &Grid, from: Vec2, to: Vec2, body: Collider) -> bool {
        let (side, body) = (footprint(body), grown(body, grid));
        let ground = self.ground(grid, side);
        let region = ground.entry(grid, from, body, None).map(|(_, region)| region);
        grid.is_free(to, body) && region.is_some() && ground.entry(grid, to, body, region).is_some()
    }

    /// The place nearest to `to` by straight distance that a body at `from` can get to; `None` if it stands
    /// where it fits nowhere near. Places in px.
    pub fn nearest_reachable(&mut self, grid: &Grid, from: Vec2, to: Vec2, body: Collider) -> Option<Vec2> {
        self.ends(grid, footprint(body), from, to, grown(body, grid)).map(|ends| ends.end)
    }

    /// How much the last question cost, in nodes searched, about 0.1 µs each. The same on every machine.
    pub fn work(&self) -> usize {
        self.work
    }

    /// Forgets the answers that equal requests would share: only for measuring.
    pub fn forget_answers(&mut self) {
        self.shared.answers.clear();
        self.shared.turns.clear();
    }

    fn ends(&mut self, grid: &Grid, side: i32, from: Vec2, to: Vec2, body: Collider) -> Option<LatticeEnds> {
        let ground = self.ground(grid, side);
        let (start, region) = ground.entry(grid, from, body, None)?;
        if grid.is_free(to, body)
            && let Some((goal, _)) = ground.entry(grid, to, body, Some(region))
        {
            return Some(LatticeEnds { start, goal, end: to });
        }
        let goal = ground.regions.nearest(&ground.lattice, region, to)?;
        let place = ground.lattice.place(goal);
        // From the nearest node on towards the place asked for, up to the wall.
        let way = (to - place).clamp_length_max(TILE);
        let length = way.length();
        let run = if length > 0.0 { grid.free_run(place, way / length, body, length) } else { 0.0 };
        let end = if run > 0.0 { place + way * (run / length) } else { place };
        Some(LatticeEnds { start, goal, end })
    }

    /// The lattice of a footprint, up to date with the map.
    fn ground(&mut self, grid: &Grid, side: i32) -> &mut Network {
        let side_index = side as usize;
        if self.grounds.len() <= side_index {
            self.grounds.resize_with(side_index + 1, || None);
        }
        let ground = self.grounds[side_index].get_or_insert_with(|| Network::new(grid, side));
        ground.follow(grid);
        ground
    }

    /// The turns of the way between two nodes of one region, from memory if it was asked for before.
    fn shared_turns(&mut self, side: i32, revision: u64, start: Node, goal: Node) -> std::ops::Range<usize> {
        if self.shared.revision != revision || self.shared.answers.len() >= SHARED_KEPT {
            self.shared.revision = revision;
            self.forget_answers();
        }
        if let Some(&(first, last)) = self.shared.answers.get(&(side, start, goal)) {
            return first..last;
        }
        let Some(lattice) = lattice(&self.grounds, side) else { return 0..0 };
        self.search.find_path(lattice, start, goal, &mut self.turns);
        self.work += self.search.expanded();
        let first = self.shared.turns.len();
        self.shared.turns.extend_from_slice(&self.turns);
        let range = first..self.shared.turns.len();
        self.shared.answers.insert((side, start, goal), (range.start, range.end));
        range
    }
}

impl Network {
    fn new(grid: &Grid, side: i32) -> Network {
        let lattice = Lattice::new(grid, side);
        let regions = Regions::new(&lattice);
        Network { revision: grid.revision(), lattice, regions, turned: Vec::new() }
    }

    /// Takes over what changed on the map.
    fn follow(&mut self, grid: &Grid) {
        if self.revision == grid.revision() {
            return;
        }
        match grid.changes_since(self.revision) {
            Some(changes) => {
                for &(column, row) in changes {
                    self.turned.clear();
                    let turned = &mut self.turned;
                    self.lattice.tile_changed(grid, column, row, |node, free| turned.push((node, free)));
                    self.turned.iter().for_each(|&(node, free)| self.regions.node_turned(node, free));
                }
                self.regions.refresh(&self.lattice);
                self.revision = grid.revision();
            }
            None => *self = Network::new(grid, self.lattice.side()),
        }
    }

    /// The node nearest to a place that a body there can reach in a straight line, and its region; only of
    /// one region if that is given. Ties go row by row.
    fn entry(&self, grid: &Grid, place: Vec2, body: Collider, region: Option<u32>) -> Option<(Node, u32)> {
        let (column, row) = self.lattice.nearest_node(place);
        let usable = |node: Node| {
            let own = self.regions.region(node).filter(|&own| region.is_none_or(|region| region == own))?;
            grid.line_is_free(place, self.lattice.place(node), body).then_some((node, own))
        };
        if let Some(found) = usable((column, row)) {
            return Some(found);
        }
        // Within two tiles beyond its own width: further off nothing is in a straight line that nearer is
        // not.
        let reach = self.lattice.side() + 1;
        let mut found = None;
        best_on_rings::<1, _, _, _>(
            reach,
            |ring| square_ring((column, row), ring),
            |ring, (distance, ..): (f32, i32, i32)| is_nearer_than_ring(distance, ring),
            |node| Some((self.lattice.place(node).distance_squared(place), node.1, node.0)),
            |node| usable(node).map(|entry| found = Some(entry)).is_some(),
        );
        found
    }
}

/// The lattice of a footprint: `ends` has made it.
fn lattice(grounds: &[Option<Network>], side: i32) -> Option<&Lattice> {
    grounds.get(side as usize)?.as_ref().map(|ground| &ground.lattice)
}

/// A hair wider, by a quarter of what counts as touching: so a way found is still free when its waypoints
/// have been rounded, and parts of a free leg are free.
fn grown(body: Collider, grid: &Grid) -> Collider {
    Collider { radius: body.radius + touch(grid.size()) / 4.0, ..body }
}

/// Answers with the straight line if that is free.
fn go_straight(grid: &Grid, from: Vec2, to: Vec2, body: Collider, path: &mut Path) -> bool {
    let free = grid.is_free(to, body) && grid.line_is_free(from, to, body);
    if free {
        path.waypoints.clear();
        path.waypoints.push(to);
        finish(path, from, to);
    }
    free
}

fn finish(path: &mut Path, from: Vec2, to: Vec2) {
    path.length = pull::length(from, &path.waypoints);
    path.short_by = path.waypoints.last().map_or(0.0, |end| end.distance(to));
}
