//! Two fields side by side: one session, the same orders, another model on the second field.

use crate::crowd;
use glam::vec2;
use muster::goals::{Judge, Verdict};
use muster::history::History;
use muster::ids::UnitId;
use muster::level::Level;
use muster::measure::bench::SplitMix;
use muster::measure::beside::Beside;
use muster::order::{Action, Command, Order};
use muster::sim::{Options, Sim};
use muster::unit::ModelName;
use serde_json::json;

const BUDGET: usize = 4 << 20;

fn start() -> Sim {
    crowd::start(&crowd::crowd(4, [20.0, 9.0], json!([{ "time": 1, "area": [12, 0, 1, 12], "tile": "#" }])))
}

fn deed(random: &mut SplitMix) -> Action {
    let others: [crowd::Other; 2] =
        [|_, units, _| Action::Remove { units }, |_, units, _| Action::Restore { units }];
    crowd::deed(random, 18, &others)
}

/// A session with a field beside it, as a window drives them.
struct Pair {
    sim: Sim,
    history: History,
    beside: Option<Beside>,
}

impl Pair {
    fn new() -> Pair {
        Pair::of(start())
    }

    /// A session of a level of its own.
    fn on(level: &Level) -> Pair {
        Pair::of(Sim::new(level, &Options { threads: 1, ..Options::default() }))
    }

    fn of(sim: Sim) -> Pair {
        Pair { history: History::new(&sim, BUDGET), sim, beside: None }
    }

    fn part(&mut self, model: Option<ModelName>) {
        self.beside = Some(Beside::new(&self.sim, &self.history, model, BUDGET));
    }

    fn right(&mut self) -> &mut Beside {
        self.beside.as_mut().expect("there is one")
    }

    /// Does something while time stands.
    fn act(&mut self, action: Action) {
        self.sim.act(action);
        self.sim.take_in_now();
        self.history.acted(&self.sim);
        if let Some(beside) = &mut self.beside {
            beside.stand(&self.sim, &self.history).expect("both have this moment");
        }
    }

    fn tick(&mut self) {
        self.history.act(&mut self.sim);
        self.sim.tick();
        assert!(self.history.observe(&self.sim));
        self.history.finish(&mut self.sim);
        if let Some(beside) = &mut self.beside {
            beside.observe(&self.sim, &self.history);
            while beside.is_behind(&self.sim) {
                beside.tick(&self.history);
            }
            beside.stand(&self.sim, &self.history).expect("both have this moment");
        }
    }

    fn play(&mut self, ticks: u64, random: &mut SplitMix) {
        for _ in 0..ticks {
            if random.next_bits().is_multiple_of(40) {
                self.act(deed(random));
            }
            self.tick();
        }
    }

    fn go_to(&mut self, tick: u64) {
        let beside = self.beside.as_mut().expect("there is one");
        let keyframe = self.history.nearest(tick, |keyframe| beside.knows(keyframe)).clone();
        if tick < self.sim.ticks() || keyframe.ticks() > self.sim.ticks() {
            self.history.show(&keyframe, &mut self.sim);
            beside.go_back(&keyframe, &self.sim);
        }
        beside.go_to(tick, &self.history);
        while self.sim.ticks() < tick {
            self.tick();
        }
        let Pair { sim, beside, history } = self;
        let beside = beside.as_mut().expect("there is one");
        while beside.is_behind(sim) {
            beside.tick(history);
        }
    }

    /// State hashes of both, and what both have come to.
    fn seen(&mut self) -> (u64, u64, String) {
        let sim = self.sim.clone();
        let figures = format!("{:?}", self.right().figures(&sim, true));
        (sim.state_hash(), self.right().twin().sim().state_hash(), figures)
    }
}

#[test]
fn a_field_under_the_same_model_goes_as_the_session_does_whatever_is_done_there() {
    for seed in 0..4 {
        let mut random = SplitMix(seed);
        let mut pair = Pair::new();
        pair.play(100, &mut random);
        pair.part(None);
        for _ in 0..30 {
            pair.play(10, &mut random);
            let (left, right, _) = pair.seen();
            assert_eq!(left, right, "seed {seed}, tick {}", pair.sim.ticks());
        }
        let sim = pair.sim.clone();
        let [left, right] = pair.right().figures(&sim, true).expect("they have parted");
        assert_eq!(left, right);
    }
}

