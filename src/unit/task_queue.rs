//! What a unit will do after what it does now.

use super::tasks::Task;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Tasks to come, first to last. Most units have none: of them nothing is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TaskQueue(Option<Box<VecDeque<Task>>>);

impl TaskQueue {
    /// Whether nothing is to come.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// How many are to come.
    pub fn len(&self) -> usize {
        self.iter().len()
    }

    /// The tasks, the next first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Task> + ExactSizeIterator {
        self.0.as_deref().map(VecDeque::iter).unwrap_or_default()
    }

    /// The tasks, the next first, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Task> {
        self.0.iter_mut().flat_map(|tasks| tasks.iter_mut())
    }

    /// Adds a task behind all others.
    pub fn push_back(&mut self, task: Task) {
        self.0.get_or_insert_default().push_back(task);
    }

    /// Adds a task before all others.
    pub fn push_front(&mut self, task: Task) {
        self.0.get_or_insert_default().push_front(task);
    }

    /// Takes the next one out.
    pub fn pop_front(&mut self) -> Option<Task> {
        let tasks = self.0.as_mut()?;
        let next = tasks.pop_front();
        self.0.take_if(|tasks| tasks.is_empty());
        next
    }
}
