//! The map of a level: rows of tiles, a size, or a MovingAI file in the level's folder.

use super::super::problem::{Problem, Problems, quoted};
use super::super::raw::RawMap;
use super::super::values::{RawArea, TileRow, tile_of};
use crate::files;
use crate::grid::{Area, Grid, Tile};
use crate::level::decode::Field;
use crate::level::definition::{MAX_MAP_FILE, MAX_MAP_SIDE};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The grid. With faulty rows it is still returned if its size is known, so that places can be checked
/// against it.
pub(super) fn grid(raw: &RawMap, folder: Option<&Path>, problems: &mut Problems) -> Option<Grid> {
    let given =
        [("tiles", !raw.tiles.is_absent()), ("size", !raw.size.is_absent()), ("file", !raw.file.is_absent())];
    problems.exactly_one(&given, raw.start, "map");
    if let Some((rows, at)) = raw.tiles.found() {
        return from_rows(rows, at, problems);
    }
    if let Some(size) = raw.size.get() {
        let [columns, rows] = size.0.map(|side| side as usize);
        return Some(Grid::new(columns as i32, rows as i32, vec![Tile::Ground; columns * rows]));
    }
    let (file, at) = raw.file.found()?;
    match read_file(file, folder) {
        Ok((path, text)) => Grid::from_movingai(&text)
            .map_err(|error| {
                problems.add_elsewhere(Problem {
                    file: path.display().to_string(),
                    line: error.line as u32,
                    column: 1,
                    path: "map.file".into(),
                    message: error.what,
                });
            })
            .ok(),
        Err(said) => {
            problems.add(at, "map.file", format!("{} {said}", quoted(file)));
            None
        }
    }
}

/// Rows of tiles → grid. Faulty rows are noted and patched with ground.
fn from_rows(rows: &[Field<TileRow>], at: usize, problems: &mut Problems) -> Option<Grid> {
    let side = MAX_MAP_SIDE as usize;
    let columns = commonest_length(rows);
    if columns == 0 || columns > side || rows.len() > side {
        let found = format!("{columns} × {}", rows.len());
        problems.add(at, "map.tiles", format!("a map has from 1 × 1 to {side} × {side} tiles, not {found}"));
        return None;
    }
    let mut tiles = vec![Tile::Ground; columns * rows.len()];
    for (index, (row, line)) in rows.iter().zip(tiles.chunks_mut(columns)).enumerate() {
        let Some((row, at)) = row.found() else { continue };
        let length = row.text.chars().count();
        if length != columns {
            let said =
                format!("the row has {length} tiles and most rows have {columns}; rows must be equally long");
            problems.add(at, format!("map.tiles[{index}]"), said);
        }
        note_unknown_tiles(row, at, index, problems);
        for (tile, character) in line.iter_mut().zip(row.text.chars()) {
            *tile = tile_of(character).unwrap_or_default();
        }
    }
    Some(Grid::new(columns as i32, rows.len() as i32, tiles))
}

/// The length that most rows have; of equally many the one that comes first.
fn commonest_length(rows: &[Field<TileRow>]) -> usize {
    let mut lengths: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        if let Some(row) = row.get() {
            lengths.entry(row.text.chars().count()).or_insert((0, index)).0 += 1;
        }
    }
    let best = lengths.iter().max_by_key(|(_, (count, first))| (*count, std::cmp::Reverse(*first)));
    best.map_or(0, |(length, _)| *length)
}

/// Notes each unknown character of a row once, at its first place.
fn note_unknown_tiles(row: &TileRow, at: usize, index: usize, problems: &mut Problems) {
    let mut unknown: BTreeMap<char, (usize, usize)> = BTreeMap::new();
    for (offset, character) in row.text.char_indices() {
        if tile_of(character).is_err() {
            unknown.entry(character).or_insert((offset, 0)).1 += 1;
        }
    }
    for (character, (offset, count)) in unknown {
        let Err(mut said) = tile_of(character) else { continue };
        if count > 1 {
            said.push_str(&format!(", {count} times in this row"));
        }
        let offset = if row.is_literal { at + 1 + offset } else { at };
        problems.add(offset, format!("map.tiles[{index}]"), said);
    }
}

/// Reads a file that must lie in the level's folder; the error is what follows the file's name in the
/// message.
fn read_file(file: &str, folder: Option<&Path>) -> Result<(PathBuf, String), String> {
    let folder = folder.ok_or("cannot be found: this level has no folder of its own")?;
    let path = files::inside(folder, file, "level")?;
    let text = files::read_text(&path, MAX_MAP_FILE).map_err(|said| format!("cannot be read: {said}"))?;
    Ok((path, text))
}

/// An area of tiles, if it is on the map.
pub(super) fn area_on(
    area: RawArea,
    at: usize,
    path: &str,
    grid: Option<&Grid>,
    problems: &mut Problems,
) -> Option<Area> {
    let [column, row, columns, rows] = area.0.map(|number| number as i32);
    let is_inside = |grid: &Grid| {
        column >= 0 && row >= 0 && column + columns <= grid.columns() && row + rows <= grid.rows()
    };
    let said = if columns < 1 || rows < 1 {
        "an area is `[column, row, columns, rows]` with at least one column and one row".into()
    } else if let Some(grid) = grid.filter(|grid| !is_inside(grid)) {
        let (width, height) = (grid.columns(), grid.rows());
        format!("the area leaves the map, which has {width} columns and {height} rows")
    } else {
        return Some(Area { column, row, columns, rows });
    };
    problems.add(at, path, said);
    None
}
