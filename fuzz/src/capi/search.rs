//! Calls that search.

use core::ffi::{c_int, c_void};
use core::ptr::null;

use linkwright::find::StreamFinder;
use linkwright::{Finder, Span};
use linkwright_capi::*;

use super::found::Found;
use super::{Any, Input, Object, World, expect, of_handle, pair};

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

    /// Searches a text in one call, with a callback.
    pub(super) fn each(&mut self, input: &mut Input<'_>) {
        let (handle, search) = pick!(self, input, Search);
        let mut error = LwError::default();
        let is_wide = input.byte() % 2 == 1;
        let text = input.text();
        let units = utf16(&text);
        let mut seen = Seen::new(handle, true);
        let user = (&raw mut seen).cast();
        // SAFETY: the text has this length, and the callback gets what it expects.
        let status = unsafe {
            if is_wide {
                let (start, len) = (units.as_ptr(), units.len());
                lw_search_each16(handle, start, len, Some(see), user, &raw mut error)
            } else {
                let (start, len) = pair(&text);
                lw_search_each(handle, start, len, Some(see), user, &raw mut error)
            }
        };
        expect(status, &error, of_handle(search.as_ref()));
        let mut wanted = Vec::new();
        if let Some(search) = search {
            search.left.clear();
            let lossy = String::from_utf16_lossy(&units);
            let unit = |at: usize| lossy[..at].encode_utf16().count();
            wanted = if is_wide {
                search.finder.find_iter(&*lossy).map(|found| Found::of(&found, unit)).collect()
            } else {
                search.finder.find_iter(&*text).map(|found| Found::of(&found, |at| at)).collect()
            };
        }
        seen.compare(&wanted);
    }

    pub(super) fn push(&mut self, input: &mut Input<'_>) {
        let (handle, stream) = pick!(self, input, Stream);
        let chunk = input.text();
        let call = |seen: *mut Seen, error| {
            let (start, len) = pair(&chunk);
            // SAFETY: the chunk has this length, and the callback gets what it expects.
            unsafe { lw_stream_push(handle, start, len, Some(see), seen.cast(), error) }
        };
        streamed(handle, stream, call, |stream| stream.push(&chunk));
    }

    pub(super) fn push_utf16(&mut self, input: &mut Input<'_>) {
        let (handle, stream) = pick!(self, input, Stream);
        let chunk: Box<[u16]> = utf16(&input.text()).into();
        let call = |seen: *mut Seen, error| {
            let (start, len) = (chunk.as_ptr(), chunk.len());
            // SAFETY: as above.
            unsafe { lw_stream_push16(handle, start, len, Some(see), seen.cast(), error) }
        };
        streamed(handle, stream, call, |stream| stream.push_utf16(&chunk));
    }

    pub(super) fn finish(&mut self, input: &mut Input<'_>) {
        let (handle, stream) = pick!(self, input, Stream);
        let call = |seen: *mut Seen, error| {
            // SAFETY: the callback gets what it expects.
            unsafe { lw_stream_finish(handle, Some(see), seen.cast(), error) }
        };
        streamed(handle, stream, call, |stream| Ok(stream.finish()));
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

/// A stream of the library, and the text so far if it is UTF-16.
pub(super) struct Streamed {
    finder: StreamFinder,
    is_wide: Option<bool>,
    text: String,
    /// A first half of a pair at the end.
    high: Option<u16>,
}

impl Streamed {
    pub(super) fn new(finder: &Finder) -> Streamed {
        let finder = finder.stream();
        Streamed { finder, is_wide: None, text: String::new(), high: None }
    }

    fn push(&mut self, chunk: &[u8]) -> Result<Vec<Found>, Status> {
        if *self.is_wide.get_or_insert(false) {
            return Err(Status::Argument);
        }
        let mut found = Vec::new();
        self.finder.push(chunk, |one| found.push(Found::of(&one, |at| at)));
        Ok(found)
    }

    fn push_utf16(&mut self, chunk: &[u16]) -> Result<Vec<Found>, Status> {
        if !*self.is_wide.get_or_insert(true) {
            return Err(Status::Argument);
        }
        let mut units: Vec<u16> =
            self.high.take().into_iter().chain(chunk.iter().copied()).collect();
        self.high = units.pop_if(|last| (0xD800..0xDC00).contains(last));
        Ok(self.add(&units))
    }

    /// Adds whole characters.
    fn add(&mut self, units: &[u16]) -> Vec<Found> {
        let (Streamed { finder, text, .. }, mut found) = (self, Vec::new());
        let added = String::from_utf16_lossy(units);
        text.push_str(&added);
        finder.push(added.as_bytes(), |one| found.push(Found::of(&one, |at| wide(text, at))));
        found
    }

    fn finish(&mut self) -> Vec<Found> {
        let units: Vec<u16> = self.high.take().into_iter().collect();
        let mut found = self.add(&units);
        let Streamed { finder, is_wide, text, .. } = self;
        let is_wide = is_wide.take() == Some(true);
        let unit = |at: usize| if is_wide { wide(text, at) } else { at };
        finder.finish(|one| found.push(Found::of(&one, unit)));
        text.clear();
        found
    }

    fn pending(&self) -> (usize, usize) {
        let pending = self.finder.pending();
        if self.is_wide != Some(true) {
            return pending.map_or((0, 0), |span| (span.start(), span.end()));
        }
        let start = pending.map_or(self.text.len(), Span::start);
        let end = wide(&self.text, self.text.len()) + usize::from(self.high.is_some());
        (wide(&self.text, start), end)
    }
}

/// The number of code units of the whole characters before a byte.
fn wide(text: &str, at: usize) -> usize {
    let before = (0..=at).rev().find_map(|at| text.get(..at));
    before.map_or(0, |before| before.encode_utf16().count())
}

/// What a callback has seen.
struct Seen {
    /// The object that calls.
    caller: Any,
    is_search: bool,
    found: Vec<Found>,
    /// Whether each call with the object that calls was refused.
    is_refused: bool,
}

impl Seen {
    fn new<T>(caller: Handle<T>, is_search: bool) -> Seen {
        Seen { caller: caller.cast(), is_search, found: Vec::new(), is_refused: true }
    }

    #[track_caller]
    fn compare(&self, wanted: &[Found]) {
        assert!(self.is_refused, "a callback used the object that called it");
        assert_eq!(self.found, wanted);
    }
}

unsafe extern "C" fn see(user: *mut c_void, found: *const LwMatch) {
    // SAFETY: `user` is a `Seen`, and the match is valid during the call.
    unsafe {
        let seen = &mut *user.cast::<Seen>();
        seen.found.push(Found::read(found));
        let mut error = LwError::default();
        if seen.is_search {
            lw_search_next(seen.caller.cast(), &raw mut error);
        } else {
            lw_stream_finish(seen.caller.cast(), Some(see), user, &raw mut error);
        }
        let busy = Status::Busy as c_int;
        seen.is_refused &= error.status == busy && lw_free(seen.caller) == busy;
    }
}

/// Makes a call with a stream in C and in Rust, and compares.
fn streamed(
    handle: Handle<Stream>,
    mut stream: Option<&mut Streamed>,
    call: impl FnOnce(*mut Seen, *mut LwError) -> c_int,
    wanted: impl FnOnce(&mut Streamed) -> Result<Vec<Found>, Status>,
) {
    let mut error = LwError::default();
    let mut seen = Seen::new(handle, false);
    let status = call(&raw mut seen, &raw mut error);
    let wanted = stream.as_mut().map_or(Err(Status::Handle), |stream| wanted(stream));
    expect(status, &error, wanted.as_ref().map_or_else(|&status| status, |_| Status::Ok));
    seen.compare(&wanted.unwrap_or_default());
    let mut pending = LwSpan { start: 0, end: 0 };
    // SAFETY: there is memory for the span.
    let status = unsafe { lw_stream_pending(handle, &raw mut pending, &raw mut error) };
    expect(status, &error, of_handle(stream.as_ref()));
    assert_eq!((pending.start, pending.end), stream.map_or((0, 0), |stream| stream.pending()));
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
