//! What a steering model is: from a snapshot of the crowd it answers, for one unit at a time, what the unit
//! asks for.

use super::answer::{Answer, Contacts};
use super::contact::SideStep;
use super::parameter::Tunable;
use super::rest;
use super::vectors::Sketch;
use super::view::{Scene, View};
use crate::stopping::RECOVERY;
use crate::unit::steering::SteeringMemory;
use glam::Vec2;

/// A movement model that decides for each unit by itself.
///
/// ```
/// use muster::movement::{Answer, Tunable, Sketch, SteeringModel, View};
/// use muster::unit::SteeringMemory;
///
/// /// Goes straight to the waypoint, and half as fast while somebody is within 30 px.
/// #[derive(Clone, Debug, Default)]
/// struct Shy;
/// impl Tunable for Shy {}
/// impl SteeringModel for Shy {
///     fn steer(&self, view: &View, _: &mut SteeringMemory, _: &mut Sketch) -> Answer {
///         let mut alone = true;
///         view.for_each_neighbour(30.0, |_| alone = false);
///         Answer::Velocity(if alone { view.wish() } else { view.wish() * 0.5 })
///     }
/// }
/// ```
pub trait SteeringModel: Tunable + dyn_clone::DynClone + Send + Sync {
    /// Makes ready for a tick, once for all units that go by a tuning and before any of them is asked: for
    /// models that look at the crowd as a whole.
    fn prepare(&mut self, _scene: &Scene, _tuning: u32) {}

    /// What a unit that is on its way asks for. `memory` is the unit's own, to be changed; `sketch` takes the
    /// arrows that are drawn when somebody looks at the unit.
    fn steer(&self, view: &View, memory: &mut SteeringMemory, sketch: &mut Sketch) -> Answer;

    /// What a unit that rests asks for. Unless the model knows better, it follows the walls that touch it
    /// while its stop timer runs (article 000), and stands otherwise.
    fn rest(&self, view: &View, _memory: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        rest::step_aside(view, SideStep::Wall, sketch)
    }

    /// The field in which the unit moves, for models that have one: drawn when somebody looks at the unit.
    fn field(&self, _view: &View, _sketch: &mut Sketch) {}

    /// Whether the way of its units is bent to a curve ([`crate::unit::Route`]), of which they see what is
    /// ahead: [`View::line`].
    fn follows_curves(&self) -> bool {
        false
    }

    /// What becomes of units that would overlap.
    fn contacts(&self) -> Contacts {
        Contacts::Overlap
    }

    /// Whether units take any velocity at once, as in articles that know no acceleration.
    fn is_instant(&self) -> bool {
        false
    }

    /// Whether a unit that finds its place taken chooses another one beside it. If not, it goes on until its
    /// stop timer runs out.
    fn looks_for_room(&self) -> bool {
        true
    }

    /// Whether a unit whose stop timer has run out stops short of its place (000.5).
    fn gives_up(&self) -> bool {
        true
    }

    /// How fast the stop timer of a unit on its way runs down while it touches nobody that rests, against
    /// real time: `wanted` is the direction to its waypoint, `velocity` how it moves, px/s.
    fn recovery(&self, _wanted: Vec2, _velocity: Vec2) -> f32 {
        RECOVERY
    }

    /// Whether resting units go back to their post when they were moved.
    fn returns_to_post(&self) -> bool {
        false
    }
}

dyn_clone::clone_trait_object!(SteeringModel);
