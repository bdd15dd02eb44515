//! From answers to places: what is the same for every steering model.
//!
//! A tick has two phases, each for all units at once and on any number of threads.
//! 1. **Decide** reads the snapshot: stop timer, the model's answer, and from it a planned displacement within the
//!    unit's acceleration and top speed.
//! 2. **Move** reads the snapshot and all plans: the displacement nearest to the planned one that enters no wall, no
//!    obstacle, nobody that `predictive` moves, and, where the model has contacts, nobody else.
//!
//! Every limit of the second phase is a half-plane of displacements ([`super::linear_program`]). Two units that stop
//! each other share the gap between them along the axis that parts them: each knows both plans, so both find the same
//! shares without a word, and since the shares add up to the gap, they cannot overlap.
//!
//! Costs, with the model `none`: about 0.5 µs per unit and tick at 20 px mean spacing, where everybody touches somebody.

use super::contact::{separation, touch};
use super::linear_program::{HalfPlanes, solve};
use super::predictive::half_planes::HalfPlane;
use super::view::for_each_wall;
use super::{Answer, Contacts, Models, Scene, Sketch, SteeringMemory, SteeringModel, Vector, View};
use crate::components::DT;
use crate::grid::geometry::touch as rounding;
use crate::grid::{Grid, TILE};
use crate::neighbours::{Crowd, Intent};
use crate::obstacles::Obstacle;
use crate::stopping::{Touch, moving_timer, stopped_timer};
use glam::Vec2;
use rayon::prelude::*;

/// Units that one thread takes at a time.
const CHUNK: usize = 256;
/// Fastest parting of bodies that overlap already, px in a tick: they got there by another model, and slide out of
/// each other instead of jumping.
const PARTING: f32 = 1.0;

/// What was decided for a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Displacement that it would make if nothing were in the way, px.
    pub step: Vec2,
    /// What its model remembers of it from now on.
    pub memory: SteeringMemory,
    /// Its stop timer from now on, s.
    pub stop_timer: f32,
    /// Whether it gives up its way: it has touched resting units for too long (000.5).
    pub gives_up: bool,
    /// Whether it stands on its destination and others keep it from standing there exactly. Article 000 asks whether a
    /// square is "standing on the desired coordinates".
    pub arrives: bool,
    /// Whether it stays where it is put: its post goes with it.
    pub settles: bool,
    contacts: Contacts,
    /// Whether it is moved here at all.
    mine: bool,
}

impl Plan {
    const NONE: Plan = Plan {
        step: Vec2::ZERO,
        memory: SteeringMemory { avoiding: None, scratch: [0.0; 2] },
        stop_timer: 0.0,
        gives_up: false,
        arrives: false,
        settles: false,
        contacts: Contacts::Overlap,
        mine: false,
    };
}

/// All steering models, with the buffers that are reused from tick to tick.
#[derive(Clone, Default)]
pub struct Steering {
    /// The models.
    pub models: Models,
    plans: Vec<Plan>,
}

impl Steering {
    /// Moves every unit whose model is a steering model by one step: fills `crowd.next` and [`Steering::plan`]. The
    /// others' places in `crowd.next` must be filled already; they are kept clear of.
    ///
    /// Obstacles are at `previous` when the tick starts and at `position` when it ends.
    pub fn step(&mut self, crowd: &mut Crowd, grid: &Grid, obstacles: &[Obstacle], tick: u64) {
        if !crowd.foreign.contains(&true) {
            self.plans.clear();
            return;
        }
        let mut next = std::mem::take(&mut crowd.next);
        let scene = Scene { crowd, grid, obstacles, tick };
        self.plans.clear();
        self.plans.resize(scene.crowd.len(), Plan::NONE);
        let decide = Decide::new(scene, &self.models);
        self.plans.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, plans)| {
            for (place, plan) in plans.iter_mut().enumerate() {
                *plan = decide.plan(chunk * CHUNK + place);
            }
        });
        // Who is not moved here is read by others while they move, so these places are kept apart.
        let others_move = self.plans.iter().any(|plan| !plan.mine);
        if others_move {
            for (plan, (next, at)) in self.plans.iter_mut().zip(next.iter().zip(&scene.crowd.position)) {
                if !plan.mine {
                    plan.step = *next - *at;
                }
            }
        }
        let movement = Move { scene, plans: &self.plans, others_move };
        next.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, next)| {
            for (place, next) in next.iter_mut().enumerate() {
                let index = chunk * CHUNK + place;
                if self.plans[index].mine {
                    *next = movement.place(index);
                }
            }
        });
        crowd.next = next;
    }

    /// What was decided in the last step for the unit at this index of the crowd; `None` if its model is no steering
    /// model.
    pub fn plan(&self, index: usize) -> Option<&Plan> {
        self.plans.get(index).filter(|plan| plan.mine)
    }

    /// The arrows that a unit's model thinks in, on this snapshot. Empty for `predictive`.
    pub fn vectors(
        &self,
        crowd: &Crowd,
        grid: &Grid,
        obstacles: &[Obstacle],
        tick: u64,
        index: usize,
        list: &mut Vec<Vector>,
    ) {
        let decide = Decide::new(Scene { crowd, grid, obstacles, tick }, &self.models);
        if let Some(model) = self.models.get(crowd.model[index]) {
            let (stop_timer, _) = decide.timer(index, decide.touch(index));
            decide.answer(model, index, stop_timer, &mut Sketch::into(list));
        }
    }
}

