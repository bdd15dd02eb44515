//! What is played: the level, its simulation, when the next tick is due, and what was done so far.

use crate::goals::Verdict;
use crate::history::{History, Keyframe};
use crate::ids::UnitId;
use crate::level::{Controls, Level, LevelErrors};
use crate::measure::beside::Beside;
use crate::measure::claims::JudgedClaims;
use crate::order::{Action, Order};
use crate::platform::clock::Instant;
use crate::platform::machine;
use crate::replay::Replay;
use crate::sim::{Options, Sim};
use crate::time::{TICK_RATE, clock};
use crate::unit::ModelName;
use crate::window::challenge::Challenge;
use crate::window::clock::Clock;
use crate::window::costs::{Costs, smooth};
use crate::window::fault::MadeFault;
use crate::window::folders;
use crate::window::keys::Keys;
use crate::window::session::{RECORDING, Session};
use crate::window::setup::Setup;
use std::path::PathBuf;
use std::sync::Arc;

/// Real time that the ticks of one frame may take, s; then the frame is drawn all the same.
const TICK_BUDGET: f32 = 0.030;
/// Real time that ticks may take while the session is on its way to another moment, s.
const TRAVEL_BUDGET: f32 = 0.080;

/// An open level and all that happens in it.
pub struct Play {
    /// Its file.
    pub path: PathBuf,
    /// As it was loaded.
    pub level: Level,
    /// As it is now.
    pub sim: Sim,
    /// When the next tick is due.
    pub clock: Clock,
    /// What was played so far, or is played again.
    pub session: Session,
    /// What the level claims of itself.
    pub claims: Option<JudgedClaims>,
    /// A second field in step with this one.
    pub beside: Option<Box<Beside>>,
    /// What it asks of the player.
    pub challenge: Option<Challenge>,
    /// Orders that the player gave, first to last.
    pub given: Vec<Order>,
    /// It stands under the hands of the editor: time does not pass, and everybody obeys.
    pub is_edited: bool,
    /// Removals that can be taken back, the last one last.
    pub removals: Vec<Vec<UnitId>>,
}

/// Whether the watcher of the session knows a keyframe.
fn known_to(claims: &Option<JudgedClaims>, beside: &Option<Box<Beside>>) -> impl Fn(&Arc<Keyframe>) -> bool {
    |keyframe| {
        claims.as_ref().is_none_or(|claims| claims.knows(keyframe))
            && beside.as_ref().is_none_or(|beside| beside.knows(keyframe))
    }
}

/// Something was done in the past.
pub struct NewFuture {
    /// What became of the future that there is no room for any more.
    pub kept: Option<String>,
}

impl Play {
    /// Opens a level at its start.
    pub fn new(path: PathBuf, mut level: Level, setup: &Setup) -> Play {
        level.set(&setup.set);
        let sim = Sim::new(&level, &Options { model: setup.model, threads: setup.threads });
        let challenge = Challenge::new(&level, &path);
        // A player reads first what is asked; pictures and films wait for nobody.
        let is_watched = setup.shots.is_empty() && setup.quit_at.is_none();
        let mut clock = Clock::default();
        clock.paused = challenge.is_some() && is_watched;
        Play {
            path,
            clock,
            session: Session::new(setup, &sim),
            claims: JudgedClaims::new(&level, &sim, setup.model.unwrap_or(level.model)),
            beside: None,
            challenge,
            given: Vec::new(),
            is_edited: false,
            removals: Vec::new(),
            sim,
            level,
        }
    }

    /// Opens a recording.
    ///
    /// # Errors
    /// When the level in it is wrong.
    pub fn of_replay(path: PathBuf, replay: Replay, setup: &Setup) -> Result<Play, LevelErrors> {
        let setup = Setup { model: replay.model, set: Vec::new(), ..setup.clone() };
        let mut play = Play::new(path, replay.level()?, &setup);
        play.clock.paused = false;
        replay.finish(&mut play.sim);
        let is_own = folders::is_own(&play.path);
        play.session.show(replay, is_own);
        play.session.history.acted(&play.sim);
        Ok(play)
    }

    /// Whether all goals were met in what was played, however far it was rewound.
    pub fn is_won(&self) -> bool {
        let verdict = self.challenge.as_ref().map(|challenge| challenge.judge.last_verdict());
        matches!(verdict, Some(Verdict::Won { .. }))
    }

