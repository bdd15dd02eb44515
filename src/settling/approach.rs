//! Which units have come to their destination, which find it taken, and where those settle.
//!
//! # Source
//! [Article 003], the state machine (`DEST_REACHED`, patrol) and its exercise `FindNearestAvailable`: a unit
//! that finds its place taken takes the nearest one that is free.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::claims::PlaceClaims;
use super::gatherings::Gatherings;
use super::places::{Access, RoomSearch};
use super::site::{AT_POST, CLEARLY, LOOKS_WITHIN, MAX_MOVES, Moves, Settler, Site};
use crate::geometry::gap;
use crate::grid::TILE;
use crate::ids::UnitId;
use crate::time::LOOK_EVERY;
use crate::unit::{Memory, Rung, Task};
use arrayvec::ArrayVec;
use glam::Vec2;

/// A leg of a patrol is done within own radius and this, px: patrols that cross at a corner do not queue for
/// its centre.
pub const PATROL_REACH: f32 = 8.0;

/// A unit that walks its own way.
#[derive(Clone, Copy, Debug)]
pub struct Approach<'a> {
    /// Its number.
    pub id: UnitId,
    /// What it was told to do.
    pub task: &'a Task,
    /// The end of its way, px.
    pub end: Vec2,
    /// Whether it sees that end.
    pub is_last_leg: bool,
    /// Where it is, px.
    pub at: Vec2,
    /// Its hard radius, px.
    pub radius: f32,
    /// Where it was sent last, px.
    pub goal: Option<Vec2>,
    /// What it remembers.
    pub memory: &'a Memory,
    /// Whether `predictive` moves it, the one model that counts its waiting.
    pub is_predictive: bool,
    /// Whether it looks for room among those that stand.
    pub looks_for_room: bool,
}

/// How far a unit has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approaching {
    /// It walks on.
    UnderWay,
    /// It is there.
    Arrived,
    /// Others keep it from the last bit of its way: it rests there, and gets its place when they leave room.
    KeptOff,
    /// It is near enough to look whether its place is taken.
    Looks,
}

impl Approach<'_> {
    /// How far it has come.
    pub fn progress(&self, tick: u64, gatherings: &Gatherings) -> Approaching {
        let away = self.end.distance(self.at);
        let reach = match self.task {
            Task::Patrol { .. } => self.radius + PATROL_REACH,
            Task::Move { .. } => AT_POST,
            Task::Follow { .. } | Task::Hold | Task::Attack { .. } => return Approaching::UnderWay,
        };
        if self.is_last_leg && away <= reach {
            return Approaching::Arrived;
        }
        let is_kept_off = || self.is_predictive && self.memory.waited >= Rung::Pushes.after();
        if self.is_last_leg && away <= CLEARLY * self.radius && is_kept_off() {
            return Approaching::KeptOff;
        }
        let is_turn = (tick + u64::from(self.id.0)).is_multiple_of(LOOK_EVERY);
        // Round a corner the crowd itself may be in the way.
        let may_look = || self.looks_for_room && (self.is_last_leg || self.memory.touches_resting);
        let extent = || self.goal.map_or(0.0, |goal| gatherings.extent(goal));
        match is_turn && may_look() && away <= LOOKS_WITHIN + extent() {
            true => Approaching::Looks,
            false => Approaching::UnderWay,
        }
    }
}

/// The places that matter to a unit that looks for room.
#[derive(Clone, Copy, Debug)]
pub struct WantedPlaces<'a> {
    /// Its own place in its order, px.
    pub slot: Vec2,
    /// The place that it has chosen, px.
    pub claim: Option<Vec2>,
    /// What it remembers.
    pub memory: &'a Memory,
    /// Whether it takes a place apart from the others where it sees none beside them. A model that makes
    /// nobody give way needs that: it never gets to where it would see more.
    pub takes_any: bool,
}

/// What a unit does that has looked for room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaceChoice {
    /// It keeps the place that it has.
    Keeps,
    /// It rests where it is, and moves up from there.
    RestsHere,
    /// It goes to this place, px.
    Goes(Vec2),
    /// No place is in sight: it goes on to where it sees more.
    GoesOn,
}

