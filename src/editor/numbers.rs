//! Numbers as a document has them.

use serde_json::Value;

/// A number with at most three digits behind the point.
pub(super) fn short(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// A number, without a point where it needs none.
pub(super) fn whole(number: f64) -> Value {
    let number = short(number);
    if number.fract() == 0.0 && number.abs() < 1e15 { (number as i64).into() } else { number.into() }
}

/// A number of the document.
pub(super) fn count(value: &Value) -> usize {
    value.as_f64().map_or(0, |number| number.max(0.0) as usize)
}