    /// Whether time has not begun yet: it waits for what the player does first.
    pub fn is_waiting(&self) -> bool {
        let is_played = self.challenge.is_some() && self.session.replay().is_none();
        is_played && self.sim.ticks() == 0 && self.clock.paused
    }

    /// What is played and how far it is.
    pub fn title(&self) -> String {
        match self.is_edited {
            true => format!("{}, in the editor", self.level.name),
            false => format!("{}, {}", self.level.name, clock(self.sim.ticks())),
        }
    }

    /// Simulates what is due after `seconds` of real time, up to the simulated second `until`; `after` sees
    /// every tick.
    pub fn simulate(
        &mut self,
        seconds: f32,
        until: Option<f32>,
        fault: MadeFault,
        costs: &mut Costs,
        mut after: impl FnMut(&Sim),
    ) {
        if self.is_edited {
            return;
        }
        self.clock.pass(seconds);
        let start = Instant::now();
        let end = self.session.end();
        let left = |sim: &Sim| {
            until.is_none_or(|until| sim.seconds() < until) && end.is_none_or(|end| sim.ticks() < end)
        };
        let travels = self.session.goal().is_some() || self.is_twin_behind();
        let budget = if travels { TRAVEL_BUDGET } else { TICK_BUDGET };
        while start.elapsed().as_secs_f32() < budget {
            if self.is_twin_behind() {
                self.tick_twin(costs);
                continue;
            }
            let has_goal = self.session.goal().is_some();
            if !left(&self.sim) || !has_goal && (travels || !self.clock.take_tick()) {
                break;
            }
            self.tick(fault, costs);
            after(&self.sim);
            // Time stands at the tick that decides a scenario, however many were due in this frame.
            if self.challenge.as_ref().is_some_and(|challenge| challenge.has_new_end()) {
                break;
            }
        }
        costs.behind = self.clock.drop_debt() && left(&self.sim) && !travels;
    }

    fn tick(&mut self, fault: MadeFault, costs: &mut Costs) {
        let start = Instant::now();
        self.session.before_tick(&mut self.sim);
        fault.in_tick(self.sim.ticks());
        self.sim.tick();
        smooth(&mut costs.tick, start.elapsed().as_secs_f32() * 1000.0);
        self.session.after_tick(&mut self.sim);
        if let Some(challenge) = &mut self.challenge {
            challenge.judge.observe(&self.sim);
        }
        let history = &mut self.session.history;
        if let Some(claims) = &mut self.claims {
            let marks = claims.observe(&self.level, &self.sim, history.keyframe(self.sim.ticks()));
            marks.into_iter().for_each(|mark| history.mark(mark));
        }
        if let Some(beside) = &mut self.beside {
            beside.observe(&self.sim, history);
        }
    }

    /// Whether the second field has still to come to the moment that the first one shows.
    pub fn is_twin_behind(&self) -> bool {
        self.beside.as_ref().is_some_and(|beside| beside.is_behind(&self.sim))
    }

    fn tick_twin(&mut self, costs: &mut Costs) {
        let Some(beside) = &mut self.beside else { return };
        let start = Instant::now();
        beside.tick(&self.session.history);
        smooth(&mut costs.tick, start.elapsed().as_secs_f32() * 1000.0);
    }

    /// Which controls the hands have: in the editor the usual ones.
    pub fn controls(&self) -> Controls {
        if self.is_edited { Controls::Rts } else { self.level.controls }
    }

    /// Hands on what the player does with these keys. Done in the past, it begins a new future.
    ///
    /// # Errors
    /// Why it is refused: a recording takes nothing, a level with goals not everything.
    pub fn ask(&mut self, action: Action, keys: &Keys) -> Result<Option<NewFuture>, String> {
        if self.session.replay().is_some() {
            return Err(RECORDING.into());
        }
        let is_past = self.sim.ticks() < self.session.history.end();
        if let Some(challenge) = &self.challenge {
            challenge.allows(&self.sim, &action, keys)?;
            // In a level with goals time waits for the player, at its start and wherever it was gone back to;
            // after an order with Shift it waits for more.
            let is_more_to_come = matches!(&action, Action::Order(order) if order.queue);
            if !is_more_to_come && (self.sim.ticks() == 0 || is_past && !self.clock.held) {
                self.clock.go_on();
            }
        }
        // Two futures are kept: a third one takes the place of that which is not shown.
        let lost = is_past.then(|| self.session.other_recording(&self.level)).flatten();
        self.sim.act(action);
        self.sim.take_in_now();
        self.session.history.acted(&self.sim);
        if is_past {
            self.session.stay();
        }
        // Two fields that parted after this moment part here.
        if let Some(beside) = &mut self.beside
            && beside.stand(&self.sim, &self.session.history).is_err()
        {
            let model = beside.twin().model();
            self.part(model);
        }
        let is_new = is_past && self.sim.ticks() == self.session.history.end();
        if let Some(challenge) = self.challenge.as_mut().filter(|_| is_new) {
            challenge.judge.fork(self.sim.ticks());
        }
        Ok(is_new.then(|| NewFuture {
            kept: lost.map(|replay| match self.write(&replay) {
                Ok(path) => format!("A third one is kept as {}", machine::place(&path)),
                Err(error) => format!("A third one could not be kept: {error}"),
            }),
        }))
    }

