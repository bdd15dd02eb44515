//! Parameters that a level, a team, a unit or a run sets to another value than the model's own.

use super::models::Models;
use super::parameter::{Parameter, Tunable};
use super::predictive;
use crate::unit::ModelName;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// One parameter of a model, set to a value within its range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The model.
    pub model: ModelName,
    /// Place of the parameter in the model's list (see [`Tunable::parameters`]).
    pub index: usize,
    /// Its value; of a switch 0 or 1.
    pub value: f32,
}

impl Setting {
    /// Checks a value against the parameter's range.
    ///
    /// # Errors
    /// In words: what the parameter takes instead.
    pub fn new(model: ModelName, index: usize, value: f32) -> Result<Setting, String> {
        let known = parameters_of(model);
        let Some(parameter) = known.get(index) else {
            return Err(format!("{} has {} parameters", model.name(), known.len()));
        };
        let (least, most) = (parameter.range.start(), parameter.range.end());
        if parameter.is_switch() && value != 0.0 && value != 1.0 {
            return Err(format!("{} is a switch: true or false is needed, not {value}", parameter.name));
        }
        if !parameter.range.contains(&value) {
            let unit = if parameter.unit.is_empty() { String::new() } else { format!(" {}", parameter.unit) };
            return Err(format!("{} goes from {least} to {most}{unit}, not {value}", parameter.name));
        }
        Ok(Setting { model, index, value })
    }

    /// What the parameter is, as its model tells it.
    pub fn parameter(&self) -> Parameter {
        parameters_of(self.model).swap_remove(self.index)
    }
}

/// The parameters that a model has.
pub fn parameters_of(model: ModelName) -> Vec<Parameter> {
    match Models::default().get(model) {
        Some(model) => model.parameters(),
        None => predictive::Parameters::default().parameters(),
    }
}

/// Settings of which those of the `nearer` win.
pub fn merged(farther: &[Setting], nearer: &[Setting]) -> Vec<Setting> {
    let is_set = |setting: &&Setting| {
        nearer.iter().any(|near| (near.model, near.index) == (setting.model, setting.index))
    };
    let mut all: Vec<Setting> = farther.iter().filter(|far| !is_set(far)).chain(nearer).copied().collect();
    all.sort_by_key(|setting| (setting.model, setting.index));
    all
}

/// The different settings that units of one game go by. Number 0 are those of units that have none of their
/// own.
#[derive(Clone, Debug, Default)]
pub struct Tunings {
    /// Number `n` stands at place `n - 1`.
    list: Vec<Vec<Setting>>,
    numbers: FxHashMap<Vec<(ModelName, usize, u32)>, u32>,
}

impl Tunings {
    /// Tunings with these numbers, from 1 on.
    pub fn of(list: Vec<Vec<Setting>>) -> Tunings {
        let mut tunings = Tunings::default();
        for settings in list {
            tunings.number(settings);
        }
        tunings
    }

    /// The number of these settings, which are sorted as [`merged`] sorts them.
    pub fn number(&mut self, settings: Vec<Setting>) -> u32 {
        if settings.is_empty() {
            return 0;
        }
        let key = settings.iter().map(|set| (set.model, set.index, set.value.to_bits())).collect();
        let next = self.list.len() as u32 + 1;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.list.push(settings);
        }
        number
    }

    /// The settings of a number.
    pub fn get(&self, number: u32) -> &[Setting] {
        number.checked_sub(1).and_then(|place| self.list.get(place as usize)).map_or(&[], Vec::as_slice)
    }

    /// All of them, from number 1 on.
    pub fn list(&self) -> &[Vec<Setting>] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, value: f32) -> Result<Setting, String> {
        let known = parameters_of(ModelName::Predictive);
        let index = known.iter().position(|known| known.name == name).expect("it is one");
        Setting::new(ModelName::Predictive, index, value)
    }

    fn push(value: f32) -> Setting {
        set("push", value).expect("push is a switch")
    }

    #[test]
    fn the_nearest_setting_wins() {
        let other = Setting::new(ModelName::Swarm, 0, parameters_of(ModelName::Swarm)[0].default);
        let other = other.expect("a default is in its range");
        assert_eq!(merged(&[other, push(0.0)], &[push(1.0)]), [push(1.0), other]);
    }

    #[test]
    fn equal_settings_have_one_number() {
        let mut tunings = Tunings::default();
        let numbers =
            [vec![], vec![push(0.0)], vec![push(1.0)], vec![push(0.0)]].map(|set| tunings.number(set));
        assert_eq!(numbers, [0, 1, 2, 1]);
        assert_eq!(tunings.get(2), [push(1.0)]);
        assert!(tunings.get(0).is_empty() && tunings.get(3).is_empty());
    }

    #[test]
    fn a_value_out_of_range_is_told_with_its_range() {
        let said = set("sight", 1000.0).expect_err("sight ends at 270 px");
        assert_eq!(said, "sight goes from 30 to 270 px, not 1000");
        let said = set("push", 0.5).expect_err("push is a switch");
        assert_eq!(said, "push is a switch: true or false is needed, not 0.5");
    }
}
