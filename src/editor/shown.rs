//! A document as it can be shown while it is worked on: the level of all that is sound, and what is wrong
//! with the rest, each at its place.

use super::Document;
use super::cast::{single, units_of};
use crate::grid::{Area, TILE};
use crate::level::Level;
use glam::Vec2;
use serde_json::{Map, Value};
use std::path::Path;

/// Keys without which a level is still one.
const OPTIONAL_KEYS: [&str; 12] = [
    "parameters",
    "units",
    "obstacles",
    "orders",
    "edits",
    "goals",
    "expect",
    "medals",
    "limit",
    "player",
    "teams",
    "kinds",
];
/// After so many looks what is still wrong is left out as a whole.
const LOOKS: usize = 6;

/// Something that `muster check` would tell.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkedProblem {
    /// Where on the map, px.
    pub at: Option<Vec2>,
    /// Where in the document, such as `units[3].at`.
    pub path: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// What can be shown of a document.
#[derive(Clone, Debug)]
pub struct Shown {
    /// All that is sound.
    pub level: Level,
    /// For each of its units the number that it has in the document.
    pub units: Vec<usize>,
    /// Units that cannot stand where they are: the number of each in the document, and its place, px; of a block
    /// as a whole its first.
    pub missing: Vec<(usize, Vec2)>,
    /// What is wrong with the rest; empty: the document is sound, and the level is all of it.
    pub faults: Vec<MarkedProblem>,
}

/// An entry of the list of units, and the numbers that its units have in the document.
type Entry = (Value, Vec<usize>);

impl Document {
    /// Looks what of the document is sound; `None` where not even the map is. `folder` as in
    /// [`Level::parse`].
    pub fn shown(&self, folder: Option<&Path>) -> Option<Shown> {
        let mut root = self.root.clone();
        let (mut faults, mut missing) = (Vec::new(), Vec::new());
        let mut first = 0;
        let numbered = |entry: &Value| {
            let numbers: Vec<usize> = (first..first + units_of(entry)).collect();
            first += numbers.len();
            (entry.clone(), numbers)
        };
        let mut units: Vec<Entry> = self.list("units").iter().map(numbered).collect();
        for look in 0..=LOOKS {
            if root.contains_key("units") {
                root.insert("units".into(), units.iter().map(|(entry, _)| entry.clone()).collect());
            }
            let errors = match Level::parse(&Value::Object(root.clone()).to_string(), "the level", folder) {
                Ok(level) => {
                    let units = units.into_iter().flat_map(|(_, numbers)| numbers).collect();
                    return Some(Shown { level, units, missing, faults });
                }
                Err(errors) => errors,
            };
            if look == 0 {
                faults.extend(errors.problems.iter().map(|problem| MarkedProblem {
                    at: self.place_of(&problem.path),
                    path: problem.path.clone(),
                    message: problem.message.clone(),
                }));
            }
            let heads: Vec<(&str, Option<usize>)> =
                errors.problems.iter().map(|problem| head(&problem.path)).collect();
            let wrong = |index| heads.contains(&("units", Some(index)));
            units = units.into_iter().enumerate().fold(Vec::new(), |mut kept, (index, (entry, numbers))| {
                match numbers.len() {
                    _ if !wrong(index) => kept.push((entry, numbers)),
                    // Of a block only those go who cannot stand.
                    2.. if look + 1 < LOOKS => {
                        let each = numbers.iter().enumerate();
                        kept.extend(each.map(|(member, &number)| (single(&entry, member), vec![number])));
                    }
                    _ => missing.extend(numbers.first().copied().zip(place_in(&entry))),
                }
                kept
            });
            leave_out(&mut root, &heads, look + 1 == LOOKS);
        }
        None
    }

    /// The fields that goals are about and that teams guard, sound or not, each once.
    pub fn fields(&self) -> Vec<Area> {
        let goals = self.list("goals").iter().flat_map(|goal| ["to", "hold", "shut"].map(|key| &goal[key]));
        let mut fields: Vec<Area> = Vec::new();
        for area in goals.chain(self.guarded()).filter_map(area_in) {
            if !fields.contains(&area) {
                fields.push(area);
            }
        }
        fields
    }

    /// Where on the map something of the document is, px.
    fn place_of(&self, path: &str) -> Option<Vec2> {
        let (list, index) = head(path);
        let entry = self.list(list).get(index?)?;
        let tiles = match list {
            "units" => return place_in(entry),
            "obstacles" => pair(&entry["at"]).or_else(|| pair(&entry["orbit"]["center"]))?,
            "orders" => pair(&entry["to"]).or_else(|| pair(&entry["route"][0]))?,
            _ => ["to", "hold", "shut", "area"].into_iter().find_map(|key| middle(&entry[key]))?,
        };
        Some(Vec2::new(tiles[0] as f32, tiles[1] as f32) * TILE)
    }
}

/// Where an entry of the list of units is: a block's middle, px.
fn place_in(entry: &Value) -> Option<Vec2> {
    let block = &entry["block"];
    let middle = |axis: usize, key: &str| {
        let steps = block[key].as_f64().unwrap_or(1.0) - 1.0;
        let half = steps * block["spacing"].as_f64().unwrap_or(0.0) / f64::from(TILE) / 2.0;
        block["from"][axis].as_f64().unwrap_or(0.0) + half
    };
    let [x, y] = match block.is_object() {
        true => [middle(0, "columns"), middle(1, "rows")],
        false => pair(&entry["at"])?,
    };
    Some(Vec2::new(x as f32, y as f32) * TILE)
}

fn pair(value: &Value) -> Option<[f64; 2]> {
    Some([value[0].as_f64()?, value[1].as_f64()?])
}

/// An area of tiles, if that is one.
fn area_in(value: &Value) -> Option<Area> {
    let number = |index: usize| value[index].as_i64().and_then(|number| i32::try_from(number).ok());
    let [column, row, columns, rows] = [number(0)?, number(1)?, number(2)?, number(3)?];
    Some(Area { column, row, columns, rows })
}

/// The middle of an area.
fn middle(area: &Value) -> Option<[f64; 2]> {
    let at = |index: usize| area[index].as_f64();
    Some([at(0)? + at(2)? / 2.0, at(1)? + at(3)? / 2.0])
}

/// The key that a path begins with, and the place in its list.
fn head(path: &str) -> (&str, Option<usize>) {
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let index = path[end..].strip_prefix('[').and_then(|rest| rest.split(']').next()?.parse().ok());
    (&path[..end], index)
}

/// Leaves out what is wrong beside units; `whole`: not an entry of a list but the list.
fn leave_out(root: &mut Map<String, Value>, heads: &[(&str, Option<usize>)], whole: bool) {
    for key in OPTIONAL_KEYS {
        let wrong: Vec<Option<usize>> =
            heads.iter().filter(|(head, _)| *head == key).map(|head| head.1).collect();
        if wrong.contains(&None) || (whole && !wrong.is_empty()) {
            root.shift_remove(key);
        } else if let Some(list) = root.get_mut(key).and_then(Value::as_array_mut).filter(|_| key != "units")
        {
            let mut index = 0;
            list.retain(|_| {
                index += 1;
                !wrong.contains(&Some(index - 1))
            });
        }
    }
}
