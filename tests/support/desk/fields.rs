//! Levels that several tests of the window play.

/// Two red soldiers, a red rider and a blue soldier on an open field.
pub const OPEN_FIELD: &str = r##"{ "format": 1, "name": "Field", "description": "An open field.",
  "map": { "size": [24, 12] },
  "teams": [{ "name": "red", "color": "#C8452F" }, { "name": "blue", "color": "#2F5F9E" }],
  "units": [
    { "id": "A", "kind": "infantry", "team": "red", "at": [4.5, 5.5] },
    { "id": "B", "kind": "infantry", "team": "red", "at": [6.5, 5.5] },
    { "id": "C", "kind": "cavalry", "team": "red", "at": [5.5, 8.5] },
    { "id": "D", "kind": "infantry", "team": "blue", "at": [18.5, 5.5] } ] }"##;

/// A level that cannot be played.
pub const BROKEN: &str = r#"{ "format": 1, "name": "Broken", "map": { "size": [8, 0] }, "unit": [] }"#;
