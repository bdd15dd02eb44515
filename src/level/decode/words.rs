//! Values that are one word: yes or no, names, and words out of a list.

use super::{Decode, Trail, expected};
use crate::level::json::start;
use crate::level::problem::{Problems, Suggestions, quoted};
use jsonc_parser::ast::Value;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use std::borrow::Cow;

impl Decode for bool {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        match value {
            Value::BooleanLit(boolean) => Some(boolean.value),
            _ => expected("`true` or `false`", value, trail, problems),
        }
    }
}

impl Decode for String {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        match value {
            Value::StringLit(text) => Some(text.value.to_string()),
            _ => expected("a string", value, trail, problems),
        }
    }
}

/// A name: a string that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(pub String);

impl Decode for Name {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let name = String::decode(value, trail, problems)?;
        if name.is_empty() {
            problems.add(start(value), trail, "a name may not be empty; write one or leave the key away");
            return None;
        }
        Some(Name(name))
    }
}

impl JsonSchema for Name {
    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}

/// A letter of a type's name in a text: a capital begins a word.
fn spaced(letter: char) -> impl Iterator<Item = char> {
    letter.is_uppercase().then_some(' ').into_iter().chain(letter.to_lowercase())
}

/// One word out of those of a serde enum.
#[derive(Clone, Copy, Debug)]
pub struct Word<T>(pub T);

impl<T: for<'de> Deserialize<'de> + JsonSchema> Decode for Word<T> {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let Value::StringLit(text) = value else {
            let what =
                format!("one of {}", words::<T>().iter().map(|w| quoted(w)).collect::<Vec<_>>().join(", "));
            return expected(&what, value, trail, problems);
        };
        let word: &str = &text.value;
        let read: Result<T, serde::de::value::Error> = T::deserialize(word.into_deserializer());
        if read.is_err() {
            let known = words::<T>();
            let hint = Suggestions::new().after(word, known.iter().map(String::as_str));
            let what: String = T::schema_name().chars().flat_map(spaced).collect();
            problems.add(start(value), trail, format!("unknown{what} {}{hint}", quoted(word)));
        }
        read.ok().map(Word)
    }
}

impl<T: JsonSchema> JsonSchema for Word<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The words of a serde enum, as its schema lists them.
fn words<T: JsonSchema>() -> Vec<String> {
    fn collect(schema: &serde_json::Value, words: &mut Vec<String>) {
        let listed = schema.get("enum").and_then(|list| list.as_array()).into_iter().flatten();
        words.extend(listed.chain(schema.get("const")).filter_map(|word| word.as_str()).map(String::from));
        for part in schema.get("oneOf").and_then(|list| list.as_array()).into_iter().flatten() {
            collect(part, words);
        }
    }
    let mut words = Vec::new();
    collect(schemars::schema_for!(T).as_value(), &mut words);
    words
}
