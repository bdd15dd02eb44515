//! Teams that nobody leads: what their stances let them do, and battles between hosts that hunt each other.

use crate::fights::lost;
use crate::support::*;
use glam::{Vec2, vec2};
use muster::fight::stance::Stance;
use muster::level::Level;
use muster::order::Command;
use muster::sim::{Options, Sim};
use muster::snapshot::Snapshot;

/// A team of blue under a stance and one red unit that walks by.
fn led(stance: &str, to: [i32; 2]) -> Sim {
    let level = level(&format!(
        r##""fight": true, "teams": [ {{ "name": "red", "color": "#c8452f", "enemies": ["blue"] }},
                {{ "name": "blue", "color": "#2f5f9e", "stance": {stance} }} ],
            "map": {{ "size": [40, 20] }}, "kinds": {{ "hero": {{ "attack": 0, "strength": 100000 }} }}, "units": [
            {{ "id": "R", "kind": "hero", "team": "red", "at": [2, 10] }},
            {{ "id": "b", "kind": "infantry", "team": "blue", "block": {{ "from": [20, 8], "columns": 2, "rows": 4, "spacing": 24 }} }} ],
            "orders": [ {{ "who": ["R"], "do": "move", "to": {to:?} }} ]"##
    ));
    start(&level)
}

#[test]
fn those_who_stand_stay_at_their_posts() {
    let mut sim = led(r#""stand""#, [17, 10]);
    let before = place_of(&sim, "b.0");
    advance(&mut sim, 12.0);
    assert_eq!(place_of(&sim, "b.0"), before);
    assert_eq!(lost(&sim, "R"), 0.0);
}

/// Two against two on the banks of a river without a bridge.
#[test]
fn enemies_whom_a_river_parts_stand_on_its_banks() {
    for (stance, manner) in [("hunt", None), ("orders", Some("attack_move"))] {
        let order = |who: &str, to: [i32; 2]| {
            manner.map(|manner| {
                format!(r#"{{ "who": {{ "team": "{who}" }}, "do": "{manner}", "to": {to:?} }}"#)
            })
        };
        let orders: Vec<String> =
            [order("red", [15, 6]), order("blue", [3, 6])].into_iter().flatten().collect();
        let level = level(&format!(
            r##""fight": true, "map": {{ "tiles": {:?} }}, "teams": [
                {{ "name": "red", "color": "#c8452f", "enemies": ["blue"], "stance": "{stance}" }},
                {{ "name": "blue", "color": "#2f5f9e", "stance": "{stance}" }} ], "units": [
                {{ "id": "r", "kind": "infantry", "team": "red", "block": {{ "from": [1, 1], "columns": 2, "rows": 1, "spacing": 30 }} }},
                {{ "id": "b", "kind": "infantry", "team": "blue", "block": {{ "from": [15, 1], "columns": 2, "rows": 1, "spacing": 30 }} }} ],
                "orders": [ {} ]"##,
            vec!["........~~........"; 12],
            orders.join(", ")
        ));
        let mut sim = start(&level);
        advance(&mut sim, 20.0);
        let places = |sim: &Sim| ["r.0", "r.1", "b.0", "b.1"].map(|name| place_of(sim, name));
        let there = places(&sim);
        advance(&mut sim, 10.0);
        assert_eq!(places(&sim), there, "{stance}");
    }
}

#[test]
fn a_hunt_is_not_over_while_an_enemy_lives() {
    let level = level(
        r##""fight": true, "map": { "size": [40, 10] }, "teams": [
            { "name": "red", "color": "#c8452f", "enemies": ["blue"], "stance": "hunt" },
            { "name": "blue", "color": "#2f5f9e", "stance": "stand" } ], "units": [
            { "id": "r", "kind": "hero", "team": "red", "at": [2, 5] },
            { "id": "b", "kind": "infantry", "team": "blue", "at": [6, 5] },
            { "id": "c", "kind": "infantry", "team": "blue", "at": [12, 5] } ]"##,
    );
    let mut sim = start(&level);
    while sim.seconds() < 30.0 && !sim.is_done() {
        sim.tick();
    }
    assert_eq!((sim.len(), sim.is_done()), (1, true), "at {} s", sim.seconds());
}

