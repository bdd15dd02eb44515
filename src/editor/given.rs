//! Units that are on the map already: moved, and given another team, group or id.

use super::cast::{names, single, units_of};
use super::numbers::whole;
use super::rename::rename;
use super::{Document, put};
use serde_json::{Map, Value};
use std::collections::HashMap;

impl Document {
    /// Moves a unit by so many tiles; one of a block with its whole block.
    pub fn shift_unit(&mut self, number: usize, by: [f64; 2]) {
        let Some(&entry) = self.entries().get(number) else { return };
        let mut units = self.list("units").to_vec();
        let unit = &mut units[entry];
        let place = if unit["block"].is_object() { &mut unit["block"]["from"] } else { &mut unit["at"] };
        for (axis, by) in by.into_iter().enumerate() {
            if let Some(at) = place[axis].as_f64() {
                place[axis] = whole(at + by);
            }
        }
        self.set("units", units.into());
    }

    /// Gives units, by number, another value of a key, or takes the key away.
    pub fn give(&mut self, numbers: &[usize], key: &str, value: Option<Value>) {
        self.change_units(numbers, |unit| put(unit, key, value.clone()));
    }

    /// Changes units, by number. A block of which only some are meant falls apart into single units.
    pub(super) fn change_units(&mut self, numbers: &[usize], change: impl Fn(&mut Map<String, Value>)) {
        let (before, mut units, mut first) = (self.names(), Vec::new(), 0);
        for entry in self.list("units") {
            let members = first..first + units_of(entry);
            let is_meant = |unit: &usize| numbers.contains(unit);
            let parts: Vec<(Value, bool)> = match members.clone().filter(is_meant).count() {
                0 => vec![(entry.clone(), false)],
                all if all == members.len() => vec![(entry.clone(), true)],
                _ => members.clone().map(|unit| (single(entry, unit - first), is_meant(&unit))).collect(),
            };
            for (mut part, is_meant) in parts {
                part.as_object_mut().filter(|_| is_meant).into_iter().for_each(&change);
                units.push(part);
            }
            first = members.end;
        }
        let after = names(&units).into_iter().map(Some);
        let renamed: HashMap<_, _> = before.into_iter().zip(after).collect();
        self.stroke(|document| {
            document.set("units", units.into());
            rename(document, &renamed);
        });
    }

    /// What units, by number, have in common of a key: `None` where they differ.
    pub fn common(&self, numbers: &[usize], key: &str) -> Option<Value> {
        let (entries, units) = (self.entries(), self.list("units"));
        let mut values = numbers.iter().filter_map(|&number| Some(&units[*entries.get(number)?][key]));
        let first = values.next()?;
        values.all(|value| value == first).then(|| first.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"{ "format": 1, "name": "x", "map": { "size": [20, 9] }, "units": [
        { "kind": "hero", "team": "red", "at": [2, 2], "_": "kept" },
        { "id": "b", "kind": "infantry", "team": "red", "block": { "from": [5, 2], "columns": 2, "rows": 1, "spacing": 30 } } ],
        "orders": [ { "who": ["#0", "b.1"], "do": "stop" } ] }"##;

    fn document() -> Document {
        Document::parse(TEXT, "x.json", None).unwrap_or_else(|errors| panic!("{errors}"))
    }

    #[test]
    fn a_unit_is_moved_and_one_of_a_block_takes_the_block_along() {
        let mut document = document();
        document.shift_unit(0, [1.5, -0.25]);
        document.shift_unit(2, [0.0, 3.0]);
        let units = document.list("units");
        assert_eq!((&units[0]["at"], &units[0]["_"]), (&serde_json::json!([3.5, 1.75]), &"kept".into()));
        assert_eq!(units[1]["block"]["from"], serde_json::json!([5, 5]));
        document.undo();
        assert_eq!(document.list("units")[1]["block"]["from"], serde_json::json!([5, 2]));
    }

    #[test]
    fn a_part_of_a_block_gets_another_team_and_orders_still_name_its_units() {
        let mut document = document();
        document.give(&[1], "team", Some("blue".into()));
        let units = document.list("units").to_vec();
        assert_eq!(units.len(), 3);
        assert_eq!((&units[1]["team"], &units[2]["team"]), (&"blue".into(), &"red".into()));
        assert_eq!(document.names(), ["#0", "b.0", "b.1"]);
        assert_eq!(document.common(&[0, 2], "team"), Some("red".into()));
        assert_eq!(document.common(&[0, 1], "team"), None);
    }

    #[test]
    fn orders_go_on_about_a_unit_that_gets_an_id() {
        let mut document = document();
        document.give(&[0], "id", Some("boss".into()));
        assert_eq!(document.list("orders")[0]["who"], serde_json::json!(["boss", "b.1"]));
        document.give(&[0], "id", None);
        assert_eq!(document.list("orders")[0]["who"][0], "#0");
    }
}
