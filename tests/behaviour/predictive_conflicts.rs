//! The branches of article 003's flowcharts, one small scene each.

use crate::predictive_scene::{CORRIDOR, OPEN, Scene};
use glam::vec2;
use muster::movement::predictive::{Parameters, Predictive};
use muster::neighbours::Intent;
use muster::obstacles::{Ahead, Obstacle, ObstacleMotion, ObstacleSpec};
use muster::unit::Decision;
use muster::unit::memory::NOBODY;

#[test]
fn nothing_in_the_way_is_a_straight_way_and_an_exact_stop() {
    let mut scene = Scene::new(&OPEN);
    let unit = scene.walker(50.0, 150.0, vec2(350.5, 150.0));
    scene.play(170);
    assert_eq!(scene.at(unit), vec2(350.5, 150.0));
    assert!(scene.taken[unit][..100].iter().all(|&decision| decision == Decision::Free));
}

#[test]
fn moving_against_idle_the_idle_unit_steps_aside_and_returns() {
    let mut scene = Scene::new(&OPEN);
    let walker = scene.walker(50.0, 152.0, vec2(400.0, 152.0));
    let idle = scene.idle(200.0, 150.0);
    scene.play(300);
    assert_eq!(scene.at(walker), vec2(400.0, 152.0));
    assert!(
        scene.took(walker, Decision::PushIdle) && scene.took(idle, Decision::GiveWay),
        "{:?}",
        scene.taken
    );
    assert!(scene.took(idle, Decision::Return));
    assert_eq!(scene.at(idle), vec2(200.0, 150.0));
    assert!(scene.gave_way.contains(&(idle, walker)) && scene.pushes > 0);
}

#[test]
fn moving_against_a_row_in_a_corridor_is_a_hard_push() {
    let mut canyon = Scene::new(&CORRIDOR);
    let walker = canyon.walker(30.0, 45.0, vec2(300.0, 45.0));
    let guards: Vec<usize> = [140.0, 155.0, 170.0].map(|x| canyon.idle(x, 45.0)).into();
    for &guard in &guards {
        canyon.members[guard].body.radius = 7.0;
    }
    canyon.members[walker].body.radius = 12.0;
    canyon.play(400);
    assert!(canyon.took(walker, Decision::HardPush) || canyon.took(walker, Decision::PushIdle));
    assert!(canyon.hard_pushes > 0);
}

#[test]
fn a_unit_on_hold_is_gone_round_and_not_moved() {
    let mut scene = Scene::new(&OPEN);
    let walker = scene.walker(50.0, 150.0, vec2(400.0, 150.0));
    let post = vec2(200.0, 150.0);
    let hold = scene.add(post, Intent::Hold, post);
    scene.play(300);
    assert_eq!(scene.at(walker), vec2(400.0, 150.0));
    assert_eq!(scene.at(hold), post);
    assert!(scene.took(walker, Decision::Avoid) && !scene.took(hold, Decision::GiveWay));
}

#[test]
fn a_doorway_that_an_enemy_holds_stays_shut_and_the_walker_waits() {
    let mut scene = Scene::new(&CORRIDOR);
    let walker = scene.walker(50.0, 45.0, vec2(500.0, 45.0));
    let enemy = scene.idle(300.0, 45.0);
    scene.members[enemy].body.radius = 13.0;
    scene.members[enemy].team = 1;
    scene.play(600);
    assert!(scene.at(walker).x < 300.0);
    assert_eq!(scene.at(enemy), vec2(300.0, 45.0));
    assert!(scene.took(walker, Decision::Wait));
}

#[test]
fn moving_against_moving_both_avoid_where_there_is_room() {
    let mut scene = Scene::new(&OPEN);
    let east = scene.walker(50.0, 150.0, vec2(500.0, 150.0));
    let west = scene.walker(500.0, 150.0, vec2(50.0, 150.0));
    scene.play(330);
    assert_eq!((scene.at(east), scene.at(west)), (vec2(500.0, 150.0), vec2(50.0, 150.0)));
    assert!(scene.took(east, Decision::Avoid) && scene.took(west, Decision::Avoid));
    assert!(!scene.took(east, Decision::GiveWay) && !scene.took(west, Decision::GiveWay));
}

#[test]
fn moving_against_moving_in_a_corridor_the_lower_gives_way_to_the_higher() {
    let mut scene = Scene::new(&CORRIDOR);
    let lower = scene.walker(400.0, 45.0, vec2(20.0, 45.0));
    let higher = scene.walker(100.0, 45.0, vec2(500.0, 45.0));
    for unit in [lower, higher] {
        scene.members[unit].body.radius = 12.0;
    }
    scene.members[higher].priority = 9;
    // Once it has arrived it is idle, and the other may push it.
    let arrived = (0..400).any(|_| {
        scene.play(1);
        scene.at(higher).x > 499.0
    });
    assert!(arrived, "{}", scene.at(higher));
    assert!(scene.took(lower, Decision::GiveWay) && scene.took(higher, Decision::Push));
}

