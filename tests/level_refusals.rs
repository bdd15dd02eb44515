//! What is refused, with place and words: one row of a table for each fault.

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

#[test]
fn faults_of_kinds_are_refused() {
    every_row_is_refused_once(&[
        (&[("kinds", r#"{ "hero": { "radius": 0 } }"#)], "kinds.hero.radius", "above 0 to 60"),
        (&[("kinds", r#"{ "hero": { "radius": 60.5 } }"#)], "kinds.hero.radius", "above 0 to 60"),
        (&[("kinds", r#"{ "hero": { "radius": 1e999 } }"#)], "kinds.hero.radius", "`1e999` is not finite"),
        (&[("kinds", r#"{ "hero": { "radius": 1e-60 } }"#)], "kinds.hero.radius", "out of range"),
        (&[("kinds", r#"{ "hero": { "radius": -0 } }"#)], "kinds.hero.radius", "out of range"),
        (&[("kinds", r#"{ "hero": { "radius": "7" } }"#)], "kinds.hero.radius", "leave the quotes away"),
        (
            &[("kinds", r#"{ "hero": { "radius": 7, "soft_radius": 6 } }"#)],
            "kinds.hero.soft_radius",
            "at least the radius, 7",
        ),
        (
            &[("kinds", r#"{ "hero": { "soft_radius": 7 } }"#)],
            "kinds.hero.soft_radius",
            "at least the radius, 8",
        ),
        (&[("kinds", r#"{ "hero": { "speed": -1 } }"#)], "kinds.hero.speed", "a speed in px/s"),
        (&[("kinds", r#"{ "hero": { "speed": 1e39 } }"#)], "kinds.hero.speed", "out of range"),
        (&[("kinds", r#"{ "hero": { "acceleration": 0 } }"#)], "kinds.hero.acceleration", "px/s²"),
        (&[("kinds", r#"{ "hero": { "priority": 1.5 } }"#)], "kinds.hero.priority", "not a whole number"),
        (
            &[("kinds", r#"{ "hero": { "priority": 99999999999999999999 } }"#)],
            "kinds.hero.priority",
            "out of range",
        ),
        (&[("kinds", r#"{ "hero": { "shape": "squere" } }"#)], "kinds.hero.shape", "did you mean `square`?"),
        (&[("kinds", r#"{ "hero": { "raduis": 7 } }"#)], "kinds.hero.raduis", "did you mean `radius`?"),
        (
            &[("kinds", r#"{ "ogre": { "radius": 7, "speed": 7 } }"#)],
            "kinds.ogre.acceleration",
            "missing key `acceleration`",
        ),
        (
            &[("kinds", r#"{ "hero": {}, "hero": {} }"#)],
            "kinds.hero",
            "occurs twice; first at line 6, column 12",
        ),
        (&[("kinds", r#"{ "hero": 7 }"#)], "kinds.hero", "expected an object, found the number `7`"),
    ]);
}

#[test]
fn faults_of_teams_are_refused() {
    every_row_is_refused_once(&[
        (&[("teams", r#"[{ "name": "red" }]"#)], "teams[0].color", "missing key `color`"),
        (
            &[("teams", r##"[{ "color": "#000000" }, { "name": "red", "color": "#000000" }]"##)],
            "teams[0].name",
            "missing key",
        ),
        (&[("teams", r#"[{ "name": "red", "color": "red" }]"#)], "teams[0].color", "such as `#d0413a`"),
        (
            &[("teams", r##"[{ "name": "red", "color": "#00é00" }]"##)],
            "teams[0].color",
            "six hexadecimal digits",
        ),
        (
            &[(
                "teams",
                r##"[{ "name": "red", "color": "#000000" }, { "name": "red", "color": "#000000" }]"##,
            )],
            "teams[1].name",
            "must differ",
        ),
        (
            &[("teams", r##"[{ "name": "red", "color": "#000000", "enemies": ["reb"] }]"##)],
            "teams[0].enemies[0]",
            "did you mean `red`?",
        ),
        (
            &[("teams", r##"[{ "name": "red", "color": "#000000", "enemies": ["red"] }]"##)],
            "teams[0].enemies[0]",
            "its own enemy",
        ),
        (&[("teams", "[]")], "teams", "0 teams"),
    ]);
}

#[test]
fn faults_of_units_are_refused() {
    every_row_is_refused_once(&[
        (
            &[("units", r#"[{ "kind": "infantri", "team": "red", "at": [1, 0.5] }]"#)],
            "units[0].kind",
            "did you mean `infantry`?",
        ),
        (&[("units", r#"[{ "team": "red", "at": [1, 0.5] }]"#)], "units[0].kind", "missing key `kind`"),
        (&[("units", r#"[{ "kind": "hero", "at": [1, 0.5] }]"#)], "units[0].team", "missing key `team`"),
        (
            &[("units", r#"[{ "kind": "hero", "team": "bleu", "at": [1, 0.5] }]"#)],
            "units[0].team",
            "unknown team `bleu`",
        ),
        (&[("units", r#"[{ "kind": "hero", "team": "red" }]"#)], "units[0]", "exactly one of `at`, `block`"),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "pos": [1, 1], "at": [1, 0.5] }]"#)],
            "units[0].pos",
            "unknown key `pos`",
        ),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [1, 0.5], "at": [2, 0.5] }]"#)],
            "units[0].at",
            "occurs twice",
        ),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [1, "0.5"] }]"#)],
            "units[0].at[1]",
            "leave the quotes away",
        ),
        (&[("units", r#"[{ "kind": "hero", "team": "red", "at": [1] }]"#)], "units[0].at", "`[x, y]`"),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [8, 0.5] }]"#)],
            "units[0].at",
            "outside the map at [8, 0.5]",
        ),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [-0.1, 0.5] }]"#)],
            "units[0].at",
            "from [0, 0] to [8, 4]",
        ),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [1.5, 1.5] }]"#)],
            "units[0].at",
            "rock in column 1, row 1",
        ),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [1.5, 0.75] }]"#)],
            "units[0].at",
            "blocked tile",
        ),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [5, 3], "model": "orka" }]"#)],
            "units[0].model",
            "did you mean `orca`?",
        ),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [5, 3], "facing": "east" }]"#)],
            "units[0].facing",
            "degrees",
        ),
        (
            &[("units", r#"[{ "kind": "hero", "team": "red", "at": [5, 3], "group": "" }]"#)],
            "units[0].group",
            "may not be empty",
        ),
        (
            &[(
                "units",
                r#"[{ "kind": "hero", "team": "red", "at": [5, 3] }, { "kind": "hero", "team": "red", "at": [5.5, 3] }]"#,
            )],
            "units[1].at",
            "overlaps `#0` (units[0]) by 1.000 px; the centers must be 16 px apart",
        ),
        (
            &[(
                "units",
                r#"[{ "id": "x", "kind": "hero", "team": "red", "at": [5, 3] }, { "id": "x", "kind": "hero", "team": "red", "at": [6, 3] }]"#,
            )],
            "units[1].id",
            "units[0] has the id `x` too",
        ),
        (
            &[(
                "units",
                r##"[{ "id": "#1", "kind": "hero", "team": "red", "at": [5, 3] }, { "kind": "hero", "team": "red", "at": [6, 3] }]"##,
            )],
            "units[1].id",
            "units[0] has the id `#1` too",
        ),
        (
            &[(
                "units",
                r#"[{ "kind": "hero", "team": "red", "block": { "from": [0.5, 2.5], "columns": 3, "rows": 1, "spacing": 15 } }]"#,
            )],
            "units[0].block",
            "unit `#1` of the block overlaps `#0` (units[0]) by 1.000 px; the centers must be 16 px apart; and 1 more of it",
        ),
        (
            &[(
                "units",
                r#"[{ "kind": "hero", "team": "red", "block": { "from": [6.5, 2.5], "columns": 4, "rows": 1, "spacing": 30 } }]"#,
            )],
            "units[0].block",
            "unit `#2` of the block stands outside the map at [8.5, 2.5]",
        ),
        (
            &[(
                "units",
                r#"[{ "kind": "hero", "team": "red", "block": { "from": [6.5, 2.5], "columns": 1e9, "rows": 1, "spacing": 30 } }]"#,
            )],
            "units[0].block.columns",
            "from 1 to 200000",
        ),
        (
            &[(
                "units",
                r#"[{ "kind": "hero", "team": "red", "block": { "from": [6.5, 2.5], "columns": 200000, "rows": 200000, "spacing": 30 } }]"#,
            )],
            "units",
            "40000000000 units; a level has at most 200000",
        ),
        (
            &[(
                "units",
                r#"[{ "kind": "hero", "team": "red", "block": { "from": [6.5, 2.5], "columns": 1, "rows": 1 } }]"#,
            )],
            "units[0].block.spacing",
            "missing key `spacing`",
        ),
        (
            &[(
                "units",
                r#"[{ "id": "A", "kind": "hero", "team": "red", "block": { "from": [4.5, 2.5], "columns": 2, "rows": 1, "spacing": 30 } },
            { "id": "A.1", "kind": "hero", "team": "red", "at": [0.5, 0.5] }]"#,
            )],
            "units[1].id",
            "units[0] has the id `A.1` too",
        ),
        (&[("units", r#"[7]"#)], "units[0]", "expected an object"),
    ]);
}

#[test]
fn faults_of_obstacles_are_refused() {
    every_row_is_refused_once(&[
        (&[("obstacles", r#"[{ "at": [5, 2] }]"#)], "obstacles[0].radius", "missing key `radius`"),
        (&[("obstacles", r#"[{ "radius": 61, "at": [5, 2] }]"#)], "obstacles[0].radius", "above 0 to 60"),
        (&[("obstacles", r#"[{ "radius": 10 }]"#)], "obstacles[0]", "exactly one of `at`, `orbit`"),
        (&[("obstacles", r#"[{ "radius": 10, "at": [50, 2] }]"#)], "obstacles[0].at", "off the map"),
        (
            &[("obstacles", r#"[{ "id": "sun", "radius": 10, "at": [0.8, 0.5] }]"#)],
            "units[0].at",
            "in the obstacle `sun`",
        ),
        (
            &[(
                "obstacles",
                r#"[{ "radius": 10, "orbit": { "center": [0.5, 2], "radii": [3, 1.5], "period": 9, "phase": 270 } }]"#,
            )],
            "units[0].at",
            "stands in an obstacle at [0.5, 0.5]",
        ),
        (
            &[(
                "obstacles",
                r#"[{ "radius": 10, "orbit": { "center": [5, 2], "radii": [3, 1], "period": 0 } }]"#,
            )],
            "obstacles[0].orbit.period",
            "at least 0.1 s",
        ),
        (
            &[(
                "obstacles",
                r#"[{ "radius": 10, "orbit": { "center": [5, 2], "radii": [0, 1], "period": 9 } }]"#,
            )],
            "obstacles[0].orbit.radii[0]",
            "above 0",
        ),
        (
            &[(
                "obstacles",
                r#"[{ "radius": 10, "orbit": { "centre": [5, 2], "center": [5, 2], "radii": [1, 1], "period": 9 } }]"#,
            )],
            "obstacles[0].orbit.centre",
            "did you mean `center`?",
        ),
        (
            &[("obstacles", r#"[{ "id": "a", "radius": 10, "at": [5, 2] }]"#)],
            "obstacles[0].id",
            "units[0] has the id `a` too",
        ),
        (
            &[(
                "obstacles",
                r#"[{ "id": "s", "radius": 9, "at": [5, 2] }, { "id": "s", "radius": 9, "at": [6, 2] }]"#,
            )],
            "obstacles[1].id",
            "obstacles[0] has the id `s` too",
        ),
    ]);
}

#[test]
fn faults_of_orders_are_refused() {
    every_row_is_refused_once(&[
        (&[("orders", r#"[{ "who": ["b"], "do": "stop" }]"#)], "orders[0].who[0]", "unknown id `b`"),
        (&[("orders", r#"[{ "who": [], "do": "stop" }]"#)], "orders[0].who", "names nobody"),
        (&[("orders", r#"[{ "who": "a", "do": "stop" }]"#)], "orders[0].who", "did you mean [\"a\"]?"),
        (&[("orders", r#"[{ "who": {}, "do": "stop" }]"#)], "orders[0].who", "names nobody"),
        (
            &[("orders", r#"[{ "who": { "team": "red", "group": "guards" }, "do": "stop" }]"#)],
            "orders[0].who",
            "keep one",
        ),
        (
            &[("orders", r#"[{ "who": { "team": "rad" }, "do": "stop" }]"#)],
            "orders[0].who.team",
            "did you mean `red`?",
        ),
        (
            &[("orders", r#"[{ "who": { "group": "gards" }, "do": "stop" }]"#)],
            "orders[0].who.group",
            "did you mean `guards`?",
        ),
        (&[("orders", r#"[{ "do": "stop" }]"#)], "orders[0].who", "missing key `who`"),
        (&[("orders", r#"[{ "who": "all" }]"#)], "orders[0].do", "missing key `do`"),
        (
            &[("orders", r#"[{ "who": "all", "do": "mvoe", "to": [1, 1] }]"#)],
            "orders[0].do",
            "did you mean `move`?",
        ),
        (&[("orders", r#"[{ "who": "all", "do": "move" }]"#)], "orders[0].to", "missing key `to`"),
        (
            &[("orders", r#"[{ "who": "all", "do": "move", "to": [8.1, 1] }]"#)],
            "orders[0].to",
            "outside the map",
        ),
        (
            &[("orders", r#"[{ "who": "all", "do": "move", "to": [1, 1], "route": [] }]"#)],
            "orders[0].route",
            "belongs to `patrol`",
        ),
        (
            &[("orders", r#"[{ "who": "all", "do": "move", "to": [1, 1], "formation": "wege" }]"#)],
            "orders[0].formation",
            "did you mean `wedge`?",
        ),
        (
            &[("orders", r#"[{ "who": "all", "do": "move", "to": [1, 1], "each": 1 }]"#)],
            "orders[0].each",
            "`true` or `false`",
        ),
        (&[("orders", r#"[{ "who": "all", "do": "patrol" }]"#)], "orders[0].route", "missing key `route`"),
        (
            &[("orders", r#"[{ "who": "all", "do": "patrol", "route": [] }]"#)],
            "orders[0].route",
            "at least one place",
        ),
        (
            &[("orders", r#"[{ "who": "all", "do": "patrol", "route": [[1, 1], [1, 5]] }]"#)],
            "orders[0].route[1]",
            "outside the map",
        ),
        (&[("orders", r#"[{ "who": "all", "do": "follow" }]"#)], "orders[0].target", "missing key `target`"),
        (
            &[("orders", r#"[{ "who": "all", "do": "follow", "target": "moon" }]"#)],
            "orders[0].target",
            "unknown id `moon`",
        ),
        (
            &[("orders", r#"[{ "who": ["a"], "do": "follow", "target": "a" }]"#)],
            "orders[0].target",
            "cannot follow itself",
        ),
        (
            &[("orders", r#"[{ "time": -1, "who": "all", "do": "stop" }]"#)],
            "orders[0].time",
            "a time in seconds",
        ),
        (&[("orders", r#"[{ "time": 1e999, "who": "all", "do": "stop" }]"#)], "orders[0].time", "not finite"),
        (
            &[("orders", r#"[{ "time": 1, "who": "all", "do": "stop", "quue": true }]"#)],
            "orders[0].quue",
            "did you mean `queue`?",
        ),
        (
            &[
                ("obstacles", r#"[{ "id": "s", "radius": 9, "at": [5, 2] }]"#),
                ("orders", r#"[{ "who": ["s"], "do": "stop" }]"#),
            ],
            "orders[0].who[0]",
            "is an obstacle",
        ),
        (
            &[
                (
                    "units",
                    r#"[{ "id": "A", "kind": "hero", "team": "red", "block": { "from": [4.5, 2.5], "columns": 2, "rows": 1, "spacing": 30 } }]"#,
                ),
                ("orders", r#"[{ "who": ["A"], "do": "stop" }]"#),
            ],
            "orders[0].who[0]",
            "name one of its units, such as `A.0`",
        ),
    ]);
}

#[test]
fn faults_of_edits_and_claims_are_refused() {
    every_row_is_refused_once(&[
        (
            &[("edits", r##"[{ "time": 1, "area": [7, 0, 2, 1], "tile": "#" }]"##)],
            "edits[0].area",
            "leaves the map",
        ),
        (
            &[("edits", r##"[{ "time": 1, "area": [-1, 0, 1, 1], "tile": "#" }]"##)],
            "edits[0].area",
            "leaves the map",
        ),
        (
            &[("edits", r##"[{ "time": 1, "area": [1, 0, 0, 1], "tile": "#" }]"##)],
            "edits[0].area",
            "at least one column",
        ),
        (
            &[("edits", r##"[{ "time": 1, "area": [1, 0, 1.5, 1], "tile": "#" }]"##)],
            "edits[0].area[2]",
            "not a whole number",
        ),
        (&[("edits", r##"[{ "time": -1, "area": [1, 0, 1, 1], "tile": "#" }]"##)], "edits[0].time", "from 0"),
        (
            &[("edits", r##"[{ "time": 1, "area": [1, 0, 1, 1], "tile": "#." }]"##)],
            "edits[0].tile",
            "one character",
        ),
        (
            &[("edits", r##"[{ "time": 1, "area": [1, 0, 1, 1], "tile": "w" }]"##)],
            "edits[0].tile",
            "did you mean `~`?",
        ),
        (&[("edits", r##"[{ "time": 1, "tile": "#" }]"##)], "edits[0].area", "missing key"),
        (&[("expect", r#"{ "arrived": 1.1 }"#)], "expect.arrived", "from 0 to 1"),
        (&[("expect", r#"{ "within": 0 }"#)], "expect.within", "a duration"),
        (&[("expect", r#"{ "overlap": -1 }"#)], "expect.overlap", "a depth"),
        (&[("expect", r#"{ "home": ["b"] }"#)], "expect.home[0]", "unknown id `b`"),
        (&[("expect", r#"{ "models": ["orc"] }"#)], "expect.models[0]", "did you mean `orca`?"),
        (&[("expect", r#"{ "arived": 1 }"#)], "expect.arived", "did you mean `arrived`?"),
    ]);
}

#[test]
fn text_that_is_not_json_is_refused_with_its_place() {
    for (text, line, column, words) in [
        ("", 1, 1, "ends too early"),
        ("{\n  \"format\": 1,\n  \"näme\" \"x\"\n}", 3, 10, "expected `:`"),
        ("{\n  \"format\": NaN\n}", 2, 13, "expected value"),
        ("{ \"format\": 1, }", 1, 16, "trailing comma"),
        ("{ \"format\": 01 }", 1, 14, "invalid number"),
        ("{ } x", 1, 5, "trailing characters"),
        ("{ \"name\": \"a\nb\" }", 1, 12, "control character"),
        ("[1, 2]", 1, 1, "expected an object, found a list"),
        ("// hello\n{}", 1, 1, "expected value"),
    ] {
        let errors = errors(text);
        let problem = &errors.problems[0];
        assert_eq!((problem.line, problem.column), (line, column), "{text:?}: {errors}");
        assert!(problem.message.contains(words), "{text:?}: {errors}");
        assert_eq!(errors.problems.len(), 1, "{errors}");
    }
}

#[test]
fn deep_nesting_is_refused_and_does_not_overflow_the_stack() {
    for depth in [600, 10_000, 1_000_000] {
        let errors = errors(&"[".repeat(depth));
        assert_eq!(errors.problems.len(), 1, "{errors}");
        let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(self::errors(&text).to_string().contains("nested too deep"));
    }
}

#[test]
fn all_faults_are_named_in_the_order_of_the_file() {
    let text = r##"{
  "format": 1,
  "nmae": "All wrong",
  "map": { "tiles": ["....", "..", ".é.x"] },
  "kinds": { "hero": { "radius": 99 } },
  "units": [
    { "kind": "hero", "team": "red", "at": [99, 0.5] },
    { "kind": "wizard", "team": "red", "at": [0.5, 0.5] },
    { "kind": "infantry", "team": "red", "at": [-5, 0.5], "facing": null }
  ],
  "orders": [{ "who": ["#9"], "do": "stop" }]
}"##;
    let errors = errors(text);
    let said: Vec<String> =
        errors.problems.iter().map(|p| format!("{}:{}: {}", p.line, p.column, p.path)).collect();
    assert_eq!(
        said,
        [
            "1:1: name",
            "3:3: nmae",
            "4:30: map.tiles[1]",
            "4:38: map.tiles[2]",
            "4:40: map.tiles[2]",
            "5:34: kinds.hero.radius",
            "7:44: units[0].at",
            "8:15: units[1].kind",
            "9:48: units[2].at",
            "9:69: units[2].facing",
            "11:24: orders[0].who[0]",
        ],
        "{errors}"
    );
}

#[test]
fn a_line_names_file_place_path_and_fault() {
    let text = level(&[("units", r#"[{ "kind": "infantri", "team": "red", "at": [1, 0.5] }]"#)]);
    let said = errors(&text).to_string();
    assert_eq!(said, "t.json:5:21: units[0].kind: unknown kind `infantri`; did you mean `infantry`?");
}

#[test]
fn map_files_are_read_only_from_the_folder_of_the_level() {
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path().join("levels");
    std::fs::create_dir_all(folder.join("maps")).unwrap();
    let map = "type octile\nheight 2\nwidth 3\nmap\n..T\n.@.\n";
    std::fs::write(folder.join("maps/good.map"), map).unwrap();
    std::fs::write(folder.join("short.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n..\n").unwrap();
    std::fs::write(folder.join("binary.map"), [0xFF, 0xFE]).unwrap();
    std::fs::write(outside.path().join("secret.map"), map).unwrap();
    let load = |file: &str| {
        let path = folder.join("level.json");
        let file = serde_json::Value::from(file);
        let text = format!(r#"{{ "format": 1, "name": "n", "map": {{ "file": {file} }} }}"#);
        std::fs::write(&path, text).unwrap();
        Level::load(&path).map_err(|errors| errors.to_string())
    };
    assert_eq!(load("maps/good.map").unwrap().grid.columns(), 3);
    assert_eq!(load("./maps/../maps/good.map").unwrap().grid.rows(), 2);
    let absolute = outside.path().join("secret.map").display().to_string();
    for file in ["../secret.map", "maps/../../secret.map", absolute.as_str()] {
        assert!(load(file).unwrap_err().contains("leaves the level's folder"), "{file}");
    }
    for file in ["none.map", "maps", "", "binary.map", "nul\0.map"] {
        let said = load(file).unwrap_err();
        assert!(said.contains("map.file: `"), "{said}");
    }
    let said = load("short.map").unwrap_err();
    assert!(said.contains("short.map:6:1: map.file: a row of 2 tiles"), "{said}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.path().join("secret.map"), folder.join("link.map")).unwrap();
        assert!(load("link.map").unwrap_err().contains("leaves the level's folder"));
    }
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let none = Level::load(folder.path().join("none.json")).unwrap_err();
    assert!(none.to_string().contains("none.json:1:1: $: cannot be read"), "{none}");
    assert!(Level::load(folder.path()).is_err());
    let path = folder.path().join("latin1.json");
    std::fs::write(&path, b"{\n  \"name\": \"Stra\xDFe\"\n}").unwrap();
    let said = Level::load(&path).unwrap_err().to_string();
    assert!(said.contains("latin1.json:2:16: $: not UTF-8"), "{said}");
}

#[test]
fn a_broken_kind_or_team_is_not_told_again_by_its_units() {
    let text = level(&[
        ("kinds", r#"{ "ogre": { "radius": 100, "speed": 10, "acceleration": 10 } }"#),
        ("teams", r##"[{ "name": 7, "color": "#000000" }]"##),
        (
            "units",
            r#"[{ "kind": "ogre", "team": "seven", "at": [5, 3] }, { "kind": "ogre", "team": "seven", "at": [5, 3] }]"#,
        ),
    ]);
    let errors = errors(&text);
    let paths: Vec<&str> = errors.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["kinds.ogre.radius", "teams[0].name"], "{errors}");
}

#[test]
fn the_first_two_hundred_faults_are_told_and_the_others_counted() {
    let units = "{ \"kind\": \"ghost\" },".repeat(30_000);
    let text = level(&[("units", &format!("[{}]", units.trim_end_matches(',')))]);
    let start = std::time::Instant::now();
    let errors = errors(&text);
    assert!(start.elapsed().as_secs() < 5, "all on one line, they are found in {:?}", start.elapsed());
    let said = errors.to_string();
    assert_eq!((errors.problems.len(), said.lines().count()), (200, 201));
    assert!(said.lines().next().unwrap().contains("units[0]"), "{said}");
    let told: usize = said.lines().last().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    assert_eq!(told, errors.omitted);
    assert!(errors.omitted >= 29_800, "{}", errors.omitted);
}
