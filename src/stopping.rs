//! The stop timer: when a unit that cannot get to its place gives up, and for how long a resting one gets out
//! of the way.
//!
//! Time is the limit of both. A unit that moves and touches one at rest grows tired; a unit at rest that is
//! touched by somebody that moves is awake for five seconds, and what it touches meanwhile wakes for the rest
//! of that time. The time left in a crowd only shrinks while nobody that moves touches it, so it always comes
//! to rest.
//!
//! The functions know no movement model and serve them all.
//!
//! # Source
//! [Article 000], `ai_stop_timer_moving` and `ai_stop_timer_stopped`, figures 9 and 10.
//!
//! [article 000]: https://orbb.neocities.org "undated"

/// How long a resting unit stays awake after somebody that moves has touched it, s. Less, and crowds open too
/// slowly to be passed; more, and they take longer to settle.
pub const WAKE_TIME: f32 = 5.0;

/// How fast the timer of a moving unit runs down while it touches nobody that rests, against real time. The
/// article's: at full speed, a unit that swings out from each contact (figure 9) would never stop.
pub const RECOVERY: f32 = 0.5;

/// What the stop timers need to know of the units that one touches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touch {
    /// Anybody.
    pub any: bool,
    /// Somebody in the opposite state: one that rests where the unit moves, one that moves where it rests
    /// (000.7).
    pub opposite: bool,
    /// The most that is left on the timer of anybody touched that rests, s.
    pub longest_timer: f32,
}

impl Touch {
    /// Adds one that is touched. `timer` is its stop timer, s.
    pub fn add(&mut self, moving: bool, other_moving: bool, timer: f32) {
        self.any = true;
        self.opposite |= moving != other_moving;
        if !other_moving {
            self.longest_timer = self.longest_timer.max(timer);
        }
    }
}

/// The timer of a unit that moves, a step of `dt` s later, and whether it gives up: when it has touched units
/// that rest for longer than `distance` px (|dx| + |dy| to its target, and what remains of its way) take at
/// `top_speed`, px/s. `recovery` is how fast the timer runs down without contact, against real time.
///
/// ```
/// use muster::stopping::{RECOVERY, Touch, moving_timer};
/// let touch = Touch { any: true, opposite: true, longest_timer: 0.0 };
/// assert_eq!(moving_timer(1.0, touch, 200.0, 5.0, 0.5, RECOVERY), (1.5, false));
/// assert_eq!(moving_timer(39.75, touch, 200.0, 5.0, 0.5, RECOVERY), (40.25, true)); // the article's 40 seconds
/// assert_eq!(moving_timer(1.0, Touch::default(), 200.0, 5.0, 0.5, RECOVERY), (0.75, false));
/// ```
///
/// # Source
/// [Article 000], `ai_stop_timer_moving`. Departure: the timer ends at 0 instead of just below.
///
/// [article 000]: https://orbb.neocities.org "undated"
pub fn moving_timer(
    timer: f32,
    touch: Touch,
    distance: f32,
    top_speed: f32,
    dt: f32,
    recovery: f32,
) -> (f32, bool) {
    if touch.opposite {
        let timer = timer + dt;
        (timer, timer > distance / top_speed)
    } else {
        ((timer - recovery * dt).max(0.0), false)
    }
}

/// The timer of a unit that rests, a step of `dt` s later: above 0 it may move out of the way.
///
/// ```
/// use muster::stopping::{WAKE_TIME, Touch, stopped_timer};
/// let by_mover = Touch { any: true, opposite: true, longest_timer: 0.0 };
/// let by_waker = Touch { any: true, opposite: false, longest_timer: 2.0 };
/// assert_eq!(stopped_timer(0.0, by_mover, 0.5), WAKE_TIME);
/// assert_eq!(stopped_timer(0.0, by_waker, 0.5), 1.5); // takes over the rest, less a tick
/// assert_eq!(stopped_timer(1.0, Touch::default(), 0.5), 0.0); // nothing touches it: it stops
/// ```
///
/// # Source
/// [Article 000], `ai_stop_timer_stopped`. Departure: a timer that has run out is 0, never below, and a unit
/// that stops forgets what was left, which the article's keeps for its next contact.
///
/// [article 000]: https://orbb.neocities.org "undated"
pub fn stopped_timer(timer: f32, touch: Touch, dt: f32) -> f32 {
    if touch.opposite {
        WAKE_TIME
    } else if !touch.any {
        0.0
    } else if timer > 0.0 {
        (timer - dt).max(0.0)
    } else {
        (touch.longest_timer - dt).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 30.0;
    const RESTING: Touch = Touch { any: true, opposite: true, longest_timer: 0.0 };
    const MOVING: Touch = Touch { any: true, opposite: false, longest_timer: 0.0 };

    #[test]
    fn fig_9_a_unit_that_swings_out_between_contacts_still_gives_up() {
        // A third of the time in contact, two thirds outside, 45 px from its place at 60 px/s: at full
        // recovery the timer would never grow.
        let gives_up_after = |period: u32, contact: u32| {
            let mut timer = 0.0;
            (0..100_000).find(|tick| {
                let touch = if tick % period < contact { RESTING } else { Touch::default() };
                let (next, gives_up) = moving_timer(timer, touch, 45.0, 60.0, DT, RECOVERY);
                timer = next;
                gives_up
            })
        };
        let half = gives_up_after(20, 10).expect("half the time in contact is enough");
        assert!((30.0..120.0).contains(&(half as f32)), "{half}");
        assert_eq!(gives_up_after(20, 6), None, "rarely in contact: it has room and goes on");
    }

    #[test]
    fn fig_10_the_timer_runs_down_at_half_speed() {
        let mut timer = 1.0;
        for _ in 0..30 {
            timer = moving_timer(timer, Touch::default(), 100.0, 60.0, DT, RECOVERY).0;
        }
        assert!((timer - 0.5).abs() < 1e-5);
    }

    #[test]
    fn a_traffic_jam_of_moving_units_makes_nobody_give_up() {
        let mut timer = 0.0;
        for _ in 0..10_000 {
            let (next, gives_up) = moving_timer(timer, MOVING, 1.0, 60.0, DT, RECOVERY);
            timer = next;
            assert!(!gives_up);
        }
        assert_eq!(timer, 0.0);
    }

    #[test]
    fn a_disturbance_among_touching_units_dies_out_within_five_seconds() {
        // A row of resting units, each touching the next; the first is touched by a mover in the first tick.
        let mut timers = [0.0f32; 40];
        let mut ticks = 0;
        loop {
            let before = timers;
            for (i, timer) in timers.iter_mut().enumerate() {
                let mut touch = Touch::default();
                for other in [i.wrapping_sub(1), i + 1] {
                    if let Some(&left) = before.get(other) {
                        touch.add(false, false, left);
                    }
                }
                touch.opposite = ticks == 0 && i == 0;
                *timer = stopped_timer(before[i], touch, DT);
            }
            ticks += 1;
            if timers.iter().all(|&timer| timer == 0.0) {
                break;
            }
            assert!(ticks < 1000, "it resonates");
        }
        assert!((140..=160).contains(&ticks), "{ticks}");
    }

    #[test]
    fn one_flag_says_that_the_opposite_was_touched() {
        let mut touch = Touch::default();
        touch.add(true, true, 0.0);
        assert!(touch.any && !touch.opposite);
        touch.add(true, false, 3.0);
        touch.add(true, true, 0.0);
        assert!(touch.opposite);
        assert_eq!(touch.longest_timer, 3.0);
    }
}
