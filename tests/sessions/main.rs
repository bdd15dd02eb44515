//! A session as a value: saved, copied, rewound, compared, cut out, shrunk, judged by its goals.

#[path = "../support/restless/mod.rs"]
mod restless;
#[path = "../support/mod.rs"]
mod support;

mod beside;
mod crowd;
mod cut_out;
mod goals;
mod history;
mod savegame;
mod shrink;
mod state_copy;
