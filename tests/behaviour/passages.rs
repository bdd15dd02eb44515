//! Passages where two bodies do not fit abreast: units that are sent into them in any order come to where
//! they were sent, and [guards] that let somebody by come home.
//!
//! `MUSTER_SEEDS=0..1000 cargo test --test behaviour passages` plays other passages than [`SEEDS`].

mod guards;

use crate::support::*;
use glam::{Vec2, vec2};
use muster::grid::TILE;
use muster::level::Level;
use muster::measure::verify::{Verified, verify};
use muster::order::Command;
use muster::sim::Sim;
use muster::unit::{Memory, ModelName, Post, State};
use serde_json::{Value, json};

/// The passages that are played unless told: few of them say little, one bad one has six units that fall
/// short.
const SEEDS: std::ops::Range<u64> = 0..180;

/// Everybody is at rest after this time, s: six may come out of a passage for each other several times, for
/// half a minute each. Of 500 levels three need more than 150 s, one 247 s.
const REST: f32 = 300.0;

/// A map that is carved out of rock.
struct Carved {
    rows: Vec<Vec<char>>,
    at: (i32, i32),
    way: Vec<[f64; 2]>,
}

impl Carved {
    fn new() -> Carved {
        Carved { rows: vec![vec!['#'; 48]; 40], at: (6, 20), way: Vec::new() }
    }

    fn carve(&mut self, column: i32, row: i32) {
        self.rows[row as usize][column as usize] = '.';
    }

    /// A passage one tile wide that goes on from its end.
    fn go(&mut self, (x, y): (i32, i32), steps: usize) {
        for _ in 0..steps {
            self.at = (self.at.0 + x, self.at.1 + y);
            self.carve(self.at.0, self.at.1);
            self.way.push([f64::from(self.at.0) + 0.5, f64::from(self.at.1) + 0.5]);
        }
    }

    /// A room of five by seven tiles around a place.
    fn room(&mut self, column: i32, row: i32) {
        (-2..3).for_each(|x| (-3..4).for_each(|y| self.carve(column + x, row + y)));
    }

    fn map(&self) -> Value {
        json!({ "tiles": self.rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>() })
    }
}

/// A passage between two rooms, or one that ends, with a bend or a niche, and units that are sent into it one
/// after the other: all of one kind, or each of its own.
fn passage(seed: u64, count: usize, mixed: bool) -> Value {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut carved = Carved::new();
    carved.room(4, 20);
    carved.go((1, 0), 8 + numbers.below(10));
    if numbers.chance(0.5) {
        let down = numbers.pick(&[-1, 1]);
        carved.go((0, down), 4 + numbers.below(5));
        carved.go((1, 0), 3 + numbers.below(5));
    }
    let goals = carved.way.clone();
    let mut rooms = vec![4];
    if numbers.chance(0.5) {
        let (column, row) = carved.at;
        carved.room(column + 3, row);
        rooms.push(column + 3);
    } else if numbers.chance(0.5) {
        let niche = goals[3 + numbers.below(goals.len() - 5)];
        (-3..0).for_each(|up| carved.carve(niche[0] as i32, niche[1] as i32 + up));
    }
    let far = f64::from(carved.at.1) + 0.5;
    let kind = numbers.pick(&["infantry", "hero", "guard"]);
    let kinds = ["small", "infantry", "hero", "cavalry", "guard", "siege", "large"];
    let (mut units, mut orders, mut time) = (Vec::new(), Vec::new(), 0);
    let mut free = goals;
    for place in 0..count {
        let column = numbers.pick(&rooms);
        let row = if column == 4 { 20.5 } else { far };
        let at = [f64::from(column - 1 + (place % 3) as i32) + 0.5, row - 2.0 + 3.0 * (place / 3) as f64];
        let kind = if mixed { numbers.pick(&kinds) } else { kind };
        units.push(json!({ "id": format!("u{place}"), "kind": kind, "team": "red", "at": at }));
        let goal = free.remove(numbers.below(free.len()));
        orders.push(json!({ "time": time, "who": [format!("u{place}")], "do": "move", "to": goal }));
        time += numbers.pick(&[0, 1, 3, 8, 12]);
    }
    json!({ "format": 1, "name": format!("Passage {seed}"), "map": carved.map(), "units": units, "orders": orders,
        "kinds": { "guard": { "radius": 12, "soft_radius": 14, "speed": 60, "acceleration": 240, "priority": 1 },
            "small": { "radius": 5, "soft_radius": 8, "speed": 90, "acceleration": 300, "priority": 1 },
            "large": { "radius": 14, "soft_radius": 18, "speed": 40, "acceleration": 240, "priority": 2 } } })
}

