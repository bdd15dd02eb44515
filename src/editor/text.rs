//! JSON that can be read and compared: rows of the map, units, orders and goals have a line each.

use serde_json::{Map, Value};

/// Lines are at most this long where a value can be broken, signs.
const MAX_WIDTH: usize = 110;

/// A document as text. Reading it gives an equal document.
pub fn of(root: &Map<String, Value>) -> String {
    let keys = root.iter().map(|(key, value)| format!("\n  {}: {}", quoted(key), at_key(value)));
    format!("{{{}\n}}\n", keys.collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// The value of a key of the document.
fn at_key(value: &Value) -> String {
    match value {
        Value::Array(list) if !list.is_empty() => broken(list, "    ", "  "),
        Value::Object(map) => {
            let is_long = |value: &Value| value.as_array().is_some_and(|list| list.len() > 4);
            if !map.values().any(is_long) && inline(value).len() < MAX_WIDTH {
                return inline(value);
            }
            let keys = map.iter().map(|(key, value)| {
                let value = match value {
                    Value::Array(list) if list.len() > 4 => broken(list, "      ", "    "),
                    value => inline(value),
                };
                format!("\n    {}: {value}", quoted(key))
            });
            format!("{{{}\n  }}", keys.collect::<Vec<_>>().join(","))
        }
        value => inline(value),
    }
}

/// A list with a line for each value.
fn broken(list: &[Value], indent: &str, end: &str) -> String {
    let lines: Vec<String> = list.iter().map(|value| format!("\n{indent}{}", inline(value))).collect();
    format!("[{}\n{end}]", lines.join(","))
}

/// A value on one line, with a space after each comma and colon.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(list) => {
            format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        Value::Object(map) if map.is_empty() => "{}".into(),
        Value::Object(map) => {
            let keys = map.iter().map(|(key, value)| format!("{}: {}", quoted(key), inline(value)));
            format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
        }
        value => value.to_string(),
    }
}
