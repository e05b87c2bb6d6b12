//! Hands tasks to the workers in order, and lists folders ahead of time.
//!
//! Listing and sorting a folder takes as long as reading several of its files. If this happened only when the first
//! file of the folder is requested, all workers would wait. Therefore, when a worker takes a task and only a few tasks
//! are ready, it fetches more tasks while the other workers take the ready ones. Only one worker reads ahead at a time,
//! and only as long as the source cannot block. A list of paths, for instance, may come from a pipe and block.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An iterator of tasks that can tell whether fetching the next task may block.
pub(super) trait Foresee: Iterator {
    /// The next task, if fetching it does not block.
    fn ahead(&mut self) -> Option<Self::Item>;
}

/// If fewer tasks than this are ready, a worker fetches more.
const FEW: usize = 16;

/// The maximum number of tasks to fetch ahead at once.
const MORE: usize = 64;

/// Tasks for several workers, numbered in order.
pub(super) struct Queue<S: Foresee> {
    /// The tasks that were fetched but not yet taken.
    ready: Mutex<VecDeque<(u64, S::Item)>>,
    source: Mutex<Source<S>>,
}

struct Source<S> {
    tasks: S,
    /// The number of the next task.
    number: u64,
}

impl<S: Foresee> Queue<S> {
    pub(super) fn new(tasks: S) -> Queue<S> {
        Queue { ready: Mutex::default(), source: Mutex::new(Source { tasks, number: 0 }) }
    }

    /// The next task and its number; `None` after the last one.
    pub(super) fn next(&self) -> Option<(u64, S::Item)> {
        self.take_ready().or_else(|| self.wait())
    }

    fn take_ready(&self) -> Option<(u64, S::Item)> {
        let mut ready = lock(&self.ready);
        let task = ready.pop_front()?;
        let has_few = ready.len() < FEW;
        drop(ready);
        if has_few && let Ok(mut source) = self.source.try_lock() {
            self.look_ahead(&mut source);
        }
        Some(task)
    }

    /// Waits until no other worker reads from the source. Then takes a task that is ready by now, or reads the next
    /// task from the source.
    fn wait(&self) -> Option<(u64, S::Item)> {
        let mut source = lock(&self.source);
        let fetched = lock(&self.ready).pop_front();
        if fetched.is_some() {
            return fetched;
        }
        let task = source.tasks.next()?;
        let task = source.numbered(task);
        self.look_ahead(&mut source);
        Some(task)
    }

    fn look_ahead(&self, source: &mut Source<S>) {
        let mut fetched = VecDeque::with_capacity(MORE);
        while fetched.len() < MORE
            && let Some(task) = source.tasks.ahead()
        {
            fetched.push_back(source.numbered(task));
        }
        lock(&self.ready).append(&mut fetched);
    }
}

impl<S> Source<S> {
    fn numbered<T>(&mut self, task: T) -> (u64, T) {
        let number = self.number;
        self.number += 1;
        (number, task)
    }
}

/// Locks a part of the queue, even if a worker panicked. Dropping the panicked worker stops the run.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use core::ops::Range;
    use std::sync::mpsc::{self, Receiver};
    use std::thread;

    use super::*;

    /// A source of numbers. The multiples of 100 cannot be fetched ahead, just as the first file of a folder cannot.
    struct Hundreds(Range<u64>);

    impl Iterator for Hundreds {
        type Item = u64;

        fn next(&mut self) -> Option<u64> {
            self.0.next()
        }
    }

    impl Foresee for Hundreds {
        fn ahead(&mut self) -> Option<u64> {
            if self.0.start.is_multiple_of(100) { None } else { self.0.next() }
        }
    }

    #[test]
    fn every_task_is_handed_out_exactly_once_with_its_number() {
        for workers in [1, 2, 8] {
            let queue = Queue::new(Hundreds(0..12_345));
            let take = || core::iter::from_fn(|| queue.next()).collect::<Vec<_>>();
            let mut taken: Vec<(u64, u64)> = thread::scope(|scope| {
                let workers: Vec<_> = (0..workers).map(|_| scope.spawn(take)).collect();
                workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
            });
            assert!(taken.iter().all(|(number, task)| number == task));
            taken.sort_unstable();
            assert_eq!(taken.len(), 12_345);
            assert!((0..).zip(&taken).all(|(number, task)| number == task.0));
        }
    }

    /// Tasks from a channel, which may block.
    struct Pipe(Receiver<u64>);

    impl Iterator for Pipe {
        type Item = u64;

        fn next(&mut self) -> Option<u64> {
            self.0.recv().ok()
        }
    }

    impl Foresee for Pipe {
        fn ahead(&mut self) -> Option<u64> {
            None
        }
    }

    #[test]
    fn an_available_task_is_returned_before_the_source_blocks() {
        let (sender, receiver) = mpsc::channel();
        let queue = Queue::new(Pipe(receiver));
        for number in 0..3 {
            sender.send(number).unwrap();
            assert_eq!(queue.next(), Some((number, number)));
        }
        drop(sender);
        assert_eq!(queue.next(), None);
    }
}
