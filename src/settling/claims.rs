//! Which unit has claimed which place.

use super::site::RESTING_TOUCH;
use crate::geometry::contact::TOUCHING;
use crate::geometry::segment::share_along;
use crate::geometry::{Collider, gap};
use crate::grid::TILE;
use crate::ids::UnitId;
use glam::Vec2;
use std::collections::{HashMap, HashSet};

/// Claims farther apart than this, px, are not measured.
const STEP_LIMIT: f32 = TILE;
/// Side of a cell of the table of claims, px.
const CLAIM_CELL: f32 = 2.0 * TILE;
/// Infantry that fits on a cell; smaller units make its list grow.
const ON_A_CELL: usize = 32;

/// A place where a unit stands or will stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaceClaim {
    /// The unit.
    pub unit: UnitId,
    /// Its place, px.
    pub place: Vec2,
    /// Its hard collider.
    pub body: Collider,
    /// Whether the place is its post; else it is on its way there.
    pub rests: bool,
    /// Whether it has done its orders and others may give it another post.
    pub can_move: bool,
    /// Where it is, px.
    pub at: Vec2,
    /// Where it belongs, px: where it was sent, or stood before it made room for others, or stands.
    pub goal: Vec2,
    /// Number of the group with which it was sent, 0 for none.
    pub group: u32,
    /// Its team.
    pub team: u16,
}

/// Which unit has claimed which place: a table by cell, made anew in ticks in which somebody asks.
#[derive(Clone, Debug, Default)]
pub struct PlaceClaims {
    /// Only ever looked up, never walked through.
    cells: HashMap<Cell, Vec<PlaceClaim>>,
    largest_reach: f32,
    /// By the place that was ordered: the crowd there. Only ever looked up.
    attached: HashSet<([u32; 2], UnitId)>,
    /// Places whose crowds were found.
    crowds: HashSet<[u32; 2]>,
    /// Members of a crowd whose neighbours are still to be looked at.
    open: Vec<(Vec2, Collider)>,
}

