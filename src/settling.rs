//! Room to stand: who has claimed which place, and where the nearest free one is.
//!
//! A unit at rest claims its post, one that nears its destination the place where it will stand. Claims do not overlap,
//! so nobody fights for a place: who finds its place taken takes the nearest free one, and the crowd grows outwards,
//! everybody touching those who came before.
//!
//! # Source
//! Article 003's exercise `FindNearestAvailable`, on claims instead of tiles.

mod gatherings;

pub use gatherings::Gatherings;

use crate::collider::{Collider, gap};
use crate::components::UnitId;
use crate::grid::{Grid, TILE};
use crate::obstacles::Obstacle;
use glam::Vec2;
use std::collections::{HashMap, HashSet};

/// Room left between units that settle side by side, px: they touch, for every purpose but rounding.
const SETTLED_GAP: f32 = 0.1;
/// Rings of places that are tried around a taken one. 24 rings hold 1,800 units.
const RINGS: i32 = 24;
/// So many of the cheapest places are looked at for one that is held by those who stand there.
const CANDIDATES: usize = 24;
/// Steps by which a free place is moved up to those that stand; each goes as far as surely nothing is in the way.
const STEPS_UP: u32 = 48;
/// Who is nearer to somebody than this, rim to rim, touches, px.
const TOUCHES: f32 = 0.5;
/// Who holds a unit is nearer to the place where they were sent by this share of its radius.
const NEARER: f32 = 0.25;
/// Where somebody is touched already a place is moved up by steps of this, px.
const STEP_ROUND: f32 = 0.5;
/// The directions of such a step, beside the straight one: 30°, 60° and 75° to either side, as unit vectors.
const SLANTS: [Vec2; 7] = [
    Vec2::X,
    Vec2::new(0.866_025_4, 0.5),
    Vec2::new(0.866_025_4, -0.5),
    Vec2::new(0.5, 0.866_025_4),
    Vec2::new(0.5, -0.866_025_4),
    Vec2::new(0.258_819, 0.965_925_8),
    Vec2::new(0.258_819, -0.965_925_8),
];
/// A step that brings a place nearer by less than this share of its length is not taken.
const LEAST_GAIN: f32 = 0.05;
/// How much of the way to a free place counts beside its distance from the ordered one. More leaves the far side of a
/// crowd empty, less sends units round it.
const OWN_WAY: f32 = 0.1;

/// Open places farther from a unit than this are not looked at, px.
const OPEN_WITHIN: f32 = 150.0;
/// Who rests is passed if it is brushed by no more than this, px.
const BRUSH: f32 = 0.5;

/// Claims farther apart than this, px, are not measured.
const STEP_LIMIT: f32 = 30.0;
/// Side of a cell of the table of claims, px.
const CELL: f32 = 64.0;
/// Infantry that fits on a cell; smaller units make its list grow.
const ON_A_CELL: usize = 32;

/// A place where somebody stands or will stand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Claim {
    unit: UnitId,
    place: Vec2,
    body: Collider,
    rests: bool,
    goal: Option<Vec2>,
}

/// Who has claimed which place: a table by cell, made anew in ticks in which somebody asks.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Only ever looked up, never walked through.
    cells: HashMap<(i32, i32), Vec<Claim>>,
    largest_reach: f32,
    /// Who of those that were sent to a place touches, directly or through others, who stands there. Only ever looked up.
    attached: HashSet<([u32; 2], UnitId)>,
    /// Places at which the crowd has been looked through.
    crowds: HashSet<[u32; 2]>,
    /// Those of a crowd whose neighbours are still to be looked at.
    open: Vec<(Vec2, Collider)>,
}

