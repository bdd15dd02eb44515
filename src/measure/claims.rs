//! What a level claims of itself, watched while it runs: judged by the same function as `muster verify`.

use crate::history::{Kept, Keyframe, Mark, MarkKind};
use crate::ids::UnitId;
use crate::level::Level;
use crate::measure::pairs::Pairs;
use crate::measure::report::Observer;
use crate::measure::verify::{Claim, Fault, claimed_models, claims, positions, within};
use crate::sim::Sim;
use crate::time::{TICK_RATE, ticks_in};
use crate::unit::ModelName;
use glam::Vec2;
use std::sync::Arc;

/// Ticks between two judgements.
const JUDGED_EVERY: u64 = 10;
/// Beyond this many units watching would take a frame's time: the card says who judges instead.
const MAX_WATCHED: usize = 20_000;

/// A level's claims and how they stand.
pub struct JudgedClaims {
    before: Vec<Vec2>,
    limit: u64,
    now: Watched,
    kept: Kept<Watched>,
    /// Whether there are too many units to watch them all beside the game.
    pub is_too_large: bool,
}

/// What is known at a moment.
#[derive(Clone, Default)]
struct Watched {
    observer: Observer,
    list: Vec<Claim>,
    is_over: bool,
    is_players: bool,
    /// Claims, by their place among those of their kind, that were told to be kept or broken.
    told: Vec<(Fault, usize)>,
}

impl Watched {
    /// Marks of what is decided at this moment and was not before.
    fn marks(&mut self, level: &Level, sim: &Sim) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut counts: Vec<(Fault, usize)> = Vec::new();
        for claim in &self.list {
            let number = counts.iter().filter(|(fault, _)| *fault == claim.fault).count();
            counts.push((claim.fault, number));
            // What holds from the start is kept only when all is over, and then it is no news.
            let is_kept = claim.holds && claim.fault == Fault::Arrival;
            let is_broken = !claim.holds && (claim.is_final || self.is_over);
            if !(is_kept || is_broken) || self.told.contains(&(claim.fault, number)) {
                continue;
            }
            self.told.push((claim.fault, number));
            marks.push(match is_kept {
                true => Mark::new(sim, MarkKind::Met, &format!("as expected: {}", claim.text), Vec::new()),
                false => {
                    let units = concerned(level, sim, claim.fault, number);
                    Mark::new(sim, MarkKind::Broken, &format!("not as expected: {}", claim.text), units)
                }
            });
        }
        marks
    }
}

/// Those through whom a claim is broken.
fn concerned(level: &Level, sim: &Sim, fault: Fault, number: usize) -> Vec<UnitId> {
    match fault {
        Fault::Arrival | Fault::Together => {
            sim.ids_of(|unit| unit.state.is_under_way() || unit.gave_up.is_some())
        }
        Fault::Home => {
            let homes = level.expect.as_ref().map_or(&[][..], |expect| &expect.home);
            homes.get(number).map(|&unit| UnitId(unit as u32)).into_iter().collect()
        }
        Fault::Overlap => deepest_pair(sim),
        Fault::Wall | Fault::Obstacle | Fault::Panic => Vec::new(),
    }
}

/// The two who are deepest in each other, if there are any.
fn deepest_pair(sim: &Sim) -> Vec<UnitId> {
    let (mut ids, mut bodies) = (Vec::new(), Vec::new());
    sim.each_unit(|unit| {
        ids.push(unit.id);
        bodies.push((unit.at, unit.body.collider()));
    });
    let mut deepest = (0.0, Vec::new());
    Pairs::default().each(&bodies, 0.0, |one, other, gap| {
        if gap < deepest.0 {
            deepest = (gap, vec![ids[one], ids[other]]);
        }
    });
    deepest.1.sort_unstable();
    deepest.1
}

impl JudgedClaims {
    /// Begins to watch a level that claims something for the model it is run with.
    pub fn new(level: &Level, sim: &Sim, model: ModelName) -> Option<JudgedClaims> {
        level.expect.as_ref()?;
        if !claimed_models(level).contains(&model) {
            return None;
        }
        let is_too_large = sim.len() > MAX_WATCHED;
        let limit = ticks_in(within(level));
        let (before, now) = (positions(sim), Watched::default());
        let mut claims = JudgedClaims { before, limit, now, kept: Kept::default(), is_too_large };
        claims.begin(sim);
        Some(claims)
    }

    fn begin(&mut self, sim: &Sim) {
        self.now = Watched { is_players: !sim.actions().is_empty(), ..Watched::default() };
        if !self.is_too_large {
            self.now.observer.observe(sim, None);
        }
    }

    /// Looks at the state after a tick; `keyframe`: that of this tick, if there is one. Returns marks of what
    /// was kept or broken.
    pub fn observe(&mut self, level: &Level, sim: &Sim, keyframe: Option<&Arc<Keyframe>>) -> Vec<Mark> {
        let mut marks = Vec::new();
        self.now.is_players = !sim.actions().is_empty();
        if !self.now.is_over && !self.now.is_players && !self.is_too_large {
            self.now.observer.observe(sim, None);
            self.now.is_over = sim.ticks() >= self.limit || sim.is_done();
            if self.now.is_over || sim.ticks().is_multiple_of(JUDGED_EVERY) || self.now.list.is_empty() {
                let report = self.now.observer.report(sim, &level.name, level.model.name());
                self.now.list = claims(level, &report, &self.before, &positions(sim));
                marks = self.now.marks(level, sim);
            }
        }
        if self.now.is_over || self.now.is_players {
            self.now.observer = Observer::default();
        }
        if let Some(keyframe) = keyframe {
            self.kept.keep(keyframe, self.now.clone(), self.now.observer.memory());
        }
        marks
    }

