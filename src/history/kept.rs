//! What a watcher of a session knows at its keyframes, so that it can go back with it.

use super::keyframes::{Keyframe, least_missed};
use std::sync::{Arc, Weak};

/// A value for each keyframe, as long as the session keeps that and there is room.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    /// By tick.
    list: Vec<One<T>>,
    bytes: usize,
}

#[derive(Clone, Debug)]
struct One<T> {
    of: Weak<Keyframe>,
    tick: u64,
    bytes: usize,
    value: T,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { list: Vec::new(), bytes: 0 }
    }
}

impl<T> Kept<T> {
    /// Memory for all values, bytes. Beyond that some are given up, and the way to a moment from the keyframe
    /// before it that is known is longer.
    const VALUE_MEMORY: usize = 64 << 20;

    /// Keeps a value of so many `bytes` for a keyframe, and forgets those of keyframes that were given up.
    pub fn keep(&mut self, keyframe: &Arc<Keyframe>, value: T, bytes: usize) {
        let (of, tick) = (Arc::downgrade(keyframe), keyframe.ticks());
        self.list.retain(|one| one.of.strong_count() > 0 && !one.of.ptr_eq(&of));
        let after = self.list.partition_point(|one| one.tick <= tick);
        self.list.insert(after, One { of, tick, bytes, value });
        self.bytes = self.list.iter().map(|one| one.bytes).sum();
        while self.bytes > Kept::<T>::VALUE_MEMORY && self.list.len() > 2 {
            let ticks: Vec<u64> = self.list.iter().map(|one| one.tick).collect();
            self.bytes -= self.list.remove(least_missed(&ticks)).bytes;
        }
    }

    /// What was kept for a keyframe.
    pub fn of(&self, keyframe: &Arc<Keyframe>) -> Option<&T> {
        let tick = keyframe.ticks();
        let first = self.list.partition_point(|one| one.tick < tick);
        let same = self.list[first..].iter().take_while(|one| one.tick == tick);
        same.into_iter().find(|one| one.of.as_ptr() == Arc::as_ptr(keyframe)).map(|one| &one.value)
    }
}
