//! Followers: how they keep up with whom they follow, and when they rest.

use crate::support::*;
use glam::{Vec2, vec2};
use muster::explain::doing::Doing;
use muster::grid::TILE;
use muster::order::Action;
use muster::sim::Sim;
use muster::unit::{Position, State};

const FIELD: &str = r#""map": { "size": [30, 16] }"#;

#[test]
fn a_follower_stays_beside_a_unit_and_rests_when_it_rests() {
    let level = level(&format!(
        r#"{FIELD}, "units": [ {{ "id": "leader", "kind": "infantry", "team": "red", "at": [6.5, 8.5] }},
                               {{ "id": "dog", "kind": "cavalry", "team": "red", "at": [3.5, 8.5] }} ],
           "orders": [ {{ "who": ["dog"], "do": "follow", "target": "leader" }},
                       {{ "who": ["leader"], "do": "move", "to": [25.5, 8.5] }},
                       {{ "who": ["leader"], "do": "move", "to": [25.5, 3.5], "queue": true }} ]"#
    ));
    let (mut sim, mut guard) = (start(&level), Guard::default());
    while sim.seconds() < 20.0 {
        sim.tick();
        guard.look(&sim);
        let apart = place_of(&sim, "dog").distance(place_of(&sim, "leader"));
        assert!(sim.seconds() < 3.0 || apart < 60.0, "{apart} px at {} s", sim.seconds());
    }
    guard.judge(&sim);
    assert_eq!(state_of(&sim, "leader"), State::DestinationReached);
    assert_eq!(state_of(&sim, "dog"), State::Following);
    let there = place_of(&sim, "dog");
    advance(&mut sim, 2.0);
    assert_eq!(place_of(&sim, "dog"), there);
}

