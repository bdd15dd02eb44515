//! What holds for every model.

use crate::*;
use muster::movement::Steering;
use muster::neighbours::{Crowd, Member};
use muster::unit::{Journey, ModelName};

const STEERED: [ModelName; 7] = [
    ModelName::None,
    ModelName::WallFollowing,
    ModelName::AntiGravity,
    ModelName::RaySteering,
    ModelName::Swarm,
    ModelName::Orca,
    ModelName::Continuum,
];

#[test]
fn the_result_is_the_same_for_one_two_and_eight_threads() {
    for model in STEERED {
        for name in ["000-two-groups", "004-galaxy"] {
            let hash = |threads| {
                let mut sim = Sim::new(&level(name), &Options { model: Some(model), threads });
                run(&mut sim, 12.0, |_| {});
                sim.state_hash()
            };
            let one = hash(1);
            assert_eq!(one, hash(2), "{model:?} on {name}");
            assert_eq!(one, hash(8), "{model:?} on {name}");
        }
    }
}

/// Steps a made-up crowd that is stored in some order; the places by id.
fn crowd_after(model: ModelName, ticks: u64, order: impl Fn(u32) -> u32) -> Vec<(u32, u32)> {
    let level = level("000-two-groups");
    let count = 97;
    let mut members: Vec<Member> = (0..count)
        .map(|i| {
            let id = order(i);
            let at = Vec2::new(60.0 + (id % 10) as f32 * 16.5, 120.0 + (id / 10) as f32 * 16.25);
            let body = Collider { shape: Default::default(), radius: 5.0 + (id % 3) as f32 };
            let member = Member::new(id, at, body, model);
            if id.is_multiple_of(5) {
                member
            } else {
                member.bound_for(Vec2::new(300.0 - at.x, 400.0 - at.y))
            }
        })
        .collect();
    let mut steering = Steering::default();
    let mut crowd = Crowd::default();
    for tick in 0..ticks {
        crowd.clear();
        members.iter().for_each(|&member| crowd.push(member));
        crowd.rebuild();
        steering.step(&mut crowd, &level.grid, &[], tick);
        for member in &mut members {
            let index = crowd.index_of[member.id as usize] as usize;
            let plan = steering.plan(index).expect("it is steered");
            member.velocity = (crowd.next[index] - member.position) * TICK_RATE as f32;
            member.position = crowd.next[index];
            (member.steered.memory, member.steered.stop_timer) = (plan.memory, plan.stop_timer);
        }
    }
    members.sort_unstable_by_key(|member| member.id);
    members.iter().map(|member| (member.position.x.to_bits(), member.position.y.to_bits())).collect()
}

#[test]
fn the_order_in_which_units_are_stored_does_not_matter() {
    for model in STEERED {
        let sorted = crowd_after(model, 150, |i| i);
        assert_eq!(sorted, crowd_after(model, 150, |i| 96 - i), "{model:?} backwards");
        assert_eq!(sorted, crowd_after(model, 150, |i| i * 31 % 97), "{model:?} shuffled");
    }
}

#[test]
fn nobody_enters_a_wall_or_a_standing_obstacle_or_leaves_the_map() {
    for model in STEERED {
        for name in ["000-two-groups", "004-planets", "004-maze", "000-fig-8-four-abreast"] {
            let mut sim = game_by(name, model);
            let index = sim.steering.models.get(model).and_then(|model| {
                model.parameters().iter().position(|parameter| parameter.name == "straight")
            });
            if let (Some(index), Some(model)) = (index, sim.world_mut().steering.models.get_mut(model)) {
                // Straight at the goal: as hard against walls as can be.
                model.set(index, 1.0);
            }
            run(&mut sim, 15.0, assert_nobody_is_in_a_wall);
        }
    }
}

#[test]
fn units_of_models_with_contacts_never_overlap() {
    for model in [ModelName::None, ModelName::WallFollowing, ModelName::RaySteering, ModelName::Continuum] {
        let mut sim = game_by("000-two-groups", model);
        run(&mut sim, 20.0, |sim| {
            let deepest = deepest_overlap(sim);
            assert!(deepest < 0.01, "{model:?}: {deepest} at tick {}", sim.ticks());
        });
    }
}

#[test]
fn no_unit_is_faster_than_its_top_speed_on_open_ground() {
    for model in STEERED {
        let mut sim = game_by("002-crossing-groups", model);
        run(&mut sim, 10.0, |sim| {
            for id in ids(sim) {
                assert!(velocity(sim, id).length() < 60.05, "{model:?}");
            }
        });
    }
}

#[test]
fn two_models_move_side_by_side_on_one_level() {
    let mut sim = game("mixed-models");
    run(&mut sim, 60.0, assert_nobody_is_in_a_wall);
    let arrived = ids(&sim).filter(|&id| state(&sim, id) == State::DestinationReached).count();
    assert!(arrived >= 38, "{arrived} of 40");
}

#[test]
fn a_single_unit_of_any_model_comes_exactly_to_its_place_and_rests() {
    for model in STEERED {
        let mut sim = game_by("001-part-2-dead-ahead", model);
        let shytor = unit(&sim, "shytor");
        run(&mut sim, 20.0, |_| {});
        let away = place(&sim, shytor).distance(Vec2::new(615.0, 180.0));
        // Without avoidance it stays before whoever stands in its way.
        assert!(away < 0.1 || model == ModelName::None, "{model:?}: {away}");
        assert_eq!(velocity(&sim, shytor), Vec2::ZERO, "{model:?}");
    }
}

#[test]
fn by_orca_everybody_comes_home_through_a_gap_and_across_a_crowd() {
    for name in ["bottleneck200", "cross2x100", "corridor2x20"] {
        let mut sim = game_by(name, ModelName::Orca);
        let mut missing: Vec<UnitId> = ids(&sim).collect();
        run(&mut sim, 90.0, |sim| {
            missing.retain(|&id| {
                let goal =
                    sim.units.get::<&Journey>(sim.entity(id).expect("it lives")).expect("a journey").goal;
                goal.is_none_or(|goal| place(sim, id).distance(goal) > 7.0)
            });
        });
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
}
