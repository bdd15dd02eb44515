//! How a unit gets on with what it is about to do: reach the place of its order, or get back to its post.
//!
//! The way that is left was, at best, so long; what is counted is the time that was spent in vain since. Time
//! in vain is bounded by whoever gives the errand up, and a way can only so often become shorter than ever
//! before: so every errand ends. It begins anew only with an order, a changed map or, for a unit at rest,
//! with a push by somebody under way; and eight times from within the crowd, for another place, or twice for
//! a turnout.

use super::Rung;

/// A way is shorter than ever before when it is so by this, px.
pub const PROGRESS: f32 = 4.0;

/// Times that an errand may be begun anew from within the crowd, so that every errand ends. Of 1,200 small
/// crowded maps 28 come to rest after 100 s at 6, 33 at 8, 39 at 12; of 300 dead ends 11, 8 and 7 leave somebody
/// short.
const RENEWALS: u8 = 8;

/// How a unit gets on with what it is about to do.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Errand {
    /// The least way that was left, px.
    pub least: f32,
    /// Ticks spent in vain since.
    pub vain: u16,
    /// How often it was begun anew from within the crowd: for a nearer place that came free, for one that was
    /// traded, or by a turnout, which counts as four.
    pub renewals: u8,
}

impl Default for Errand {
    fn default() -> Errand {
        Errand::NEW
    }
}

impl Errand {
    /// One that begins.
    pub const NEW: Errand = Errand { least: f32::MAX, vain: 0, renewals: 0 };

    /// Whether a unit that has spent so long in vain on its way back to its post stands where it is.
    pub fn ends_at_rest(&self) -> bool {
        self.vain >= Rung::Shoves.after()
    }

    /// Whether a unit that has spent so long in vain under its order gives that up.
    pub fn is_spent(&self) -> bool {
        self.vain >= Rung::GivesUp.after()
    }

    /// Whether it may be begun anew from within the crowd.
    pub fn is_renewable(&self) -> bool {
        self.renewals < RENEWALS
    }

    /// The same, begun anew for a turnout, which keeps everybody there waiting: it counts as half of all that
    /// may be. As a quarter, and of 500 small crowded maps 7 come to rest after 180 s instead of 2.
    pub fn turned_out(self) -> Errand {
        Errand { renewals: self.renewals.saturating_add(RENEWALS / 2), ..self }
    }

    /// The same after places were traded with a member of the group.
    pub fn traded(self) -> Errand {
        Errand { renewals: self.renewals.saturating_add(1), ..self }
    }

    /// Another, short errand of a unit that had given up, to a place that is open before it: whoever took
    /// that meanwhile is not pressed for long. Of 360 crowded rooms 26 leave somebody short with five
    /// seconds, 35 with two, 30 with ten; the last one arrives after 22.4, 20.6 and 25.6 s in the mean.
    pub fn once_more(self) -> Errand {
        let vain = Rung::Shoves.after() - Rung::Detours.after();
        Errand { least: 0.0, vain, renewals: self.renewals.saturating_add(1) }
    }

    /// Notes a tick after which a way of `left` px is left; `in_vain` if the tick was spent without gain.
    ///
    /// ```
    /// use muster::unit::Errand;
    /// let mut errand = Errand::default();
    /// for left in [90.0, 80.0, 85.0, 78.0, 79.0] {
    ///     errand.note(left, true);
    /// }
    /// assert_eq!((errand.least, errand.vain), (80.0, 3)); // 78 px is hardly nearer than 80
    /// ```
    pub fn note(&mut self, left: f32, in_vain: bool) {
        if left < self.least - PROGRESS {
            *self = Errand { least: left, vain: 0, ..*self };
        } else if in_vain {
            self.vain = self.vain.saturating_add(1);
        }
    }
}
