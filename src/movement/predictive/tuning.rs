//! Those of the model's constants that a player may turn while the game runs. The rest are bounds that belong together.

use crate::movement::parameter;
use crate::movement::parameter::{Parameter, Setting};
use crate::movement::predictive::parameters::Parameters;

impl parameter::Parameters for Parameters {
    fn parameters(&self) -> Vec<Parameter> {
        let normal = Parameters::default();
        let entry = |index: usize, name, unit, range, help| Parameter {
            name,
            unit,
            help,
            range,
            default: parameter::Parameters::get(&normal, index),
        };
        vec![
            entry(
                0,
                "fan",
                "on/off",
                0.0..=1.0,
                "Units look ahead. Off: they only step around what blocks them.",
            ),
            entry(1, "push", "on/off", 0.0..=1.0, "Units make others give way."),
            entry(2, "sight", "px", 30.0..=270.0, "How far units look. Nearer: lanes form late."),
            entry(3, "horizon", "px", 30.0..=270.0, "How far a free run counts. Nearer: corridors jam."),
            entry(4, "turn_cost", "px", 0.0..=40.0, "What turning right round costs. Less: units flutter."),
            entry(
                5,
                "keep_right",
                "px",
                0.0..=10.0,
                "What going to the right is worth. 0: crowds mingle slower.",
            ),
            entry(
                6,
                "push_after",
                "ticks",
                0.0..=300.0,
                "How long one waits before moving friends give way.",
            ),
            entry(
                7,
                "lead_after",
                "ticks",
                1.0..=600.0,
                "How long one waits before it goes before all others.",
            ),
        ]
    }

    fn get(&self, index: usize) -> f32 {
        match index {
            0 => self.fan.to_number(),
            1 => self.push.to_number(),
            2 => self.sight,
            3 => self.horizon,
            4 => self.turn_cost,
            5 => self.keep_right,
            6 => f32::from(self.push_after),
            7 => f32::from(self.lead_after),
            _ => 0.0,
        }
    }

    fn set(&mut self, index: usize, value: f32) {
        let Some(parameter) = parameter::Parameters::parameters(self).into_iter().nth(index) else { return };
        if value.is_nan() {
            return;
        }
        let value = value.clamp(*parameter.range.start(), *parameter.range.end());
        match index {
            0 => self.fan = bool::from_number(value),
            1 => self.push = bool::from_number(value),
            2 => self.sight = value,
            3 => self.horizon = value,
            4 => self.turn_cost = value,
            5 => self.keep_right = value,
            6 => self.push_after = value.round() as u16,
            _ => self.lead_after = value.round() as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parameter::Parameters as _;

    #[test]
    fn every_parameter_takes_the_ends_of_its_range_and_comes_back_to_its_default() {
        let mut tuned = Parameters::default();
        for (index, parameter) in tuned.parameters().into_iter().enumerate() {
            for value in [*parameter.range.start(), *parameter.range.end()] {
                tuned.set(index, value);
                assert_eq!(tuned.get(index), value, "{}", parameter.name);
            }
            tuned.set(index, f32::INFINITY);
            assert_eq!(tuned.get(index), *parameter.range.end());
        }
        tuned.reset();
        assert_eq!(tuned, Parameters::default());
    }
}