/// The first phase.
struct Decide<'a> {
    scene: Scene<'a>,
    models: &'a Models,
    anybody_rests: bool,
    anybody_disturbs: bool,
}

impl<'a> Decide<'a> {
    fn new(scene: Scene<'a>, models: &'a Models) -> Decide<'a> {
        let crowd = scene.crowd;
        let anybody_rests = crowd.intent.iter().any(|&intent| intent != Intent::Move);
        let anybody_disturbs =
            crowd.intent.contains(&Intent::Move) || crowd.stop_timer.iter().any(|&t| t > 0.0);
        Decide { scene, models, anybody_rests, anybody_disturbs }
    }

    fn plan(&self, index: usize) -> Plan {
        let crowd = self.scene.crowd;
        let Some(model) = self.models.get(crowd.model[index]) else { return Plan::NONE };
        let contacts = model.contacts();
        if crowd.intent[index] == Intent::Hold {
            return Plan { contacts, mine: true, ..Plan::NONE };
        }
        let touch = self.touch(index);
        let (stop_timer, exhausted) = self.timer(index, touch);
        let gives_up = exhausted && model.gives_up();
        let (answer, memory) = self.answer(model, index, stop_timer, &mut Sketch::off());
        let velocity = velocity(crowd, index, answer, model.is_instant());
        let settles = crowd.intent[index] == Intent::Rest && !model.returns_to_post();
        let arrives = crowd.intent[index] == Intent::Move && touch.any && self.stands_on_its_end(index);
        Plan { step: velocity * DT, memory, stop_timer, gives_up, arrives, settles, contacts, mine: true }
    }

    /// Whom the unit touches, as far as it matters: nobody is asked where nobody can be.
    fn touch(&self, index: usize) -> Touch {
        let crowd = self.scene.crowd;
        let moving = crowd.intent[index] == Intent::Move;
        let look =
            if moving { self.anybody_rests || self.stands_on_its_end(index) } else { self.anybody_disturbs };
        if look { touch(crowd, index) } else { Touch::default() }
    }

    /// Whether the unit's body covers its destination.
    fn stands_on_its_end(&self, index: usize) -> bool {
        let crowd = self.scene.crowd;
        let away = crowd.waypoint[index] - crowd.position[index];
        crowd.remaining[index] == 0.0 && away.abs().max_element() <= crowd.body[index].radius
    }

    /// The unit's stop timer after this tick's contacts, and whether it gives up.
    fn timer(&self, index: usize, touch: Touch) -> (f32, bool) {
        let crowd = self.scene.crowd;
        let (timer, moving) = (crowd.stop_timer[index], crowd.intent[index] == Intent::Move);
        if !moving {
            return (stopped_timer(timer, touch, DT), false);
        }
        let way = (crowd.waypoint[index] - crowd.position[index]).abs();
        moving_timer(timer, touch, way.x + way.y + crowd.remaining[index], crowd.speed[index], DT)
    }

    fn answer(
        &self,
        model: &dyn SteeringModel,
        index: usize,
        stop_timer: f32,
        sketch: &mut Sketch,
    ) -> (Answer, SteeringMemory) {
        let view = View { scene: self.scene, me: index, stop_timer };
        let mut memory = self.scene.crowd.steering[index];
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
    let (now, most) = (crowd.velocity[index], crowd.acceleration[index] * DT);
    // What is not a number, a model must not pass on to its unit.
    let velocity = match answer {
        Answer::Velocity(wanted) if instant => wanted,
        Answer::Velocity(wanted) => now + (wanted - now).clamp_length_max(most),
        Answer::Acceleration(along) => now + (along * DT).clamp_length_max(most),
    };
    if velocity.is_finite() { velocity.clamp_length_max(crowd.speed[index]) } else { Vec2::ZERO }
}

/// The second phase.
struct Move<'a> {
    scene: Scene<'a>,
    plans: &'a [Plan],
    others_move: bool,
}