#[test]
fn the_second_field_is_what_the_session_would_be_if_another_model_moved_everybody() {
    let mut random = SplitMix(3);
    let mut pair = Pair::new();
    pair.play(60, &mut random);
    let mut straight = pair.sim.clone();
    pair.part(Some(ModelName::Orca));
    let units = straight.ids_of(|_| true);
    straight.act(Action::SetModel { units, model: ModelName::Orca });
    let order = |x: f32| {
        let command = Command::Move {
            to: vec2(x, 100.0),
            each: false,
            formation: Default::default(),
            manner: Default::default(),
        };
        Action::Order(Order { units: (0..16).map(UnitId).collect(), command, queue: false })
    };
    for tick in 60..300 {
        if tick % 70 == 0 {
            pair.act(order(tick as f32));
            straight.act(order(tick as f32));
        }
        if tick == 150 {
            // Somebody comes, moved by the model of the second field there.
            let spawn = |model| Action::Spawn { kind: 0, team: 0, at: vec2(800.0, 400.0), model };
            pair.act(spawn(ModelName::Predictive));
            straight.act(spawn(ModelName::Orca));
        }
        pair.tick();
        straight.tick();
        assert_eq!(pair.seen().1, straight.state_hash(), "tick {tick}");
    }
    assert_ne!(pair.seen().0, pair.seen().1);
}

#[test]
fn both_fields_and_their_figures_come_again_exactly_wherever_one_goes_in_time() {
    let mut random = SplitMix(11);
    let mut pair = Pair::new();
    pair.play(200, &mut random);
    pair.go_to_without(120);
    pair.part(Some(ModelName::Swarm));
    pair.right().twin_mut().act(Action::SetParameter {
        model: ModelName::Swarm,
        name: "range".into(),
        value: 1.0,
    });
    let mut seen = std::collections::BTreeMap::new();
    while pair.sim.ticks() < 700 {
        if pair.sim.ticks() > 200 {
            pair.play(1, &mut random);
        } else {
            pair.tick();
        }
        seen.insert(pair.sim.ticks(), pair.seen());
    }
    for _ in 0..30 {
        let tick = 121 + random.next_bits() % 579;
        pair.go_to(tick);
        let told = pair.seen();
        // What is done after a tick while time stands is not in the state that is gone to.
        assert_eq!(told.1, seen[&tick].1, "tick {tick}");
        assert_eq!(told, seen[&tick], "tick {tick}");
    }
    pair.go_to(50);
    let sim = pair.sim.clone();
    assert_eq!((sim.ticks(), pair.right().figures(&sim, true)), (50, None));
}

#[test]
fn who_is_nearly_there_when_the_two_part_says_nothing_of_how_long_ways_take() {
    let text = r#"{ "format": 1, "name": "Walk", "map": { "size": [40, 8] },
        "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] },
                  { "id": "B", "kind": "infantry", "team": "red", "at": [2.5, 5.5] }],
        "orders": [{ "who": ["A"], "do": "move", "to": [12.5, 2.5] },
                   { "who": ["B"], "do": "move", "to": [32.5, 5.5] }] }"#;
    let level = Level::parse(text, "walk.json", None).expect("it is sound");
    let mut pair = Pair::on(&level);
    let left_of_a =
        |pair: &Pair| pair.sim.place_of(UnitId(0)).expect("it is there").distance(vec2(375.0, 75.0));
    while left_of_a(&pair) > 40.0 {
        pair.tick();
    }
    pair.part(Some(ModelName::Orca));
    let both_there = |pair: &mut Pair, count: usize| loop {
        pair.tick();
        let sim = pair.sim.clone();
        let figures = pair.right().figures(&sim, true).expect("they have parted");
        if figures.iter().all(|field| field.arrived == count) {
            return figures;
        }
    };
    for field in both_there(&mut pair, 1) {
        assert_eq!(field.delay, None);
    }
    for field in both_there(&mut pair, 2) {
        assert!(field.delay.is_some_and(|delay| (0.9..1.2).contains(&delay)), "{field:?}");
    }
}

