//! The window: a menu of levels, and levels that are played with mouse and keyboard. Feature `window`;
//! nothing else of the crate knows that it exists. It changes a simulation through
//! [`Sim::act`](crate::sim::Sim::act) alone and sees of its units what [`views`](crate::views) show.
//!
//! From the ground up:
//!
//! - [`input`] is what mouse and keys did (`slow_pointer` where frames are long); [`keys`] makes actions of
//!   it; [`camera`], [`clock`], [`selection`], [`control_groups`], [`front`] and [`building`] are
//!   what these change; [`theme`] holds all colours and spacing.
//! - [`draw`] turns what is seen into quads, [`crate::picture::facing`] turns counters, [`several`] asks why
//!   units do what they do.
//! - [`cards`] are the paper over the map: each takes what it shows and says what a hand on it asks for,
//!   [`spots`] knows where its buttons were drawn.
//! - [`mod@play`] is the level, its simulation and its recording ([`session`]), and what it asks
//!   of the player ([`challenge`], [`bests`], [`ghost`], [`scenario`]); [`hands`] what the player holds;
//!   [`eyes`] what is in view and how (`first_view`, [`picture`]), [`second`] the right half of a divided
//!   window; [`game`] is the three of them and the cards: one open level; [`keeping`] saves what was played.
//! - On a game work [`update`] (a frame), [`acting`] (an arm for each action), [`commands`] (orders),
//!   [`pointing`] (the mouse), [`tools`] (the sandbox), [`mod@beside`] (two fields) and [`hud`] (all cards).
//! - [`editor`] draws levels: its document is [`crate::editor`], the game shows what that is.
//! - [`mod@menu`] finds and opens levels; [`frame`] is the loop, [`sessions`] what is open and what waits,
//!   [`leaving`] asks before the program ends, [`crash`] keeps the window when something goes wrong
//!   ([`fault`] does it on purpose).
//! - [`address`] is what a page is asked to open; [`app`] opens the window on the screen of the
//!   [`platform`](crate::platform); [`scale`] says how large all is, [`folders`] where the player's files
//!   lie, [`reload`] sees that one was saved, [`shots`] and [`film`] save pictures, [`watch`] tells tests
//!   what the window shows, [`costs`] what it costs; [`words`] writes numbers and names.
//!
//! A click on its way to a step: [`input`] notes it, [`frame`] hands it to [`update`], [`pointing`] says what
//! the mouse did with it, [`commands`] makes an order of that, [`acting`] gives it, and [`mod@play`] records
//! it and hands it to [`Sim::act`](crate::sim::Sim::act). There [`actions`](crate::systems::actions) applies
//! it, [`orders`](crate::systems::orders) makes tasks of it, and [`systems`](crate::systems) tells what a
//! tick makes of those.

pub mod acting;
pub mod address;
pub mod app;
pub mod beside;
pub mod bests;
pub mod building;
pub mod camera;
pub mod cards;
pub mod challenge;
pub mod clock;
pub mod commands;
pub mod control_groups;
pub mod costs;
pub mod crash;
pub mod draw;
pub mod editor;
pub mod eyes;
pub mod fault;
pub mod film;
mod first_view;
pub mod folders;
pub mod frame;
pub mod front;
pub mod game;
pub mod ghost;
pub mod hands;
pub mod hud;
pub mod input;
pub mod keeping;
pub mod keys;
pub mod leaving;
pub mod menu;
pub mod picture;
pub mod play;
pub mod pointer;
pub mod pointing;
pub mod reload;
pub mod scale;
pub mod scenario;
pub mod second;
pub mod selection;
pub mod session;
pub mod sessions;
pub mod setup;
pub mod several;
pub mod shots;
mod slow_pointer;
#[cfg(any(test, feature = "sound"))]
pub mod sound;
pub mod spots;
pub mod theme;
pub mod tools;
pub mod travelling;
pub mod update;
pub mod watch;
pub mod words;

pub use app::{menu, page, play, replay};
pub use setup::{Setup, WindowError};
