//! Portions of mailboxes, which idle workers read for other workers.
//!
//! The worker that reads a mailbox finds its messages, and offers portions of them while another worker
//! is idle. It takes a portion back if no other worker has begun to read it, and waits only for
//! portions that are being read. Each portion is therefore read, and the workers cannot deadlock.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use linkwright_harvest::{Messages, Summary};

use super::batch::{Batch, Input};
use super::row::Source;
use super::sums::Sums;

/// The input of a row, shared by all workers that read it.
#[derive(Debug)]
pub(super) struct Origin {
    pub(super) number: u64,
    pub(super) source: Source,
    pub(super) input: Arc<Input>,
    /// Whether the input was named, and not found in a folder.
    pub(super) is_named: bool,
}

/// Some messages of a mailbox. If the worker that reads them panics, the worker that waits for the results is notified.
#[derive(Debug)]
pub(super) struct Portion {
    /// `None` as soon as a worker reads them.
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

/// The slot from which the results of a portion are fetched, in the order of the mailbox.
#[derive(Debug, Default)]
pub(super) struct Ticket {
    state: Mutex<State>,
    changed: Condvar,
}

/// The portions of an input that were offered, in their order, each with its size in bytes.
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
    /// The results were fetched, or the worker that read the portion has panicked.
    Over,
}

/// The portions that wait for a worker, and the workers that wait for a portion.
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

/// A worker that may still offer portions.
#[derive(Debug)]
pub(super) struct Offering<'p>(&'p Pool);

impl Pool {
    /// A pool for this number of workers, each of which holds an [`Offering`] until it has no task left.
    pub(super) fn new(workers: usize) -> Pool {
        let waiting = Waiting { portions: VecDeque::new(), offering: workers };
        Pool { state: Mutex::new(waiting), changed: Condvar::new(), idle: AtomicUsize::new(0) }
    }

    /// The handle of one worker.
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

    /// Takes the oldest portion of an input back, if one is left.
    pub(super) fn take_back(&self, number: u64) -> Option<Portion> {
        let mut state = self.lock();
        let at = state.portions.iter().position(|portion| portion.origin.number == number)?;
        state.portions.remove(at)
    }

    /// The next portion of any input; `None` when no worker offers portions any more.
    pub(super) fn next(&self) -> Option<Portion> {
        let mut state = self.lock();
        self.idle.fetch_add(1, Ordering::Relaxed);
        while state.portions.is_empty() && state.offering > 0 {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
        state.portions.pop_front()
    }

    /// Locks the state, even after a worker has panicked, because each change of the state is complete.
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
    /// Reads the portion with `read`, and stores the results in the ticket.
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
    /// The results, if they are ready.
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

    /// Waits for the results; `false` if they do not exist, because the worker that read the portion has panicked.
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
