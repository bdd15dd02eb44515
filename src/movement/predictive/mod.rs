//! Article 003: everybody promises where it will be; nobody overlaps, and somebody always gets on.
//!
//! Every unit owns a queue of predicted positions ([`queue`]). Each tick it pops one and moves there, and this model
//! appends one: [`Predictive::step`] plans the next position of everybody at the planning front, in two phases.
//!
//! 1. **Decide** reads the snapshot only and runs on any number of threads. Every unit looks ahead ([`fan`]) and
//!    chooses a direction, always at full speed, within its acceleration ([`steer`]).
//! 2. **Commit** ([`commit`]) goes through the movers in a total order ([`conflict::rank`]). Who stands in the way of
//!    one and has no promise yet plans first and may be told to give way ([`push`]), and so on down the chain: push
//!    and hard push are one mechanism. Then the unit takes its step if it is free, or slides along what blocks it
//!    ([`half_planes`]), or takes the nearest free place around ([`nearest_adjacent`]), or waits.
//!
//! # Guarantees
//! - *No overlap, by induction.* A position is free if it overlaps nobody: of units that have promised, their promise;
//!   of the others, the place where they are now. Staying is always free of units, so from disjoint places follow disjoint
//!   ones.
//! - *Nobody in an obstacle.* Staying is not free where an obstacle comes: a unit keeps a way out, and when it is about to
//!   lose that it leaves ([`super::flight`]) before all others and by a right that nobody can refuse, neither enemies nor
//!   units on hold. Where bodies leave it no room at all, no overlap and no wall come before no obstacle.
//! - *Somebody gets on.* Who waited long leads, and stays leader until it had a clear run in the open. In a narrow place
//!   all who go its way lead with it, so that one direction has the right of way until it is through. A leader that cannot
//!   move at all steps down for a while, and those who stand in an arch shove each other. There is no proof of liveness;
//!   shifted starts of narrow scenes are its test.
//! - *Speed.* No displacement exceeds speed × dt, pushed or not.
//!
//! # Source
//! Article 003 (predicted positions, `GetNearestAdj`, push, hard push, priorities, collision states). Departures are
//! named where they are made. The chains are priority inheritance with backtracking (Okumura, Machida, Défago, Tamura:
//! *Priority Inheritance with Backtracking for Iterative Multi-agent Path Finding*, 2019), carried from grids to circles.

pub mod commit;
pub mod conflict;
pub mod contact;
pub mod fan;
pub mod half_planes;
pub mod nearest_adjacent;
pub mod order;
pub mod parameters;
pub mod push;
pub mod queue;
pub mod refuge;
pub mod steer;
pub mod tuning;
pub mod walls;

pub use conflict::Decision;
pub use parameters::Parameters;

use crate::components::DT;
use crate::grid::Grid;
use crate::movement::flight::Flight;
use crate::neighbours::{Crowd, Intent};
use crate::obstacles::Ahead;
use commit::{Commit, Scratch};
use glam::Vec2;
use rayon::prelude::*;

/// Nobody, where an index or an id of a unit is expected.
pub const NOBODY: u32 = u32::MAX;
/// Places that a unit remembers of the way on which it was pushed.
pub const TRAIL: usize = 6;

/// What the model remembers of a unit from tick to tick. Plain data; units are named by id.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Direction that it chose last, a unit vector or zero.
    pub wish: Vec2,
    /// The branch of the flowcharts that it took in the last step.
    pub decision: Decision,
    /// Id of the unit that the decision is about: whom it goes round, pushes, gives way to or waits for; [`NOBODY`] if
    /// there is none.
    pub other: u32,
    /// Ticks that it was kept from getting on.
    pub waited: u16,
    /// Ticks for which it has not moved at all, though it walks; counted anew when it becomes a leader.
    pub stood: u16,
    /// Ticks of clear run, counted for leaders.
    pub clean: u16,
    /// Tick in which it became a leader, counted from 1; 0 if it is none.
    pub leads_since: u32,
    /// Id of the unit whose rank it leads with: its own, or that of the convoy's oldest leader.
    pub convoy: u32,
    /// Ticks since it was last told to give way.
    pub pushed_ago: u16,
    /// Ticks for which who made it give way still keeps off, so that it can get past: set when it was stuck.
    pub needs_room: u8,
    /// Whether it touches (within 1 px) a friend that stands.
    pub touches_resting: bool,
    /// Whether it stands beside the place that it was sent to, or is on its way to such a place, in a crowd that shares its
    /// posts out anew when it is disturbed (see [`crate::systems::gathering`]).
    pub gathers: bool,
    /// How many times it was pushed off its post since it last stood in peace.
    pub disturbed: u8,
    /// Corners of the way on which it was pushed from its post, the newest last: it goes home along them.
    pub trail: [Vec2; TRAIL],
    /// How many of them are set.
    pub trail_length: u8,
    /// Length of the way from the oldest of them to the post, px: there may be corners on it that are forgotten.
    pub trail_rest: f32,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            wish: Vec2::ZERO,
            decision: Decision::Idle,
            other: NOBODY,
            waited: 0,
            stood: 0,
            clean: 0,
            leads_since: 0,
            convoy: NOBODY,
            pushed_ago: u16::MAX,
            needs_room: 0,
            touches_resting: false,
            gathers: false,
            disturbed: 0,
            trail: [Vec2::ZERO; TRAIL],
            trail_length: 0,
            trail_rest: 0.0,
        }
    }
}

