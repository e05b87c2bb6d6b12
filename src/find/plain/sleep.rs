//! Whether all rules stay asleep: what must not stand before a candidate, in it and behind it.

use super::alphabet::Alphabet;
use crate::ascii::ByteSet;
use crate::find::candidate;
use crate::find::class::{self, Class};
use crate::find::delimited;
use crate::find::draft::{Draft, Place};
use crate::find::edge::Edge;
use crate::find::lines;
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};

/// When the short way is open: what must not be met for all rules to stay asleep.
#[derive(Debug)]
pub(crate) struct Sleep {
    /// What a path may be made of.
    pub(super) path: Alphabet,
    /// What a query or a fragment may be made of.
    pub(super) query: Alphabet,
    /// In its last byte.
    pub(super) tail: Class,
    /// In the byte before it.
    before: Class,
    /// Whether a line break behind it may be a fold.
    folds: bool,
    /// Whether blanks before a line break say something.
    flowed: bool,
    /// The length of the longest candidate.
    pub(super) max_len: usize,
}

impl Sleep {
    /// `wakes` are the classes that wake rules in the candidate, in its last byte, and before it.
    pub(crate) fn new(wakes: [Class; 3], [folds, flowed, iri]: [bool; 3], max_len: usize) -> Sleep {
        let [body, tail, before] = wakes;
        let awake = body.or(Class::UNPROVED).or(Class::STOP);
        let body = ByteSet::from_fn(|byte| !class::TEXT.of(byte).meets(awake));
        let query = Alphabet::new(body, b"#", iri);
        let path = Alphabet::new(body, b"?#", iri);
        Sleep { path, query, tail, before, folds, flowed, max_len }
    }

    /// Whether nothing before `start` touches the candidate, opens or labels it.
    #[inline]
    pub(crate) fn is_open(&self, place: &Place<'_>, start: usize) -> bool {
        if start <= place.floor {
            return true;
        }
        let before = chars::byte_before(place.text, start);
        if before >= 0x80 {
            return is_behind_words(place, start);
        }
        if before > b' ' {
            return !class::TEXT.of(before).meets(self.before);
        }
        if start == place.taken + 1 {
            // A match ends before the blank, and opens nothing.
            return true;
        }
        let opener = lines::before_break(place.text, place.floor, start);
        !Draft::class_of_opener(opener).meets(self.before)
    }

    /// Whether the candidate, which ends in its authority if it `is_host`, is over at `end`: a blank or the end
    /// follows, and no line below on which it could go on.
    #[inline]
    pub(crate) fn is_over(&self, text: &[u8], end: usize, is_host: bool) -> bool {
        match chars::byte_at(text, end) {
            0 => end == text.len(),
            b' ' if !self.folds || chars::byte_at(text, end + 1) > b' ' => true,
            b'\n' if candidate::web_ahead(text, end).is_some() => true,
            b' ' | b'\t' | b'\n' | b'\r' => !self.folds || !self.may_go_on(text, end),
            0x80.. => is_before_stop(text, end, is_host),
            _ => false,
        }
    }

    /// Whether the name at `span` stands between blanks or marks of sentences and programs, and nothing
    /// opens or labels it.
    pub(crate) fn is_apart(&self, place: &Place<'_>, span: Span) -> bool {
        static BEFORE: ByteSet = ByteSet::of(b"([,");
        static BEHIND: ByteSet = ByteSet::of(b",.)];=");
        let Place { text, .. } = *place;
        let before = chars::byte_before(text, span.start());
        let is_begun = span.start() <= place.floor || before <= b' ' || BEFORE.contains(before);
        let is_ended = match chars::byte_at(text, span.end()) {
            0 => span.end() == text.len(),
            b':' => text.get(span.end() + 1).is_none_or(u8::is_ascii_whitespace),
            b'(' => chars::byte_at(text, span.end() + 1) != b')',
            byte => byte.is_ascii_whitespace() || BEHIND.contains(byte),
        };
        is_begun && is_ended && self.is_open(place, span.start())
    }

    /// Whether the line below may have more of a candidate that ends its line at `end`.
    fn may_go_on(&self, text: &[u8], end: usize) -> bool {
        let Some(below) = Edge::below(text, end) else { return false };
        !delimited::starts_uri(text, below.token())
            && (self.flowed && below.blanks(end) > 0
                || below.may_go_on(text, chars::byte_before(text, end)))
    }
}

/// Whether a mark that separates sentences, or a letter of a script without spaces, stands before `start`:
/// neither opens anything, nor is a part of what begins there.
fn is_behind_words(place: &Place<'_>, start: usize) -> bool {
    let before = place.text.get(place.floor..start).and_then(chars::last);
    before.is_some_and(|(c, _)| matches!(glyph::glyph(c), Glyph::Stop | Glyph::Cjk))
}

/// Whether a mark of other scripts than Latin ends the sentence at `end`, and is no dot before a label of a
/// host.
fn is_before_stop(text: &[u8], end: usize, is_host: bool) -> bool {
    let Some((c, len)) = text.get(end..).and_then(chars::first) else { return false };
    let may_be_dot = is_host && chars::byte_at(text, end + len).is_ascii_alphanumeric();
    glyph::glyph(c) == Glyph::Stop && !may_be_dot
}

/// Whether `opener` stands directly before `start`, and no match has taken it.
#[inline]
pub(crate) fn is_opened(place: &Place<'_>, start: usize, opener: u8) -> bool {
    start > place.taken.max(place.floor) && chars::byte_before(place.text, start) == opener
}