impl Claims {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.cells.values_mut().for_each(Vec::clear);
        self.largest_reach = 0.0;
        self.crowds.clear();
        self.attached.clear();
    }

    /// Finds out who of those that were sent to `center` touches, directly or through others, who stands there.
    pub fn look_through(&mut self, center: Vec2) {
        if !self.crowds.insert(key(center)) {
            return;
        }
        let mut open = std::mem::take(&mut self.open);
        self.attach(&mut open, center, (center, TILE));
        while let Some((place, body)) = open.pop() {
            self.attach(&mut open, center, (place, body.reach() + TOUCHES));
        }
        self.open = open;
    }

    /// Attaches those that are at `center`, or were sent there, and reach within a distance of a place.
    fn attach(&mut self, open: &mut Vec<(Vec2, Collider)>, center: Vec2, (place, range): (Vec2, f32)) {
        let margin = range + self.largest_reach;
        let (low, high) = (cell(place - margin), cell(place + margin));
        for row in low.1..=high.1 {
            for column in low.0..=high.0 {
                for claim in self.cells.get(&(column, row)).into_iter().flatten() {
                    let near = claim.place.distance(place) <= range + claim.body.reach();
                    let belongs = claim.goal == Some(center) || place == center;
                    if near && belongs && self.attached.insert((key(center), claim.unit)) {
                        open.push((claim.place, claim.body));
                    }
                }
            }
        }
    }

    fn is_attached(&self, claim: &Claim, center: Vec2) -> bool {
        self.attached.contains(&(key(center), claim.unit))
    }

    /// Enters a claim: the post of a unit that `rests`, or the place where one that moves will stand. `goal` is where the
    /// unit was sent last.
    pub fn add(&mut self, unit: UnitId, place: Vec2, body: Collider, rests: bool, goal: Option<Vec2>) {
        self.largest_reach = self.largest_reach.max(body.reach());
        self.cells.entry(cell(place)).or_insert_with(|| Vec::with_capacity(ON_A_CELL)).push(Claim {
            unit,
            place,
            body,
            rests,
            goal,
        });
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

    /// Who rests first in the straight way of a collider from a place to another: the unit and its post.
    pub fn first_in_the_way(
        &self,
        me: UnitId,
        from: Vec2,
        to: Vec2,
        body: Collider,
    ) -> Option<(UnitId, Vec2)> {
        let margin = body.reach() + self.largest_reach;
        let (low, high) = (cell(from.min(to) - margin), cell(from.max(to) + margin));
        let way = to - from;
        let length_squared = way.length_squared().max(1e-6);
        let mut first: Option<(f32, UnitId, Vec2)> = None;
        for row in low.1..=high.1 {
            for column in low.0..=high.0 {
                for claim in self.cells.get(&(column, row)).into_iter().flatten() {
                    let along = (claim.place - from).dot(way) / length_squared;
                    let nearest = from + way * along.clamp(0.0, 1.0);
                    if claim.unit != me
                        && claim.rests
                        && along > 0.0
                        && first.is_none_or(|(least, unit, _)| (along, claim.unit) < (least, unit))
                        && gap(body, claim.body, nearest - claim.place) < -BRUSH
                    {
                        first = Some((along, claim.unit, claim.place));
                    }
                }
            }
        }
        first.map(|(_, unit, place)| (unit, place))
    }

    /// Who rests on a place so that a collider does not fit there: the unit, its post and the place that it was sent to. `None`
    /// if there is nobody, or more than one.
    pub fn only_one_on(
        &self,
        me: UnitId,
        place: Vec2,
        body: Collider,
    ) -> Option<(UnitId, Vec2, Option<Vec2>)> {
        let margin = body.reach() + self.largest_reach;
        let (low, high) = (cell(place - margin), cell(place + margin));
        let cells = (low.1..=high.1).flat_map(|row| (low.0..=high.0).map(move |column| (column, row)));
        let mut on_it = cells
            .filter_map(|cell| self.cells.get(&cell))
            .flatten()
            .filter(|claim| claim.unit != me && gap(body, claim.body, place - claim.place) < 0.0);
        let found = on_it.next().filter(|claim| claim.rests)?;
        on_it.next().is_none().then_some((found.unit, found.place, found.goal))
    }

    /// The gap from a collider at a place to the nearest claim of anybody but two units, px; at most 30.
    pub fn gap_but_for(&self, two: [UnitId; 2], place: Vec2, body: Collider) -> f32 {
        self.nearest(two[0], place, body, |claim| claim.unit != two[1])
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

fn key(place: Vec2) -> [u32; 2] {
    [place.x.to_bits(), place.y.to_bits()]
}

/// How a unit has to get to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// In a straight line without making anybody at rest give way.
    Open,
    /// In a straight line.
    Straight,
    /// Anyhow.
    Any,
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

    /// Whether the unit gets to a place in a straight line without making anybody at rest give way.
    pub fn is_open(&self, place: Vec2) -> bool {
        self.claims.first_in_the_way(self.me, self.from, place, self.body).is_none()
    }

    fn leads_to(&self, place: Vec2, way: Way) -> bool {
        match way {
            Way::Open => self.is_open(place) && self.grid.line_is_free(self.from, place, self.body),
            Way::Straight => self.grid.line_is_free(self.from, place, self.body),
            Way::Any => true,
        }
    }

    /// The free place that is nearest to `center`, with an eye on the way from `from`: on the rings of a hexagonal
    /// lattice, and moved up until it is [held](Settling::is_held) by those who stand there.
    ///
    /// Of the cheapest ones the first that touches the crowd when it is moved up: behind a wall a place can be near
    /// without touching anybody. Who has to get there in a straight line only takes any if none does.
    pub fn nearest_place(&self, center: Vec2, way: Way) -> Option<Vec2> {
        let spacing = 2.0 * self.body.radius + SETTLED_GAP;
        let mut cheapest = [(f32::MAX, Vec2::ZERO); CANDIDATES];
        for ring in 0..=RINGS {
            if cheapest[CANDIDATES - 1].0 < ring as f32 * spacing * 0.866 {
                break;
            }
            for place in hexagon(center, ring, spacing) {
                let length = place.distance(self.from);
                let cost = place.distance(center) + OWN_WAY * length;
                if (way != Way::Open || length <= OPEN_WITHIN)
                    && cost < cheapest[CANDIDATES - 1].0
                    && self.is_free(place)
                    && self.leads_to(place, way)
                {
                    let after = cheapest.partition_point(|&(other, _)| other <= cost);
                    cheapest[after..].rotate_right(1);
                    cheapest[after] = (cost, place);
                }
            }
        }
        let found = cheapest.partition_point(|&(cost, _)| cost < f32::MAX);
        let mut places = cheapest[..found].iter().map(|&(_, place)| self.moved_up(place, center, way));
        let serves = |&place: &Vec2| place == center || self.belongs_to_crowd(place, center);
        let held = places.clone().find(serves);
        if way == Way::Straight { held.or_else(|| places.next()) } else { held }
    }

    /// Whether who stands at a place is where it was sent, or touches somebody of the crowd there who is clearly nearer.
    pub fn is_held(&self, place: Vec2, center: Vec2) -> bool {
        let away = place.distance(center);
        let nearer = away - NEARER * self.body.radius;
        let holds =
            |claim: &Claim| claim.place.distance(center) < nearer && self.claims.is_attached(claim, center);
        away < self.body.radius || self.claims.nearest(self.me, place, self.body, holds) <= TOUCHES
    }

    /// Whether who stands at a place touches, directly or through others, who stands where they were sent.
    pub fn belongs_to_crowd(&self, place: Vec2, center: Vec2) -> bool {
        let belongs = |claim: &Claim| self.claims.is_attached(claim, center);
        self.claims.nearest(self.me, place, self.body, belongs) <= TOUCHES
    }

    /// Moves a free place nearer to `center`, round whom it touches, until those who stand there hold it; never to where
    /// the unit could not walk straight.
    pub fn moved_up(&self, place: Vec2, center: Vec2, way: Way) -> Vec2 {
        let mut place = place;
        for _ in 0..STEPS_UP {
            if self.is_held(place, center) {
                break;
            }
            let up = center - place;
            let clear = self.claims.gap(self.me, place, self.body) - SETTLED_GAP;
            let direction = up.normalize_or_zero();
            // Whoever is touched on one side may still be left behind.
            let next = [clear, STEP_ROUND, SETTLED_GAP].into_iter().find_map(|step| {
                SLANTS.into_iter().find_map(|slant| {
                    let next = place + direction.rotate(slant) * step.min(up.length());
                    let nearer = next.distance(center) + LEAST_GAIN * step < up.length();
                    (step >= SETTLED_GAP
                        && nearer
                        && self.is_free(next)
                        && (way == Way::Any || self.is_open(next)))
                    .then_some(next)
                })
            });
            let Some(next) = next else { break };
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
