//! How crowds settle in one place, and how far strangers keep from each other.

use crate::support::*;
use glam::{Vec2, vec2};
use muster::geometry::{Collider, Shape};
use muster::grid::{Grid, Tile};
use muster::movement::predictive::{Parameters, Predictive};
use muster::neighbours::{Crowd, Member};
use muster::teams::Enemies;
use muster::unit::{Memory, ModelName};
use serde_json::{Value, json};

#[test]
fn a_dense_block_sent_to_one_point_comes_to_rest() {
    for (kind, columns, rows, spacing) in
        [("cavalry", 6, 7, 20), ("infantry", 8, 8, 16), ("hero", 6, 6, 17), ("siege", 5, 4, 28)]
    {
        let level = level(&format!(
            r#""map": {{ "size": [36, 26] }},
               "units": [{{ "kind": "{kind}", "team": "red",
                            "block": {{ "from": [2, 2], "columns": {columns}, "rows": {rows}, "spacing": {spacing} }} }}],
               "orders": [{{ "who": "all", "do": "move", "to": [20.5, 15.5], "each": true }}]"#
        ));
        let report = report(&level, 75.0);
        assert_eq!(report.arrived, columns * rows, "{kind}");
        assert!(report.seconds < 74.0, "{kind} are still not at rest after 75 s");
        assert_eq!(report.overlap.unit_ticks, 0);
    }
}

#[test]
fn units_of_all_sizes_sent_to_one_point_come_to_rest() {
    let arms = [("infantry", [2, 2]), ("cavalry", [36, 2]), ("siege", [2, 36]), ("hero", [36, 36])];
    let blocks = arms.map(|(kind, from)| {
        let block = json!({ "from": from, "columns": 7, "rows": 7, "spacing": 30 });
        json!({ "kind": kind, "team": "red", "block": block })
    });
    let order = json!({ "who": "all", "do": "move", "to": [25.5, 25.5], "each": true });
    let level = level(&format!(
        r#""map": {{ "size": [50, 50] }}, "units": {}, "orders": [{order}]"#,
        Value::from_iter(blocks)
    ));
    let report = report(&level, 60.0);
    assert_eq!(report.arrived, 4 * 49);
    assert!(report.seconds < 59.0, "they are still not at rest after a minute");
    assert_eq!(report.overlap.unit_ticks, 0);
}

#[test]
fn units_that_are_wedged_into_each_other_come_apart() {
    // The siege engine leads, and cannot leave the one that is in the corner; that one cannot leave because
    // of it.
    let level = level(
        r#""map": { "tiles": [".......T....", ".....T......", ".....T......", "...T..T.T...",
                             "....T..T..T.", ".T...T......", "..........T.", "............"] },
           "units": [{ "id": "siege", "kind": "siege", "team": "red", "at": [5.7733, 4.3733] },
                     { "id": "cornered", "kind": "infantry", "team": "red", "at": [5.2333, 4.7667] },
                     { "id": "opposite", "kind": "infantry", "team": "red", "at": [5.3667, 3.6667] }],
           "orders": [{ "who": ["siege"], "do": "move", "to": [0.5, 0.5] },
                      { "who": ["cornered"], "do": "move", "to": [6.5, 5.5] },
                      { "who": ["opposite"], "do": "move", "to": [6.5, 4.5] }]"#,
    );
    assert_eq!(report(&level, 60.0).arrived, 3);
}

#[test]
fn strangers_with_wide_soft_colliders_pass_farther_apart_in_the_open() {
    let mut sim = start(&shipped("soft-colliders"));
    let pairs = [("A", "B"), ("C", "D"), ("E", "F"), ("G", "H")];
    let mut least = [f32::MAX; 4];
    while !sim.is_done() {
        sim.tick();
        for (least, (a, b)) in least.iter_mut().zip(pairs) {
            *least = least.min(place_of(&sim, a).distance(place_of(&sim, b)) - 14.0);
        }
    }
    let [bare, bare_aside, wide, wide_aside] = least;
    assert!(bare < 6.0 && bare_aside < 6.0, "{least:?}");
    assert!(wide > bare + 6.0 && wide_aside > bare_aside + 6.0, "{least:?}");
}

/// The least gap between two that walk towards each other on nearly one line, px.
fn least_gap(soft_radius: f32, group: u32) -> f32 {
    let grid = Grid::new(40, 20, vec![Tile::Ground; 800]);
    let body = Collider { shape: Shape::Circle, radius: 7.0 };
    let member = |id, from, to| Member {
        soft_radius,
        group,
        ..Member::new(id, from, body, ModelName::Predictive).bound_for(to)
    };
    let mut members = [
        member(0, vec2(200.0, 300.0), vec2(1000.0, 300.0)),
        member(1, vec2(800.0, 304.0), vec2(50.0, 304.0)),
    ];
    let (mut crowd, mut model) = (Crowd::default(), Predictive::new(Parameters::default()));
    let (mut least, mut memories) = (f32::MAX, <[Memory; 2]>::default());
    for tick in 0..200 {
        crowd.clear();
        members.iter().for_each(|member| crowd.push(*member));
        crowd.rebuild();
        model.step((&mut crowd, &mut memories), &grid, &[], &Enemies::default(), tick);
        for member in &mut members {
            let index = crowd.index_of[member.id as usize] as usize;
            let next: Vec2 = crowd.next[index];
            (member.velocity, member.position) = ((next - member.position) * 30.0, next);
        }
        least = least.min(members[0].position.distance(members[1].position) - 14.0);
    }
    least
}

#[test]
fn soft_colliders_are_ignored_within_a_group() {
    assert!(least_gap(15.0, 0) > least_gap(7.0, 0) + 8.0, "strangers keep off each other");
    assert_eq!(least_gap(15.0, 3), least_gap(7.0, 3), "members of one group do not");
}
