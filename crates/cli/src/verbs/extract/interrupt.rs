//! A signal ends the run between two batches: the output is left whole.

use std::sync::{Arc, Weak};

use super::collect::Collector;
use super::turns::Turns;
use crate::interrupt;

/// From now on a signal writes what is whole and ends the process.
pub(super) fn leave_whole(turns: &Arc<Turns<Collector>>) {
    let turns = Arc::downgrade(turns);
    interrupt::listen(move || end(&turns));
}

fn end(turns: &Weak<Turns<Collector>>) {
    if let Some(turns) = turns.upgrade() {
        turns.interrupt(Collector::interrupt);
        // The run must not take the receiver out and continue.
        core::mem::forget(turns);
    }
}
