//! The `predictive` model of article 003.

use glam::Vec2;

/// What the model remembers of a unit from tick to tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// The direction it chose last, a unit vector or zero.
    pub wish: Vec2,
}