/// How far two that meet head on were at most off their line and back from where they had been, px, the one
/// of higher priority first.
fn meeting(map: &[&str], higher_is_listed_first: bool) -> [(f32, f32); 2] {
    let mut scene = Scene::new(map);
    let y = 15.0 * map.len() as f32;
    let ways = [(200.0, 580.0), (400.0, 20.0)];
    let ways = if higher_is_listed_first { ways } else { [ways[1], ways[0]] };
    for (from, to) in ways {
        let unit = scene.walker(from, y, vec2(to, y));
        scene.members[unit].body.radius = 12.0;
        scene.members[unit].priority = if to > from { 8 } else { 1 };
    }
    let mut most = [(0.0_f32, 0.0_f32); 2];
    let starts = [scene.at(0), scene.at(1)];
    for _ in 0..150 {
        scene.play(1);
        for unit in 0..2 {
            let (way, offset) = ((ways[unit].1 - ways[unit].0).signum(), scene.at(unit) - starts[unit]);
            most[unit] = (most[unit].0.max(offset.y.abs()), most[unit].1.max(-way * offset.x));
        }
    }
    if higher_is_listed_first { most } else { [most[1], most[0]] }
}

#[test]
fn in_the_open_the_unit_of_lower_priority_steps_aside_whichever_is_listed_first() {
    for first in [true, false] {
        let [higher, lower] = meeting(&OPEN, first);
        assert!(higher.0 < 2.0, "the higher keeps its line: {higher:?}, {lower:?}");
        assert!(lower.0 > 20.0, "the lower goes round it: {lower:?}");
    }
}

#[test]
fn in_a_corridor_the_unit_of_lower_priority_goes_back_at_once_whichever_is_listed_first() {
    for first in [true, false] {
        let [higher, lower] = meeting(&CORRIDOR, first);
        assert!(higher.1 < 1.0, "the higher goes on: {higher:?}");
        assert!(lower.1 > 100.0, "the lower goes back before it: {lower:?}");
    }
}

#[test]
fn without_the_fan_a_unit_still_circles_a_standing_cluster_by_the_articles_step() {
    let mut scene = Scene::new(&OPEN);
    scene.model = Predictive::new(Parameters { fan: false, push: false, ..Parameters::default() });
    let walker = scene.walker(50.0, 155.0, vec2(400.0, 155.0));
    let post = vec2(200.0, 150.0);
    scene.add(post, Intent::Hold, post);
    scene.play(400);
    assert_eq!(scene.at(walker), vec2(400.0, 155.0));
}

#[test]
fn a_dense_block_that_is_crossed_moves_only_those_it_must() {
    let mut scene = Scene::new(&OPEN);
    let walker = scene.walker(50.0, 151.0, vec2(500.0, 151.0));
    for row in 0..7 {
        for column in 0..7 {
            scene.idle(200.0 + 20.0 * column as f32, 90.0 + 20.0 * row as f32);
        }
    }
    scene.play(400);
    assert_eq!(scene.at(walker), vec2(500.0, 151.0));
    let moved = (1..scene.members.len()).filter(|&unit| scene.took(unit, Decision::GiveWay)).count();
    assert!((7..=21).contains(&moved), "{moved} moved");
    assert!((1..scene.members.len()).all(|unit| scene.at(unit) == scene.members[unit].waypoint));
}

