//! A unit that was taken off the map.

use super::body::{Body, Unit};
use super::model::ModelName;
use glam::Vec2;

/// A unit that was taken away, as it was then.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub struct Removed {
    pub(crate) unit: Unit,
    pub(crate) body: Body,
    pub(crate) at: Vec2,
    pub(crate) heading: Vec2,
    pub(crate) model: ModelName,
}
