//! The second phase: promises are made one after the other, and those in the way make theirs first.
//!
//! Here is the order of planning and what a unit does at its turn; `push` is what it tells one in its way,
//! `hard_push` the chain of those in whose way others stand, `way_out` where they go, `room` what is free,
//! `convoys` who leads together, `blocks` who plans side by side on all threads.

mod blocks;
mod convoys;
mod hard_push;
mod place;
mod push;
mod room;
mod way_out;

use super::give_way::Request;
use super::nearest_adjacent::nearest_adjacent;
use super::order::Ranked;
use crate::geometry::half_planes::{HalfPlane, nearest};
use crate::geometry::linear_program::solve;
use crate::movement::flight::Flight;
use crate::movement::predictive::parameters::Parameters;
use crate::movement::predictive::plan::{Plan, PlanLists};
use crate::movement::predictive::surroundings::{Surroundings, longest_step};
use crate::neighbours::{CHUNK, Crowd, Intent, fetch};
use crate::unit::memory::NOBODY;
use crate::unit::{Decision, Memory};
use blocks::{EVERYWHERE, PlanningBlocks};
use glam::Vec2;
use place::CommitRow;
use rayon::prelude::*;

/// What the second phase came to, in buffers that live on from tick to tick.
#[derive(Debug, Default)]
pub struct CommitScratch {
    /// Where each unit is and will be.
    pub(super) places: Vec<CommitRow>,
    /// The planning of each block of the two cuts.
    inner: [Vec<Turns>; 2],
    /// That of all others, after them.
    others: Turns,
    leaders: Vec<Ranked>,
}

/// Buffers are not worth a copy: what is in them is made anew in each step.
impl Clone for CommitScratch {
    fn clone(&self) -> CommitScratch {
        CommitScratch::default()
    }
}

/// How many were told to give way in a step that had not been for a while.
#[derive(Clone, Copy, Debug, Default)]
pub struct PushCounts {
    /// By the unit at the head of a chain.
    pub pushes: u64,
    /// By one that was itself in the way.
    pub hard_pushes: u64,
}

/// Whose turn it is in a part of the crowd, and what planning them needs.
#[derive(Debug, Default)]
struct Turns {
    /// Roots in the order of planning.
    order: Vec<Ranked>,
    /// Units that have to leave an obstacle's way.
    fleeing: Vec<(Flight, usize)>,
    stack: Vec<ChainLink>,
    planes: Vec<HalfPlane>,
    /// Plans that change as their turn comes, with the units that they are of.
    changed: Vec<(usize, Plan)>,
    /// Whom these name.
    lists: PlanLists,
    pushes: PushCounts,
    /// Roots that need somebody outside the part.
    left: Vec<Ranked>,
}

impl Turns {
    fn clear(&mut self) {
        self.order.clear();
        self.changed.clear();
        self.lists.clear();
        self.pushes = PushCounts::default();
        self.left.clear();
    }
}

/// A unit that is being planned, with those in its way still to come.
#[derive(Clone, Copy, Debug)]
struct ChainLink {
    unit: usize,
    /// Where its plan stands in [`Turns::changed`], if it has changed since it was decided.
    changed: Option<u32>,
    /// Displacement that it goes for, px.
    target: Vec2,
    /// What it was told to clear.
    request: Option<Request>,
    /// How many of its contacts, and of those to ask, were looked at.
    cursor: usize,
    asked: usize,
    /// Whom it pushed last, as an index.
    pushed: u32,
    /// How it pushed: [`Decision::PushIdle`], [`Decision::Push`], or [`Decision::HardPush`] once a unit that
    /// it pushed had to push on; `None` while it pushed nobody.
    push: Option<Decision>,
}

/// What the commits of all parts of the crowd share.
#[derive(Clone, Copy)]
struct Whole<'a> {
    crowd: &'a Crowd,
    plans: &'a [Plan],
    lists: &'a [PlanLists],
    places: &'a [CommitRow],
    around: Surroundings<'a>,
    blocks: PlanningBlocks,
}

/// The commit of a part of the crowd.
struct Commit<'a> {
    whole: Whole<'a>,
    /// The block that is planned, or [`EVERYWHERE`].
    block: u32,
    turns: &'a mut Turns,
}

