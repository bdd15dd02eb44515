//! Level files: read, refused, imported, saved; the shipped ones.

#[path = "../support/restless/mod.rs"]
mod restless;
#[path = "../support/mod.rs"]
mod support;

mod files;
mod import;
mod mutilated;
mod refusals;
mod saved;
mod schema;
mod shipped;
