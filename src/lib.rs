//! Muster: a small real-time-strategy sandbox, and a reference of how units should move.
#![warn(missing_docs)]

pub mod collider;
pub mod components;
pub mod explain;
pub mod formation;
pub mod grid;
pub mod group;
pub mod level;
pub mod measure;
pub mod movement;
pub mod movingai;
pub mod neighbours;
pub mod obstacles;
pub mod order;
pub mod path;
pub mod replay;
pub mod sim;
pub mod speed_matching;
pub mod stopping;
pub mod systems;
#[cfg(feature = "window")]
pub mod window;
