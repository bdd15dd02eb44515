//! What stands for threads: jobs wait until somebody asks for answers, and are done there and then.

use super::clock::{Instant, WORKED};
use std::collections::VecDeque;
use std::fmt;

/// So long a frame may work on jobs, s; the last of them may take longer.
const BUDGET: f64 = 0.006;

/// Does jobs, one after the other.
pub struct Worker<Job, Answer> {
    work: Box<dyn FnMut(Job) -> Answer>,
    jobs: VecDeque<Job>,
}

impl<Job, Answer> fmt::Debug for Worker<Job, Answer> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "Worker({} jobs)", self.jobs.len())
    }
}

impl<Job: 'static, Answer: 'static> Worker<Job, Answer> {
    /// What does the jobs.
    pub fn new(work: impl FnMut(Job) -> Answer + 'static) -> Worker<Job, Answer> {
        Worker { work: Box::new(work), jobs: VecDeque::new() }
    }

    /// Gives it something to do.
    pub fn ask(&mut self, job: Job) {
        self.jobs.push_back(job);
    }

    /// Does the next job, if the frame has time for one: what it came to.
    pub fn answer(&mut self) -> Option<Answer> {
        if WORKED.get() >= BUDGET {
            return None;
        }
        let job = self.jobs.pop_front()?;
        let start = Instant::now();
        let answer = (self.work)(job);
        WORKED.set(WORKED.get() + start.elapsed().as_secs_f64());
        Some(answer)
    }

    /// Jobs whose answers nobody has taken yet.
    pub fn waiting(&self) -> usize {
        self.jobs.len()
    }
}

/// The one thread, as a simulation shares its work.
#[derive(Debug)]
pub struct Pool;

impl Pool {
    /// One thread, whatever is asked for.
    pub fn new(_threads: usize) -> Pool {
        Pool
    }

    /// How many there are.
    pub fn threads(&self) -> usize {
        1
    }

    /// Runs something.
    pub fn install<T: Send>(&self, run: impl FnOnce() -> T + Send) -> T {
        run()
    }
}

/// Runs it once.
pub fn on_each_core(run: impl Fn() + Sync) {
    run();
}
