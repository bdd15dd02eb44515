//! The low level of movement: what a model sees, what it answers, and the one list of models.
//!
//! A *steering model* is a type that implements [`SteeringModel`]: from a snapshot of the crowd it answers,
//! for one unit at a time, with a wanted velocity or acceleration. It sees plain values ([`View`]), never the
//! world of entities. Everything else is the same for all of them and happens in [`integrate`]: acceleration
//! limit, top speed, contacts, walls, stop timers. Since every answer is made from the snapshot, neither the
//! number of threads nor the order of the units matters.
//!
//! [`predictive`] is not a steering model: it promises positions, so it plans the crowd as a whole.
//!
//! To add a model, write one file beside this one, declare it here, and add one line to the list in
//! [`crate::unit::model`].

pub mod answer;
pub mod anti_gravity;
pub mod contact;
pub mod continuum;
pub mod driving;
pub mod flight;
pub mod integrate;
pub mod models;
pub mod none;
pub mod orca;
pub mod parameter;
pub mod predictive;
pub mod ray_steering;
pub mod rest;
pub mod steering_model;
pub mod swarm;
pub mod tuning;
pub mod vectors;
pub mod view;
pub mod wall_following;

pub use answer::{Answer, Contacts};
pub use integrate::Steering;
pub use models::Models;
pub use parameter::{Parameter, Tunable};
pub use steering_model::SteeringModel;
pub use tuning::{Setting, Tunings};
pub use vectors::{Sketch, Vector, VectorRole};
pub use view::{Scene, View};
