//! Room to stand: who has claimed which place, and where the nearest free one is.
//!
//! A unit at rest claims its post, one that nears its destination the place where it will stand. Claims do not overlap,
//! so nobody fights for a place: who finds its place taken takes the nearest free one, and the crowd grows outwards,
//! everybody touching those who came before.
//!
//! # Source
//! Article 003's exercise `FindNearestAvailable`, on claims instead of tiles.

mod claims;
mod gatherings;

pub use claims::{Claim, Claims};
pub use gatherings::Gatherings;

use crate::geometry::{Collider, gap};
use crate::grid::Grid;
use crate::ids::UnitId;
use crate::obstacles::Obstacle;
use glam::Vec2;

/// Room left between units that settle side by side, px: they touch, for every purpose but rounding.
pub const SETTLED_GAP: f32 = 0.1;
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

/// Whether walls and still obstacles leave room for a collider at a place.
pub fn is_ground(grid: &Grid, obstacles: &[Obstacle], place: Vec2, body: Collider) -> bool {
    grid.is_free(place, body)
        && obstacles
            .iter()
            .all(|other| !other.is_still() || gap(body, other.collider(), place - other.position) >= 0.0)
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
        is_ground(self.grid, self.obstacles, place, self.body)
            && self.claims.gap(self.me, place, self.body) >= 0.0
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
        away < self.body.radius || self.claims.gap_to(self.me, place, self.body, holds) <= TOUCHES
    }

    /// Whether who stands at a place touches, directly or through others, who stands where they were sent.
    pub fn belongs_to_crowd(&self, place: Vec2, center: Vec2) -> bool {
        let belongs = |claim: &Claim| self.claims.is_attached(claim, center);
        self.claims.gap_to(self.me, place, self.body, belongs) <= TOUCHES
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
pub fn hexagon(center: Vec2, ring: i32, spacing: f32) -> impl Iterator<Item = Vec2> {
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