impl Memory {
    /// Length of the way from `position` along the trail to `post`, px.
    pub fn way_home(&self, position: Vec2, post: Vec2) -> f32 {
        let (mut length, mut from) = (0.0, position);
        for &to in self.trail[..usize::from(self.trail_length)].iter().rev() {
            length += from.distance(to);
            from = to;
        }
        length + if self.trail_length > 0 { self.trail_rest } else { from.distance(post) }
    }

    /// Notes one more corner of the way from `post`; the oldest is forgotten where there are too many.
    pub fn add_corner(&mut self, corner: Vec2, post: Vec2) {
        let length = usize::from(self.trail_length);
        if length == 0 {
            self.trail_rest = corner.distance(post);
        }
        if length == TRAIL {
            self.trail_rest += self.trail[0].distance(self.trail[1]);
            self.trail.rotate_left(1);
            self.trail[TRAIL - 1] = corner;
        } else {
            self.trail[length] = corner;
            self.trail_length += 1;
        }
    }

    /// Where a unit goes that walks to `waypoint` or has its post there: the newest corner of its trail first.
    pub fn goal(&self, waypoint: Vec2) -> Vec2 {
        match self.trail_length {
            0 => waypoint,
            length => self.trail[usize::from(length) - 1],
        }
    }
}

/// A circle that nothing can pass, known exactly at both ends of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// Centre at the start of the step, px.
    pub center: Vec2,
    /// Centre at its end, px.
    pub next: Vec2,
    /// px.
    pub radius: f32,
    /// Where it will be, from the start of the step on.
    pub ahead: Ahead,
}

impl Obstacle {
    /// px/s.
    pub fn velocity(&self) -> Vec2 {
        (self.next - self.center) / DT
    }
}

/// Which teams are enemies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enemies {
    teams: usize,
    pairs: Vec<bool>,
}

impl Enemies {
    /// From each team's list of enemies; said on one side, it holds for both. Indices out of range are passed over.
    pub fn new(enemies_of: &[Vec<usize>]) -> Enemies {
        let teams = enemies_of.len();
        let mut pairs = vec![false; teams * teams];
        for (team, enemies) in enemies_of.iter().enumerate() {
            for &enemy in enemies.iter().filter(|&&enemy| enemy < teams) {
                pairs[team * teams + enemy] = true;
                pairs[enemy * teams + team] = true;
            }
        }
        Enemies { teams, pairs }
    }

    /// Whether two teams are enemies; unknown teams are friends of all.
    #[inline]
    pub fn are(&self, a: u16, b: u16) -> bool {
        a != b && (a.max(b) as usize) < self.teams && self.pairs[a as usize * self.teams + b as usize]
    }
}

/// What is around the units, the same for all.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// Circles that nothing can pass.
    pub obstacles: &'a [Obstacle],
    /// Who is whose enemy.
    pub enemies: &'a Enemies,
    /// Direction of each unit to its waypoint, a unit vector; zero for those who do not walk.
    pub ways: &'a [Vec2],
    /// A distance, px, within which no wall is of each unit: see [`walls::clear_of`].
    pub clear: &'a [f32],
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementEvent {
    /// A unit was told to give way that had not been for a while.
    Push {
        /// Id of who needs the place.
        by: u32,
        /// Id of who gives way.
        unit: u32,
    },
    /// The same, but the unit that asks was itself pushed.
    HardPush {
        /// Id of who passes the push on.
        by: u32,
        /// Id of who gives way.
        unit: u32,
    },
}

/// Most contacts that are listed with a plan; a unit with more looks them up when they are needed.
pub const CONTACTS: usize = 12;
/// Most idle friends that are asked ahead at a time.
pub const ASKED: usize = 4;

/// What a unit decided, before anybody committed.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// When it is its turn; [`order::Ranked::NONE`] of who needs none.
    pub rank: u64,
    /// Displacement that it wants, px.
    pub want: Vec2,
    /// Direction that it chose, a unit vector or zero.
    pub wish: Vec2,
    /// Everybody whom it could meet in this step, as indices.
    pub contacts: [u32; CONTACTS],
    /// How many of them; [`Plan::UNLISTED`] where they were not looked up or are too many.
    pub contact_count: u8,
    /// Idle friends to ask to step aside.
    pub ask: [u32; ASKED],
    /// How many of them.
    pub ask_count: u8,
    /// Whether the step that it wants is free wherever all others go, and it asks nobody to step aside: then it needs no turn.
    pub is_clear: bool,
    /// What it would say it does if nobody blocks it.
    pub decision: Decision,
    /// Index of the unit that this is about, or [`NOBODY`].
    pub other: u32,
    /// Its run out of the way of a moving obstacle, if it has to make one.
    pub flight: Option<Flight>,
}

