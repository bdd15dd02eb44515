//! Article 004: `swarm`.

use crate::*;
use glam::Vec2;
use muster::movement::VectorRole;
use muster::time::DT;
use muster::unit::Journey;

#[test]
fn a_ship_flies_between_planets_and_touches_none() {
    let mut sim = game("004-planets");
    let ship = unit(&sim, "ship");
    run(&mut sim, 25.0, assert_nobody_is_in_a_wall);
    assert_eq!(state(&sim, ship), State::DestinationReached);
}

#[test]
fn planets_that_are_near_push_and_the_pull_grows_by_four_for_each() {
    let mut sim = game("004-planets");
    let ship = unit(&sim, "ship");
    let mut seen = 0;
    run(&mut sim, 12.0, |sim| {
        let vectors = sim.vectors(ship);
        let pushes = vectors.iter().filter(|vector| vector.role == VectorRole::Repulsion).count();
        if let Some(pull) = vectors.iter().find(|vector| vector.role == VectorRole::Pull)
            && sim
                .units
                .get::<&State>(sim.entity(ship).expect("lives"))
                .is_ok_and(|state| state.is_under_way())
        {
            let length = (pull.to - pull.from).length() / 10.0;
            assert!((length - (4.0 * pushes as f32).max(1.0)).abs() < 1e-3, "{length} {pushes}");
            seen = seen.max(pushes);
        }
    });
    assert!(seen >= 1);
}

#[test]
fn a_fleet_follows_its_planet_round_the_sun_and_nobody_touches_a_planet() {
    let mut sim = game("004-galaxy");
    let mut worst = f32::MAX;
    run(&mut sim, 60.0, |sim| {
        for (at, body) in bodies(sim) {
            for obstacle in &sim.obstacles {
                worst = worst.min(gap(body, obstacle.collider(), at - obstacle.position));
            }
        }
    });
    assert!(worst >= 0.0, "{worst}");
    let earth = sim.obstacles.iter().find(|obstacle| obstacle.name == "earth").expect("it is there");
    for id in ids(&sim).take(12) {
        let away = place(&sim, id).distance(earth.position) - earth.radius;
        assert!(away < 90.0, "{id:?} is {away} px from its planet");
    }
}

/// A ship has reached a planet when it will be within 18 px of its rim, some ticks ahead of where it is.
const REACHED: f32 = 30.0;

#[test]
fn a_fleet_visits_three_planets_in_turn_though_no_order_has_a_time() {
    let mut sim = game("004-tour");
    let planet =
        |name: &str| sim.obstacles.iter().position(|planet| planet.name == name).expect("it is there");
    let tour = ["venus", "jupiter", "earth"].map(planet);
    let mut visited = [0; 8];
    let mut worst = f32::MAX;
    run(&mut sim, 120.0, |sim| {
        for (ship, (at, body)) in bodies(sim).into_iter().enumerate() {
            let room = |planet: usize| {
                gap(body, sim.obstacles[planet].collider(), at - sim.obstacles[planet].position)
            };
            worst = (0..sim.obstacles.len()).map(room).fold(worst, f32::min);
            if tour.get(visited[ship]).is_some_and(|&planet| room(planet) < REACHED) {
                visited[ship] += 1;
            }
        }
    });
    assert!(worst >= 0.0, "{worst}");
    assert_eq!(visited, [3; 8]);
    for id in ids(&sim) {
        let earth = &sim.obstacles[tour[2]];
        assert!(place(&sim, id).distance(earth.position) - earth.radius < 90.0, "{id:?} stays with earth");
    }
}

#[test]
fn a_maze_holds_a_ship_that_is_pulled_straight_and_waypoints_lead_it_through() {
    let arrives = |straight: f32| {
        let mut sim = game("004-maze");
        let model = sim.world_mut().steering.models.get_mut(ModelName::Swarm).expect("a steering model");
        let index = model.parameters().iter().position(|p| p.name == "straight").expect("a switch");
        model.set(index, straight);
        run(&mut sim, 60.0, assert_nobody_is_in_a_wall);
        // A unit that is stuck for long gives up, and rests where it is.
        let ship = sim.entity(unit(&sim, "ship")).expect("it lives");
        let journey = *sim.units.get::<&Journey>(ship).expect("it has one");
        state(&sim, unit(&sim, "ship")) == State::DestinationReached && journey.gave_up.is_none()
    };
    assert!(arrives(0.0), "along the path");
    assert!(!arrives(1.0), "straight");
}

