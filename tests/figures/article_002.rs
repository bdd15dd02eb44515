//! Article 002: `ray_steering` and `none`.

use crate::*;
use muster::movement::{Contacts, Steering, VectorRole};
use muster::neighbours::{Crowd, Member};
use muster::unit::{AvoidingSide, SteeringMemory};

fn arrived(sim: &Sim) -> usize {
    ids(sim).filter(|&id| state(sim, id) == State::DestinationReached).count()
}

fn set(sim: &mut Sim, model: ModelName, name: &str, value: f32) {
    let model = sim.world_mut().steering.models.get_mut(model).expect("a steering model");
    let index = model.parameters().iter().position(|p| p.name == name).expect("it has this parameter");
    model.set(index, value);
}

#[test]
fn without_avoidance_two_groups_do_not_get_through_each_other() {
    let mut sim = game("002-no-avoidance");
    // Alone, the last one would need 15 s.
    run(&mut sim, 18.0, |_| {});
    assert!(arrived(&sim) < sim.len() / 2, "things don't go very well: {}", arrived(&sim));
}

#[test]
fn one_agent_in_each_direction_both_turn_to_the_same_hand_and_pass() {
    let mut sim = game("002-head-on-pair");
    let (east, west) = (unit(&sim, "east"), unit(&sim, "west"));
    let mut hands = Vec::new();
    run(&mut sim, 12.0, |sim| {
        let side =
            |id| sim.units.get::<&SteeringMemory>(sim.entity(id).expect("lives")).expect("has").avoiding;
        if let (Some(a), Some(b)) = (side(east), side(west)) {
            hands.push((a, b));
        }
        assert!(deepest_overlap(sim) < 0.01);
    });
    assert!(!hands.is_empty() && hands.iter().all(|(a, b)| a == b), "{hands:?}");
    assert_eq!(arrived(&sim), 2);
}

#[test]
fn the_green_forces_of_everybody_are_those_that_avoid_and_push_apart() {
    let mut sim = game("002-head-on-pair");
    let pair = ["east", "west"].map(|name| unit(&sim, name));
    let mut both = 0;
    run(&mut sim, 12.0, |sim| {
        let [east, west] = pair.map(|id| sim.avoidance(id));
        assert!(east.iter().chain(&west).all(|force| force.role == VectorRole::Avoidance));
        if let (Some(a), Some(b)) = (east.first(), west.first()) {
            assert!((a.to - a.from).dot(b.to - b.from) < 0.0, "each to its own side");
            both += 1;
        }
    });
    assert!(both > 5, "{both}");
}

/// The side to which a unit that goes east decides to turn for another one 40 px ahead, which goes at
/// `velocity`, lies `aside` px to the right of the way, and turns to `avoiding` itself.
fn side_chosen(velocity: Vec2, aside: f32, avoiding: Option<AvoidingSide>) -> Option<AvoidingSide> {
    let body = Collider { shape: Default::default(), radius: 7.0 };
    let mut crowd = Crowd::default();
    let east = Member::new(0, Vec2::new(100.0, 100.0), body, ModelName::RaySteering);
    crowd.push(Member { velocity: Vec2::X * 60.0, ..east.bound_for(Vec2::new(300.0, 100.0)) });
    let at = Vec2::new(140.0, 100.0 + aside);
    let other = Member::new(1, at, body, ModelName::RaySteering).bound_for(at + velocity * 3.0);
    let mut other = Member { velocity, ..other };
    other.steered.memory.avoiding = avoiding;
    crowd.push(other);
    crowd.rebuild();
    crowd.next = crowd.position.clone();
    let mut models = Steering::default();
    models.step(&mut crowd, &level("002-head-on-pair").grid, &[], 0);
    models.plan(crowd.index_of[0] as usize).expect("it is steered").memory.avoiding
}

#[test]
fn who_meets_somebody_that_turns_aside_turns_the_same_way() {
    let west = Vec2::new(-60.0, 0.0);
    for aside in [-4.0, 4.0] {
        let by_itself = side_chosen(west, aside, None);
        assert_eq!(
            by_itself,
            Some(if aside < 0.0 { AvoidingSide::Right } else { AvoidingSide::Left }),
            "by where it lies"
        );
        for side in [AvoidingSide::Left, AvoidingSide::Right] {
            assert_eq!(side_chosen(west, aside, Some(side)), Some(side), "{aside}");
        }
    }
}

#[test]
fn who_goes_the_same_way_is_avoided_only_while_it_avoids_somebody_itself() {
    let slower = Vec2::new(30.0, 0.0);
    assert_eq!(side_chosen(slower, 2.0, None), None);
    assert_eq!(side_chosen(slower, 2.0, Some(AvoidingSide::Right)), Some(AvoidingSide::Right));
}