impl Plan {
    /// In `contact_count`: look the contacts up.
    pub const UNLISTED: u8 = u8::MAX;
    const STAND: Plan = Plan {
        rank: order::Ranked::NONE,
        want: Vec2::ZERO,
        wish: Vec2::ZERO,
        contacts: [0; CONTACTS],
        contact_count: Plan::UNLISTED,
        ask: [0; ASKED],
        ask_count: 0,
        is_clear: false,
        decision: Decision::Idle,
        other: NOBODY,
        flight: None,
    };
}

/// The model, with the buffers that it reuses from tick to tick.
#[derive(Clone, Debug, Default)]
pub struct Predictive {
    /// What can be tuned.
    pub parameters: Parameters,
    ways: Vec<Vec2>,
    clear: Vec<f32>,
    plans: Vec<Plan>,
    scratch: Scratch,
}

/// Units that one thread decides at a time.
const CHUNK: usize = 256;

impl Predictive {
    /// A model with these parameters.
    pub fn new(parameters: Parameters) -> Predictive {
        Predictive { parameters, ..Predictive::default() }
    }

    /// Plans one step of everybody: from `crowd.position` to `crowd.next`, and brings `crowd.memory` up to date.
    ///
    /// Obstacles are given at the ends of this very step. `tick` counts planned steps; it staggers decisions.
    /// What happened is appended to `events`. The result does not depend on the number of threads.
    pub fn step(
        &mut self,
        crowd: &mut Crowd,
        grid: &Grid,
        obstacles: &[Obstacle],
        enemies: &Enemies,
        tick: u64,
        events: &mut Vec<MovementEvent>,
    ) {
        self.ways.resize(crowd.len(), Vec2::ZERO);
        self.clear.resize(crowd.len(), 0.0);
        let places = self.ways.par_iter_mut().zip(&mut self.clear).with_min_len(CHUNK).enumerate();
        places.for_each(|(index, (way, clear))| {
            *way = way_of(crowd, index);
            *clear = walls::clear_of(grid, crowd.position[index]);
        });
        let around = Surroundings { grid, obstacles, enemies, ways: &self.ways, clear: &self.clear };
        self.plans.resize(crowd.len(), Plan::STAND);
        let parameters = &self.parameters;
        {
            let crowd = &*crowd;
            self.plans.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, plans)| {
                for (place, plan) in plans.iter_mut().enumerate() {
                    *plan = steer::decide(crowd, chunk * CHUNK + place, &around, parameters, tick);
                }
            });
        }
        let mut next = std::mem::take(&mut crowd.next);
        Commit::new(crowd, &mut next, &mut self.plans, &mut self.scratch, around, parameters, events).run();
        crowd.next = next;
        self.remember(crowd, grid, tick);
    }

    /// Writes into the memories what this step did.
    fn remember(&mut self, crowd: &mut Crowd, grid: &Grid, tick: u64) {
        let mut memories = std::mem::take(&mut crowd.memory);
        {
            let crowd = &*crowd;
            let (plans, scratch, parameters) = (&self.plans, &self.scratch, &self.parameters);
            let clear = &self.clear;
            memories.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, memories)| {
                for (place, memory) in memories.iter_mut().enumerate() {
                    let index = chunk * CHUNK + place;
                    let plan = &plans[index];
                    memory.wish = plan.wish;
                    memory.decision = plan.decision;
                    memory.other = if plan.other == NOBODY { NOBODY } else { crowd.id[plan.other as usize] };
                    steer::count_waiting(memory, crowd, index, parameters, clear[index], tick);
                    let pushed = scratch.is_pushed(index);
                    steer::note_push(memory, crowd, index, pushed, grid);
                    steer::note_room(memory, crowd, index, pushed, clear[index]);
                    steer::note_contacts(memory, crowd, index, plan);
                }
            });
        }
        crowd.memory = memories;
        self.scratch.form_convoys(crowd, &self.plans, &self.parameters, &self.clear);
    }
}

/// Direction to the waypoint of a unit that walks, else zero.
fn way_of(crowd: &Crowd, index: usize) -> Vec2 {
    if crowd.intent[index] != Intent::Move {
        return Vec2::ZERO;
    }
    (crowd.waypoint[index] - crowd.position[index]).normalize_or_zero()
}

/// Longest displacement of a unit in a tick, px: its speed, less what rounding of its place could add.
pub fn longest_step(crowd: &Crowd, index: usize) -> f32 {
    let rounding = crowd.position[index].abs().max_element() * f32::EPSILON;
    (crowd.speed[index] * DT - rounding).max(0.0)
}

/// Whether a unit stands at its post and nothing moves it.
pub fn is_still(crowd: &Crowd, index: usize) -> bool {
    crowd.intent[index] != Intent::Move
        && crowd.velocity[index] == Vec2::ZERO
        && crowd.position[index] == crowd.waypoint[index]
}
