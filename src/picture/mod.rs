//! Pictures without a window: a moment of a game, or a stretch of it that moves, as SVG text; a moment also
//! as PNG.
//!
//! They look like the window (see [`crate::look`]): a printed map, counters, pencil for what explains. They
//! are drawn from the simulation alone, and the same game gives the same text on every machine.
//!
//! The window shares what is drawn by a [`hand`], the [`counters`] and the [`margin`].
//!
//! ```
//! use muster::level::Level;
//! use muster::picture::{DrawOptions, film::Film};
//! use muster::sim::Sim;
//!
//! let text = r#"{ "format": 1, "name": "Walk", "map": { "size": [10, 4] },
//!     "units": [ { "id": "A", "kind": "hero", "team": "red", "at": [1.5, 1.5] } ],
//!     "orders": [ { "who": ["A"], "do": "move", "to": [8.5, 2.5] } ] }"#;
//! let level = Level::parse(text, "walk.json", None).unwrap();
//! let mut sim = Sim::new(&level, &Default::default());
//! let mut film = Film::new(&sim, &level.name, DrawOptions { width: 400, ..DrawOptions::default() });
//! for _ in 0..60 {
//!     sim.tick();
//!     film.watch(&sim); // counters turn smoothly
//!     film.take(&sim); // a frame
//! }
//! assert!(film.svg(&sim).contains("<animateTransform"));
//! ```

mod contour;
pub mod counters;
mod explained;
pub mod facing;
mod fighting;
pub mod film;
pub mod hand;
mod land;
pub mod letters;
pub mod margin;
mod png;
pub mod seen;
pub mod svg;
mod view;

pub use png::{pixels, png};
pub use view::{DrawOptions, WIDTH, WIDTHS};

use clap::ValueEnum;

/// A layer of explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Layer {
    /// Hard and soft colliders; vermilion where hard ones touch.
    Colliders,
    /// The ways ahead.
    Paths,
    /// The places where ways turn.
    Waypoints,
    /// Predicted positions.
    Promises,
    /// Where the next conflict lies.
    Conflicts,
    /// Pushes, hard pushes, and whom a unit waits for.
    Pushes,
    /// Hourglasses beside units that wait.
    Waiting,
    /// Ties to commanders.
    Groups,
    /// Slots of formations.
    Slots,
    /// Arrows that a model thinks in.
    Vectors,
    /// Flags at goals.
    Goals,
    /// The ways that were walked.
    Trails,
}
