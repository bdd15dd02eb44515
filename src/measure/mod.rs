//! Figures: what a run measures ([`report`]), what anybody's trace is worth ([`mod@judge`]), two fields side
//! by side ([`beside`]), what a level claims of itself while it is watched ([`claims`]), what a run records
//! ([`trace`]), and made-up crowds ([`bench`](mod@bench)).

pub mod ablation;
pub mod bench;
pub mod beside;
pub mod cases;
pub mod claims;
mod columns;
pub mod compare;
pub mod judge;
pub mod pairs;
mod reach;
pub mod report;
pub mod run;
pub mod shrink;
pub mod trace;
mod travel;
pub mod verify;

pub use report::Report;
pub use run::{Ran, RunOptions, run};
