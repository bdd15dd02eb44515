//! A tick of the march: the front goes on, it folds and unfolds, and everybody's commanded place follows.

use super::{Commanded, March, MarchProgress, PACE, is_deep};
use crate::formation::fold;
use crate::formation::fold::Fold;
use crate::time::DT;

/// Share of its speed that a member's commanded place may use.
const COMMANDED: f32 = 0.99;
/// Least share of its speed that a member has for moving aside while it comes up: past those in front of it.
const LEAST_SIDE_SHARE: f32 = 0.7;
/// A folded formation unfolds to another number of files if that is so many times as many: each change costs
/// time.
const WORTH: usize = 2;
/// The front slows down when a member is more than this off its place, px: at 2 a line of 100 comes through a
/// gap 1.5 s later, at 8 columns that meet are 4.6 px off; …
const LAG: f32 = 4.0;
/// … and this much more brings it down to [`CRAWL`].
const LAG_RANGE: f32 = 30.0;
/// Share of the pace while the others come up from behind, and the least while somebody lags. Those who are
/// last go as fast as they can, so this costs next to nothing, and a box of 100 is a box again 3.5 s after a
/// gap instead of 6 at a share of 0.5.
pub(super) const CRAWL: f32 = 0.3;
/// A formation this near to its way (px) that is to come no nearer by more than this (px/s) is on it.
const VEERED: f32 = 0.5;
/// How fast the bearing of an open formation and of a column blend into each other, 1/s.
const BLEND: f32 = 1.5;
/// How far ahead of its front a formation looks whether it fits, in its own half widths: room to fall in.
const LOOK_AHEAD: f32 = 1.2;

impl March {
    /// One tick.
    pub fn advance(&mut self, progress: MarchProgress) {
        self.refold();
        let pace = PACE * progress.slowest;
        let hindered = 1.0 - (progress.lag - LAG).max(0.0) / LAG_RANGE;
        let hindered = hindered.clamp(CRAWL, 1.0);
        // Members that fall in behind wait, the front does not; while they come up beside it, it crawls.
        let unfolds = self.fold == Fold::Open && self.is_changing();
        let share = if unfolds { CRAWL } else { hindered };
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
        let now = self.commanded[slot];
        let (ahead, to_go) = (target.along - now.along, target.aside - now.aside);
        let forward = ahead.clamp(0.0, step);
        let most = (step * step - forward * forward).sqrt().max(LEAST_SIDE_SHARE * step);
        let aside = (to_go.abs() - self.closed(-ahead)).clamp(0.0, most).copysign(to_go);
        let now = &mut self.commanded[slot];
        now.along += forward.min((step * step - aside * aside).sqrt());
        now.aside += aside;
    }

    /// How far aside of its slot a member waits that the slot is still `behind`, px: where it stands, and in
    /// a line, whose bodies come in one behind the other, where those stood who have passed it.
    fn closed(&self, behind: f32) -> f32 {
        let spacing = self.open.spacing;
        let behind = behind - 0.75 * spacing;
        match behind {
            ..=0.0 => 0.0,
            _ if fold::is_line(&self.open) => {
                let bodies = (behind / (2.0 * self.open.half.x + spacing)).ceil();
                bodies * (self.folded.half.y + spacing / 2.0)
            }
            _ => f32::INFINITY,
        }
    }

    /// Whether somebody has still to come to its slot, other than by waiting for it.
    pub fn is_changing(&self) -> bool {
        (0..self.commanded.len()).any(|slot| {
            let (now, target) = (self.commanded[slot], self.slot(slot));
            let ahead = target.along - now.along;
            ahead >= 3.0 || (ahead > -3.0 && (target.aside - now.aside).abs() > 1.0)
        })
    }

    /// Folds at once where the way ahead is too narrow; unfolds when the open formation's slots are out of
    /// the narrow place and there is room ahead. Those who are still in it come up in their files.
    pub(super) fn refold(&mut self) {
        let (half, spacing) = (self.open.half, self.open.spacing);
        let near = LOOK_AHEAD * half.y + spacing;
        // It takes on what fits on all of the stretch ahead, at once: not every step of a way that narrows,
        // and no widening that ends before everybody has come up.
        let far = near + 2.0 * half.max_element();
        let fits = |behind: f32, ahead: f32| {
            fold::fits(&self.way, self.front - behind, self.front + ahead, half.y, spacing)
        };
        let now = match self.fold {
            Fold::Files(_) if fits(2.0 * half.x + spacing, far) == Fold::Open => Fold::Open,
            _ => {
                let depth = 2.0 * self.layout().half.x;
                let now = fits(depth, near);
                if now == self.fold {
                    return;
                }
                now.min(fits(depth, far))
            }
        };
        let now = match now {
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
        match now {
            Fold::Open => self.opens_at = fold::last_narrow(&self.way, self.front, half.y),
            Fold::Files(files) => self.folded = fold::folded(&self.open, files),
        }
        // The front stays; only the ranks behind it move up or fall back. An open formation that goes on to
        // its end has its middle there, so its front may be beyond the folded one's end: it does not go back.
    }
}
