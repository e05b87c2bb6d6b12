//! A signal ends the run between two batches: the output is left whole.

use std::sync::{Arc, Weak};

use super::collect::Collector;
use super::ordered_output::OrderedOutput;
use crate::interrupt;

/// From now on a signal writes what is whole and ends the process.
pub(super) fn leave_whole(ordered: &Arc<OrderedOutput<Collector>>) {
    let ordered = Arc::downgrade(ordered);
    interrupt::listen(move || end(&ordered));
}

fn end(ordered: &Weak<OrderedOutput<Collector>>) {
    if let Some(ordered) = ordered.upgrade() {
        ordered.interrupt(Collector::interrupt);
        // The run must not take the receiver out and continue.
        core::mem::forget(ordered);
    }
}
