//! From the syntax tree to raw types: every fault is noted, and one fault never hides another.
//!
//! A raw type is declared once, with [`object!`] or [`quantity!`]; from that one declaration come how it is
//! read, which keys are known, and its JSON Schema.

mod words;

pub(super) use words::{Name, Word};

use super::json::{kind_of, start};
use super::problem::{Problems, Suggestions, quoted};
use jsonc_parser::ast::{Object, ObjectProp, ObjectPropName, Value};
use jsonc_parser::common::Ranged;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

/// Reads a value of the tree; `None` once a fault has been noted.
pub(super) trait Decode: Sized {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self>;
}

/// The value of a key or a list's place.
#[derive(Clone, Debug, Default)]
pub(super) enum Field<T> {
    /// It is not there.
    #[default]
    Absent,
    /// It is there and faulty, which has been noted.
    Broken,
    /// It is sound, and begins at this byte offset.
    Found(T, usize),
}

impl<T: Decode> Field<T> {
    pub fn read(value: &Value, trail: &Trail, problems: &mut Problems) -> Field<T> {
        match T::decode(value, trail, problems) {
            Some(found) => Field::Found(found, start(value)),
            None => Field::Broken,
        }
    }
}

impl<T> Field<T> {
    pub fn get(&self) -> Option<&T> {
        self.found().map(|(value, _)| value)
    }

    /// The value and its byte offset.
    pub fn found(&self) -> Option<(&T, usize)> {
        match self {
            Field::Found(value, offset) => Some((value, *offset)),
            _ => None,
        }
    }

    pub fn is_absent(&self) -> bool {
        matches!(self, Field::Absent)
    }
}

impl<T> Field<Vec<Field<T>>> {
    /// The places of a list that may be absent or broken.
    pub fn items(&self) -> impl Iterator<Item = &Field<T>> {
        self.get().into_iter().flatten()
    }
}

impl<T: JsonSchema> JsonSchema for Field<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Where in the document a value is: written out only when a fault is noted.
pub(super) enum Trail<'a> {
    Root,
    Key(&'a Trail<'a>, &'a str),
    Index(&'a Trail<'a>, usize),
}

impl fmt::Display for Trail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trail::Root => write!(f, "$"),
            Trail::Index(parent, index) => write!(f, "{parent}[{index}]"),
            Trail::Key(Trail::Root, key) if is_plain(key) => write!(f, "{key}"),
            Trail::Key(parent, key) if is_plain(key) => write!(f, "{parent}.{key}"),
            Trail::Key(parent, key) => {
                let short: String = key.chars().take(60).collect();
                write!(f, "{parent}[{}]", serde_json::Value::from(short))
            }
        }
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.len() <= 60 && key.chars().all(|c| c.is_alphanumeric() || "_-$#".contains(c))
}

/// Notes that a value is not of the type that its place asks for.
pub(super) fn expected<T>(what: &str, value: &Value, trail: &Trail, problems: &mut Problems) -> Option<T> {
    problems.add(start(value), trail, format!("expected {what}, found {}", kind_of(value)));
    None
}

/// Whether this is a recording, which has a level in it.
pub(super) fn is_recording(tree: &Value) -> bool {
    let Value::Object(object) = tree else { return false };
    let has = |key: &str| object.properties.iter().any(|property| key_of(property) == key);
    has("replay") && has("level") && !has("format")
}

/// A key as it is written in the file.
pub(super) fn key_of<'v>(property: &'v ObjectProp) -> &'v str {
    match &property.name {
        ObjectPropName::String(key) => &key.value,
        ObjectPropName::Word(key) => key.value,
    }
}

/// Keys that begin so are comments, whatever their value.
pub(super) fn is_comment(key: &str) -> bool {
    key.starts_with('_')
}

/// Notes that a key occurs a second time in an object, and where it stood first.
pub(super) fn note_twice(object: &Object, property: &ObjectProp, trail: &Trail, problems: &mut Problems) {
    let key = key_of(property);
    let first = object.properties.iter().find(|other| key_of(other) == key);
    let (line, column) = problems.place(first.map_or(0, |first| first.range().start));
    let said = format!("key {} occurs twice; first at line {line}, column {column}: keep one", quoted(key));
    problems.add(property.range().start, Trail::Key(trail, key), said);
}

/// Notes a key that nobody reads.
pub(super) fn note_unknown(property: &ObjectProp, known: &[&str], trail: &Trail, problems: &mut Problems) {
    let key = key_of(property);
    let hint = Suggestions::new().after(key, known.iter().copied().filter(|known| !known.starts_with('$')));
    let said = format!("unknown key {}{hint} (a key that begins with `_` is a comment)", quoted(key));
    problems.add(property.range().start, Trail::Key(trail, key), said);
}

