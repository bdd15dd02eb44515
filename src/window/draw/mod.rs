//! What is drawn: the map sheet, counters, and what explains them. Nothing here changes the simulation.

pub mod atlas;
pub mod batch;
pub mod canvas;
pub mod counter;
pub mod explained;
pub mod fights;
pub mod goals;
pub mod margin;
pub mod overlay;
pub mod patience;
pub mod pencil;
pub mod ranks;
pub mod sheet;
pub mod terrain;
pub mod units;
