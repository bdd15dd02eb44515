//! Units and obstacles of a document: put there, taken away, with their names kept in order.

use super::Document;
use super::numbers::{count, short, whole};
use super::rename::rename;
use super::symmetry;
use crate::grid::TILE;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Units that are put on the map: one, or rows and columns of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Troop {
    /// Name of their kind.
    pub kind: String,
    /// Name of their team.
    pub team: String,
    /// Centre of the first, tiles.
    pub from: [f64; 2],
    /// How many stand side by side, and in how many rows.
    pub size: (usize, usize),
    /// From centre to centre, px.
    pub spacing: f64,
    /// Degrees clockwise from east.
    pub facing: f64,
}

impl Troop {
    /// Its image on a map of this size.
    pub fn image(&self, sides: (bool, bool), map: (i32, i32)) -> Troop {
        let steps = |count: usize| count.saturating_sub(1) as f64 * self.spacing / f64::from(TILE);
        // Of the image, too, the first is at the top left.
        let far = [
            self.from[0] + if sides.0 { steps(self.size.0) } else { 0.0 },
            self.from[1] + if sides.1 { steps(self.size.1) } else { 0.0 },
        ];
        let from = symmetry::place(far, sides, map).map(short);
        Troop { from, facing: symmetry::facing(self.facing, sides), ..self.clone() }
    }

    fn value(&self) -> Value {
        let mut value = json!({ "kind": self.kind, "team": self.team });
        if self.facing != 0.0 {
            value["facing"] = whole(self.facing);
        }
        let place = json!([whole(self.from[0]), whole(self.from[1])]);
        match self.size {
            (1, 1) => value["at"] = place,
            (columns, rows) => {
                let spacing = whole(self.spacing);
                value["block"] =
                    json!({ "from": place, "columns": columns, "rows": rows, "spacing": spacing });
            }
        }
        value
    }
}

/// How many units an entry of the list stands for.
pub(super) fn units_of(entry: &Value) -> usize {
    let block = &entry["block"];
    if block.is_object() { count(&block["columns"]).saturating_mul(count(&block["rows"])) } else { 1 }
}

impl Document {
    /// Puts units on the map.
    pub fn place(&mut self, troop: &Troop) {
        self.push("units", troop.value());
    }

    /// For each unit of the level the entry of the list that it comes from.
    pub fn entries(&self) -> Vec<usize> {
        let entries = self.list("units").iter().enumerate();
        entries.flat_map(|(index, entry)| std::iter::repeat_n(index, units_of(entry))).collect()
    }

    /// What orders and goals call each unit.
    pub fn names(&self) -> Vec<String> {
        names(self.list("units"))
    }

    /// Takes units away, by number. Blocks that lose some fall apart into single units; orders, goals and
    /// claims go on about the others, and those that were about nobody else go, too.
    pub fn remove_units(&mut self, numbers: &[usize]) {
        if numbers.is_empty() {
            return;
        }
        let (before, mut kept, mut units) = (self.names(), Vec::new(), Vec::new());
        let mut first = 0;
        for entry in self.list("units") {
            let members = first..first + units_of(entry);
            let stays: Vec<usize> = members.clone().filter(|unit| !numbers.contains(unit)).collect();
            match stays.len() {
                all if all == members.len() => units.push(entry.clone()),
                _ => units.extend(stays.iter().map(|unit| single(entry, unit - first))),
            }
            kept.extend(stays);
            first = members.end;
        }
        let after = names(&units);
        let mut renamed: HashMap<String, Option<String>> =
            before.iter().map(|name| (name.clone(), None)).collect();
        for (&unit, name) in kept.iter().zip(after) {
            renamed.insert(before[unit].clone(), Some(name));
        }
        self.stroke(|document| {
            document.set("units", units.into());
            rename(document, &renamed);
        });
    }

    /// Takes an obstacle away, and the orders to follow it.
    pub fn remove_obstacle(&mut self, index: usize) {
        let Some(obstacle) = self.list("obstacles").get(index) else { return };
        let id = obstacle["id"].as_str().map(str::to_owned);
        self.stroke(|document| {
            document.take("obstacles", index);
            if let Some(id) = id {
                rename(document, &HashMap::from([(id, None)]));
            }
        });
    }

    /// Puts an obstacle on the map, with an id of its own so that units can follow it: one that stands, or
    /// goes round its centre on an ellipse of these half axes, tiles, in so many seconds, and begins at a
    /// phase, degrees clockwise from east. Sizes in px.
    pub fn place_obstacle(&mut self, at: [f64; 2], radius: f64, orbit: Option<([f64; 2], f64, f64)>) {
        let place = |at: [f64; 2]| json!([whole(at[0]), whole(at[1])]);
        let ids: Vec<&str> = ["units", "obstacles"]
            .iter()
            .flat_map(|list| self.list(list))
            .filter_map(|it| it["id"].as_str())
            .collect();
        let id = (1..).map(|number| format!("obstacle {number}")).find(|id| !ids.contains(&id.as_str()));
        let mut value = json!({ "id": id, "radius": whole(radius) });
        match orbit {
            None => value["at"] = place(at),
            Some((radii, period, phase)) => {
                value["orbit"] =
                    json!({ "center": place(at), "radii": place(radii), "period": whole(period) });
                if phase != 0.0 {
                    value["orbit"]["phase"] = whole(phase);
                }
            }
        }
        self.push("obstacles", value);
    }
}

pub(super) fn names(units: &[Value]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in units {
        let id = entry["id"].as_str();
        for member in 0..units_of(entry) {
            names.push(match id {
                Some(id) if entry["block"].is_object() => format!("{id}.{member}"),
                Some(id) => id.to_owned(),
                None => format!("#{}", names.len()),
            });
        }
    }
    names
}

/// A unit of a block on its own; what is no block is as it was.
pub(super) fn single(entry: &Value, member: usize) -> Value {
    let (Some(entry_map), Some(block)) = (entry.as_object(), entry["block"].as_object()) else {
        return entry.clone();
    };
    let (columns, spacing) = (count(&block["columns"]).max(1), block["spacing"].as_f64().unwrap_or(0.0));
    let along = |axis: usize, steps: usize| {
        let first = block["from"][axis].as_f64().unwrap_or(0.0);
        // As many digits as tell the place that it had in the block.
        let place = first + steps as f64 * spacing / f64::from(TILE);
        (place * 1e6).round() / 1e6
    };
    let at = json!([along(0, member % columns), along(1, member / columns)]);
    let mut unit = Map::new();
    for (key, value) in entry_map {
        match (key.as_str(), value.as_str()) {
            ("block", _) => _ = unit.insert("at".into(), at.clone()),
            ("id", Some(id)) => _ = unit.insert("id".into(), format!("{id}.{member}").into()),
            _ => _ = unit.insert(key.clone(), value.clone()),
        }
    }
    unit.into()
}
