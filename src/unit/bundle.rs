//! All components of a unit together.

// The code that hecs derives of a query writes `field: field`.
#![allow(clippy::redundant_field_names)]

use super::body::{Body, Unit};
use super::fighter::Fighter;
use super::guidance::Guidance;
use super::memory::Memory;
use super::model::ModelName;
use super::motion::{Front, Heading, Position, Post, PreviousPosition, StopTimer, Velocity};
use super::promises::{Promise, Promises};
use super::state::State;
use super::steering::SteeringMemory;
use super::tasks::{Asked, Journey, Route, Tasks};
use glam::Vec2;

/// Declares [`UnitBundle`] and views of its components from one list of them.
macro_rules! unit_bundle {
    ($($(#[doc = $text:literal])* $field:ident: $component:ty,)*) => {
        /// All components of a unit: what it is spawned from, and what a copy of a game holds of it.
        #[derive(Clone, Debug, hecs::Bundle)]
        pub struct UnitBundle {
            $($(#[doc = $text])* pub $field: $component,)*
        }

        /// All components of a unit where they lie: written as bytes, they are read as a [`UnitBundle`].
        #[derive(hecs::Query)]
        pub struct UnitColumns<'a> {
            $($(#[doc = $text])* pub $field: &'a $component,)*
        }

        impl UnitColumns<'_> {
            /// A copy of the unit.
            pub fn copy(&self) -> UnitBundle {
                UnitBundle { $($field: self.$field.clone(),)* }
            }
        }

        /// All components of a unit where they lie, to be changed.
        #[derive(hecs::Query)]
        pub(super) struct UnitColumnsMut<'a> {
            $($(#[doc = $text])* pub $field: &'a mut $component,)*
        }

        impl UnitColumnsMut<'_> {
            /// The unit becomes as the bundle is, and the bundle as the unit was.
            pub fn swap(self, with: &mut UnitBundle) {
                $(std::mem::swap(self.$field, &mut with.$field);)*
            }
        }
    };
}

unit_bundle! {
    /// Its identity.
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
    /// How it stands in a fight.
    fighter: Fighter,
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
            promises: Promises::standing(Promise { position: at, direction: heading }),
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
            fighter: Fighter::default(),
        }
    }
}
