//! Article 003: everybody promises where it will be; nobody overlaps, and somebody always gets on.
//!
//! Every unit owns a queue of predicted positions ([`queue`]). Each tick it pops one and moves there, and
//! this model appends one: [`Predictive::step`] plans the next position of everybody at the planning front,
//! in two phases.
//!
//! 1. **Decide** reads the snapshot only and runs on any number of threads. Every unit looks ahead ([`fan`])
//!    and chooses a direction, always at full speed, within its acceleration ([`steer`]).
//! 2. **Commit** ([`commit`]) goes through the movers in a total order ([`priority`]). A unit that stands in
//!    the way of one and has no promise yet plans first and may be told to give way ([`flowchart`],
//!    [`give_way`]), and so on down the chain: push and hard push are one mechanism. Then the unit takes its
//!    step if it is free, or slides along what blocks it ([`half_planes`](crate::geometry::half_planes)), or
//!    takes the nearest free place around ([`nearest_adjacent`]), or waits.
//!
//! Of two friends that meet the one of lower priority yields: the higher counts on it as on an idle friend,
//! keeps its line ([`fan`]) and pushes without waiting first; as a leader it outranks one that began up to a
//! second earlier for each step of priority. Friends that walk the same way, or gather at one place, are left
//! alone.
//!
//! To go home, or to return, is to go back to one's post ([`home`]).
//!
//! Where the article's terms are:
//!
//! | article 003 | file |
//! |---|---|
//! | predicted positions, the queue | [`queue`] |
//! | `GetNearestAdj` | [`nearest_adjacent`] |
//! | pushing | [`ask`] (ahead of time), `commit/push.rs` (what one in the way is told), [`give_way`] (where it goes), [`home`] (back to its post) |
//! | `HardPush` | `commit/hard_push.rs` (the chain), [`refuge`] (out of a canyon) |
//! | priority | [`priority`] |
//! | soft colliders | `keep_off_softly` in [`fan`] |
//! | speed matching | [`crate::speed_matching`] |
//! | commander | [`crate::group`] |
//! | waypoints | [`crate::path::following`] |
//! | interpolation between ticks | `window::clock` (`blend`) |
//! | the two flowcharts; unsolved, solving, solved | [`flowchart`] |
//! | (both stop) | [`patience`] |
//!
//! # Guarantees
//! - *No overlap, by induction.* A position is free if it overlaps nobody: of units that have promised, their
//!   promise; of the others, the place where they are now. Staying is always free of units, so from disjoint
//!   places follow disjoint ones.
//! - *Nobody in an obstacle.* Staying is not free where an obstacle comes: a unit keeps a way out, and when
//!   it is about to lose that it leaves ([`super::flight`]) before all others and by a right that nobody can
//!   refuse, neither enemies nor units on hold. Where bodies leave it no room at all, no overlap and no wall
//!   come before no obstacle.
//! - *Somebody gets on.* A unit that waited long leads, and stays leader until it had a clear run in the
//!   open. In a narrow place all who go its way lead with it, so that one direction has the right of way
//!   until it is through. A leader that pushes in vain takes a step back and gives up its rank, and those who
//!   stand in an arch shove each other. There is no proof that all who could arrive do; shifted starts of
//!   narrow scenes are its test.
//! - *A unit at rest stands in the end.* Every push begins with a unit on an [`Errand`](crate::unit::Errand):
//!   under its order, or back to its post. The time that an errand spends in vain is bounded, its way becomes
//!   shorter than ever before only so often, and it begins anew only for reasons from outside. So after the
//!   last order everybody comes to rest, and where nobody is under way those who rest push each other for a
//!   bounded time: a unit that has spent it stands where it is.
//! - *Speed.* No displacement exceeds speed × dt, pushed or not.
//!
//! # Source
//! [Article 003] (predicted positions, `GetNearestAdj`, push, hard push, priorities, collision states).
//! Departures are named where they are made. The chains are priority inheritance with backtracking (Okumura,
//! Machida, Défago, Tamura: *Priority Inheritance with Backtracking for Iterative Multi-agent Path Finding*,
//! IJCAI, <https://doi.org/10.24963/ijcai.2019/76>, 2019), carried from grids to circles.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

pub mod ask;
pub mod commit;
pub mod fan;
pub mod flowchart;
pub mod give_way;
pub mod home;
pub mod nearest_adjacent;
pub mod order;
pub mod parameters;
pub mod patience;
pub mod plan;
pub mod priority;
pub mod queue;
pub mod refuge;
pub mod rules;
pub mod same_way;
pub mod speed;
pub mod steer;
pub mod surroundings;

pub use commit::PushCounts;
pub use parameters::Parameters;
pub use plan::{Plan, PlanLists};
pub use surroundings::{Me, Surroundings, Tuned};

