//! Who leaves an orbit, when and where to.

use super::*;
use crate::geometry::Shape;
use crate::grid::Tile;
use crate::obstacles::{Obstacle, ObstacleMotion, ObstacleSpec};

fn planet(period: f32) -> Obstacle {
    let motion = ObstacleMotion::Orbit {
        center: Vec2::new(300.0, 300.0),
        radii: Vec2::splat(150.0),
        period,
        phase: 0.0,
    };
    let mut planet = Obstacle::new(&ObstacleSpec { name: "p".into(), radius: 20.0, motion });
    planet.foresee(0);
    planet
}

fn mover(x: f32, y: f32) -> Mover {
    let body = Collider { shape: Shape::Circle, radius: 7.0 };
    Mover { position: Vec2::new(x, y), velocity: Vec2::ZERO, body, speed: 60.0, acceleration: 240.0 }
}

fn map() -> Grid {
    Grid::new(20, 20, vec![Tile::Ground; 400])
}

fn flees(planet: &Obstacle, mover: Mover) -> Option<Flight> {
    flight(std::iter::once(&planet.ahead), &map(), mover, Vec2::ZERO, false, None, |_, _| 0.0)
}

#[test]
fn who_stands_off_the_orbit_stays_and_who_stands_on_it_leaves_in_time_and_not_before() {
    let planet = planet(10.0);
    assert_eq!(flees(&planet, mover(300.0, 300.0)), None);
    assert_eq!(flees(&planet, mover(300.0, 410.0)), None, "beside the orbit");
    // The planet is there in 2.5 s, and the way off its orbit takes less than one.
    assert_eq!(flees(&planet, mover(300.0, 450.0)), None, "there is time");
    let near = Vec2::new(300.0, 300.0) + Vec2::new(0.8, 0.6) * 150.0;
    let flight = flees(&planet, mover(near.x, near.y)).expect("the planet comes");
    assert!(flight.direction.dot(Vec2::new(0.8, 0.6)).abs() > 0.7, "across the orbit: {flight:?}");
    assert!(flight.length < 40.0, "{flight:?}");
}

#[test]
fn who_walks_towards_an_orbit_stops_at_its_rim_while_the_planet_passes() {
    let planet = planet(10.0);
    let standing = mover(425.0 - 7.0, 300.0);
    let walks = Mover { velocity: Vec2::X * 60.0, ..standing };
    let found = flight(std::iter::once(&planet.ahead), &map(), walks, Vec2::X * 2.0, true, None, |_, _| 0.0);
    assert!(found.is_some_and(|flight| flight.direction.x < 0.5), "{found:?}");
}

#[test]
fn who_cannot_get_away_runs_along_a_wall_and_not_into_it() {
    let rock = |tile| if tile % 20 == 0 { Tile::Rock } else { Tile::Ground };
    let walled = Grid::new(20, 20, (0..400).map(rock).collect());
    let planet = planet(10.0);
    let body = Collider { shape: Shape::Circle, radius: 13.0 };
    let slow =
        Mover { position: Vec2::new(44.0, 300.0), body, speed: 35.0, acceleration: 70.0, ..mover(0.0, 0.0) };
    let mut runs = 0;
    for step in 0..60 {
        // On the inner side of the planet's way, which goes by there.
        let at = Vec2::new(430.0, 280.0 + step as f32);
        let shift = at - slow.position;
        let ahead = Ahead::along(20.0, planet.ahead.centers.map(|center| center - shift));
        let ahead = std::iter::once(&ahead);
        let search = FlightSearch::new(ahead, &walled, |_, _| 0.0, slow);
        let Stretch { direction, .. } = search.least_evil();
        let free = walled.free_run(slow.position, direction, body, LONGEST_RUN);
        runs += u32::from(direction != Vec2::ZERO);
        assert!(direction == Vec2::ZERO || free >= RUNS[0], "{direction}: {free} px to the wall");
    }
    assert!(runs > 0, "it runs");
}

#[test]
fn a_run_that_others_fill_is_no_way_out_unless_all_are() {
    let planet = planet(10.0);
    let out = Vec2::new(0.8, 0.6);
    let near = mover(300.0 + 150.0 * out.x, 300.0 + 150.0 * out.y);
    let flees = |taken: &dyn Fn(Vec2, f32) -> f32| {
        let ahead = std::iter::once(&planet.ahead);
        let found = flight(ahead, &map(), near, Vec2::ZERO, false, None, taken);
        found.expect("the planet comes").direction
    };
    let side = flees(&|_, _| 0.0).dot(out).signum();
    let crowded = |direction: Vec2, length: f32| if direction.dot(out) * side > 0.0 { length } else { 0.0 };
    assert_eq!(flees(&crowded).dot(out).signum(), -side, "to the other side");
    assert_eq!(flees(&|_, length| length).dot(out).signum(), side, "others have to leave");
}

#[test]
fn a_place_is_clear_until_the_planet_comes() {
    let planet = planet(10.0);
    let body = Collider { shape: Shape::Circle, radius: 7.0 };
    let clear = |seconds| stays_clear(std::iter::once(&planet.ahead), Vec2::new(300.0, 450.0), body, seconds);
    assert!(clear(1.5) && !clear(2.8));
}

/// Neither comes nearer to the other: all parts are passed over at once.
#[test]
fn who_stands_beside_what_stands_has_all_the_room_there_is() {
    let ahead = Ahead::along(20.0, [Vec2::new(400.0, 100.0); Ahead::SAMPLES + 1]);
    let grid = map();
    for speed in [0.0, 1e-30] {
        let still = Mover { speed, ..mover(100.0, 100.0) };
        let search = FlightSearch::new(std::iter::once(&ahead), &grid, |_, _| 0.0, still);
        assert_eq!(search.room(&search.course(Stretch::STAND)), f32::INFINITY);
        assert!(search.has_way_out(0.0));
    }
}
