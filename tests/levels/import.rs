//! Maps of other programs become levels.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use muster::level::{Level, LevelErrors, import, import_with_notes};
use std::io::Write;

/// Imports a file of this name and text; the rows of the level's map.
fn imported(files: &[(&str, &str)]) -> Result<Vec<String>, LevelErrors> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let level = import(folder.path().join(files[0].0))?;
    assert_eq!(Level::parse(&level.to_json(), "imported.json", None).unwrap(), level);
    assert_eq!(level.name, files[0].0.split('.').next().unwrap());
    let text: serde_json::Value = serde_json::from_str(&level.to_json()).unwrap();
    let rows = text["map"]["tiles"].as_array().unwrap();
    Ok(rows.iter().map(|row| row.as_str().unwrap().to_owned()).collect())
}

fn tmj(layers: &str) -> String {
    format!(
        r#"{{ "width": 3, "height": 2, "infinite": false, "layers": [{layers}], "tilesets": [{{ "firstgid": 1, "source": "t.tsx" }}] }}"#
    )
}

fn layer(name: &str, rest: &str) -> String {
    format!(r#"{{ "type": "tilelayer", "name": "{name}", "width": 3, "height": 2, "x": 0, "y": 0, {rest} }}"#)
}

#[test]
fn a_movingai_map_becomes_a_level() {
    let rows = imported(&[("arena.map", "type octile\nheight 2\nwidth 4\nmap\n.GST\n@W.O\n")]).unwrap();
    assert_eq!(rows, ["...T", "#~.#"]);
    let said =
        imported(&[("arena.map", "type octile\nheight 2\nwidth 4\nmap\n.GST\n")]).unwrap_err().to_string();
    assert!(said.contains("arena.map:6:1: $: the file ends after 1 of 2 rows"), "{said}");
}

#[test]
fn names_of_layers_say_what_is_blocked() {
    let layers = [
        layer("Grass", r#""data": [1, 1, 1, 1, 1, 1]"#),
        layer("Flowers", r#""data": [9, 9, 9, 9, 9, 9]"#),
        format!(
            r#"{{ "type": "group", "layers": [{}] }}"#,
            layer("Trees", r#""data": [0, 2, 0, 0, 0, 2147483650]"#)
        ),
        layer("Water,Clay,Rock-Fence", r#""data": [3, 0, 3, 0, 0, 0]"#),
        layer("Bridge", r#""data": [0, 0, 4, 0, 0, 0]"#),
        r#"{ "type": "objectgroup", "name": "Walls", "objects": [] }"#.into(),
    ];
    assert_eq!(imported(&[("m.tmj", &tmj(&layers.join(",")))]).unwrap(), ["~T.", "..T"]);
}

#[test]
fn properties_of_tiles_and_layers_win_over_names() {
    let tileset = r#"<tileset name="t" tilewidth="9" tileheight="9">
        <tile id="1"><properties><property name="muster" value="water"/></properties></tile>
        <tile id="2"><properties><property name="collides" type="bool" value="true"/></properties></tile>
        <tile id="3"><properties><property name="blocked" type="bool" value="false"/></properties></tile>
    </tileset>"#;
    let layers = [
        layer("Grass", r#""data": [1, 2, 3, 1, 1, 1]"#),
        layer("Forest", r#""data": [4, 0, 0, 3, 0, 0]"#),
        layer(
            "Grass",
            r#""data": [0, 0, 0, 0, 1, 0], "properties": [{ "name": "muster", "value": "rock" }]"#,
        ),
        layer(
            "Secret",
            r#""data": [0, 0, 0, 0, 0, 1], "properties": [{ "name": "blocked", "value": true }]"#,
        ),
    ];
    let map = tmj(&layers.join(","));
    assert_eq!(imported(&[("m.json", &map), ("t.tsx", tileset)]).unwrap(), [".~#", "T##"]);
    assert_eq!(
        imported(&[("m.json", &map)]).unwrap(),
        ["T..", "T##"],
        "a missing tileset costs its properties only"
    );
    let outside = map.replace("t.tsx", "../t.tsx");
    let said = imported(&[("m.json", &outside)]).unwrap_err().to_string();
    assert!(said.contains("`../t.tsx` leaves the map's folder"), "{said}");
    let broken = tileset.replace("\"water\"", "\"watr\"");
    let said = imported(&[("m.json", &map), ("t.tsx", &broken)]).unwrap_err().to_string();
    assert!(said.contains("t.tsx:2:34:") && said.contains("did you mean `water`?"), "{said}");
}

#[test]
fn packed_tile_data_is_read() {
    let numbers: Vec<u8> = [1_u32, 0, 1, 0, 1, 0].iter().flat_map(|number| number.to_le_bytes()).collect();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    zlib.write_all(&numbers).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&numbers).unwrap();
    let packed = [("", numbers), ("zlib", zlib.finish().unwrap()), ("gzip", gzip.finish().unwrap())];
    for (compression, bytes) in packed {
        let text = STANDARD.encode(bytes);
        let data = format!(r#""encoding": "base64", "compression": "{compression}", "data": "{text}""#);
        assert_eq!(imported(&[("m.tmj", &tmj(&layer("Walls", &data)))]).unwrap(), ["#.#", ".#."]);
        let tmx = format!(
            r#"<map width="3" height="2"><layer name="Walls" width="3" height="2"><data encoding="base64" compression="{compression}">
            {text}
            </data></layer></map>"#
        );
        assert_eq!(imported(&[("m.tmx", &tmx)]).unwrap(), ["#.#", ".#."]);
    }
}

#[test]
fn infinite_maps_reach_as_far_as_their_tiles() {
    let chunk = |x: i32, y: i32| {
        format!(r#"{{ "x": {x}, "y": {y}, "width": 2, "height": 2, "data": [1, 0, 0, 1] }}"#)
    };
    let layer = format!(
        r#"{{ "type": "tilelayer", "name": "Walls", "width": 9, "height": 9, "chunks": [{}, {}] }}"#,
        chunk(-2, -2),
        chunk(0, 0)
    );
    let map = tmj(&layer).replace("false", "true");
    let expected = ["#...", ".#..", "..#.", "...#"];
    assert_eq!(imported(&[("m.tmj", &map)]).unwrap(), expected);
    let chunk = |at: i32| format!(r#"<chunk x="{at}" y="{at}" width="2" height="2">1,0,0,1</chunk>"#);
    let tmx = format!(
        r#"<map width="9" height="9" infinite="1"><layer name="Walls" width="9" height="9"><data encoding="csv">{}{}</data></layer></map>"#,
        chunk(-2),
        chunk(0)
    );
    assert_eq!(imported(&[("m.tmx", &tmx)]).unwrap(), expected);
    let far = map.replace("\"x\": -2", "\"x\": -2000000000");
    assert!(imported(&[("m.tmj", &far)]).unwrap_err().to_string().contains("2048 × 2048"));
}

#[test]
fn what_cannot_be_imported_is_told_with_its_place() {
    let short = tmj(&layer("Walls", r#""data": [1, 2]"#));
    let bomb = r#"<map width="99999" height="99999"><layer name="a" width="99999" height="99999"><data encoding="csv">1</data></layer></map>"#;
    let deep = format!("<map width=\"1\" height=\"1\">{}", "<group>".repeat(200_000));
    for (name, text, words) in [
        ("m.tmj", "{ \"layers\": [ }", "m.tmj:1:15: $: not JSON"),
        ("m.tmj", "{}", "not a map of Tiled"),
        ("m.tmj", "[]", "not a map of Tiled"),
        ("m.tmj", &short, "layers[0].data: the layer should have 6 tiles and has 2"),
        (
            "m.tmj",
            &tmj(&layer("W", r#""data": [1, 2, 3, 4, 5, -6]"#)),
            "layers[0].data[5]: expected a tile number",
        ),
        ("m.tmj", &tmj(&layer("W", r#""data": "x""#)), "save the map"),
        (
            "m.tmj",
            &tmj(&layer("W", r#""encoding": "base64", "compression": "zstd", "data": """#)),
            "`zstd` is not read",
        ),
        ("m.tmj", &tmj("").replace("3", "4000"), "from 1 × 1 to 2048 × 2048 tiles"),
        ("m.tmx", "<map", "m.tmx:1:"),
        ("m.tmx", "<maps/>", "must be `map`"),
        ("m.tmx", "<map/>", "m.tmx:1:1: map: missing attribute `width`"),
        ("m.tmx", bomb, "too large"),
        ("m.tmx", &deep, "not XML"),
        ("m.png", "", "must end in .map"),
    ] {
        let said = imported(&[(name, text)]).unwrap_err().to_string();
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_tileset_that_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("m.tmj");
    std::fs::write(&map, tmj(&layer("Trees", r#""data": [1, 0, 0, 0, 0, 0]"#))).unwrap();
    let (_, notes) = import_with_notes(&map).unwrap();
    let said = notes.iter().map(|note| note.to_string()).collect::<Vec<_>>().join("\n");
    assert!(said.contains("m.tmj:1:") && said.contains("the tileset `t.tsx` cannot be read"), "{said}");
    std::fs::write(folder.path().join("t.tsx"), "<tileset/>").unwrap();
    assert!(import_with_notes(&map).unwrap().1.is_empty());
}
