//! What is refused, with place and words: one row of a table for each fault.

mod bodies;
mod plans;
mod telling;

use muster::level::{Level, LevelErrors};

/// A sound level with `parts` put in: each replaces the key of its name, or is added.
fn level(parts: &[(&str, &str)]) -> String {
    let mut keys: Vec<(&str, &str)> = vec![
        ("format", "1"),
        ("name", r#""Test""#),
        ("map", r##"{ "tiles": ["........", ".##.....", "........", "........"] }"##),
        ("units", r#"[{ "id": "a", "kind": "hero", "team": "red", "at": [0.5, 0.5], "group": "guards" }]"#),
    ];
    for (key, value) in parts {
        match keys.iter_mut().find(|(known, _)| known == key) {
            Some(known) => known.1 = value,
            None => keys.push((key, value)),
        }
    }
    let lines: Vec<String> = keys
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| format!("\"{key}\": {value}"))
        .collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

fn errors(text: &str) -> LevelErrors {
    Level::parse(text, "t.json", None).expect_err("the level should be refused")
}

/// What is put in, the path that is named, and what the message must contain.
type Row = (&'static [(&'static str, &'static str)], &'static str, &'static str);

fn every_row_is_refused_once(table: &[Row]) {
    for (parts, path, words) in table {
        let text = level(parts);
        let errors = errors(&text);
        let said = errors.to_string();
        assert_eq!(errors.problems.len(), 1, "{parts:?} should be one fault:\n{said}");
        assert_eq!(errors.problems[0].path, *path, "{parts:?}:\n{said}");
        assert!(said.contains(words), "{parts:?} should say {words:?}:\n{said}");
        assert!(said.starts_with("t.json:"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn the_level_that_the_tables_change_is_sound() {
    Level::parse(&level(&[]), "t.json", None).unwrap();
}

#[test]
fn faults_of_the_document_are_refused() {
    every_row_is_refused_once(&[
        (&[("format", "")], "format", "missing key `format`"),
        (&[("format", "2")], "format", "reads format 1"),
        (&[("format", "1.5")], "format", "not a whole number"),
        (&[("format", "\"1\"")], "format", "leave the quotes away"),
        (&[("name", "")], "name", "missing key `name`"),
        (&[("name", "7")], "name", "expected a string"),
        (&[("map", "")], "map", "missing key `map`"),
        (&[("unit", "[]")], "unit", "did you mean `units`?"),
        (&[("odd\\nkey", "1")], "$[\"odd\\nkey\"]", "unknown key `odd\\nkey`"),
        (&[("modle", "\"orca\"")], "modle", "did you mean `model`?"),
        (&[("model", "\"predictiv\"")], "model", "did you mean `predictive`?"),
        (&[("model", "\"xxxxxxxxx\"")], "model", "known: `predictive`, `wall_following`"),
        (&[("model", "null")], "model", "found `null`"),
        (&[("controls", "\"rtss\"")], "controls", "did you mean `rts`?"),
        (
            &[("controls", "\"two_groups\""), ("teams", r##"[{"name": "red", "color": "#000000"}]"##)],
            "controls",
            "only one",
        ),
        (&[("units", "{}")], "units", "expected a list"),
        (&[("kinds", "[]")], "kinds", "expected an object"),
    ]);
}

#[test]
fn faults_of_the_map_are_refused() {
    every_row_is_refused_once(&[
        (&[("map", "{}"), ("units", "")], "map", "exactly one of `tiles`, `size`, `file`"),
        (&[("map", r#"{ "size": [9, 9], "file": "a.map" }"#)], "map", "keep exactly one"),
        (
            &[("map", r#"{ "tiles": ["....", "...", "...."] }"#)],
            "map.tiles[1]",
            "has 3 tiles and most rows have 4",
        ),
        (
            &[("map", r#"{ "tiles": ["....", "..X."] }"#)],
            "map.tiles[1]",
            "unknown tile `X`; did you mean `#`?",
        ),
        (&[("map", r#"{ "tiles": ["....", "t.t."] }"#)], "map.tiles[1]", "did you mean `T`?"),
        (&[("map", r#"{ "tiles": ["....", 7] }"#)], "map.tiles[1]", "expected a string"),
        (&[("map", r#"{ "tiles": [] }"#)], "map.tiles", "1 × 1"),
        (&[("map", r#"{ "tiles": [""] }"#)], "map.tiles", "1 × 1"),
        (&[("map", r#"{ "size": [0, 5] }"#)], "map.size[0]", "from 1 to 2048"),
        (&[("map", r#"{ "size": [5, 2049] }"#)], "map.size[1]", "from 1 to 2048"),
        (&[("map", r#"{ "size": [1e9, 4] }"#)], "map.size[0]", "from 1 to 2048"),
        (&[("map", r#"{ "size": [5, 5.5] }"#)], "map.size[1]", "not a whole number"),
        (&[("map", r#"{ "size": [5] }"#)], "map.size", "found a list of 1"),
        (&[("map", r#"{ "file": "a.map" }"#)], "map.file", "no folder"),
        (&[("map", r#"{ "size": [9, 9], "tile": [] }"#)], "map.tile", "did you mean `tiles`?"),
    ]);
}
