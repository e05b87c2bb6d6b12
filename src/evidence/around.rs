//! Facts about the lines nearby: the width at which the text wraps, and whether the joined URI or the
//! token occurs there.

use memchr::memmem;

use super::bytes::{CHUNK, POINTS, after_last, columns, has_slashes, start_run, trimmed};
use super::facts::{Fact, FactSet};
use super::spot::{AHEAD, Spot};
use super::words;
use crate::candidate::lines;
use crate::span::Span;
use crate::text::chars;
use crate::work;

/// The maximum number of lines that are read on either side.
const LINES: usize = 12;

/// A line with at least this many words is prose. Its width shows where the program wraps.
const PROSE_WORDS: usize = 4;

/// A line with more columns was not wrapped, so it does not count as prose.
const MAX_PROSE: usize = 100;

/// The width of the text is determined only if at least this many lines of prose are nearby.
const MIN_LINES: usize = 2;

/// The widths of the lines nearby.
#[derive(Debug, Default)]
struct Width {
    /// The number of lines of prose.
    lines: usize,
    /// The columns of the widest line of prose.
    widest: usize,
    /// The columns of the widest line that ends in a URI of more than 20 bytes.
    widest_uri: usize,
}

/// The facts that [`Spot::note_lines_nearby`] notes.
pub(super) const OF_LINES: FactSet = FactSet::of(&[
    Fact::AtWidth,
    Fact::NearWidth,
    Fact::TokenFits,
    Fact::LongerUriNearby,
    Fact::EvenLines,
]);

/// The facts that [`Spot::note_text_nearby`] notes.
pub(super) const OF_TEXT: FactSet = FactSet::of(&[Fact::WholeNearby, Fact::TokenNearby]);

impl Spot<'_> {
    pub(super) fn note_columns(&self, facts: &mut FactSet) {
        facts.note(Fact::WideToken, columns(self.whole_token()) > 50);
        facts.note(Fact::Chain, self.pieces.len() > 1);
        let width = self.width();
        facts.note(range_of_columns(width), !(45..60).contains(&width));
    }

    pub(super) fn note_lines_nearby(&self, facts: &mut FactSet) {
        let width = self.width();
        let token = columns(self.whole_token());
        let around = self.look_around();
        if around.lines >= MIN_LINES {
            let widest = around.widest;
            facts.note(Fact::AtWidth, (widest..=widest + 3).contains(&(width + 1)));
            facts.note(Fact::NearWidth, (widest + 1..widest + 6).contains(&(width + 9)));
            facts.note(Fact::TokenFits, width + 1 + token <= widest);
        }
        facts.note(Fact::LongerUriNearby, around.widest_uri > width + 2);
        facts.note(Fact::EvenLines, self.is_even(width));
    }

    /// Whether the line before the line above, or the line of the token, is prose and about as wide as `width`.
    fn is_even(&self, width: usize) -> bool {
        let below = self.line_at(self.line_end.next.content);
        let is_like = |line: Span| {
            let line = line.of(self.text).trim_ascii_end();
            let words =
                line.trim_ascii().split(|&byte| byte == b' ').filter(|word| !word.is_empty());
            work::add(line.len());
            columns(line).abs_diff(width) * 100 <= width * 15 && words.count() >= PROSE_WORDS
        };
        self.line_above().is_some_and(is_like) || below.is_some_and(is_like)
    }

    /// The token and the text that directly follows it, up to the next blank.
    pub(super) fn whole_token(&self) -> &[u8] {
        start_run(self.ahead(self.line_end.token.start()), |&byte| byte > b' ')
    }

    /// The text from `at` to the end of what is read after the token.
    fn ahead(&self, at: usize) -> &[u8] {
        let end = self.text.len().min(self.line_end.token.end() + AHEAD);
        self.text.get(at..end).unwrap_or_default()
    }

    /// The columns of the widest line of prose nearby; `None` if there is too little prose.
    pub(super) fn widest_prose(&self) -> Option<usize> {
        let around = self.look_around();
        (around.lines >= MIN_LINES).then_some(around.widest)
    }

    fn look_around(&self) -> Width {
        let mut width = Width::default();
        for line in self.lines_before().chain(self.lines_after()) {
            let prefix = lines::prefix(self.text, line.start(), usize::MAX);
            let (own, next) = (self.line_end.own.depth, self.line_end.next.depth);
            work::add(line.len());
            if prefix.depth == own || prefix.depth == next {
                let content = Span::new(prefix.content, line.end()).of(self.text);
                width.add(columns(line.of(self.text).trim_ascii_end()), content.trim_ascii_end());
            }
        }
        width
    }

    /// The lines before the line on which the URI begins, the nearest first.
    fn lines_before(&self) -> impl Iterator<Item = Span> {
        let own = self.text_before.line_start(self.text, self.start());
        let first = own.and_then(|start| self.line_before(start));
        core::iter::successors(first, |line| self.line_before(line.start())).take(LINES)
    }

    /// The lines after the line of the token.
    fn lines_after(&self) -> impl Iterator<Item = Span> {
        let token = self.line_at(self.line_end.token.end());
        core::iter::successors(token, |line| self.line_at(line.end() + 1)).skip(1).take(LINES - 1)
    }

    /// The text from `at` to the end of its line; `None` if the end is too far ahead.
    fn line_at(&self, at: usize) -> Option<Span> {
        memchr::memchr(b'\n', self.ahead(at)).map(|len| Span::new(at, at + len))
    }

    /// The line before the line that ends with the URI.
    pub(super) fn line_above(&self) -> Option<Span> {
        self.line_before(self.line_end.start)
    }

    /// The line before the line that begins at `start`; `None` if it begins before the floor.
    fn line_before(&self, start: usize) -> Option<Span> {
        let end = start.checked_sub(1).filter(|&end| end > self.text_before.floor)?;
        self.text_before.line_start(self.text, end).map(|start| Span::new(start, end))
    }

    pub(super) fn note_text_nearby(&self, facts: &mut FactSet) {
        let before = Span::new(self.text_before.floor, self.start()).of(self.text);
        let after = self.ahead(self.line_end.token.end());
        let token = trimmed(self.token, POINTS);
        work::add(before.len() + after.len());
        let key = self.key(token);
        let key = memmem::Finder::new(&key);
        facts.note(Fact::WholeNearby, [before, after].iter().any(|text| key.find(text).is_some()));
        let is_name = token.len() >= 4 && !facts.has(Fact::HashToken) && !words::is_common(token);
        let word = memmem::Finder::new(token);
        let is_nearby = is_name && (has_word(before, &word) || has_word(after, &word));
        facts.note(Fact::TokenNearby, is_nearby);
    }

    /// The last 12 bytes above and the first 8 bytes of `token`, joined.
    fn key(&self, token: &[u8]) -> Vec<u8> {
        let above = self.above.get(self.above.len().saturating_sub(12)..).unwrap_or_default();
        [above, token.get(..8).unwrap_or(token)].concat()
    }
}

