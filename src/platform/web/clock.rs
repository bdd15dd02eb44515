//! How much time has passed, as the page's clock says.

use super::browser;
use std::cell::Cell;
use std::ops::Sub;
use std::time::Duration;

thread_local! {
    /// What jobs took in this frame, s.
    pub(super) static WORKED: Cell<f64> = const { Cell::new(0.0) };
}

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Instant(f64);

/// The page has one thread: it works all the time.
pub type ThreadTime = Instant;

impl Instant {
    /// The present moment.
    pub fn now() -> Instant {
        Instant(browser::now())
    }

    /// Time since then.
    pub fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        Duration::from_secs_f64((self.0 - earlier.0).max(0.0))
    }
}

/// Between two frames the browser has the processor anyway; the next frame works anew on what waits.
pub fn rest(_duration: Duration) {
    WORKED.set(0.0);
}
