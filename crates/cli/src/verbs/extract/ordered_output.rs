//! Puts the results of many workers in the order of the inputs.
//!
//! Inputs are numbered when they are handed out, and the receiver gets their results in the order of the numbers. There
//! is no separate receiving thread: the worker that reads the current input passes its results to the receiver,
//! followed by the parked results of the next inputs. A worker with a later input parks its results and takes another
//! input. Thousands of small files after a large file can therefore be finished while the large file is being read. The
//! total size of parked results is limited, and a worker that finds no room waits for its turn. The worker with the
//! current input never waits, so the workers cannot deadlock.

use core::ops::ControlFlow;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::batch::Batch;
use crate::exit::Failure;

/// Receives the results of the inputs, one input after the other.
pub(super) trait Receive: Send {
    /// The report about a finished input.
    type Done: Send;

    /// Receives more results of the current input. The caller clears the batch afterwards.
    fn receive(&mut self, batch: &Batch) -> Result<(), Failure>;

    /// Ends the current input.
    fn finish_input(&mut self, done: Self::Done) -> Result<(), Failure>;

    /// Flushes the results received so far, because the next results may take a while.
    fn pause(&mut self) -> Result<(), Failure>;
}

/// Passes results to a receiver in the order of the inputs. `Break` means that no more results are accepted, because the
/// receiver or a worker failed. The other workers may stop.
pub(super) struct OrderedOutput<R: Receive> {
    state: Mutex<State<R>>,
    /// Notified when results were received, and when a failure stops the run.
    moved: Condvar,
    /// The maximum total size of parked results, in bytes.
    room: usize,
}

struct State<R: Receive> {
    receiver: R,
    /// The number of the current input, whose results go directly to the receiver.
    turn: u64,
    /// The results of later inputs.
    parked: BTreeMap<u64, Parked<R::Done>>,
    /// The memory of the parked results, in bytes.
    weight: usize,
    /// The number of waiting workers. A notification is sent only if this number is not 0, because it takes time even
    /// if no thread waits.
    waiting: usize,
    /// The failure that stopped all workers.
    failure: Option<Failure>,
}

struct Parked<D> {
    batches: Vec<Batch>,
    done: Option<D>,
}

/// The memory that a parked batch takes. Even a batch without links takes some memory.
fn parked_weight(batch: &Batch) -> usize {
    batch.weight() + 2 * size_of::<Batch>()
}

impl<R: Receive> OrderedOutput<R> {
    pub(super) fn new(receiver: R, room: usize) -> OrderedOutput<R> {
        let state = State {
            receiver,
            turn: 0,
            parked: BTreeMap::new(),
            weight: 0,
            waiting: 0,
            failure: None,
        };
        OrderedOutput { state: Mutex::new(state), moved: Condvar::new(), room }
    }

    /// Passes on the results of the input `number` so far, because its source may block. If `number` is not the current
    /// input, the results remain in the batch.
    pub(super) fn pause(&self, number: u64, batch: &mut Batch) -> ControlFlow<()> {
        let mut state = self.lock();
        if state.turn != number {
            return state.check();
        }
        let received = state.receive(batch).and_then(|()| state.receiver.pause());
        self.settle(&mut state, received)
    }

    /// Passes on more results of the input `number`, and empties the batch. With the last results comes the report
    /// `done`.
    pub(super) fn give(
        &self,
        number: u64,
        batch: &mut Batch,
        done: Option<R::Done>,
    ) -> ControlFlow<()> {
        let mut state = self.wait_for_room(number, parked_weight(batch));
        state.check()?;
        if state.turn != number {
            state.park(number, batch, done);
            return ControlFlow::Continue(());
        }
        let received = state.receive(batch).and_then(|()| match done {
            Some(done) => state.pass(done),
            None => Ok(()),
        });
        self.settle(&mut state, received)
    }

    /// Waits until `number` is the current input, there is room to park its results, or a failure stops the run.
    fn wait_for_room(&self, number: u64, weight: usize) -> MutexGuard<'_, State<R>> {
        let must_wait = |state: &mut State<R>| {
            state.failure.is_none()
                && state.turn != number
                && state.weight.saturating_add(weight) > self.room
        };
        let mut state = self.lock();
        state.waiting += 1;
        let state = self.moved.wait_while(state, must_wait);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    fn settle(&self, state: &mut State<R>, received: Result<(), Failure>) -> ControlFlow<()> {
        if let Err(failure) = received {
            state.failure.get_or_insert(failure);
        }
        if state.waiting > 0 {
            self.moved.notify_all();
        }
        state.check()
    }

    /// Locks the state, even if a worker panicked. The state is still consistent, because a worker changes it
    /// completely or not at all.
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn check(&self) -> ControlFlow<()> {
        self.lock().check()
    }

    /// Stops all workers, because one worker failed and the others would wait for its results.
    pub(super) fn fail(&self, failure: Failure) {
        // The first failure is kept. The result is always `Break`.
        let _ = self.settle(&mut self.lock(), Err(failure));
    }

    /// Calls `end` with the receiver between two batches. The lock is never released, because the process is about to
    /// end.
    pub(super) fn interrupt(&self, end: impl FnOnce(&mut R)) {
        let mut state = self.lock();
        end(&mut state.receiver);
        core::mem::forget(state);
    }

