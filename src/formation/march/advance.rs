//! A tick of the march: the front goes on, it folds and unfolds, and everybody's commanded place follows.

use super::{Commanded, March, MarchProgress, PACE, is_deep};
use crate::formation::fold;
use crate::formation::fold::Fold;
use crate::time::DT;
use glam::Vec2;

/// Share of its speed that a member's commanded place may use.
const COMMANDED: f32 = 0.99;
/// Share of the speed at which a member moves aside while it folds or unfolds.
const ASIDE: f32 = 0.6;
/// Share of the pace at which the front goes on while members move aside: they keep up with it meanwhile.
const FOLDING: f32 = 0.8;
/// Share of the pace at which the front goes on while members come up from behind.
const UNFOLDING: f32 = 0.5;
/// A folded formation unfolds to another number of files if that is so many times as many: each change costs
/// time.
const WORTH: usize = 2;
/// The front slows down when a member is more than this off its place, px, …
const LAG: f32 = 2.0;
/// … and this much more brings it down to [`CRAWL`].
const LAG_RANGE: f32 = 30.0;
/// Least share of the pace while somebody lags.
pub(super) const CRAWL: f32 = 0.3;
/// A formation this near to its way (px) that is to come no nearer by more than this (px/s) is on it.
const VEERED: f32 = 0.5;
/// How fast the bearing of an open formation and of a column blend into each other, 1/s.
const BLEND: f32 = 1.5;
/// How far ahead of its front a formation looks whether it fits, in its own half widths: room to fall in.
const LOOK_AHEAD: f32 = 1.2;

/// How a member comes to its slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// From the side.
    MovesAside,
    /// From behind.
    ComesUp,
}

impl March {
    /// One tick.
    pub fn advance(&mut self, progress: MarchProgress) {
        self.refold();
        let pace = PACE * progress.slowest;
        let hindered = 1.0 - (progress.lag - LAG).max(0.0) / LAG_RANGE;
        let hindered = hindered.clamp(CRAWL, 1.0);
        let mut share = hindered;
        share = match self.change() {
            Some(Change::ComesUp) => share.min(UNFOLDING),
            Some(Change::MovesAside) => share.min(FOLDING),
            None => share,
        };
        // Half of what the slowest starter can do: members also need some of it to hold their places.
        let change = 0.5 * progress.acceleration * DT;
        let left = (self.end() - self.front).max(0.0);
        let braking = (2.0 * 0.5 * progress.acceleration * left).sqrt();
        let wanted = (share * pace).min(progress.course.along).min(pace / self.stretch()).min(braking);
        self.speed = wanted.clamp(self.speed - 2.0 * change, self.speed + change).max(0.0);
        self.front += (self.speed * DT).min(left);
        self.veering = (hindered * progress.course.aside).clamp(self.veering - change, self.veering + change);
        self.veer += self.veering * DT;
        if self.veer.abs() < VEERED && progress.course.aside.abs() < VEERED {
            (self.veer, self.veering) = (0.0, 0.0);
        }
        let blend = if self.fold == Fold::Open && !is_deep(&self.open) { BLEND * DT } else { -BLEND * DT };
        self.square = (self.square + blend).clamp(0.0, 1.0);
        for slot in 0..self.commanded.len() {
            let target = self.slot(slot);
            self.command(slot, target, COMMANDED * progress.slowest * DT);
        }
    }

    /// Moves a member's commanded place towards its slot by at most `step` px.
    fn command(&mut self, slot: usize, target: Commanded, step: f32) {
        let spacing = self.open.spacing;
        let now = &mut self.commanded[slot];
        let ahead = target.along - now.along;
        let forward = ahead.clamp(0.0, step);
        let side = if ahead > -0.75 * spacing {
            (target.aside - now.aside).clamp(-ASIDE * step, ASIDE * step)
        } else {
            0.0
        };
        let length = Vec2::new(forward, side).length();
        let scale = if length > step { step / length } else { 1.0 };
        now.along += forward * scale;
        now.aside += side * scale;
    }

    /// Whether somebody has still to come to its slot.
    pub fn is_changing(&self) -> bool {
        self.change().is_some()
    }

    fn change(&self) -> Option<Change> {
        let change = |slot: usize| {
            let (now, target) = (self.commanded[slot], self.slot(slot));
            let ahead = target.along - now.along;
            let aside = || (target.aside - now.aside).abs();
            match ahead {
                3.0.. => Some(Change::ComesUp),
                -3.0.. => (aside() > 1.0).then_some(Change::MovesAside),
                _ => None,
            }
        };
        (0..self.commanded.len()).filter_map(change).max()
    }

    /// Folds at once where the way ahead is too narrow; unfolds when the last rank is out and there is room
    /// ahead.
    pub(super) fn refold(&mut self) {
        let layout = self.layout();
        let (half, spacing) = (self.open.half, self.open.spacing);
        let rear = self.front - 2.0 * layout.half.x;
        let ahead = self.front + LOOK_AHEAD * half.y + spacing;
        let now = fold::fits(&self.way, rear, ahead, half.y, spacing);
        if now == self.fold {
            return;
        }
        // It takes on what fits on all of the stretch ahead, at once: not every step of a way that narrows,
        // and no widening that ends before everybody has come up.
        let far = fold::fits(&self.way, rear, ahead + 2.0 * half.max_element(), half.y, spacing);
        let now = match now.min(far) {
            Fold::Files(files) if files >= self.open.slots.len() => Fold::Open,
            other => other,
        };
        let is_worth_it = match (now, self.fold) {
            (Fold::Files(then), Fold::Files(now)) => then < now || then >= WORTH * now,
            (then, now) => then != now,
        };
        if !is_worth_it {
            return;
        }
        self.fold = now;
        if let Fold::Files(files) = now {
            (self.folded, self.folded_slot) = fold::folded(&self.open, files);
        }
        // The front stays; only the ranks behind it move up or fall back. An open formation that goes on to
        // its end has its middle there, so its front may be beyond the folded one's end: it does not go back.
    }
}
