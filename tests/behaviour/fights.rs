//! Fights: who strikes whom, who falls, how enemies are surrounded, and what an order to attack does.

use crate::support::*;
use glam::Vec2;
use muster::fight::rules::Arms;
use muster::geometry::contact::separation;
use muster::grid::{Area, Tile};
use muster::level::Level;
use muster::measure::Report;
use muster::order::Command;
use muster::sim::Sim;
use muster::time::TICK_RATE;
use muster::unit::{Body, Fighter, Position, State, Unit};
use muster::world::Event;
use std::collections::HashSet;

const ENEMIES: &str = r##""fight": true,
    "teams": [ { "name": "red", "color": "#c8452f", "enemies": ["blue"] }, { "name": "blue", "color": "#2f5f9e" } ]"##;

pub fn lost(sim: &Sim, name: &str) -> f32 {
    let entity = sim.entity(id_of(sim, name)).expect("it lives");
    sim.units.get::<&Fighter>(entity).expect("every unit has one").lost
}

fn defeated(report: &Report) -> Vec<(&str, f64)> {
    report.defeated.iter().flatten().map(|defeat| (defeat.id.as_str(), defeat.seconds)).collect()
}

/// A and B of enemy teams, rim to rim `gap` px apart, with more keys of B.
fn pair(gap: f32, keys: &str, b: &str) -> Level {
    let at = 5.0 + (14.0 + gap) / 30.0;
    level(&format!(
        r#"{keys}, "map": {{ "size": [20, 10] }}, "units": [
            {{ "id": "A", "kind": "infantry", "team": "red", "at": [5, 5] }},
            {{ "id": "B", "kind": "infantry", "team": "blue", "at": [{at}, 5]{b} }} ]"#
    ))
}

