//! Room to stand: who has claimed which place, where the nearest free one is, and how a crowd shares its
//! places out anew.
//!
//! A unit at rest claims its post, one that nears its destination the place where it will stand. Claims do
//! not overlap, so nobody fights for a place: a unit that finds its place taken takes the nearest free
//! one, and the crowd grows outwards, everybody touching those who came before.
//!
//! Nothing here knows the world. What is decided comes back as [`Moves`], which the stage
//! [`arrival`](crate::systems) carries out.
//!
//! | room | question |
//! |---|---|
//! | [`approach`] | is a unit under way there, and where will it stand? |
//! | [`at_rest`] | does a unit at its post, or kept from it, get another one? |
//! | [`closing_up`] | which units close gaps so that one touches those who stand where it was sent? |
//! | [`exchange`] | which two exchange their posts? |
//! | [`making_room`] | who moves a little so that one more fits in? |
//! | [`places`] | where is the nearest free place? |
//! | `claims` | which unit has claimed which place? |
//! | `gatherings` | which crowds gather where, how many and how far around? |
//! | `site` | what is there: map, obstacles, the unit that settles, and what changes |
//! | [`turnout`] | who stands aside that bars another's way in a passage, and until when? |
//! | [`ways_out`] | where can units stand aside at a passage? |
//!
//! # Source
//! [Article 003]'s exercise `FindNearestAvailable`, on claims instead of tiles.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

pub mod approach;
pub mod at_rest;
mod claims;
pub mod closing_up;
pub mod exchange;
mod gatherings;
pub mod making_room;
pub mod places;
mod site;
pub mod turnout;
pub mod ways_out;

pub use claims::{PlaceClaim, PlaceClaims};
pub use gatherings::Gatherings;
pub use places::{Access, RoomSearch};
pub use site::{AT_POST, MAX_MOVES, Moves, RESTING_TOUCH, SETTLED_GAP, Settler, Site, is_ground};

#[cfg(test)]
mod tests;
