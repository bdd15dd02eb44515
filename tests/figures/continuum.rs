//! `continuum`, on the levels that show what it can and what it cannot.

use crate::*;
use muster::movement::VectorRole;

/// How many come through the near and the far door of `two-doors` within a minute.
fn through_doors(sim: &mut Sim) -> [usize; 2] {
    let (wall, between) = (22.5 * 30.0, 15.0 * 30.0);
    let mut came = [0, 0];
    let mut before: Vec<Vec2> = ids(sim).map(|id| place(sim, id)).collect();
    run(sim, 60.0, |sim| {
        for (id, before) in ids(sim).zip(&mut before) {
            let now = place(sim, id);
            if before.x < wall && now.x >= wall {
                came[usize::from(now.y > between)] += 1;
            }
            *before = now;
        }
    });
    came
}

#[test]
fn a_crowd_takes_the_far_door_when_the_near_one_is_full() {
    let [near, far] = through_doors(&mut game("two-doors"));
    assert!(far >= 30 && near > far && near + far >= 130, "{near} near, {far} far");
    // Where no place counts as crowded the near door is the shorter way for all.
    let mut level = level("two-doors");
    let set = |(name, value): (&str, f32)| {
        let index = parameters_of(ModelName::Continuum).iter().position(|known| known.name == name);
        Setting::new(ModelName::Continuum, index.expect("it has this parameter"), value)
            .expect("in its range")
    };
    level.set(&[("sparse", 4.0), ("dense", 8.0), ("discomfort", 0.0)].map(set));
    let [near, far] = through_doors(&mut Sim::new(&level, &Options::default()));
    assert!(far < 10, "{near} near, {far} far");
}

#[test]
fn streams_that_meet_form_lanes_and_all_arrive() {
    // Of those right ahead or behind within two tiles, the share that goes the same way, in the second in
    // which most are mixed.
    let mut least = 1.0_f32;
    let mut sim = game("continuum-lanes");
    run(&mut sim, 50.0, |sim| {
        assert_nobody_is_in_a_wall(sim);
        let middle = |&(id, at): &(UnitId, Vec2)| (600.0..1200.0).contains(&at.x) && id.0 < 160;
        let units: Vec<(UnitId, Vec2)> = ids(sim).map(|id| (id, place(sim, id))).filter(middle).collect();
        let (mut alike, mut all) = (0, 0);
        for (a, (id, at)) in units.iter().enumerate() {
            for (other, there) in &units[..a] {
                if (at.x - there.x).abs() < 60.0 && (at.y - there.y).abs() < 15.0 {
                    all += 1;
                    alike += i32::from((id.0 < 80) == (other.0 < 80));
                }
            }
        }
        if all > 200 {
            least = least.min(alike as f32 / all as f32);
        }
    });
    let arrived = ids(&sim).filter(|&id| state(&sim, id) == State::DestinationReached).count();
    assert!((0.8..1.0).contains(&least) && arrived == 160, "{least} alike, {arrived} arrived");
}

#[test]
fn two_that_meet_where_one_fits_stay_there() {
    let mut sim = game("continuum-limits");
    run(&mut sim, 40.0, |_| {});
    let (a, b) = (place(&sim, unit(&sim, "A")), place(&sim, unit(&sim, "B")));
    assert!((a.distance(b) - 26.0).abs() < 2.0 && a.x < b.x, "{a} {b}");
}

#[test]
fn the_field_that_is_drawn_leads_to_the_goal_along_the_contours_normals() {
    let mut sim = game("two-doors");
    run(&mut sim, 4.0, |_| {});
    let field = sim.field(UnitId(67));
    let gradients = || field.iter().filter(|vector| vector.role == VectorRole::Gradient);
    assert!(gradients().count() > 50);
    assert!(field.iter().any(|vector| vector.role == VectorRole::Contour));
    let east = gradients().filter(|vector| vector.to.x > vector.from.x).count();
    assert!(2 * east > gradients().count(), "the goal is in the east: {east}");
    assert!(game_by("two-doors", ModelName::Predictive).field(UnitId(67)).is_empty());
}
