//! The high level of movement.
pub mod jump;
pub mod lattice;
pub mod oracle;
pub mod scenario;
