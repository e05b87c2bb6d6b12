//! What the module keeps between two calls.

use core::cell::RefCell;

use linkwright::Finder;

use crate::records::Records;
use crate::stream::{Habits, Stream};

#[derive(Default)]
pub(crate) struct State {
    pub(crate) input: Vec<u8>,
    pub(crate) out: Records,
    /// The addresses and lengths of the two buffers of `out`.
    pub(crate) result: [usize; 4],
    pub(crate) finders: Slots<(Finder, Habits)>,
    pub(crate) streams: Slots<Stream>,
}

/// A table of objects by number.
pub(crate) struct Slots<T>(Vec<Option<T>>);

impl<T> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots(Vec::new())
    }
}

impl<T> Slots<T> {
    /// Keeps an object in the first free slot, and returns its number.
    pub(crate) fn keep(&mut self, object: T) -> i32 {
        let at = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        match self.0.get_mut(at) {
            Some(slot) => *slot = Some(object),
            None => self.0.push(Some(object)),
        }
        i32::try_from(at).unwrap_or(FAILED)
    }

    pub(crate) fn get(&self, handle: i32) -> Option<&T> {
        self.0.get(usize::try_from(handle).ok()?)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, handle: i32) -> Option<&mut T> {
        self.0.get_mut(usize::try_from(handle).ok()?)?.as_mut()
    }

    pub(crate) fn free(&mut self, handle: i32) {
        if let Some(slot) = usize::try_from(handle).ok().and_then(|at| self.0.get_mut(at)) {
            *slot = None;
        }
    }
}

/// What a function returns if it failed.
pub(crate) const FAILED: i32 = -1;

thread_local! {
    // A module has one thread.
    pub(crate) static STATE: RefCell<State> = RefCell::default();
}

/// Runs a function of the interface: clears the results, and publishes the new ones.
pub(crate) fn call(work: impl FnOnce(&mut State) -> i32) -> i32 {
    STATE.with_borrow_mut(|state| {
        state.out.clear();
        let returned = work(state);
        state.result = state.out.parts();
        returned
    })
}
