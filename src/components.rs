//! Plain data that hecs holds. No behaviour lives here: systems read and write these, functions elsewhere decide.
//!
//! Every unit carries **all** of the unit components, so that all units share one archetype and each component
//! is one dense column in memory. Lengths are px, speeds px/s, times ticks unless the name says otherwise.

use crate::collider::{Collider, Shape};
use crate::movement::predictive::Memory;
use crate::movement::predictive::queue::{Promise, Promises};
use crate::movement::{ModelName, SteeringMemory};
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Ticks per simulated second. The step is fixed; frames are interpolated between ticks.
pub const TICK_RATE: u32 = 30;
/// Length of a tick, s.
pub const DT: f32 = 1.0 / TICK_RATE as f32;

/// A unit's stable number: its place among all units ever made in this simulation, from 0. Ties end by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u32);

/// Who a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Stable number.
    pub id: UnitId,
    /// Index into the simulation's kinds.
    pub kind: u16,
    /// Index into the simulation's teams.
    pub team: u16,
}

/// What a unit's body is and can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Outline of the hard collider.
    pub shape: Shape,
    /// Hard radius (half side of a square), px.
    pub radius: f32,
    /// Soft radius, px, at least `radius`.
    pub soft_radius: f32,
    /// Top speed, px/s.
    pub speed: f32,
    /// Greatest change of velocity, px/s².
    pub acceleration: f32,
    /// Who has more goes first.
    pub priority: i32,
}

impl Body {
    /// The hard collider.
    pub fn collider(&self) -> Collider {
        Collider { shape: self.shape, radius: self.radius }
    }
}

/// Where the unit's centre is after the last tick, px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position(pub Vec2);

/// Where it was a tick earlier, px: frames are drawn between the two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PreviousPosition(pub Vec2);

/// How it moved in the last tick, px/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Velocity(pub Vec2);

/// Where it faces: a unit vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading(pub Vec2);

/// The newest promise of a unit: where and how it will be when its whole queue of predicted positions has been
/// walked. All decisions are made here; [`Position`] follows a few ticks behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Front {
    /// px.
    pub position: Vec2,
    /// px/s.
    pub velocity: Vec2,
}

/// The state machine of article 003. Traces and the inspector name these in snake_case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Nothing to do; it stands at its post.
    #[default]
    Idle,
    /// It has asked for a way and stands until it is answered.
    WaitingForPath,
    /// It walks to its current waypoint.
    Moving,
    /// It has just passed a waypoint; the next one comes with the next tick.
    WaypointReached,
    /// Its last order is done and it stands at its post.
    DestinationReached,
    /// It stands on hold: nobody pushes it.
    Holding,
    /// It follows somebody and is near enough.
    Following,
}

impl State {
    /// Its name in traces.
    pub fn name(self) -> &'static str {
        match self {
            State::Idle => "idle",
            State::WaitingForPath => "waiting_for_path",
            State::Moving => "moving",
            State::WaypointReached => "waypoint_reached",
            State::DestinationReached => "destination_reached",
            State::Holding => "holding",
            State::Following => "following",
        }
    }

    /// The state that fits where the unit is seen: a unit whose newest promise is at rest at its post walks until its
    /// body has come there too.
    pub fn shown(self, position: &Position, front: &Front, post: &Post) -> State {
        let comes_to_rest = !self.is_under_way() && front.position == post.0 && position.0 != front.position;
        if comes_to_rest { State::Moving } else { self }
    }

    /// Whether the unit is on its way.
    pub fn is_under_way(self) -> bool {
        matches!(self, State::WaitingForPath | State::Moving | State::WaypointReached)
    }
}

/// One thing that a unit has been told to do. Places in px.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Go to a place of its own.
    Move {
        /// The place that the order named.
        place: Vec2,
        /// Its own place there.
        slot: Vec2,
        /// The group that was sent, 0 when alone.
        group: u32,
    },
    /// Walk round and round.
    Patrol {
        /// The places.
        route: Vec<Vec2>,
        /// Index of the one it walks to.
        leg: usize,
    },
    /// Stay near somebody.
    Follow {
        /// Whom.
        target: crate::order::Target,
    },
    /// Stand, and let nobody push.
    Hold,
}

/// What a unit does now and will do after.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tasks {
    /// Now.
    pub current: Option<Task>,
    /// After, first to last.
    pub queue: std::collections::VecDeque<Task>,
    /// Whether no way has been found yet for the current one.
    pub fresh: bool,
}

/// The way that the high level found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Turning points and the destination, px.
    pub waypoints: Vec<Vec2>,
    /// Length of the way after each waypoint, px.
    pub remaining: Vec<f32>,
    /// Index of the waypoint it walks to.
    pub next: usize,
    /// Index of the one that was put on a leg whose end was out of sight, if there is one.
    pub on_leg: Option<usize>,
    /// Whether it leads round bodies that stand: then its waypoints are walked to, however far the unit sees.
    pub is_detour: bool,
}

