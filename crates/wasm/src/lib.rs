//! The WebAssembly module of the npm package `linkwright`, and, without the feature `full`, that of `linkwright/slim`.
//! `npm/src/engine.js` calls the functions.
//!
//! The interface is numbers and two buffers. The caller writes its text to the input buffer ([`lw_input`]) and calls a
//! function, which leaves its results in a table of numbers and in a text ([`lw_result`]). Objects are numbers of slots in
//! tables. Offsets are UTF-16 code units, as in JavaScript.
//!
//! The interface needs no unsafe code: the caller only gets addresses of memory that this crate has initialized, and a wrong
//! handle is an error. Only the allocator is unsafe. `wasm-bindgen` was rejected: its tool is not on npm, its glue is larger than the whole wrapper, and it makes
//! an object and two calls of each string.

#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![warn(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

#[cfg(target_arch = "wasm32")]
mod allocator;
mod fields;
#[cfg(feature = "full")]
mod full;
mod links;
mod records;
#[cfg(not(feature = "full"))]
mod slim;
mod state;
mod stream;
mod units;

#[cfg(feature = "full")]
use full as edition;
#[cfg(not(feature = "full"))]
use slim as edition;

use linkwright::find::{Delimiter, MatchKind, Preset};

use crate::records::PREFIXES;
use crate::state::{FAILED, STATE, call};
use crate::stream::Stream;

#[cfg(feature = "full")]
pub use full::{lw_explain, lw_free_linker, lw_linker, lw_linkify};

/// The address of the input buffer, which has room for `len` bytes. It stays where it is until more room is asked for.
#[unsafe(no_mangle)]
pub extern "C" fn lw_input(len: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        if state.input.len() < len {
            // The former text is not copied.
            state.input = Vec::new();
            state.input.resize(len, 0);
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
    call(|state| match edition::finder(records::text(&state.input, len)) {
        Ok(finder) => state.finders.keep(finder),
        Err(refused) => state.out.refuse(refused),
    })
}

/// Frees a finder.
#[unsafe(no_mangle)]
pub extern "C" fn lw_free_finder(finder: i32) {
    STATE.with_borrow_mut(|state| state.finders.free(finder));
}

/// The number of matches in the input, which has `units` code units; the results have a record for each.
#[unsafe(no_mangle)]
pub extern "C" fn lw_find(finder: i32, len: usize, units: usize) -> i32 {
    call(|state| {
        let Some((finder, _)) = state.finders.get(finder) else { return FAILED };
        links::find(finder, records::bytes(&state.input, len), units, &mut state.out)
    })
}

/// Whether there is a match in the input.
#[unsafe(no_mangle)]
pub extern "C" fn lw_test(finder: i32, len: usize) -> i32 {
    STATE.with_borrow(|state| {
        let Some((finder, _)) = state.finders.get(finder) else { return FAILED };
        i32::from(finder.is_match(records::bytes(&state.input, len)))
    })
}

/// A stream of a finder.
#[unsafe(no_mangle)]
pub extern "C" fn lw_stream(finder: i32) -> i32 {
    call(|state| {
        let Some((finder, habits)) = state.finders.get(finder) else { return FAILED };
        state.streams.keep(Stream::new(finder, *habits))
    })
}

/// Searches the next chunk of a stream. The first number of the results is the end of the settled text.
#[unsafe(no_mangle)]
pub extern "C" fn lw_push(stream: i32, len: usize) -> i32 {
    call(|state| {
        let Some(stream) = state.streams.get_mut(stream) else { return FAILED };
        stream.push(records::text(&state.input, len), &mut state.out)
    })
}

/// Ends the text of a stream, which can then be used for another one.
#[unsafe(no_mangle)]
pub extern "C" fn lw_finish(stream: i32) -> i32 {
    call(|state| {
        let Some(stream) = state.streams.get_mut(stream) else { return FAILED };
        stream.finish(&mut state.out)
    })
}

/// Frees a stream.
#[unsafe(no_mangle)]
pub extern "C" fn lw_free_stream(stream: i32) {
    STATE.with_borrow_mut(|state| state.streams.free(stream));
}

/// The names behind the numbers of the records: a line for each list, and a line of JSON for those of the details.
#[unsafe(no_mangle)]
pub extern "C" fn lw_names() -> i32 {
    fn line<'n>(to: &mut String, names: impl Iterator<Item = &'n str>) {
        for name in names {
            to.push_str(name);
            to.push(' ');
        }
        to.push('\n');
    }
    call(|state| {
        let text = &mut state.out.text;
        line(text, Preset::ALL.iter().copied().map(Preset::name));
        line(text, MatchKind::ALL.iter().copied().map(MatchKind::name));
        line(text, Delimiter::ALL.iter().copied().map(Delimiter::name));
        line(text, PREFIXES.into_iter());
        text.push_str(&edition::names());
        0
    })
}
