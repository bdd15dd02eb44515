//! Judges a game by what its level asks of the player: which goals are met, what was spent, which medal it
//! comes to. The window, the report of a run and recordings are judged by the same [`Judge`].
//!
//! It looks at the game after every tick and keeps what changed: of a session that is rewound it tells how
//! things stood, and of another future how they stand in that.
//!
//! ```
//! use muster::goals::{Judge, Verdict};
//! use muster::level::Level;
//! use muster::sim::{Options, Sim};
//!
//! let text = r#"{ "format": 1, "name": "Walk", "map": { "size": [20, 5] }, "player": "red",
//!     "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] } ],
//!     "orders": [ { "who": ["A"], "do": "move", "to": [12.5, 2.5] } ],
//!     "goals": [ { "bring": ["A"], "to": [11, 1, 3, 3] } ], "medals": { "gold": 6 } }"#;
//! let level = Level::parse(text, "walk.json", None).unwrap();
//! let mut sim = Sim::new(&level, &Options::default());
//! let mut judge = Judge::new(&level).unwrap();
//! while judge.verdict() == &Verdict::Open {
//!     sim.tick();
//!     judge.observe(&sim);
//! }
//! assert!(matches!(judge.verdict(), Verdict::Won { medal: Some(muster::goals::Medal::Gold), .. }));
//! ```

mod apart;
mod loss;
mod outcome;
mod spent;
mod words;

pub use outcome::{GameResult, GoalOutcome, GoalTold, judge};
pub use spent::Spent;

use crate::grid::Area;
use crate::ids::UnitId;
use crate::level::Level;
use crate::level::goal::{Deed, Goal, Scenario, Wanted};
use crate::order::Action;
use crate::sim::Sim;
use crate::time::ticks_in;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// What a time is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Medal {
    /// The third.
    Bronze,
    /// The second.
    Silver,
    /// The first.
    Gold,
}

impl Medal {
    /// What a player calls it.
    pub fn name(self) -> &'static str {
        match self {
            Medal::Gold => "Gold",
            Medal::Silver => "Silver",
            Medal::Bronze => "Bronze",
        }
    }
}

/// How a game stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Verdict {
    /// It is not decided.
    #[default]
    Open,
    /// All goals are met.
    Won {
        /// The tick after which they were.
        tick: u64,
        /// What that is worth.
        medal: Option<Medal>,
    },
    /// They can no longer be met.
    Lost {
        /// The tick after which they could not.
        tick: u64,
        /// Why, in a sentence.
        why: String,
    },
}

/// How one goal stands. A goal that was met stays so, but for those alive who must be so at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Stand {
    /// The tick since when an area is held or shut.
    since: Option<u64>,
    /// The tick after which it was met.
    met: Option<u64>,
}

/// What was judged after a tick.
#[derive(Clone, Debug, Default, PartialEq)]
struct Moment {
    tick: u64,
    stands: Vec<Stand>,
    verdict: Verdict,
}

/// One course of events: the moments at which something changed, never empty, and the last tick that was
/// judged.
#[derive(Clone, Debug)]
struct Timeline {
    moments: Vec<Moment>,
    end: u64,
}

/// Watches a game.
#[derive(Clone, Debug)]
pub struct Judge {
    scenario: Scenario,
    /// What each goal is called.
    words: Vec<String>,
    areas: Vec<Area>,
    /// By unit: whether it obeys the player.
    obeys: Vec<bool>,
    course: Timeline,
    /// The future that was left for the present one.
    left: Option<Timeline>,
    /// The tick that is looked at.
    now: u64,
    /// Most units that were selected at once: no recording knows of it.
    selected: usize,
    /// What cannot be reached any more.
    apart: RefCell<apart::Apart>,
}

