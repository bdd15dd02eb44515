//! A crowd that was sent to one place settles: those who stand move up,
//! [close up](super::closing_up), or [exchange](super::exchange) posts.
//!
//! # Source
//! Beyond [article 003], whose units share tiles out once and for all.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::claims::PlaceClaims;
use super::closing_up::close_up;
use super::exchange::{change_places, exchange};
use super::gatherings::Gatherings;
use super::making_room::make_room;
use super::places::{Access, RoomSearch};
use super::site::{AT_POST, Moves, SETTLED_GAP, Settler, Site};
use crate::grid::TILE;
use crate::time::LOOK_EVERY;
use crate::unit::errand::PROGRESS;
use crate::unit::{Memory, Rung};
use glam::Vec2;

/// A unit that stands at the end of its last order.
#[derive(Clone, Copy, Debug)]
pub struct Resting<'a> {
    /// The unit, and where it was sent.
    pub settler: Settler,
    /// Its post, px.
    pub post: Vec2,
    /// What it remembers.
    pub memory: &'a Memory,
    /// Whether it gave its order up.
    pub gave_up: bool,
}

impl Resting<'_> {
    fn is_at_post(&self) -> bool {
        self.settler.at.distance(self.post) < AT_POST
    }

    /// Whether it had given up on its own place, or its order up: then it moves up only where that makes nobody give
    /// way, or in a passage. Without the latter eight before a door in which one stands on hold try for nine minutes
    /// in turn, with it for less than two.
    fn had_given_up(&self) -> bool {
        self.gave_up || self.memory.home.ends_at_rest()
    }

    /// Whether it has something to look for in this tick.
    pub fn looks(&self, tick: u64, gatherings: &Gatherings) -> bool {
        let is_turn = (tick + u64::from(self.settler.id.0)).is_multiple_of(LOOK_EVERY);
        let gathers = || gatherings.is_gathering(self.settler.center, tick);
        if self.is_at_post() {
            // Not only while the crowd gathers: a unit that was in the way may go later.
            is_turn && self.post != self.settler.center
        } else {
            // Members of a group may exchange their places at any time.
            let may_exchange = self.settler.group != 0 && self.memory.waited >= Rung::Pushes.after();
            is_turn && (self.memory.waited >= Rung::Detours.after() || may_exchange || gathers())
        }
    }

    /// Whether it has given up apart from those who stand where it was sent.
    pub fn falls_short(&self, site: Site, claims: &PlaceClaims) -> bool {
        let room = RoomSearch::of(&self.settler, site, claims);
        self.is_at_post() && self.had_given_up() && stands_apart(self.post, &room)
    }

    /// Whether its crowd has to stay awake because the unit is kept from its post.
    pub fn keeps_awake(&self) -> bool {
        !self.is_at_post() && self.memory.waited < Rung::Detours.after()
    }
}

/// A unit at its post moves up to where another stood, or was to stand, that went elsewhere. One that is kept
/// from its post exchanges posts with the unit in its way, or settles anew. `None` if all stays as it is.
pub fn rearrange(resting: &Resting, site: Site, claims: &mut PlaceClaims) -> Option<Moves> {
    if resting.is_at_post()
        && !resting.had_given_up()
        && let Some(moves) = change_places(&RoomSearch::of(&resting.settler, site, claims))
    {
        return Some(moves);
    }
    claims.find_crowd(resting.settler.center);
    let room = RoomSearch::of(&resting.settler, site, claims);
    if resting.is_at_post() { move_up(resting, &room) } else { settle_anew(resting, &room) }
}

/// Whether a unit at its post is neither where it was sent nor in touch with those who are.
fn stands_apart(post: Vec2, room: &RoomSearch) -> bool {
    let &Settler { at, center, .. } = room.settler;
    post.distance(center) > TILE && !room.belongs_to_crowd(at, center)
}

/// A unit at its post gets one that is nearer to where it was sent, if there is any.
fn move_up(resting: &Resting, room: &RoomSearch) -> Option<Moves> {
    let (post, had_given_up) = (resting.post, resting.had_given_up());
    let &Settler { id, center, .. } = room.settler;
    let away = post.distance(center);
    // A unit near enough to its own place still takes it if it is free: it may stand in the way to another's.
    let is_content = away <= SETTLED_GAP || room.is_held(post, center) && !room.is_free(center);
    if is_content {
        return None;
    }
    let is_apart = stands_apart(post, room);
    // To its own place, or where it stands alone. Any other step that is no progress would only stir those
    // around: of 200 who come in waves to one point the last stands after 94 s, with them after 167.
    let nearer = |place: &Vec2| {
        let least = if is_apart || *place == center { SETTLED_GAP } else { PROGRESS };
        away - place.distance(center) > least
    };
    let stands_at = |place| Moves::posts([(id, place)]);
    // Its own place first, if the unit that took it has gone; in a passage a friend in its way may come out for it.
    // Of 2,000 passages 14 leave somebody short, 18 without that.
    let may_come_out = || room.first_in_the_way(center).is_none_or(|other| room.may_move(other));
    let tries = !had_given_up || room.is_narrow(center) && may_come_out();
    let up = if room.is_free(center) && tries { center } else { room.moved_up(post, center, Access::Open) };
    let up = Some(up).filter(nearer);
    let nearest = |access| room.nearest_place(center, access).filter(nearer);
    let modest = || up.or_else(|| nearest(Access::Open)).map(stands_at);
    if !is_apart {
        return modest();
    }
    // It stands alone: behind a wall, or where the others have gone away.
    let alone = if had_given_up {
        modest()
    } else {
        let anywhere = nearest(Access::Open).or_else(|| nearest(Access::Any));
        anywhere.map(stands_at).or_else(|| make_room(room))
    };
    alone.or_else(|| close_up(room)).or(up.map(stands_at))
}

/// A unit that is kept from its post gets another one.
fn settle_anew(resting: &Resting, room: &RoomSearch) -> Option<Moves> {
    let &Settler { id, at, center, .. } = room.settler;
    let in_crowd = resting.memory.settles_in_crowd;
    if room.is_open(resting.post) {
        return None;
    }
    if in_crowd && room.is_free(at) && room.belongs_to_crowd(at, center) {
        return Some(Moves::posts([(id, at)]));
    }
    if let Some(other) = exchange(room, resting.post) {
        let mut moves = Moves::posts([(other.unit, resting.post), (id, other.place)]);
        if other.goal != center {
            moves.goals = [(id, other.goal), (other.unit, center)].into();
        }
        return Some(moves);
    }
    // A place of its own is kept, however long the way back takes.
    let nearest = in_crowd.then(|| room.nearest_place(center, Access::Open)).flatten();
    nearest.map(|place| Moves::posts([(id, place)]))
}