#[test]
fn coming_in_on_a_big_angle_counts_as_the_same_way_and_things_do_not_work_as_well() {
    assert_eq!(side_chosen(Vec2::new(0.0, -60.0), 4.0, None), None, "a right angle is not avoided");
    // The same groups through each other: at a right angle they lose more time than head-on, for want of
    // turning.
    let mut sim = game("002-big-angle");
    let (mut turning, mut touching) = (0, 0);
    run(&mut sim, 12.0, |sim| {
        for (a, b) in
            ids(sim).flat_map(|a| ids(sim).map(move |b| (a, b))).filter(|(a, b)| a.0 < 25 && b.0 >= 25)
        {
            touching += usize::from(place(sim, a).distance(place(sim, b)) < 15.0);
        }
        let avoiding =
            |id| sim.units.get::<&SteeringMemory>(sim.entity(id).expect("lives")).expect("has").avoiding;
        turning += ids(sim).filter(|&id| avoiding(id).is_some()).count();
    });
    println!("{turning} unit-ticks of turning aside, {touching} of contact between the groups");
    assert!(touching > turning, "they run into each other sooner than they turn: {touching} {turning}");
}

#[test]
fn slow_units_cast_no_rays_and_quick_ones_three() {
    let rays = |speed: f32| {
        let body = Collider { shape: Default::default(), radius: 7.0 };
        let mut crowd = Crowd::default();
        let east = Member::new(0, Vec2::new(100.0, 100.0), body, ModelName::RaySteering);
        crowd.push(Member { velocity: Vec2::X * speed, ..east.bound_for(Vec2::new(300.0, 100.0)) });
        crowd.push(Member::new(1, Vec2::new(140.0, 100.0), body, ModelName::RaySteering));
        crowd.rebuild();
        let mut vectors = Vec::new();
        let index = crowd.index_of[0] as usize;
        Steering::default().vectors(&crowd, &level("002-head-on-pair").grid, &[], 0, index, &mut vectors);
        vectors
            .into_iter()
            .filter(|vector| vector.role == VectorRole::Ray)
            .map(|ray| ray.to - ray.from)
            .collect()
    };
    let (slow, quick): (Vec<Vec2>, Vec<Vec2>) = (rays(10.0), rays(60.0));
    assert!(slow.is_empty());
    assert_eq!(quick.len(), 3);
    assert!(
        quick.iter().all(|ray| (ray.x - 33.0).abs() < 0.01),
        "up to the rim of what they meet: {quick:?}"
    );
}

#[test]
fn small_groups_get_through_each_other() {
    let mut sim = game("002-small-groups");
    run(&mut sim, 40.0, |_| {});
    assert_eq!(arrived(&sim), 12);
}

#[test]
fn crossing_groups_get_on_better_with_rays_than_without() {
    let gained = |model| {
        let mut sim = game_by("002-crossing-groups", model);
        run(&mut sim, 50.0, |_| {});
        arrived(&sim)
    };
    let (with, without) = (gained(ModelName::RaySteering), gained(ModelName::None));
    assert!(with > 2 * without, "{with} {without}");
}

#[test]
fn contacts_that_push_sideways_let_head_on_blocks_slide_past_each_other() {
    let progress = |contacts: Contacts| {
        let mut sim = game("002-sideways");
        set(&mut sim, ModelName::RaySteering, "contacts", contacts as u8 as f32);
        run(&mut sim, 20.0, |_| {});
        ids(&sim)
            .map(|id| if id.0 < 40 { place(&sim, id).x } else { 1200.0 - place(&sim, id).x })
            .sum::<f32>()
            / 80.0
    };
    let (back, sideways) = (progress(Contacts::Stop), progress(Contacts::Sideways));
    println!("mean progress after 20 s, px: pushed back {back}, pushed sideways {sideways}");
    assert!(sideways > back, "{sideways} {back}");
}

#[test]
fn each_steering_behaviour_can_be_switched_off() {
    let force = |off: &[&str]| {
        let mut sim = game("002-sideways");
        for name in off {
            set(&mut sim, ModelName::RaySteering, name, 0.0);
        }
        run(&mut sim, 1.0, |_| {});
        sim.state_hash()
    };
    let all = force(&[]);
    for name in ["seek", "separation", "cohesion", "alignment"] {
        assert_ne!(all, force(&[name]), "{name}");
    }
    let mut sim = game("002-small-groups");
    set(&mut sim, ModelName::RaySteering, "seek", 0.0);
    set(&mut sim, ModelName::RaySteering, "separation", 0.0);
    run(&mut sim, 2.0, |_| {});
    assert!(ids(&sim).all(|id| velocity(&sim, id) == Vec2::ZERO), "nothing moves them");
}
