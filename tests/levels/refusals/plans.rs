//! Faults of orders, edits, claims and goals.

use super::*;

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
            &[("orders", r#"[{ "who": "all", "do": "patrol", "route": [[1, 1], [3, 1]], "frontage": 60 }]"#)],
            "orders[0].frontage",
            "`frontage` belongs to `move` and `attack_move`; this order is a `patrol`",
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
fn faults_of_goals_and_medals_are_refused() {
    every_row_is_refused_once(&[
        (&[("player", r#""rde""#)], "player", "unknown team `rde`; did you mean `red`?"),
        (&[("player", "0")], "player", "expected a string"),
        (&[("goals", "{}")], "goals", "expected a list"),
        (&[("goals", "[{}]")], "goals[0]", "exactly one of `bring`, `hold`, `shut`, `keep`, `defeat`, `do`"),
        (
            &[("goals", r#"[{ "hold": [0, 0, 1, 1], "defeat": "all", "for": 1 }]"#)],
            "goals[0]",
            "keep exactly one",
        ),
        (&[("goals", r#"[{ "bring": "all" }]"#)], "goals[0].to", "missing key `to`"),
        (&[("goals", r#"[{ "bring": "all", "to": [7, 0, 2, 1] }]"#)], "goals[0].to", "leaves the map"),
        (
            &[("goals", r#"[{ "bring": "all", "to": [1, 1, 2, 1] }]"#)],
            "goals[0].to",
            "every tile of the area is blocked",
        ),
        (&[("goals", r#"[{ "bring": ["b"], "to": [0, 0, 1, 1] }]"#)], "goals[0].bring[0]", "unknown id `b`"),
        (
            &[("goals", r#"[{ "bring": { "team": "blue" }, "to": [0, 0, 1, 1] }]"#)],
            "goals[0].bring",
            "names nobody",
        ),
        (
            &[("goals", r#"[{ "bring": "all", "to": [0, 0, 1, 1], "count": 2 }]"#)],
            "goals[0].count",
            "2 of 1 units",
        ),
        (
            &[("goals", r#"[{ "bring": "all", "to": [0, 0, 1, 1], "within": 0 }]"#)],
            "goals[0].within",
            "a duration",
        ),
        (
            &[("goals", r#"[{ "bring": "all", "to": [0, 0, 1, 1], "for": 3 }]"#)],
            "goals[0].for",
            "belongs to `hold` and `shut`",
        ),
        (&[("goals", r#"[{ "hold": [0, 0, 1, 1] }]"#)], "goals[0].for", "missing key `for`"),
        (
            &[("goals", r#"[{ "shut": [0, 0, 1, 1], "for": 3 }]"#)],
            "goals[0].against",
            "missing key `against`",
        ),
        (
            &[("goals", r#"[{ "shut": [0, 0, 1, 1], "against": "bleu", "for": 3 }]"#)],
            "goals[0].against",
            "did you mean `blue`?",
        ),
        (
            &[("goals", r#"[{ "defeat": "all" }, { "keep": "all", "at_least": 3 }]"#)],
            "goals[1].at_least",
            "3 of 1 units",
        ),
        (&[("goals", r#"[{ "keep": "all" }]"#)], "goals", "only `keep`"),
        (&[("goals", r#"[{ "do": "selct" }]"#)], "goals[0].do", "did you mean `select`?"),
        (&[("goals", r#"[{ "defeat": "all", "txt": "" }]"#)], "goals[0].txt", "did you mean `text`?"),
        (&[("medals", r#"{ "gold": 4 }"#)], "medals", "without goals"),
        (
            &[("goals", r#"[{ "defeat": "all" }]"#), ("medals", r#"{ "gold": 9, "bronze": 8 }"#)],
            "medals.bronze",
            "less than 9 s for gold",
        ),
        (
            &[("goals", r#"[{ "defeat": "all" }]"#), ("medals", r#"{ "limit": { "orders": -1 } }"#)],
            "medals.limit.orders",
            "from 0",
        ),
        (
            &[("goals", r#"[{ "defeat": "all" }]"#), ("medals", r#"{ "limit": {} }"#), ("limit", "{}")],
            "limit",
            "keep one of the two",
        ),
    ]);
}
