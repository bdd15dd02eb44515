//! Makes `levels/hundred-thousand.json`:
//! `cargo run --example hundred_thousand > levels/hundred-thousand.json`.
//!
//! Four armies of 25,000 stand on the arms of a cross and change places through its middle: companies of a
//! hundred, each a group of its own, so that the columns weave through each other.

use serde_json::{Value, json};

/// Side of the square in the middle, tiles.
const MIDDLE: usize = 250;
/// Length of an arm, tiles.
const ARM: usize = 100;
/// From one company to the next, tiles.
const PITCH: usize = 10;
/// A company has so many rows and columns of units, and so many px lie between them.
const COMPANY: usize = 10;
const SPACING: f64 = 20.0;
/// Where a company's first unit stands in its part of the field, tiles.
const FIRST: f64 = 2.0;
/// Bushes keep this far from the armies' field, tiles.
const MARGIN: usize = 2;

/// The level as it is committed.
pub fn level_text() -> String {
    let side = MIDDLE + 2 * ARM;
    let row = |row| Value::String((0..side).map(|column| tile(column, row)).collect());
    let rows: Vec<Value> = (0..side).map(row).collect();
    let (mut units, mut orders) = (Vec::new(), Vec::new());
    let (across, deep) = (MIDDLE / PITCH, ARM / PITCH);
    for (team, name) in ["red", "blue", "green", "gold"].into_iter().enumerate() {
        for company in 0..across * deep {
            let (file, rank) = (ARM + company % across * PITCH, company / across * PITCH);
            let far = ARM + MIDDLE;
            // From the north to the south, back, from the west to the east, and back; the same file and rank
            // there.
            let (from, to) = match team {
                0 => ((file, rank), (file, far + rank)),
                1 => ((file, far + rank), (file, rank)),
                2 => ((rank, file), (far + rank, file)),
                _ => ((far + rank, file), (rank, file)),
            };
            let group = format!("{name} {company}");
            let first = [from.0 as f64 + FIRST, from.1 as f64 + FIRST];
            let middle = |place: usize| place as f64 + FIRST + (COMPANY - 1) as f64 * SPACING / 60.0;
            units.push(json!({ "kind": "infantry", "team": name, "group": group,
                "block": { "from": first, "columns": COMPANY, "rows": COMPANY, "spacing": SPACING } }));
            orders.push(json!({ "time": 0, "who": { "group": group }, "do": "move", "to": [middle(to.0), middle(to.1)] }));
        }
    }
    let lines = |values: &[Value]| {
        let lines: Vec<String> = values.iter().map(|value| format!("    {value}")).collect();
        lines.join(",\n")
    };
    let teams = [("red", "#b5443a"), ("blue", "#3d6691"), ("green", "#5d7f3f"), ("gold", "#b98a2f")]
        .map(|(name, color)| json!({ "name": name, "color": color }));
    format!(
        "{{\n  \"$schema\": \"level.schema.json\",\n  \"format\": 1,\n  \"name\": \"A hundred thousand\",\n  \
         \"description\": \"Four armies of 25,000 change places through each other: a thousand companies of a hundred, \
         seen from far away. How fast it goes is up to your machine.\",\n  \
         \"teams\": {},\n  \"map\": {{\n    \"tiles\": [\n{}\n    ]\n  }},\n  \"units\": [\n{}\n  ],\n  \"orders\": [\n{}\n  ],\n  \
         \"expect\": {}\n}}\n",
        Value::from(teams.to_vec()),
        lines(&rows),
        lines(&units),
        lines(&orders),
        // So long it is run where all levels are held to their claims.
        json!({ "within": 1, "overlap": 0 }),
    )
}

#[allow(dead_code, reason = "the tests include this file as a module")]
fn main() {
    print!("{}", level_text());
}

/// Open ground on the cross; in its corners lakes with woods about them.
fn tile(column: usize, row: usize) -> char {
    let side = MIDDLE + 2 * ARM;
    let corner = |place: usize| (ARM - MARGIN).checked_sub(place.min(side - 1 - place));
    let (Some(x), Some(y)) = (corner(column), corner(row)) else { return '.' };
    let off = |place: usize| place as f64 / ARM as f64 - 0.5;
    // A wavy rim, by a polynomial that all machines round alike.
    let (x, y) = (off(x), off(y));
    let distance = x * x + y * y + 0.08 * x * y * (8.0 * x - 5.0 * y);
    match distance {
        distance if distance < 0.07 => '~',
        distance if distance < 0.16 => 'T',
        _ => '.',
    }
}
