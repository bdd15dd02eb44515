//! Two fields side by side: a session and its [`Twin`], in step, and what each has come to since they part.

use crate::goals::Judge;
use crate::history::{Gone, History, Kept, Keyframe, Twin};
use crate::measure::report::Observer;
use crate::sim::Sim;
use crate::unit::ModelName;
use std::sync::Arc;

/// Ticks between two countings of the figures while time passes.
const COUNT_TICKS: u64 = 10;

/// What a field has come to since the two part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// The tick at which they were counted.
    pub tick: u64,
    /// Units with a move order.
    pub ordered: usize,
    /// Of these, those who are there.
    pub arrived: usize,
    /// Mean over arrived units of travel time ÷ (shortest way ÷ top speed), of what they travelled since.
    pub delay: Option<f64>,
    /// When the last of all arrived, simulated seconds of the session; `None` until then.
    pub last: Option<f64>,
    /// The deepest overlap of two hard colliders, px.
    pub overlap: f32,
    /// Radians turned per moving unit-second.
    pub turning: f64,
}

/// Watches one of the fields.
#[derive(Default)]
struct Watcher {
    /// `None` before the two part.
    observer: Option<Observer>,
    kept: Kept<Observer>,
    figures: Option<Figures>,
}

impl Watcher {
    /// Looks at the field after a tick, or where it stands at the start.
    fn observe(&mut self, sim: &Sim, start: u64, keyframe: Option<&Arc<Keyframe>>) {
        if sim.ticks() == start {
            *self = Watcher {
                observer: Some(Observer::default()),
                kept: std::mem::take(&mut self.kept),
                figures: None,
            };
        }
        let Some(observer) = &mut self.observer else { return };
        observer.observe(sim, None);
        if let Some(keyframe) = keyframe {
            self.kept.keep(keyframe, observer.clone(), observer.memory());
        }
    }

    /// The field has become that of a keyframe.
    fn go_back(&mut self, keyframe: &Arc<Keyframe>, sim: &Sim, start: u64) {
        self.figures = None;
        self.observer = self.kept.of(keyframe).filter(|_| keyframe.ticks() > start).cloned();
        self.observe_start(sim, start);
    }

    fn observe_start(&mut self, sim: &Sim, start: u64) {
        if sim.ticks() == start {
            self.observe(sim, start, None);
        }
    }

    /// The figures of this moment, or of one shortly before while time passes.
    fn figures(&mut self, sim: &Sim, stands: bool) -> Option<Figures> {
        let observer = self.observer.as_mut()?;
        let now = sim.ticks();
        let is_due = |known: &Figures| {
            known.tick + COUNT_TICKS <= now || known.tick > now || stands && known.tick != now
        };
        if self.figures.as_ref().is_none_or(is_due) {
            let report = observer.report(sim, "", "");
            self.figures = Some(Figures {
                tick: now,
                ordered: report.ordered,
                arrived: report.arrived,
                delay: report.mean_delay,
                last: report.makespan,
                overlap: report.overlap.max_depth,
                turning: report.turning,
            });
        }
        self.figures
    }
}

/// A session and the field beside it.
pub struct Beside {
    twin: Twin,
    left: Watcher,
    right: Watcher,
    judge: Option<Judge>,
    /// Course of events of the session that is judged.
    revision: u64,
    budget: usize,
}

impl Beside {
    /// Parts a second field from a session at the moment that `sim` shows; `model` moves everybody on it.
    /// `budget`: memory for its keyframes, bytes.
    pub fn new(sim: &Sim, history: &History, model: Option<ModelName>, budget: usize) -> Beside {
        let twin = Twin::new(sim, history, model, budget);
        let (left, right, revision) = (Watcher::default(), Watcher::default(), history.revision());
        let mut beside = Beside { twin, left, right, judge: None, revision, budget };
        let start = beside.twin.start();
        beside.left.observe_start(sim, start);
        beside.right.observe_start(beside.twin.sim(), start);
        beside
    }

    /// Lets the second field be judged, too: as the session was until the two part.
    pub fn judged(mut self, judge: Option<Judge>) -> Beside {
        self.judge = judge;
        self.judge_from(self.twin.start());
        self
    }

