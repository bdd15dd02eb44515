//! Kinds of unit of a document: new ones, and other numbers for those that are there.

use super::Document;
use crate::level::Kind;
use serde_json::{Value, json};

impl Document {
    /// Gives a kind another value of a key; a built-in one is overridden.
    pub fn set_kind(&mut self, name: &str, key: &str, value: Value) {
        let mut kinds = self.object("kinds");
        let kind = kinds.entry(name.to_owned()).or_insert_with(|| json!({}));
        if let Some(kind) = kind.as_object_mut() {
            kind.insert(key.to_owned(), value);
            self.set("kinds", kinds.into());
        }
    }

    /// Adds a kind under a name that none has, with the numbers of another.
    pub fn add_kind(&mut self, name: &str, like: &Kind) {
        let kind = Kind { name: name.to_owned(), ..like.clone() };
        let mut kinds = self.object("kinds");
        kinds.insert(name.to_owned(), kind.value());
        self.set("kinds", kinds.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::unit::Body;

    #[test]
    fn a_kind_like_another_has_its_numbers_and_a_built_in_one_is_overridden_key_by_key() {
        let mut document = Document::new(8, 8);
        let level = |document: &Document| {
            Level::parse(&document.to_text(), "x", None).unwrap_or_else(|errors| panic!("{errors}"))
        };
        let before = level(&document);
        document.add_kind("pike", &before.kinds[1]);
        document.set_kind("pike", "speed", json!(45));
        document.set_kind("hero", "speed", json!(90));
        let after = level(&document);
        let pike = after.kinds.last().unwrap();
        let cavalry = &before.kinds[1];
        let body = Body { speed: 45.0, ..cavalry.body };
        assert_eq!(*pike, Kind { name: "pike".into(), body, arms: cavalry.arms });
        let hero = |level: &Level| level.kinds.iter().find(|kind| kind.name == "hero").unwrap().body;
        assert_eq!(hero(&after), Body { speed: 90.0, ..hero(&before) });
        assert_eq!((0..3).filter(|_| document.undo()).count(), 3);
        assert_eq!(level(&document), before);
    }
}
