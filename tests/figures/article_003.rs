//! Article 003: the ways that it starts from, each with the fault that it shows, and gone without.

use crate::*;

fn arrived(sim: &Sim) -> usize {
    sim.units.query::<&State>().iter().filter(|state| **state == State::DestinationReached).count()
}

#[test]
fn who_looks_up_where_others_are_now_steps_into_them() {
    let deepest = |mut sim: Sim| {
        let mut deepest = 0.0_f32;
        run(&mut sim, 15.0, |sim| deepest = deepest.max(deepest_overlap(sim)));
        deepest
    };
    assert!(deepest(game("003-naive-now")) > 1.0);
    assert!(deepest(game_with("003-naive-now", ModelName::Predictive, "promises", 1.0)) < 0.001);
}

#[test]
fn who_stops_on_any_collision_stands_face_to_face_for_good() {
    let after = |mut sim: Sim| {
        run(&mut sim, 25.0, |_| {});
        arrived(&sim)
    };
    let naive = after(game("003-naive-stop"));
    assert_eq!(naive, 1, "only who meets nobody arrives");
    assert_eq!(after(game_with("003-naive-stop", ModelName::Predictive, "stops", 0.0)), 5);
}

#[test]
fn who_stops_at_every_waypoint_loses_time_at_each() {
    let mut sim = game("003-naive-waypoints");
    let [stops, rolls] = ["stops", "rolls"].map(|name| unit(&sim, name));
    let (mut stood, mut slowest) = (0, f32::MAX);
    run(&mut sim, 22.0, |sim| {
        if sim.seconds() > 1.0 {
            stood += u32::from(velocity(sim, stops).length() < 1.0);
            slowest = slowest.min(velocity(sim, rolls).length());
        }
    });
    assert!(stood >= 2, "it stands at corners: {stood} ticks");
    assert!(slowest > 20.0, "who keeps its queue rolls on: {slowest} px/s");
}