impl CommitScratch {
    /// Plans everybody who moves, and whom they need: fills `next`, and brings `plans` to what became of
    /// them. The result does not depend on the number of threads.
    pub(super) fn commit(
        &mut self,
        crowd: &Crowd,
        next: &mut [Vec2],
        (plans, lists, ranks): (&mut [Plan], &mut [PlanLists], &[u64]),
        around: Surroundings,
        tick: u64,
    ) -> PushCounts {
        let [first, second] = PlanningBlocks::cut(crowd, tick);
        {
            let CommitScratch { places, inner, others, .. } = &mut *self;
            others.clear();
            let ranked = ranks.iter().enumerate().filter(|(_, rank)| **rank != Ranked::NONE);
            let roots =
                ranked.map(|(index, &rank)| Ranked { rank, id: crowd.id[index], index: index as u32 });
            // Where everybody is, who is done with, and who may be told to give way; and meanwhile what one
            // thread has to do alone.
            let row = |(index, plan)| CommitRow::new(crowd, index, plan, around.tuned.of(crowd, index));
            let rows = plans.par_iter().enumerate().with_min_len(CHUNK).map(row);
            let hand_out = || hand_out(roots, crowd, first, &mut inner[0], &mut others.order);
            rayon::join(|| rows.collect_into_vec(places), hand_out);
        }
        let CommitScratch { places, inner, others, .. } = &mut *self;
        let whole = Whole { crowd, plans, lists, places, around, blocks: first };
        Commit { whole, block: EVERYWHERE, turns: others }.clear_obstacles();
        plan_blocks(whole, &mut inner[0], others);
        let mut waiting = std::mem::replace(&mut others.order, std::mem::take(&mut others.left));
        hand_out(waiting.drain(..), crowd, second, &mut inner[1], &mut others.order);
        others.left = waiting;
        plan_blocks(Whole { blocks: second, ..whole }, &mut inner[1], others);
        Commit { whole, block: EVERYWHERE, turns: others }.run();
        let pushes = others.pushes;
        for turns in self.inner.iter().flatten().chain([&self.others]) {
            for &(unit, plan) in &turns.changed {
                plans[unit] = lists[unit / CHUNK].adopt(plan, &turns.lists);
            }
        }
        let places = next.par_iter_mut().zip(&self.places).with_min_len(CHUNK);
        places.for_each(|(next, place)| *next = place.next());
        pushes
    }
}

/// Gives each root to its block, or to the others.
fn hand_out(
    roots: impl Iterator<Item = Ranked>,
    crowd: &Crowd,
    blocks: PlanningBlocks,
    inner: &mut Vec<Turns>,
    others: &mut Vec<Ranked>,
) {
    inner.resize_with(inner.len().max(blocks.count()), Turns::default);
    inner.iter_mut().for_each(Turns::clear);
    for root in roots {
        let block = blocks.at(crowd.position[root.index as usize]);
        inner.get_mut(block as usize).map_or(&mut *others, |turns| &mut turns.order).push(root);
    }
}

/// Plans the blocks, on all threads; roots that need somebody outside theirs are left to the others.
fn plan_blocks(whole: Whole, inner: &mut [Turns], others: &mut Turns) {
    let blocks = inner[..whole.blocks.count()].par_iter_mut().enumerate();
    blocks.for_each(|(block, turns)| Commit { whole, block: block as u32, turns }.run());
    for turns in inner {
        others.order.append(&mut turns.left);
        others.pushes.pushes += turns.pushes.pushes;
        others.pushes.hard_pushes += turns.pushes.hard_pushes;
    }
}

