//! Shipped levels built again in the editor by mouse and keys, from nothing: what is saved is the shipped level.
//!
//! Beside each stands what it took: buttons of the mouse and keys as the desk counts them, and the time of a practised
//! hand at one button and four keys a second.

use crate::desk::*;
use crate::editor::{new_level, save, take, write};
use muster::level::Level;
use serde_json::{Value, json};
use std::path::Path;

pub const TESTS: Tests = &[
    ("a_guard_and_the_hero_at_the_well", well),
    ("gates_that_shut_one_after_the_other", gates),
    ("three_teams_two_of_which_lead_themselves", raiders),
];

/// Drags on the map from tile to tile.
fn draw(desk: &Desk, state: &Value, from: (f32, f32), to: (f32, f32)) {
    desk.drag(tile(state, from.0, from.1), tile(state, to.0, to.1));
}

/// Selects the units in a box of tiles and gives them a group.
fn group(desk: &mut Desk, state: &Value, from: (f32, f32), to: (f32, f32), name: &str) {
    draw(desk, state, from, to);
    desk.now();
    write(desk, "group", name);
}

/// Clears a rectangle of tiles with the tool that paints rectangles.
fn clear(desk: &Desk, state: &Value, from: (f32, f32), to: (f32, f32)) {
    desk.pull(RIGHT, tile(state, from.0, from.1), tile(state, to.0, to.1));
    desk.let_go(RIGHT);
}

/// Saves what was built under the name of a shipped level, and compares the two.
fn compare(desk: &mut Desk, name: &str) {
    let level = |path: &Path| {
        let mut level = Level::load(path).unwrap_or_else(|errors| panic!("{errors}"));
        // Who looks east need not say so.
        level.units.iter_mut().for_each(|unit| unit.facing = unit.facing.filter(|&facing| facing != 0.0));
        level.description.clear();
        level
    };
    let shipped =
        level(&Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(name).with_extension("json"));
    let built = level(&save(desk, &shipped.name));
    let (buttons, keys) = desk.presses();
    println!("{name}: {buttons} buttons and {keys} keys");
    for (built, shipped) in built.units.iter().zip(&shipped.units) {
        assert_eq!(built, shipped);
    }
    assert_eq!((&built.teams, &built.kinds), (&shipped.teams, &shipped.kinds));
    assert_eq!(built.scenario, shipped.scenario);
    assert_eq!(built, shipped);
}

/// The watch on the well: 52 buttons, 198 keys, 1 min 42 s.
fn well() {
    let (mut desk, _) = new_level();
    take(&mut desk, "Level");
    write(&mut desk, "columns", "46");
    write(&mut desk, "rows", "28");
    take(&mut desk, "opponent");
    take(&mut desk, "enemies who guard a field");
    let state = desk.wait(|state| state["editor"]["size"] == serde_json::json!([46, 28]));
    let s = &state;
    take(&mut desk, "Rectangle");
    draw(&desk, s, (34.5, 11.5), (40.5, 17.5));
    clear(&desk, s, (35.5, 12.5), (39.5, 16.5));
    clear(&desk, s, (34.5, 14.5), (34.5, 14.5));
    take(&mut desk, "Trees");
    draw(&desk, s, (9.5, 3.5), (15.5, 6.5));
    draw(&desk, s, (10.5, 20.5), (15.5, 23.5));
    draw(&desk, s, (18.5, 24.5), (26.5, 26.5));
    desk.wait(|state| state["blocked"] == 23 + 28 + 24 + 27);
    take(&mut desk, "Units");
    take(&mut desk, "hero");
    desk.click(LEFT, tile(s, 5.0, 14.0));
    take(&mut desk, "cavalry");
    write(&mut desk, "spacing", "34");
    draw(&desk, s, (7.0, 11.0), (8.3, 15.7));
    take(&mut desk, "infantry");
    take(&mut desk, "blue");
    take(&mut desk, "facing 180");
    write(&mut desk, "spacing", "40");
    draw(&desk, s, (27.0, 10.0), (31.3, 16.9));
    desk.wait(|state| units(state).len() == 35);
    take(&mut desk, "Orders");
    desk.click(LEFT, tile(s, 5.0, 14.0));
    desk.now();
    write(&mut desk, "id", "hero");
    group(&mut desk, s, (6.3, 10.3), (9.0, 16.2), "riders");
    group(&mut desk, s, (26.2, 9.2), (33.2, 17.6), "watch");
    take(&mut desk, "Goal");
    take(&mut desk, "Hold it, with nobody else there");
    write(&mut desk, "for", "4");
    draw(&desk, s, (35.5, 12.5), (39.5, 16.5));
    write(&mut desk, "text 1", "Hold the well for 4 s, with nobody of blue in it");
    take(&mut desk, "keep red");
    take(&mut desk, "whom 2");
    take(&mut desk, "one hero");
    write(&mut desk, "text 2", "Keep the hero alive");
    take(&mut desk, "keep red");
    take(&mut desk, "whom 3");
    take(&mut desk, "group riders");
    write(&mut desk, "count 3", "8");
    write(&mut desk, "text 3", "Keep eight of the ten riders");
    take(&mut desk, "medals");
    write(&mut desk, "bronze", "70");
    write(&mut desk, "silver", "33");
    write(&mut desk, "gold", "23.5");
    take(&mut desk, "limit tiles");
    take(&mut desk, "No goal: the other team guards it");
    draw(&desk, s, (22.5, 2.5), (43.5, 25.5));
    compare(&mut desk, "scenario-well");
}

