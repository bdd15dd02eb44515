//! The first phase: stop timer, the model's answer, and the displacement that is planned from it.

use crate::movement::answer::Answer;
use crate::movement::contact::{reach, touch};
use crate::movement::flight::{Flight, Mover, flight};
use crate::movement::integrate::plan::SteeringPlan;
use crate::movement::models::Models;
use crate::movement::parameter::of_tuning;
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::Sketch;
use crate::movement::view::{Scene, View};
use crate::neighbours::{Crowd, Intent};
use crate::stopping::{RECOVERY, Touch, moving_timer, stopped_timer};
use crate::time::DT;
use crate::unit::SteeringMemory;
use glam::Vec2;

/// The first phase.
pub(super) struct Decide<'a> {
    scene: Scene<'a>,
    models: &'a Models,
    own: &'a [Models],
    anybody_disturbs: bool,
}

impl<'a> Decide<'a> {
    pub fn new(scene: Scene<'a>, models: &'a Models, own: &'a [Models]) -> Decide<'a> {
        let crowd = scene.crowd;
        let anybody_disturbs = crowd.outline.iter().any(|unit| unit.intent == Intent::Move)
            || crowd.steered.iter().any(|unit| unit.stop_timer > 0.0);
        Decide { scene, models, own, anybody_disturbs }
    }

    /// The model of a unit, with the parameters that it goes by.
    pub fn model(&self, index: usize) -> Option<&'a dyn SteeringModel> {
        let crowd = self.scene.crowd;
        let model = crowd.steered.get(index)?.model;
        of_tuning(crowd.tuning[index], self.models, self.own).get(model)
    }

    pub fn plan(&self, index: usize) -> SteeringPlan {
        let crowd = self.scene.crowd;
        let Some(model) = self.model(index) else { return SteeringPlan::NONE };
        let contacts = model.contacts();
        let returns = model.returns_to_post();
        let stands = SteeringPlan { contacts, mine: true, settles: !returns, ..SteeringPlan::NONE };
        let holds = crowd.intent(index) == Intent::Hold;
        if holds && (!returns || crowd.position[index] == crowd.waypoint[index]) {
            return SteeringPlan { step: self.fled(index, Vec2::ZERO, false), ..stands };
        }
        let touch = self.touch(index);
        let (stop_timer, exhausted) = self.timer(index, touch);
        let gives_up = exhausted && model.gives_up();
        let (answer, memory) = self.answer(model, index, stop_timer, &mut Sketch::off());
        let velocity = velocity(crowd, index, answer, model.is_instant());
        let settles = crowd.intent(index) != Intent::Move && !returns;
        let arrives = crowd.intent(index) == Intent::Move && touch.any && self.stands_on_its_end(index);
        let step = self.fled(index, velocity * DT, model.is_instant());
        SteeringPlan { step, memory, stop_timer, gives_up, arrives, settles, contacts, mine: true }
    }

    /// What a unit does that wants a step, px: that, unless it has to get out of the way of a moving
    /// obstacle.
    fn fled(&self, index: usize, step: Vec2, instant: bool) -> Vec2 {
        let crowd = self.scene.crowd;
        let mover = Mover {
            position: crowd.position[index],
            velocity: crowd.velocity(index),
            body: crowd.body[index],
            speed: crowd.speed[index],
            acceleration: crowd.acceleration[index],
        };
        let ahead = self.scene.obstacles.iter().map(|obstacle| &obstacle.ahead);
        let goes_on = crowd.intent(index) != Intent::Move && mover.velocity != Vec2::ZERO;
        let fled = goes_on.then_some(mover.velocity / mover.speed.max(1.0));
        let walks = crowd.intent(index) == Intent::Move;
        let taken = |direction, length| crowd.taken(index, direction, length);
        match flight(ahead, self.scene.grid, mover, step, walks, fled, taken) {
            Some(Flight { direction, .. }) => {
                velocity(crowd, index, Answer::Velocity(direction * mover.speed), instant) * DT
            }
            None => step,
        }
    }

    /// The units that this one touches, as far as they matter: nobody is asked where nobody can be. Under way
    /// units that stand matter, and on its destination everybody.
    pub fn touch(&self, index: usize) -> Touch {
        let crowd = self.scene.crowd;
        let look = if crowd.intent(index) == Intent::Move {
            let (position, range) = (crowd.position[index], reach(crowd, index));
            self.stands_on_its_end(index) || !crowd.nobody_stands_near(position, range)
        } else {
            self.anybody_disturbs
        };
        if look { touch(crowd, index) } else { Touch::default() }
    }

    /// Whether the unit's body covers its destination.
    fn stands_on_its_end(&self, index: usize) -> bool {
        let crowd = self.scene.crowd;
        let away = crowd.waypoint[index] - crowd.position[index];
        crowd.remaining[index] == 0.0 && away.abs().max_element() <= crowd.body[index].radius
    }

    /// The unit's stop timer after this tick's contacts, and whether it gives up.
    pub fn timer(&self, index: usize, touch: Touch) -> (f32, bool) {
        let crowd = self.scene.crowd;
        let (timer, moving) = (crowd.steered[index].stop_timer, crowd.intent(index) == Intent::Move);
        if !moving {
            return (stopped_timer(timer, touch, DT), false);
        }
        let way = crowd.waypoint[index] - crowd.position[index];
        let recovery = self.model(index).map_or(RECOVERY, |model| model.recovery(way, crowd.velocity(index)));
        let left = way.x.abs() + way.y.abs() + crowd.remaining[index];
        moving_timer(timer, touch, left, crowd.speed[index], DT, recovery)
    }

    pub fn answer(
        &self,
        model: &dyn SteeringModel,
        index: usize,
        stop_timer: f32,
        sketch: &mut Sketch,
    ) -> (Answer, SteeringMemory) {
        let view = View { scene: self.scene, me: index, stop_timer };
        let mut memory = self.scene.crowd.steered[index].memory;
        let answer = if view.is_moving() {
            model.steer(&view, &mut memory, sketch)
        } else {
            memory.avoiding = None;
            model.rest(&view, &mut memory, sketch)
        };
        (answer, memory)
    }
}

/// The velocity that a unit takes on, px/s: within its acceleration and its top speed.
fn velocity(crowd: &Crowd, index: usize, answer: Answer, instant: bool) -> Vec2 {
    let (now, most) = (crowd.velocity(index), crowd.acceleration[index] * DT);
    // What is not a number, a model must not pass on to its unit.
    let velocity = match answer {
        Answer::Velocity(wanted) if instant => wanted,
        Answer::Velocity(wanted) => now + (wanted - now).clamp_length_max(most),
        Answer::Acceleration(along) => now + (along * DT).clamp_length_max(most),
    };
    if velocity.is_finite() { velocity.clamp_length_max(crowd.speed[index]) } else { Vec2::ZERO }
}
