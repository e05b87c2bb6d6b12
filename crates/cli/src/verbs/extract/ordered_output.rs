//! Results of many workers in the order of the inputs, as if one worker had read all of them.
//!
//! Inputs are numbered as they are handed out, and their results are received in the order of the
//! numbers. No separate thread receives: the worker that reads the current input passes its results
//! to the receiver, followed by the parked results of the next inputs. A worker with a later input
//! parks its results and takes the next input, so that thousands of small files after a large one
//! are finished while the large one is read. The parked results are bounded in bytes. A worker that
//! finds no room waits for its turn. The worker with the current input never waits, so the workers
//! cannot deadlock.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::batch::Batch;
use crate::exit::Failure;

/// Receives the results of the inputs, one input after the other.
pub(super) trait Receive: Send {
    /// The report about a finished input.
    type Done: Send;

    /// Receives more of the current input; the caller clears the batch afterwards.
    fn receive(&mut self, batch: &Batch) -> Result<(), Failure>;

    /// Ends the current input.
    fn finish_input(&mut self, done: Self::Done) -> Result<(), Failure>;

    /// Writes the results that were received, because the next ones may take a while.
    fn pause(&mut self) -> Result<(), Failure>;
}

/// No more results are accepted: the receiver failed, and the workers may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The order of the inputs, and the receiver of all results.
pub(super) struct OrderedOutput<R: Receive> {
    state: Mutex<State<R>>,
    /// Notified when results were received, or when everything stops.
    moved: Condvar,
    /// The size in bytes of results that may be parked.
    room: usize,
}

struct State<R: Receive> {
    receiver: R,
    /// The number of the input whose results are received now.
    turn: u64,
    /// The results of inputs that are not yet due.
    parked: BTreeMap<u64, Parked<R::Done>>,
    /// The memory of the parked results, in bytes.
    weight: usize,
    /// The number of workers that wait. A notification takes time even if no thread waits, so it is sent only if this
    /// number is not 0.
    waiting: usize,
    /// The failure that stopped all workers.
    failure: Option<Failure>,
}

struct Parked<D> {
    batches: Vec<Batch>,
    done: Option<D>,
}

impl<D> Parked<D> {
    fn weight(&self) -> usize {
        self.batches.iter().map(parked_weight).sum()
    }
}

/// The memory of a parked batch: a batch without a link takes memory as well.
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

    /// Passes on more results of the input `number`, and empties the batch.
    pub(super) fn give(&self, number: u64, batch: &mut Batch) -> Result<(), Stopped> {
        self.deliver(number, batch, None)
    }

    /// Passes on the last results of the input `number`, and its report.
    pub(super) fn end(&self, number: u64, batch: &mut Batch, done: R::Done) -> Result<(), Stopped> {
        self.deliver(number, batch, Some(done))
    }

    /// Passes on the results that the input `number` has so far, because its source may block. If it is not the current
    /// input, the results stay in the batch.
    pub(super) fn pause(&self, number: u64, batch: &mut Batch) -> Result<(), Stopped> {
        let mut state = self.lock();
        if state.turn != number {
            return state.check();
        }
        let received = state.receive(batch).and_then(|()| state.receiver.pause());
        self.settle(&mut state, received)
    }

    fn deliver(
        &self,
        number: u64,
        batch: &mut Batch,
        done: Option<R::Done>,
    ) -> Result<(), Stopped> {
        let mut state = self.wait_for_room(number, parked_weight(batch));
        state.check()?;
        if state.turn != number {
            state.park(number, batch, done);
            return Ok(());
        }
        let received = state.receive(batch).and_then(|()| match done {
            Some(done) => state.pass(done),
            None => Ok(()),
        });
        self.settle(&mut state, received)
    }

    /// Waits until it is the turn of `number`, or there is room to park, or everything stops.
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

    fn settle(&self, state: &mut State<R>, received: Result<(), Failure>) -> Result<(), Stopped> {
        if let Err(failure) = received {
            state.failure.get_or_insert(failure);
        }
        if state.waiting > 0 {
            self.moved.notify_all();
        }
        state.check()
    }

    /// Locks the state, even after a worker has panicked, because each change of the state is complete.
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An error if no more results are accepted.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        self.lock().check()
    }

    /// Stops all workers: one of them failed, and the others would wait for its results.
    pub(super) fn fail(&self, failure: Failure) {
        // The first failure is kept, and the result is `Stopped` in any case.
        let _ = self.settle(&mut self.lock(), Err(failure));
    }

    /// Calls `end` with the receiver between two batches, and never releases the lock: the process is
    /// about to end.
    pub(super) fn interrupt(&self, end: impl FnOnce(&mut R)) {
        let mut state = self.lock();
        end(&mut state.receiver);
        core::mem::forget(state);
    }

    #[cfg(test)]
    fn with_receiver<T>(&self, speak: impl FnOnce(&mut R) -> T) -> T {
        speak(&mut self.lock().receiver)
    }

    /// The receiver, when all workers are done; or the failure that stopped them.
    pub(super) fn into_receiver(self) -> Result<R, Failure> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok(state.receiver), Err)
    }
}

impl<R: Receive> State<R> {
    fn check(&self) -> Result<(), Stopped> {
        self.failure.as_ref().map_or(Ok(()), |_| Err(Stopped))
    }

    fn receive(&mut self, batch: &mut Batch) -> Result<(), Failure> {
        let received = if batch.is_empty() { Ok(()) } else { self.receiver.receive(batch) };
        batch.clear();
        received
    }

    /// Parks a copy of the batch, which takes no more memory than its content; the worker reuses its own buffer.
    fn park(&mut self, number: u64, batch: &mut Batch, done: Option<R::Done>) {
        let parked =
            self.parked.entry(number).or_insert(Parked { batches: Vec::new(), done: None });
        self.weight += parked_weight(batch);
        parked.batches.push(batch.clone());
        parked.done = done;
        batch.clear();
    }

    /// Finishes the current input, and receives the parked results of the next ones.
    fn pass(&mut self, done: R::Done) -> Result<(), Failure> {
        let mut done = Some(done);
        while let Some(finished) = done.take() {
            self.receiver.finish_input(finished)?;
            self.turn += 1;
            let Some(mut parked) = self.parked.remove(&self.turn) else { break };
            self.weight -= parked.weight();
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

    /// Input `n` has `n % 7` entries; each is given separately.
    fn work(ordered: &OrderedOutput<Log>, number: u64) -> Result<(), Stopped> {
        let mut batch = Batch::default();
        for entry in 0..number % 7 {
            push(&mut batch, &format!("{number}.{entry}"));
            ordered.give(number, &mut batch)?;
        }
        ordered.end(number, &mut batch, number)
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
                        if number >= inputs || work(ordered, number).is_err() {
                            break;
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn many_workers_keep_the_order_of_the_inputs() {
        // Without room, each worker waits for its turn; with a little room, some of them wait.
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
            work(&ordered, number).unwrap();
            ordered.with_receiver(|log| assert!(log.heads.is_empty()));
        }
        work(&ordered, 0).unwrap();
        assert_eq!(ordered.into_receiver().unwrap().heads, expected(3));
    }

    #[test]
    fn a_failure_ends_the_wait_of_the_workers() {
        let ordered = OrderedOutput::new(Log::default(), 0);
        thread::scope(|scope| {
            // The turn of input 1 never comes, because no worker has input 0.
            let waiting = scope.spawn(|| work(&ordered, 1));
            ordered.fail(Failure::message("gone"));
            assert_eq!(waiting.join().unwrap(), Err(Stopped));
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
