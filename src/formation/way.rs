//! way
