//! The paper cards over a level. Each takes what it shows and returns what its buttons ask for; none knows
//! the game.

pub mod asked;
pub mod beside;
pub mod claims;
pub mod ending;
pub mod folding;
pub mod goals;
pub mod help;
pub mod inspector;
pub mod layout;
pub mod legend;
pub mod level;
pub mod minimap;
pub mod models;
pub mod naming;
pub mod orders;
pub mod paper;
pub mod replay;
pub mod seal;
pub mod selection;
pub mod stages;
pub mod strip;
pub mod table;
pub mod time;
pub mod toast;
pub mod tool;
