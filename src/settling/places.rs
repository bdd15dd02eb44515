//! The nearest free place among units that rest.

use super::claims::{PlaceClaim, PlaceClaims};
use super::site::{CLEARLY, LOOKS_WITHIN, RESTING_TOUCH, SETTLED_GAP, Settler, Site};
use crate::geometry::contact::TOUCHING;
use crate::grid::Grid;
use crate::grid::rings::best_on_rings;
use glam::Vec2;

/// A limit of the work, no tuning: rings of places that are tried around a taken one, of which 24 hold 1,800
/// units, and cheapest places that are looked at for one that is held by those who stand there. A place is
/// moved up by twice as many steps.
const MAX_RINGS: i32 = 24;
/// The directions in which a place is moved up: straight, and 30°, 60° and 75° to either side, as unit
/// vectors.
const SLANTS: [Vec2; 7] = [
    Vec2::X,
    Vec2::new(SIN_60, 0.5),
    Vec2::new(SIN_60, -0.5),
    Vec2::new(0.5, SIN_60),
    Vec2::new(0.5, -SIN_60),
    Vec2::new(0.258_819, 0.965_925_8),
    Vec2::new(0.258_819, -0.965_925_8),
];
/// How much of the way to a free place counts beside its distance from the ordered one. More leaves the far
/// side of a crowd empty, less sends units round it.
const OWN_WAY: f32 = 0.1;

/// Sine of 60°: the places of a ring are no nearer than this share of the radius of its corners.
const SIN_60: f32 = 0.866_025_4;

/// How a unit has to get to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// In a straight line without making anybody at rest give way.
    Open,
    /// In a straight line.
    Straight,
    /// As [`Open`](Access::Open), or round a wall. Across a crowd it would stir everybody.
    Any,
}

/// A search for room among units that rest.
#[derive(Clone, Copy)]
pub struct RoomSearch<'a> {
    /// The unit that looks.
    pub settler: &'a Settler,
    /// The map and what stands on it.
    pub site: Site<'a>,
    /// The claims of all.
    pub claims: &'a PlaceClaims,
    /// Whether it may rest in a passage though it was sent to the open: see [`RoomSearch::may_rest`].
    pub may_bar: bool,
}

impl<'a> RoomSearch<'a> {
    /// The search of a unit.
    pub fn of(settler: &'a Settler, site: Site<'a>, claims: &'a PlaceClaims) -> RoomSearch<'a> {
        RoomSearch { settler, site, claims, may_bar: true }
    }

    /// The gap from the unit's collider at a place to the nearest claim of another that counts, px; at most 30.
    fn gap_to(&self, place: Vec2, counts: impl Fn(&PlaceClaim) -> bool) -> f32 {
        self.claims.gap_to(self.settler.id, place, self.settler.body, counts)
    }

    /// Whether the unit could stand at a place: no wall, no still obstacle, nobody's claim.
    pub fn is_free(&self, place: Vec2) -> bool {
        self.site.has_room(place, self.settler.body) && self.gap_to(place, |_| true) >= 0.0
    }

    /// Whether another unit may be given another post for this one's sake.
    pub(super) fn may_move(&self, claim: &PlaceClaim) -> bool {
        claim.can_move && !self.site.enemies.are(self.settler.team, claim.team)
    }

    /// The first unit at rest in the straight way of the unit to a place.
    pub(super) fn first_in_the_way(&self, place: Vec2) -> Option<&'a PlaceClaim> {
        let &Settler { id, at, body, .. } = self.settler;
        self.claims.first_in_the_way(id, at, place, body)
    }

    /// Whether the unit gets to a place in a straight line without making anybody at rest give way.
    pub fn is_open(&self, place: Vec2) -> bool {
        self.first_in_the_way(place).is_none()
    }

    fn leads_to(&self, place: Vec2, access: Access) -> bool {
        let is_straight = || self.site.grid.line_is_free(self.settler.at, place, self.settler.body);
        match access {
            Access::Open => self.is_open(place) && is_straight(),
            Access::Straight => is_straight(),
            Access::Any => self.is_open(place) || !is_straight(),
        }
    }