#[test]
fn enemies_in_reach_take_strength_from_each_other_until_both_fall_at_once() {
    let report = report(&pair(3.5, ENEMIES, r#", "facing": 180"#), 60.0);
    // 100 of strength, 8 a second.
    let fallen = defeated(&report);
    assert_eq!(fallen.iter().map(|(id, _)| *id).collect::<Vec<_>>(), ["A", "B"]);
    assert!(fallen.iter().all(|(_, seconds)| (12.4..12.7).contains(seconds)), "{fallen:?}");
    assert_eq!(report.units, 0);
}

#[test]
fn nobody_fights_out_of_reach_or_among_friends_or_in_a_level_without_fights() {
    let friends = r#""fight": true"#;
    let peace = ENEMIES.replace("true", "false");
    for (gap, keys) in [(4.5, ENEMIES), (1.0, friends), (1.0, &peace)] {
        let mut sim = start(&pair(gap, keys, ""));
        advance(&mut sim, 20.0);
        assert_eq!((lost(&sim, "A"), lost(&sim, "B")), (0.0, 0.0), "{gap} px, {keys}");
    }
}

#[test]
fn the_one_that_is_taken_in_the_rear_falls_first_and_one_in_the_flank_before_one_in_front() {
    let falls_after = |facing: i32| {
        // A faces B; it is B that turns.
        let level = pair(2.0, ENEMIES, &format!(r#", "facing": {facing}"#));
        let report = report(&level, 60.0);
        defeated(&report).iter().find(|(id, _)| *id == "B").expect("B falls").1
    };
    let (front, flank, rear) = (falls_after(180), falls_after(90), falls_after(0));
    assert!(rear < flank && flank < front, "{rear} {flank} {front}");
}

#[test]
fn a_unit_that_walks_off_shows_its_back() {
    let mut sim = start(&pair(2.0, ENEMIES, r#", "facing": 180"#));
    advance(&mut sim, 1.0);
    let before = lost(&sim, "B");
    assert!((7.0..9.0).contains(&before), "{before}");
    let kinds = level(&format!(
        r#"{ENEMIES}, "map": {{ "size": [20, 10] }}, "kinds": {{ "slow": {{ "radius": 7, "speed": 4, "acceleration": 40 }} }},
            "units": [ {{ "id": "A", "kind": "infantry", "team": "red", "at": [5, 5] }},
                {{ "id": "B", "kind": "slow", "team": "blue", "at": [5.5, 5], "facing": 180 }} ],
            "orders": [ {{ "who": ["B"], "do": "move", "to": [15, 5] }} ]"#
    ));
    let mut fleeing = start(&kinds);
    advance(&mut fleeing, 0.6);
    assert!(lost(&fleeing, "B") > 1.5 * 8.0 * 0.6, "{}", lost(&fleeing, "B"));
}

#[test]
fn a_kinds_arms_decide() {
    let keys = format!(
        r#"{ENEMIES}, "kinds": {{ "infantry": {{ "attack": 0 }}, "guard": {{ "radius": 7, "speed": 60, "acceleration": 240, "strength": 30, "attack": 10, "reach": 30 }} }}"#
    );
    let level = level(&format!(
        r#"{keys}, "map": {{ "size": [20, 10] }}, "units": [
            {{ "id": "A", "kind": "guard", "team": "red", "at": [5, 5] }},
            {{ "id": "B", "kind": "infantry", "team": "blue", "at": [6.4, 5], "facing": 180, "strength": 50 }} ]"#
    ));
    let fallen = report(&level, 30.0);
    let fallen = defeated(&fallen);
    assert_eq!(fallen.len(), 1);
    assert!(fallen[0].0 == "B" && (4.9..5.2).contains(&fallen[0].1), "{fallen:?}");
}

/// One enemy that holds, and so many infantry that are told to attack it, in a block.
fn siege(enemy: &str, attackers: u32, order: &str) -> Level {
    level(&format!(
        r#"{ENEMIES}, "kinds": {{ "{enemy}": {{ "strength": 1000000, "attack": 0 }} }}, "map": {{ "size": [30, 24] }}, "units": [
            {{ "id": "E", "kind": "{enemy}", "team": "blue", "at": [20, 12] }},
            {{ "id": "a", "kind": "infantry", "team": "red", "block": {{ "from": [4, 10], "columns": 5, "rows": {}, "spacing": 22 }} }} ],
            "orders": [ {{ "who": ["E"], "do": "hold" }}, {order} ]"#,
        attackers / 5
    ))
}

/// How many of red are in reach of a unit.
fn in_contact(sim: &Sim, enemy: &str) -> usize {
    let at = place_of(sim, enemy);
    let enemy = sim.collider_of(id_of(sim, enemy)).expect("it lives");
    let reach = Arms::default().reach;
    let units = sim.units.query::<(&Unit, &Position, &Body)>();
    let mut units = units;
    let gaps = units.iter().filter(|(unit, ..)| unit.team == 0);
    gaps.filter(|(_, position, body)| separation(body.collider(), enemy, at - position.0, true).1 <= reach)
        .count()
}

#[test]
fn after_ten_seconds_of_fighting_every_place_round_an_enemy_is_filled() {
    // Six circles fit round one of their size; round a siege engine nine within reach.
    for (enemy, order, places) in [
        ("infantry", r#"{ "who": { "team": "red" }, "do": "attack", "target": "E" }"#, 6),
        ("siege", r#"{ "who": { "team": "red" }, "do": "attack", "target": "E" }"#, 9),
        ("infantry", r#"{ "who": { "team": "red" }, "do": "attack_move", "to": [20, 12] }"#, 6),
    ] {
        let mut sim = start(&siege(enemy, 20, order));
        let mut guard = Guard::default();
        // They are 8 s on their way.
        for _ in 0..18 * 30 {
            sim.tick();
            guard.look(&sim);
        }
        assert_eq!(in_contact(&sim, "E"), places, "{enemy}, {order}");
        guard.judge(&sim);
        // Nobody circles.
        advance(&mut sim, 4.0);
        let still = sim.ids_of(|unit| unit.velocity == Vec2::ZERO).len();
        assert!(still >= 20, "{still} of 21 stand still, {enemy}");
    }
}

/// Enemies in one line on hold, 20 px apart, from row `top`, and attackers in a block whose corner is at `from`, in
/// tiles.
struct Blocks {
    enemies: u32,
    top: u32,
    from: (f32, f32),
    columns: u32,
    attackers: u32,
}

fn against_a_line(enemies: u32, top: u32, from: (f32, f32), columns: u32, formation: &str) -> Level {
    against(&Blocks { enemies, top, from, columns, attackers: 36 }, formation)
}

fn against(blocks: &Blocks, formation: &str) -> Level {
    let &Blocks { enemies, top, from: (x, y), columns, attackers } = blocks;
    let rows = attackers / columns;
    level(&format!(
        r#"{ENEMIES}, "kinds": {{ "infantry": {{ "strength": 100000 }} }}, "map": {{ "size": [50, 44] }}, "units": [
            {{ "id": "e", "kind": "infantry", "team": "blue", "facing": 180, "block": {{ "from": [30, {top}], "columns": 1, "rows": {enemies}, "spacing": 20 }} }},
            {{ "id": "a", "kind": "infantry", "team": "red", "block": {{ "from": [{x}, {y}], "columns": {columns}, "rows": {rows}, "spacing": 22 }} }} ],
            "orders": [ {{ "who": {{ "team": "blue" }}, "do": "hold" }},
                {{ "who": {{ "team": "red" }}, "do": "attack_move", "to": [30, 18], "formation": "{formation}" }} ]"#
    ))
}

/// How many of red strike somebody 10 s and 20 s after the first of them did, under all promises.
fn fighting_after(level: &Level) -> [usize; 2] {
    let mut sim = start(level);
    let mut guard = Guard::default();
    let count = |sim: &Sim| sim.ids_of(|unit| unit.team == 0 && unit.fighter.foe.is_some()).len();
    while count(&sim) == 0 {
        assert!(sim.seconds() < 30.0, "they do not meet");
        sim.tick();
        guard.look(&sim);
    }
    let fighting = [10, 10].map(|seconds| {
        for _ in 0..seconds * 30 {
            sim.tick();
            guard.look(&sim);
        }
        count(&sim)
    });
    guard.judge(&sim);
    fighting
}

#[test]
fn those_who_attack_a_line_fill_its_places_on_both_sides() {
    // Ten a side, and two at each end.
    let (mut filled, mut starts) = (0, 0);
    for from in [(18.0, 14.0), (18.3, 15.7), (16.9, 11.7), (18.1, 18.1), (17.2, 13.1), (16.5, 16.4)] {
        for formation in ["none", "line"] {
            let fighting = fighting_after(&against_a_line(10, 15, from, 3, formation));
            assert!(fighting[0] >= 22, "{fighting:?} of 24 places, {formation} from {from:?}");
            (filled, starts) = (filled + fighting[0], starts + 1);
        }
    }
    let share = filled as f32 / (24 * starts) as f32;
    assert!(share >= 0.95, "{:.1} % of the places", 100.0 * share);
}

#[test]
fn a_formation_that_attacks_a_line_fills_its_places() {
    // Sixteen a side, and two at each end.
    for (formation, width) in [("line", 3), ("line", 6), ("box", 3), ("box", 6)] {
        let corners = [(14.0, 12.8), (14.3, 14.5), (12.9, 10.5), (14.1, 16.9), (13.2, 11.9), (12.5, 15.2)];
        let starts = corners.map(|from| {
            let blocks = Blocks { enemies: 16, top: 13, from, columns: width, attackers: 48 };
            fighting_after(&against(&blocks, formation))[0]
        });
        let share = starts.iter().sum::<usize>() as f32 / (36 * starts.len()) as f32;
        assert!(share >= 0.95, "{:.1} % of the places, {formation} of {width}: {starts:?}", 100.0 * share);
    }
}

#[test]
fn a_line_of_36_that_attacks_one_of_36_does_not_stay_in_its_own_way() {
    for from in [(18.0, 8.0), (18.3, 9.7), (16.9, 5.7)] {
        let fighting = fighting_after(&against_a_line(36, 8, from, 1, "none"));
        assert!(fighting[0] >= 24 && fighting[1] >= 34, "{fighting:?} of 36 from {from:?}");
    }
}

#[test]
fn those_who_have_defeated_their_enemy_go_on_to_where_they_were_sent() {
    let level = level(&format!(
        r#"{ENEMIES}, "map": {{ "size": [40, 10] }}, "units": [
            {{ "id": "E", "kind": "infantry", "team": "blue", "at": [16, 5], "strength": 20 }},
            {{ "id": "a", "kind": "infantry", "team": "red", "block": {{ "from": [2, 3], "columns": 3, "rows": 3, "spacing": 20 }} }} ],
            "orders": [ {{ "who": {{ "team": "red" }}, "do": "attack_move", "to": [32, 5] }} ]"#
    ));
    let report = report(&level, 60.0);
    assert_eq!(defeated(&report).len(), 1);
    assert_eq!((report.arrived, report.ordered), (9, 9));
}

#[test]
fn a_plain_move_walks_past_enemies_and_an_attack_leads_on_to_the_next_in_sight() {
    let units = r#""map": { "size": [40, 10] }, "units": [
        { "id": "A", "kind": "hero", "team": "red", "at": [2, 5] },
        { "id": "E", "kind": "infantry", "team": "blue", "at": [16, 8], "strength": 20 },
        { "id": "F", "kind": "infantry", "team": "blue", "at": [19, 8], "strength": 20 } ]"#;
    let told = |order: &str| {
        let mut sim = start(&level(&format!(r#"{ENEMIES}, {units}, "orders": [ {order} ]"#)));
        advance(&mut sim, 20.0);
        sim.fights.fallen.len()
    };
    assert_eq!(told(r#"{ "who": ["A"], "do": "move", "to": [30, 5] }"#), 0);
    assert_eq!(told(r#"{ "who": ["A"], "do": "attack", "target": "E" }"#), 2);
    assert_eq!(told(r#"{ "who": ["A"], "do": "attack_move", "to": [30, 5] }"#), 2);
}

#[test]
fn whoever_is_told_to_attack_one_amidst_its_friends_fights_its_way_there() {
    let level = level(
        r##""fight": true, "teams": [ { "name": "red", "color": "#c8452f", "enemies": ["blue"] },
                { "name": "blue", "color": "#2f5f9e", "stance": "stand" } ],
            "map": { "size": [40, 20] }, "units": [
            { "id": "r", "kind": "infantry", "team": "red", "block": { "from": [4, 6], "columns": 8, "rows": 10, "spacing": 20 } },
            { "id": "b", "kind": "infantry", "team": "blue", "strength": 40, "block": { "from": [25, 6], "columns": 9, "rows": 9, "spacing": 20 } } ],
            "orders": [ { "who": { "team": "red" }, "do": "attack", "target": "b.40" } ]"##,
    );
    let report = report(&level, 90.0);
    assert!(defeated(&report).iter().any(|(id, _)| *id == "b.40"), "{} are down", defeated(&report).len());
}

#[test]
fn an_attack_on_a_friend_is_no_order_and_one_that_is_gone_ends_it() {
    let mut sim = start(&pair(60.0, ENEMIES, ""));
    let (a, b) = (id_of(&sim, "A"), id_of(&sim, "B"));
    let order =
        |units, target| muster::order::Order { units, command: Command::Attack { target }, queue: false };
    sim.order(order(vec![a], a));
    sim.tick();
    assert_eq!(state_of(&sim, "A"), State::Idle);
    sim.order(order(vec![a], b));
    advance(&mut sim, 4.0);
    assert_eq!(state_of(&sim, "A"), State::Fighting);
    sim.act(muster::order::Action::Remove { units: vec![b] });
    advance(&mut sim, 1.0);
    assert_eq!(state_of(&sim, "A"), State::Idle);
}

#[test]
fn whoever_gets_to_no_enemy_for_walls_stands_until_they_are_open() {
    for stance in ["orders", "hunt"] {
        let wall: String = (0..12).map(|_| format!("\"{}#{}\",", ".".repeat(16), ".".repeat(13))).collect();
        let mut sim = start(&level(&format!(
            r##""fight": true, "teams": [
                {{ "name": "red", "color": "#c8452f", "enemies": ["blue"], "stance": "{stance}" }},
                {{ "name": "blue", "color": "#2f5f9e", "stance": "stand" }} ],
            "map": {{ "tiles": [{}] }}, "units": [
                {{ "id": "E", "kind": "infantry", "team": "blue", "at": [2, 6], "strength": 20 }},
                {{ "id": "r", "kind": "infantry", "team": "red", "block": {{ "from": [22, 3], "columns": 4, "rows": 4, "spacing": 20 }} }} ],
            "orders": [ {} ]"##,
            wall.trim_end_matches(','),
            if stance == "hunt" {
                ""
            } else {
                r#"{ "who": { "team": "red" }, "do": "attack", "target": "E" }"#
            }
        )));
        let mut told = HashSet::new();
        for _ in 0..20 * TICK_RATE {
            sim.tick();
            told.extend(sim.events.iter().filter_map(|event| match event {
                Event::Unreachable(unit, _) => Some(*unit),
                _ => None,
            }));
        }
        let places = |sim: &Sim| sim.names.iter().skip(1).map(|name| place_of(sim, name)).collect::<Vec<_>>();
        let before = places(&sim);
        advance(&mut sim, 20.0);
        assert_eq!((places(&sim), told.len()), (before, 16), "{stance}");
        sim.edit(Area { column: 16, row: 5, columns: 1, rows: 3 }, Tile::Ground);
        advance(&mut sim, 30.0);
        assert_eq!(sim.fights.fallen.len(), 1, "{stance}");
    }
}
