//! Article 000: `wall_following` and stopping.

use crate::*;
use muster::movement::contact::wall_followed;
use muster::movement::{Vector, VectorRole};
use muster::order::{Command, Order};
use muster::unit::{Journey, StopTimer};

#[test]
fn fig_1_head_on_squares_both_keep_to_their_left() {
    let mut sim = game("000-fig-1-head-on");
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let mut passed = None;
    run(&mut sim, 12.0, |sim| {
        let (r, b) = (place(sim, red), place(sim, blue));
        if passed.is_none() && r.x > b.x {
            passed = Some((r, b));
        }
        assert!(deepest_overlap(sim) < 0.01);
    });
    let (r, b) = passed.expect("they pass each other");
    // East's left is up, where y is less.
    assert!(r.y < b.y - 13.9, "{r} {b}");
    assert!(sim.is_done());
}

#[test]
fn fig_2_both_squares_move_aside_as_far_as_each_other() {
    let mut sim = game("000-fig-1-head-on");
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let line = place(&sim, red).y;
    run(&mut sim, 10.0, |sim| {
        let (r, b) = (place(sim, red).y - line, place(sim, blue).y - line);
        assert!((r + b).abs() < 0.01, "mirror images: {r} {b}");
    });
}

#[test]
fn fig_3_a_square_that_bumps_from_behind_gets_round() {
    let mut sim = game("000-fig-3-from-behind");
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let mut overtaken_at = None;
    run(&mut sim, 12.0, |sim| {
        if overtaken_at.is_none() && place(sim, blue).x > place(sim, red).x + 14.0 {
            overtaken_at = Some(sim.seconds());
        }
        assert!(deepest_overlap(sim) < 0.01);
    });
    assert!(overtaken_at.is_some_and(|seconds| seconds < 8.0), "{overtaken_at:?}");
}

#[test]
fn fig_3_to_the_left_of_the_heading_both_go_the_same_way() {
    let mut sim = game_with("000-fig-3-from-behind", ModelName::WallFollowing, "aside", 1.0);
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let line = place(&sim, red).y;
    let mut together = 0;
    run(&mut sim, 8.0, |sim| {
        let (r, b) = (place(sim, red).y - line, place(sim, blue).y - line);
        together += u32::from(r < -1.0 && b < -1.0);
        assert!(r < 1.0, "nobody goes to the right: {r}");
    });
    assert!(together > 30, "both are off to the left: {together} ticks");
}

#[test]
fn fig_4_to_the_left_of_the_normal_they_go_to_opposite_sides() {
    let mut sim = game_with("000-fig-3-from-behind", ModelName::WallFollowing, "aside", 2.0);
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let line = place(&sim, red).y;
    let (mut red_aside, mut blue_aside) = (0.0_f32, 0.0_f32);
    run(&mut sim, 8.0, |sim| {
        red_aside = red_aside.min(place(sim, red).y - line);
        blue_aside = blue_aside.max(place(sim, blue).y - line);
    });
    assert!(red_aside < -1.0 && blue_aside > 1.0, "{red_aside} {blue_aside}");
}

#[test]
fn fig_4_the_bumped_and_the_bumping_square_go_to_opposite_sides() {
    let mut sim = game("000-fig-3-from-behind");
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let line = place(&sim, red).y;
    let (mut red_aside, mut blue_aside) = (0.0_f32, 0.0_f32);
    run(&mut sim, 8.0, |sim| {
        red_aside = red_aside.max(place(sim, red).y - line);
        blue_aside = blue_aside.min(place(sim, blue).y - line);
    });
    assert!(red_aside > 1.0 && blue_aside < -1.0, "{red_aside} {blue_aside}");
}

#[test]
fn fig_5_the_walls_of_a_square_go_clockwise_around_it() {
    // From the left one touches the left wall, which goes up, and so on round. y points down.
    assert_eq!(wall_followed(Vec2::X), Vec2::NEG_Y);
    assert_eq!(wall_followed(Vec2::Y), Vec2::X);
    assert_eq!(wall_followed(Vec2::NEG_X), Vec2::Y);
    assert_eq!(wall_followed(Vec2::NEG_Y), Vec2::NEG_X);
}

