//! Parameters of models, as the file says them: `{ "predictive": { "push": false } }`.

use super::decode::{Decode, Trail, expected, for_each_key, object_schema};
use super::json::start;
use super::problem::{Problems, Suggestions, quoted};
use crate::movement::tuning::{Setting, merged, parameters_of};
use crate::unit::ModelName;
use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

/// Parameters of models, each within its range, in the order of [`crate::movement::tuning::merged`].
#[derive(Clone, Debug, Default)]
pub(super) struct RawParameters(pub Vec<Setting>);

impl Decode for RawParameters {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let what = "an object of models, such as `{ \"predictive\": { \"push\": false } }`";
        let Value::Object(models) = value else { return expected(what, value, trail, problems) };
        let mut settings = Vec::new();
        let known = || ModelName::ALL.iter().map(|model| model.name());
        for_each_key(models, trail, problems, |name, value, trail, problems| {
            match ModelName::ALL.iter().find(|model| model.name() == name) {
                Some(&model) => settings.extend(of_model(model, value, trail, problems)),
                None => {
                    let hint = Suggestions::new().after(name, known());
                    problems.add(
                        start(value),
                        trail,
                        format!("unknown key {}: no model{hint}", quoted(name)),
                    );
                }
            }
        });
        Some(RawParameters(merged(&[], &settings)))
    }
}

/// The settings of one model that are sound.
fn of_model(model: ModelName, value: &Value, trail: &Trail, problems: &mut Problems) -> Vec<Setting> {
    let parameters = parameters_of(model);
    let mut settings = Vec::new();
    let Value::Object(object) = value else {
        expected::<()>("an object of parameters", value, trail, problems);
        return settings;
    };
    for_each_key(object, trail, problems, |name, value, trail, problems| {
        let Some(index) = parameters.iter().position(|parameter| parameter.name == name) else {
            let known = parameters.iter().map(|parameter| parameter.name);
            let hint = Suggestions::new().after(name, known);
            let said = format!("unknown key {}: no parameter of {}{hint}", quoted(name), model.name());
            return problems.add(value.range().start, trail, said);
        };
        let number = match value {
            Value::BooleanLit(switch) if parameters[index].is_switch() => f32::from(switch.value),
            Value::NumberLit(number) => number.value.parse().unwrap_or(f32::NAN),
            _ => {
                let what = if parameters[index].is_switch() { "`true` or `false`" } else { "a number" };
                expected::<()>(what, value, trail, problems);
                return;
            }
        };
        match Setting::new(model, index, number) {
            Ok(setting) => settings.push(setting),
            Err(said) => problems.add(start(value), trail, said),
        }
    });
    settings
}

impl JsonSchema for RawParameters {
    fn schema_name() -> Cow<'static, str> {
        "Parameters".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let of_model = |&model: &ModelName| {
            let parameters = parameters_of(model);
            let properties = parameters.iter().map(|parameter| {
                let (least, most) = (parameter.range.start(), parameter.range.end());
                let schema = match parameter.is_switch() {
                    true => json_schema!({ "enum": [true, false, 0, 1], "default": parameter.default != 0.0 }),
                    false => json_schema!({
                        "type": "number", "minimum": least, "maximum": most, "default": short(parameter.default),
                    }),
                };
                (parameter.name, false, parameter.help.trim(), schema)
            });
            let schema = object_schema("Parameters of this model.", properties.collect());
            (model.name(), false, "Parameters of this model.", schema)
        };
        object_schema("Parameters of models, by model.", ModelName::ALL.iter().map(of_model).collect())
    }
}

/// A number as it is written, not as its nearest `f64` is.
fn short(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}
