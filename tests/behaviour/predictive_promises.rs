//! Promises never overlap: random maps, kinds, goals and orders, every pair, every index of the queue.

use glam::{Vec2, vec2};
use muster::geometry::{Collider, Shape, gap};
use muster::grid::{Grid, TILE, Tile};
use muster::movement::flight::Mover;
use muster::movement::predictive::Predictive;
use muster::movement::predictive::queue::{Keep, Neighbour, Walker, rebuild};
use muster::neighbours::{Crowd, Intent, Member};
use muster::teams::Enemies;
use muster::time::DT;
use muster::unit::promises::LENGTH;
use muster::unit::{Memory, ModelName, Promise, Promises};

/// A generator of numbers in [0, 1), the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() * limit as f32) as usize
    }
}

struct Unit {
    present: Vec2,
    velocity: Vec2,
    promises: Promises,
    member: Member,
}

fn random_map(random: &mut Random) -> Grid {
    let (columns, rows) = (14, 12);
    let tiles = (0..columns * rows).map(|_| if random.next() < 0.12 { Tile::Rock } else { Tile::Ground });
    Grid::new(columns, rows, tiles.collect())
}

fn random_unit(id: u32, random: &mut Random, grid: &Grid, others: &[Unit]) -> Option<Unit> {
    let shape = if random.next() < 0.25 { Shape::Square } else { Shape::Circle };
    let radius = [2.0, 4.0, 7.0, 9.0, 13.0, 24.0][random.below(6)];
    let body = Collider { shape, radius };
    let size = grid.size();
    let position = (0..60).map(|_| vec2(random.next() * size.x, random.next() * size.y)).find(|&place| {
        grid.is_free(place, body)
            && others.iter().all(|other| gap(body, other.member.body, place - other.present) >= 0.0)
    })?;
    let member = Member {
        soft_radius: radius + 3.0,
        speed: 20.0 + 380.0 * random.next() * random.next(),
        acceleration: 70.0 + 1730.0 * random.next(),
        priority: random.below(4) as i32,
        team: random.below(3) as u16,
        ..Member::new(id, position, body, ModelName::Predictive)
    };
    let promises = Promises::standing(Promise { position, direction: Vec2::X });
    Some(Unit { present: position, velocity: Vec2::ZERO, promises, member })
}

/// Gives a random order: walk, hold or rest; the promises are rebuilt against everybody's.
fn order(units: &mut [Unit], index: usize, random: &mut Random, grid: &Grid) {
    let size = grid.size();
    let member = &mut units[index].member;
    member.intent = [Intent::Move, Intent::Move, Intent::Move, Intent::Rest, Intent::Hold][random.below(5)];
    let goal = vec2(random.next() * size.x, random.next() * size.y);
    let neighbours: Vec<Neighbour> = (0..units.len())
        .filter(|&other| other != index)
        .map(|other| {
            let Unit { member, present, promises, .. } = &units[other];
            Neighbour { body: member.body, present: *present, promises: *promises }
        })
        .collect();
    let unit = &mut units[index];
    let Member { body, speed, acceleration, .. } = unit.member;
    let walker = Walker {
        mover: Mover { position: unit.present, velocity: unit.velocity, body, speed, acceleration },
        waypoint: (unit.member.intent == Intent::Move).then_some(goal),
        remaining: 0.0,
    };
    unit.promises = rebuild(&unit.promises, &walker, &Keep { neighbours: &neighbours, circles: &[], grid });
    unit.member.waypoint =
        if unit.member.intent == Intent::Move { goal } else { unit.promises.front().position };
}

fn check(units: &[Unit], grid: &Grid, what: &str) {
    for (first, a) in units.iter().enumerate() {
        let mut before = a.present;
        for index in 0..LENGTH {
            let place = a.promises.at(index).position;
            let length = place.distance(before);
            assert!(
                length <= a.member.speed * DT * (1.0 + 1e-5),
                "{what}: unit {first} is too fast: {length}"
            );
            let depth = grid.wall_depth(place, a.member.body);
            assert!(depth <= 1e-3, "{what}: unit {first} is {depth} px in a wall");
            for (second, b) in units.iter().enumerate().skip(first + 1) {
                let apart = gap(a.member.body, b.member.body, place - b.promises.at(index).position);
                assert!(apart >= -1e-4, "{what}: {first} and {second} overlap by {apart} at index {index}");
            }
            before = place;
        }
    }
}

fn play(seed: u64, ticks: u64) {
    let mut random = Random(seed * 7919 + 1);
    let grid = random_map(&mut random);
    let mut units: Vec<Unit> = Vec::new();
    for id in 0..40 {
        units.extend(random_unit(id, &mut random, &grid, &units));
    }
    let enemies = Enemies::new(&[vec![2], vec![], vec![]]);
    let mut model = Predictive::default();
    let mut memories = vec![Memory::default(); units.len()];
    let mut crowd = Crowd::default();
    for tick in 0..ticks {
        for index in 0..units.len() {
            if random.next() < 0.01 {
                order(&mut units, index, &mut random, &grid);
            }
        }
        crowd.clear();
        for unit in &mut units {
            unit.member.position = unit.promises.front().position;
            unit.member.velocity = unit.promises.front_velocity(unit.present);
            crowd.push(unit.member);
        }
        crowd.rebuild();
        model.step((&mut crowd, &mut memories), &grid, &[], &enemies, tick);
        for unit in &mut units {
            let index = crowd.index_of[unit.member.id as usize] as usize;
            let newest = Promise { position: crowd.next[index], direction: Vec2::X };
            let due = unit.promises.advance(newest).position;
            unit.velocity = (due - unit.present) / DT;
            unit.present = due;
        }
        check(&units, &grid, &format!("seed {seed}, tick {tick}"));
    }
}

#[test]
fn no_two_promises_ever_overlap_on_random_maps() {
    for seed in 0..24 {
        play(seed, 400);
    }
}

#[test]
fn units_that_stick_out_over_the_rim_come_in_and_never_go_deeper() {
    let grid = Grid::new(10, 10, vec![Tile::Ground; 100]);
    let mut random = Random(3);
    let mut unit = random_unit(0, &mut random, &grid, &[]).expect("an empty map has room");
    unit.member.body = Collider { shape: Shape::Circle, radius: 7.0 };
    unit.member.position = vec2(2.0, 150.0);
    (unit.member.speed, unit.member.intent, unit.member.waypoint) =
        (60.0, Intent::Move, vec2(4.0 * TILE, 150.0));
    let mut model = Predictive::default();
    let (mut crowd, mut memory) = (Crowd::default(), [Memory::default()]);
    for tick in 0..150 {
        crowd.clear();
        crowd.push(unit.member);
        crowd.rebuild();
        model.step((&mut crowd, &mut memory), &grid, &[], &Enemies::default(), tick);
        assert!(crowd.next[0].x >= unit.member.position.x.min(7.0) - 1e-3);
        unit.member.velocity = (crowd.next[0] - unit.member.position) / DT;
        unit.member.position = crowd.next[0];
    }
    assert_eq!(unit.member.position, vec2(4.0 * TILE, 150.0));
}
