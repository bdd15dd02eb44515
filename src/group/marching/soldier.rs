//! What a member of a formation is told in a tick.
//!
//! While it holds its slot it goes exactly where the slot will be; when it is off it, or somebody else is
//! near, it aims where the slot will be a little later and the movement model finds the way.

use crate::formation::march::March;
use crate::formation::way::Ground;
use crate::group::planner::Planner;
use crate::group::traveller::Traveller;
use crate::group::{Formed, Soldier};
use crate::neighbours::{Crowd, Intent};
use crate::path::around::standing;
use crate::time::DT;
use crate::unit::Lead;
use glam::Vec2;

/// How far aside of a slot that is taken by something that stands alone a place is looked for, px.
const ISLAND: f32 = 60.0;
/// Ticks between looks whether a slot is in sight.
const SLOT_LOOK_EVERY: u64 = 10;
/// Within this many spacings of its slot a member goes straight to it: its neighbours do the same, and nobody
/// crosses.
const STRAIGHT_WITHIN: f32 = 1.5;
/// Ticks of being stuck after which a member looks for a way round the others.
const ROUND_AFTER: u32 = 10;
/// A member that stands this near to a slot that stands is there, px …
const AT_SLOT: f32 = 0.02;
/// … and from this near it brakes, px.
const BRAKES: f32 = 4.0;
/// Otherwise it aims where the slot will be after so many seconds.
const AIM_AHEAD: f32 = 0.6;
/// A member that has to go slower than this stands, px/s.
const STANDING_SPEED: f32 = 0.5;
/// Strangers within this distance are looked at, px: those who come towards a member are half a second away.
const STRANGERS: f32 = 60.0;
/// A member looks where it goes when it would come this near to one of them, px from rim to rim …
const BRUSHES: f32 = 2.0;
/// … within so many seconds.
const MEETS_WITHIN: f32 = 1.0;
/// A remaining way so long that the movement model does not brake, px.
const NO_BRAKING: f32 = 10_000.0;
/// A member off its slot closes up with this share of its acceleration.
const CLOSING: f32 = 0.6;

/// Where the member with an index in [`Formed::soldiers`] goes in this tick, and at most how fast, px/s.
pub fn lead(planner: &mut Planner, formed: &mut Formed, index: usize, traveller: &Traveller) -> (f32, Lead) {
    let Traveller { position, velocity, body, .. } = *traveller;
    let place = standable(planner, formed, formed.soldiers[index].slot);
    let before = std::mem::replace(&mut formed.soldiers[index].commanded, place);
    if let Some(waypoint) = detour(planner, formed, index, traveller, place) {
        return (body.speed, Lead::Place { waypoint, remaining: NO_BRAKING });
    }
    let drift = (place - before) / DT;
    let off = before - position;
    let far = off.length();
    let is_stuck = formed.soldiers[index].stuck > ROUND_AFTER;
    let goes_straight = far <= STRAIGHT_WITHIN * formed.march.open.spacing && !is_stuck;
    if drift == Vec2::ZERO {
        // It stands or is being built: the model brakes and comes to rest exactly there.
        if far <= AT_SLOT && velocity == Vec2::ZERO {
            return (body.speed, Lead::Stand(place));
        }
        if !goes_straight || far < BRAKES {
            return (body.speed, Lead::Place { waypoint: place, remaining: 0.0 });
        }
    }
    let closing = (far / DT).min((2.0 * CLOSING * body.acceleration * far).sqrt());
    let wanted = (drift + off.normalize_or_zero() * closing).clamp_length_max(body.speed);
    let speed = wanted.length();
    if speed < STANDING_SPEED {
        return (body.speed, Lead::Stand(position));
    }
    let is_alone = goes_straight && !meets_strangers(planner.crowd, traveller, wanted);
    let waypoint = position + wanted * if is_alone { DT } else { AIM_AHEAD };
    (speed, Lead::Place { waypoint, remaining: NO_BRAKING })
}

/// The slot's place, drawn in towards the way as far as walls ask for.
fn standable(planner: &Planner, formed: &Formed, slot: usize) -> Vec2 {
    let ground = Ground { grid: planner.grid, obstacles: &formed.obstacles, body: formed.body };
    let place = formed.march.place(slot);
    if ground.is_free(place) {
        return place;
    }
    if let Some(beside) = beside_island(ground, &formed.march, slot) {
        return beside;
    }
    let drawn_in = |share: f32| formed.march.column_place(slot, share);
    [1.0, 0.75, 0.5, 0.25]
        .into_iter()
        .map(drawn_in)
        .find(|&place| ground.is_free(place))
        .unwrap_or(drawn_in(0.0))
}

/// The nearest free place beside a slot's that is taken by something that stands alone.
fn beside_island(ground: Ground, march: &March, slot: usize) -> Option<Vec2> {
    const STEP: f32 = 4.0;
    let (place, side) = (march.place(slot), march.bearing().1.perp());
    let steps = (1..=(ISLAND / STEP) as usize).flat_map(|step| [step as f32 * STEP, -(step as f32) * STEP]);
    steps.map(|aside| place + side * aside).find(|&beside| ground.is_free(beside))
}

/// The next corner on the way to a place that is out of sight; `None` while it is in sight.
fn detour(
    planner: &mut Planner,
    formed: &mut Formed,
    index: usize,
    traveller: &Traveller,
    place: Vec2,
) -> Option<Vec2> {
    let Traveller { id, position, body, .. } = *traveller;
    let looks = (planner.tick + u64::from(id.0)).is_multiple_of(SLOT_LOOK_EVERY) || formed.ticks <= 1;
    let Soldier { detour, .. } = &mut formed.soldiers[index];
    if looks && (!detour.is_empty() || place.distance(position) > formed.march.open.spacing) {
        if planner.grid.line_is_free(position, place, body.collider()) {
            detour.clear();
        } else {
            let standing = standing(planner.obstacles);
            if let Some(path) = planner.find_way(position, place, body.collider(), &standing) {
                *detour = path.waypoints;
            }
        }
    }
    if detour.len() > 1 && detour[0].distance(position) < body.radius {
        detour.remove(0);
    }
    detour.first().copied()
}

/// Whether a member that goes as it wants to (px/s) comes to somebody of another group who stands, or would
/// brush one who moves.
fn meets_strangers(crowd: &Crowd, traveller: &Traveller, wanted: Vec2) -> bool {
    let mut meets = false;
    crowd.for_each_near(traveller.position, STRANGERS, |other| {
        let offset = crowd.position[other] - traveller.position;
        let is_stranger = crowd.group[other] != traveller.group || crowd.intent(other) == Intent::Hold;
        if !is_stranger || crowd.id[other] == traveller.id.0 {
            return;
        }
        if crowd.intent(other) != Intent::Move {
            meets |= offset.dot(wanted) > 0.0;
            return;
        }
        let relative = crowd.velocity(other) - wanted;
        let nearest = (-offset.dot(relative) / relative.length_squared().max(1.0)).clamp(0.0, MEETS_WITHIN);
        let room = traveller.body.collider().reach() + crowd.body[other].reach() + BRUSHES;
        meets |= (offset + relative * nearest).length_squared() < room * room;
    });
    meets
}
