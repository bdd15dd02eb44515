//! Whom orders, claims and goals are about.

use super::decode::{
    Decode, Field, Name, Trail, expected, is_comment, key_of, note_twice, note_unknown, object, object_schema,
};
use super::json::start;
use super::problem::{Problems, quoted};
use jsonc_parser::ast::Value;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::json;
use std::borrow::Cow;

object! {
    /// A team or a group of units.
    RawSelection with { json!({ "oneOf": [{ "required": ["team"] }, { "required": ["group"] }] }) } {
        /// Every unit of this team.
        team "team" optional Name,
        /// Every unit of this group.
        group "group" optional Name,
    }
}

/// The units that an order, a claim or a goal is about.
#[derive(Debug)]
pub(super) enum Who {
    /// Units by id.
    Ids(Vec<Field<Name>>),
    /// The units of a team; the place of its name.
    Team(String, usize),
    /// The units of a group; the place of its name.
    Group(String, usize),
    /// Every unit.
    All,
}

const WHO: &str = "a list of ids, `{\"team\": …}`, `{\"group\": …}` or `\"all\"`";

impl Decode for Who {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let said = match value {
            Value::Array(array) if array.elements.is_empty() => {
                format!("an empty list names nobody; write {WHO}")
            }
            Value::Array(_) => return Vec::decode(value, trail, problems).map(Who::Ids),
            Value::StringLit(text) if text.value == "all" => return Some(Who::All),
            Value::StringLit(text) => {
                let name = quoted(&text.value);
                format!(
                    "expected {WHO}, found the string {name}; did you mean [\"{}\"]?",
                    name.trim_matches('`')
                )
            }
            Value::Object(_) => {
                let selection = RawSelection::decode(value, trail, problems)?;
                match (selection.team, selection.group) {
                    (Field::Found(Name(team), at), Field::Absent) => return Some(Who::Team(team, at)),
                    (Field::Absent, Field::Found(Name(group), at)) => return Some(Who::Group(group, at)),
                    (Field::Absent, Field::Absent) => format!("names nobody; write {WHO}"),
                    (Field::Found(..), Field::Found(..)) => {
                        "names a team and a group; keep one of the two".into()
                    }
                    _ => return None,
                }
            }
            _ => return expected(WHO, value, trail, problems),
        };
        problems.add(start(value), trail, said);
        None
    }
}

impl JsonSchema for Who {
    fn schema_name() -> Cow<'static, str> {
        "Who".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let selection = generator.subschema_for::<RawSelection>();
        json_schema!({ "anyOf": [
            { "const": "all" },
            { "type": "array", "items": { "type": "string", "minLength": 1 }, "minItems": 1 },
            selection,
        ] })
    }
}
