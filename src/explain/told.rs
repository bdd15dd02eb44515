//! What an explanation is made of: sentences and shapes.

use glam::Vec2;

/// What a shape of an explanation means; the window gives each its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The rest of the way.
    Path,
    /// Where the unit will stand.
    Destination,
    /// Predicted positions, from now to the newest promise.
    Predicted,
    /// Where it would meet somebody.
    Conflict,
    /// From a unit to the one that it pushes.
    Push,
    /// A push that is passed on.
    HardPush,
    /// The unit that it waits for.
    Wait,
    /// Where it goes back to.
    Home,
}

/// A shape of an explanation, px.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawnShape {
    /// A line through places.
    Line(Vec<Vec2>),
    /// From, to.
    Arrow(Vec2, Vec2),
    /// Centre and radius.
    Circle(Vec2, f32),
    /// A place.
    Cross(Vec2),
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
    /// What can be drawn.
    pub shapes: Vec<(Role, DrawnShape)>,
}

impl Explanation {
    /// Adds a fact.
    pub(super) fn say(&mut self, about: &'static str, text: impl Into<String>) {
        self.facts.push(Fact { about, text: text.into() });
    }
}
