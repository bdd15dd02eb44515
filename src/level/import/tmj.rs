//! Tiled's JSON format.
//!
//! # Source
//! Tiled's manual, <https://doc.mapeditor.org/en/stable/reference/json-map-format/>, read in 2026.

use super::super::decode::{Trail, expected, key_of};
use super::super::json::{parse, start};
use super::super::problem::Problems;
use super::data::tile_numbers;
use super::layers::{Chunk, Meaning, TileLayer, TiledMap};
use super::{tileset, tmx};
use crate::grid::Grid;
use jsonc_parser::ast::Value;
use std::path::Path;

/// Reads a map.
pub(super) fn read(text: &str, folder: &Path, problems: &mut Problems) -> Option<Grid> {
    let tree = parse(text, problems)?;
    let root = TiledNode { value: &tree, trail: &Trail::Root };
    let mut map = TiledMap::default();
    if root.get("layers").is_none() || root.get("tilesets").is_none() {
        problems.add(start(&tree), "$", "not a map of Tiled: it has no `layers` and `tilesets`");
        return None;
    }
    if !root.flag("infinite") {
        map.size = Some((root.number("width", problems)? as u32, root.number("height", problems)? as u32));
    }
    root.each("tilesets", problems, &mut |tileset, problems| {
        if let Some(first) = tileset.number("firstgid", problems) {
            read_tileset(&tileset, first, folder, &mut map, problems);
        }
    });
    root.each("layers", problems, &mut |layer, problems| read_layer(&layer, &mut map, problems));
    map.grid().map_err(|said| problems.add(start(&tree), "$", said)).ok().filter(|_| problems.is_empty())
}

/// A value and where it is.
struct TiledNode<'v> {
    value: &'v Value<'v>,
    trail: &'v Trail<'v>,
}

impl TiledNode<'_> {
    fn get(&self, key: &str) -> Option<&Value<'_>> {
        let properties = &self.value.as_object()?.properties;
        properties.iter().find(|property| key_of(property) == key).map(|property| &property.value)
    }

    fn text(&self, key: &str) -> Option<&str> {
        Some(&self.get(key)?.as_string_lit()?.value)
    }

    fn flag(&self, key: &str) -> bool {
        self.get(key).and_then(|value| value.as_boolean_lit()).is_some_and(|flag| flag.value)
    }

    /// A whole number that must be there.
    fn number(&self, key: &str, problems: &mut Problems) -> Option<i64> {
        let trail = Trail::Key(self.trail, key);
        let Some(value) = self.get(key) else {
            problems.add(start(self.value), trail, format!("missing key `{key}`"));
            return None;
        };
        let number = value.as_number_lit().and_then(|number| number.value.parse::<i32>().ok());
        number.map(i64::from).or_else(|| expected("a whole number", value, &trail, problems))
    }

    /// Calls `visit` with each place of a list that may be absent.
    fn each(&self, key: &str, problems: &mut Problems, visit: &mut dyn FnMut(TiledNode, &mut Problems)) {
        let trail = Trail::Key(self.trail, key);
        match self.get(key) {
            None => {}
            Some(Value::Array(array)) => {
                for (index, value) in array.elements.iter().enumerate() {
                    visit(TiledNode { value, trail: &Trail::Index(&trail, index) }, problems);
                }
            }
            Some(value) => expected("a list", value, &trail, problems).unwrap_or_default(),
        }
    }

    fn meaning(&self, problems: &mut Problems) -> Meaning {
        let mut meaning = Meaning::default();
        self.each("properties", problems, &mut |property, problems| {
            let value = match property.get("value") {
                Some(Value::StringLit(text)) => text.value.to_string(),
                Some(Value::BooleanLit(flag)) => flag.value.to_string(),
                _ => return,
            };
            if let Err(said) = meaning.take(property.text("name").unwrap_or(""), &value) {
                problems.add(start(property.value), property.trail, said);
            }
        });
        meaning
    }
}

