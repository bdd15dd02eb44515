//! A tick of the march: the front goes on, it folds and unfolds, and everybody's commanded place follows.

use super::{Commanded, March, MarchProgress, PACE, is_deep};
use crate::formation::fold;
use crate::formation::fold::Fold;
use crate::time::DT;

/// Share of its speed that a member's commanded place may use.
const COMMANDED: f32 = 0.99;
/// Share of its speed at which the last one gathers: with what is left it makes up for its start.
const GATHERING: f32 = 0.97;
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
/// Least share of the pace while somebody lags, and while members come up after a narrow place.
pub(super) const CRAWL: f32 = 0.3;
/// While members step round what stands alone between them, they may be so far off their places, px, …
const PARTED: f32 = 34.0;
/// … that is from as far before the front rank until as far behind the last, px.
const PARTED_NEAR: f32 = 60.0;
/// Shares of the pace at which the front may go on while members gather. A member that comes from the side
/// meets a slot that goes on, and loses little; for one that comes from behind the front has to wait anyhow.
const PACE_SHARES: [f32; 6] = [0.0, 0.3, 0.45, 0.6, 0.7, 0.8];
/// A front that goes faster than this share of a member's speed is not caught up with.
const FASTEST: f32 = 0.95;
/// How much the time until everybody is in its slot counts beside what the front loses. At 0 the greatest
/// share is the best for all who come from the side, and takes longest.
const IN_SHAPE: f32 = 0.3;
/// A formation this near to its way (px) that is to come no nearer by more than this (px/s) is on it.
const VEERED: f32 = 0.5;
/// How fast the bearing of an open formation and of a column blend into each other, 1/s.
const BLEND: f32 = 1.5;
/// A member whose place in the files is less than this behind it has fallen in, px: rounding.
const FALLEN_IN: f32 = 1.0;
/// How far ahead of its front a formation looks whether it fits, in its own half widths: room to fall in.
const LOOK_AHEAD: f32 = 1.2;

impl March {
    /// One tick.
    pub fn advance(&mut self, progress: MarchProgress) {
        self.refold();
        let pace = PACE * progress.slowest;
        // Members that fall in behind wait, the front does not; it goes slower while they come up beside it.
        let share = match self.fold {
            _ if self.gathers.is_some() => self.share_that_loses_least(),
            // A front that stood would let them slide along their ranks through those who are there.
            Fold::Open if self.is_changing() => self.share_that_loses_least().max(CRAWL),
            _ => 1.0,
        };
        let hindered = 1.0 - (progress.lag - self.lag_allowed()).max(0.0) / LAG_RANGE;
        let hindered = hindered.clamp(CRAWL, 1.0);
        let share = share.min(hindered);
        // Half of what the slowest starter can do: members also need some of it to hold their places.
        let change = 0.5 * progress.acceleration * DT;
        let left = (self.end() - self.front).max(0.0);
        let braking = (2.0 * 0.5 * progress.acceleration * left).sqrt();
        let wheeling = self.wheeling_speed(pace, 2.0 * change / DT);
        let wanted = (share * pace).min(progress.course.along).min(wheeling).min(braking);
        self.speed = wanted.clamp(self.speed - 2.0 * change, self.speed + change).max(0.0);
        if self.square > 0.0 {
            let most = progress.slowest;
            self.speed = self.speed.min(most / self.stretch(0.0, most * DT));
        }
        let gone = (self.speed * DT).min(left);
        let gathers = self.gathers;
        if let Some(pace) = gathers {
            let pace = (pace + 1.5 * change).min(GATHERING * progress.slowest);
            self.gather(pace, gone, 0.5 * progress.acceleration);
        }
        self.front += gone;
        self.files_front += COMMANDED * progress.slowest * DT;
        self.veering = (hindered * progress.course.aside).clamp(self.veering - change, self.veering + change);
        self.veer += self.veering * DT;
        if self.veer.abs() < VEERED && progress.course.aside.abs() < VEERED {
            (self.veer, self.veering) = (0.0, 0.0);
        }
        let blend = if self.fold == Fold::Open && !is_deep(&self.open) { BLEND * DT } else { -BLEND * DT };
        self.square = (self.square + blend).clamp(0.0, 1.0);
        if gathers.is_some() {
            return;
        }
        for slot in 0..self.commanded.len() {
            let target = self.target(slot);
            self.command(slot, target, COMMANDED * progress.slowest * DT);
        }
    }

