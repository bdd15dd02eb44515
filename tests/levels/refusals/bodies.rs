//! Faults of kinds, teams, units and obstacles.

use super::*;

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