    /// Whether it is known how they stand at a keyframe.
    pub fn knows(&self, keyframe: &Arc<Keyframe>) -> bool {
        self.kept.of(keyframe).is_some()
    }

    /// The game has become that of a keyframe, one that is known or the first one.
    pub fn go_back(&mut self, keyframe: &Arc<Keyframe>, sim: &Sim) {
        match self.kept.of(keyframe) {
            Some(then) => self.now = then.clone(),
            None => self.begin(sim),
        }
    }

    /// The claims, as the level lists them.
    pub fn list(&self) -> &[Claim] {
        &self.now.list
    }

    /// Whether the level is over and was judged for good.
    pub fn is_over(&self) -> bool {
        self.now.is_over
    }

    /// Whether the player took part: then it is the player's run, not the level's.
    pub fn is_players(&self) -> bool {
        self.now.is_players && !self.now.is_over
    }

    /// When it is judged, simulated s.
    pub fn limit(&self) -> f32 {
        self.limit as f32 / TICK_RATE as f32
    }

    /// Whether all held, once the level is over.
    pub fn held(&self) -> Option<bool> {
        self.now.is_over.then(|| self.now.list.iter().all(|claim| claim.holds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::History;
    use crate::order::{Action, Command, Order};
    use crate::sim::Options;

    /// A goes to the other side; whether B stands in its way in a corridor one tile wide.
    fn corridor(is_corked: bool) -> (Level, Sim) {
        let hold = if is_corked { r#"{ "who": ["B"], "do": "hold" }, "# } else { "" };
        let at = if is_corked { "[9.5, 1.5]" } else { "[19.5, 1.5]" };
        let wall = "#".repeat(21);
        let text = format!(
            r##"{{ "format": 1, "name": "corridor",
                "map": {{ "tiles": ["{wall}", ".....................", "{wall}"] }},
                "units": [{{ "id": "A", "kind": "infantry", "team": "red", "at": [1.5, 1.5] }},
                          {{ "id": "B", "kind": "infantry", "team": "red", "at": {at} }}],
                "orders": [{hold}{{ "who": ["A"], "do": "move", "to": [15.5, 1.5] }}],
                "expect": {{ "within": 12, "arrived": 1, "overlap": 0 }} }}"##
        );
        let level = Level::parse(&text, "corridor.json", None).unwrap();
        let sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        (level, sim)
    }

    fn play(
        level: &Level,
        sim: &mut Sim,
        history: &mut History,
        claims: &mut JudgedClaims,
        until: u64,
    ) -> Vec<Mark> {
        let mut marks = Vec::new();
        while sim.ticks() < until {
            history.act(sim);
            sim.tick();
            assert!(history.observe(sim));
            marks.extend(claims.observe(level, sim, history.keyframe(sim.ticks())));
        }
        marks
    }

    #[test]
    fn what_is_kept_and_what_is_broken_is_marked_once_with_those_concerned() {
        for is_corked in [false, true] {
            let (level, mut sim) = corridor(is_corked);
            let mut history = History::new(&sim, History::BUDGET);
            let mut claims = JudgedClaims::new(&level, &sim, level.model).unwrap();
            let marks = play(&level, &mut sim, &mut history, &mut claims, 450);
            let kinds: Vec<MarkKind> = marks.iter().map(|mark| mark.kind).collect();
            assert_eq!(kinds, [if is_corked { MarkKind::Broken } else { MarkKind::Met }], "{marks:?}");
            assert_eq!(marks[0].units, if is_corked { vec![UnitId(0)] } else { vec![] });
            assert_eq!(claims.held(), Some(!is_corked));
        }
    }

    #[test]
    fn after_the_session_was_rewound_it_is_judged_as_it_goes_then() {
        let (level, mut sim) = corridor(false);
        let mut history = History::new(&sim, History::BUDGET);
        let mut claims = JudgedClaims::new(&level, &sim, level.model).unwrap();
        play(&level, &mut sim, &mut history, &mut claims, 400);
        assert_eq!(claims.held(), Some(true));
        let told = format!("{:?}", claims.list());

        let keyframe = history.nearest(100, |keyframe| claims.knows(keyframe)).clone();
        history.show(&keyframe, &mut sim);
        claims.go_back(&keyframe, &sim);
        assert_eq!((claims.held(), claims.is_players()), (None, false));
        play(&level, &mut sim, &mut history, &mut claims, 400);
        assert_eq!((claims.held(), format!("{:?}", claims.list())), (Some(true), told), "as it went");

        let keyframe = history.nearest(100, |keyframe| claims.knows(keyframe)).clone();
        history.show(&keyframe, &mut sim);
        claims.go_back(&keyframe, &sim);
        sim.act(Action::Order(Order { units: vec![UnitId(0)], command: Command::Stop, queue: false }));
        sim.take_in_now();
        history.acted(&sim);
        play(&level, &mut sim, &mut history, &mut claims, 450);
        assert_eq!((claims.held(), claims.is_players()), (None, true), "it is the player's run then");

        history.change_future().unwrap();
        let keyframe = history.nearest(100, |keyframe| claims.knows(keyframe)).clone();
        history.show(&keyframe, &mut sim);
        claims.go_back(&keyframe, &sim);
        play(&level, &mut sim, &mut history, &mut claims, 400);
        assert_eq!(claims.held(), Some(true), "and in the other future it was the level's");
    }
}