/// Before the gates shut: 48 buttons, 116 keys, 1 min 17 s.
fn gates() {
    let (mut desk, state) = new_level();
    let s = &state;
    take(&mut desk, "Rectangle");
    draw(&desk, s, (5.5, 3.5), (32.5, 23.5));
    for (from, to) in [
        ((7.5, 5.5), (30.5, 21.5)),
        ((31.5, 6.5), (32.5, 6.5)),
        ((31.5, 12.5), (32.5, 13.5)),
        ((18.5, 22.5), (18.5, 23.5)),
    ] {
        clear(&desk, s, from, to);
    }
    for (x, y) in [(10.5, 8.5), (16.5, 8.5), (22.5, 8.5), (10.5, 16.5), (16.5, 16.5), (22.5, 16.5)] {
        draw(&desk, s, (x, y), (x + 2.0, y + 2.0));
    }
    take(&mut desk, "Trees");
    for (from, to) in [
        ((39.5, 2.5), (44.5, 5.5)),
        ((38.5, 3.5), (45.5, 3.5)),
        ((45.5, 4.5), (45.5, 4.5)),
        ((40.5, 21.5), (45.5, 24.5)),
        ((39.5, 22.5), (39.5, 22.5)),
        ((42.5, 20.5), (43.5, 20.5)),
    ] {
        draw(&desk, s, from, to);
    }
    take(&mut desk, "Units");
    for x in [8.0, 14.0, 24.0] {
        draw(&desk, s, (x, 12.3), (x + 3.0, 14.6));
    }
    desk.wait(|state| units(state).len() == 60);
    take(&mut desk, "Orders");
    for (x, name) in [(8.0, "west"), (14.0, "middle"), (24.0, "east")] {
        group(&mut desk, s, (x - 0.7, 11.6), (x + 3.4, 15.0), name);
    }
    take(&mut desk, "Change");
    take(&mut desk, "Rock");
    for (time, from, to) in [
        ("4.5", (31.5, 12.5), (32.5, 13.5)),
        ("12", (18.5, 22.5), (18.5, 23.5)),
        ("16", (31.5, 6.5), (32.5, 6.5)),
    ] {
        write(&mut desk, "It changes at", time);
        draw(&desk, s, from, to);
    }
    desk.wait(|state| state["editor"]["edits"].as_array().map(Vec::len) == Some(3));
    take(&mut desk, "Goal");
    draw(&desk, s, (35.5, 6.5), (45.5, 20.5));
    write(&mut desk, "text 1", "All sixty to the field outside within 60 s");
    write(&mut desk, "count 1", "60");
    write(&mut desk, "within 1", "60");
    take(&mut desk, "medals");
    write(&mut desk, "bronze", "60");
    write(&mut desk, "silver", "33");
    write(&mut desk, "gold", "27.5");
    take(&mut desk, "limit tiles");
    compare(&mut desk, "scenario-out");
}