/// What a unit near its place does that may find another resting there, or in the way there.
pub fn choose_place(
    settler: &Settler,
    wanted: &WantedPlaces,
    site: Site,
    claims: &mut PlaceClaims,
) -> PlaceChoice {
    let &Settler { id, at, body, center, .. } = settler;
    let &WantedPlaces { slot, claim, memory, takes_any } = wanted;
    claims.find_crowd(center);
    let claims = &*claims;
    // The way out of a passage may only seem full: those who were pushed out of it stand there until they can
    // go home. Whoever rests in its mouth is then driven in again, before them. Of nine starts of the level
    // `through-the-sentries` two leave three or four of five short without this, none with it.
    let may_bar = memory.waited >= Rung::Shoves.after();
    let room = RoomSearch { may_bar, ..RoomSearch::of(settler, site, claims) };
    // Friends in the way to the ordered place itself give way; any other place is as good as the next.
    let serves = |place| place == center || room.is_open(place);
    let has_room = |place| claims.gap_to(id, place, body, |claim| claim.rests) >= 0.0;
    let is_stopped_by_the_crowd =
        memory.settles_in_crowd && memory.touches_resting && memory.waited >= Rung::Pushes.after();
    let may_rest_here = || has_room(at) && room.may_rest(at, center);
    if is_stopped_by_the_crowd && room.belongs_to_crowd(at, center) && may_rest_here() {
        return PlaceChoice::RestsHere;
    }
    if claim.is_some_and(|place| has_room(place) && serves(place)) {
        return PlaceChoice::Keeps;
    }
    if room.is_free(slot) && serves(slot) {
        return PlaceChoice::Goes(slot);
    }
    let anyhow = || takes_any.then(|| room.nearest_place(center, Access::Straight)).flatten();
    let nearest = room.nearest_place(center, Access::Open).or_else(anyhow);
    nearest.map_or(PlaceChoice::GoesOn, PlaceChoice::Goes)
}

/// Where a unit rests.
#[derive(Clone, Debug, PartialEq)]
pub struct Rest {
    /// Its post, px.
    pub post: Vec2,
    /// Whether it has fallen short of where it was sent.
    pub is_short: bool,
    /// Others at rest who leave their posts to it.
    pub moves: Moves,
}

/// Where a unit rests that stops at the centre of its search: there, or beside the unit whose place that is.
/// `far_goal` is where it was sent, if it makes nobody give way: it has then fallen short where it stands
/// neither there nor beside those who do. One that makes others give way may take the place of those who are
/// elsewhere.
pub fn rest_at(far_goal: Option<Vec2>, settler: &Settler, site: Site, claims: &mut PlaceClaims) -> Rest {
    let center = settler.center;
    let far = far_goal.filter(|goal| goal.distance(center) > TILE);
    far.into_iter().for_each(|goal| claims.find_crowd(goal));
    let room = RoomSearch::of(settler, site, claims);
    let moves = if far_goal.is_none() { leave_to(&room) } else { None };
    let beside = || room.nearest_place(center, Access::Straight).unwrap_or(center);
    let post = if moves.is_some() || room.is_free(center) { center } else { beside() };
    let is_short = far.is_some_and(|goal| !room.belongs_to_crowd(post, goal));
    Rest { post, is_short, moves: moves.unwrap_or_default() }
}

/// A place belongs to whoever stands on it: those who have their posts there but are elsewhere settle anew
/// from where they are. `None` if anybody is there, or need not make room.
///
/// Of 360 crowded rooms 45 instead of 58 leave somebody short: without it whoever finds its place taken gets
/// the nearest free one in sight, which may be across the room.
fn leave_to(room: &RoomSearch) -> Option<Moves> {
    let &Settler { id, body, center, .. } = room.settler;
    if !room.site.has_room(center, body) {
        return None;
    }
    let mut posts = ArrayVec::new();
    for claim in room.claims.on(id, center, body) {
        let leaves = claim.rests && room.may_move(claim) && gap(body, claim.body, center - claim.at) >= 0.0;
        if !leaves || posts.len() == MAX_MOVES {
            return None;
        }
        posts.push((claim.unit, claim.at));
    }
    Some(Moves { posts, ..Moves::default() })
}
