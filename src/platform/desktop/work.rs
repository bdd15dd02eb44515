//! Threads.

use std::sync::mpsc::{Receiver, Sender, channel};

/// Does jobs on a thread of its own, one after the other.
#[derive(Debug)]
pub struct Worker<Job, Answer> {
    jobs: Sender<Job>,
    answers: Receiver<Answer>,
    waiting: usize,
}

impl<Job: Send + 'static, Answer: Send + 'static> Worker<Job, Answer> {
    /// Starts the thread; it ends when the worker is dropped and what it is at is done.
    pub fn new(mut work: impl FnMut(Job) -> Answer + Send + 'static) -> Worker<Job, Answer> {
        let (jobs, todo) = channel();
        let (done, answers) = channel();
        std::thread::spawn(move || todo.into_iter().map(&mut work).try_for_each(|answer| done.send(answer)));
        Worker { jobs, answers, waiting: 0 }
    }

    /// Gives it something to do.
    pub fn ask(&mut self, job: Job) {
        self.waiting += 1;
        // It only ends early when a job panics, which its thread has told.
        let _ = self.jobs.send(job);
    }

    /// What the next job came to, if it is done.
    pub fn answer(&mut self) -> Option<Answer> {
        let answer = self.answers.try_recv().ok();
        self.waiting -= usize::from(answer.is_some());
        answer
    }

    /// Jobs whose answers nobody has taken yet.
    pub fn waiting(&self) -> usize {
        self.waiting
    }
}

/// Threads that share the work of a simulation.
#[derive(Debug)]
pub struct Pool(rayon::ThreadPool);

impl Pool {
    /// So many threads; 0: as many as the machine has. One where the system does not start so many.
    ///
    /// # Panics
    /// When the system does not start even one.
    pub fn new(threads: usize) -> Pool {
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Pool(pool(threads).or_else(|_| pool(1)).expect("the system can start a thread"))
    }

    /// How many there are.
    pub fn threads(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs something on them, and returns when it is done.
    pub fn install<T: Send>(&self, run: impl FnOnce() -> T + Send) -> T {
        self.0.install(run)
    }
}

/// Runs the same on a thread for each core of the machine, and returns when all are done.
pub fn on_each_core(run: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(&run);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_answered_in_their_order() {
        let mut worker = Worker::new(|number: u32| number * 2);
        (0..100).for_each(|number| worker.ask(number));
        assert_eq!(worker.waiting(), 100);
        let answers: Vec<u32> = std::iter::repeat_with(|| worker.answer()).flatten().take(100).collect();
        assert!(answers.iter().copied().eq((0..100).map(|number| number * 2)));
        assert_eq!(worker.waiting(), 0);
    }
}
