//! Muster: a small real-time-strategy sandbox, and a reference of how units should move.
//!
//! A level is a map of tiles, units on it, and orders to them. The simulation takes steps of 1/30 s: the
//! *high level* finds a way over the tiles, the *low level* walks it among everybody else. What is written
//! here runs without a window; the window shows it and turns mouse and keys into orders.
//!
//! ```
//! use muster::level::Level;
//! use muster::sim::{Options, Sim};
//!
//! let text = r#"{ "format": 1, "name": "Walk", "map": { "size": [20, 5] },
//!     "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] } ],
//!     "orders": [ { "who": ["A"], "do": "move", "to": [12.5, 2.5] } ] }"#;
//! let level = Level::parse(text, "walk.json", None).unwrap();
//! let mut sim = Sim::new(&level, &Options::default());
//! while !sim.is_done() {
//!     sim.tick();
//! }
//! assert!((5.0..6.0).contains(&sim.seconds())); // 300 px at 60 px/s
//! ```
//!
//! # Reading order
//!
//! 1. [`sim`]: [`Sim::tick`](sim::Sim::tick) is the whole schedule on one screen; [`world`]: the state that
//!    it changes;
//! 2. [`mod@unit`]: what there is to know of a unit, as plain data; [`order`]: what a player can ask for;
//! 3. [`systems`]: one file a step of the tick;
//! 4. [`geometry`] and [`grid`]: circles, squares and tiles, who fits where; [`obstacles`]: circles that
//!    nothing passes;
//! 5. [`path`]: the high level, from tiles to waypoints (A* in [`path::a_star`], which every faster search is
//!    held to); [`neighbours`]: who is near whom;
//! 6. [`movement`]: the low level. Start with [`movement::predictive`], the spine of the project;
//! 7. [`group`], [`formation`], [`speed_matching`]: many who go as one; [`settling`] and [`stopping`]: where
//!    and when a crowd comes to rest, and how units change their order in a passage ([`settling::turnout`]);
//!    [`explain`]: why a unit does what it does; [`views`]: what is seen of it from outside;
//! 8. [`fight`]: what enemies do to each other, and how they come to it;
//! 9. [`level`]: from a JSON file to a [`level::Level`] that is known to be sound; [`movingai`]: another map
//!    format; [`snapshot`]: a running game as a level; [`replay`]: sessions that play again to the same hash;
//!    [`history`]: any moment of a session again; [`goals`]: whether a game came to what its level asks;
//!    [`editor`]: a level as it is drawn and undone; [`savegame`]: a game as bytes; [`agents`]: a core on
//!    plain arrays for worlds of others;
//! 10. [`measure`]: reports, traces, comparisons, benchmarks; [`picture`]: still and moving pictures without
//!     a window, in the colours of [`look`]; [`page`]: a comparison as one page to look at; [`stages`]: time
//!     per stage; [`files`]: how every file is read and written;
//! 11. `window` (with its feature): shows the game and turns mouse and keys into orders; `c_api` (with its
//!     feature): [`agents`] for other languages. On the ground stand [`time`], [`ids`], [`teams`] and
//!     [`platform`]: what differs between the desktop and a browser.
//!
//! Imports run one way: a movement model knows no world, the simulation knows no window. The list of modules
//! in `src/lib.rs` is in that order, from the ground up.
//!
//! # Axes and units
//!
//! x grows to the right, y **down**; (0, 0) is the top-left corner of the map. A tile is 30 px
//! ([`grid::TILE`]). In the code lengths are px, speeds px/s, accelerations px/s², times seconds or ticks
//! ([`time::DT`]), as each name or doc says. Level files give places in tiles and angles in degrees clockwise
//! from east; both are converted on loading.
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | hard collider | the outline of a unit's body; in the predictive model no two ever overlap |
//! | soft collider | the room that it likes to have around itself |
//! | promise | a position that a unit has to take in one of the next ticks; nobody else may be there then |
//! | clearance | how big a body may be to fit at a place or through a way |
//! | waypoint | a place where a way turns |
//! | front | where a unit has promised to be when its queue of predicted positions is walked |
//! | post, home | where a unit rests; when it was pushed off it goes home: back to its post |
//! | claim | a place that a unit at rest stands on, or that one under way has chosen to stand on |
//! | errand | what a unit is under way for, its order or its post, with the time that it has spent in vain |
//! | rock | for a unit: another that never makes way for it, such as an enemy or one on hold |
//! | slot | a unit's own place in a group's goal or in a formation |
//! | commander | the member whose way the group takes |
//! | push | an idle unit steps aside for one that needs its place |
//! | hard push | a chain of units that step aside, each for the next |
//! | rung | how long a unit has waited, and so what it may do: be patient, push, lead, shove, give up; the table is [`unit::Rung`] |
//! | leader | a unit that has waited so long that it is planned before all who do not lead |
//! | convoy | units that go one way through a narrow place and lead together |
//! | passage | a stretch so narrow that two cannot pass each other in it |
//! | refuge | where a unit steps out of another's way that has no room to pass beside it |
//! | turnout | the places where units stand aside while they change their order in a passage |
//! | hold | to stand and let nobody push |
//! | stance | whom the units of a team go for that nobody gives orders to: a level's opponent |
//! | model | one answer to "where do I step next"; see [`unit::ModelName`] |
//!
//! # Sources
//!
//! A module's section `# Source` says what it follows and where it departs, with address and date. The five
//! articles go by number:
//!
//! | article | where it is built |
//! |---|---|
//! | 000 | [`movement::wall_following`], [`movement::contact`], [`stopping`] |
//! | 001 | [`movement::anti_gravity`] |
//! | 002 | [`movement::ray_steering`], [`movement::none`], [`movement::orca`], [`movement::continuum`]; pushing sideways in [`movement::integrate`] |
//! | 003 | [`movement::predictive`] (with a table of its terms), [`path`], [`group`], [`formation`], [`speed_matching`], [`systems::edits`], [`settling`] |
//! | 004 | [`movement::swarm`], [`movement::driving`], [`path::curve`], [`obstacles`], [`systems::follow`] |
//!
//! | article | title, author or place, address, date |
//! |---|---|
//! | 000 | "Group", a tutorial of <https://orbb.neocities.org>; it bears no date |
//! | 001 | "Point A to Point B: part 3", <https://codeandcompose.blogspot.com>, 2014 |
//! | 002 | *Avoidance Behaviours*, <https://howtorts.github.io/2014/01/14/avoidance-behaviours.html>, 2014-01-14 |
//! | 003 | *Group movement*, rodrigodpl, <https://github.com/rodrigodpl/Group-movement-tutorial>, 2017-03-23 |
//! | 004 | "Swarm like collision avoidance, path finding and smooth following", <http://roy-t.nl/2009/12/29/swarm-like-collision-avoidance-path-finding-and-smooth-following.html>, 2009-12-29 |
//!
//! # Invariants
//!
//! - Equal level and equal orders come to an equal [state hash](world::World::state_hash), for any number of
//!   threads and on any machine: a fixed step, no clock, no unordered iteration, no trigonometry of the
//!   platform. Ties end by unit id.
//! - Decide for everyone from one snapshot, then apply. Exceptions say so where they are made.
//! - After every tick nobody is in a blocked tile or in an obstacle that stands still, whatever the model.
//!   Everybody gets out of the way of obstacles that move as long as there is room to ([`movement::flight`]).
//! - Nothing that a level file or a player can do panics.
//! - A tick allocates nothing once warm.
//! - The simulation emits [events](world::Event); window and report react to them.
#![warn(missing_docs)]

/// Vectors go in and come out as this crate's: users of the library take it from here, in its version.
pub use glam;

// From the ground up: a module takes only from floors below its own (`tests/house.rs` holds that).
pub mod platform;

pub mod files;
pub mod geometry;
pub mod ids;
pub mod speed_matching;
pub mod stages;
pub mod stopping;
pub mod teams;
pub mod time;

pub mod grid;
pub mod obstacles;
pub mod unit;

pub mod fight;
pub mod look;
pub mod movingai;
pub mod neighbours;
pub mod order;
pub mod settling;

pub mod formation;
pub mod movement;
pub mod path;

pub mod level;

pub mod group;

pub mod world;

pub mod systems;

pub mod sim;
pub mod views;

pub mod agents;
pub mod explain;

pub mod history;
pub mod replay;
pub mod savegame;
pub mod snapshot;

pub mod editor;
pub mod goals;

pub mod measure;

pub mod picture;

pub mod page;

#[cfg(feature = "c-api")]
pub mod c_api;

#[cfg(feature = "window")]
pub mod window;