/// Declares a raw object once: reading, known keys, and schema follow from it.
///
/// Each line is `field "key" required|optional Type`, its doc comment is the schema's description.
macro_rules! object {
    (
        $(#[doc = $doc:literal])*
        $name:ident $(with $extra:block)? {
            $( $(#[doc = $about:literal])* $field:ident $key:literal $need:ident $type:ty, )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Default, Debug)]
        pub(super) struct $name {
            /// Byte offset at which the object begins.
            pub start: usize,
            $( $(#[doc = $about])* pub $field: Field<$type>, )*
        }

        impl Decode for $name {
            fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
                const KEYS: &[&str] = &[$($key),*];
                let Value::Object(object) = value else { return expected("an object", value, trail, problems) };
                let mut read = $name { start: start(value), ..Default::default() };
                for property in &object.properties {
                    match key_of(property) {
                        $(
                            $key if !read.$field.is_absent() => note_twice(object, property, trail, problems),
                            $key => read.$field = Field::read(&property.value, &Trail::Key(trail, $key), problems),
                        )*
                        key if is_comment(key) => {}
                        _ => note_unknown(property, KEYS, trail, problems),
                    }
                }
                $( if stringify!($need) == "required" && read.$field.is_absent() {
                    problems.add(read.start, Trail::Key(trail, $key), format!("missing key `{}`", $key));
                } )*
                Some(read)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).trim_start_matches("Raw").into()
            }
            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let properties: Vec<(&str, bool, &str, Schema)> = vec![$((
                    $key,
                    stringify!($need) == "required",
                    concat!($($about),*).trim(),
                    generator.subschema_for::<$type>(),
                )),*];
                let schema = object_schema(concat!($($doc),*).trim(), properties);
                $(
                    let mut schema = schema;
                    if let serde_json::Value::Object(extra) = $extra { schema.ensure_object().extend(extra); }
                )?
                schema
            }
        }
    };
}
pub(super) use object;

/// The schema of an object: closed, but for keys that begin with `_`.
pub(super) fn object_schema(about: &str, properties: Vec<(&str, bool, &str, Schema)>) -> Schema {
    let required: Vec<&str> =
        properties.iter().filter(|(_, required, ..)| *required).map(|(key, ..)| *key).collect();
    let required = serde_json::json!(required);
    let mut listed = serde_json::Map::new();
    for (key, _, about, mut property) in properties {
        property.insert("description".into(), about.into());
        listed.insert(key.into(), property.into());
    }
    let mut schema = json_schema!({
        "type": "object",
        "description": about,
        "properties": listed,
        "patternProperties": { "^_": { "description": "A comment." } },
        "additionalProperties": false,
    });
    if required != serde_json::json!([]) {
        schema.insert("required".into(), required);
    }
    schema
}

/// A list whose faulty places keep their place.
impl<T: Decode> Decode for Vec<Field<T>> {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let Value::Array(array) = value else { return expected("a list", value, trail, problems) };
        let read = |(index, value)| Field::read(value, &Trail::Index(trail, index), problems);
        Some(array.elements.iter().enumerate().map(read).collect())
    }
}

/// Calls `visit` with every key of an object that is no comment, once, in the order of the file.
pub(super) fn for_each_key(
    object: &Object,
    trail: &Trail,
    problems: &mut Problems,
    mut visit: impl FnMut(&str, &Value, &Trail, &mut Problems),
) {
    let mut seen = HashSet::new();
    for property in object.properties.iter().filter(|property| !is_comment(key_of(property))) {
        let key = key_of(property);
        if seen.insert(key) {
            visit(key, &property.value, &Trail::Key(trail, key), problems);
        } else {
            note_twice(object, property, trail, problems);
        }
    }
}

/// An object whose keys are names, in the order of the file.
#[derive(Debug)]
pub(super) struct Named<T>(pub Vec<(String, Field<T>)>);

impl<T: Decode> Decode for Named<T> {
    fn decode(value: &Value, trail: &Trail, problems: &mut Problems) -> Option<Self> {
        let Value::Object(object) = value else { return expected("an object", value, trail, problems) };
        let mut read = Vec::new();
        for_each_key(object, trail, problems, |key, value, trail, problems| {
            read.push((key.to_owned(), Field::read(value, trail, problems)));
        });
        Some(Named(read))
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Named_{}", T::schema_name()).into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let each = generator.subschema_for::<T>();
        json_schema!({
            "type": "object",
            "patternProperties": { "^_": { "description": "A comment." }, "^[^_]": each },
            "additionalProperties": false,
        })
    }
}
