//! Who leads a team, as the file says it.

use super::decode::{Decode, Trail, expected, key_of, note_twice, note_unknown, object, object_schema};
use super::decode::{Field, is_comment};
use super::json::start;
use super::problem::{Problems, quoted};
use super::values::RawArea;
use jsonc_parser::ast::Value;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::json;
use std::borrow::Cow;

object! {
    /// Units of the team go for whoever is in an area, then back to their posts.
    RawGuard with { json!({}) } {
        /// `[column, row, columns, rows]`, inside the map.
        guard "guard" required RawArea,
    }
}

/// Who leads a team.
#[derive(Debug)]
pub(super) enum RawStance {
    Orders,
    Stand,
    Guard(RawGuard),
    Hunt,
}

const STANCE: &str = "`\"orders\"`, `\"stand\"`, `{ \"guard\": AREA }` or `\"hunt\"`";

impl Decode for RawStance {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let said = match value {
            Value::Object(_) => return RawGuard::decode(value, trail, problems).map(RawStance::Guard),
            Value::StringLit(text) => match &*text.value {
                "orders" => return Some(RawStance::Orders),
                "stand" => return Some(RawStance::Stand),
                "hunt" => return Some(RawStance::Hunt),
                "guard" => {
                    "a guard needs the area that it guards: `{ \"guard\": [column, row, columns, rows] }`"
                        .into()
                }
                other => format!("unknown stance {}; a stance is {STANCE}", quoted(other)),
            },
            _ => return expected(STANCE, value, trail, problems),
        };
        problems.add(start(value), trail, said);
        None
    }
}

impl JsonSchema for RawStance {
    fn schema_name() -> Cow<'static, str> {
        "Stance".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let guard = generator.subschema_for::<RawGuard>();
        json_schema!({ "anyOf": [{ "enum": ["orders", "stand", "hunt"] }, guard] })
    }
}