impl Move<'_> {
    /// Where a unit is after this step.
    fn place(&self, me: usize) -> Vec2 {
        let crowd = self.scene.crowd;
        let at = crowd.position[me];
        if crowd.intent[me] == Intent::Hold {
            return at;
        }
        let mut planned = self.plans[me].step;
        if self.is_free(me, planned.length()) {
            return at + planned;
        }
        if self.plans[me].contacts == Contacts::Sideways {
            planned = self.pushed_sideways(me);
        }
        let mut planes = HalfPlanes::new();
        let mut longest = planned.length();
        // In the order of importance: who is last gives way where there is no room for all.
        for_each_wall(self.scene.grid, at, crowd.body[me], longest + PARTING, &mut |away: Vec2, gap| {
            planes.push(away, -gap);
        });
        let walls = planes.as_slice().len();
        longest = longest.max(self.keep_clear_of_obstacles(me, longest, &mut planes));
        if self.others_move {
            self.keep_clear_of_promises(me, longest, &mut planes);
        }
        let hard = planes.as_slice().len();
        if self.plans[me].contacts != Contacts::Overlap {
            longest = longest.max(self.share_gaps(me, longest, &mut planes));
        }
        if planes.as_slice().is_empty() {
            return at + planned;
        }
        let step = solve(planned, longest, planes.as_slice(), hard);
        self.swept(me, step, &planes.as_slice()[..walls])
    }

    /// Whether nothing can be in a unit's way, by what costs next to nothing to ask.
    fn is_free(&self, me: usize, longest: f32) -> bool {
        let crowd = self.scene.crowd;
        let (column, row) = Grid::tile_at(crowd.position[me]);
        let clear = (f32::from(self.scene.grid.clear_tiles(column, row)) - 1.0) * TILE;
        !self.others_move
            && self.plans[me].contacts == Contacts::Overlap
            && self.scene.obstacles.is_empty()
            && crowd.body[me].radius + longest <= clear
    }

    /// Where a displacement ends, cut where it would enter a wall after all: half-planes know only the walls near the
    /// start. A unit that touches `walls` by rounding alone would be stuck there, so it is first tried a hair off them.
    fn swept(&self, me: usize, step: Vec2, walls: &[HalfPlane]) -> Vec2 {
        let at = self.scene.crowd.position[me];
        let hair = rounding(at);
        let touched = walls.iter().filter(|wall| wall.least > -hair);
        let off: Vec2 = touched.map(|wall| wall.normal * hair).sum();
        let next = self.cut(me, step);
        if off != Vec2::ZERO && next.distance_squared(at) < 0.9 * step.length_squared() {
            let other = self.cut(me, step + off);
            if other.distance_squared(at) > next.distance_squared(at) {
                return other;
            }
        }
        next
    }

    fn cut(&self, me: usize, step: Vec2) -> Vec2 {
        let crowd = self.scene.crowd;
        let (at, body) = (crowd.position[me], crowd.body[me]);
        let length = step.length();
        if length == 0.0 {
            return at;
        }
        let direction = step / length;
        let next = at + direction * self.scene.grid.free_run(at, direction, body, length);
        let enters = |obstacle: &Obstacle| {
            obstacle.is_still()
                && separation(body, obstacle.collider(), obstacle.position - next, true).1 < 0.0
                && separation(body, obstacle.collider(), obstacle.position - at, true).1 >= 0.0
        };
        if self.scene.obstacles.iter().any(enters) { at } else { next }
    }

    /// Adds the rims of obstacles. Those that move are taken where they end; who is in their way is pushed out of it,
    /// and the length of that push is returned, px.
    fn keep_clear_of_obstacles(&self, me: usize, longest: f32, planes: &mut HalfPlanes) -> f32 {
        let crowd = self.scene.crowd;
        let (at, body) = (crowd.position[me], crowd.body[me]);
        let mut push = 0.0_f32;
        for still in [true, false] {
            for obstacle in self.scene.obstacles.iter().filter(|obstacle| obstacle.is_still() == still) {
                let offset = obstacle.position - at;
                let reach = body.reach() + obstacle.radius + longest + PARTING;
                if offset.length_squared() > reach * reach {
                    continue;
                }
                let (towards, gap) = separation(body, obstacle.collider(), offset, true);
                let room = gap - rounding(at);
                let room = if still { room.max(0.0) } else { room };
                planes.push(-towards, -room);
                push = push.max(-room);
            }
        }
        push
    }

    /// Adds the places that units of other models have promised to be at: `predictive` counts on us.
    fn keep_clear_of_promises(&self, me: usize, longest: f32, planes: &mut HalfPlanes) {
        let crowd = self.scene.crowd;
        let (at, body) = (crowd.position[me], crowd.body[me]);
        let range = body.reach() + crowd.largest_radius + longest + crowd.largest_speed * DT + PARTING;
        for run in crowd.runs(at, range) {
            for other in run {
                let offset = crowd.position[other] + self.plans[other].step - at;
                if self.plans[other].mine || offset.length_squared() > range * range {
                    continue;
                }
                let (towards, gap) =
                    separation(body, crowd.body[other], offset, crowd.id[me] < crowd.id[other]);
                planes.push(-towards, -(gap - rounding(at)).max(0.0));
            }
        }
    }

    /// Calls `visit` for everybody whom a unit with contacts could meet in this step: with the index, the unit vector
    /// towards it, the gap less what rounding needs, and by how much each of the two plans closes it, px.
    fn for_each_meeting(&self, me: usize, longest: f32, mut visit: impl FnMut(usize, Vec2, f32, f32, f32)) {
        let crowd = self.scene.crowd;
        let (at, body) = (crowd.position[me], crowd.body[me]);
        let range = body.reach() + crowd.largest_radius + longest + crowd.largest_speed * DT;
        for run in crowd.runs(at, range) {
            for other in run {
                let offset = crowd.position[other] - at;
                if other == me || !self.plans[other].mine || offset.length_squared() > range * range {
                    continue;
                }
                let (towards, gap) =
                    separation(body, crowd.body[other], offset, crowd.id[me] < crowd.id[other]);
                let mine = self.plans[me].step.dot(towards);
                let theirs = -self.plans[other].step.dot(towards);
                visit(
                    other,
                    towards,
                    gap - rounding(at.abs().max(crowd.position[other].abs())),
                    mine,
                    theirs,
                );
            }
        }
    }

    /// Adds a half-plane for everybody whom the unit could run into: its share of the gap. Returns the longest push
    /// that parts it from those whom it overlaps already, px.
    fn share_gaps(&self, me: usize, longest: f32, planes: &mut HalfPlanes) -> f32 {
        let mut push = 0.0_f32;
        let crowd = self.scene.crowd;
        self.for_each_meeting(me, longest, |other, towards, gap, mine, theirs| {
            let yields =
                crowd.intent[other] != Intent::Hold && self.plans[other].contacts != Contacts::Overlap;
            let share = share(gap, mine, theirs, yields).max(-PARTING);
            if share < longest + PARTING {
                planes.push(-towards, -share);
                push = push.max(-share);
            }
        });
        push
    }

    /// The planned step, and what contacts will take of it, turned aside: to the side on which the other passes
    /// already, and to the right where it comes straight on. Both see the same side.
    ///
    /// # Source
    /// Article 002, its last paragraph: push them sideways, at the right angle, so that they slide past each other.
    fn pushed_sideways(&self, me: usize) -> Vec2 {
        let planned = self.plans[me].step;
        let longest = planned.length();
        let mut aside = Vec2::ZERO;
        self.for_each_meeting(me, longest, |other, towards, gap, mine, theirs| {
            let lost = mine.max(0.0) - share(gap, mine, theirs, true).max(0.0);
            if lost > 0.0 {
                let right = towards.perp();
                let slide = (planned - self.plans[other].step).dot(right);
                aside += if slide < -0.01 * longest { -right } else { right } * lost;
            }
        });
        (planned + aside).clamp_length_max(self.scene.crowd.speed[me] * DT)
    }
}

