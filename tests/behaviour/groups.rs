//! Many at once: places of their own, settling, passing through each other.

use crate::support::*;
use glam::{Vec2, vec2};
use muster::geometry::gap;
use muster::grid::TILE;
use muster::ids::UnitId;
use muster::level::Level;
use muster::sim::Sim;
use muster::unit::{Body, Journey, Position, State, Unit, Velocity};

fn bodies(sim: &Sim) -> Vec<(Vec2, Body, Journey)> {
    let mut rows: Vec<_> = sim
        .units
        .query::<(&Unit, &Position, &Body, &Journey)>()
        .iter()
        .map(|(unit, position, body, journey)| (unit.id, position.0, *body, *journey))
        .collect();
    rows.sort_by_key(|row| row.0);
    rows.into_iter().map(|(_, place, body, journey)| (place, body, journey)).collect()
}

fn mixed_host(order: &str) -> Level {
    level(&format!(
        r#""map": {{ "size": [50, 30] }},
           "units": [ {{ "kind": "infantry", "team": "red", "block": {{ "from": [4.5, 8.5], "columns": 5, "rows": 8, "spacing": 20 }} }},
                      {{ "kind": "cavalry", "team": "red", "block": {{ "from": [4.5, 17.5], "columns": 4, "rows": 3, "spacing": 28 }} }},
                      {{ "kind": "siege", "team": "red", "block": {{ "from": [4.5, 22.5], "columns": 3, "rows": 2, "spacing": 40 }} }} ],
           "orders": [ {{ "who": "all", "do": "move", "to": [38, 14] {order} }} ]"#
    ))
}

#[test]
fn an_order_to_many_gives_each_a_place_of_its_own_near_the_ordered_one() {
    let level = mixed_host("");
    let mut sim = start(&level);
    advance(&mut sim, 1.0);
    let units = bodies(&sim);
    let count = units.len() as f32;
    let goals: Vec<(Vec2, Body)> =
        units.iter().map(|(_, body, journey)| (journey.goal.expect("it was sent"), *body)).collect();
    let widest = TILE + 2.5 * 13.0 * count.sqrt();
    for (i, &(goal, body)) in goals.iter().enumerate() {
        let away = goal.distance(vec2(38.0, 14.0) * TILE);
        assert!(away <= widest, "slot {i} is {away} px away, {widest} are allowed");
        assert!(sim.grid.is_free(goal, body.collider()));
        for &(other, other_body) in &goals[..i] {
            assert!(gap(body.collider(), other_body.collider(), goal - other) >= 0.0, "slot {i} overlaps");
        }
    }
    let report = report(&level, 60.0);
    assert_eq!((report.arrived, report.ordered), (58, 58));
    assert_eq!(report.overlap.unit_ticks, 0);
}

