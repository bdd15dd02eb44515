//! The time machine: any moment of a session again, exactly, and other futures from there.

use crate::crowd::start;
use glam::vec2;
use muster::history::{History, MarkKind, Waits};
use muster::ids::UnitId;
use muster::level::Level;
use muster::measure::bench::SplitMix;
use muster::order::{Action, Command, FormationShape, Order};
use muster::replay::Replay;
use muster::sim::{Options, Sim};
use muster::unit::{ModelName, Position};
use serde_json::{Value, json};
use std::path::Path;

/// A crowd on a map with a wall, and an edit that opens it.
fn crowd() -> Value {
    let wall = json!({ "time": 1, "area": [12, 0, 1, 15], "tile": "#" });
    crate::crowd::crowd(5, [24.0, 12.0], json!([wall, { "time": 9, "area": [12, 4, 1, 2], "tile": "." }]))
}

/// What a player might do at this tick.
fn deed(random: &mut SplitMix) -> Action {
    let others: [crate::crowd::Other; 3] = [
        |_, _, at| Action::Spawn { kind: 0, team: 0, at, model: ModelName::Predictive },
        |_, units, _| Action::Remove { units },
        |random, units, _| {
            let model = ModelName::ALL[(random.next_bits() % ModelName::ALL.len() as u64) as usize];
            Action::SetModel { units, model }
        },
    ];
    crate::crowd::deed(random, 25, &others)
}

/// Plays on with random deeds, half of them while time stands, and notes the state of every tick.
fn play(sim: &mut Sim, history: &mut History, ticks: u64, random: &mut SplitMix, seen: &mut Vec<u64>) {
    seen.truncate(sim.ticks() as usize + 1);
    for _ in 0..ticks {
        if random.next_bits().is_multiple_of(40) {
            sim.act(deed(random));
            if random.next_bits().is_multiple_of(2) {
                sim.take_in_now();
                history.acted(sim);
            }
        }
        sim.tick();
        assert!(history.observe(sim));
        seen.push(sim.state_hash());
    }
}

#[test]
fn every_moment_comes_again_exactly_through_edits_spawns_removals_and_changes_of_model() {
    for (seed, model) in (0..).zip(ModelName::ALL) {
        let mut random = SplitMix(seed);
        let mut level = crowd();
        level["model"] = json!(model.name());
        level["obstacles"] = json!([{ "id": "planet", "radius": 20, "orbit": { "center": [20, 8], "radii": [3, 3], "period": 9, "phase": 0 } }]);
        let mut sim = start(&level);
        // A small budget, so that keyframes are given up.
        let budget = 64 << 10;
        let mut history = History::new(&sim, budget);
        let mut seen = vec![sim.state_hash()];
        play(&mut sim, &mut history, 900, &mut random, &mut seen);
        assert!(history.memory().0 <= budget && history.memory().1 < 30, "{:?}", history.memory());
        for _ in 0..25 {
            let tick = random.next_bits() % 901;
            // Of a tick after which something was done while time stood, the state before that is given.
            assert_eq!(history.at(tick).state_hash(), seen[tick as usize], "{model:?}, tick {tick}");
        }
        assert_eq!(history.at(u64::MAX).ticks(), 900);
    }
}

#[test]
fn fights_come_again_blow_by_blow() {
    for name in ["scenario-anvil", "scenario-pass"] {
        let recording = Replay::load(Path::new(&format!("levels/{name}.replay"))).expect("it can be read");
        let level = Level::load(format!("levels/{name}.json")).unwrap_or_else(|errors| panic!("{errors}"));
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let mut history = History::new(&sim, 64 << 10);
        let mut seen = vec![sim.state_hash()];
        for tick in 0..900 {
            recording
                .actions
                .iter()
                .filter(|due| due.tick == tick)
                .for_each(|due| sim.act(due.action.clone()));
            sim.tick();
            assert!(history.observe(&sim));
            seen.push(sim.state_hash());
        }
        let fallen = level.units.len() - sim.len();
        assert!(fallen > 0, "{name}: nobody fell");
        let mut random = SplitMix(3);
        for _ in 0..25 {
            let tick = random.next_bits() % 901;
            assert_eq!(history.at(tick).state_hash(), seen[tick as usize], "{name}, tick {tick}");
        }
    }
}

#[test]
fn what_is_done_in_the_past_begins_a_new_future_and_the_old_one_is_kept() {
    let mut random = SplitMix(7);
    let mut sim = start(&crowd());
    let mut history = History::new(&sim, History::BUDGET);
    let mut seen = vec![sim.state_hash()];
    play(&mut sim, &mut history, 500, &mut random, &mut seen);
    let old = seen.clone();

    let mut sim = history.at(200);
    // To look at the past again changes nothing.
    for _ in 0..40 {
        history.act(&mut sim);
        sim.tick();
        assert!(history.observe(&sim));
    }
    assert_eq!((history.end(), history.left()), (500, None));
    sim.act(Action::Remove { units: (0..12).map(UnitId).collect() });
    sim.take_in_now();
    history.acted(&sim);
    assert_eq!((history.end(), history.left()), (240, Some((240, 500))));
    play(&mut sim, &mut history, 300, &mut random, &mut seen);
    let new = seen.clone();
    assert_ne!(new[400], old[400]);
    assert_eq!(history.at(400).state_hash(), new[400]);

    assert_eq!(history.change_future(), Some(240));
    assert_eq!((history.end(), history.left()), (500, Some((240, 540))));
    assert_eq!(history.at(400).state_hash(), old[400]);
    assert_eq!(history.at(100).state_hash(), old[100]);
    assert_eq!(history.change_future(), Some(240));
    assert_eq!(history.at(540).state_hash(), new[540]);
}

