//! Counts the steps of a search. With this count, tests can check without a clock that the work grows linearly with the
//! text (`tests/support/doubling.rs`).
//!
//! Each of these operations counts as one step: searching a byte for triggers, reading a byte of a candidate (each time
//! it is read), finding a trigger, and calling a rule. The work inside a call of a rule and the work of other crates
//! are not counted here; `.ci/run` counts the instructions of both. Without the feature `count-work`, which only the
//! tests use, nothing is counted and the calls are empty.

#[cfg(feature = "count-work")]
std::thread_local! {
    static DONE: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// The number of steps that this thread has taken.
#[cfg(feature = "count-work")]
pub fn done() -> u64 {
    DONE.get()
}

/// Adds `steps` to the counter of this thread, or does nothing without the feature `count-work`.
#[inline]
pub(crate) fn add(steps: usize) {
    #[cfg(feature = "count-work")]
    DONE.set(DONE.get() + steps as u64);
    #[cfg(not(feature = "count-work"))]
    let _ = steps;
}