/// Where the straight at the start is crossed, px: eastwards, low on the map.
const FINISH: Vec2 = Vec2::new(780.0, 690.0);

/// What a race came to.
#[derive(Debug, Default)]
struct Race {
    /// Laps of all cars, s: each from finish to finish.
    laps: Vec<f32>,
    /// For how many car-seconds a car scraped along a wall.
    scraped: f32,
}

impl Race {
    fn mean_lap(&self) -> f32 {
        self.laps.iter().sum::<f32>() / self.laps.len() as f32
    }
}

/// Runs the racing level, all starts shifted, px, until the cars are sent to park. Panics if a car leaves the
/// lane.
fn race(smooth: bool, shift: Vec2) -> Race {
    let mut level = level("004-racing");
    let known = parameters_of(ModelName::Swarm);
    let index = known.iter().position(|known| known.name == "smooth").expect("swarm has this parameter");
    level.set(&[Setting::new(ModelName::Swarm, index, f32::from(smooth)).expect("it is a switch")]);
    level.units.iter_mut().for_each(|unit| unit.at += shift);
    let mut sim = Sim::new(&level, &Options::default());
    let mut before = bodies(&sim);
    let start = before[0].0;
    let mut crossed: Vec<Option<f32>> = vec![None; before.len()];
    let mut race = Race::default();
    run(&mut sim, 90.0, |sim| {
        assert_nobody_is_in_a_wall(sim);
        let now = bodies(sim);
        for (car, &(at, body)) in now.iter().enumerate() {
            if before[car].0.x < FINISH.x && at.x >= FINISH.x && at.y > FINISH.y {
                let last = crossed[car].replace(sim.seconds());
                race.laps.extend(last.map(|last| sim.seconds() - last));
            }
            let around = Collider { radius: body.radius + 0.5, ..body };
            race.scraped += if sim.grid.is_free(at, around) { 0.0 } else { DT };
            let is_second = sim.ticks().is_multiple_of(u64::from(TICK_RATE));
            assert!(!is_second || sim.grid.is_joined(start, at), "car {car} left the lane at {at}");
        }
        before = now;
    });
    race
}

#[test]
fn who_follows_a_dot_on_its_line_keeps_off_the_walls_and_laps_faster_than_by_corners() {
    for shift in [Vec2::ZERO, Vec2::new(4.0, -3.0), Vec2::new(-6.0, 5.0)] {
        let (smooth, corners) = (race(true, shift), race(false, shift));
        let told = format!("shifted by {shift}: {smooth:?}, by corners {corners:?}");
        println!("{told}: {} s, {} s", smooth.mean_lap(), corners.mean_lap());
        assert!(smooth.laps.len() >= 9 && corners.laps.len() >= 6, "{told}");
        assert!(smooth.mean_lap() < 0.95 * corners.mean_lap(), "{told}");
        assert!(smooth.scraped < 0.25 * corners.scraped, "{told}");
    }
}

#[test]
fn a_driver_sees_its_dot_ahead_and_brakes_before_a_bend() {
    let mut sim = game("004-racing");
    let car = unit(&sim, "red-1");
    let (mut throttle, mut brake) = (0, 0);
    run(&mut sim, 20.0, |sim| {
        let vectors = sim.vectors(car);
        let of = |role| vectors.iter().find(|vector| vector.role == role);
        let along = |role| of(role).map_or(0.0, |vector| (vector.to - vector.from).dot(velocity(sim, car)));
        throttle += u32::from(along(VectorRole::Throttle) > 0.0);
        brake += u32::from(along(VectorRole::Brake) < 0.0);
        if let Some(dot) = of(VectorRole::Dot) {
            assert!((dot.to - dot.from).dot(velocity(sim, car)) >= 0.0, "behind it, at {}", dot.from);
            assert!(dot.from.distance(dot.to) < 80.0, "{} px ahead", dot.from.distance(dot.to));
        }
    });
    assert!(throttle > 60 && brake > 60, "{throttle} ticks with the throttle open, {brake} braking");
}