#[test]
fn a_crowd_that_is_sent_to_one_point_settles_around_it_and_rests() {
    let level = mixed_host(r#", "each": true"#);
    let (mut sim, mut guard) = (start(&level), Guard::default());
    while !sim.is_done() {
        sim.tick();
        guard.look(&sim);
        assert!(sim.seconds() < 75.0, "not at rest after 75 s");
    }
    let report = guard.judge(&sim);
    assert_eq!(report.arrived, 58);
    // 58 bodies packed loosely around the point: as near in the mean as in a disc of which they cover a
    // third, and nobody stands aside.
    let packed = bodies(&sim).iter().map(|(_, body, _)| body.radius * body.radius).sum::<f32>().sqrt();
    let away: Vec<f32> =
        bodies(&sim).iter().map(|(place, ..)| place.distance(vec2(38.0, 14.0) * TILE)).collect();
    let (mean, furthest) = (away.iter().sum::<f32>() / 58.0, away.iter().copied().fold(0.0, f32::max));
    assert!(mean < 2.0 / 3.0 * 3.0_f32.sqrt() * packed, "{mean} px away in the mean, packed {packed} px");
    assert!(furthest < 2.2 * packed, "the furthest is {furthest} px away, packed {packed} px");
    let before: Vec<Vec2> = bodies(&sim).iter().map(|row| row.0).collect();
    advance(&mut sim, 10.0);
    let after: Vec<Vec2> = bodies(&sim).iter().map(|row| row.0).collect();
    assert_eq!(before, after, "a crowd at rest stays at rest");
}

#[test]
fn an_idle_crowd_lets_one_through_and_is_back_at_its_posts() {
    let level = shipped("idle-crowd");
    let mut sim = start(&level);
    let posts: Vec<Vec2> = bodies(&sim).iter().map(|row| row.0).collect();
    let mut moved = vec![false; posts.len()];
    while sim.seconds() < 25.0 {
        sim.tick();
        for (moved, ((place, ..), post)) in moved.iter_mut().zip(bodies(&sim).iter().zip(&posts)) {
            *moved |= place.distance(*post) > 0.5;
        }
    }
    for (i, ((place, ..), post)) in bodies(&sim).iter().zip(&posts).enumerate().skip(1) {
        assert!(
            place.distance(*post) <= 1.0,
            "{} is {} px off",
            &sim.names[UnitId(i as u32)],
            place.distance(*post)
        );
    }
    // The hero needs a lane one unit to each side of its line: three rows of eleven, not the crowd.
    let count = moved.iter().skip(1).filter(|moved| **moved).count();
    assert!((1..=44).contains(&count), "{count} of 121 had to move");
}

#[test]
fn a_guard_steps_into_a_niche_where_one_is_nearer_than_the_end_of_the_canyon() {
    let tiles = ["########.###########", "....................", "####################"];
    for (walker, guard) in [(1.0, 6.5), (1.3, 6.5), (1.0, 6.9), (2.2, 7.4)] {
        let mut sim = start(&level(&format!(
            r#""map": {{ "tiles": {tiles:?} }},
               "kinds": {{ "guard": {{ "radius": 10, "speed": 60, "acceleration": 1800 }} }},
               "units": [{{ "id": "walker", "kind": "guard", "team": "red", "at": [{walker}, 1.5] }},
                         {{ "id": "guard", "kind": "guard", "team": "red", "at": [{guard}, 1.5] }}],
               "orders": [{{ "who": ["walker"], "do": "move", "to": [19, 1.5] }}]"#
        )));
        let post = place_of(&sim, "guard");
        advance_until(&mut sim, "walker", State::DestinationReached, 13.0);
        assert!(
            place_of(&sim, "guard").x < place_of(&sim, "walker").x,
            "the guard was driven out at the end"
        );
        advance(&mut sim, 7.0);
        assert_eq!(place_of(&sim, "guard"), post);
    }
}

#[test]
fn friends_in_a_door_let_through_and_enemies_do_not() {
    let mut sim = start(&shipped("doorway"));
    let wardens = [place_of(&sim, "warden1"), place_of(&sim, "warden2")];
    while sim.seconds() < 30.0 {
        sim.tick();
        assert_eq!([place_of(&sim, "warden1"), place_of(&sim, "warden2")], wardens, "enemies are not pushed");
        let envoy = place_of(&sim, "envoy") / TILE;
        assert!(
            !((15.4..16.0).contains(&envoy.x) && (18.0..19.0).contains(&envoy.y)),
            "it went through enemies"
        );
    }
    assert!(place_of(&sim, "guest").distance(vec2(36.5, 6.5) * TILE) < 0.1, "friends let the guest through");
}

#[test]
fn opposed_columns_in_a_corridor_two_units_wide_all_get_through() {
    for name in ["head-on-columns", "eight-against-eight", "corridor2x20"] {
        let level = shipped(name);
        let within = level.expect.as_ref().and_then(|expect| expect.within).expect("it says");
        let report = report(&level, f64::from(within));
        assert_eq!(report.arrived, report.ordered, "{name}");
        assert_eq!(report.overlap.unit_ticks, 0, "{name}");
        assert_eq!(report.wall_depth, 0.0, "{name}");
    }
}

#[test]
fn everybody_stands_when_all_is_done() {
    for name in ["circle20", "headon2x50", "one-place"] {
        let level = shipped(name);
        let mut sim = start(&level);
        while !sim.is_done() {
            sim.tick();
            assert!(sim.seconds() < 60.0, "{name}");
        }
        assert!(sim.units.query::<&Velocity>().iter().all(|velocity| velocity.0 == Vec2::ZERO), "{name}");
    }
}