    /// How the goals of the level stand on the second field; `None` where it is not judged.
    pub fn judge(&self) -> Option<&Judge> {
        self.judge.as_ref()
    }

    /// What was judged of the second field after this tick is forgotten: it goes on otherwise.
    fn judge_from(&mut self, tick: u64) {
        if let Some(judge) = &mut self.judge {
            judge.fork(tick);
        }
    }

    /// What was judged is looked at as the second field shows it.
    fn look_at_judged(&mut self) {
        if let Some(judge) = &mut self.judge {
            judge.look_at(self.twin.sim().ticks());
        }
    }

    /// The second field has become that of a keyframe.
    fn right_went_back(&mut self, keyframe: &Arc<Keyframe>) {
        self.right.go_back(keyframe, self.twin.sim(), self.twin.start());
        self.look_at_judged();
    }

    /// The second field.
    pub fn twin(&self) -> &Twin {
        &self.twin
    }

    /// The second field, for what is done to it alone.
    pub fn twin_mut(&mut self) -> &mut Twin {
        self.judge_from(self.twin.sim().ticks());
        &mut self.twin
    }

    /// Figures of the session and of the second field; `None` before the two part. `stands`: time does.
    pub fn figures(&mut self, sim: &Sim, stands: bool) -> Option<[Figures; 2]> {
        let stands = stands && !self.is_behind(sim);
        Some([self.left.figures(sim, stands)?, self.right.figures(self.twin.sim(), stands)?])
    }

    /// Whether a keyframe of the session may be gone to: figures are known there, or begin after it.
    pub fn knows(&self, keyframe: &Arc<Keyframe>) -> bool {
        keyframe.ticks() <= self.twin.start() || self.left.kept.of(keyframe).is_some()
    }

    /// Looks at the session's game after a tick.
    pub fn observe(&mut self, sim: &Sim, history: &History) {
        self.left.observe(sim, self.twin.start(), history.keyframe(sim.ticks()));
    }

    /// The session's game has become that of a keyframe, on its way to a tick.
    pub fn go_back(&mut self, keyframe: &Arc<Keyframe>, sim: &Sim) {
        self.left.go_back(keyframe, sim, self.twin.start());
    }

    /// The session is on its way to a tick: the second field goes to the keyframe before that.
    pub fn go_to(&mut self, tick: u64, history: &History) {
        if let Some(keyframe) = self.twin.go_to(tick, history) {
            self.right_went_back(&keyframe);
        }
    }

    /// Takes in what was done in the session while time stands, and follows it to another future.
    ///
    /// # Errors
    /// When that parts before the two fields do.
    pub fn stand(&mut self, sim: &Sim, history: &History) -> Result<(), Gone> {
        let followed = self.twin.follow(history)?;
        if std::mem::replace(&mut self.revision, history.revision()) != history.revision() {
            self.judge_from(history.left().map_or(0, |(parts, _)| parts));
        }
        match followed {
            Some(keyframe) => self.right_went_back(&keyframe),
            None => self.look_at_judged(),
        }
        self.twin.stand(sim);
        Ok(())
    }

    /// Lets the second field begin again where the two part, under another model.
    pub fn begin_again(&mut self, history: &History, model: Option<ModelName>) {
        let sim = history.at(self.twin.start());
        self.twin = Twin::new(&sim, history, model, self.budget);
        self.right = Watcher::default();
        self.right.observe_start(self.twin.sim(), self.twin.start());
        self.judge_from(self.twin.start());
        self.revision = history.revision();
    }

    /// Whether the second field has still to come to the moment that the session shows.
    pub fn is_behind(&self, sim: &Sim) -> bool {
        self.twin.sim().ticks() < sim.ticks()
    }

    /// One tick of the second field.
    pub fn tick(&mut self, history: &History) {
        self.twin.tick(history);
        let sim = self.twin.sim();
        self.right.observe(sim, self.twin.start(), self.twin.keyframe(sim.ticks()));
        if let Some(judge) = &mut self.judge {
            judge.observe(sim);
        }
    }
}
