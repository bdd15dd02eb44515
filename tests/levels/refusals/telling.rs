//! How faults are told: with their places, all of them, in order; and what is no JSON, or no file.

use super::*;

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
        ("{ \"units\": [1,\n ] }", 2, 2, "trailing comma"),
        ("{ // a map\n}", 1, 3, "JSON has no comments"),
        ("{ 'format': 1 }", 1, 3, "stand between"),
    ] {
        let errors = errors(text);
        let problem = &errors.problems[0];
        assert_eq!((problem.line, problem.column), (line, column), "{text:?}: {errors}");
        assert!(problem.message.contains(words), "{text:?}: {errors}");
        assert_eq!(errors.problems.len(), 1, "{errors}");
    }
}

#[test]
fn what_stands_inside_a_text_is_no_sign_of_what_was_meant() {
    for (text, message) in [
        ("{ \"name\": \"/\nb\" }", "control character (\\u0000-\\u001F) found while parsing a string"),
        ("{ \"name\": \"a,}\nb\" }", "control character (\\u0000-\\u001F) found while parsing a string"),
        ("{ \"name\": \"it\\'s\" }", "invalid escape"),
    ] {
        assert_eq!(errors(text).problems[0].message, format!("not JSON: {message}"), "{text}");
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
