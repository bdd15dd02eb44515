//! Guards in passages let somebody by and come home.

use super::*;

/// A corridor with bends between two rooms, guards in it, and a hero that goes through, and sometimes back;
/// `long` ones have five bends, and their guards are slow and stand far apart.
fn guarded(seed: u64, long: bool) -> Value {
    let mut numbers = Numbers(seed.wrapping_mul(0xD134_2543_DE82_EF95));
    let mut carved = Carved::new();
    carved.room(4, 20);
    let mut down = numbers.pick(&[-1, 1]);
    let bends = 1 + numbers.below(3);
    for _ in 0..if long { 5 } else { bends } {
        carved.go((1, 0), 2 + numbers.below(5));
        carved.go((0, down), 1 + numbers.below(5));
        down = -down;
    }
    carved.go((1, 0), 3 + numbers.below(4));
    let posts = carved.way.clone();
    let (column, row) = carved.at;
    carved.room(column + 3, row);
    let radius = numbers.pick(&[7, 12, 14]);
    let count = 1 + numbers.below(3);
    let first = numbers.below(posts.len() - count);
    let post = |guard: usize| if long { (first + 7 * guard) % posts.len() } else { first + guard };
    let mut units = vec![json!({ "id": "hero", "kind": "hero", "team": "red", "at": [4.5, 20.5] })];
    for guard in 0..count {
        let id = format!("g{guard}");
        units.push(json!({ "id": id, "kind": "guard", "team": "red", "at": posts[post(guard)] }));
    }
    let mut orders =
        vec![json!({ "who": ["hero"], "do": "move", "to": [column as f64 + 4.5, row as f64 + 0.5] })];
    if numbers.chance(0.3) {
        orders.push(json!({ "who": ["hero"], "do": "move", "to": [4.5, 20.5], "time": 20 }));
    }
    json!({ "format": 1, "name": format!("Guarded {seed}"), "map": carved.map(), "units": units, "orders": orders,
        "kinds": { "guard": { "radius": radius, "soft_radius": 14, "speed": if long { 30 } else { 60 },
            "acceleration": 240, "priority": 1 } } })
}

#[test]
fn guards_in_a_corridor_with_bends_let_a_hero_by_and_come_home() {
    assert_guards_come_home(false);
}

/// A way home that is longer than the straight line by all that a guard walks in ten seconds and more.
#[test]
fn slow_guards_in_a_long_corridor_with_bends_let_a_hero_by_and_come_home() {
    assert_guards_come_home(true);
}

/// Plays corridors with guards; all but a few guards come home, and every hero to where it was sent last.
fn assert_guards_come_home(long: bool) {
    let mut short = Vec::new();
    for seed in seeds(SEEDS) {
        let level = guarded(seed, long);
        let sim = play(&level.to_string());
        if state_of(&sim, "hero") != State::DestinationReached {
            short.push(format!("seed {seed}: the hero does not arrive"));
        }
        for unit in &level["units"].as_array().unwrap()[1..] {
            let name = unit["id"].as_str().unwrap();
            let post =
                vec2(unit["at"][0].as_f64().unwrap() as f32, unit["at"][1].as_f64().unwrap() as f32) * TILE;
            let away = place_of(&sim, name).distance(post);
            if away >= 2.0 {
                short.push(format!("seed {seed}: {name} stands {away:.1} px from its post"));
            }
        }
    }
    assert_few(&short);
}

/// A hero before a passage that goes on by these legs (direction, tiles), and guards in it from its fourth tile
/// on; they are to be home after a minute.
fn guarded_way(legs: &[((i32, i32), usize)], count: usize, radius: u32) -> Level {
    let mut carved = Carved::new();
    carved.room(4, 20);
    legs.iter().for_each(|&(way, tiles)| carved.go(way, tiles));
    let (column, row) = carved.at;
    carved.room(column + 3, row);
    let home: Vec<String> = (0..count).map(|number| format!("g{number}")).collect();
    let mut units = vec![json!({ "id": "hero", "kind": "hero", "team": "red", "at": [3.5, 20.5] })];
    for (id, post) in home.iter().zip(&carved.way[3..]) {
        units.push(json!({ "id": id, "kind": "guard", "team": "red", "at": post }));
    }
    let level = json!({ "format": 1, "name": "Guarded way", "map": carved.map(), "units": units,
        "orders": [{ "who": ["hero"], "do": "move", "to": [column as f64 + 4.5, row as f64 + 0.5] }],
        "expect": { "within": 60, "arrived": 1, "home": home },
        "kinds": { "guard": { "radius": radius, "soft_radius": radius.max(14), "speed": 60, "acceleration": 240,
            "priority": 1 } } });
    Level::parse(&level.to_string(), "guarded.json", None).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Two that exactly fill a corridor beside each other: who asks would have to back past the one that it asks.
#[test]
fn guards_on_stairs_let_a_hero_by_from_nearly_every_start() {
    let stairs = [((0, 1), 1), ((1, 0), 2)].repeat(4);
    let short = short_starts(&guarded_way(&[&[((1, 0), 3)], &stairs[..]].concat(), 3, 7), 40);
    assert!(short.len() <= 2, "{} of 41 starts fall short: {short:#?}", short.len());
}

/// Six that fill a passage go home behind each other, not one by one, and five that fill a zigzag of eight bends
/// go in the right order.
#[test]
fn guards_driven_out_of_a_long_passage_are_home_within_a_minute() {
    let (right, up, down) = ((1, 0), (0, -1), (0, 1));
    let bent = [(right, 3), (up, 4), (right, 4), (down, 4), (right, 3)];
    let zigzag =
        [(right, 3), (down, 3), (right, 2), (up, 2), (right, 2), (down, 3), (right, 2), (up, 2), (right, 1)];
    for (legs, count) in [(&bent[..], 6), (&zigzag[..], 5)] {
        let short = short_starts(&guarded_way(legs, count, 14), 8);
        assert!(short.is_empty(), "{short:#?}");
    }
}
