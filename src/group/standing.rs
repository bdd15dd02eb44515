//! A unit that is not under way.

use crate::geometry::Collider;
use crate::unit::Unit;
use glam::Vec2;

/// A unit that is not under way.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    pub(crate) unit: Unit,
    pub(crate) post: Vec2,
    pub(crate) body: Collider,
    /// Whether it is on hold.
    pub(crate) holds: bool,
}
