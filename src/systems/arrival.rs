//! Stage 6: who has come to its destination, who finds it taken and settles beside it, and what comes next.
//!
//! # Source
//! Article 003, the state machine (`DEST_REACHED`, patrol) and its exercise `FindNearestAvailable`: who finds its place
//! taken takes the nearest one that is free.

use crate::collider::{Collider, gap};
use crate::components::*;
use crate::grid::Grid;
use crate::movement::ModelName;
use crate::neighbours::{Crowd, Intent};
use crate::obstacles::Obstacle;
use crate::sim::{Event, Sim};
use glam::Vec2;

/// A unit this near to its place is there, px.
const ARRIVED: f32 = 0.05;
/// A leg of a patrol is done within own radius and this, px: patrols that cross at a corner do not queue for its centre.
const PATROL_REACH: f32 = 8.0;
/// A unit looks whether its place is taken from this far away, px: near enough that the crowd there has settled, far
/// enough to choose another without turning back.
const LOOK_AHEAD: f32 = 75.0;
/// Ticks between two looks.
const LOOK_EVERY: u64 = 4;
/// Room left between units that settle side by side, px: they touch, for every purpose but rounding.
const SETTLED_GAP: f32 = 0.1;
/// Rings of places that are tried around a taken one. 24 rings hold 1,800 units.
const RINGS: i32 = 24;
/// How much of the way to a free place counts beside its distance from the ordered one. More leaves the far side of a
/// crowd empty, less sends units round it.
const OWN_WAY: f32 = 0.25;

/// Advances the state machine of everybody.
pub fn settle(sim: &mut Sim) {
    let mut arrived = std::mem::take(&mut sim.arrived);
    let mut looking = std::mem::take(&mut sim.looking);
    let models = &sim.steering.models;
    type Columns<'a> =
        ((&'a Unit, &'a State, &'a Route, &'a Tasks), (&'a Front, &'a Body, &'a Guidance, &'a ModelName));
    for ((unit, state, route, tasks), (front, body, guidance, model)) in sim.world.query_mut::<Columns>() {
        let looks = models.get(*model).is_none_or(|model| model.looks_for_room());
        let under_way = matches!(state, State::Moving | State::WaypointReached) && guidance.lead == Lead::Own;
        let Some(&end) = route.waypoints.last() else { continue };
        if !under_way || route.next + 1 < route.waypoints.len() {
            continue;
        }
        let reach = match tasks.current {
            Some(Task::Patrol { .. }) => body.radius + PATROL_REACH,
            Some(Task::Move { .. }) => ARRIVED,
            _ => continue,
        };
        let away = end.distance(front.position);
        if away <= reach {
            arrived.push(unit.id);
        } else if looks && away <= LOOK_AHEAD && (sim.tick + u64::from(unit.id.0)).is_multiple_of(LOOK_EVERY)
        {
            looking.push(unit.id);
        }
    }
    // In the order of ids, so that the order in memory does not matter.
    arrived.sort_unstable();
    looking.sort_unstable();
    arrived.drain(..).for_each(|id| finish(sim, id, None));
    let mut stopping = std::mem::take(&mut sim.stopping);
    stopping.sort_unstable_by_key(|stopping| stopping.0);
    stopping.drain(..).for_each(|(id, gave_up)| stop(sim, id, gave_up));
    sim.stopping = stopping;
    looking.drain(..).for_each(|id| look_for_room(sim, id));
    (sim.arrived, sim.looking) = (arrived, looking);
}

/// The current task is done: the next leg of a patrol, the next order, or rest at the post where the unit stands.
fn finish(sim: &mut Sim, id: UnitId, gave_up: Option<GaveUp>) {
    let Some(entity) = sim.entity(id) else { return };
    type Columns<'a> =
        (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Post, &'a mut Journey, &'a Front);
    let mut query = sim.world.query_one::<Columns>(entity);
    let (state, tasks, route, post, journey, front) =
        query.get().expect("every unit has all unit components");
    route.set(&[]);
    post.0 = front.position;
    if let Some(Task::Patrol { route, leg }) = &mut tasks.current
        && tasks.queue.is_empty()
    {
        *leg = (*leg + 1) % route.len();
        *state = State::WaitingForPath;
        return;
    }
    tasks.current = tasks.queue.pop_front();
    tasks.fresh = true;
    *state = match tasks.current {
        Some(Task::Hold) => State::Holding,
        Some(_) => State::WaitingForPath,
        None => State::DestinationReached,
    };
    if *state == State::DestinationReached && journey.goal.is_some() {
        journey.gave_up = journey.gave_up.or(gave_up);
        sim.events.push(match gave_up {
            None => Event::Arrived(id),
            Some(reason) => Event::GaveUp(id, reason),
        });
    }
}