#[test]
fn an_order_in_the_past_reaches_both_fields_and_so_does_the_change_to_the_other_future() {
    let mut random = SplitMix(5);
    let mut pair = Pair::new();
    pair.part(Some(ModelName::Orca));
    pair.play(300, &mut random);
    let old = pair.seen();
    pair.go_to(150);
    pair.act(Action::Remove { units: (0..8).map(UnitId).collect() });
    pair.play(150, &mut SplitMix(6));
    let new = pair.seen();
    assert_eq!((pair.sim.len(), pair.right().twin().sim().len()), (pair.sim.len(), pair.sim.len()));
    assert_ne!(new.1, old.1);
    for expected in [&old, &new] {
        let parts = pair.history.change_future().expect("there are two");
        let keyframe = pair.history.nearest(parts, |_| true).clone();
        pair.history.show(&keyframe, &mut pair.sim);
        let (sim, history) = (pair.sim.clone(), &pair.history);
        let beside = pair.beside.as_mut().expect("there is one");
        beside.stand(&sim, history).expect("both have this moment");
        beside.go_back(&keyframe, &sim);
        pair.go_to(300);
        assert_eq!(&pair.seen(), expected);
    }
}

#[test]
fn two_fields_cannot_follow_to_a_future_in_which_they_have_not_parted() {
    let mut pair = Pair::new();
    (0..90).for_each(|_| pair.tick());
    pair.part(Some(ModelName::Orca));
    (0..30).for_each(|_| pair.tick());
    pair.go_to(40);
    pair.sim.act(Action::Remove { units: vec![UnitId(3)] });
    pair.sim.take_in_now();
    pair.history.acted(&pair.sim);
    let (sim, history) = (pair.sim.clone(), &pair.history);
    assert!(pair.beside.as_mut().expect("there is one").stand(&sim, history).is_err());
}

impl Pair {
    /// Goes back before there is a second field.
    fn go_to_without(&mut self, tick: u64) {
        self.sim = self.history.at(tick);
    }
}

#[test]
fn the_second_field_is_judged_as_a_game_of_its_own_in_every_moment_and_future() {
    let text = r#"{ "format": 1, "name": "Meeting", "map": { "size": [24, 8] },
        "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 4.5] },
                  { "id": "B", "kind": "infantry", "team": "red", "at": [20.5, 4.5] }],
        "orders": [{ "who": ["A"], "do": "move", "to": [20.5, 4.5] },
                   { "who": ["B"], "do": "move", "to": [2.5, 4.5] }],
        "goals": [{ "bring": ["A"], "to": [18, 2, 5, 5] }] }"#;
    let level = Level::parse(text, "meeting.json", None).expect("it is sound");
    let mut pair = Pair::on(&level);
    let mut alone = (pair.sim.clone(), Judge::new(&level).expect("it asks something"));
    let beside = Beside::new(&pair.sim, &pair.history, Some(ModelName::Swarm), BUDGET);
    pair.beside = Some(beside.judged(Some(alone.1.clone())));
    alone.0.act(Action::SetModel { units: alone.0.ids_of(|_| true), model: ModelName::Swarm });
    let right = |pair: &mut Pair| {
        let beside = pair.right();
        let judge = beside.judge().expect("it is judged");
        (judge.told(beside.twin().sim()), judge.verdict().clone())
    };
    let mut seen = vec![right(&mut pair)];
    while pair.sim.ticks() < 600 {
        pair.tick();
        alone.0.tick();
        alone.1.observe(&alone.0);
        seen.push(right(&mut pair));
        assert_eq!(seen.last(), Some(&(alone.1.told(&alone.0), alone.1.verdict().clone())));
    }
    assert!(matches!(seen[600].1, Verdict::Won { .. }), "{:?}", seen[600]);
    for tick in [100, 590, 20, 400, 600, 30] {
        pair.go_to(tick);
        assert_eq!(right(&mut pair), seen[tick as usize], "tick {tick}");
    }
    pair.act(Action::Remove { units: vec![UnitId(1)] });
    let home = Command::Move {
        to: vec2(75.0, 135.0),
        each: false,
        formation: Default::default(),
        manner: Default::default(),
    };
    pair.act(Action::Order(Order { units: vec![UnitId(0)], command: home, queue: false }));
    while pair.sim.ticks() < 600 {
        pair.tick();
    }
    assert_eq!((right(&mut pair).0[0].is_met, right(&mut pair).1), (false, Verdict::Open));
}
