//! Searches of a text that arrives in chunks.

use core::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

use linkwright::find::StreamFinder;
use linkwright::{Finder, Span};

use crate::edge::{guard, put, slice, status};
use crate::error::{Failure, LwError, Status};
use crate::handle::{Handle, change, keep, share};
use crate::matched::{Callback, LwSpan, OnMatch, Shown};
use crate::utf16::Wide;

/// A search of a stream.
#[derive(Debug)]
pub struct Stream {
    finder: StreamFinder,
    shown: Shown,
    encoding: Option<Encoding>,
    /// The end of a text in UTF-16.
    wide: Wide,
}

/// The number of code units that are searched at a time, so that a long chunk takes little memory.
const PART: usize = 8 * 1024;

/// The encoding of the text so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16,
}

impl Stream {
    /// Refuses a chunk in another encoding than the chunks before, because their offsets would have no common unit.
    fn begin(&mut self, encoding: Encoding) -> Result<(), Failure> {
        if *self.encoding.get_or_insert(encoding) == encoding {
            return Ok(());
        }
        let message = "the text began in another encoding, and has not ended";
        Err(Failure::new(Status::Argument, message))
    }

    /// Searches the text in `wide` from the byte at `added`, and forgets what is not needed any more.
    fn search16(&mut self, added: usize, callback: Callback) {
        let Stream { finder, shown, wide: Wide { text, cursor, .. }, .. } = self;
        let added = text.get(added..).unwrap_or_default().as_bytes();
        finder.push(added, |found| callback.call(shown, &found, |span| cursor.span(text, span)));
        let pending = finder.pending().map(Span::start);
        self.wide.forget(pending);
    }
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
            let finder = share(finder)?.stream();
            let (shown, wide) = (Shown::default(), Wide::default());
            keep(Stream { finder, shown, encoding: None, wide })
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
        let callback = Callback::new(on_match, user)?;
        stream.begin(Encoding::Utf8)?;
        let Stream { finder, shown, .. } = &mut *stream;
        finder.push(chunk, |found| callback.call(shown, &found, LwSpan::from));
        Ok(())
    })
}

/// Searches the next code units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_stream_push16(
    stream: Handle<Stream>,
    units: *const u16,
    len: usize,
    on_match: OnMatch,
    user: *mut c_void,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut stream = change(stream)?;
        // SAFETY: `linkwright.h` asks for `len` units.
        let chunk = unsafe { slice(units, len, "units") }?;
        let callback = Callback::new(on_match, user)?;
        stream.begin(Encoding::Utf16)?;
        for part in chunk.chunks(PART) {
            let added = stream.wide.push(part);
            stream.search16(added, callback);
        }
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
        let callback = Callback::new(on_match, user)?;
        let encoding = stream.encoding.take();
        if encoding == Some(Encoding::Utf16) {
            let added = stream.wide.finish();
            stream.search16(added, callback);
        }
        let Stream { finder, shown, wide: Wide { text, cursor, .. }, .. } = &mut *stream;
        finder.finish(|found| match encoding {
            Some(Encoding::Utf16) => {
                callback.call(shown, &found, |span| cursor.span(text, span));
            }
            _ => callback.call(shown, &found, LwSpan::from),
        });
        stream.wide.set(&[]);
        Ok(())
    })
}

/// The part at the end in which a match may still be found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_stream_pending(
    stream: Handle<Stream>,
    pending: *mut LwSpan,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut stream = change(stream)?;
        let span = stream.finder.pending();
        let span = match stream.encoding {
            Some(Encoding::Utf16) => stream.wide.rest(span.map(Span::start)),
            _ => span.unwrap_or_default().into(),
        };
        // SAFETY: `linkwright.h` asks for NULL or a `lw_span`.
        unsafe { put(pending, span) };
        Ok(())
    })
}
