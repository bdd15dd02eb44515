//! The search for paths, and the grid under it.

mod finder;
mod geometry;
mod made;
mod search;