impl PlaceClaims {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.cells.values_mut().for_each(Vec::clear);
        self.largest_reach = 0.0;
        self.crowds.clear();
        self.attached.clear();
    }

    /// Finds the crowd of `center`: the units at rest, and those bound for it, that touch, directly or through
    /// others, one that stands or will stand within a tile of it.
    pub fn find_crowd(&mut self, center: Vec2) {
        if !self.crowds.insert(key(center)) {
            return;
        }
        let mut open = std::mem::take(&mut self.open);
        self.attach(&mut open, center, (center, TILE), |claim| {
            claim.place.distance(center) <= TILE + claim.body.radius
        });
        while let Some((place, body)) = open.pop() {
            self.attach(&mut open, center, (place, body.reach() + RESTING_TOUCH), |claim| {
                (claim.rests || claim.goal == center)
                    && gap(body, claim.body, place - claim.place) <= RESTING_TOUCH
            });
        }
        self.open = open;
    }

    /// Attaches those to the crowd of `center` that belong to it, of those who reach within a distance of a place.
    fn attach(
        &mut self,
        open: &mut Vec<(Vec2, Collider)>,
        center: Vec2,
        (place, range): (Vec2, f32),
        belongs: impl Fn(&PlaceClaim) -> bool,
    ) {
        for claim in reaching(&self.cells, self.largest_reach, place, range) {
            if belongs(claim) && self.attached.insert((key(center), claim.unit)) {
                open.push((claim.place, claim.body));
            }
        }
    }

    /// Whether a claim is one of the crowd of `center`, if that was [found](PlaceClaims::find_crowd).
    pub fn is_attached(&self, claim: &PlaceClaim, center: Vec2) -> bool {
        self.attached.contains(&(key(center), claim.unit))
    }

    /// Enters a claim.
    pub fn add(&mut self, claim: PlaceClaim) {
        self.largest_reach = self.largest_reach.max(claim.body.reach());
        self.cells.entry(cell(claim.place)).or_insert_with(|| Vec::with_capacity(ON_A_CELL)).push(claim);
    }

    /// Withdraws the claim of a unit to a place, and returns it.
    pub fn withdraw(&mut self, unit: UnitId, place: Vec2) -> Option<PlaceClaim> {
        let claims = self.cells.get_mut(&cell(place))?;
        let index = claims.iter().position(|claim| claim.unit == unit)?;
        Some(claims.remove(index))
    }

    /// The claims of units at rest that reach within a distance, px, of a place.
    pub fn resting_within(&self, place: Vec2, distance: f32) -> impl Iterator<Item = &PlaceClaim> {
        reaching(&self.cells, self.largest_reach, place, distance).filter(|claim| claim.rests)
    }

    /// The first claim of a unit at rest in the straight way of a collider from a place to another.
    pub fn first_in_the_way(&self, me: UnitId, from: Vec2, to: Vec2, body: Collider) -> Option<&PlaceClaim> {
        let margin = body.reach() + self.largest_reach;
        let mut first: Option<(f32, &PlaceClaim)> = None;
        for claim in within(&self.cells, from.min(to) - margin, from.max(to) + margin) {
            let along = share_along(claim.place, from, to);
            let nearest = from + (to - from) * along.clamp(0.0, 1.0);
            if claim.unit != me
                && claim.rests
                && along > 0.0
                && first.is_none_or(|(least, other)| (along, claim.unit) < (least, other.unit))
                && gap(body, claim.body, nearest - claim.place) < -TOUCHING
            {
                first = Some((along, claim));
            }
        }
        first.map(|(_, claim)| claim)
    }

    /// The claims of others to a place where they leave no room for a collider.
    pub fn on(&self, me: UnitId, place: Vec2, body: Collider) -> impl Iterator<Item = &PlaceClaim> {
        let margin = body.reach() + self.largest_reach;
        within(&self.cells, place - margin, place + margin)
            .filter(move |claim| claim.unit != me && gap(body, claim.body, place - claim.place) < 0.0)
    }

    /// The gap from a collider at a place to the nearest claim of another unit that counts, px; at most 30.
    pub fn gap_to(
        &self,
        me: UnitId,
        place: Vec2,
        body: Collider,
        counts: impl Fn(&PlaceClaim) -> bool,
    ) -> f32 {
        let range = body.reach() + self.largest_reach + STEP_LIMIT;
        within(&self.cells, place - range, place + range)
            .filter(|claim| claim.unit != me && counts(claim))
            .map(|claim| gap(body, claim.body, place - claim.place))
            .fold(STEP_LIMIT, f32::min)
    }
}

type Cell = (i32, i32);

/// The claims on the cells that a box meets, row by row.
fn within(cells: &HashMap<Cell, Vec<PlaceClaim>>, min: Vec2, max: Vec2) -> impl Iterator<Item = &PlaceClaim> {
    let ((left, top), (right, bottom)) = (cell(min), cell(max));
    (top..=bottom)
        .flat_map(move |row| (left..=right).map(move |column| (column, row)))
        .filter_map(|cell| cells.get(&cell))
        .flatten()
}

/// The claims that reach within a distance of a place, if none reaches farther than `largest_reach`, px.
fn reaching(
    cells: &HashMap<Cell, Vec<PlaceClaim>>,
    largest_reach: f32,
    place: Vec2,
    distance: f32,
) -> impl Iterator<Item = &PlaceClaim> {
    let margin = distance + largest_reach;
    within(cells, place - margin, place + margin)
        .filter(move |claim| claim.place.distance(place) <= distance + claim.body.reach())
}

fn cell(place: Vec2) -> Cell {
    ((place.x / CLAIM_CELL).floor() as i32, (place.y / CLAIM_CELL).floor() as i32)
}

pub(super) fn key(place: Vec2) -> [u32; 2] {
    [place.x.to_bits(), place.y.to_bits()]
}