/// All but one in a hundred hold: there is no proof that everybody comes to its place, only that everybody
/// comes to rest.
fn assert_few(short: &[String]) {
    let allowed = seeds(SEEDS).count() / 100;
    println!("{} of {allowed} allowed:\n{}", short.len(), short.join("\n"));
    assert!(short.len() <= allowed, "{} of {allowed} allowed", short.len());
}

fn play(text: &str) -> Sim {
    let level = Level::parse(text, "passage.json", None).unwrap_or_else(|errors| panic!("{errors}: {text}"));
    let mut sim = start(&level);
    let mut guard = Guard::default();
    while !sim.is_done() && sim.seconds() < REST {
        sim.tick();
        guard.look(&sim);
    }
    guard.judge(&sim);
    assert!(sim.is_done(), "not at rest after {REST} s: {text}");
    sim
}

/// Who does not stand where it was sent.
fn short_of_places(sim: &Sim, level: &Value) -> Vec<String> {
    let mut short = Vec::new();
    for order in level["orders"].as_array().unwrap() {
        let name = order["who"][0].as_str().unwrap();
        let [x, y] = [0, 1].map(|axis| order["to"][axis].as_f64().unwrap() as f32);
        let away = place_of(sim, name).distance(vec2(x, y) * TILE);
        if away >= 2.0 {
            short.push(format!("{name} stands {away:.1} px from its place"));
        }
    }
    short
}

/// Plays the passages with as many units as `count` says for each seed; all but a few come to their places.
fn assert_all_come(count: impl Fn(u64) -> usize, mixed: bool) {
    let (mut short, mut seconds) = (Vec::new(), 0.0);
    for seed in seeds(SEEDS) {
        let level = passage(seed, count(seed), mixed);
        let sim = play(&level.to_string());
        seconds += sim.seconds();
        short.extend(short_of_places(&sim, &level).into_iter().map(|told| format!("seed {seed}: {told}")));
    }
    println!("at rest after {:.1} s in the mean", seconds / seeds(SEEDS).count() as f32);
    assert_few(&short);
}

#[test]
fn two_units_that_are_sent_into_a_passage_come_to_their_places_in_any_order() {
    assert_all_come(|_| 2, false);
}

#[test]
fn three_to_six_units_that_are_sent_into_a_passage_come_to_their_places_in_any_order() {
    assert_all_come(|seed| 3 + seed as usize % 4, false);
}

#[test]
fn units_of_all_sizes_that_are_sent_into_a_passage_come_to_their_places_in_any_order() {
    assert_all_come(|seed| 2 + seed as usize % 5, true);
}

/// A small one that a larger one drove ahead has to get past it on its way home: where they fit abreast, pressed
/// to the sides, it does so there, else both come out. It gave up its post where the larger one's priority is
/// higher, and where the two stood on one tile, as if it had got round the other.
#[test]
fn a_small_unit_that_a_larger_one_drove_ahead_comes_home_past_it() {
    let rows =
        ["##.....##############", "##.....##############", "##...................", "##.....##############"];
    for (kind, way) in
        [("hero", 13.5), ("cavalry", 13.5), ("siege", 13.5), ("cavalry", 20.5), ("siege", 20.5)]
    {
        let level = json!({ "format": 1, "name": "driven ahead", "map": { "tiles": rows },
            "kinds": { "small": { "radius": 5, "soft_radius": 8, "speed": 90, "acceleration": 300, "priority": 1 } },
            "units": [{ "id": "small", "kind": "small", "team": "red", "at": [5.0, 0.5] },
                { "id": "large", "kind": kind, "team": "red", "at": [4.0, 3.5] }],
            "orders": [{ "who": ["small"], "do": "move", "to": [8.5, 2.5] },
                { "time": 8, "who": ["large"], "do": "move", "to": [way, 2.5] }] });
        let sim = play(&level.to_string());
        assert_eq!(short_of_places(&sim, &level), Vec::<String>::new(), "{kind} to {way}");
    }
}