impl Width {
    /// Adds a line that has `columns` columns and the text `content`.
    fn add(&mut self, columns: usize, content: &[u8]) {
        // A word ends at a blank after another byte, or with the line. All words are counted, because a loop
        // without branches is faster than a loop that stops at the limit.
        let is_end = |(&byte, &next): (&u8, &u8)| u8::from(byte != b' ' && next == b' ');
        let after = content.get(1..).unwrap_or_default();
        let parts = content.chunks(CHUNK).zip(after.chunks(CHUNK));
        let ends = parts.map(|(part, after)| part.iter().zip(after).map(is_end).sum::<u8>());
        let ends: usize = ends.map(usize::from).sum();
        let is_prose = columns <= MAX_PROSE && !content.is_empty() && ends + 1 >= PROSE_WORDS;
        if is_prose {
            self.lines += 1;
            self.widest = self.widest.max(columns);
        }
        let last = after_last(content, b' ');
        if last.len() > 20 && has_slashes(last) {
            self.widest_uri = self.widest_uri.max(columns);
        }
    }
}

/// The fact for the range that contains `width`. A line of 45 to 59 columns is no evidence.
fn range_of_columns(width: usize) -> Fact {
    match width {
        ..60 => Fact::Columns0,
        60..68 => Fact::Columns60,
        68..72 => Fact::Columns68,
        72..76 => Fact::Columns72,
        76..=80 => Fact::Columns76,
        81..=85 => Fact::Columns81,
        _ => Fact::Columns86,
    }
}

/// Whether `word` is a separate word at one of its first 8 occurrences in `text`.
fn has_word(text: &[u8], word: &memmem::Finder<'_>) -> bool {
    word.find_iter(text).take(8).any(|at| {
        let before = at.checked_sub(1).map_or(b' ', |at| chars::byte_at(text, at));
        let after = text.get(at + word.needle().len()).copied().unwrap_or(b' ');
        matches!(before, b' ' | b'"' | b'(' | b'\n' | b'\'' | b'`')
            && !after.is_ascii_alphanumeric()
            && after != b'/'
    })
}
