//! The rules of the model, each with the setting that leaves it out: what a rule buys is measured
//! (`muster compare LEVEL… --without RULE`), and what buys nothing goes.

use crate::movement::tuning::{Setting, parameters_of};
use crate::unit::ModelName;

/// A rule that can be left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// What it does, in a word or two joined by hyphens.
    pub name: &'static str,
    parameter: &'static str,
    off: f32,
}

/// All rules, from what everybody does to what few ever come to.
pub const RULES: [Rule; 14] = [
    Rule { name: "looks-ahead", parameter: "fan", off: 0.0 },
    Rule { name: "keeps-right", parameter: "keep_right", off: 0.0 },
    Rule { name: "forms-lanes", parameter: "lane_forming", off: 0.0 },
    Rule { name: "turns-late", parameter: "turn_cost", off: 0.0 },
    Rule { name: "pushes", parameter: "push", off: 0.0 },
    Rule { name: "asks-ahead", parameter: "ask_ahead", off: 0.0 },
    Rule { name: "asks-onward", parameter: "asks_onward", off: 0.0 },
    Rule { name: "refuges", parameter: "refuges", off: 0.0 },
    Rule { name: "waits-before-pushing", parameter: "push_after", off: 0.0 },
    Rule { name: "leads", parameter: "lead_after", off: 600.0 },
    Rule { name: "convoys", parameter: "convoys", off: 0.0 },
    Rule { name: "shoves", parameter: "shove_after", off: 1800.0 },
    Rule { name: "home-in-order", parameter: "home_in_order", off: 0.0 },
    Rule { name: "turnouts", parameter: "turnouts", off: 0.0 },
];

impl Rule {
    /// The rule of a name.
    pub fn named(name: &str) -> Option<&'static Rule> {
        RULES.iter().find(|rule| rule.name == name)
    }

    /// The setting that leaves the rule out; `None` if its parameter is none of the model's.
    pub fn without(&self) -> Option<Setting> {
        let known = parameters_of(ModelName::Predictive);
        let index = known.iter().position(|parameter| parameter.name == self.parameter)?;
        Some(Setting { model: ModelName::Predictive, index, value: self.off })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_left_out_by_a_value_that_its_parameter_takes_and_does_not_have() {
        for rule in &RULES {
            let setting = rule.without().unwrap();
            let Setting { model, index, value } = setting;
            assert!(Setting::new(model, index, value).is_ok(), "{}", rule.name);
            assert_ne!(setting.parameter().default, value, "{}", rule.name);
        }
    }
}
