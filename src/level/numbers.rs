//! Numbers with a unit and bounds, alone and in lists: each is declared once, and its reading and its JSON
//! Schema follow.

use super::decode::{Trail, expected};
use super::json::start;
use super::problem::{Problems, quoted};
use jsonc_parser::ast::Value;

/// Which numbers are right.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Low {
    /// Greater than the bound.
    Above,
    /// At least the bound.
    From,
}

/// Reads a number within bounds. `what` names it with its unit, such as `a radius in px`.
pub(super) fn number(
    what: &str,
    (low, kind): (f64, Low),
    high: f64,
    integer: bool,
    (value, trail, problems): (&Value, &Trail, &mut Problems),
) -> Option<f64> {
    let Value::NumberLit(literal) = value else {
        let hint = match value {
            Value::StringLit(text) if text.value.parse::<f64>().is_ok() => " (leave the quotes away)",
            _ => "",
        };
        return expected(&format!("{what}, a number{hint}"), value, trail, problems);
    };
    let number: f64 = literal.value.parse().unwrap_or(f64::NAN);
    let too_low = if kind == Low::Above { number as f32 <= low as f32 } else { number < low };
    let wrong = if !number.is_finite() {
        "is not finite"
    } else if integer && number.fract() != 0.0 {
        "is not a whole number"
    } else if too_low || number > high {
        "is out of range"
    } else {
        return Some(number);
    };
    let (whole, from) =
        (if integer { " whole" } else { "" }, if kind == Low::Above { "above" } else { "from" });
    let said = format!("{} {wrong}; {what} is a{whole} number {from} {low} to {high}", quoted(literal.value));
    problems.add(start(value), trail, said);
    None
}

/// Declares a number with a unit and bounds once: reading and schema follow from it.
macro_rules! quantity {
    ($name:ident, $what:literal, $kind:ident $low:expr, to $high:expr $(, $integer:ident)?) => {
        #[doc = $what]
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $name(pub f64);

        impl Decode for $name {
            fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
                let integer = stringify!($($integer)?) == "integer";
                number($what, ($low, Low::$kind), $high, integer, (value, trail, problems)).map($name)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn inline_schema() -> bool {
                true
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let low = if Low::$kind == Low::Above { "exclusiveMinimum" } else { "minimum" };
                let integer = stringify!($($integer)?) == "integer";
                let kind = if integer { "integer" } else { "number" };
                json_schema!({ "type": kind, low: plain_number($low), "maximum": plain_number($high) })
            }
        }
    };
}
pub(super) use quantity;

/// A bound without a needless `.0`.
pub(super) fn plain_number(number: f64) -> serde_json::Value {
    if number.fract() == 0.0 { (number as i64).into() } else { number.into() }
}

/// Reads a list of exactly `N` numbers of one quantity.
pub(super) fn numbers<const N: usize>(
    what: &str,
    read: impl Fn(&Value, &Trail, &mut Problems) -> Option<f64>,
    (value, trail, problems): (&Value, &Trail, &mut Problems),
) -> Option<[f64; N]> {
    match value {
        Value::Array(array) if array.elements.len() == N => {
            let mut numbers = [None; N];
            for (index, (number, element)) in numbers.iter_mut().zip(&array.elements).enumerate() {
                *number = read(element, &Trail::Index(trail, index), problems);
            }
            let all: Option<Vec<f64>> = numbers.into_iter().collect();
            all.and_then(|all| all.try_into().ok())
        }
        Value::Array(array) => {
            let said = format!("expected {what}, found a list of {}", array.elements.len());
            problems.add(start(value), trail, said);
            None
        }
        _ => expected(what, value, trail, problems),
    }
}

/// Declares a list of `N` numbers once: reading and schema follow from it, which may have rules beside.
macro_rules! tuple {
    ($name:ident, $count:literal, $what:literal, $about:literal, $kind:ident $low:expr, to $high:expr, $type:literal $(, with $extra:expr)?) => {
        impl Decode for $name {
            fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
                let read = |value: &Value, trail: &Trail, problems: &mut Problems| {
                    number($about, ($low, Low::$kind), $high, $type == "integer", (value, trail, problems))
                };
                numbers::<$count>($what, read, (value, trail, problems)).map($name)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).trim_start_matches("Raw").into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let low = if Low::$kind == Low::Above { "exclusiveMinimum" } else { "minimum" };
                let schema = json_schema!({
                    "description": $what,
                    "type": "array",
                    "items": { "type": $type, low: plain_number($low), "maximum": plain_number($high) },
                    "minItems": $count,
                    "maxItems": $count,
                });
                $(
                    let mut schema = schema;
                    schema.insert("allOf".into(), $extra);
                )?
                schema
            }
        }
    };
}
pub(super) use tuple;