#[test]
fn fig_6_each_square_follows_the_wall_of_the_other_that_it_touches() {
    let mut sim = game("000-fig-1-head-on");
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let mut drawn = None;
    run(&mut sim, 6.0, |sim| {
        let followed = |id| {
            let vectors: Vec<Vector> = sim.vectors(id);
            let wall = vectors.iter().find(|vector| vector.role == VectorRole::WallFollowed).copied();
            wall.map(|wall| (wall.to - wall.from).normalize())
        };
        if drawn.is_none()
            && let (Some(red), Some(blue)) = (followed(red), followed(blue))
        {
            drawn = Some((red, blue));
        }
    });
    assert_eq!(drawn, Some((Vec2::NEG_Y, Vec2::Y)));
}

#[test]
fn fig_7_four_squares_of_half_a_tile_fill_the_gap_and_cannot_move_aside() {
    let sim = game("000-fig-7-four-abreast-no-room");
    let row: Vec<Collider> = bodies(&sim).into_iter().map(|(_, body)| body).collect();
    // Put into the gap side by side, each touches the next and the outer ones touch the rocks.
    let places: Vec<Vec2> = (0..4).map(|i| Vec2::new(315.0, 210.0 + 7.5 + 15.0 * i as f32)).collect();
    for side in [Vec2::Y, Vec2::NEG_Y] {
        let to_rock = [0, 3].map(|i| sim.grid.free_run(places[i], side, row[i], 10.0));
        assert!(to_rock.into_iter().fold(f32::MAX, f32::min) < 0.01);
    }
    for i in 1..4 {
        assert_eq!(gap(row[i - 1], row[i], places[i] - places[i - 1]), 0.0);
    }
    // They never force their way, either.
    let mut sim = sim;
    run(&mut sim, 10.0, |sim| {
        assert_nobody_is_in_a_wall(sim);
        assert!(deepest_overlap(sim) < 0.01);
    });
}

#[test]
fn fig_8_four_smaller_squares_abreast_pass_between_two_rocks_two_tiles_apart() {
    let mut sim = game("000-fig-8-four-abreast");
    let mut abreast = 0;
    run(&mut sim, 12.0, |sim| {
        assert_nobody_is_in_a_wall(sim);
        assert!(deepest_overlap(sim) < 0.01);
        abreast = abreast.max(ids(sim).filter(|&id| (300.0..330.0).contains(&place(sim, id).x)).count());
    });
    assert_eq!(abreast, 4, "all four are in the gap at once");
    assert!(ids(&sim).all(|id| place(&sim, id).x > 480.0));
}

#[test]
fn fig_9_a_square_that_swings_round_a_taken_place_comes_to_rest() {
    let mut sim = game("000-fig-9-occupied");
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let seconds = seconds_until_done(&mut sim, 30.0);
    assert!(seconds.is_some_and(|seconds| seconds < 12.0), "{seconds:?}");
    assert_eq!(velocity(&sim, red), Vec2::ZERO);
    assert!(place(&sim, red).distance(place(&sim, blue)) < 60.0);
}

#[test]
fn fig_10_by_the_dot_product_the_timer_stands_while_a_square_swings_away() {
    let timers = |mut sim: Sim| {
        let red = unit(&sim, "red");
        let (mut stands, mut falls_fast) = (0, 0);
        let mut before = 0.0;
        run(&mut sim, 20.0, |sim| {
            let timer =
                sim.units.get::<&StopTimer>(sim.entity(red).expect("it lives")).expect("it has one").0;
            stands += u32::from(timer > 0.0 && timer == before);
            falls_fast += u32::from(before - timer > 0.9 / TICK_RATE as f32);
            before = timer;
        });
        (stands, falls_fast)
    };
    let (stands, falls_fast) =
        timers(game_with("000-fig-9-occupied", ModelName::WallFollowing, "timer_by_dot", 1.0));
    assert!(stands > 4 && falls_fast > 4, "it stands, or falls at full speed: {stands} {falls_fast}");
    let whole = timers(game("000-fig-9-occupied")).1;
    assert!(whole <= 1, "it falls at half speed, but where the unit stops: {whole}");
}