    #[cfg(test)]
    fn with_receiver<T>(&self, speak: impl FnOnce(&mut R) -> T) -> T {
        speak(&mut self.lock().receiver)
    }

    /// Returns the receiver after all workers are done, or the failure that stopped them.
    pub(super) fn into_receiver(self) -> Result<R, Failure> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok(state.receiver), Err)
    }
}

impl<R: Receive> State<R> {
    fn check(&self) -> ControlFlow<()> {
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn receive(&mut self, batch: &mut Batch) -> Result<(), Failure> {
        let received = if batch.is_empty() { Ok(()) } else { self.receiver.receive(batch) };
        batch.clear();
        received
    }

    /// Parks a copy of the batch. The copy has no spare capacity, and the worker can reuse the original buffer.
    fn park(&mut self, number: u64, batch: &mut Batch, done: Option<R::Done>) {
        let parked =
            self.parked.entry(number).or_insert(Parked { batches: Vec::new(), done: None });
        self.weight += parked_weight(batch);
        parked.batches.push(batch.clone());
        parked.done = done;
        batch.clear();
    }

    /// Finishes the current input, and receives the parked results of the next inputs.
    fn pass(&mut self, done: R::Done) -> Result<(), Failure> {
        let mut done = Some(done);
        while let Some(finished) = done.take() {
            self.receiver.finish_input(finished)?;
            self.turn += 1;
            let Some(mut parked) = self.parked.remove(&self.turn) else { break };
            self.weight -= parked.batches.iter().map(parked_weight).sum::<usize>();
            for batch in &mut parked.batches {
                self.receive(batch)?;
            }
            done = parked.done;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    use super::*;

    /// Records what it receives.
    #[derive(Debug, Default)]
    struct Log {
        heads: Vec<String>,
        fails_at: Option<usize>,
    }

    impl Receive for Log {
        type Done = u64;

        fn receive(&mut self, batch: &Batch) -> Result<(), Failure> {
            for entry in batch.entries() {
                self.heads.push(String::from_utf8(entry.head.to_vec()).unwrap());
            }
            match self.fails_at {
                Some(at) if self.heads.len() >= at => Err(Failure::message("full")),
                _ => Ok(()),
            }
        }

        fn finish_input(&mut self, done: u64) -> Result<(), Failure> {
            self.heads.push(format!("end of {done}"));
            Ok(())
        }

        fn pause(&mut self) -> Result<(), Failure> {
            Ok(())
        }
    }

    fn push(batch: &mut Batch, head: &str) {
        let head = |bytes: &mut Vec<u8>| -> Result<(), ()> {
            bytes.extend_from_slice(head.as_bytes());
            Ok(())
        };
        batch.push(|_| Ok(()), head, |_| Ok(())).unwrap();
    }

    /// Gives the `number % 7` entries of an input one by one, and then ends the input.
    fn work(ordered: &OrderedOutput<Log>, number: u64) -> ControlFlow<()> {
        let mut batch = Batch::default();
        for entry in 0..number % 7 {
            push(&mut batch, &format!("{number}.{entry}"));
            ordered.give(number, &mut batch, None)?;
        }
        ordered.give(number, &mut batch, Some(number))
    }

    fn expected(inputs: u64) -> Vec<String> {
        let one = |number| {
            let entries = (0..number % 7).map(move |entry| format!("{number}.{entry}"));
            entries.chain([format!("end of {number}")])
        };
        (0..inputs).flat_map(one).collect()
    }

    fn run(ordered: &OrderedOutput<Log>, inputs: u64, workers: usize) {
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= inputs || work(ordered, number).is_break() {
                            break;
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn results_of_many_workers_are_in_the_order_of_the_inputs() {
        // With a room of 0 every worker waits for its turn, and with a small room some workers wait.
        for room in [0, 500, usize::MAX] {
            for workers in [1, 2, 8] {
                let ordered = OrderedOutput::new(Log::default(), room);
                run(&ordered, 500, workers);
                assert_eq!(ordered.into_receiver().unwrap().heads, expected(500));
            }
        }
    }

    #[test]
    fn results_of_later_inputs_are_parked() {
        let ordered = OrderedOutput::new(Log::default(), usize::MAX);
        for number in [2, 1] {
            assert!(work(&ordered, number).is_continue());
            ordered.with_receiver(|log| assert!(log.heads.is_empty()));
        }
        assert!(work(&ordered, 0).is_continue());
        assert_eq!(ordered.into_receiver().unwrap().heads, expected(3));
    }

    #[test]
    fn a_failure_wakes_waiting_workers() {
        let ordered = OrderedOutput::new(Log::default(), 0);
        thread::scope(|scope| {
            // Input 1 never becomes the current input, because no worker reads input 0.
            let waiting = scope.spawn(|| work(&ordered, 1));
            ordered.fail(Failure::message("gone"));
            assert!(waiting.join().unwrap().is_break());
        });
        assert!(ordered.into_receiver().is_err());
    }

    #[test]
    fn a_failing_receiver_stops_all_workers() {
        let ordered = OrderedOutput::new(Log { fails_at: Some(20), ..Log::default() }, 0);
        run(&ordered, 500, 8);
        assert!(matches!(ordered.into_receiver(), Err(Failure::Message(text)) if text == "full"));
    }
}
