//! Determines which marks and elements of a run end a URI, and which belong to it.
//!
//! As in GFM, a mark of emphasis inside the source of a URI belongs to the URI, because GFM reads URIs before emphasis:
//! `http://a.example/_b_c*d*e` has no emphasis. A mark is a border
//!
//! - where no URI has begun in its word: `**http://a.example/**`, `_a@b.example_`;
//! - where it closes a mark that was opened before the URI, and the word ends after it or continues with punctuation
//!   only: `*see http://a.example/b*.`

use super::run::{Autolinks, Opaque, PartKind, Run, RunPart};
use crate::span::Span;
use crate::text::chars;

/// Splits the text of a run into the spans that are searched separately, the last one first.
pub(super) fn segments(run: &Run<'_>) -> Vec<Span> {
    let mut reader = BorderReader { run, word: Word::default(), inside: Vec::new() };
    let mut segments = Vec::new();
    let mut start = 0;
    for (part, is_end) in run.parts.iter().zip(word_ends(run)) {
        let is_inside = reader.is_inside(part, is_end);
        reader.inside.push(is_inside);
        if !is_inside {
            segments.push(Span::new(start, part.text.start()));
            start = part.text.end();
            reader.word = Word { read: start, ..Word::default() };
        }
    }
    segments.push(Span::new(start, run.text().len()));
    segments.into_iter().rev().filter(|segment| !segment.is_empty()).collect()
}

/// Returns for each part whether the word ends after the part, or continues with punctuation only.
///
/// The parts are read from right to left, so that each byte is read once.
fn word_ends(run: &Run<'_>) -> Vec<bool> {
    let mut ends = vec![true; run.parts.len()];
    let mut is_end = true;
    for (part, end) in run.parts.iter().zip(&mut ends).rev() {
        *end = is_end;
        is_end = match part.kind {
            PartKind::Open { .. } | PartKind::Close { .. } => is_end,
            PartKind::Break | PartKind::Opaque(_) => true,
            PartKind::Text { .. } | PartKind::Replaced { .. } | PartKind::Foreign => {
                first_inner(part.text.of(run.text())).map_or(is_end, |c| run.autolinks.ends_word(c))
            }
        };
    }
    ends
}

/// Whether a text continues the word before it, in all presets except GFM.
pub(super) fn goes_on(text: &[u8]) -> bool {
    first_inner(text).is_some_and(|c| !Autolinks::Plain.ends_word(c))
}

/// The first character of `text` that would not be trimmed from the end of a URI.
fn first_inner(text: &[u8]) -> Option<char> {
    let mut rest = text;
    loop {
        // Four bytes hold the longest character, and the text is UTF-8.
        let head = rest.get(..4).unwrap_or(rest);
        let first = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next())?;
        if !is_closing(first) {
            return Some(first);
        }
        rest = rest.get(first.len_utf8()..)?;
    }
}

impl Autolinks {
    /// Whether a word ends if `c` follows a closing mark.
    ///
    /// In GFM only white space ends a word. In all other presets, a non-ASCII character after a mark ends the word as
    /// well, because some scripts are written without spaces: `**http://a.example/b**を`.
    fn ends_word(self, c: char) -> bool {
        c.is_whitespace() || (self == Autolinks::Plain && !c.is_ascii())
    }
}

/// Whether `c` is a mark, or punctuation that is trimmed from the end of a URI.
fn is_closing(c: char) -> bool {
    matches!(c, '?' | '!' | '.' | ',' | ':' | ';' | '\'' | '"' | ')' | ']' | '}' | '>' | '<')
        || matches!(c, '*' | '_' | '~' | '^' | '|')
        || matches!(c, '…' | '’' | '”' | '»' | '。' | '、' | '，' | '；' | '：' | '！' | '？')
        || matches!(c, '」' | '』' | '】' | '）' | '》')
}

/// The word so far.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    /// The offset up to which the text was read.
    read: usize,
    /// Whether a dot, or `localhost` and a colon, is in it.
    has_host: bool,
    /// Whether a URI has begun in it.
    has_start: bool,
}

struct BorderReader<'r, 's> {
    run: &'r Run<'s>,
    word: Word,
    /// Whether each part so far is in a segment.
    inside: Vec<bool>,
}

impl BorderReader<'_, '_> {
    fn is_inside(&mut self, part: &RunPart, is_end: bool) -> bool {
        let has_text = !part.text.is_empty();
        match part.kind {
            PartKind::Text { .. }
            | PartKind::Replaced { .. }
            | PartKind::Foreign
            | PartKind::Break => true,
            PartKind::Open { .. } => has_text && self.has_start(part),
            PartKind::Close { open } => {
                let is_opened_inside = self.inside.get(open) == Some(&true);
                has_text && (is_opened_inside || (self.has_start(part) && !is_end))
            }
            PartKind::Opaque(what) if self.run.autolinks == Autolinks::Plain => {
                // The text of a link belongs to no other URI, and a word that touches it would be read together with it, so
                // such a link is a border.
                self.word = Word { read: part.text.end(), ..Word::default() };
                let touches = |at| chars::byte_at(self.run.text(), at).is_ascii_alphanumeric();
                let beside = [part.text.start().wrapping_sub(1), part.text.end()];
                what == Opaque::Link && has_text && !beside.into_iter().any(touches)
            }
            PartKind::Opaque(what) => what != Opaque::End && has_text && self.has_start(part),
        }
    }

    /// Whether a URI has begun in the word before `part`.
    fn has_start(&mut self, part: &RunPart) -> bool {
        let text = self.run.text();
        let is_blank = |at: usize| {
            let first = text.get(at..).and_then(chars::first);
            self.run.autolinks == Autolinks::Plain && first.is_some_and(|(c, _)| c.is_whitespace())
        };
        let word = &mut self.word;
        let unread = text.get(word.read..part.text.start()).unwrap_or_default();
        for (at, byte) in (word.read..).zip(unread) {
            match byte {
                byte if byte.is_ascii_whitespace() => *word = Word::default(),
                // In GFM, non-ASCII white space does not end a URI.
                0xC2.. if is_blank(at) => *word = Word::default(),
                b'.' => {
                    word.has_host = true;
                    word.has_start |= ends_with(text.get(..at), b"www");
                }
                b':' => word.has_host |= ends_with(text.get(..at), b"localhost"),
                b'/' => word.has_start |= word.has_host || ends_with(text.get(..at), b":/"),
                _ => {}
            }
        }
        word.read = part.text.start();
        word.has_start
    }
}

fn ends_with(text: Option<&[u8]>, end: &[u8]) -> bool {
    let tail = text.and_then(|text| text.get(text.len().checked_sub(end.len())?..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}
