//! How much time has passed.

/// Time that the thread has worked, as the system counts it.
#[cfg(feature = "window")]
pub use cpu_time::ThreadTime;
pub use std::time::Instant;

/// Lets others have the processor for so long.
pub fn rest(duration: std::time::Duration) {
    std::thread::sleep(duration);
}
