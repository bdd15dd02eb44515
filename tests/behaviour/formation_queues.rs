//! Queued formations, formations of some who are still busy, and members that leave or die under way.

use crate::support::*;
use glam::{Vec2, vec2};
use muster::grid::{Area, TILE, Tile};
use muster::ids::UnitId;
use muster::level::Level;
use muster::order::{Action, Command, FormationShape, Manner, Order};
use muster::sim::Sim;
use muster::unit::*;

/// Four who are near and one who has far to go, and a queued formation of all five: the far one is busy for
/// long after the others have set out.
fn one_comes_late(map: &str, shape: &str) -> Sim {
    start(&level(&format!(
        r#""map": {{ "size": {map} }},
           "units": [{{ "id": "near", "kind": "infantry", "team": "red",
                        "block": {{ "from": [6, 8], "columns": 2, "rows": 2, "spacing": 24 }} }},
                     {{ "id": "late", "kind": "infantry", "team": "red", "at": [1, 19] }}],
           "orders": [{{ "who": "all", "do": "move", "to": [9, 9], "pace": "own" }},
                      {{ "who": "all", "do": "move", "to": [48, 9], "formation": "{shape}", "queue": true }}]"#
    )))
}

fn formed(sim: &Sim) -> bool {
    sim.groups.iter().any(|group| matches!(group.phase, muster::group::Phase::Formation(_)))
}

fn run_to_the_end(sim: &mut Sim, seconds: f32) {
    let mut guard = Guard::default();
    while !sim.is_done() {
        sim.tick();
        guard.look(sim);
        assert!(sim.seconds() < seconds, "not done after {seconds} s");
    }
    guard.judge(sim);
}

#[test]
fn who_comes_late_to_a_full_formation_walks_alone_to_a_place_near() {
    for shape in ["line", "column", "box", "wedge", "circle"] {
        let mut sim = one_comes_late("[60, 20]", shape);
        run_to_the_end(&mut sim, 90.0);
        let late = journey_of(&sim, "late");
        assert_eq!(late.gave_up, None);
        let place = place_of(&sim, "late");
        assert!(late.goal.is_some_and(|goal| goal.distance(place) < 0.1), "{shape}: {late:?} {place}");
        assert!(place.distance(vec2(48.0, 9.0) * TILE) < 5.0 * TILE, "{shape}: {place}");
        let near: Vec<Vec2> = (0..4).map(|i| place_of(&sim, &format!("near.{i}"))).collect();
        assert!(near.iter().all(|other| other.distance(place) >= 14.0), "{shape}: {place} {near:?}");
    }
}

#[test]
fn who_comes_late_takes_the_slot_of_one_who_left() {
    let mut sim = one_comes_late("[60, 20]", "line");
    while !formed(&sim) {
        sim.tick();
    }
    // One walks off under way: its slot is free when the last one comes.
    order(&mut sim, "near.0", go(30.0, 2.0), false);
    advance(&mut sim, 0.5);
    let slots = muster::formation::shapes::layout(FormationShape::Line, 4, 20.0, None).slots;
    run_to_the_end(&mut sim, 90.0);
    let mut rows: Vec<f32> = ["late", "near.1", "near.2", "near.3"].map(|name| place_of(&sim, name).y).into();
    rows.sort_by(f32::total_cmp);
    for (row, slot) in rows.iter().zip(&slots) {
        assert!((row - 270.0 - slot.y).abs() < 0.1, "a line of four: {rows:?}");
    }
}

#[test]
fn a_unit_that_an_order_names_twice_is_sent_once() {
    let mut sim = start(&level(
        r#""map": { "size": [40, 20] },
           "units": [{ "id": "a", "kind": "infantry", "team": "red", "at": [4, 8] },
                     { "id": "b", "kind": "infantry", "team": "red", "at": [4, 10] }]"#,
    ));
    let (a, b) = (id_of(&sim, "a"), id_of(&sim, "b"));
    let to = vec2(30.0, 9.0) * TILE;
    let formation = FormationShape::Line;
    let command = Command::Move { to, each: false, formation, manner: Manner::default() };
    sim.order(Order { units: vec![a, b, a, a, b], command, queue: true });
    sim.tick();
    for id in [a, b] {
        let tasks = sim.units.get::<&Tasks>(sim.entity(id).unwrap()).unwrap();
        assert!(tasks.current.is_some() && tasks.queue.is_empty(), "{tasks:?}");
    }
    run_to_the_end(&mut sim, 30.0);
}