    /// Where a member goes: to its slot, or to its place in the files while it waits for that.
    fn target(&self, slot: usize) -> Commanded {
        let waits = |place: &Commanded| place.along < self.commanded[slot].along - FALLEN_IN;
        self.in_files(slot).filter(waits).unwrap_or_else(|| self.slot(slot))
    }

    /// The place of a member in the files that go on from a narrow place, where the formation has unfolded and
    /// the member is not yet out.
    fn in_files(&self, slot: usize) -> Option<Commanded> {
        let place = self.folded.slots.get(slot).filter(|_| self.fold == Fold::Open && !self.is_out(slot))?;
        Some(Commanded { along: self.files_front - self.folded.half.x + place.x, aside: place.y })
    }

    /// How far members may be off their places before the front slows down, px.
    fn lag_allowed(&self) -> f32 {
        let (middle, reach) = (self.middle(), self.layout().half.x + PARTED_NEAR);
        if self.way.has_islands(middle - reach, middle + reach) { PARTED } else { LAG }
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

    /// The share of its pace at which the front goes on while members gather, and while those come up that
    /// are out of a narrow place: the one that loses least, counting what the front goes less and a part of
    /// the time until all are there.
    fn share_that_loses_least(&self) -> f32 {
        let cost = |&share: &f32| self.longest_way(share) * (1.0 - share + IN_SHAPE);
        PACE_SHARES.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(1.0)
    }

    /// How far the last member has to walk until it is in its slot, while the front goes on at a share of the
    /// member's speed, px.
    fn longest_way(&self, share: f32) -> f32 {
        let rest = 1.0 - share * share;
        let way = |slot: usize| {
            let (now, mut target) = (self.commanded[slot], self.slot(slot));
            if self.fold == Fold::Open {
                target.aside = self.open.slots[slot].y;
            }
            let (along, aside) = match (target.along - now.along, target.aside - now.aside) {
                _ if self.falls_in(slot) => (0.0, 0.0),
                to_go => to_go,
            };
            // (along + share·way)² + aside² = way².
            (share * along + (along * along + rest * aside * aside).sqrt()) / rest
        };
        (0..self.commanded.len()).map(way).fold(0.0, f32::max)
    }

    /// Members gather while the front goes on, `gone` px in this tick, and the last of them at `pace`, px/s,
    /// from which it brakes by `braking`, px/s²: all come nearer to their slots by the same part of what they
    /// have to go, and are there together.
    ///
    /// Where slots are dealt out for the least total of squares nobody meets anybody on such straight ways:
    /// of how far two are apart, before and after, the dot product is at least 0, so they are never nearer
    /// than 1/√2 of the spacing, at which bodies do not touch yet.
    ///
    /// # Source
    /// McCann, *A convexity principle for interacting gases*, <https://doi.org/10.1006/aima.1997.1634>, 1997:
    /// displacement interpolation.
    fn gather(&mut self, pace: f32, gone: f32, braking: f32) {
        let way = self.longest_way((gone / (pace * DT)).min(FASTEST));
        let step = pace.min((2.0 * braking * way).sqrt()) * DT;
        let part = if way > 0.1 { (step / way).min(1.0) } else { 1.0 };
        for slot in 0..self.commanded.len() {
            let target = self.target(slot);
            if self.falls_in(slot) {
                self.command(slot, target, pace * DT);
                continue;
            }
            let now = &mut self.commanded[slot];
            now.along += gone + (target.along - now.along) * part;
            now.aside += (target.aside - now.aside) * part;
        }
        self.gathers = (part < 1.0).then_some(pace);
    }

    /// Whether a member of files waits for its place in them, which comes from behind.
    fn falls_in(&self, slot: usize) -> bool {
        let is_folded = self.fold != Fold::Open;
        let place = if is_folded { Some(self.slot(slot)) } else { self.in_files(slot) };
        place.is_some_and(|place| place.along < self.commanded[slot].along - self.open.spacing)
    }

    /// How far behind a member its slot still is that it waits for, px.
    pub fn waits(&self, slot: usize) -> f32 {
        match self.gathers {
            Some(_) => 0.0,
            None => (self.commanded[slot].along - self.slot(slot).along).max(0.0),
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
            Fold::Open => {
                self.opens_at = fold::last_narrow(&self.way, self.front, half.y);
                self.files_front = self.front;
            }
            Fold::Files(files) => self.folded = fold::folded(&self.open, files),
        }
        // The front stays; only the ranks behind it move up or fall back. An open formation that goes on to
        // its end has its middle there, so its front may be beyond the folded one's end: it does not go back.
    }
}
