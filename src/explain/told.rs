//! What an explanation is made of: sentences and arrows.

use glam::Vec2;

/// What an arrow of an explanation means; window and pictures give each its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// From a unit to the one that it pushes.
    Push,
    /// A push that is passed on.
    HardPush,
    /// The unit that it waits for.
    Wait,
    /// Where it goes back to.
    Home,
}

/// A line of the inspector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about, such as "wants".
    pub about: &'static str,
    /// A sentence.
    pub text: String,
}

/// Why a unit does what it does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// Sentences, the most important first.
    pub facts: Vec<Fact>,
    /// Where it would meet somebody, px.
    pub conflict: Option<Vec2>,
    /// Arrows, each from one place to another, px.
    pub arrows: Vec<(Role, Vec2, Vec2)>,
}

impl Explanation {
    /// Adds a fact.
    pub(super) fn say(&mut self, about: &'static str, text: impl Into<String>) {
        self.facts.push(Fact { about, text: text.into() });
    }
}