/// A field with some rock, and soldiers of every kind on it.
fn field(numbers: &mut Numbers) -> Level {
    let rock = 0.12 * numbers.between(0.0, 1.0);
    let mut row =
        || -> String { (0..36).map(|_| if numbers.between(0.0, 1.0) < rock { '#' } else { '.' }).collect() };
    let tiles: Vec<String> = (0..22).map(|_| row()).collect();
    let is_open = |x: usize, y: usize| {
        [(0, 0), (1, 0), (0, 1), (1, 1)].iter().all(|(i, j)| tiles[y + j].as_bytes()[x + i] == b'.')
    };
    let mut units = Vec::new();
    for y in (0..20).step_by(2) {
        for x in (0..34).step_by(2) {
            if is_open(x, y) && numbers.between(0.0, 1.0) < 0.12 {
                let kind = ["infantry", "hero", "cavalry", "siege"][numbers.bits() as usize % 4];
                let team = ["red", "blue"][numbers.bits() as usize % 2];
                units.push(format!(
                    r#"{{ "kind": "{kind}", "team": "{team}", "at": [{}, {}] }}"#,
                    x + 1,
                    y + 1
                ));
            }
        }
    }
    level(&format!(r#""map": {{ "tiles": {tiles:?} }}, "units": [{}]"#, units.join(", ")))
}

/// What a player that never sits still does next.
fn next_action(numbers: &mut Numbers, count: u32) -> Action {
    let mut one_of = |many: u64| (numbers.bits() >> 8) % many;
    // Some units come up twice, and some are dead.
    let units: Vec<UnitId> = (0..=one_of(12)).map(|_| UnitId(one_of(u64::from(count) + 1) as u32)).collect();
    let chosen = one_of(40);
    let queue = one_of(2) == 0;
    let shapes = [
        FormationShape::None,
        FormationShape::Line,
        FormationShape::Column,
        FormationShape::Box,
        FormationShape::Wedge,
        FormationShape::Circle,
    ];
    let formation = shapes[one_of(6) as usize];
    let facing = (one_of(3) == 0).then_some(one_of(360) as f32);
    let frontage = (one_of(4) == 0).then_some(one_of(400) as f32);
    let area =
        Area { column: one_of(36) as i32, row: one_of(22) as i32, columns: 1, rows: 1 + one_of(4) as i32 };
    let tile = if one_of(2) == 0 { Tile::Rock } else { Tile::Ground };
    let model = ModelName::ALL[one_of(ModelName::ALL.len() as u64) as usize];
    // A little beyond the map too.
    let to = vec2(numbers.between(-60.0, 1140.0), numbers.between(-60.0, 720.0));
    let command = match chosen {
        0..3 => return Action::Remove { units: units[..units.len().min(2)].to_vec() },
        3..6 => return Action::Edit { area, tile },
        6 => return Action::SetModel { units, model },
        7 => Command::Stop,
        8 => Command::Hold,
        9 => Command::Patrol { route: vec![to, vec2(500.0, 300.0)] },
        _ => {
            let manner = Manner { facing, frontage, ..Manner::default() };
            Command::Move { to, each: chosen == 10, formation, manner }
        }
    };
    Action::Order(Order { units, command, queue })
}

/// Orders without end for a while: queued, overlapping and partial formations, removals, edits, other models.
/// Every group stays sound, nobody overlaps or is in a wall while the predictive model moves everybody, and
/// all leads to an end.
fn play(seed: u64) {
    let mut numbers = Numbers(seed);
    let level = field(&mut numbers);
    let with_models = seed.is_multiple_of(4);
    let mut sim = start(&level);
    let mut guard = Guard::default();
    let count = sim.names.len() as u32;
    let mut next = 1;
    while sim.seconds() < 40.0 {
        while sim.ticks() >= next {
            next += 1 + numbers.bits() % 25;
            let action = next_action(&mut numbers, count);
            if with_models || !matches!(action, Action::SetModel { .. }) {
                sim.act(action);
            }
        }
        sim.tick();
        if !with_models {
            guard.look(&sim);
        }
        for group in &sim.groups {
            assert!(group.members.is_sorted_by(|a, b| a < b), "seed {seed}: {:?}", group.members);
            assert!(group.late.iter().all(|late| group.members.binary_search(late).is_err()), "seed {seed}");
        }
    }
    if !with_models {
        guard.judge(&sim);
    }
    // Nobody is left waiting for a group: whoever has a task goes on or has come.
    sim.order(Order { units: (0..count).map(UnitId).collect(), command: Command::Stop, queue: false });
    advance(&mut sim, 5.0);
    assert!(sim.groups.is_empty(), "seed {seed}: {:?}", sim.groups);
}

#[test]
fn no_order_to_formations_breaks_them_whoever_is_busy_leaves_or_dies() {
    let seeds = std::env::var("MUSTER_SEEDS").map_or(24, |seeds| seeds.parse().expect("a number of seeds"));
    for seed in 0..seeds {
        play(seed);
    }
}