#[test]
fn a_state_that_does_not_come_again_is_told() {
    let mut sim = start(&crowd());
    let mut history = History::new(&sim, History::BUDGET);
    for _ in 0..90 {
        sim.tick();
        history.observe(&sim);
    }
    let mut other = history.at(45);
    let held: Vec<bool> = (0..30)
        .map(|_| {
            history.act(&mut other);
            other.tick();
            for place in other.world_mut().units.query_mut::<&mut Position>() {
                place.0.x += 0.001;
            }
            history.observe(&other)
        })
        .collect();
    assert!(held.contains(&false));
}

/// A corridor one tile wide, in which a unit on hold stops those behind it.
fn corked(model: &str) -> Value {
    let mut units = vec![json!({ "id": "cork", "kind": "infantry", "team": "red", "at": [20.5, 1.5] })];
    units.extend((0..12).map(
        |number| json!({ "id": format!("u{number}"), "kind": "infantry", "team": "red", "at": [2.5 + f64::from(number), 1.5] }),
    ));
    let walls = "#".repeat(30);
    let way = format!("#{}#", ".".repeat(28));
    json!({ "format": 1, "name": "corked", "model": model, "map": { "tiles": [walls, way, walls] }, "units": units,
        "orders": [{ "who": ["cork"], "do": "hold" },
                   { "who": (0..12).map(|number| format!("u{number}")).collect::<Vec<_>>(), "do": "move", "to": [26.5, 1.5], "each": true }] })
}

#[test]
fn of_a_jam_the_root_is_named_whatever_the_model() {
    for model in ["predictive", "none", "orca", "swarm"] {
        let mut sim = start(&corked(model));
        let mut history = History::new(&sim, History::BUDGET);
        let mut named = 0;
        for _ in 0..600 {
            sim.tick();
            history.observe(&sim);
            let waits = Waits::of(&sim);
            named = named.max(
                waits
                    .roots
                    .iter()
                    .filter(|root| root.units == [UnitId(0)])
                    .map(|root| root.waiting.len())
                    .max()
                    .unwrap_or(0),
            );
        }
        assert!(named >= 5, "{model}: at most {named} wait for the cork");
        // Most give up behind somebody who never moves; under `orca` they all keep on.
        if model == "orca" {
            let jam = history.marks().iter().find(|mark| mark.kind == MarkKind::Jam);
            let jam = jam.unwrap_or_else(|| panic!("{:?}", history.marks()));
            assert!(
                jam.units.len() >= 10 && jam.words.contains("wait for cork, which stands on hold"),
                "{jam:?}"
            );
        }
    }
}

/// Two columns that meet in a corridor one tile wide.
#[test]
fn of_two_columns_head_on_those_in_front_wait_for_each_other_and_the_rest_for_these_two() {
    let unit = |id: String, x: f64| json!({ "id": id, "kind": "siege", "team": "red", "at": [x, 1.5] });
    let mut units: Vec<Value> =
        (0..4).map(|index| unit(format!("a{index}"), 8.5 - f64::from(index))).collect();
    units.extend((0..4).map(|index| unit(format!("b{index}"), 14.5 + f64::from(index))));
    let names = |team: &str| (0..4).map(|index| format!("{team}{index}")).collect::<Vec<_>>();
    let walls = "#".repeat(24);
    let way = format!("#{}#", ".".repeat(22));
    let level = json!({ "format": 1, "name": "head on", "model": "orca", "map": { "tiles": [walls, way, walls] }, "units": units,
        "orders": [{ "who": names("a"), "do": "move", "to": [21.5, 1.5], "each": true },
                   { "who": names("b"), "do": "move", "to": [2.5, 1.5], "each": true }] });
    let mut sim = start(&level);
    let mut told = None;
    for _ in 0..600 {
        sim.tick();
        let waits = Waits::of(&sim);
        told = waits.roots.into_iter().find(|root| root.waiting.len() == 6).or(told);
    }
    let told = told.expect("all eight stand");
    assert_eq!(told.units, [UnitId(0), UnitId(4)]);
    assert_eq!(told.words, "6 wait for a0, b0, who wait for each other");
}

