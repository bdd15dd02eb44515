//! A level as it is edited: the JSON of its file, changed by strokes that can be undone.
//!
//! The document is the file's own JSON, not a model of it: what no stroke touches is written back as it was
//! read, comments (`_…`) and keys of other programs among it. One [stroke](Document::stroke) is one step of
//! undo. Nothing here knows a window.
//!
//! ```
//! use muster::editor::Document;
//! let mut document = Document::new(8, 4);
//! let before = document.to_text();
//! document.stroke(|document| document.paint(&[(2, 1), (3, 1)], '#'));
//! assert_eq!(document.row(1), "..##....");
//! document.undo();
//! assert_eq!(document.to_text(), before);
//! ```

pub mod brush;
pub mod cast;
mod given;
mod kinds;
mod numbers;
pub mod opponent;
pub mod reach;
mod rename;
pub mod settings;
mod shown;
mod sides;
pub mod symmetry;
#[cfg(test)]
mod tests;
mod text;

pub use shown::{MarkedProblem, Shown};

use crate::grid::{Grid, Tile};
use crate::level::{Level, LevelErrors};
use serde_json::{Map, Value, json};
use std::path::Path;

/// What a change is about.
#[derive(Clone, Debug, PartialEq)]
enum Spot {
    /// A key of the document.
    Key(String),
    /// A row of the map.
    Row(usize),
}

/// A value before and after; `None`: there was no such key.
#[derive(Clone, Debug)]
struct Change {
    spot: Spot,
    before: Option<Value>,
    after: Option<Value>,
}

/// What one stroke changed, first to last.
#[derive(Clone, Debug)]
struct Step {
    /// Unlike that of every other step.
    number: u64,
    changes: Vec<Change>,
}

/// A level that is being edited. The default one has nothing in it, not even a map.
#[derive(Clone, Debug, Default)]
pub struct Document {
    root: Map<String, Value>,
    /// Of a map that the file does not give by rows: what they are.
    rows: Vec<String>,
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The stroke that is being drawn.
    open: Option<Step>,
    /// Steps so far.
    count: u64,
    /// The number of the last step when it was saved; 0 for the beginning.
    saved: u64,
}

/// The sign of a tile in a row of the map.
pub fn sign(tile: Tile) -> char {
    match tile {
        Tile::Ground => '.',
        Tile::Rock => '#',
        Tile::Trees => 'T',
        Tile::Water => '~',
    }
}

impl Document {
    /// An empty level of this size, tiles.
    pub fn new(columns: usize, rows: usize) -> Document {
        let row = ".".repeat(columns);
        let root = json!({ "format": 1, "name": "New level", "map": { "tiles": vec![row; rows] } });
        Document::of(root, Vec::new())
    }

