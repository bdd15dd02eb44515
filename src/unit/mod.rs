//! Plain data that hecs holds. No behaviour lives here: systems read and write these, functions elsewhere
//! decide.
//!
//! Every unit carries **all** of the unit components, so that all units share one archetype and each
//! component is one dense column in memory. Lengths are px, speeds px/s, times ticks unless the name says
//! otherwise.

pub mod body;
pub mod bundle;
pub mod decision;
pub mod errand;
pub mod fighter;
pub mod guidance;
pub mod memory;
pub mod model;
pub mod motion;
pub mod names;
mod packed;
pub mod promises;
pub mod removed;
pub mod rung;
pub mod state;
pub mod steering;
pub mod tasks;
pub mod trail;
pub mod units;

pub use body::{Body, Unit};
pub use bundle::{UnitBundle, UnitColumns};
pub use decision::Decision;
pub use errand::Errand;
pub use fighter::{Fighter, InFight};
pub use guidance::{Guidance, Lead};
pub use memory::Memory;
pub use model::ModelName;
pub use motion::{Front, Heading, Position, Post, PreviousPosition, StopTimer, Velocity};
pub use promises::{Promise, Promises};
pub use rung::Rung;
pub use state::State;
pub use steering::{AvoidingSide, SteeringMemory};
pub use tasks::{Asked, GaveUp, Journey, Route, Task, Tasks, Waypoint};
