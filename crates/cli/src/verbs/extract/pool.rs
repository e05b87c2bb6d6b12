//! Portions of mailboxes that idle workers read for other workers.
//!
//! The worker that reads a mailbox splits it into messages, and offers portions of the messages while other workers are
//! idle. It takes a portion back if no other worker has begun to read it, and waits only for portions that are being
//! read. This ensures that every portion is read and that the workers cannot deadlock.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use linkwright_harvest::{Messages, Summary};

use super::batch::{Batch, Input};
use super::row::Source;
use super::sums::Sums;

/// The input that rows come from, shared by all workers that read it.
#[derive(Debug)]
pub(super) struct Origin {
    pub(super) number: u64,
    pub(super) source: Source,
    pub(super) input: Arc<Input>,
    /// Whether the input was named on the command line or in a list, rather than found in a folder.
    pub(super) is_named: bool,
}

/// Some messages of a mailbox. If the worker that reads them panics, the worker that waits for their results is
/// notified.
#[derive(Debug)]
pub(super) struct Portion {
    /// `None` once a worker has begun to read them.
    messages: Option<Messages>,
    pub(super) origin: Arc<Origin>,
    ticket: Arc<Ticket>,
}

/// The result of reading a portion.
#[derive(Debug)]
pub(super) struct Results {
    pub(super) messages: Messages,
    pub(super) batches: Vec<Batch>,
    pub(super) sums: Sums,
    pub(super) summary: Summary,
}

/// The slot for the results of one portion.
#[derive(Debug, Default)]
pub(super) struct Ticket {
    state: Mutex<State>,
    changed: Condvar,
}

/// The offered portions of an input in order, with their sizes in bytes.
#[derive(Debug, Default)]
pub(super) struct Offered {
    pub(super) tickets: VecDeque<(Arc<Ticket>, usize)>,
    pub(super) weight: usize,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Pending,
    Done(Box<Results>),
    /// The results were fetched, or the worker that read the portion panicked.
    Over,
}

/// Connects portions that wait for a worker with workers that wait for a portion.
#[derive(Debug)]
pub(super) struct Pool {
    state: Mutex<Waiting>,
    changed: Condvar,
    /// The number of workers that wait for a portion.
    idle: AtomicUsize,
}

#[derive(Debug)]
struct Waiting {
    portions: VecDeque<Portion>,
    /// The number of workers that may still offer a portion.
    offering: usize,
}

/// Held by a worker while it may still offer portions.
#[derive(Debug)]
pub(super) struct Offering<'p>(&'p Pool);

impl Pool {
    /// Creates a pool for `workers` workers. Every worker holds an [`Offering`] until it has no more tasks.
    pub(super) fn new(workers: usize) -> Pool {
        let waiting = Waiting { portions: VecDeque::new(), offering: workers };
        Pool { state: Mutex::new(waiting), changed: Condvar::new(), idle: AtomicUsize::new(0) }
    }

    /// The offering of one worker.
    pub(super) const fn offering(&self) -> Offering<'_> {
        Offering(self)
    }

    /// Whether a worker waits for a portion.
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Offers messages to idle workers.
    pub(super) fn offer(&self, messages: Messages, origin: &Arc<Origin>) -> Arc<Ticket> {
        let ticket = Arc::default();
        let portion = Portion {
            messages: Some(messages),
            origin: Arc::clone(origin),
            ticket: Arc::clone(&ticket),
        };
        self.lock().portions.push_back(portion);
        self.changed.notify_one();
        ticket
    }

    /// Takes back the oldest portion of an input that no worker has begun to read.
    pub(super) fn take_back(&self, number: u64) -> Option<Portion> {
        let mut state = self.lock();
        let at = state.portions.iter().position(|portion| portion.origin.number == number)?;
        state.portions.remove(at)
    }

    /// Waits for the next portion of any input. Returns `None` when no worker can offer more portions.
    pub(super) fn next(&self) -> Option<Portion> {
        let mut state = self.lock();
        self.idle.fetch_add(1, Ordering::Relaxed);
        while state.portions.is_empty() && state.offering > 0 {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
        state.portions.pop_front()
    }

    /// Locks the state, even if a worker panicked. The state is still consistent, because a worker changes it
    /// completely or not at all.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Offering<'_> {
    fn drop(&mut self) {
        self.0.lock().offering -= 1;
        self.0.changed.notify_all();
    }
}

impl Portion {
    /// Reads the portion with `read`, and stores the results in its ticket.
    pub(super) fn read(mut self, read: impl FnOnce(&Arc<Origin>, Messages) -> Results) {
        if let Some(messages) = self.messages.take() {
            let results = read(&self.origin, messages);
            self.ticket.set(State::Done(Box::new(results)));
        }
    }
}

impl Drop for Portion {
    fn drop(&mut self) {
        if matches!(*self.ticket.lock(), State::Pending) {
            self.ticket.set(State::Over);
        }
    }
}

impl Ticket {
    /// Fetches the results, if they are ready.
    pub(super) fn results(&self) -> Option<Box<Results>> {
        let mut state = self.lock();
        match core::mem::replace(&mut *state, State::Over) {
            State::Done(results) => Some(results),
            other => {
                *state = other;
                None
            }
        }
    }

    /// Waits for the results. Returns `false` if the worker that read the portion panicked.
    pub(super) fn wait(&self) -> bool {
        let is_pending = |state: &mut State| matches!(state, State::Pending);
        let state = self.changed.wait_while(self.lock(), is_pending);
        matches!(*state.unwrap_or_else(PoisonError::into_inner), State::Done(_))
    }

    fn set(&self, state: State) {
        *self.lock() = state;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