use crate::grid::Grid;
use crate::grid::walls;
use crate::movement::parameter::of_tuning;
use crate::neighbours::{CHUNK, Crowd, Intent};
use crate::obstacles::Obstacle;
use crate::teams::Enemies;
use crate::unit::Memory;
use crate::unit::memory::NOBODY;
use commit::CommitScratch;
use glam::Vec2;
use order::Ranked;
use rayon::prelude::*;

/// The model, with the buffers that it reuses from tick to tick.
#[derive(Clone, Debug, Default)]
pub struct Predictive {
    /// What can be tuned.
    pub parameters: Parameters,
    /// The parameters of units with settings of their own, by the number of their tuning from 1 on.
    pub own: Vec<Parameters>,
    ways: Vec<Vec2>,
    clear: Vec<f32>,
    plans: Vec<Plan>,
    /// Of each [`CHUNK`] of them.
    lists: Vec<PlanLists>,
    /// When it is whose turn: see [`priority`].
    ranks: Vec<u64>,
    scratch: CommitScratch,
}

impl Predictive {
    /// A model with these parameters.
    pub fn new(parameters: Parameters) -> Predictive {
        Predictive { parameters, ..Predictive::default() }
    }

    /// The numbers that units of a tuning go by.
    pub fn of(&self, tuning: u32) -> &Parameters {
        of_tuning(tuning, &self.parameters, &self.own)
    }

    /// Plans one step of everybody: from `crowd.position` to `crowd.next`, and brings what is remembered of
    /// them, by [row](Crowd::row), up to date.
    ///
    /// Obstacles are given at the ends of this very step. `tick` counts planned steps; it staggers decisions.
    /// Returns how many were pushed. The result does not depend on the number of threads.
    pub fn step(
        &mut self,
        (crowd, memories): (&mut Crowd, &mut [Memory]),
        grid: &Grid,
        obstacles: &[Obstacle],
        enemies: &Enemies,
        tick: u64,
    ) -> PushCounts {
        let places = crowd.position.par_iter().with_min_len(CHUNK);
        places.map(|&position| walls::clear_of(grid, position)).collect_into_vec(&mut self.clear);
        let way = |index: usize| match crowd.intent(index) {
            Intent::Move => crowd.way(index),
            Intent::Rest | Intent::Hold => Vec2::ZERO,
        };
        (0..crowd.len()).into_par_iter().with_min_len(CHUNK).map(way).collect_into_vec(&mut self.ways);
        let tuned = Tuned { common: &self.parameters, own: &self.own };
        let (ways, clear) = (&self.ways[..], &self.clear[..]);
        let around = Surroundings { grid, obstacles, enemies, ways, clear, tuned, memories };
        self.plans.resize(crowd.len(), Plan::STAND);
        self.ranks.resize(crowd.len(), Ranked::NONE);
        self.lists.resize_with(crowd.len().div_ceil(CHUNK), PlanLists::default);
        {
            let crowd = &*crowd;
            let (plans, ranks) = (self.plans.par_chunks_mut(CHUNK), self.ranks.par_chunks_mut(CHUNK));
            let chunks = (plans, ranks, &mut self.lists).into_par_iter().enumerate();
            chunks.for_each(|(chunk, plans)| steer::decide_all(plans, chunk * CHUNK, crowd, &around, tick));
        }
        let mut next = std::mem::take(&mut crowd.next);
        let decided = (&mut self.plans[..], &mut self.lists[..], &self.ranks[..]);
        let pushes = self.scratch.commit(crowd, &mut next, decided, around, tick);
        crowd.next = next;
        self.remember(crowd, memories, grid, tick);
        pushes
    }

    /// Writes into the memories what this step did.
    fn remember(&mut self, crowd: &Crowd, memories: &mut [Memory], grid: &Grid, tick: u64) {
        let (plans, lists, scratch, clear) = (&self.plans, &self.lists, &self.scratch, &self.clear);
        let tuned = Tuned { common: &self.parameters, own: &self.own };
        let rows = memories.par_iter_mut().zip(&crowd.index_of_row).with_min_len(CHUNK);
        rows.for_each(|(memory, &index)| {
            let index = index as usize;
            let plan = &plans[index];
            let parameters = tuned.of(crowd, index);
            let place = &scratch.places[index];
            let (decision, other) = place.decision();
            memory.wish = plan.wish;
            memory.decision = decision;
            memory.other = if other == NOBODY { NOBODY } else { crowd.id[other as usize] };
            patience::count(memory, crowd, index, parameters, clear[index], tick, plan);
            home::note_trail(memory, crowd, index, place.is_pushed(), grid);
            home::note_home(memory, crowd, index, place.is_disturbed(), plan, grid);
            let contacts = lists[index / CHUNK].contacts(plan);
            steer::note_contacts(memory, crowd, index, contacts);
        });
        self.scratch.form_convoys(crowd, memories, (plans, lists), tuned, clear);
    }
}
