//! Article 001: `anti_gravity`.

use crate::*;
use muster::movement::VectorRole;

/// How far a unit strays from a level line, up (negative) and down, px.
fn strays(name: &str, who: &str, seconds: f32) -> (Sim, f32, f32) {
    let mut sim = game(name);
    let id = unit(&sim, who);
    let line = place(&sim, id).y;
    let (mut up, mut down) = (0.0_f32, 0.0_f32);
    run(&mut sim, seconds, |sim| {
        let aside = place(sim, id).y - line;
        (up, down) = (up.min(aside), down.max(aside));
    });
    (sim, up, down)
}

#[test]
fn part_1_what_is_behind_does_not_push_and_what_is_ahead_does() {
    let mut sim = game("001-part-1-ahead-not-behind");
    let shytor = unit(&sim, "shytor");
    run(&mut sim, 0.2, |_| {});
    let pushes = |sim: &Sim| -> Vec<Vec2> {
        let vectors = sim.vectors(shytor);
        vectors.iter().filter(|v| v.role == VectorRole::Push).map(|v| v.to - v.from).collect()
    };
    assert!(pushes(&sim).is_empty(), "the one ahead is out of range yet, the other one 27 px behind");
    run(&mut sim, 3.2, |_| {});
    let strongest = pushes(&sim).into_iter().fold(0.0, |most: f32, push| most.max(push.length()));
    assert!(strongest > 10.0, "{strongest}");
}

#[test]
fn part_2_an_obstacle_dead_ahead_is_passed() {
    let (sim, up, down) = strays("001-part-2-dead-ahead", "shytor", 14.0);
    assert!(sim.is_done(), "it arrives");
    assert!(down > 15.0 && up > -1.0, "ties go right, which is down for east: {up} {down}");
}

#[test]
fn part_3_mickey_and_talan_are_passed_on_the_right_without_a_stop() {
    let mut sim = game("001-part-3-mickey-and-talan");
    let (shytor, talan) = (unit(&sim, "shytor"), unit(&sim, "talan"));
    let mut slowest = f32::MAX;
    let mut beside = None;
    run(&mut sim, 8.5, |sim| {
        if sim.seconds() > 1.0 {
            slowest = slowest.min(velocity(sim, shytor).length());
        }
        let at = place(sim, shytor);
        if beside.is_none() && at.x > place(sim, talan).x {
            beside = Some(at.y - place(sim, talan).y);
        }
    });
    assert!(slowest > 30.0, "{slowest}");
    assert!(beside.is_some_and(|aside| aside > 15.0), "to the right of both: {beside:?}");
}

#[test]
fn part_3_by_the_linear_factor_mickey_and_talan_are_passed_too_and_otherwise() {
    let mut least = [f32::MAX; 2];
    for (elliptic, aside) in [1.0, 0.0].into_iter().zip(&mut least) {
        let mut sim = game_with("001-part-3-mickey-and-talan", ModelName::AntiGravity, "elliptic", elliptic);
        let (shytor, talan) = (unit(&sim, "shytor"), unit(&sim, "talan"));
        run(&mut sim, 12.0, |sim| *aside = aside.min(place(sim, shytor).distance(place(sim, talan))));
        assert!(place(&sim, shytor).x > place(&sim, talan).x, "it gets past");
    }
    assert!((least[0] - least[1]).abs() > 0.5, "not on the same way: {least:?}");
}

#[test]
fn part_3_without_the_adjusted_sum_mickey_and_talan_are_not_gone_round() {
    let mut sim = game("001-part-3-mickey-and-talan");
    let model = sim.world_mut().steering.models.get_mut(ModelName::AntiGravity).expect("it is one");
    let index = model.parameters().iter().position(|p| p.name == "adjusted_sum").expect("a switch");
    model.set(index, 0.0);
    let (shytor, talan) = (unit(&sim, "shytor"), unit(&sim, "talan"));
    let line = place(&sim, shytor).y;
    let mut aside = 0.0_f32;
    run(&mut sim, 12.0, |sim| {
        if place(sim, shytor).x < place(sim, talan).x {
            aside = aside.max((place(sim, shytor).y - line).abs());
        }
    });
    assert!(aside < 5.0, "the pushes aside cancel out: {aside}");
}

#[test]
fn part_3_the_sum_is_drawn_yellow_and_turned_aside_green() {
    let mut sim = game("001-part-3-mickey-and-talan");
    let shytor = unit(&sim, "shytor");
    let pushes = |sim: &Sim| sim.vectors(shytor).iter().filter(|v| v.role == VectorRole::Push).count();
    // As soon as both are in range, before it has turned.
    while pushes(&sim) < 2 && sim.seconds() < 5.0 {
        sim.tick();
    }
    let vectors = sim.vectors(shytor);
    let count = |role| vectors.iter().filter(|vector| vector.role == role).count();
    assert_eq!((count(VectorRole::Push), count(VectorRole::AdjustedPush)), (2, 2));
    let find = |role| {
        let vector = vectors.iter().find(|vector| vector.role == role).expect("it is drawn");
        vector.to - vector.from
    };
    let (yellow, green) = (find(VectorRole::PushSum), find(VectorRole::AdjustedSum));
    assert!(yellow.x < 0.0, "straight against the way: {yellow}");
    assert!(green.y > 0.0, "turned to the right: {green}");
}

#[test]
fn part_4_two_walkers_that_cross_at_a_right_angle_do_not_lock() {
    let mut sim = game("001-part-4-crossing");
    let mut nearest = f32::MAX;
    let (east, south) = (unit(&sim, "east"), unit(&sim, "south"));
    let mut done = None;
    run(&mut sim, 15.0, |sim| {
        nearest = nearest.min(place(sim, east).distance(place(sim, south)));
        if done.is_none() && sim.is_done() {
            done = Some(sim.seconds());
        }
    });
    // 390 px at 60 px/s take 6.5 s.
    assert!(done.is_some_and(|seconds| seconds < 9.0), "{done:?}");
    assert!(nearest > 10.0, "{nearest}");
}

#[test]
fn part_3_at_any_spacing_and_from_any_start_two_others_are_passed() {
    for (spacing, radii) in
        [(0.5, 40.0), (0.6, 40.0), (0.8, 40.0), (0.9, 40.0), (1.0, 40.0), (1.6, -8.0), (2.0, -8.0)]
    {
        for start in [1.5, 4.0, 7.0, 9.3, 11.0, 13.0] {
            let other = |id: &str, y: f64| serde_json::json!({ "id": id, "kind": "infantry", "team": "blue", "at": [15.0, y] });
            let level = serde_json::json!({ "format": 1, "name": "two", "model": "anti_gravity",
                "map": { "size": [26, 30] },
                "units": [{ "id": "hero", "kind": "hero", "team": "red", "at": [start, 15] },
                    other("a", 15.0 - spacing / 2.0), other("b", 15.0 + spacing / 2.0)],
                "orders": [{ "who": ["a", "b"], "do": "hold" }, { "who": ["hero"], "do": "move", "to": [23, 15] }] });
            let level = Level::parse(&level.to_string(), "two.json", None).expect("the level is sound");
            let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
            let hero = unit(&sim, "hero");
            let mut down = -50.0_f32;
            run(&mut sim, 15.0, |sim| down = down.max(place(sim, hero).y - 450.0));
            assert!(sim.is_done(), "{spacing} {start}: it wedges");
            assert!(down > radii, "{spacing} {start}: on the right where it does not fit between: {down}");
        }
    }
}