#[test]
fn units_make_way_for_a_moving_obstacle() {
    let mut scene = Scene::new(&OPEN);
    let idle = scene.idle(200.0, 152.0);
    let center = |tick: u64| vec2(60.0 + tick as f32, 150.0);
    let obstacle = |tick| {
        let ahead = Ahead::along(30.0, std::array::from_fn(|leg| center(tick + leg as u64 * Ahead::STRIDE)));
        let motion = ObstacleMotion::Still(center(tick));
        let spec = ObstacleSpec { name: String::new(), radius: 30.0, motion };
        vec![Obstacle { position: center(tick + 1), ahead, ..Obstacle::new(&spec) }]
    };
    for _ in 0..300 {
        let tick = scene.tick;
        scene.play_with(1, obstacle);
        assert!(scene.at(idle).distance(center(tick + 1)) >= 37.0 - 1e-3, "tick {tick}");
    }
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut scene = Scene::new(&["........................................"; 40]);
            for number in 0..900_u32 {
                let at = vec2(30.0 + 20.0 * (number % 30) as f32, 30.0 + 20.0 * (number / 30) as f32);
                let to = vec2((number * 7919 % 1150) as f32 + 20.0, (number * 104_729 % 1150) as f32 + 20.0);
                scene.walker(at.x, at.y, to);
            }
            scene.play(90);
            scene.members.iter().map(|member| member.position).collect::<Vec<_>>()
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_guard_in_the_bend_of_a_canyon_is_not_pressed_into_the_corner() {
    let mut canyon = Scene::new(&[
        "##############",
        "........######",
        "#######.######",
        "#######.######",
        "#######.......",
        "##############",
    ]);
    let walker = canyon.walker(30.0, 45.0, vec2(225.0, 45.0));
    canyon.members[walker].next_waypoint = vec2(225.0, 135.0);
    canyon.members[walker].remaining = 300.0;
    let guard = canyon.idle(225.0, 45.0);
    canyon.members[guard].body.radius = 12.0;
    canyon.play(240);
    assert!(canyon.at(guard).y > 60.0, "{}", canyon.at(guard));
    assert!(canyon.at(walker).distance(vec2(225.0, 45.0)) < 2.0, "{}", canyon.at(walker));
}

#[test]
fn every_decision_about_somebody_names_whom_in_every_tick() {
    let about_nobody = [Decision::Idle, Decision::Free, Decision::Return];
    let about_somebody = [Decision::PushIdle, Decision::Push, Decision::HardPush, Decision::GiveWay];
    let mut seen: Vec<Decision> = Vec::new();
    let mut look = |scene: &mut Scene, ticks: u64| {
        for _ in 0..ticks {
            scene.play(1);
            for (member, memory) in scene.members.iter().zip(&scene.memories) {
                let (decision, other) = (memory.decision, memory.other);
                let is_named = scene.members.iter().any(|unit| unit.id == other && unit.id != member.id);
                assert!(!about_nobody.contains(&decision) || other == NOBODY, "{decision:?} names {other}");
                assert!(!about_somebody.contains(&decision) || is_named, "{decision:?} names nobody");
                // What is gone round or waited for may be a wall.
                let may_be_wall = matches!(decision, Decision::Avoid | Decision::Wait);
                if !may_be_wall || is_named {
                    seen.push(decision);
                }
            }
        }
    };
    // Two who meet, one who passes through idle ones, and a crowd that crosses another, in the open.
    let mut scene = Scene::new(&OPEN);
    scene.walker(50.0, 150.0, vec2(500.0, 150.0));
    scene.walker(500.0, 152.0, vec2(50.0, 150.0));
    look(&mut scene, 300);
    let mut scene = Scene::new(&OPEN);
    for row in 0..9 {
        for column in 0..4 {
            scene.idle(220.0 + 15.0 * column as f32, 85.0 + 15.0 * row as f32);
        }
    }
    scene.walker(50.0, 147.0, vec2(500.0, 147.0));
    look(&mut scene, 400);
    let mut scene = Scene::new(&OPEN);
    for row in 0..8 {
        for column in 0..3 {
            let (x, y) = (30.0 + 16.0 * column as f32, 90.0 + 16.0 * row as f32);
            scene.walker(x, y, vec2(x + 460.0, y));
            scene.walker(600.0 - x, y + 3.0, vec2(140.0 - x, y + 3.0));
        }
    }
    look(&mut scene, 400);
    // A lane one unit wide, where those who follow wait.
    let mut scene = Scene::new(&CORRIDOR);
    for number in 0..5 {
        let x = 40.0 + 16.0 * number as f32;
        scene.walker(x, 45.0, vec2(x + 300.0, 45.0));
    }
    let plug = scene.add(vec2(260.0, 45.0), Intent::Hold, vec2(260.0, 45.0));
    look(&mut scene, 200);
    assert_eq!(scene.at(plug), vec2(260.0, 45.0));
    for decision in about_nobody.into_iter().chain(about_somebody).chain([Decision::Avoid, Decision::Wait]) {
        assert!(seen.contains(&decision), "nobody took {decision:?}");
    }
}

/// What a unit says it does is what it did in this tick, also in the ticks in which it decides nothing.
#[test]
fn whoever_says_that_it_waits_stands_and_whoever_gives_way_was_asked_in_this_very_tick() {
    let mut scene = Scene::new(&OPEN);
    for row in 0..8 {
        for column in 0..3 {
            let (x, y) = (30.0 + 16.0 * column as f32, 90.0 + 16.0 * row as f32);
            scene.walker(x, y, vec2(x + 460.0, y));
            scene.walker(600.0 - x, y + 3.0, vec2(140.0 - x, y + 3.0));
        }
    }
    let (mut waits, mut gives) = (0, 0);
    for _ in 0..400 {
        scene.play(1);
        for (member, memory) in scene.members.iter().zip(&scene.memories) {
            let is_asked = memory.pushed_ago == 0;
            assert_eq!(memory.decision == Decision::GiveWay, is_asked, "{:?}", memory.decision);
            gives += u32::from(is_asked);
            if member.intent == Intent::Move && memory.decision == Decision::Wait {
                let speed = member.velocity.length();
                assert!(speed < 0.11 * member.speed, "it waits, and goes {speed} px/s");
                waits += 1;
            }
        }
    }
    assert!(waits > 10 && gives > 10, "{waits} waits, {gives} times told to give way");
}