impl Judge {
    /// Begins with the start of a level; `None` for one that asks nothing.
    pub fn new(level: &Level) -> Option<Judge> {
        let scenario = level.scenario.clone();
        if scenario.goals.is_empty() {
            return None;
        }
        let mut areas: Vec<Area> = Vec::new();
        for area in scenario.goals.iter().filter_map(|goal| goal.wanted.area()) {
            if !areas.contains(&area) {
                areas.push(area);
            }
        }
        let obeys =
            level.units.iter().map(|unit| scenario.player.is_none_or(|team| team == unit.team)).collect();
        let stands = vec![Stand::default(); scenario.goals.len()];
        Some(Judge {
            words: scenario.goals.iter().map(|goal| words::of(goal, level, &areas)).collect(),
            course: Timeline { moments: vec![Moment { stands, ..Moment::default() }], end: 0 },
            left: None,
            now: 0,
            scenario,
            areas,
            obeys,
            selected: 0,
            apart: RefCell::default(),
        })
    }

    /// The areas that goals are about, each once.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// What each goal is called, in their order.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What is asked of the player.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// How the game stands after the tick that is looked at.
    pub fn verdict(&self) -> &Verdict {
        &self.last().verdict
    }

    /// How the game stands at the end of what was judged, however far it was rewound.
    pub fn last_verdict(&self) -> &Verdict {
        self.course.moments.last().map_or(&Verdict::Open, |moment| &moment.verdict)
    }

    /// What was judged last before the tick that is looked at, or at it.
    fn last(&self) -> &Moment {
        let moments = &self.course.moments;
        &moments[moments.partition_point(|moment| moment.tick <= self.now).saturating_sub(1)]
    }

    /// So many units are selected. Whoever gives them an order had selected them, too.
    pub fn selected(&mut self, units: usize) {
        self.selected = self.selected.max(units);
    }

    /// Looks at what was judged after `tick` ticks: the game was rewound, or came back.
    pub fn look_at(&mut self, tick: u64) {
        self.now = tick;
    }

    /// Something was done after `tick` ticks, in the past: another future begins.
    pub fn fork(&mut self, tick: u64) {
        let mut course = self.course.clone();
        course.end = course.end.min(tick);
        course.moments.retain(|moment| moment.tick <= tick);
        self.left = Some(std::mem::replace(&mut self.course, course));
        self.now = tick;
        self.apart.take();
    }

    /// Changes to the future that was left, if there is one.
    pub fn change_future(&mut self) {
        if let Some(left) = &mut self.left {
            std::mem::swap(left, &mut self.course);
            self.apart.take();
        }
    }

    /// Looks at a game after a tick; one that was judged before is looked at only.
    pub fn observe(&mut self, sim: &Sim) {
        self.now = sim.ticks();
        if self.now <= self.course.end {
            return;
        }
        self.course.end = self.now;
        let before = self.last();
        if before.verdict != Verdict::Open {
            return;
        }
        let mut now = Moment { tick: self.now, stands: before.stands.clone(), verdict: Verdict::Open };
        for (stand, goal) in now.stands.iter_mut().zip(&self.scenario.goals) {
            self.look(stand, goal, sim);
        }
        now.verdict = self.decide(&now, sim);
        if now.stands != before.stands || now.verdict != Verdict::Open {
            self.course.moments.push(now);
        }
    }

    fn look(&self, stand: &mut Stand, goal: &Goal, sim: &Sim) {
        if stand.met.is_some() {
            return;
        }
        let now = sim.ticks();
        let is_met = match &goal.wanted {
            Wanted::Bring { who, to, count, within } => {
                inside(sim, who, *to) >= *count && within.is_none_or(|within| sim.seconds() <= within)
            }
            Wanted::Hold { area, seconds } | Wanted::Shut { area, seconds, .. } => {
                let holds = self.is_kept(sim, &goal.wanted, *area);
                stand.since = if holds { stand.since.or(Some(now - 1)) } else { None };
                stand.since.is_some_and(|since| now - since >= ticks_in(*seconds))
            }
            // Judged at the end.
            Wanted::Keep { .. } => false,
            Wanted::Defeat { who } => alive(sim, who) == 0,
            Wanted::Do { deed, count } => self.done(sim, *deed) >= *count,
        };
        stand.met = is_met.then_some(now);
    }

    /// Whether an area is held, or shut, after the last tick.
    fn is_kept(&self, sim: &Sim, wanted: &Wanted, area: Area) -> bool {
        let (own, others) = self.present(sim, wanted, area);
        others == 0 && (own > 0 || matches!(wanted, Wanted::Shut { .. }))
    }