#[test]
fn fig_10_the_stop_timer_counts_up_only_in_contact_with_a_stopped_square() {
    let mut sim = game("000-fig-9-occupied");
    let (red, blue) = (unit(&sim, "red"), unit(&sim, "blue"));
    let timer = |sim: &Sim| sim.units.get::<&StopTimer>(sim.entity(red).expect("lives")).expect("has one").0;
    let mut last = 0.0;
    let mut counted = 0;
    run(&mut sim, 10.0, |sim| {
        let now = timer(sim);
        // The timer belongs to the newest promise, a few ticks ahead of the place on the screen.
        let apart = (front(sim, red) - place(sim, blue)).abs().max_element() - 14.0;
        if now > last {
            counted += 1;
            // Half a pixel, or what the two would close in this tick.
            assert!(apart < 0.5 + 60.0 / 30.0 + 2.0, "{apart}");
        }
        last = now;
    });
    assert!(counted > 3, "{counted}");
}

#[test]
fn a_crowd_sent_to_one_point_settles_around_it() {
    let mut sim = game("000-settling");
    let seconds = seconds_until_done(&mut sim, 60.0);
    assert!(seconds.is_some(), "it never comes to rest");
    let goal = Vec2::splat(14.5 * 30.0);
    let far = ids(&sim).map(|id| place(&sim, id).distance(goal)).fold(0.0, f32::max);
    assert!(far < 120.0, "{far}");
    assert!(deepest_overlap(&sim) < 0.01);
}

#[test]
fn a_traffic_jam_of_moving_squares_makes_nobody_give_up() {
    let mut sim = game("000-two-groups");
    let (mut jammed, mut somebody_rests) = (0, false);
    run(&mut sim, 30.0, |sim| {
        assert_nobody_is_in_a_wall(sim);
        // From the first who has arrived on, there are stopped squares to touch.
        somebody_rests |= ids(sim).any(|id| state(sim, id) == State::DestinationReached);
        let gave_up = |id| {
            sim.units.get::<&Journey>(sim.entity(id).expect("lives")).expect("has one").gave_up.is_some()
        };
        if !somebody_rests && sim.seconds() > 2.0 {
            jammed += ids(sim).filter(|&id| velocity(sim, id).length() < 30.0).count();
            assert!(!ids(sim).any(gave_up), "at {} s", sim.seconds());
        }
    });
    assert!(jammed > 50, "they do jam: {jammed} unit-ticks");
}

#[test]
fn a_packed_crowd_is_at_rest_within_ten_seconds_after_it_was_disturbed() {
    let mut sim = game("000-disturbance");
    let walker = unit(&sim, "walker");
    let mut awake = 0;
    let mut left = None;
    let mut at_rest = None;
    run(&mut sim, 60.0, |sim| {
        let moving = ids(sim).filter(|&id| id != walker && velocity(sim, id) != Vec2::ZERO).count();
        awake = awake.max(moving);
        if left.is_none() && !state(sim, walker).is_under_way() {
            left = Some(sim.seconds());
        }
        if moving > 0 {
            at_rest = None;
        } else if at_rest.is_none() {
            at_rest = Some(sim.seconds());
        }
    });
    assert!(awake > 3, "the walker disturbs the crowd: {awake}");
    let (left, at_rest) = (left.expect("the walker stops"), at_rest.expect("all rest"));
    assert!(at_rest < left + 10.0, "{left} {at_rest}");
}

#[test]
fn with_two_groups_controls_each_button_sends_one_team() {
    // What the window does on a click: an order to everybody of the first or of the second team.
    let level = level("000-two-groups");
    assert_eq!(level.controls, muster::level::Controls::TwoGroups);
    let mut sim = Sim::new(&level, &Options::default());
    let red: Vec<UnitId> = ids(&sim).filter(|id| level.units[id.0 as usize].team == 0).collect();
    sim.order(Order {
        units: red.clone(),
        command: Command::Move {
            to: Vec2::new(300.0, 100.0),
            each: false,
            formation: Default::default(),
            manner: Default::default(),
        },
        queue: false,
    });
    run(&mut sim, 0.5, |_| {});
    assert!(red.iter().all(|&id| state(&sim, id).is_under_way()));
}