/// The mouth of the pass: 98 buttons, 233 keys, 2 min 37 s.
fn raiders() {
    let (mut desk, _) = new_level();
    take(&mut desk, "Level");
    write(&mut desk, "rows", "26");
    take(&mut desk, "teams");
    write(&mut desk, "team name", "ochre");
    take(&mut desk, "new team");
    take(&mut desk, "enemies red blue");
    take(&mut desk, "enemies blue ochre");
    take(&mut desk, "fight");
    for (team, leader) in [("blue", "hunts"), ("ochre", "stands")] {
        take(&mut desk, &format!("stance {team}"));
        take(&mut desk, &format!("{team} {leader}"));
    }
    take(&mut desk, "player");
    take(&mut desk, "leads red");
    let state = desk.wait(|state| state["editor"]["size"] == json!([48, 26]));
    let s = &state;
    take(&mut desk, "Rectangle");
    for (sign, name) in [('#', "Rock"), ('T', "Trees")] {
        take(&mut desk, name);
        for (columns, rows) in rectangles("scenario-pass", sign) {
            draw(&desk, s, (columns.0, rows.0), (columns.1, rows.1));
        }
    }
    take(&mut desk, "Units");
    take(&mut desk, "infantry");
    take(&mut desk, "numbers");
    for (name, numbers) in [
        ("raider", &[("soft_radius", "9"), ("strength", "48"), ("attack", "8")][..]),
        ("herdsman", &[("speed", "50"), ("acceleration", "200"), ("attack", "4")]),
    ] {
        take(&mut desk, "infantry");
        write(&mut desk, "kind name", name);
        take(&mut desk, "new kind");
        numbers.iter().for_each(|(key, value)| write(&mut desk, &format!("kind {key}"), value));
    }
    take(&mut desk, "infantry");
    write(&mut desk, "spacing", "24");
    draw(&desk, s, (11.4, 11.0), (14.1, 14.5));
    take(&mut desk, "raider");
    take(&mut desk, "blue");
    take(&mut desk, "facing 180");
    draw(&desk, s, (40.0, 4.0), (41.9, 6.7));
    draw(&desk, s, (40.0, 18.5), (41.9, 21.2));
    take(&mut desk, "herdsman");
    take(&mut desk, "ochre");
    take(&mut desk, "facing 0");
    write(&mut desk, "spacing", "40");
    draw(&desk, s, (7.0, 4.5), (8.9, 6.4));
    draw(&desk, s, (7.0, 19.5), (8.9, 21.4));
    desk.wait(|state| units(state).len() == 52);
    take(&mut desk, "Orders");
    for (from, to, name) in [
        ((10.8, 10.4), (14.6, 15.0), "guard"),
        ((39.3, 3.3), (42.4, 7.2), "north"),
        ((39.3, 17.8), (42.4, 21.7), "south"),
        ((6.3, 3.8), (9.4, 6.8), "north herd"),
        ((6.3, 18.8), (9.4, 21.8), "south herd"),
    ] {
        group(&mut desk, s, from, to, name);
    }
    take(&mut desk, "Goal");
    take(&mut desk, "defeat");
    write(&mut desk, "text 1", "Defeat all twenty-four raiders");
    take(&mut desk, "keep ochre");
    write(&mut desk, "count 2", "5");
    write(&mut desk, "text 2", "Keep five of the eight herdsmen alive");
    take(&mut desk, "medals");
    write(&mut desk, "bronze", "110");
    write(&mut desk, "silver", "52");
    write(&mut desk, "gold", "35");
    take(&mut desk, "limit tiles");
    compare(&mut desk, "scenario-pass");
}

/// Rectangles that a hand draws to paint the tiles of a shipped level, as few as come easily: runs of a row that go
/// on in the rows below. From the first to the last, the middles of their corner tiles: columns, rows.
fn rectangles(level: &str, sign: char) -> Vec<((f32, f32), (f32, f32))> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(level).with_extension("json");
    let value: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let rows = value["map"]["tiles"].as_array().unwrap().iter().map(|row| row.as_str().unwrap().as_bytes());
    let rows: Vec<&[u8]> = rows.collect();
    let is_sign = |column: usize, row: usize| rows[row].get(column) == Some(&(sign as u8));
    let (mut drawn, mut found) = (vec![vec![false; rows[0].len()]; rows.len()], Vec::new());
    for row in 0..rows.len() {
        for column in 0..rows[row].len() {
            if !is_sign(column, row) || drawn[row][column] {
                continue;
            }
            let last = (column..rows[row].len()).take_while(|&next| is_sign(next, row)).last().unwrap();
            let whole = |&below: &usize| (column..=last).all(|next| is_sign(next, below));
            let bottom = (row..rows.len()).take_while(whole).last().unwrap();
            drawn[row..=bottom].iter_mut().for_each(|row| row[column..=last].fill(true));
            let middle = |tile: usize| tile as f32 + 0.5;
            found.push(((middle(column), middle(last)), (middle(row), middle(bottom))));
        }
    }
    found
}