/// A corridor with a wall across, which an edit opens; others do not.
#[test]
fn those_who_stand_before_a_wall_are_told_of_the_edit_that_opens_it() {
    for model in ["predictive", "orca"] {
        let mut level = corked(model);
        level["units"].as_array_mut().unwrap().remove(0);
        level["orders"].as_array_mut().unwrap().remove(0);
        level["map"]["tiles"][1] = json!(format!("#{}#{}#", ".".repeat(19), ".".repeat(8)));
        level["edits"] = json!([{ "time": 25, "area": [28, 1, 1, 1], "tile": "#" },
            { "time": 28, "area": [5, 0, 1, 1], "tile": "." }, { "time": 31, "area": [20, 1, 1, 1], "tile": "." }]);
        let mut sim = start(&level);
        let mut words = Vec::new();
        for _ in 0..600 {
            sim.tick();
            let first = Waits::of(&sim).roots.into_iter().next();
            words.extend(first.map(|root| root.words));
        }
        let told =
            words.iter().filter(|words| words.ends_with("which waits for the wall's edit at 0:31")).count();
        assert!(told > 10, "{model}: {told} of {words:?}");
    }
}

#[test]
fn orders_edits_and_who_gave_up_are_marked_at_their_tick() {
    let mut sim = start(&crowd());
    let mut history = History::new(&sim, History::BUDGET);
    for _ in 0..400 {
        sim.tick();
        history.observe(&sim);
    }
    let at = |kind| {
        history.marks().iter().filter(|mark| mark.kind == kind).map(|mark| mark.tick).collect::<Vec<_>>()
    };
    assert_eq!(at(MarkKind::Order), [1]);
    assert_eq!(at(MarkKind::Edit).first(), Some(&31));
    assert!(at(MarkKind::Edit).contains(&271), "{:?}", at(MarkKind::Edit));
    assert!(at(MarkKind::Slowest).len() <= 1);
    assert!(history.marks().is_sorted_by_key(|mark| mark.tick));
    let order = history.marks().iter().find(|mark| mark.kind == MarkKind::Order).unwrap();
    assert_eq!((order.units.len(), order.words.as_str()), (25, "25 red infantry sent 22 tiles south-east"));
}

#[test]
fn what_players_do_is_marked_once_whether_time_stands_or_not() {
    let mut sim = start(&crowd());
    let mut history = History::new(&sim, History::BUDGET);
    let order = |x: f32| {
        let command = Command::Move {
            to: vec2(x, 300.0),
            each: false,
            formation: FormationShape::None,
            manner: Default::default(),
        };
        Action::Order(Order { units: vec![UnitId(0)], command, queue: false })
    };
    for tick in 0..200 {
        match tick {
            100 => sim.act(order(300.0)),
            150 => {
                sim.act(order(600.0));
                sim.take_in_now();
                history.acted(&sim);
            }
            _ => {}
        }
        sim.tick();
        history.observe(&sim);
    }
    let orders = history.marks().iter().filter(|mark| mark.kind == MarkKind::Order);
    let seen: Vec<(u64, &str)> = orders.map(|mark| (mark.tick, mark.words.as_str())).collect();
    let words = ["25 red infantry sent 22 tiles south-east", "U0 sent ", "U0 sent "];
    assert_eq!(seen.iter().map(|(tick, _)| *tick).collect::<Vec<_>>(), [1, 100, 150]);
    for ((_, seen), words) in seen.iter().zip(words) {
        assert!(seen.starts_with(words), "{seen}");
    }
}

/// A block of idle units in a corridor three wide, through which a hero has to go.
#[test]
fn chains_of_pushes_are_marked_and_units_are_named_by_kind_and_team() {
    let walls = "#".repeat(24);
    let way = format!("#{}#", ".".repeat(22));
    let level = json!({ "format": 1, "name": "crowded", "map": { "tiles": [walls, way, way, walls] },
        "units": [{ "id": "Talan", "kind": "hero", "team": "blue", "at": [1.8, 2.0] },
                  { "kind": "infantry", "team": "red", "block": { "from": [4.5, 1.4], "columns": 14, "rows": 3, "spacing": 17 } }],
        "orders": [{ "who": ["Talan"], "do": "move", "to": [21.5, 2.0] },
                   { "time": 20, "who": ["#1"], "do": "move", "to": [20.5, 2.0] }] });
    let mut sim = start(&level);
    let mut history = History::new(&sim, History::BUDGET);
    for _ in 0..700 {
        sim.tick();
        history.observe(&sim);
    }
    let of = |kind| history.marks().iter().filter(move |mark| mark.kind == kind);
    let orders: Vec<&str> = of(MarkKind::Order).map(|mark| mark.words.as_str()).collect();
    assert_eq!(orders[0], "Talan sent 20 tiles east");
    assert!(orders[1].starts_with("A red infantry unit sent"), "{orders:?}");
    let chain = of(MarkKind::Chain).next().unwrap_or_else(|| panic!("{:?}", history.marks()));
    assert!(chain.units.len() >= 4 && chain.words.contains(" pushes "), "{chain:?}");
    assert!(chain.words.contains("red infantry aside") && !chain.words.contains('#'), "{chain:?}");
    assert!(chain.place.is_some());
}