impl<'a> Commit<'a> {
    /// The numbers that a unit goes by.
    fn parameters(&self, unit: usize) -> &'a Parameters {
        self.whole.around.tuned.of(self.whole.crowd, unit)
    }

    /// What was remembered of a unit after the last step.
    fn memory(&self, unit: usize) -> &'a Memory {
        self.whole.around.memory(self.whole.crowd, unit)
    }

    /// Whether nobody has looked at it yet; never asked of an inner unit of another block.
    fn is_unsolved(&self, unit: usize) -> bool {
        self.whole.places[unit].is_unsolved()
    }

    /// What the unit of a frame decided, as it stands at its turn.
    fn plan(&self, frame: &ChainLink) -> &Plan {
        match frame.changed {
            Some(place) => &self.turns.changed[place as usize].1,
            None => &self.whole.plans[frame.unit],
        }
    }

    /// Where those are whom that plan names.
    fn lists(&self, frame: &ChainLink) -> &PlanLists {
        if frame.changed.is_some() { &self.turns.lists } else { &self.whole.lists[frame.unit / CHUNK] }
    }

    /// Whether a unit belongs to what is planned here.
    fn is_here(&self, unit: usize) -> bool {
        self.block == EVERYWHERE || self.whole.blocks.at(self.whole.crowd.position[unit]) == self.block
    }

    /// Plans everybody whose turn it is, in the order of their ranks.
    fn run(mut self) {
        let mut order = std::mem::take(&mut self.turns.order);
        self.fetch(&order);
        order.sort_unstable();
        for &ranked in &order {
            let root = ranked.index as usize;
            if self.is_unsolved(root) && !self.plan_root(root, None) {
                self.turns.left.push(ranked);
            }
        }
        self.turns.order = order;
    }

    /// Fetches what the turns of these begin with.
    fn fetch(&self, order: &[Ranked]) {
        let Whole { crowd, plans, lists, places, around, .. } = self.whole;
        fetch(order.iter().map(|ranked| {
            let index = ranked.index as usize;
            let (plan, place) = (&plans[index], places[index].now);
            let contacts = lists[index / CHUNK].contacts(plan);
            plan.want.x.to_bits()
                ^ contacts.first().copied().unwrap_or_default()
                ^ place.x.to_bits()
                ^ around.memory(crowd, index).leads_since
        }));
    }

    /// Moving obstacles yield to nobody: units that have to leave plan before all others, first those that
    /// have least time.
    fn clear_obstacles(mut self) {
        if self.whole.around.obstacles.is_empty() {
            return;
        }
        let mut fleeing = std::mem::take(&mut self.turns.fleeing);
        fleeing.clear();
        let flights = self.whole.lists.iter().flat_map(|lists| &lists.flights);
        fleeing.extend(flights.map(|&(unit, flight)| (flight, unit as usize)));
        let id = |unit: usize| self.whole.crowd.id[unit];
        fleeing.sort_unstable_by(|a, b| a.0.left.total_cmp(&b.0.left).then(id(a.1).cmp(&id(b.1))));
        for &(flight, unit) in &fleeing {
            if self.is_unsolved(unit) {
                self.plan_root(unit, Some(self.flee(unit, flight)));
            }
        }
        self.turns.fleeing = fleeing;
    }

    /// Whether a unit runs from a moving obstacle.
    fn runs(&self, unit: usize) -> bool {
        self.whole.plans[unit].runs
    }

    /// Makes the promise of a unit: its step if it is free, else slid along what blocks it, else a part of
    /// it, else the nearest free place around, else it stays.
    fn settle(&mut self, frame: &ChainLink) {
        let unit = frame.unit;
        let step = self.free_step(frame);
        let stays = step.length_squared() < 0.01 * frame.target.length_squared();
        let (decision, other) = if let Some(request) = &frame.request {
            (Decision::GiveWay, request.by)
        } else if let Some(push) = frame.push {
            (push, frame.pushed)
        } else if stays {
            let walks = self.whole.crowd.intent(unit) == Intent::Move;
            (if walks { Decision::Wait } else { Decision::Avoid }, self.blocker(frame))
        } else {
            let plan = self.plan(frame);
            (plan.decision, plan.other)
        };
        self.whole.places[unit].promise(step, decision, other);
    }

    /// The first who keeps a unit from its step, as an index; [`NOBODY`] where it is a wall.
    fn blocker(&self, frame: &ChainLink) -> u32 {
        let mut blocker = NOBODY;
        self.try_each_contact(frame, |other| {
            if !self.is_clear_of(frame.unit, frame.target, other) {
                blocker = other as u32;
            }
            blocker == NOBODY
        });
        blocker
    }

    fn free_step(&mut self, frame: &ChainLink) -> Vec2 {
        let unit = frame.unit;
        let is_free = frame.target == Vec2::ZERO || self.is_free(frame, frame.target);
        if is_free && self.clears_obstacles(unit, frame.target) {
            return frame.target;
        }
        if self.parameters(unit).stops {
            return Vec2::ZERO;
        }
        let most = longest_step(self.whole.crowd, unit);
        let mut slid = Vec2::ZERO;
        if self.parameters(unit).fan {
            let mut planes = self.planes_of_walls(unit);
            self.for_each_contact(frame, |other| planes.push(self.plane_against(unit, other)));
            let bodies = planes.len();
            self.add_obstacles(unit, &mut planes);
            if let Some(request) = &frame.request {
                planes.push(request.plane);
                slid = nearest(frame.target, most, &planes).unwrap_or(Vec2::ZERO);
                planes.pop();
            }
            if slid == Vec2::ZERO {
                slid = match planes.len() > bodies {
                    // Where bodies leave no room, an obstacle is kept off as far as it goes.
                    true => solve(frame.target, most, &planes, bodies),
                    false => nearest(frame.target, most, &planes).unwrap_or(Vec2::ZERO),
                };
            }
            self.turns.planes = planes;
        }
        for step in [slid, slid * 0.5, slid * 0.25] {
            if step != Vec2::ZERO && self.is_free(frame, step) {
                return step;
            }
        }
        let walks = frame.request.is_none() && self.whole.crowd.intent(unit) == Intent::Move;
        if !walks {
            return Vec2::ZERO;
        }
        let position = self.whole.crowd.position[unit];
        let size = frame.target.length();
        let place = nearest_adjacent(position, self.whole.crowd.waypoint[unit], size, |place| {
            self.is_free(frame, place - position)
        });
        place - position
    }
}
