//! Ctrl-C, and a kind request to end: the output is left whole.

use core::sync::atomic::{AtomicBool, Ordering};
use std::process;
use std::sync::{Arc, Weak};
use std::thread;

use super::collect::Collector;
use super::turns::Turns;

/// What a shell expects of who was interrupted: 128 and the number of the signal.
const STATUS: i32 = 130;

/// From now on an interrupt writes what is whole and ends the process. A second one does not wait
/// for that: the output may be a pipe that nobody reads.
pub(super) fn leave_whole(turns: &Arc<Turns<Collector>>) {
    let turns = Arc::downgrade(turns);
    let is_ending = AtomicBool::new(false);
    let interrupted = move || {
        if is_ending.swap(true, Ordering::Relaxed) {
            process::exit(STATUS);
        }
        let turns = turns.clone();
        thread::spawn(move || end(&turns));
    };
    // Where signals are somebody else's business, they end the process as they always did.
    let _ = ctrlc::set_handler(interrupted);
}

fn end(turns: &Weak<Turns<Collector>>) {
    if let Some(turns) = turns.upgrade() {
        // Nobody writes any more once the receiver is held: this ends the process.
        turns.with_receiver(|collector| {
            collector.interrupt();
            process::exit(STATUS)
        });
    }
    process::exit(STATUS);
}