/// A unit that has touched resting ones for too long, or that stands on its place as well as it can, stops where it is
/// (article 000). Patrols and followers go on.
fn stop(sim: &mut Sim, id: UnitId, gave_up: Option<GaveUp>) {
    let Some(entity) = sim.entity(id) else { return };
    let stops =
        sim.world.query_one::<(&State, &Tasks)>(entity).get().is_ok_and(|(state, tasks)| {
            state.is_under_way() && matches!(tasks.current, Some(Task::Move { .. }))
        });
    if stops {
        finish(sim, id, gave_up);
    }
}

/// A unit near its place that finds somebody resting there goes to the nearest place that is free.
fn look_for_room(sim: &mut Sim, id: UnitId) {
    let Some(entity) = sim.entity(id) else { return };
    let mut query = sim.world.query_one::<(&mut Tasks, &mut Route, &Front, &Body, &Journey)>(entity);
    let (tasks, route, front, body, journey) = query.get().expect("every unit has all unit components");
    let Some(Task::Move { slot, .. }) = &mut tasks.current else { return };
    let around = Settling {
        me: id,
        grid: &sim.grid,
        obstacles: &sim.obstacles,
        crowd: &sim.crowd,
        body: body.collider(),
    };
    if around.is_free(*slot) {
        return;
    }
    // Around the ordered place, not around the last choice: else a crowd that is pushed would wander.
    let center = journey.goal.filter(|_| tasks.queue.is_empty()).unwrap_or(*slot);
    if let Some(place) = around.nearest_free_place(center, front.position) {
        *slot = place;
        route.set(&[place]);
    }
}

/// What a unit needs to know to find room among units that rest.
pub struct Settling<'a> {
    /// Who looks.
    pub me: UnitId,
    /// The map.
    pub grid: &'a Grid,
    /// Obstacles; still ones count.
    pub obstacles: &'a [Obstacle],
    /// Everybody.
    pub crowd: &'a Crowd,
    /// The collider that needs room.
    pub body: Collider,
}

impl Settling<'_> {
    /// Whether the collider could stand at a place: no wall, no still obstacle, nobody's post.
    pub fn is_free(&self, place: Vec2) -> bool {
        self.is_ground(place) && self.posts_gap(place) >= 0.0
    }

    /// Whether walls and still obstacles leave room at a place.
    pub fn is_ground(&self, place: Vec2) -> bool {
        self.grid.is_free(place, self.body)
            && self.obstacles.iter().all(|other| {
                !other.is_still() || gap(self.body, other.collider(), place - other.position) >= 0.0
            })
    }

    /// The gap to the nearest post of a unit that rests, px.
    fn posts_gap(&self, place: Vec2) -> f32 {
        let crowd = self.crowd;
        // A unit that was pushed off its post is not far from it.
        let range = self.body.reach() + crowd.largest_radius + LOOK_AHEAD;
        let mut least = f32::MAX;
        for run in crowd.runs(place, range) {
            for other in run {
                if crowd.intent[other] != Intent::Move && crowd.id[other] != self.me.0 {
                    least = least.min(gap(self.body, crowd.body[other], place - crowd.waypoint[other]));
                }
            }
        }
        least
    }

    /// The free place that is nearest to `center`, with an eye on the way from `from`: on the rings of a hexagonal
    /// lattice, moved up until it touches those that rest already. `None` when all rings are taken.
    pub fn nearest_free_place(&self, center: Vec2, from: Vec2) -> Option<Vec2> {
        let spacing = 2.0 * self.body.radius + SETTLED_GAP;
        let mut best: Option<(f32, Vec2)> = None;
        for ring in 0..=RINGS {
            if best.is_some_and(|(cost, _)| cost < ring as f32 * spacing * 0.866) {
                break;
            }
            for place in hexagon(center, ring, spacing) {
                let cost = place.distance(center) + OWN_WAY * place.distance(from);
                if best.is_none_or(|(least, _)| cost < least)
                    && self.is_free(place)
                    && self.grid.line_is_free(from, place, self.body)
                {
                    best = Some((cost, place));
                }
            }
        }
        best.map(|(_, place)| self.moved_up(place, center))
    }

    /// Moves a free place towards `center` until somebody's post is touched.
    fn moved_up(&self, place: Vec2, center: Vec2) -> Vec2 {
        let mut place = place;
        for _ in 0..4 {
            let way = center - place;
            let step = (self.posts_gap(place) - SETTLED_GAP).min(way.length());
            let next = place + way.normalize_or_zero() * step;
            if step <= 0.0 || !self.is_free(next) {
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
