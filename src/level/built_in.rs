//! Kinds and teams that every level has without saying so.

use super::{Kind, Team};
use crate::collider::Shape;

/// The built-in kinds of the level format, px, px/s, px/s².
pub fn built_in_kinds() -> Vec<Kind> {
    let kind = |name: &str, radius, soft_radius, speed, acceleration, priority| Kind {
        name: name.to_owned(),
        shape: Shape::Circle,
        radius,
        soft_radius,
        speed,
        acceleration,
        priority,
    };
    vec![
        kind("infantry", 7.0, 10.0, 60.0, 240.0, 1),
        kind("cavalry", 9.0, 13.0, 110.0, 220.0, 2),
        kind("siege", 13.0, 17.0, 35.0, 70.0, 3),
        kind("hero", 8.0, 12.0, 75.0, 300.0, 9),
    ]
}

/// The teams of a level that names none: red and blue, friends.
pub fn default_teams() -> Vec<Team> {
    let team = |name: &str, color| Team { name: name.to_owned(), color, enemies: Vec::new() };
    vec![team("red", [0xC8, 0x45, 0x2F]), team("blue", [0x2F, 0x5F, 0x9E])]
}