    /// How many are in an area that is to be held, or shut: the player's, and those who should not be there.
    fn present(&self, sim: &Sim, wanted: &Wanted, area: Area) -> (usize, usize) {
        let (mut own, mut others) = (0, 0);
        let player = self.scenario.player;
        sim.each_unit(|unit| {
            if area.holds(unit.at) {
                let is_out = |team: usize| team == usize::from(unit.team);
                let is_own = match wanted {
                    Wanted::Shut { against, .. } => !is_out(*against),
                    _ => player.is_none_or(is_out),
                };
                *(if is_own { &mut own } else { &mut others }) += 1;
            }
        });
        (own, others)
    }

    /// To how many units at once something was done, or how many tiles were built.
    fn done(&self, sim: &Sim, deed: Deed) -> usize {
        use crate::order::Command;
        if deed == Deed::Build {
            return Spent::of(sim.actions()).tiles;
        }
        let orders = sim.actions().iter().filter_map(|(_, action)| match action {
            Action::Order(order) => Some(order),
            _ => None,
        });
        let fits = orders.filter(|order| match (deed, &order.command) {
            (Deed::Select, _) => true,
            (Deed::Send, Command::Move { .. }) => !order.queue,
            (Deed::Queue, _) => order.queue,
            (Deed::Front, Command::Move { manner, .. }) => manner.frontage.is_some(),
            (Deed::Patrol, Command::Patrol { .. }) => true,
            _ => false,
        });
        let most = fits.map(|order| order.units.len()).max().unwrap_or(0);
        if deed == Deed::Select { most.max(self.selected) } else { most }
    }

    fn decide(&self, now: &Moment, sim: &Sim) -> Verdict {
        let tick = now.tick;
        if let Some(why) = self.why_lost(now, sim) {
            return Verdict::Lost { tick, why };
        }
        let is_met = |(stand, goal): (&Stand, &Goal)| {
            stand.met.is_some() || matches!(goal.wanted, Wanted::Keep { .. })
        };
        if !now.stands.iter().zip(&self.scenario.goals).all(is_met) {
            return Verdict::Open;
        }
        let is_fair = spent::is_fair(sim.actions(), &self.obeys);
        Verdict::Won { tick, medal: self.medal(tick).filter(|_| is_fair) }
    }

    /// The medals that the level gives, best first, and the longest time for each, s.
    pub fn medal_times(&self) -> impl Iterator<Item = (Medal, f32)> {
        let times = self.scenario.medals;
        let medals =
            [(Medal::Gold, times.gold), (Medal::Silver, times.silver), (Medal::Bronze, times.bronze)];
        medals.into_iter().filter_map(|(medal, time)| Some((medal, time?)))
    }

    /// The best medal that is still to be had in an open game: what must be held for some time is not reached
    /// before.
    pub fn medal_left(&self) -> Option<Medal> {
        let stands = self.last().stands.iter().zip(&self.scenario.goals);
        let soonest =
            stands.filter(|(stand, _)| stand.met.is_none()).map(|(stand, goal)| match goal.wanted {
                Wanted::Hold { seconds, .. } | Wanted::Shut { seconds, .. } => {
                    stand.since.unwrap_or(self.now) + ticks_in(seconds)
                }
                _ => self.now + 1,
            });
        self.medal(soonest.fold(self.now + 1, u64::max))
    }

    /// The best medal that is given at this tick.
    pub fn medal(&self, tick: u64) -> Option<Medal> {
        self.medal_times().find(|&(_, time)| tick <= ticks_in(time)).map(|(medal, _)| medal)
    }
}

/// How many of these are in an area.
fn inside(sim: &Sim, who: &[UnitId], area: Area) -> usize {
    who.iter().filter(|&&unit| sim.place_of(unit).is_some_and(|place| area.holds(place))).count()
}

fn alive(sim: &Sim, who: &[UnitId]) -> usize {
    who.iter().filter(|&&unit| sim.is_alive(unit)).count()
}

#[cfg(test)]
mod tests;
