//! The march as geometry: an anchor walks along the way, and every member's place follows from where the
//! anchor is.
//!
//! The *front* is the distance along the way that the foremost rank has reached. An open formation stands
//! square to the way's chord, so in a turn the inner side goes slower and the outer side faster: it wheels. A
//! folded one, and any that is deeper than wide, follows the way's bends rank by rank like a column of march.
//!
//! Each member has a *commanded* place: how far along the way and how far aside. It moves towards the
//! member's slot no faster than the member can walk, and never backwards: one that is ahead of its slot waits
//! until the slot comes up. So folding and unfolding need no rules of their own, but one: the files may be
//! longer than the whole way, and who has not fallen in when the first unfold waits for its turn in them. At
//! the beginning members come from where they stood, all at once and straight, while the front goes on
//! already.
//!
//! # Source
//! [Article 003], "Formations": "we must replicate the same movement in every unit on the formation". The
//! article copies the commander's step; here the anchor's step is turned into one for each member, so that it
//! holds in turns.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

mod advance;
mod placing;
mod veer;

use super::fold::Fold;
use super::shapes::Layout;
use super::way::Way;
use glam::Vec2;

/// A formation marches at this share of its slowest member's speed: what is left is for members to hold their
/// places with. Members that fall behind are waited for. At 0.965 every march takes 2 % longer.
pub const PACE: f32 = 0.985;

/// Where a member is commanded to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Commanded {
    /// Distance along the way, px.
    pub along: f32,
    /// Distance to the right of it, px.
    pub aside: f32,
}

/// A formation on its way. Lengths px, speeds px/s.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct March {
    /// Where it goes.
    pub way: Way,
    /// Its own shape.
    pub open: Layout,
    /// How it stands now.
    pub fold: Fold,
    /// The shape in which it stands while folded.
    folded: Layout,
    /// Distance along the way of the foremost rank.
    pub front: f32,
    /// How fast the front goes.
    pub speed: f32,
    /// Where the way was last too narrow for the open formation, px along it: members that are not there yet
    /// keep to their files.
    opens_at: f32,
    /// Where the front of the files would be that it had when it unfolded: those who are still in a narrow
    /// place or before it go on as its files, one after the other.
    files_front: f32,
    /// Where each slot's member is commanded to be, by slot of the open formation.
    pub commanded: Vec<Commanded>,
    /// How fast members come together from where they were when the order came, px/s, until they have.
    gathers: Option<f32>,
    /// 1: square to the chord; 0: every rank square to the way.
    square: f32,
    /// How far the whole formation is to the right of its way, px, to let others pass …
    veer: f32,
    /// … and how fast that grows, px/s.
    veering: f32,
    /// How far it has turned on the spot at the end of its way, radians clockwise.
    turned: f32,
}

/// How fast a formation may go on, px/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarchSpeeds {
    /// Along its way, at most.
    pub along: f32,
    /// To the right of it.
    pub aside: f32,
}

/// What the march needs to know of its members in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarchProgress {
    /// Top speed of the slowest, px/s.
    pub slowest: f32,
    /// Least acceleration, px/s².
    pub acceleration: f32,
    /// How far the worst of those who are not astray is off its commanded place, px.
    pub lag: f32,
    /// How fast it may go among others.
    pub course: MarchSpeeds,
}

impl March {
    /// A formation that stands with its middle at the start of the way.
    pub fn new(way: Way, open: Layout) -> March {
        let mut march = March {
            front: 0.0,
            folded: open.clone(),
            commanded: Vec::new(),
            way,
            open,
            fold: Fold::Open,
            speed: 0.0,
            opens_at: f32::NEG_INFINITY,
            files_front: 0.0,
            gathers: None,
            square: 1.0,
            veer: 0.0,
            veering: 0.0,
            turned: 0.0,
        };
        march.unfold();
        march.refold();
        if march.fold != Fold::Open {
            march.commanded = (0..march.commanded.len()).map(|slot| march.slot(slot)).collect();
            march.square = 0.0;
        }
        march
    }

    /// Stands in its own shape again, with its middle at the start of the way, until it goes on.
    pub fn unfold(&mut self) {
        self.fold = Fold::Open;
        self.opens_at = f32::NEG_INFINITY;
        self.front = self.open.half.x;
        self.commanded = self.open.slots.iter().map(|s| Commanded { along: s.x, aside: s.y }).collect();
        self.square = if is_deep(&self.open) { 0.0 } else { 1.0 };
    }

    /// Everybody comes from where it stands, while the front goes on; `stood` are the places on the map, px,
    /// of each slot's member.
    pub fn form_up(&mut self, stood: &[Vec2]) {
        let ((center, forward), middle) = (self.bearing(), self.middle());
        let seen = |&place: &Vec2| Commanded {
            along: middle + forward.dot(place - center),
            aside: forward.perp_dot(place - center),
        };
        self.commanded = stood.iter().map(seen).collect();
        self.square = 1.0;
        self.gathers = Some(0.0);
    }

    /// Takes another way, which starts at the middle of the formation.
    pub fn reroute(&mut self, way: Way) {
        // The new way starts where the middle is.
        let shift = self.middle();
        self.commanded.iter_mut().for_each(|commanded| commanded.along -= shift);
        self.front -= shift;
        self.opens_at -= shift;
        self.files_front -= shift;
        (self.veer, self.veering) = (0.0, 0.0);
        self.way = way;
    }

    /// The shape in which it stands now.
    pub fn layout(&self) -> &Layout {
        match self.fold {
            Fold::Open => &self.open,
            Fold::Files(_) => &self.folded,
        }
    }

    /// How far the front goes: until the middle of the open formation is at the end, or, folded, the front.
    pub fn end(&self) -> f32 {
        match self.fold {
            Fold::Open => self.way.length() + self.open.half.x,
            Fold::Files(_) => self.way.length(),
        }
    }

    /// Whether the front is where it goes and everybody has been commanded to its place. One that keeps aside of
    /// another there is done, too: two that end among each other would keep each other aside for ever.
    pub fn is_done(&self) -> bool {
        self.front >= self.end() - 0.01 && (self.fold != Fold::Open || !self.is_changing())
    }

    /// The slot of a member of the open formation, as it stands now: along the way, and aside. One that is
    /// not yet out of a narrow place comes up in its file.
    pub fn slot(&self, slot: usize) -> Commanded {
        let in_file = self.folded.slots[slot];
        let (layout, place) = match self.fold {
            Fold::Open => (&self.open, self.open.slots[slot]),
            Fold::Files(_) => (&self.folded, in_file),
        };
        let aside = if self.is_out(slot) { place.y } else { in_file.y };
        Commanded { along: self.front - layout.half.x + place.x, aside }
    }

    /// Whether a member has been out of the narrow place since the formation unfolded.
    fn is_out(&self, slot: usize) -> bool {
        self.commanded.get(slot).is_none_or(|commanded| commanded.along >= self.opens_at)
    }

    /// While it is folded, the member of the first slot of each pair takes the place of the second's.
    pub fn swap_in_files(&mut self, changes: &[(usize, usize)]) {
        let (files, commanded) = (self.folded.slots.clone(), self.commanded.clone());
        for &(slot, other) in changes {
            (self.folded.slots[slot], self.commanded[slot]) = (files[other], commanded[other]);
        }
    }

    fn middle(&self) -> f32 {
        self.front - self.layout().half.x
    }
}

/// Whether a formation is a column rather than a front.
fn is_deep(layout: &Layout) -> bool {
    layout.half.x > 2.0 * layout.half.y
}

#[cfg(test)]
mod tests;
