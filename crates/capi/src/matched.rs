//! A match in the form in which C reads it.

use core::ffi::{c_char, c_void};

use linkwright::find::{Delimiter, MatchKind};
use linkwright::{Match, Span};

use crate::error::{Failure, Status};

/// A range of offsets; `struct lw_span` in C.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LwSpan {
    /// The first offset.
    pub start: usize,
    /// The offset after the last one.
    pub end: usize,
}

impl From<Span> for LwSpan {
    fn from(span: Span) -> LwSpan {
        LwSpan { start: span.start(), end: span.end() }
    }
}

/// A match; `struct lw_match` in C. The library makes it, so new members can follow in later versions.
#[repr(C)]
#[derive(Debug)]
pub struct LwMatch {
    /// The match, with the gaps between its pieces.
    pub span: LwSpan,
    /// The URI, with a NUL behind it.
    pub uri: *const c_char,
    /// The length of the URI in bytes.
    pub uri_len: usize,
    /// The text as written, with its pieces joined, as UTF-8 with a NUL behind it.
    pub text: *const c_char,
    /// The length of the text in bytes.
    pub text_len: usize,
    /// The pieces.
    pub pieces: *const LwSpan,
    /// The number of pieces.
    pub pieces_len: usize,
    /// What was found: `enum lw_kind`.
    pub kind: u32,
    /// What encloses it: `enum lw_delimiter`.
    pub delimiter: u32,
    /// How likely it is a link, in percent.
    pub confidence: u32,
    /// The match of the library, for [`lw_match_flags`](crate::lw_match_flags).
    pub inner: *const c_void,
}

/// The function of the caller that receives matches.
pub(crate) type OnMatch = Option<unsafe extern "C" fn(user: *mut c_void, found: *const LwMatch)>;

/// The function of the caller, with the argument that is passed on to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callback(unsafe extern "C" fn(*mut c_void, *const LwMatch), *mut c_void);

impl Callback {
    pub(crate) fn new(on_match: OnMatch, user: *mut c_void) -> Result<Callback, Failure> {
        let null = || Failure::new(Status::Argument, "on_match: NULL");
        Ok(Callback(on_match.ok_or_else(null)?, user))
    }

    /// Shows a match to the function, with its spans as `place` converts them.
    #[inline]
    pub(crate) fn call(
        self,
        shown: &mut Shown,
        found: &Match<'_>,
        place: impl FnMut(Span) -> LwSpan,
    ) {
        let found = shown.show(found, place);
        // SAFETY: the function is one of the caller, and the match is valid during the call.
        unsafe { (self.0)(self.1, found) };
    }
}

/// The memory that a [`LwMatch`] points to. It is used again for the next match, so usually nothing is allocated.
#[derive(Debug)]
pub(crate) struct Shown {
    uri: Vec<u8>,
    text: Vec<u8>,
    pieces: Vec<LwSpan>,
    found: LwMatch,
}

// SAFETY: the pointers in `found` are to the vectors beside it and to the match that the owner keeps. Only the thread
// that uses the owner reads or writes them.
unsafe impl Send for Shown {}
// SAFETY: a shared `Shown` gives no access to what it points to.
unsafe impl Sync for Shown {}

impl Default for Shown {
    fn default() -> Shown {
        let found = LwMatch {
            span: LwSpan { start: 0, end: 0 },
            uri: core::ptr::null(),
            uri_len: 0,
            text: core::ptr::null(),
            text_len: 0,
            pieces: core::ptr::null(),
            pieces_len: 0,
            kind: 0,
            delimiter: 0,
            confidence: 0,
            inner: core::ptr::null(),
        };
        Shown { uri: Vec::new(), text: Vec::new(), pieces: Vec::new(), found }
    }
}

impl Shown {
    /// Fills in `found`, whose spans `place` converts to the units of the text. The result is valid until the next call,
    /// and [`LwMatch::inner`] as long as `found` stays where it is.
    #[inline]
    pub(crate) fn show(
        &mut self,
        found: &Match<'_>,
        mut place: impl FnMut(Span) -> LwSpan,
    ) -> *const LwMatch {
        let uri = found.uri();
        let (uri, text) = (uri.as_str(), found.text());
        terminated(&mut self.uri, uri);
        // The text is nearly always the URI, or follows `mailto:` or `http://` in it. It is then not copied again.
        let text_start = if core::ptr::eq(uri, text) || uri.ends_with(text) {
            self.uri.as_ptr().wrapping_add(uri.len() - text.len())
        } else {
            terminated(&mut self.text, text);
            self.text.as_ptr()
        };
        self.found = LwMatch {
            span: LwSpan { start: 0, end: 0 },
            uri: self.uri.as_ptr().cast(),
            uri_len: uri.len(),
            text: text_start.cast(),
            text_len: text.len(),
            pieces: core::ptr::null(),
            pieces_len: found.pieces().len(),
            kind: kind(found.kind()),
            delimiter: delimiter(found.delimiter()),
            confidence: found.confidence().into(),
            inner: core::ptr::from_ref(found).cast(),
        };
        if let [piece] = found.pieces() {
            self.found.span = place(*piece);
            self.found.pieces = &raw const self.found.span;
        } else {
            self.pieces.clear();
            self.pieces.extend(found.pieces().iter().map(|&piece| place(piece)));
            if let (Some(first), Some(last)) = (self.pieces.first(), self.pieces.last()) {
                self.found.span = LwSpan { start: first.start, end: last.end };
            }
            self.found.pieces = self.pieces.as_ptr();
        }
        &raw const self.found
    }
}

/// Sets `to` to `text` with a NUL behind it.
pub(crate) fn terminated(to: &mut Vec<u8>, text: &str) {
    to.clear();
    to.extend_from_slice(text.as_bytes());
    to.push(0);
}

/// The number of a kind in `enum lw_kind`. A kind that is newer than this crate is told as a URI.
pub(crate) fn kind(kind: MatchKind) -> u32 {
    match kind {
        MatchKind::Www => 1,
        MatchKind::Domain => 2,
        MatchKind::Email => 3,
        MatchKind::Ip => 4,
        MatchKind::Pattern => 5,
        _ => 0,
    }
}

/// The number of a delimiter in `enum lw_delimiter`.
fn delimiter(delimiter: Delimiter) -> u32 {
    match delimiter {
        Delimiter::Angle => 1,
        Delimiter::DoubleQuote => 2,
        Delimiter::SingleQuote => 3,
        Delimiter::TypographicQuote => 4,
        Delimiter::Backtick => 5,
        _ => 0,
    }
}