/// Units on a map, and where they are sent when: time, number, place.
type Sent<'a> = (&'a [&'a str], f32, &'a [[f32; 2]], &'a [(f32, usize, [f32; 2])]);

/// Where a passage of one tile opens into halls everybody can come to its place: here two directions took it
/// from each other in turn, since the second of a convoy kept the rank that its first leader had given up;
/// there who was on its way home drove one that stood before the mouth into the passage ahead of itself.
#[test]
fn halls_at_the_ends_of_a_passage_are_enough_for_any_order() {
    #[rustfmt::skip]
    let two_directions: Sent = (
        &["###############...", "###############...", "##############....", "##############....",
            "##############....", "##############.###", "##############.###", "##############.###",
            "##############.###", "#########......###", "....#####.########", "....#####.########",
            "..........########", "....##############", "....##############"],
        12.0,
        &[[5.5, 12.5], [2.5, 13.5], [3.5, 10.5], [9.5, 9.5], [10.5, 9.5], [6.5, 12.5]],
        &[(0.0, 5, [14.5, 3.5]), (1.54, 2, [16.5, 4.5]), (4.55, 4, [14.5, 9.5]), (5.76, 0, [1.5, 10.5]),
            (6.7, 3, [17.5, 4.5]), (7.6, 1, [15.5, 4.5])],
    );
    #[rustfmt::skip]
    let before_the_mouth: Sent = (
        &["###################", "#################.#", "#.....###########.#", "#.....###########.#",
            "#...........#####.#", "#.....#####.#####.#", "#.....#####.#####.#", "###########.#####.#",
            "###########.......#", "###################"],
        14.0,
        &[[13.5, 8.5], [17.5, 2.5], [4.5, 5.5], [8.5, 4.5], [17.5, 5.5], [14.5, 8.5]],
        &[(0.0, 1, [7.5, 4.5]), (0.0, 2, [2.5, 3.5]), (0.0, 3, [4.5, 6.5]), (0.0, 4, [17.5, 8.5]),
            (0.0, 5, [12.5, 8.5])],
    );
    for (rows, radius, at, orders) in [two_directions, before_the_mouth] {
        let units = at
            .iter()
            .enumerate()
            .map(|(unit, at)| json!({ "id": format!("u{unit}"), "kind": "guard", "team": "red", "at": at }));
        let orders = orders.iter().map(
            |(time, unit, to)| json!({ "time": time, "who": [format!("u{unit}")], "do": "move", "to": to }),
        );
        let level = json!({ "format": 1, "name": "halls", "map": { "tiles": rows },
            "kinds": { "guard": { "radius": radius, "soft_radius": radius + 2.0, "speed": 60,
                "acceleration": 240, "priority": 1 } },
            "units": units.collect::<Vec<_>>(), "orders": orders.collect::<Vec<_>>() });
        let sim = play(&level.to_string());
        assert_eq!(short_of_places(&sim, &level), Vec::<String>::new());
    }
}

/// An idle unit that was pushed along in a blind passage never gets past the one that was sent there: going
/// home it pushed that one off its place, until both had given up.
#[test]
fn who_goes_home_drives_nobody_from_where_it_was_sent_in_a_passage() {
    let rows = [
        "###############.",
        "###############.",
        "###############.",
        "########........",
        "########.#######",
        "########.#######",
        "########.#######",
        ".........#######",
    ];
    let level = json!({ "format": 1, "name": "blind passage", "map": { "tiles": rows },
        "kinds": { "guard": { "radius": 14, "soft_radius": 16, "speed": 60, "acceleration": 240, "priority": 1 } },
        "units": [{ "id": "idle", "kind": "guard", "team": "red", "at": [7.5, 7.5] },
            { "id": "sent", "kind": "guard", "team": "red", "at": [15.5, 0.5] }],
        "orders": [{ "who": ["sent"], "do": "move", "to": [5.5, 7.5] }] });
    assert_eq!(short_of_places(&play(&level.to_string()), &level), Vec::<String>::new());
}

#[test]
fn who_stands_aside_and_is_told_to_stop_has_its_post_there() {
    let memory_of = |sim: &Sim, name: &str| -> Memory {
        Memory::clone(&sim.units.get::<&Memory>(sim.entity(id_of(sim, name)).unwrap()).unwrap())
    };
    let waits = |sim: &Sim, name: &str| {
        let memory = memory_of(sim, name);
        let stands = velocity_of(sim, name) == Vec2::ZERO && memory.pushed_ago > 5;
        memory.turns_out && stands && state_of(sim, name) == State::DestinationReached
    };
    let mut told = 0;
    for seed in seeds(SEEDS) {
        let mut sim =
            start(&Level::parse(&passage(seed, 4, false).to_string(), "passage.json", None).unwrap());
        let aside = |sim: &Sim| ["u0", "u1", "u2", "u3"].into_iter().find(|name| waits(sim, name));
        while aside(&sim).is_none() && !sim.is_done() && sim.seconds() < REST {
            sim.tick();
        }
        let Some(name) = aside(&sim) else { continue };
        let place = place_of(&sim, name);
        order(&mut sim, name, Command::Stop, false);
        sim.tick();
        assert!(!memory_of(&sim, name).turns_out, "seed {seed}: {name} still stands aside");
        let post = sim.units.get::<&Post>(sim.entity(id_of(&sim, name)).unwrap()).unwrap().0;
        assert!(post.distance(place) < 1.0, "seed {seed}: the post of {name} is {post}, not {place}");
        told += 1;
    }
    assert!(told > 9, "{told}");
}

/// Of the starts of a level shifted so often, those that fall short of what it expects.
fn short_starts(level: &Level, shifts: usize) -> Vec<Verified> {
    let verdicts = (0..=shifts).map(|shift| verify(level, ModelName::Predictive, shift));
    verdicts.filter(|verdict| !verdict.shortfalls.is_empty()).collect()
}

/// A level whose units are sent each to its own place: kind, start, time of the order and place of each.
fn sent_one_by_one(map: Value, units: &[(&str, [f64; 2], f64, [f64; 2])]) -> Level {
    let (units, orders): (Vec<Value>, Vec<Value>) = units
        .iter()
        .enumerate()
        .map(|(id, (kind, at, time, to))| {
            let id = format!("u{id}");
            let unit = json!({ "id": id, "kind": kind, "team": "red", "at": at });
            (unit, json!({ "time": time, "who": [id], "do": "move", "to": to }))
        })
        .unzip();
    let level = json!({ "format": 1, "name": "A dead end", "map": map, "units": units, "orders": orders,
        "expect": { "within": 120, "arrived": 1 },
        "kinds": { "guard": { "radius": 10, "soft_radius": 14, "speed": 60, "acceleration": 240, "priority": 1 } } });
    Level::parse(&level.to_string(), "dead-end.json", None).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A place at a bend is one in the passage, though a ray across it leaves room: where it was none nobody came
/// out for the fourth, and from no start everybody came to its place.
#[test]
fn who_is_sent_to_a_bend_of_a_dead_end_gets_past_those_before_it() {
    let mut carved = Carved::new();
    carved.room(4, 20);
    [((1, 0), 6), ((0, 1), 4), ((1, 0), 4)].iter().for_each(|&(way, tiles)| carved.go(way, tiles));
    let units = [
        ("guard", [3.0, 20.0], 0.0, [16.5, 24.5]),
        ("guard", [3.0, 21.0], 8.0, [12.5, 22.5]),
        ("guard", [6.0, 18.0], 9.0, [10.5, 20.5]),
        ("guard", [5.0, 23.0], 21.0, [12.5, 24.5]),
        ("guard", [3.0, 23.0], 24.0, [8.5, 20.5]),
    ];
    let short = short_starts(&sent_one_by_one(carved.map(), &units), 8);
    assert!(short.is_empty(), "{short:#?}");
}

/// In a small hall those who stand aside stand behind each other: where nobody might, there was no room for
/// these, and from no start all came to their places.
#[test]
fn a_small_hall_is_enough_for_those_who_stand_aside() {
    let blocked = "############";
    let map = json!({ "tiles": [blocked, "#...########", "#...########", "#..........#", blocked] });
    let units = [
        ("infantry", [6.92, 3.62], 2.0, [6.5, 3.5]),
        ("siege", [2.96, 3.1], 0.7, [8.5, 3.5]),
        ("infantry", [3.46, 1.39], 1.2, [5.5, 3.5]),
        ("hero", [2.33, 1.98], 7.0, [3.5, 3.5]),
        ("hero", [4.01, 3.61], 6.7, [6.5, 3.5]),
    ];
    let short = short_starts(&sent_one_by_one(map, &units), 8);
    assert!(short.is_empty(), "{short:#?}");
}

/// A group fills the arms of a crossing, or of a tee, as it comes: where its members did not take each other's
/// places they came all the way out for each other, and from three starts of nine stood within half a minute.
#[test]
fn a_group_fills_a_crossing_of_narrow_streets_as_it_comes() {
    let street = |row: usize, is_tee: bool| -> String {
        let middle = if is_tee && row > 12 { '#' } else { '.' };
        let side = if row.is_multiple_of(12) { '.' } else { '#' };
        let at = |column| match column {
            0 | 24 => '.',
            12 if !row.is_multiple_of(12) => middle,
            _ => side,
        };
        (0..25).map(at).collect()
    };
    for is_tee in [false, true] {
        let tiles: Vec<String> = (0..25).map(|row| street(row, is_tee)).collect();
        let units: Vec<Value> = (0..4)
            .map(|index| {
                let at = [12.5, 0.5 + f64::from(index)];
                json!({ "kind": "infantry", "team": "red", "group": "g", "at": at })
            })
            .collect();
        let level = json!({ "format": 1, "name": "A crossing", "map": { "tiles": tiles }, "units": units,
            "orders": [{ "who": { "group": "g" }, "do": "move", "to": [12.5, 12.5] }],
            "expect": { "within": 30, "arrived": 1, "overlap": 0 } });
        let level = Level::parse(&level.to_string(), "crossing.json", None).unwrap();
        let short = short_starts(&level, 8);
        assert!(short.len() <= 2, "{short:#?}");
    }
}