#[test]
fn guards_go_for_whoever_enters_their_area_and_return() {
    let mut sim = led(r#"{ "guard": [14, 6, 12, 10] }"#, [10, 10]);
    let posts: Vec<Vec2> = (0..8).map(|index| place_of(&sim, &format!("b.{index}"))).collect();
    advance(&mut sim, 6.0);
    assert_eq!(lost(&sim, "R"), 0.0);
    let red = vec![id_of(&sim, "R")];
    let send = |sim: &mut Sim, to: Vec2| {
        sim.order(muster::order::Order { units: red.clone(), command: go(to), queue: false });
    };
    send(&mut sim, vec2(500.0, 330.0));
    advance(&mut sim, 6.0);
    assert!(lost(&sim, "R") > 0.0);
    let are_home = |sim: &Sim| {
        for (index, post) in posts.iter().enumerate() {
            let at = place_of(sim, &format!("b.{index}"));
            assert!(at.distance(*post) <= 2.0, "guard {index} is {} px from its post", at.distance(*post));
        }
    };
    // They have closed round it, and let it go no more.
    send(&mut sim, vec2(60.0, 300.0));
    advance(&mut sim, 6.0);
    assert!(place_of(&sim, "R").distance(vec2(500.0, 330.0)) < 20.0);
    sim.act(muster::order::Action::Remove { units: red.clone() });
    advance(&mut sim, 12.0);
    are_home(&sim);
}

fn go(to: Vec2) -> Command {
    Command::Move { to, each: false, formation: Default::default(), manner: Default::default() }
}

#[test]
fn hunters_find_their_enemy_wherever_it_is() {
    let mut sim = led(r#""hunt""#, [3, 3]);
    advance(&mut sim, 20.0);
    assert!(in_contact_of_blue(&sim) >= 6);
}

fn in_contact_of_blue(sim: &Sim) -> usize {
    sim.ids_of(|unit| unit.team == 1 && unit.fighter.foe.is_some()).len()
}

/// Two hosts that hunt each other, with walls between.
fn battle() -> Level {
    level(
        r##""fight": true, "teams": [ { "name": "red", "color": "#c8452f", "enemies": ["blue"], "stance": "hunt" },
                { "name": "blue", "color": "#2f5f9e", "stance": { "guard": [18, 0, 18, 20] } } ],
            "map": { "size": [36, 20] },
            "units": [
                { "kind": "infantry", "team": "red", "block": { "from": [2, 4], "columns": 4, "rows": 12, "spacing": 22 } },
                { "kind": "cavalry", "team": "red", "block": { "from": [6, 4], "columns": 2, "rows": 6, "spacing": 30 } },
                { "kind": "infantry", "team": "blue", "block": { "from": [24, 4], "columns": 4, "rows": 14, "spacing": 22 } },
                { "kind": "siege", "team": "blue", "block": { "from": [31, 5], "columns": 1, "rows": 4, "spacing": 40 } } ],
            "edits": [ { "time": 0, "area": [14, 6, 2, 3], "tile": "#" }, { "time": 12, "area": [20, 12, 2, 2], "tile": "T" } ]"##,
    )
}

#[test]
fn a_battle_comes_to_the_same_hash_on_any_number_of_threads_and_from_a_saved_game() {
    let level = battle();
    let run = |threads| {
        let mut sim = Sim::new(&level, &Options { threads, ..Options::default() });
        (0..25)
            .map(|_| {
                advance(&mut sim, 1.0);
                sim.state_hash()
            })
            .collect::<Vec<_>>()
    };
    let one = run(1);
    assert_eq!(run(3), one);
    let mut sim = start(&level);
    advance(&mut sim, 9.0);
    let bytes = sim.save();
    let mut again = Sim::load(&bytes, &Options::default()).expect("it can be read");
    for second in 9..25 {
        assert_eq!(again.state_hash(), one[second - 1], "after {second} s");
        advance(&mut again, 1.0);
    }
    assert!(!again.fights.fallen.is_empty());
}

#[test]
fn nobody_overlaps_or_is_in_a_wall_in_a_battle_and_one_side_wins() {
    let mut sim = start(&battle());
    let mut guard = Guard::default();
    for _ in 0..60 * 30 {
        sim.tick();
        guard.look(&sim);
    }
    let report = guard.judge(&sim);
    let left = [0, 1].map(|team| sim.ids_of(|unit| unit.team == team).len());
    assert!(report.defeated.is_some_and(|defeated| defeated.len() > 60), "{left:?} are left");
    assert!(left.contains(&0), "{left:?} are left");
}

#[test]
fn a_battle_that_is_saved_as_a_level_goes_on_with_the_strength_that_is_left() {
    let level = battle();
    let mut sim = start(&level);
    advance(&mut sim, 14.0);
    let saved = Snapshot::of(&level, &sim).level;
    let again =
        Level::parse(&saved.to_json(), "saved.json", None).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(again, saved);
    let weak = again.units.iter().filter(|unit| unit.strength.is_some()).count();
    assert!(weak > 10, "{weak} were hurt");
    assert!(again.fight && again.teams[0].stance == Stance::Hunt);
    let mut again = start(&again);
    let before = again.len();
    advance(&mut again, 20.0);
    assert!(again.len() < before);
}

#[test]
fn a_level_refuses_what_makes_no_sense_of_a_fight() {
    let refused = |keys: &str| {
        let text = format!(r#"{{ "format": 1, "name": "test", "map": {{ "size": [9, 9] }}, {keys} }}"#);
        Level::parse(&text, "test.json", None).expect_err("it is refused").to_string()
    };
    let team = |stance: &str| {
        format!(r##""teams": [ {{ "name": "red", "color": "#c8452f", "stance": {stance} }} ]"##)
    };
    assert!(refused(&team(r#""hunts""#)).contains("unknown stance `hunts`"));
    assert!(refused(&team(r#""guard""#)).contains("needs the area"));
    assert!(refused(&team(r#"{ "guard": [5, 5, 9, 1] }"#)).contains("leaves the map"));
    assert!(refused(r#""kinds": { "hero": { "strength": 0 } }"#).contains("strength"));
    let unit = r#""units": [ { "id": "A", "kind": "hero", "team": "red", "at": [2, 2], "strength": 101 } ]"#;
    assert!(refused(unit).contains("more than the strength of its kind"));
    let order = |order: &str| {
        refused(&format!(
            r#""units": [ {{ "id": "A", "kind": "hero", "team": "red", "at": [2, 2] }} ],
                "obstacles": [ {{ "id": "sun", "radius": 9, "at": [6, 6] }} ], "orders": [ {order} ]"#
        ))
    };
    assert!(order(r#"{ "who": ["A"], "do": "attack" }"#).contains("missing key `target`"));
    assert!(order(r#"{ "who": ["A"], "do": "attack_move" }"#).contains("missing key `to`"));
    assert!(order(r#"{ "who": ["A"], "do": "attack", "target": "sun" }"#).contains("is an obstacle"));
    assert!(order(r#"{ "who": ["A"], "do": "attack", "target": "B" }"#).contains("B"));
    assert!(order(r#"{ "who": ["A"], "do": "attack", "target": "A" }"#).contains("no enemy"));
}
