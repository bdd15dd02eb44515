//! Room to stand: who has claimed which place, and where the nearest free one is.
//!
//! A unit at rest claims its post, one that nears its destination the place where it will stand. Claims do not overlap,
//! so nobody fights for a place: who finds its place taken takes the nearest free one, and the crowd grows outwards,
//! everybody touching those who came before.
//!
//! # Source
//! Article 003's exercise `FindNearestAvailable`, on claims instead of tiles.

use crate::collider::{Collider, gap};
use crate::components::UnitId;
use crate::grid::Grid;
use crate::obstacles::Obstacle;
use glam::Vec2;
use std::collections::HashMap;

/// Room left between units that settle side by side, px: they touch, for every purpose but rounding.
const SETTLED_GAP: f32 = 0.1;
/// Rings of places that are tried around a taken one. 24 rings hold 1,800 units.
const RINGS: i32 = 24;
/// Steps by which a free place is moved up to those that stand; each goes as far as surely nothing is in the way.
const STEPS_UP: u32 = 24;
/// How much of the way to a free place counts beside its distance from the ordered one. More leaves the far side of a
/// crowd empty, less sends units round it.
const OWN_WAY: f32 = 0.25;

/// Claims farther apart than this, px, are not measured.
const STEP_LIMIT: f32 = 30.0;
/// Side of a cell of the table of claims, px.
const CELL: f32 = 64.0;

/// A place where somebody stands or will stand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Claim {
    unit: UnitId,
    place: Vec2,
    body: Collider,
    rests: bool,
}

/// Who has claimed which place: a table by cell, made anew in ticks in which somebody asks.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Only ever looked up, never walked through.
    cells: HashMap<(i32, i32), Vec<Claim>>,
    largest_reach: f32,
}

impl Claims {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.cells.values_mut().for_each(Vec::clear);
        self.largest_reach = 0.0;
    }

    /// Enters a claim: the post of a unit that `rests`, or the place where one that moves will stand.
    pub fn add(&mut self, unit: UnitId, place: Vec2, body: Collider, rests: bool) {
        self.largest_reach = self.largest_reach.max(body.reach());
        self.cells.entry(cell(place)).or_default().push(Claim { unit, place, body, rests });
    }

    /// Withdraws the claim of a unit to a place.
    pub fn withdraw(&mut self, unit: UnitId, place: Vec2) {
        if let Some(claims) = self.cells.get_mut(&cell(place)) {
            claims.retain(|claim| claim.unit != unit);
        }
    }

    /// The gap from a collider at a place to the nearest claim of another unit, px; at most 30.
    pub fn gap(&self, me: UnitId, place: Vec2, body: Collider) -> f32 {
        self.nearest(me, place, body, |_| true)
    }

    /// The same, to the posts of those who rest.
    pub fn gap_to_resting(&self, me: UnitId, place: Vec2, body: Collider) -> f32 {
        self.nearest(me, place, body, |claim| claim.rests)
    }

    fn nearest(&self, me: UnitId, place: Vec2, body: Collider, counts: impl Fn(&Claim) -> bool) -> f32 {
        let range = body.reach() + self.largest_reach + STEP_LIMIT;
        let (low, high) = (cell(place - range), cell(place + range));
        let mut least = STEP_LIMIT;
        for row in low.1..=high.1 {
            for column in low.0..=high.0 {
                for claim in self.cells.get(&(column, row)).into_iter().flatten() {
                    if claim.unit != me && counts(claim) {
                        least = least.min(gap(body, claim.body, place - claim.place));
                    }
                }
            }
        }
        least
    }
}

fn cell(place: Vec2) -> (i32, i32) {
    ((place.x / CELL).floor() as i32, (place.y / CELL).floor() as i32)
}

/// What a unit needs to know to find room among units that rest.
pub struct Settling<'a> {
    /// Who looks.
    pub me: UnitId,
    /// Where it is, px.
    pub from: Vec2,
    /// The map.
    pub grid: &'a Grid,
    /// Obstacles; still ones count.
    pub obstacles: &'a [Obstacle],
    /// Who has claimed which place.
    pub claims: &'a Claims,
    /// The collider that needs room.
    pub body: Collider,
}

impl Settling<'_> {
    /// Whether the collider could stand at a place: no wall, no still obstacle, nobody's claim.
    pub fn is_free(&self, place: Vec2) -> bool {
        self.is_ground(place) && self.claims.gap(self.me, place, self.body) >= 0.0
    }

    /// Whether walls and still obstacles leave room at a place.
    pub fn is_ground(&self, place: Vec2) -> bool {
        self.grid.is_free(place, self.body)
            && self.obstacles.iter().all(|other| {
                !other.is_still() || gap(self.body, other.collider(), place - other.position) >= 0.0
            })
    }

    /// The free place that is nearest to `center`, with an eye on the way from `from`: on the rings of a hexagonal
    /// lattice, moved up until it touches what is claimed already. `None` when all rings are taken.
    pub fn nearest_free_place(&self, center: Vec2) -> Option<Vec2> {
        let spacing = 2.0 * self.body.radius + SETTLED_GAP;
        let mut best: Option<(f32, Vec2)> = None;
        for ring in 0..=RINGS {
            if best.is_some_and(|(cost, _)| cost < ring as f32 * spacing * 0.866) {
                break;
            }
            for place in hexagon(center, ring, spacing) {
                let cost = place.distance(center) + OWN_WAY * place.distance(self.from);
                if best.is_none_or(|(least, _)| cost < least)
                    && self.is_free(place)
                    && self.grid.line_is_free(self.from, place, self.body)
                {
                    best = Some((cost, place));
                }
            }
        }
        best.map(|(_, place)| self.moved_up(place, center))
    }

    /// Moves a free place towards `center` until somebody's claim is touched.
    fn moved_up(&self, place: Vec2, center: Vec2) -> Vec2 {
        let mut place = place;
        for _ in 0..STEPS_UP {
            let way = center - place;
            let step = (self.claims.gap(self.me, place, self.body) - SETTLED_GAP).min(way.length());
            let next = place + way.normalize_or_zero() * step;
            if step <= SETTLED_GAP || !self.is_free(next) {
                break;
            }
            place = next;
        }
        place
    }
}

/// The places of a ring of a hexagonal lattice; ring 0 is the centre.
fn hexagon(center: Vec2, ring: i32, spacing: f32) -> impl Iterator<Item = Vec2> {
    const CORNERS: [Vec2; 6] = [
        Vec2::new(1.0, 0.0),
        Vec2::new(0.5, 0.866_025_4),
        Vec2::new(-0.5, 0.866_025_4),
        Vec2::new(-1.0, 0.0),
        Vec2::new(-0.5, -0.866_025_4),
        Vec2::new(0.5, -0.866_025_4),
    ];
    (0..(6 * ring).max(1)).map(move |i| {
        if ring == 0 {
            return center;
        }
        let (side, part) = ((i / ring) as usize, (i % ring) as f32 / ring as f32);
        center + CORNERS[side].lerp(CORNERS[(side + 1) % 6], part) * (ring as f32 * spacing)
    })
}