/// How much of a gap is one's own to close, px, when one's plan closes it by `mine` and the other's by `theirs`. If the
/// other `yields`, the two shares add up to the gap: what is left over, and what is missing, is halved. If it does not,
/// the gap is one's own less what the other takes.
///
/// Whoever goes away is not counted on: it might be stopped.
fn share(gap: f32, mine: f32, theirs: f32, yields: bool) -> f32 {
    let (mine, theirs) = (mine.max(0.0), theirs.max(0.0));
    if !yields {
        if gap < 0.0 { gap } else { (gap - theirs).max(0.0) }
    } else if gap < 0.0 {
        gap / 2.0
    } else if mine + theirs <= gap {
        mine + (gap - mine - theirs) / 2.0
    } else {
        mine.min((gap / 2.0).max(gap - theirs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_the_gap_and_are_never_negative() {
        for gap in [0.0, 0.5, 1.0, 3.0] {
            for mine in [-2.0, 0.0, 0.3, 0.5, 2.0] {
                for theirs in [-2.0, 0.0, 0.3, 0.5, 2.0] {
                    let (a, b) = (share(gap, mine, theirs, true), share(gap, theirs, mine, true));
                    assert!(a >= 0.0 && b >= 0.0 && a + b <= gap + 1e-6, "{gap} {mine} {theirs}: {a} {b}");
                    assert!(
                        mine.max(0.0) + theirs.max(0.0) > gap || (a >= mine && b >= theirs),
                        "nobody is stopped for nothing"
                    );
                }
            }
        }
    }
}