    /// Opens at a simulated second, and time stands there.
    ///
    /// # Errors
    /// When a recording ends before: it stands at its end then.
    pub fn open_at(&mut self, seconds: f32) -> Result<(), String> {
        let tick = (f64::from(seconds) * f64::from(TICK_RATE)).round() as u64;
        self.clock.paused = true;
        self.session.play_to(&self.sim, tick);
        match self.session.end().filter(|&end| tick > end) {
            Some(end) => Err(format!("The recording is over at {}: there is no {}", clock(end), clock(tick))),
            None => Ok(()),
        }
    }

    /// Changes to the future that was left, at the same time. Whether there is one.
    pub fn change_future(&mut self) -> bool {
        let now = self.session.goal().unwrap_or(self.sim.ticks());
        let known = known_to(&self.claims, &self.beside);
        let keyframe = self.session.change_future(&mut self.sim, known);
        if let Some(challenge) = self.challenge.as_mut().filter(|_| keyframe.is_some()) {
            challenge.change_future();
        }
        if let Some(keyframe) = &keyframe {
            let stays = |beside: &mut Box<Beside>| beside.stand(&self.sim, &self.session.history).is_ok();
            self.beside = self.beside.take().and_then(|mut beside| stays(&mut beside).then_some(beside));
            self.went_back(keyframe);
            self.go_to(now);
        }
        keyframe.is_some()
    }

    /// Goes to a tick of the session, from the keyframe before it.
    pub fn go_to(&mut self, tick: u64) {
        let known = known_to(&self.claims, &self.beside);
        if let Some(keyframe) = self.session.go_to(&mut self.sim, tick, known) {
            self.went_back(&keyframe);
        }
        if let Some(beside) = &mut self.beside {
            beside.go_to(self.session.goal().unwrap_or(self.sim.ticks()), &self.session.history);
        }
        if let Some(challenge) = &mut self.challenge {
            challenge.look_at(self.sim.ticks());
        }
    }

    /// Whether a unit obeys the player now: in a recording nobody does.
    pub fn obeys(&self, unit: UnitId) -> bool {
        self.session.replay().is_none() && self.leads(unit)
    }

    /// Whether a unit is of those whom the player leads.
    pub fn leads(&self, unit: UnitId) -> bool {
        let player = self.level.scenario.player;
        self.is_edited
            || player.is_none_or(|player| self.sim.unit(unit, |unit| usize::from(unit.team)) == Some(player))
    }

    /// The game has become that of a keyframe: so does who watches it.
    fn went_back(&mut self, keyframe: &Arc<Keyframe>) {
        if let Some(claims) = &mut self.claims {
            claims.go_back(keyframe, &self.sim);
        }
        if let Some(beside) = &mut self.beside {
            beside.go_back(keyframe, &self.sim);
        }
    }

    /// Parts a second field from the session at this moment; `model` moves everybody on it.
    pub fn part(&mut self, model: Option<ModelName>) {
        let half = History::BUDGET / 2;
        let beside = Beside::new(&self.sim, &self.session.history, model, half);
        let judge = self.challenge.as_ref().map(|challenge| challenge.judge.clone());
        self.beside = Some(Box::new(beside.judged(judge)));
    }

    /// What is done to models and their numbers: on the second field where there is one, else as all else.
    ///
    /// # Errors
    /// Why it is refused: a recording takes nothing.
    pub fn tune(&mut self, action: Action, keys: &Keys) -> Result<Option<NewFuture>, String> {
        match &mut self.beside {
            Some(beside) if beside.is_behind(&self.sim) => {
                Err("The right field is still on its way here".into())
            }
            Some(beside) => {
                beside.twin_mut().act(action);
                Ok(None)
            }
            None => self.ask(action, keys),
        }
    }
}