    /// Reads a level, sound or not, as long as something of it can be [shown](Document::shown). `file` and
    /// `folder` as in [`Level::parse`].
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(text: &str, file: &str, folder: Option<&Path>) -> Result<Document, LevelErrors> {
        let root = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).unwrap_or_default();
        let mut document = Document::of(root, Vec::new());
        let level = Level::parse(text, file, folder);
        let level = level.or_else(|errors| Ok(document.shown(folder).ok_or(errors)?.level))?;
        if !document.has_rows() {
            document.rows = rows_of(&level.grid);
        }
        Ok(document)
    }

    fn of(root: Value, rows: Vec<String>) -> Document {
        let root = match root {
            Value::Object(root) => root,
            _ => Map::new(),
        };
        let mut document = Document { root, rows, ..Document::default() };
        if document.has_rows() {
            document.rows = Vec::new();
        }
        document
    }

    /// The document as a file: a line for each row of the map and for each unit, order and goal.
    pub fn to_text(&self) -> String {
        text::of(&self.root)
    }

    /// A key of the document.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.root.get(key)
    }

    /// A list of the document; empty where there is none.
    pub fn list(&self, key: &str) -> &[Value] {
        self.root.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// A copy of an object of the document, to change and set again; empty where there is none.
    fn object(&self, key: &str) -> Map<String, Value> {
        self.root.get(key).and_then(Value::as_object).cloned().unwrap_or_default()
    }

    /// A text of the document; empty where there is none.
    pub fn word(&self, key: &str) -> &str {
        self.root.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// Whether anything has changed since it was saved or read.
    pub fn is_changed(&self) -> bool {
        self.open.is_some() || self.version() != self.saved
    }

    /// It has been saved as it is.
    pub fn note_saved(&mut self) {
        self.saved = self.version();
    }

    /// Tells one state of the document from another.
    pub fn version(&self) -> u64 {
        self.done.last().map_or(0, |step| step.number)
    }

    /// Whether there is something to be undone, and to be done again.
    pub fn can(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }

    /// Begins a stroke: all changes until [`Document::end`] are one step of undo.
    pub fn begin(&mut self) {
        self.end();
        self.open = Some(Step { number: self.count + 1, changes: Vec::new() });
    }

    /// Ends the stroke. One that changed nothing is no step.
    pub fn end(&mut self) {
        if let Some(mut step) = self.open.take() {
            step.changes.retain(|change| change.before != change.after);
            if !step.changes.is_empty() {
                self.count = step.number;
                self.done.push(step);
                self.undone.clear();
            }
        }
    }

    /// Does something as one step of undo, or as part of the stroke that is being drawn.
    pub fn stroke<R>(&mut self, work: impl FnOnce(&mut Document) -> R) -> R {
        let is_part = self.open.is_some();
        if !is_part {
            self.begin();
        }
        let result = work(self);
        if !is_part {
            self.end();
        }
        result
    }

    /// Takes back the last stroke; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.end();
        let Some(step) = self.done.pop() else { return false };
        for change in step.changes.iter().rev() {
            self.put(&change.spot, change.before.clone());
        }
        self.undone.push(step);
        true
    }

    /// Does again what was undone last; whether there was anything.
    pub fn redo(&mut self) -> bool {
        self.end();
        let Some(step) = self.undone.pop() else { return false };
        for change in &step.changes {
            self.put(&change.spot, change.after.clone());
        }
        self.done.push(step);
        true
    }

    /// Sets a key of the document.
    pub fn set(&mut self, key: &str, value: Value) {
        let before = self.root.get(key).cloned();
        if before.as_ref() != Some(&value) {
            self.change(Change { spot: Spot::Key(key.to_owned()), before, after: Some(value) });
        }
    }

    /// Takes a key of the document away.
    pub fn clear(&mut self, key: &str) {
        let before = self.root.get(key).cloned();
        if before.is_some() {
            self.change(Change { spot: Spot::Key(key.to_owned()), before, after: None });
        }
    }

    /// Adds a value to a list of the document.
    pub fn push(&mut self, key: &str, value: Value) {
        let mut list = self.list(key).to_vec();
        list.push(value);
        self.set(key, list.into());
    }

    /// Takes a value out of a list of the document.
    pub fn take(&mut self, key: &str, index: usize) {
        let mut list = self.list(key).to_vec();
        if index < list.len() {
            list.remove(index);
            self.set(key, list.into());
        }
    }

    /// Sets a key of a value of a list, or takes it away.
    pub fn set_in(&mut self, list: &str, index: usize, key: &str, value: Option<Value>) {
        let mut values = self.list(list).to_vec();
        let Some(map) = values.get_mut(index).and_then(Value::as_object_mut) else { return };
        put(map, key, value);
        self.set(list, values.into());
    }

    fn change(&mut self, change: Change) {
        self.put(&change.spot, change.after.clone());
        let is_alone = self.open.is_none();
        if is_alone {
            self.begin();
        }
        if let Some(step) = &mut self.open {
            // A brush comes by a row many times: it is kept once. A map that was written anew is another one.
            let same = step.changes.iter().rposition(|known| known.spot == change.spot);
            let map = step.changes.iter().rposition(|known| known.spot == Spot::Key("map".into()));
            match same.filter(|&same| map.is_none_or(|map| map <= same)) {
                Some(same) => step.changes[same].after = change.after,
                None => step.changes.push(change),
            }
        }
        if is_alone {
            self.end();
        }
    }

    fn put(&mut self, spot: &Spot, value: Option<Value>) {
        match (spot, value) {
            (Spot::Key(key), Some(value)) => _ = self.root.insert(key.clone(), value),
            (Spot::Key(key), None) => _ = self.root.shift_remove(key),
            (Spot::Row(row), Some(value)) => self.root["map"]["tiles"][*row] = value,
            (Spot::Row(_), None) => {}
        }
    }

    fn has_rows(&self) -> bool {
        self.root.get("map").is_some_and(|map| map["tiles"].is_array())
    }

    /// Rows and columns of the map, tiles.
    pub fn size(&self) -> (i32, i32) {
        let rows = if self.has_rows() { self.tiles().len() } else { self.rows.len() };
        (self.row(0).len() as i32, rows as i32)
    }

    fn tiles(&self) -> &[Value] {
        self.root.get("map").and_then(|map| map["tiles"].as_array()).map_or(&[], Vec::as_slice)
    }

    /// A row of the map, top row first; empty where there is none.
    pub fn row(&self, row: usize) -> &str {
        match self.has_rows() {
            true => self.tiles().get(row).and_then(Value::as_str).unwrap_or_default(),
            false => self.rows.get(row).map_or("", String::as_str),
        }
    }

    /// The sign of a tile.
    pub fn tile(&self, column: i32, row: i32) -> Option<char> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        self.row(row).as_bytes().get(column).map(|&sign| char::from(sign))
    }

    /// Paints tiles; those beside the map are left out.
    pub fn paint(&mut self, tiles: &[(i32, i32)], sign: char) {
        let mut by_row: Vec<(i32, i32)> = tiles.iter().map(|&(column, row)| (row, column)).collect();
        by_row.retain(|&(row, column)| self.tile(column, row).is_some_and(|now| now != sign));
        by_row.sort_unstable();
        if by_row.is_empty() || !sign.is_ascii() {
            return;
        }
        self.stroke(|document| {
            document.give_rows();
            for run in by_row.chunk_by(|a, b| a.0 == b.0) {
                let row = run[0].0 as usize;
                let before = document.row(row).to_owned();
                let mut signs = before.clone().into_bytes();
                run.iter().for_each(|&(_, column)| signs[column as usize] = sign as u8);
                let after = String::from_utf8(signs).unwrap_or_else(|_| before.clone());
                let (before, after) = (Some(before.into()), Some(after.into()));
                document.change(Change { spot: Spot::Row(row), before, after });
            }
        });
    }

    /// Gives the map by its rows where the level names a file for it.
    pub fn embed_map(&mut self) {
        if self.root.get("map").is_some_and(|map| map["file"].is_string()) {
            self.give_rows();
        }
    }

    /// Gives the map by its rows, where the file does not.
    fn give_rows(&mut self) {
        if !self.has_rows() {
            self.set_rows(self.rows.clone());
        }
    }

    /// Gives the map by these rows; comments in it stay.
    fn set_rows(&mut self, rows: Vec<String>) {
        let known = self.root.get("map").and_then(Value::as_object).cloned().unwrap_or_default();
        let mut map: Map<String, Value> =
            known.into_iter().filter(|(key, _)| !["size", "file", "tiles"].contains(&key.as_str())).collect();
        map.insert("tiles".into(), rows.into());
        self.set("map", map.into());
    }

    /// Gives the map another size, tiles: what lies beyond is cut off, what is added is ground.
    pub fn resize(&mut self, columns: usize, rows: usize) {
        if self.size() == (columns as i32, rows as i32) || columns == 0 || rows == 0 {
            return;
        }
        let resized = (0..rows).map(|row| {
            let kept: String = self.row(row).chars().take(columns).collect();
            format!("{kept}{}", ".".repeat(columns - kept.len()))
        });
        let resized = resized.collect();
        self.set_rows(resized);
    }
}

/// The rows of a map, top row first.
fn rows_of(grid: &Grid) -> Vec<String> {
    let columns = grid.columns().max(1) as usize;
    grid.tiles().chunks(columns).map(|row| row.iter().map(|&tile| sign(tile)).collect()).collect()
}

/// Sets a key, or takes it away.
fn put(map: &mut Map<String, Value>, key: &str, value: Option<Value>) {
    match value {
        Some(value) => map.insert(key.to_owned(), value),
        None => map.shift_remove(key),
    };
}
