//! JSON text → syntax tree with the place of every value.
//!
//! `serde_json` decides strictly what is JSON; `jsonc-parser`, which is laxer, then gives the tree with byte
//! ranges, the written form of numbers, and keys that occur twice. The first does not recurse, the second to
//! a depth of 512 at most.

use super::problem::Problems;
use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// The tree of a document; `None` if it is not JSON, which is then noted.
pub(super) fn parse<'t>(text: &'t str, problems: &mut Problems) -> Option<Value<'t>> {
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        let offset = problems.offset(error.line(), error.column());
        problems.add(offset, "$", format!("not JSON: {}", explain(&error, text, offset)));
        return None;
    }
    match parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()) {
        Ok(parsed) => parsed.value,
        Err(error) => {
            let said = match error.kind() {
                ParseErrorKind::NestingDepthExceeded => {
                    "nested too deep; a level needs no more than 6 levels".into()
                }
                kind => kind.to_string(),
            };
            problems.add(error.range().start, "$", format!("not JSON that can be read: {said}"));
            None
        }
    }
}

/// What `serde_json` says, without the place, which stands in front of the line already.
fn explain(error: &serde_json::Error, text: &str, offset: usize) -> String {
    let said = error.to_string();
    let what = said.split(" at line ").next().unwrap_or(&said);
    if error.is_eof() {
        return format!("the file ends too early ({what})");
    }
    // What stands inside a text is no sign of what was meant.
    let is_in_text =
        !what.starts_with("expected") && !matches!(what, "key must be a string" | "trailing characters");
    let is_after_comma = text[..offset].trim_end().ends_with(',');
    match text[offset..].chars().next().filter(|_| !is_in_text) {
        Some(end @ ('}' | ']')) if is_after_comma => {
            format!("trailing comma: the last one before `{end}` has none")
        }
        Some('/' | '#') => format!("{what}: JSON has no comments"),
        Some('\'' | '‘' | '’' | '“' | '”') => {
            format!("{what}: text and keys stand between \" and \"")
        }
        _ => what.into(),
    }
}

/// Byte offset at which a value begins.
pub(super) fn start(value: &Value) -> usize {
    value.range().start
}

/// What a value is, for messages.
pub(super) fn kind_of(value: &Value) -> String {
    match value {
        Value::StringLit(string) => format!("the string {}", super::problem::quoted(&string.value)),
        Value::NumberLit(number) => format!("the number {}", super::problem::quoted(number.value)),
        Value::BooleanLit(boolean) => format!("`{}`", boolean.value),
        Value::Object(_) => "an object".into(),
        Value::Array(_) => "a list".into(),
        Value::NullKeyword(_) => "`null`".into(),
    }
}
