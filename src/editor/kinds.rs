//! Kinds of unit of a document: new ones, and other numbers for those that are there.

use super::Document;
use super::numbers::whole;
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
        let number = |value: f32| whole(f64::from(value));
        let kind = json!({
            "radius": number(like.radius), "soft_radius": number(like.soft_radius), "speed": number(like.speed),
            "acceleration": number(like.acceleration), "priority": like.priority, "shape": like.shape,
            "strength": number(like.arms.strength), "attack": number(like.arms.attack),
            "reach": number(like.arms.reach),
        });
        let mut kinds = self.object("kinds");
        kinds.insert(name.to_owned(), kind);
        self.set("kinds", kinds.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

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
        assert_eq!((pike.name.as_str(), pike.speed, pike.radius), ("pike", 45.0, before.kinds[1].radius));
        assert_eq!(pike.arms, before.kinds[1].arms);
        let hero = |level: &Level| level.kinds.iter().find(|kind| kind.name == "hero").cloned().unwrap();
        assert_eq!(hero(&after), Kind { speed: 90.0, ..hero(&before) });
        assert_eq!((0..3).filter(|_| document.undo()).count(), 3);
        assert_eq!(level(&document), before);
    }
}