/// Takes up the properties of a tileset's tiles, whether it is in the map or in a file of its own.
fn read_tileset(tileset: &TiledNode, first: i64, folder: &Path, map: &mut TiledMap, problems: &mut Problems) {
    if let Some(source) = tileset.text("source") {
        let offset = start(tileset.value);
        let Some((file, text)) = tileset::read(folder, source, offset, problems) else { return };
        let file = file.display().to_string();
        let mut faults = Problems::new(&file, &text);
        if source.to_lowercase().ends_with(".tsx") {
            tmx::read_tileset_file(&text, first, map, &mut faults);
        } else if let Some(tree) = parse(&text, &mut faults) {
            read_tiles(&TiledNode { value: &tree, trail: &Trail::Root }, first, map, &mut faults);
        }
        problems.add_all_elsewhere(faults);
        return;
    }
    read_tiles(tileset, first, map, problems);
}

fn read_tiles(tileset: &TiledNode, first: i64, map: &mut TiledMap, problems: &mut Problems) {
    tileset.each("tiles", problems, &mut |tile, problems| {
        if let Some(id) = tile.number("id", problems) {
            map.tiles.insert((first + id) as u32, tile.meaning(problems));
        }
    });
}

/// Reads a layer, and those inside a group; how deep groups nest, the depth of JSON bounds.
fn read_layer(layer: &TiledNode, map: &mut TiledMap, problems: &mut Problems) {
    match layer.text("type") {
        Some("group") => {
            layer.each("layers", problems, &mut |inner, problems| read_layer(&inner, map, problems))
        }
        Some("tilelayer") => {
            let mut chunks = Vec::new();
            if layer.get("chunks").is_some() {
                layer.each("chunks", problems, &mut |chunk, problems| {
                    chunks.extend(read_chunk(&chunk, layer, map, problems));
                });
            } else {
                chunks.extend(read_chunk(layer, layer, map, problems));
            }
            let name = layer.text("name").unwrap_or("").to_owned();
            map.layers.push(TileLayer { name, meaning: layer.meaning(problems), chunks });
        }
        _ => {}
    }
}

/// Reads the tiles of a chunk, or of a layer that is one.
fn read_chunk(
    chunk: &TiledNode,
    layer: &TiledNode,
    map: &mut TiledMap,
    problems: &mut Problems,
) -> Option<Chunk> {
    let columns = chunk.number("width", problems)?;
    let rows = chunk.number("height", problems)?;
    let count = map.claim(columns, rows);
    let count = count.map_err(|said| problems.add(start(chunk.value), chunk.trail, said)).ok()?;
    let trail = Trail::Key(chunk.trail, "data");
    let numbers = match chunk.get("data") {
        Some(Value::Array(array)) if array.elements.len() == count => {
            let number =
                |(index, value): (usize, &Value)| tile_number(value, &Trail::Index(&trail, index), problems);
            array.elements.iter().enumerate().map(number).collect::<Option<Vec<u32>>>()?
        }
        Some(value @ Value::Array(array)) => {
            let said = format!("the layer should have {count} tiles and has {}", array.elements.len());
            problems.add(start(value), trail, said);
            return None;
        }
        Some(value @ Value::StringLit(text)) => {
            let read = tile_numbers(layer.text("encoding"), layer.text("compression"), &text.value, count);
            read.map_err(|said| problems.add(start(value), trail, said)).ok()?
        }
        Some(value) => return expected("tile data", value, &trail, problems),
        None => {
            problems.add(start(chunk.value), trail, "missing key `data`");
            return None;
        }
    };
    let place =
        |key: &str, problems: &mut Problems| chunk.get(key).map_or(Some(0), |_| chunk.number(key, problems));
    let (column, row) = (place("x", problems)?, place("y", problems)?);
    Some(Chunk { column, row, columns: columns as usize, numbers })
}

fn tile_number(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<u32> {
    let number = value.as_number_lit().and_then(|number| number.value.parse().ok());
    number.or_else(|| expected("a tile number", value, trail, problems))
}
