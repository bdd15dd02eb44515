//! Sounds of a game, made of tones by the program: an order, a goal that is met, somebody who falls, the end.
//! Nothing is told by them alone. Played in builds with the feature `sound` only: audio needs a system package
//! on Linux.

mod news;
#[cfg(feature = "sound")]
mod player;
mod tones;

#[cfg(feature = "sound")]
pub use player::{Sounds, expect_no_device};
