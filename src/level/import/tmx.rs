//! Tiled's XML format.
//!
//! # Source
//! Tiled's manual, <https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>, read in 2026.

use super::super::problem::{Problems, quoted};
use super::data::tile_numbers;
use super::layers::{Chunk, Meaning, TileLayer, TiledMap};
use super::tileset;
use crate::grid::Grid;
use roxmltree::{Document, Node};
use std::path::Path;

/// Reads a map.
pub(super) fn read(text: &str, folder: &Path, problems: &mut Problems) -> Option<Grid> {
    let document = parse(text, problems)?;
    let root = document.root_element();
    if !root.has_tag_name("map") {
        problems.add(root.range().start, "$", "not a map of Tiled: its first element must be `map`");
        return None;
    }
    let mut map = TiledMap::default();
    if root.attribute("infinite").unwrap_or("0") == "0" {
        map.size = Some((number(root, "width", problems)? as u32, number(root, "height", problems)? as u32));
    }
    for tileset in children(root, "tileset") {
        let Some(first) = number(tileset, "firstgid", problems) else { continue };
        let Some(source) = tileset.attribute("source") else {
            read_tiles(tileset, first, &mut map, problems);
            continue;
        };
        let offset = tileset.range().start;
        let Some((file, text)) = tileset::read(folder, source, offset, problems) else { continue };
        let file = file.display().to_string();
        let mut faults = Problems::new(&file, &text);
        read_tileset_file(&text, first, &mut map, &mut faults);
        problems.add_all_elsewhere(faults);
    }
    // In the order of the file, groups taken apart: the lowest layer comes first.
    for layer in root.descendants().filter(|node| node.has_tag_name("layer")) {
        if let Some(layer) = read_layer(layer, &mut map, problems) {
            map.layers.push(layer);
        }
    }
    map.grid()
        .map_err(|said| problems.add(root.range().start, "map", said))
        .ok()
        .filter(|_| problems.is_empty())
}

/// Takes up the properties of the tiles of a `.tsx` file.
pub(super) fn read_tileset_file(text: &str, first: i64, map: &mut TiledMap, problems: &mut Problems) {
    if let Some(document) = parse(text, problems) {
        read_tiles(document.root_element(), first, map, problems);
    }
}

fn parse<'t>(text: &'t str, problems: &mut Problems) -> Option<Document<'t>> {
    let parsed = Document::parse(text);
    parsed
        .map_err(|error| {
            let place = error.pos();
            let line = text.lines().nth(place.row as usize - 1).unwrap_or("");
            let bytes =
                line.char_indices().nth(place.col as usize - 1).map_or(line.len(), |(bytes, _)| bytes);
            let offset = problems.offset(place.row as usize, bytes + 1);
            let said = error.to_string();
            let what = said.rsplit_once(" at ").map_or(said.as_str(), |(what, _)| what);
            problems.add(offset, "$", format!("not XML: {}", what.replace('\n', " ")));
        })
        .ok()
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// Where an element stands in the document, such as `map.layer`.
fn path(node: Node) -> String {
    let mut names: Vec<&str> =
        node.ancestors().filter(|node| node.is_element()).map(|n| n.tag_name().name()).collect();
    names.truncate(8);
    names.reverse();
    names.join(".")
}

/// A whole number that must be there.
fn number(node: Node, key: &str, problems: &mut Problems) -> Option<i64> {
    let written = node.attribute(key);
    let number = written.and_then(|written| written.parse::<i32>().ok()).map(i64::from);
    if number.is_none() {
        let said = match written {
            None => format!("missing attribute `{key}`"),
            Some(written) => format!("`{key}` is {}; it must be a whole number", quoted(written)),
        };
        problems.add(node.range().start, path(node), said);
    }
    number
}

fn meaning(node: Node, problems: &mut Problems) -> Meaning {
    let mut meaning = Meaning::default();
    for property in children(node, "properties").flat_map(|list| children(list, "property")) {
        let value = property.attribute("value").or(property.text()).unwrap_or("");
        if let Err(said) = meaning.take(property.attribute("name").unwrap_or(""), value) {
            problems.add(property.range().start, path(property), said);
        }
    }
    meaning
}

fn read_tiles(tileset: Node, first: i64, map: &mut TiledMap, problems: &mut Problems) {
    for tile in children(tileset, "tile") {
        if let Some(id) = number(tile, "id", problems) {
            map.tiles.insert((first + id) as u32, meaning(tile, problems));
        }
    }
}

fn read_layer(layer: Node, map: &mut TiledMap, problems: &mut Problems) -> Option<TileLayer> {
    let Some(data) = children(layer, "data").next() else {
        problems.add(layer.range().start, path(layer), "missing element `data`");
        return None;
    };
    let mut chunks = Vec::new();
    let mut pieces = children(data, "chunk").peekable();
    if pieces.peek().is_some() {
        for piece in pieces {
            chunks.extend(read_chunk((piece, piece, data), map, problems));
        }
    } else {
        chunks.extend(read_chunk((layer, data, data), map, problems));
    }
    let name = layer.attribute("name").unwrap_or("").to_owned();
    Some(TileLayer { name, meaning: meaning(layer, problems), chunks })
}

/// Reads the tiles in `piece`, whose size is `sized` and whose encoding `data` tells.
fn read_chunk(
    (sized, piece, data): (Node, Node, Node),
    map: &mut TiledMap,
    problems: &mut Problems,
) -> Option<Chunk> {
    let (columns, rows) = (number(sized, "width", problems)?, number(sized, "height", problems)?);
    let count = map.claim(columns, rows);
    let count = count.map_err(|said| problems.add(sized.range().start, path(sized), said)).ok()?;
    let numbers = if data.has_attribute("encoding") {
        let text: String = piece.children().filter_map(|child| child.text()).collect();
        tile_numbers(data.attribute("encoding"), data.attribute("compression"), &text, count)
    } else {
        let listed: Vec<String> =
            children(piece, "tile").map(|tile| tile.attribute("gid").unwrap_or("0").to_owned()).collect();
        tile_numbers(Some("csv"), None, &listed.join(","), count)
    };
    let numbers = numbers.map_err(|said| problems.add(piece.range().start, path(piece), said)).ok()?;
    let mut place = |key: &str| if sized.has_attribute(key) { number(sized, key, problems) } else { Some(0) };
    let (column, row) = (place("x")?, place("y")?);
    Some(Chunk { column, row, columns: columns as usize, numbers })
}
