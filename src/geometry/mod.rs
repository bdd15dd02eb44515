//! Shapes, contacts and straight lines on plain values; nothing here knows a unit or a map.

pub mod collider;
pub mod contact;
pub mod half_planes;
pub mod linear_program;
pub mod segment;

pub use collider::{Collider, Shape, gap};