#[test]
fn a_follower_whose_target_is_gone_does_what_is_queued_after_it() {
    for (next, rest) in [
        (r#"{ "who": ["dog"], "do": "move", "to": [3.5, 3.5], "queue": true }"#, State::DestinationReached),
        (r#"{ "who": ["dog"], "do": "hold", "queue": true }"#, State::Holding),
        (r#"{ "who": ["dog"], "do": "follow", "target": "leader", "queue": true }"#, State::Idle),
    ] {
        let level = level(&format!(
            r#"{FIELD}, "units": [ {{ "id": "leader", "kind": "infantry", "team": "red", "at": [25.5, 8.5] }},
                                   {{ "id": "dog", "kind": "cavalry", "team": "red", "at": [3.5, 8.5] }} ],
               "orders": [ {{ "who": ["dog"], "do": "follow", "target": "leader" }}, {next} ]"#
        ));
        let (mut sim, mut guard) = (start(&level), Guard::default());
        advance(&mut sim, 2.0);
        sim.act(Action::Remove { units: vec![id_of(&sim, "leader")] });
        while sim.seconds() < 15.0 && !sim.is_done() {
            sim.tick();
            guard.look(&sim);
        }
        guard.judge(&sim);
        assert!(sim.is_done() && sim.seconds() < 15.0, "{next}");
        assert_eq!(state_of(&sim, "dog"), rest, "{next}");
        let is_there = place_of(&sim, "dog").distance(vec2(3.5, 3.5) * TILE) < 0.1;
        assert_eq!(is_there, rest == State::DestinationReached, "{next}");
    }
}

/// An enemy on hold bars a corridor that a friend waits in: who follows somebody beyond them cannot get there.
#[test]
fn a_follower_that_cannot_get_there_stands_and_comes_on_when_its_target_walks() {
    let level = level(
        r##""map": { "tiles": ["..........", "TTTTTTTT.T", ".........."] },
           "teams": [ { "name": "red", "color": "#d0413a", "enemies": ["blue"] }, { "name": "blue", "color": "#3a6fd0" } ],
           "units": [ { "id": "dog", "kind": "siege", "team": "red", "at": [2.5, 0.5] },
                      { "id": "friend", "kind": "infantry", "team": "red", "at": [4.5, 0.5] },
                      { "id": "enemy", "kind": "siege", "team": "blue", "at": [6.5, 0.5] },
                      { "id": "leader", "kind": "infantry", "team": "red", "at": [0.5, 2.5] } ],
           "orders": [ { "who": ["enemy"], "do": "hold" }, { "who": ["dog"], "do": "follow", "target": "leader" } ]"##,
    );
    let (mut sim, mut guard) = (start(&level), Guard::default());
    while sim.seconds() < 45.0 {
        sim.tick();
        guard.look(&sim);
    }
    let doing = sim.unit(id_of(&sim, "dog"), |dog| Doing::of(&dog));
    assert_eq!(doing, Some(Doing::Exhausted), "it has stopped pressing on");
    let places = |sim: &Sim| ["dog", "friend", "enemy"].map(|name| place_of(sim, name));
    let there = places(&sim);
    advance(&mut sim, 10.0);
    assert_eq!(places(&sim), there, "they stand");
    guard.judge(&sim);
    order(&mut sim, "leader", go(9.5, 2.5), false);
    advance(&mut sim, 0.3);
    assert_eq!(state_of(&sim, "dog"), State::Moving);
}

#[test]
fn a_follower_that_stands_as_near_as_any_way_leads_rests_there() {
    let level = level(
        r##""map": { "tiles": ["......#...", "......#...", "......#..."] },
           "units": [ { "id": "dog", "kind": "infantry", "team": "red", "at": [1.5, 1.5] },
                      { "id": "leader", "kind": "infantry", "team": "red", "at": [8.5, 1.5] } ],
           "orders": [ { "who": ["dog"], "do": "follow", "target": "leader" } ]"##,
    );
    let mut sim = start(&level);
    advance(&mut sim, 40.0);
    assert_eq!(state_of(&sim, "dog"), State::Following);
    assert!(place_of(&sim, "dog").x > 5.0 * TILE, "{}", place_of(&sim, "dog"));
}

/// Whether everybody stands for a second.
fn all_stand(sim: &mut Sim) -> bool {
    let places = |sim: &Sim| sim.units.query::<&Position>().iter().map(|at| at.0).collect::<Vec<Vec2>>();
    let there = places(sim);
    (0..30).all(|_| {
        sim.tick();
        places(sim) == there
    })
}

#[test]
fn followers_of_one_that_stands_come_to_rest_round_it_and_leave_it_where_it_is() {
    for target in ["leader", "rock"] {
        let level = level(&format!(
            r#"{FIELD}, "obstacles": [ {{ "id": "rock", "radius": 20, "at": [20.5, 8.5] }} ],
               "units": [ {{ "id": "leader", "kind": "infantry", "team": "red", "at": [6.5, 8.5] }},
                          {{ "id": "f", "kind": "infantry", "team": "red",
                             "block": {{ "from": [2, 2], "columns": 12, "rows": 2, "spacing": 20 }} }} ],
               "orders": [ {{ "who": {:?}, "do": "follow", "target": "{target}" }} ]"#,
            (0..24).map(|index| format!("f.{index}")).collect::<Vec<_>>()
        ));
        let (mut sim, mut guard) = (start(&level), Guard::default());
        let leader = place_of(&sim, "leader");
        while sim.seconds() < 15.0 {
            sim.tick();
            guard.look(&sim);
        }
        guard.judge(&sim);
        assert!(all_stand(&mut sim), "round {target}");
        assert_eq!(place_of(&sim, "leader"), leader);
        let farthest = (0..24).map(|index| place_of(&sim, &format!("f.{index}")));
        let center = if target == "rock" { sim.obstacles[0].position } else { leader };
        let farthest = farthest.map(|at| at.distance(center)).fold(0.0, f32::max);
        assert!(farthest < 100.0, "{farthest} px from {target}");
        if target == "rock" {
            continue;
        }
        // They come on when it walks, and stand again when it does.
        order(&mut sim, "leader", go(24.5, 8.5), false);
        advance(&mut sim, 25.0);
        assert!(all_stand(&mut sim), "after the walk");
        assert!(place_of(&sim, "f.0").distance(place_of(&sim, "leader")) < 120.0);
    }
}

#[test]
fn a_follower_keeps_up_with_an_orbiting_obstacle_and_never_touches_it() {
    let level = level(
        r#""map": { "size": [30, 30] },
           "obstacles": [ { "id": "planet", "radius": 25, "orbit": { "center": [15, 15], "radii": [9, 6], "period": 60 } } ],
           "units": [ { "id": "ship", "kind": "cavalry", "team": "red", "at": [24, 20] } ],
           "orders": [ { "who": ["ship"], "do": "follow", "target": "planet" } ]"#,
    );
    let mut sim = start(&level);
    while sim.seconds() < 60.0 {
        sim.tick();
        let apart = place_of(&sim, "ship").distance(sim.obstacles[0].position) - 25.0 - 9.0;
        assert!(apart >= -0.01, "{apart} px at {} s", sim.seconds());
        assert!(sim.seconds() < 5.0 || apart < 40.0, "{apart} px at {} s", sim.seconds());
    }
}
