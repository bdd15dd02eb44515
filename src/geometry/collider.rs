//! Hard colliders and the gap between two of them.
//!
//! A collider is a circle, or an axis-aligned square whose half side is its radius (article 000's bodies).
//! Everything here works on plain values: an offset between two centres, two radii and two shapes.
//!
//! # Source
//! [Article 003], its exercise `circles_intersect`; [article 000] for squares.
//!
//! [article 000]: https://orbb.neocities.org "undated"
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// The outline of a hard collider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A disc.
    #[default]
    Circle,
    /// An axis-aligned square; the radius is half its side.
    Square,
}

/// Whether two circles share more than a point. Lengths in px.
///
/// ```
/// use muster::geometry::collider::circles_intersect;
/// use glam::vec2;
/// assert!(circles_intersect(vec2(0.0, 0.0), 7.0, vec2(13.0, 0.0), 7.0));
/// assert!(!circles_intersect(vec2(0.0, 0.0), 7.0, vec2(14.0, 0.0), 7.0)); // touching is allowed
/// ```
pub fn circles_intersect(a: Vec2, radius_a: f32, b: Vec2, radius_b: f32) -> bool {
    let reach = radius_a + radius_b;
    a.distance_squared(b) < reach * reach
}

/// A collider's outline and size, px.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collider {
    /// Its outline.
    pub shape: Shape,
    /// Radius of a circle, half the side of a square, px.
    pub radius: f32,
}

impl Collider {
    /// Radius of the smallest circle around the centre that holds the collider, px.
    pub fn reach(self) -> f32 {
        match self.shape {
            Shape::Circle => self.radius,
            Shape::Square => self.radius * std::f32::consts::SQRT_2,
        }
    }

    /// A collider that covers each of some colliders with the same centre: the biggest radius, square if any
    /// is. `None` without any.
    pub fn covering(colliders: impl IntoIterator<Item = Collider>) -> Option<Collider> {
        colliders.into_iter().reduce(|a, b| Collider {
            shape: if a.shape == Shape::Square { a.shape } else { b.shape },
            radius: a.radius.max(b.radius),
        })
    }

    /// A body of half the size, to see along: where even that does not get through in a straight line a place
    /// is out of sight, while brushing a corner is no reason to turn back.
    pub fn slim(self) -> Collider {
        Collider { radius: 0.5 * self.radius, ..self }
    }
}

/// How far apart two colliders are, in px: negative when they overlap, by the least way that parts them.
/// `offset` leads from the centre of `b` to the centre of `a`.
///
/// ```
/// use muster::geometry::collider::{Collider, Shape, gap};
/// use glam::vec2;
/// let square = Collider { shape: Shape::Square, radius: 7.0 };
/// assert_eq!(gap(square, square, vec2(15.0, 0.0)), 1.0);
/// assert_eq!(gap(square, square, vec2(13.0, 13.0)), -1.0);
/// ```
pub fn gap(a: Collider, b: Collider, offset: Vec2) -> f32 {
    let reach = a.radius + b.radius;
    match (a.shape, b.shape) {
        (Shape::Circle, Shape::Circle) => offset.length() - reach,
        (Shape::Square, Shape::Square) => box_distance(offset, reach),
        (Shape::Square, Shape::Circle) => box_distance(offset, a.radius) - b.radius,
        (Shape::Circle, Shape::Square) => box_distance(offset, b.radius) - a.radius,
    }
}

/// Signed distance of a point from an axis-aligned square of half side `half` about the origin, px.
fn box_distance(point: Vec2, half: f32) -> f32 {
    let beyond = point.abs() - Vec2::splat(half);
    beyond.max(Vec2::ZERO).length() + beyond.max_element().min(0.0)
}