/// Where a unit stands when it has nothing to do; it comes back to it after having been pushed, px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Post(pub Vec2);

/// The stop timer of article 000, s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StopTimer(pub f32);

/// Why a unit stopped short of its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GaveUp {
    /// The stop timer of article 000 ran out among units that stand.
    Exhausted,
    /// No way leads there: it went to the nearest place that it can reach.
    Unreachable,
}

/// The journey to the last ordered place, for the report.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Journey {
    /// Its own place there, px; `None` while there has been no move order.
    pub goal: Option<Vec2>,
    /// The place that its last move order named, px.
    pub ordered: Option<Vec2>,
    /// Number of the group with which it was sent, 0 for none: its members may exchange their places there.
    pub group: u32,
    /// Tick at which it was ordered (the first of a chain of queued orders).
    pub start: u64,
    /// Why it stopped short.
    pub gave_up: Option<GaveUp>,
    /// The place where it will stand, once that is settled with the others there, px.
    pub claim: Option<Vec2>,
}

/// Whether a unit waits for an answer of the pathfinder. It may walk on meanwhile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// It has not asked. A unit that waits for a path asks next.
    #[default]
    No,
    /// It wants a better way than the one that it walks.
    Wants,
    /// It has asked for a way.
    Yes,
}

/// What its group asks of a unit in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guidance {
    /// Number of the group that it goes with, 0 for none.
    pub group: u32,
    /// It goes at most this fast, px/s, and never faster than its body can.
    pub speed: f32,
    /// Who says where it goes.
    pub lead: Lead,
}

impl Default for Guidance {
    fn default() -> Guidance {
        Guidance { group: 0, speed: f32::INFINITY, lead: Lead::Own }
    }
}

/// Who says where a unit under way goes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Lead {
    /// Its own route.
    #[default]
    Own,
    /// Nobody yet: its group will plan for it, and it waits.
    Wait,
    /// Its formation: it walks to this place now, px.
    Place {
        /// Where, px.
        waypoint: Vec2,
        /// Length of the way after it, px: 0 where it is to stop there.
        remaining: f32,
    },
    /// Its formation: it stands here, px.
    Stand(Vec2),
}

/// Declares [`UnitBundle`] and how it is copied, from one list of components.
macro_rules! unit_bundle {
    ($($(#[doc = $text:literal])* $field:ident: $component:ty,)*) => {
        /// All components of a unit: what it is spawned from, and what a copy of a game holds of it.
        #[derive(Clone, Debug, hecs::Bundle)]
        pub struct UnitBundle {
            $($(#[doc = $text])* pub $field: $component,)*
        }

        impl UnitBundle {
            /// A copy of a unit; `None` if it lacks a component.
            pub fn copy_of(unit: hecs::EntityRef) -> Option<UnitBundle> {
                Some(UnitBundle { $($field: (*unit.get::<&$component>()?).clone(),)* })
            }
        }
    };
}

unit_bundle! {
    /// Who it is.
    unit: Unit,
    /// What it is and can do.
    body: Body,
    /// Where it is.
    position: Position,
    /// Where it was.
    previous_position: PreviousPosition,
    /// How it moved.
    velocity: Velocity,
    /// Where it faces.
    heading: Heading,
    /// Its newest promise.
    front: Front,
    /// All its promises.
    promises: Promises,
    /// What it is doing.
    state: State,
    /// What it was told.
    tasks: Tasks,
    /// Its way.
    route: Route,
    /// Where it stands at rest.
    post: Post,
    /// When it gives up.
    stop_timer: StopTimer,
    /// What the report wants to know.
    journey: Journey,
    /// Whether it waits for the pathfinder.
    asked: Asked,
    /// What its group asks of it.
    guidance: Guidance,
    /// Which model moves it.
    model: ModelName,
    /// What the predictive model remembers of it.
    memory: Memory,
    /// What its steering model remembers of it.
    steering: SteeringMemory,
}

impl UnitBundle {
    /// A unit that stands at `at` (px) and faces along the unit vector `heading`.
    pub fn standing(unit: Unit, body: Body, at: Vec2, heading: Vec2, model: ModelName) -> UnitBundle {
        UnitBundle {
            unit,
            body,
            position: Position(at),
            previous_position: PreviousPosition(at),
            velocity: Velocity(Vec2::ZERO),
            heading: Heading(heading),
            front: Front { position: at, velocity: Vec2::ZERO },
            promises: Promises::standing(Promise {
                position: at,
                direction: heading,
                collider: body.collider(),
            }),
            state: State::default(),
            tasks: Tasks::default(),
            route: Route::default(),
            post: Post(at),
            stop_timer: StopTimer::default(),
            journey: Journey::default(),
            asked: Asked::default(),
            guidance: Guidance::default(),
            model,
            memory: Memory::default(),
            steering: SteeringMemory::default(),
        }
    }
}
