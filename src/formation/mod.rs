//! Formations: a group whose members hold places relative to each other.
//!
//! A [`shapes::Layout`] says where the slots are; [`assignment`] says who takes which; [`build`] finds a
//! place where the formation stands free of walls; a [`way::Way`] is the commander's path, rounded so that
//! the formation can wheel along it; [`fold`] says how many files fit through; [`march`] moves it all, and
//! [`meeting`] keeps two of them apart.
//! Everything here works on plain values.
//!
//! In the frame of a formation x points forward and y to the right (as y points down on the map), in px.
//!
//! # Source
//! [Article 003], "Formations": built around the middle of the units' box with the commander in the centre,
//! then moved by replicating the commander's steps. The article stops and rebuilds at each waypoint; here the
//! formation wheels, and folds where the way is narrower than itself.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

pub mod assignment;
pub mod build;
pub mod fold;
pub mod march;
pub mod meeting;
pub mod shapes;
pub mod way;
