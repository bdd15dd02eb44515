//! The low level of movement: what a model sees, what it answers, and the one list of models.
//!
//! A *steering model* is a type that implements [`SteeringModel`]: from a snapshot of the crowd it answers, for one unit
//! at a time, with a wanted velocity or acceleration. It sees plain values ([`View`]), never the world of entities.
//! Everything else is the same for all of them and happens in [`integrate`]: acceleration limit, top speed, contacts,
//! walls, stop timers. Since every answer is made from the snapshot, neither the number of threads nor the order of
//! the units matters.
//!
//! [`predictive`] is not a steering model: it promises positions, so it plans the crowd as a whole.
//!
//! To add a model, write one file beside this one and add one line to the list at the end of this file.

pub mod contact;
pub mod flight;
pub mod integrate;
pub mod linear_program;
pub mod parameter;
pub mod predictive;
pub mod rest;
pub mod vectors;
pub mod view;

pub use integrate::Steering;
pub use parameter::{Parameter, Parameters};
pub use vectors::{Sketch, Vector, VectorColor, VectorRole};
pub use view::{Scene, View};

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// What a model asks of the integrator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// To come to this velocity, px/s, as fast as the unit can.
    Velocity(Vec2),
    /// To accelerate, px/s²; the unit's own limit holds.
    Acceleration(Vec2),
}

/// What becomes of units that would overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contacts {
    /// Nothing: they may.
    #[default]
    Overlap,
    /// They stop each other.
    Stop,
    /// They stop each other, and what is lost of their way pushes them sideways, each to the same hand (002.5).
    Sideways,
}

/// What a steering model may remember of a unit from tick to tick. All units can read it in the snapshot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteeringMemory {
    /// Article 002: the side to which the unit is turning to avoid somebody.
    pub avoiding: Option<Side>,
    /// Free for models that are made outside of this crate.
    pub scratch: [f32; 2],
}

/// A hand, as seen by the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Anticlockwise on the screen.
    Left,
    /// Clockwise on the screen.
    Right,
}

/// A movement model that decides for each unit by itself.
///
/// ```
/// use muster::movement::{Answer, Parameters, Sketch, SteeringMemory, SteeringModel, View};
///
/// /// Goes straight to the waypoint, and half as fast while somebody is within 30 px.
/// #[derive(Clone, Debug, Default)]
/// struct Shy;
/// impl Parameters for Shy {}
/// impl SteeringModel for Shy {
///     fn steer(&self, view: &View, _: &mut SteeringMemory, _: &mut Sketch) -> Answer {
///         let mut alone = true;
///         view.for_each_neighbour(30.0, |_| alone = false);
///         Answer::Velocity(if alone { view.wish() } else { view.wish() * 0.5 })
///     }
/// }
/// ```
pub trait SteeringModel: Parameters + dyn_clone::DynClone + Send + Sync {
    /// What a unit that is on its way asks for. `memory` is the unit's own, to be changed; `sketch` takes the arrows
    /// that are drawn when somebody looks at the unit.
    fn steer(&self, view: &View, memory: &mut SteeringMemory, sketch: &mut Sketch) -> Answer;

    /// What a unit that rests asks for. Unless the model knows better, it follows the walls that touch it while its
    /// stop timer runs (article 000), and stands otherwise.
    fn rest(&self, view: &View, _memory: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        rest::step_aside(view, sketch)
    }

    /// What becomes of units that would overlap.
    fn contacts(&self) -> Contacts {
        Contacts::Overlap
    }

    /// Whether units take any velocity at once, as in articles that know no acceleration.
    fn is_instant(&self) -> bool {
        false
    }

    /// Whether a unit that finds its place taken chooses another one beside it. If not, it goes on until its stop timer
    /// runs out.
    fn looks_for_room(&self) -> bool {
        true
    }

    /// Whether a unit whose stop timer has run out stops short of its place (000.5).
    fn gives_up(&self) -> bool {
        true
    }

    /// Whether resting units go back to their post when they were moved.
    fn returns_to_post(&self) -> bool {
        false
    }
}

dyn_clone::clone_trait_object!(SteeringModel);

macro_rules! models {
    ($($(#[doc = $text:literal])* $variant:ident = $name:literal, $module:ident :: $model:ident;)*) => {
        $(pub mod $module;)*

        /// The movement models, by the names that levels and the command line use.
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord,
            Serialize, Deserialize, schemars::JsonSchema, clap::ValueEnum,
        )]
        #[serde(rename_all = "snake_case")]
        #[value(rename_all = "snake_case")]
        pub enum ModelName {
            /// Article 003: predicted positions, push, hard push.
            #[default]
            Predictive,
            $($(#[doc = $text])* $variant,)*
        }

        impl ModelName {
            /// All models, in the order in which they are listed.
            pub const ALL: &[ModelName] = &[ModelName::Predictive, $(ModelName::$variant,)*];

            /// Its name in levels, reports and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    ModelName::Predictive => "predictive",
                    $(ModelName::$variant => $name,)*
                }
            }
        }

        impl Default for Models {
            fn default() -> Models {
                Models { list: vec![None, $(Some(Box::new($module::$model::default())),)*] }
            }
        }
    };
}

/// The steering models with the parameters that they have now.
#[derive(Clone)]
pub struct Models {
    /// By [`ModelName`]; `predictive` is none.
    list: Vec<Option<Box<dyn SteeringModel>>>,
}

impl Models {
    /// The model of this name; `None` for `predictive`, which is no steering model.
    #[inline]
    pub fn get(&self, name: ModelName) -> Option<&dyn SteeringModel> {
        self.list.get(name as usize)?.as_deref()
    }

    /// The same, to change its parameters.
    pub fn get_mut(&mut self, name: ModelName) -> Option<&mut (dyn SteeringModel + 'static)> {
        self.list.get_mut(name as usize)?.as_deref_mut()
    }

    /// Puts another model in the place of one, for instance one that is made outside of this crate.
    pub fn replace(&mut self, name: ModelName, model: Box<dyn SteeringModel>) {
        self.list[name as usize] = Some(model);
    }
}

models! {
    /// Article 000: follow the walls that you touch.
    WallFollowing = "wall_following", wall_following::WallFollowing;
    /// Article 001: pushes that weigh by direction.
    AntiGravity = "anti_gravity", anti_gravity::AntiGravity;
    /// Article 002: rays ahead.
    RaySteering = "ray_steering", ray_steering::RaySteering;
    /// Article 004: pull and pushes.
    Swarm = "swarm", swarm::Swarm;
    /// Reciprocal velocity obstacles.
    Orca = "orca", orca::Orca;
    /// No avoidance: the baseline.
    None = "none", none::NoAvoidance;
}
