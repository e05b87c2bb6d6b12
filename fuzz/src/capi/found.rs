//! Matches as C and as Rust report them.

use core::ffi::c_char;

use linkwright::find::MatchKind;
use linkwright::{Match, Span};
use linkwright_capi::{LwMatch, lw_match_flags};

/// A match as C and as Rust report it.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    span: (usize, usize),
    pieces: Vec<(usize, usize)>,
    uri: String,
    text: String,
    flags: u64,
    kind: u32,
    confidence: u32,
}

impl Found {
    pub(super) fn of(found: &Match<'_>, unit: impl Fn(usize) -> usize) -> Found {
        const KINDS: &[MatchKind] = &[
            MatchKind::Uri,
            MatchKind::Www,
            MatchKind::Domain,
            MatchKind::Email,
            MatchKind::Ip,
            MatchKind::Pattern,
        ];
        let units = |span: Span| (unit(span.start()), unit(span.end()));
        let kind = KINDS.iter().position(|&kind| kind == found.kind()).expect("a known kind");
        Found {
            span: units(found.span()),
            pieces: found.pieces().iter().map(|&piece| units(piece)).collect(),
            uri: found.uri().as_str().to_owned(),
            text: found.text().to_owned(),
            flags: found.flags().bits(),
            kind: u32::try_from(kind).expect("few kinds"),
            confidence: found.confidence().into(),
        }
    }

    /// # Safety
    /// The match is valid.
    pub(super) unsafe fn read(found: *const LwMatch) -> Found {
        // SAFETY: a valid match points to as many bytes and pieces as it says.
        unsafe {
            let flags = lw_match_flags(found);
            let found = &*found;
            let pieces = core::slice::from_raw_parts(found.pieces, found.pieces_len);
            Found {
                span: (found.span.start, found.span.end),
                pieces: pieces.iter().map(|piece| (piece.start, piece.end)).collect(),
                uri: string(found.uri, found.uri_len),
                text: string(found.text, found.text_len),
                flags,
                kind: found.kind,
                confidence: found.confidence,
            }
        }
    }
}

/// # Safety
/// `text` points to `len` bytes and a NUL.
pub(super) unsafe fn bytes(text: *const c_char, len: usize) -> Vec<u8> {
    // SAFETY: the caller guarantees it.
    let all = unsafe { core::slice::from_raw_parts(text.cast::<u8>(), len + 1) };
    assert_eq!(all[len], 0, "a NUL is behind each text");
    all[..len].to_owned()
}

/// # Safety
/// As for [`bytes`].
pub(super) unsafe fn string(text: *const c_char, len: usize) -> String {
    // SAFETY: the caller guarantees it.
    String::from_utf8(unsafe { bytes(text, len) }).expect("UTF-8")
}
