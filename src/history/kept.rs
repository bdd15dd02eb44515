//! What a watcher of a session knows at its keyframes, so that it can go back with it.

use crate::sim::Sim;
use std::sync::{Arc, Weak};

/// A value for each keyframe, as long as the session keeps that.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    list: Vec<(Weak<Sim>, T)>,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { list: Vec::new() }
    }
}

impl<T> Kept<T> {
    /// Keeps a value for a keyframe, and forgets those of keyframes that were given up.
    pub fn keep(&mut self, keyframe: &Arc<Sim>, value: T) {
        let own = Arc::downgrade(keyframe);
        self.list.retain(|(of, _)| of.strong_count() > 0 && !of.ptr_eq(&own));
        self.list.push((own, value));
    }

    /// What was kept for a keyframe.
    pub fn of(&self, keyframe: &Arc<Sim>) -> Option<&T> {
        let own = Arc::downgrade(keyframe);
        self.list.iter().find(|(of, _)| of.ptr_eq(&own)).map(|(_, value)| value)
    }
}
