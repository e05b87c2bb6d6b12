//! Calls that search.

use core::ffi::{c_int, c_void};
use core::ptr::{null, null_mut};

use linkwright::Match;
use linkwright::find::StreamFinder;
use linkwright_capi::*;

use super::found::Found;
use super::{Input, Object, World, expect, of_handle, pair};

impl World {
    pub(super) fn search(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, search) = pick!(self, input, Search);
        let text = input.text();
        let (start, len) = pair(&text);
        // SAFETY: the text is kept below, until the search has another one or is freed.
        let status = unsafe { lw_search_text(handle, start, len, &raw mut error) };
        expect(status, &error, of_handle(search.as_ref()));
        if let Some(search) = search {
            search.left =
                search.finder.find_iter(&*text).map(|found| Found::of(&found, |at| at)).collect();
            search.left.reverse();
            search.text = text;
        }
    }

    pub(super) fn search_utf16(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, search) = pick!(self, input, Search);
        let units: Box<[u16]> = utf16(&input.text()).into();
        // SAFETY: the units have this length.
        let status =
            unsafe { lw_search_text16(handle, units.as_ptr(), units.len(), &raw mut error) };
        expect(status, &error, of_handle(search.as_ref()));
        if let Some(search) = search {
            let text = String::from_utf16_lossy(&units);
            let unit = |at: usize| text[..at].encode_utf16().count();
            search.left =
                search.finder.find_iter(&*text).map(|found| Found::of(&found, unit)).collect();
            search.left.reverse();
        }
    }

    pub(super) fn next(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, mut search) = pick!(self, input, Search);
        for _ in 0..=input.byte() % 8 {
            // SAFETY: the text of the search is kept, and the match is read before the next call.
            let found = unsafe {
                let found = lw_search_next(handle, &raw mut error);
                (!found.is_null()).then(|| Found::read(found))
            };
            expect(error.status, &error, of_handle(search.as_ref()));
            assert_eq!(found, search.as_mut().and_then(|search| search.left.pop()));
        }
    }

    pub(super) fn push(&mut self, input: &mut Input<'_>) {
        let (handle, stream) = pick!(self, input, Stream);
        let chunk = input.text();
        let call = |seen: *mut Seen, error| {
            let (start, len) = pair(&chunk);
            // SAFETY: the chunk has this length, and the callback gets what it expects.
            unsafe { lw_stream_push(handle, start, len, Some(see), seen.cast(), error) }
        };
        streamed(handle, stream, call, |stream, see| stream.push(&chunk, see));
    }

    pub(super) fn finish(&mut self, input: &mut Input<'_>) {
        let (handle, stream) = pick!(self, input, Stream);
        let call = |seen: *mut Seen, error| {
            // SAFETY: the callback gets what it expects.
            unsafe { lw_stream_finish(handle, Some(see), seen.cast(), error) }
        };
        streamed(handle, stream, call, |stream, see| stream.finish(see));
    }

    /// Texts that cannot be right: NULL with a length, units at an odd address, and a length beyond the memory.
    pub(super) fn wrong_text(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (handle, search) = pick!(self, input, Search);
        let wanted = if search.is_some() { Status::Argument } else { Status::Handle };
        let units = [0_u16; 2];
        // SAFETY: the arguments are refused before memory is read.
        let status = unsafe {
            match input.byte() % 4 {
                0 => lw_search_text(handle, null(), 1, &raw mut error),
                1 => lw_search_text(handle, c"".as_ptr(), usize::MAX, &raw mut error),
                2 => lw_search_text16(handle, units.as_ptr().byte_add(1), 1, &raw mut error),
                _ => lw_search_text16(handle, units.as_ptr(), usize::MAX / 2, &raw mut error),
            }
        };
        expect(status, &error, wanted);
        // The search before has ended.
        if let Some(search) = search {
            search.left.clear();
        }
    }
}

/// What a callback of a stream has seen.
struct Seen {
    stream: Handle<Stream>,
    found: Vec<Found>,
    /// Whether a call with the stream that calls was refused.
    is_refused: bool,
}

unsafe extern "C" fn see(user: *mut c_void, found: *const LwMatch) {
    // SAFETY: `user` is a `Seen`, and the match is valid during the call.
    unsafe {
        let seen = &mut *user.cast::<Seen>();
        seen.found.push(Found::read(found));
        let again = lw_stream_finish(seen.stream, Some(see), user, null_mut());
        let busy = Status::Busy as c_int;
        seen.is_refused &= again == busy && lw_free(seen.stream.cast()) == busy;
    }
}

/// Makes a call with a stream in C and in Rust, and compares.
fn streamed(
    handle: Handle<Stream>,
    stream: Option<&mut StreamFinder<'static>>,
    call: impl FnOnce(*mut Seen, *mut LwError) -> c_int,
    wanted: impl FnOnce(&mut StreamFinder<'static>, &mut dyn FnMut(Match<'_>)),
) {
    let mut error = LwError::default();
    let mut seen = Seen { stream: handle, found: Vec::new(), is_refused: true };
    let status = call(&raw mut seen, &raw mut error);
    expect(status, &error, of_handle(stream.as_ref()));
    let mut pending = LwSpan { start: 0, end: 0 };
    // SAFETY: there is memory for the span.
    let status = unsafe { lw_stream_pending(handle, &raw mut pending, &raw mut error) };
    expect(status, &error, of_handle(stream.as_ref()));
    let mut found = Vec::new();
    if let Some(stream) = stream {
        wanted(stream, &mut |one| found.push(Found::of(&one, |at| at)));
        assert_eq!(pending, LwSpan::from(stream.pending().unwrap_or_default()));
    }
    assert!(seen.is_refused, "a callback used the stream that called it");
    assert_eq!(seen.found, found);
}

/// The code units of a text; a byte that is not UTF-8 becomes a lone surrogate.
fn utf16(text: &[u8]) -> Vec<u16> {
    let mut units = Vec::new();
    for chunk in text.utf8_chunks() {
        units.extend(chunk.valid().encode_utf16());
        let surrogate = |&byte: &u8| [0xD800, 0xDC00][usize::from(byte % 2)] + u16::from(byte);
        units.extend(chunk.invalid().iter().map(surrogate));
    }
    units
}