    /// The free place that is nearest to `center`, with an eye on the way to it: on the rings of a hexagonal
    /// lattice, and moved up until it is [held](RoomSearch::is_held) by those who stand there.
    ///
    /// Of the cheapest places the first one that touches the crowd when it is moved up: behind a wall a place
    /// can be near without touching anybody. A unit that has to get there in a straight line only takes any
    /// if none does.
    pub fn nearest_place(&self, center: Vec2, access: Access) -> Option<Vec2> {
        let &Settler { at, body, .. } = self.settler;
        let spacing = 2.0 * body.radius + SETTLED_GAP;
        let cost = |place: Vec2| place.distance(center) + OWN_WAY * place.distance(at);
        let is_near = |place: Vec2| access != Access::Open || place.distance(at) <= 2.0 * LOOKS_WITHIN;
        let cheapest = best_on_rings::<{ MAX_RINGS as usize }, _, _, _>(
            MAX_RINGS,
            |ring| hexagon(center, ring, spacing),
            |ring, cost: f32| cost < ring as f32 * spacing * SIN_60,
            |place| Some(cost(place)).filter(|_| is_near(place)),
            |place| self.is_free(place) && self.leads_to(place, access) && self.may_rest(place, center),
        );
        let mut places = cheapest.iter().map(|&(_, place)| self.moved_up(place, center, access));
        let serves = |&place: &Vec2| place == center || self.belongs_to_crowd(place, center);
        let held = places.clone().find(serves);
        if access == Access::Straight { held.or_else(|| places.next()) } else { held }
    }

    /// Whether a unit that stands at a place is where it was sent, or touches one of the crowd there that is
    /// clearly nearer.
    pub fn is_held(&self, place: Vec2, center: Vec2) -> bool {
        let (away, radius) = (place.distance(center), self.settler.body.radius);
        let nearer = away - CLEARLY * radius;
        let holds = |claim: &PlaceClaim| {
            claim.place.distance(center) < nearer && self.claims.is_attached(claim, center)
        };
        away < radius || self.gap_to(place, holds) <= TOUCHING
    }

    /// Whether a unit that stands at a place touches one of the crowd that was sent to `center`.
    pub fn belongs_to_crowd(&self, place: Vec2, center: Vec2) -> bool {
        self.gap_to(place, |claim| self.claims.is_attached(claim, center)) <= RESTING_TOUCH
    }

    /// Whether the unit may rest at a place: one that was sent to the open not in a passage, nor in the mouth of
    /// one, where two like it do not stand side by side, unless it [may bar](RoomSearch::may_bar) it.
    ///
    /// Places of a group keep out of doorways, too: `group::places`.
    pub fn may_rest(&self, place: Vec2, center: Vec2) -> bool {
        let reach = self.settler.body.reach();
        let bars = |place: Vec2| {
            let (column, row) = Grid::tile_at(place);
            !self.site.grid.is_blocked(column, row) && self.is_narrow(place)
        };
        let body = [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
        self.may_bar || self.is_narrow(center) || !body.into_iter().any(|side| bars(place + side * reach))
    }

    /// Whether two like the unit do not stand side by side at a place.
    pub(super) fn is_narrow(&self, place: Vec2) -> bool {
        self.site.grid.is_narrow(place, 4.0 * self.settler.body.reach())
    }

    /// Moves a free place nearer to `center`, round whom it touches, until those who stand there hold it;
    /// never to where the unit could not walk straight.
    pub fn moved_up(&self, place: Vec2, center: Vec2, access: Access) -> Vec2 {
        let mut place = place;
        for _ in 0..2 * MAX_RINGS {
            if self.is_held(place, center) {
                break;
            }
            let up = center - place;
            let clear = self.gap_to(place, |_| true) - SETTLED_GAP;
            let direction = up.normalize_or_zero();
            // A unit that is touched on one side may still be left behind.
            let next = [clear, TOUCHING, SETTLED_GAP].into_iter().find_map(|step| {
                SLANTS.into_iter().find_map(|slant| {
                    let next = place + direction.rotate(slant) * step.min(up.length());
                    let nearer = next.distance(center) < up.length();
                    (step >= SETTLED_GAP
                        && nearer
                        && self.is_free(next)
                        && (access == Access::Any || self.is_open(next)))
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
    const HEXAGON: [Vec2; 6] = [
        Vec2::new(1.0, 0.0),
        Vec2::new(0.5, SIN_60),
        Vec2::new(-0.5, SIN_60),
        Vec2::new(-1.0, 0.0),
        Vec2::new(-0.5, -SIN_60),
        Vec2::new(0.5, -SIN_60),
    ];
    (0..(6 * ring).max(1)).map(move |i| {
        if ring == 0 {
            return center;
        }
        let (side, part) = ((i / ring) as usize, (i % ring) as f32 / ring as f32);
        center + HEXAGON[side].lerp(HEXAGON[(side + 1) % 6], part) * (ring as f32 * spacing)
    })
}
