//! Searches of a text that arrives in chunks.

use core::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

use linkwright::find::StreamFinder;
use linkwright::{Finder, Match};

use crate::edge::{guard, put, slice, status};
use crate::error::{Failure, LwError, Status};
use crate::handle::{Handle, change, keep, share};
use crate::matched::{LwMatch, LwSpan, Shown};

/// The callback for a match.
pub(crate) type OnMatch = Option<unsafe extern "C" fn(user: *mut c_void, found: *const LwMatch)>;

/// A search of a stream.
#[derive(Debug)]
pub struct Stream {
    finder: StreamFinder<'static>,
    shown: Shown,
}

/// A stream with this finder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_stream_new(
    finder: Handle<Arc<Finder>>,
    error: *mut LwError,
) -> Handle<Stream> {
    guard(
        error,
        |_| Handle::NULL,
        || {
            let finder = Finder::clone(&*share(finder)?).into_stream();
            keep(Stream { finder, shown: Shown::default() })
        },
    )
}

/// Searches the next bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_stream_push(
    stream: Handle<Stream>,
    bytes: *const c_char,
    len: usize,
    on_match: OnMatch,
    user: *mut c_void,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut stream = change(stream)?;
        // SAFETY: `linkwright.h` asks for `len` bytes.
        let chunk = unsafe { slice(bytes.cast::<u8>(), len, "bytes") }?;
        let Stream { finder, shown } = &mut *stream;
        finder.push(chunk, caller(shown, on_match, user)?);
        Ok(())
    })
}

/// Ends the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_stream_finish(
    stream: Handle<Stream>,
    on_match: OnMatch,
    user: *mut c_void,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut stream = change(stream)?;
        let Stream { finder, shown } = &mut *stream;
        finder.finish(caller(shown, on_match, user)?);
        Ok(())
    })
}

/// A closure that calls the callback.
fn caller(
    shown: &mut Shown,
    on_match: OnMatch,
    user: *mut c_void,
) -> Result<impl FnMut(Match<'_>) + '_, Failure> {
    let on_match = on_match.ok_or_else(|| Failure::new(Status::Argument, "on_match: NULL"))?;
    Ok(move |found: Match<'_>| {
        let found = shown.show(&found, None);
        // SAFETY: the callback is a function of the caller, and the match is valid during the call.
        unsafe { on_match(user, found) };
    })
}

/// The bytes at the end in which a match may still be found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_stream_pending(
    stream: Handle<Stream>,
    pending: *mut LwSpan,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let span = change(stream)?.finder.pending().unwrap_or_default();
        // SAFETY: `linkwright.h` asks for NULL or a `lw_span`.
        unsafe { put(pending, span.into()) };
        Ok(())
    })
}
