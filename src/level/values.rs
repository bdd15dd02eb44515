//! The smallest things that a level says: quantities, places, tiles, colours.

use super::decode::{Decode, Trail};
use super::json::start;
use super::numbers::{Low, number, numbers, plain_number, quantity, tuple};
use super::problem::{Problems, quoted};
use crate::grid::Tile;
use crate::level::definition::{MAX_MAP_SIDE, MAX_RADIUS, MAX_UNITS};
use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::json;
use std::borrow::Cow;

/// Farthest that any place may be from the corner of the map, tiles; keeps px well inside `f32`.
const FARTHEST_PLACE: f64 = 100_000.0;
/// Most kinds, and most teams, of a level.
pub(super) const MAX_IN_ROSTER: usize = 1024;
/// Shortest period of an orbit, s: three ticks.
pub(super) const SHORTEST_PERIOD: f64 = 0.1;
/// Longest time of a level, s: about twelve days, up to which a tick is still told apart in `f32`.
const LONGEST_TIME: f64 = 1_000_000.0;

quantity!(Radius, "a radius in px", Above 0.0, to f64::from(MAX_RADIUS));
quantity!(SoftRadius, "a soft radius in px", Above 0.0, to 2.0 * f64::from(MAX_RADIUS));
quantity!(Speed, "a speed in px/s", Above 0.0, to 100_000.0);
quantity!(Acceleration, "an acceleration in px/s²", Above 0.0, to 1.0e9);
quantity!(Strength, "a strength", Above 0.0, to 1.0e6);
quantity!(Attack, "strength a second", From 0.0, to 1.0e6);
quantity!(Reach, "a reach in px", From 0.0, to 1000.0);
quantity!(Priority, "a priority", From -1.0e6, to 1.0e6, integer);
quantity!(Degrees, "an angle in degrees clockwise from east", From -1.0e6, to 1.0e6);
quantity!(Time, "a time in seconds", From 0.0, to LONGEST_TIME);
quantity!(Duration, "a duration in seconds", Above 0.0, to LONGEST_TIME);
quantity!(Period, "a period in seconds", From -LONGEST_TIME, to LONGEST_TIME);
quantity!(Spacing, "a spacing in px from centre to centre", Above 0.0, to 1.0e5);
quantity!(Count, "a number of units", From 1.0, to MAX_UNITS as f64, integer);
quantity!(Allowance, "a number that may be spent", From 0.0, to 1.0e6, integer);
quantity!(Fraction, "a fraction", From 0.0, to 1.0);
quantity!(Depth, "a depth in px", From 0.0, to 1.0e5);
quantity!(Frontage, "a frontage in px", From 0.0, to 1.0e5);

/// The format's number. Any is read, so that a later one can be told from a mistake.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format(pub f64);

impl Decode for Format {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        number("the format's number", (1.0, Low::From), 1.0e9, true, (value, trail, problems)).map(Format)
    }
}

impl JsonSchema for Format {
    fn schema_name() -> Cow<'static, str> {
        "Format".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": 1 })
    }
}

/// A place in tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct TilePlace(pub [f64; 2]);

/// Half axes in tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes(pub [f64; 2]);

/// Columns and rows of a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size(pub [f64; 2]);

/// Left column, top row, columns, rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawArea(pub [f64; 4]);

tuple!(TilePlace, 2, "a place `[x, y]` in tiles", "a coordinate in tiles", From -FARTHEST_PLACE, to FARTHEST_PLACE, "number");
tuple!(Axes, 2, "half axes `[x, y]` in tiles", "a half axis in tiles", Above 0.0, to FARTHEST_PLACE, "number");
tuple!(Size, 2, "a size `[columns, rows]` in tiles", "a number of tiles", From 1.0, to f64::from(MAX_MAP_SIDE), "integer");
tuple!(
    RawArea, 4, "an area `[column, row, columns, rows]` in tiles", "a number of tiles",
    From -FARTHEST_PLACE, to FARTHEST_PLACE, "integer",
    with json!([{ "items": [{ "minimum": 0 }, { "minimum": 0 }, { "minimum": 1 }, { "minimum": 1 }] }])
);

/// The tiles by the characters that levels use for them.
pub(super) const TILE_SIGNS: [(char, Tile); 4] =
    [('.', Tile::Ground), ('#', Tile::Rock), ('T', Tile::Trees), ('~', Tile::Water)];

/// The tile that a character means, or what to write instead.
pub(super) fn tile_of(character: char) -> Result<Tile, String> {
    if let Some((_, tile)) = TILE_SIGNS.iter().find(|(known, _)| *known == character) {
        return Ok(*tile);
    }
    let near = match character {
        ' ' | '_' | ',' | '-' | 'G' | 'S' | 'g' | '0' => '.',
        't' | 'Y' | 'y' | '^' | 'f' | 'F' => 'T',
        'w' | 'W' | '≈' | '=' => '~',
        _ => '#',
    };
    Err(format!(
        "unknown tile {}; did you mean `{near}`? (`.` ground, `#` rock, `T` trees, `~` water)",
        quoted(&character.to_string())
    ))
}

/// A tile by its character.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileCharacter(pub Tile);

impl Decode for TileCharacter {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let text = String::decode(value, trail, problems)?;
        let mut characters = text.chars();
        let said = match (characters.next(), characters.next()) {
            (Some(character), None) => match tile_of(character) {
                Ok(tile) => return Some(TileCharacter(tile)),
                Err(said) => said,
            },
            _ => format!("a tile is one character (`.`, `#`, `T` or `~`), not {}", quoted(&text)),
        };
        problems.add(start(value), trail, said);
        None
    }
}

impl JsonSchema for TileCharacter {
    fn schema_name() -> Cow<'static, str> {
        "Tile".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "`.` ground, `#` rock, `T` trees, `~` water", "enum": [".", "#", "T", "~"] })
    }
}

/// A row of tiles, one character each; checked with the map.
#[derive(Clone, Debug)]
pub(super) struct TileRow {
    pub text: String,
    /// Whether each byte of the file stands for itself, so that a column in the text is one in the file.
    pub is_literal: bool,
}

impl Decode for TileRow {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let text = String::decode(value, trail, problems)?;
        let is_literal = value.range().end - value.range().start == text.len() + 2;
        Some(TileRow { text, is_literal })
    }
}

impl JsonSchema for TileRow {
    fn schema_name() -> Cow<'static, str> {
        "Row".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "One character a tile: `.` ground, `#` rock, `T` trees, `~` water.",
            "type": "string",
            "pattern": "^[.#T~]+$",
            "maxLength": MAX_MAP_SIDE,
        })
    }
}

/// A color `#rrggbb`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Color(pub [u8; 3]);

impl Decode for Color {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let text = String::decode(value, trail, problems)?;
        let hex =
            text.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(number) = hex.and_then(|hex| u32::from_str_radix(hex, 16).ok()) else {
            let said = format!(
                "a color is `#` and six hexadecimal digits, such as `#d0413a`, not {}",
                quoted(&text)
            );
            problems.add(start(value), trail, said);
            return None;
        };
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Color([red, green, blue]))
    }
}

impl JsonSchema for Color {
    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$", "format": "color-hex" })
    }
}
