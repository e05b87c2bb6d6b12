//! The WebAssembly module of the npm package `linkwright`. `npm/src/engine.js` calls the functions and documents them for
//! their users.
//!
//! The interface is numbers and two buffers. The caller writes its text to the input buffer ([`lw_input`]) and calls a
//! function, which leaves its results in a table of numbers and in a text ([`lw_result`]). Objects are numbers of slots in
//! tables. Offsets are UTF-16 code units, as in JavaScript.
//!
//! There is no unsafe code: the caller only gets addresses of memory that this crate has initialized, and a wrong handle is
//! an error. `wasm-bindgen` was rejected: its tool is not on npm, its glue is larger than the whole wrapper, and it makes
//! an object and two calls of each string.

#![warn(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

mod explain;
mod fields;
mod links;
mod options;
mod records;
mod stream;
mod units;

use core::cell::RefCell;

use linkwright::Finder;
use linkwright::link::HtmlLinker;

use crate::records::Records;
use crate::stream::Stream;

/// Everything that the module keeps between two calls.
#[derive(Default)]
struct State {
    input: Vec<u8>,
    out: Records,
    /// The addresses and lengths of the two buffers of `out`.
    result: [usize; 4],
    finders: Slots<Finder>,
    linkers: Slots<HtmlLinker>,
    streams: Slots<Stream>,
}

/// A table of objects by number.
struct Slots<T>(Vec<Option<T>>);

impl<T> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots(Vec::new())
    }
}

impl<T> Slots<T> {
    /// Keeps an object in the first free slot, and returns its number.
    fn keep(&mut self, object: T) -> i32 {
        let free = self.0.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.0.push(None);
            self.0.len() - 1
        });
        if let Some(slot) = self.0.get_mut(at) {
            *slot = Some(object);
        }
        i32::try_from(at).unwrap_or(FAILED)
    }

    fn get(&self, handle: i32) -> Option<&T> {
        self.0.get(usize::try_from(handle).ok()?)?.as_ref()
    }

    fn get_mut(&mut self, handle: i32) -> Option<&mut T> {
        self.0.get_mut(usize::try_from(handle).ok()?)?.as_mut()
    }

    fn free(&mut self, handle: i32) {
        let slot = usize::try_from(handle).ok().and_then(|at| self.0.get_mut(at));
        if let Some(slot) = slot {
            *slot = None;
        }
    }
}

/// What a function returns if it failed.
const FAILED: i32 = -1;

thread_local! {
    // A module has one thread.
    static STATE: RefCell<State> = RefCell::default();
}

/// Runs a function of the interface: clears the results, and publishes the new ones.
fn call(work: impl FnOnce(&mut State) -> i32) -> i32 {
    STATE.with_borrow_mut(|state| {
        state.out.clear();
        let returned = work(state);
        state.result = state.out.parts();
        returned
    })
}

/// The address of the input buffer, which has room for `len` bytes. A buffer that is much longer is freed.
#[unsafe(no_mangle)]
pub extern "C" fn lw_input(len: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        if state.input.len() < len {
            // The former text is not copied.
            state.input = Vec::new();
            state.input.resize(len.next_multiple_of(1024), 0);
        }
        state.input.as_mut_ptr()
    })
}

/// The address of four numbers: the address of the table of numbers and its length, then those of the text.
#[unsafe(no_mangle)]
pub extern "C" fn lw_result() -> *const usize {
    STATE.with_borrow(|state| state.result.as_ptr())
}

/// A finder with the options in the input. After an error, the text is the name of the option, NUL, and the message.
#[unsafe(no_mangle)]
pub extern "C" fn lw_finder(len: usize) -> i32 {
    call(|state| {
        let State { input, out, finders, .. } = state;
        match options::finder(records::text(input, len)) {
            Ok(finder) => finders.keep(finder),
            Err(refused) => out.refuse(&refused),
        }
    })
}

/// A linker for the matches of a finder with the options in the input.
#[unsafe(no_mangle)]
pub extern "C" fn lw_linker(finder: i32, len: usize) -> i32 {
    call(|state| {
        let State { input, out, finders, linkers, .. } = state;
        let Some(finder) = finders.get(finder) else { return FAILED };
        match options::linker(finder, records::text(input, len)) {
            Ok(linker) => linkers.keep(linker),
            Err(refused) => out.refuse(&refused),
        }
    })
}

/// A stream of a finder.
#[unsafe(no_mangle)]
pub extern "C" fn lw_stream(finder: i32) -> i32 {
    call(|state| {
        let State { finders, streams, .. } = state;
        let Some(finder) = finders.get(finder) else { return FAILED };
        streams.keep(Stream::new(finder))
    })
}

/// Frees a finder (kind 0), a linker (1) or a stream (2).
#[unsafe(no_mangle)]
pub extern "C" fn lw_free(kind: i32, handle: i32) {
    call(|state| {
        match kind {
            0 => state.finders.free(handle),
            1 => state.linkers.free(handle),
            _ => state.streams.free(handle),
        }
        0
    });
}

/// The number of matches in the input; the results have a record for each.
#[unsafe(no_mangle)]
pub extern "C" fn lw_find(finder: i32, len: usize) -> i32 {
    call(|state| {
        let State { input, out, finders, .. } = state;
        let Some(finder) = finders.get(finder) else { return FAILED };
        links::find(finder, records::text(input, len), out)
    })
}

/// Whether there is a match in the input.
#[unsafe(no_mangle)]
pub extern "C" fn lw_test(finder: i32, len: usize) -> i32 {
    call(|state| {
        let State { input, finders, .. } = state;
        let Some(finder) = finders.get(finder) else { return FAILED };
        i32::from(finder.is_match(records::text(input, len)))
    })
}

/// The input as HTML.
#[unsafe(no_mangle)]
pub extern "C" fn lw_linkify(linker: i32, len: usize) -> i32 {
    call(|state| {
        let State { input, out, linkers, .. } = state;
        let Some(linker) = linkers.get(linker) else { return FAILED };
        links::linkify(linker, records::text(input, len), out)
    })
}

/// Searches the next chunk of a stream. The first two numbers of the results are the end of the settled text and the end
/// of the text so far.
#[unsafe(no_mangle)]
pub extern "C" fn lw_push(stream: i32, len: usize) -> i32 {
    call(|state| {
        let State { input, out, streams, .. } = state;
        let Some(stream) = streams.get_mut(stream) else { return FAILED };
        stream.push(records::text(input, len), out)
    })
}

/// Ends the text of a stream, which can then be used for another one.
#[unsafe(no_mangle)]
pub extern "C" fn lw_finish(stream: i32) -> i32 {
    call(|state| {
        let State { out, streams, .. } = state;
        let Some(stream) = streams.get_mut(stream) else { return FAILED };
        stream.finish(out)
    })
}

/// Explains the input; the text is JSON.
#[unsafe(no_mangle)]
pub extern "C" fn lw_explain(finder: i32, len: usize) -> i32 {
    call(|state| {
        let State { input, out, finders, .. } = state;
        let Some(finder) = finders.get(finder) else { return FAILED };
        explain::explain(finder, records::text(input, len), out)
    })
}

/// The names behind the numbers of the records, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn lw_names() -> i32 {
    call(|state| explain::names(&mut state.out))
}
