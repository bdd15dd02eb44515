//! What the camera shows, and where it goes.

use super::*;
use glam::vec2;

const SCREEN: Vec2 = vec2(1280.0, 720.0);

fn start(min: Vec2, max: Vec2) -> Start {
    Start { actors: (min, max), army: (min, max), first: min, is_crowd: false }
}

fn camera() -> Camera {
    Camera::new(vec2(9000.0, 9000.0), SCREEN, start(vec2(700.0, 900.0), vec2(8000.0, 8000.0)))
}

#[test]
fn the_whole_map_can_be_looked_at_from_anywhere() {
    let mut camera = camera();
    camera.zoom(6.0, vec2(10.0, 10.0));
    (0..60).for_each(|_| camera.advance(1.0 / 60.0));
    camera.show_whole((Vec2::ZERO, SCREEN));
    (0..60).for_each(|_| camera.advance(1.0 / 60.0));
    let (min, max) = camera.view();
    assert!(min.cmplt(Vec2::ZERO).all() && max.cmpgt(vec2(9000.0, 9000.0)).all(), "{min} {max}");
}

#[test]
fn those_who_take_part_are_fitted_between_the_cards_and_not_the_empty_sheet() {
    let (min, max) = (vec2(300.0, 1500.0), vec2(900.0, 1700.0));
    let mut camera = Camera::new(vec2(6000.0, 3000.0), SCREEN, start(min, max));
    let free = (vec2(400.0, 60.0), vec2(1080.0, 600.0));
    camera.fit(free);
    let (left_top, right_bottom) = (camera.to_screen(min), camera.to_screen(max));
    assert!(left_top.cmpgt(free.0).all() && right_bottom.cmplt(free.1).all(), "{left_top} {right_bottom}");
    assert!(right_bottom.x - left_top.x > 0.6 * (free.1.x - free.0.x), "{left_top} {right_bottom}");
    camera.drag(vec2(5.0, 0.0));
    let moved = camera.center;
    camera.fit((Vec2::ZERO, SCREEN));
    assert_eq!(camera.center, moved, "the player has moved it");
}

#[test]
fn what_reaches_the_edge_of_the_map_is_shown_with_the_margin_of_the_sheet() {
    let map = vec2(1500.0, 900.0);
    let mut camera = Camera::new(map, SCREEN, start(Vec2::ZERO, map));
    let is_shown = |camera: &Camera| {
        let (min, max) = (camera.to_screen(Vec2::ZERO), camera.to_screen(map));
        let room = min.min(SCREEN - max);
        assert!(room.min_element() > MARGIN - 0.5 && room.min_element() < MARGIN + 0.5, "{min} {max}");
    };
    is_shown(&camera);
    camera.zoom(3.0, vec2(10.0, 10.0));
    is_shown(&camera.of_whole((Vec2::ZERO, SCREEN)));
}

#[test]
fn goals_too_far_away_are_left_out_before_the_army_is() {
    let world = vec2(60_000.0, 60_000.0);
    let army = (vec2(300.0, 300.0), vec2(900.0, 500.0));
    let start = Start { actors: (army.0, world), army, first: army.0, is_crowd: false };
    let camera = Camera::new(world, SCREEN, start);
    let (min, max) = camera.view();
    assert!(min.cmplt(army.0).all() && max.cmpgt(army.1).all(), "{min} {max}");
}

#[test]
fn a_crowd_too_large_to_tell_one_from_another_is_seen_whole_and_a_few_so_far_apart_one_by_one() {
    let world = vec2(15_000.0, 15_000.0);
    let few = start(vec2(300.0, 300.0), vec2(14_000.0, 14_000.0));
    let crowd = Camera::new(world, SCREEN, Start { is_crowd: true, ..few });
    assert!(crowd.shows(few.actors.0) && crowd.shows(few.actors.1));
    let camera = Camera::new(world, SCREEN, few);
    assert!(camera.shows(few.first) && !camera.shows(few.actors.1));
}

#[test]
fn a_window_that_grows_shows_more_of_the_map_until_the_player_has_moved_it() {
    let map = vec2(2400.0, 1200.0);
    let mut camera = Camera::new(map, SCREEN, start(Vec2::ZERO, map));
    let small = camera.scale;
    camera.resize(vec2(1920.0, 1080.0), 1.0);
    assert!(camera.scale > small * 1.4);
    let large = camera.scale;
    camera.drag(vec2(5.0, 0.0));
    camera.resize(SCREEN, 1.0);
    assert_eq!(camera.scale, large);
}

#[test]
fn screen_and_world_are_inverse() {
    let camera = camera();
    let place = vec2(123.0, 456.0);
    assert!(camera.to_world(camera.to_screen(place)).distance(place) < 1e-3);
    assert_eq!(camera.to_screen(camera.center), vec2(640.0, 360.0));
}

#[test]
fn zooming_keeps_what_is_under_the_pointer() {
    let mut camera = camera();
    let pointer = vec2(900.0, 200.0);
    let under = camera.to_world(pointer);
    camera.zoom(3.0, pointer);
    for _ in 0..60 {
        camera.advance(1.0 / 60.0);
        assert!(camera.to_screen(under).distance(pointer) < 0.1);
    }
    assert!((camera.scale / (0.5 * WHEEL_STEP.powi(3)) - 1.0).abs() < 1e-3);
}

#[test]
fn a_pan_has_nearly_arrived_after_the_ease() {
    for frames in [3, 7, 17] {
        let mut camera = camera();
        let start = camera.center;
        camera.pan(vec2(60.0, 0.0));
        (0..frames).for_each(|_| camera.advance(CAMERA_EASE / frames as f32));
        let done = (camera.center.x - start.x) / (60.0 / 0.5);
        assert!((0.93..0.97).contains(&done), "{frames} frames: {done}");
    }
}

#[test]
fn a_map_that_is_small_on_the_screen_stays_in_its_middle() {
    let mut camera = camera();
    camera.zoom(-30.0, vec2(1200.0, 700.0));
    (0..60).for_each(|_| camera.advance(1.0 / 60.0));
    let middle = camera.to_screen(vec2(4500.0, 4500.0));
    assert!(middle.distance(vec2(640.0, 360.0)) < 200.0, "{middle}");
}

#[test]
fn the_camera_never_leaves_the_map() {
    let mut camera = camera();
    camera.drag(vec2(-1e6, 1e6));
    assert_eq!(camera.center, vec2(0.0, 9000.0));
}
