//! The search for the matches of patterns.
//!
//! The text is searched line by line. If no pattern can match white space or asks where a line begins or ends, it is
//! searched word by word, with the same result, so that a stream waits only for the next blank. A line or word longer than
//! `max_len` bytes is divided into pieces of that length. The boundaries of pieces depend only on the text, so the matches
//! do not depend on how a stream is divided into chunks. A search reads at most `max_len` bytes. After a match, the search
//! for its pattern continues one byte after the start of the match ([`Patterns::take`]), so no pattern or template can
//! cause an endless search.

use std::sync::Arc;

use regex::bytes::{CaptureLocations, Regex};
use regex_syntax::hir::Hir;

use super::cursor::{Division, PatternCursor, PatternHit};
use super::expression;
use super::line_filter::LineFilter;
use super::problem::Problem;
use super::target::{PatternMatch, PatternTarget, base_uri, check_root};
use super::template::{Expanded, Template};
use crate::options::error::OptionError;
use crate::options::value;
use crate::scan::{Hit, Trigger};
use crate::span::Span;
use crate::text::chars;
use crate::uri::{Resolver, UriBuf};
use crate::work;

/// The compiled patterns.
#[derive(Debug)]
pub(crate) struct Patterns {
    list: Vec<Pattern>,
    filter: Option<LineFilter>,
    division: Division,
    base: Option<UriBuf>,
}

#[derive(Debug)]
struct Pattern {
    name: Arc<str>,
    regex: Regex,
    template: Template,
}

impl Patterns {
    /// The compiled patterns; `None` if the list is empty, as in most finders.
    pub(crate) fn new(
        patterns: &[value::Pattern],
        base: Option<&str>,
        max_len: usize,
    ) -> Result<Option<Patterns>, OptionError> {
        let compiled: Result<(Vec<_>, Vec<_>), _> = patterns.iter().map(Pattern::new).collect();
        let (list, parsed) = compiled?;
        let base = base.map(base_uri).transpose()?;
        if list.is_empty() {
            return Ok(None);
        }
        if let Some(base) = &base {
            check_root(base.as_uri())?;
        }
        let by_word = parsed.iter().all(expression::stays_in_word);
        let (filter, division) = (LineFilter::new(parsed), Division { by_word, max_len });
        Ok(Some(Patterns { list, filter, division, base }))
    }

    /// The first match at or after `from` in the complete pieces of the window. Later calls return the same match until
    /// it is taken or begins before `from`.
    pub(crate) fn next(
        &self,
        cursor: &mut PatternCursor,
        window: &[u8],
        from: usize,
        last: bool,
    ) -> Option<Hit> {
        if cursor.hits.is_empty() {
            cursor.hits = self.list.iter().map(|pattern| pattern.search(cursor.start)).collect();
        }
        loop {
            cursor.pass(window, from, self.division, last);
            self.pass_pieces(cursor, window, last);
            let (end, next) = cursor.piece(window, self.division, last)?;
            let text = window.get(..end).unwrap_or_default();
            if let Some(at) = self.first(cursor, text) {
                return Some(Hit { at, trigger: Trigger::Pattern });
            }
            cursor.enter(next);
        }
    }

    /// Skips the pieces in which the filter finds nothing, up to the end of the last complete line or word in the window.
    /// The rest of a piece after its last match is skipped as well, so that most lines with one match take two searches.
    fn pass_pieces(&self, cursor: &mut PatternCursor, window: &[u8], last: bool) {
        let Some(filter) = &self.filter else { return };
        let Some(from) = cursor.unsearched() else { return };
        let end = cursor.whole(window, self.division, last);
        let Some(text) = window.get(..end).filter(|_| from < end) else { return };
        let found = filter.find(text, from);
        work::add(found.unwrap_or(end) - from);
        let Some(at) = found else { return cursor.enter(end) };
        let before = Span::new(cursor.start, at).of(text);
        let start = cursor.start + self.division.last_end(before).map_or(0, |found| found + 1);
        let max_len = self.division.max_len;
        let piece = start + (at - start) / max_len * max_len;
        if piece > cursor.start {
            cursor.enter(piece);
        }
    }

    /// Takes the match that [`next`](Patterns::next) returned at `at`. The search for its pattern continues after the
    /// first character of the match, whether or not the match becomes a link.
    pub(crate) fn take(
        &self,
        cursor: &mut PatternCursor,
        window: &[u8],
        at: usize,
    ) -> Option<PatternMatch> {
        let (end, _) = cursor.ends?;
        let mut hits = self.list.iter().zip(&mut cursor.hits);
        let (pattern, hit) =
            hits.find(|(_, hit)| hit.span.start() == at && !hit.span.is_empty())?;
        let next = at + chars::first(hit.span.of(window)).map_or(1, |(_, len)| len);
        let span = core::mem::replace(&mut hit.span, Span::new(next, next));
        let piece = Span::new(cursor.start, end).of(window);
        let found = Span::new(at - cursor.start, span.end() - cursor.start);
        let target = self.target(&pattern.template, piece, found, hit.groups.as_ref());
        Some(PatternMatch { span, name: Arc::clone(&pattern.name), target })
    }

    /// The start of the first of the next matches of all patterns. `text` is the window up to the end of the piece.
    fn first(&self, cursor: &mut PatternCursor, text: &[u8]) -> Option<usize> {
        let start = cursor.start;
        let piece = text.get(start..).unwrap_or_default();
        for (pattern, hit) in self.list.iter().zip(&mut cursor.hits) {
            if hit.span.is_empty() {
                let found = pattern.find(piece, hit.span.start() - start, hit.groups.as_mut());
                hit.span = found.unwrap_or(Span::new(piece.len(), piece.len())).shifted(start);
            }
        }
        let pending = cursor.hits.iter().filter(|hit| !hit.span.is_empty());
        pending.map(|hit| hit.span.start()).min()
    }

    /// The number of bytes that can be dropped from the start of a window that has been searched up to `searched`. The
    /// result is the beginning of the piece that contains `resume`, but at most `searched`. This piece is kept as a
    /// whole, because a match depends on the text before it (`^`, `\b`), and because the length of a piece is counted
    /// from its beginning.
    pub(crate) fn horizon(
        &self,
        cursor: &mut PatternCursor,
        window: &[u8],
        resume: usize,
        searched: usize,
    ) -> usize {
        cursor.pass(window, resume, self.division, false);
        cursor.start.min(searched)
    }

    /// The target of the match `found` in `piece`; `None` if the template with its groups is not a valid URI reference.
    fn target(
        &self,
        template: &Template,
        piece: &[u8],
        found: Span,
        groups: Option<&CaptureLocations>,
    ) -> Option<PatternTarget> {
        let expanded = template.expand(self.division.max_len, |group| {
            let place = groups.map_or(Some(found), |groups| {
                groups.get(group).map(|(start, end)| Span::new(start, end))
            });
            let (place, end) = (place.unwrap_or_default(), found.end());
            let bytes = Span::new(place.start().min(end), place.end().min(end)).of(piece);
            let whole = bytes.get(..whole_len(bytes)).unwrap_or_default();
            core::str::from_utf8(whole).unwrap_or_default()
        })?;
        match expanded {
            Expanded::Uri(uri) => Some(PatternTarget { uri, reference: None }),
            Expanded::Reference(reference) => self.resolve(&reference),
        }
    }

    fn resolve(&self, reference: &str) -> Option<PatternTarget> {
        if let Some(base) = &self.base {
            let uri = Resolver::new(base.as_uri()).resolve(reference).ok()?;
            return Some(PatternTarget { uri, reference: None });
        }
        PatternTarget::of(reference)
    }
}

impl Pattern {
    /// The compiled pattern, and its parsed expression.
    fn new(config: &value::Pattern) -> Result<(Pattern, Hir), OptionError> {
        let error = |problem: Problem| {
            OptionError::invalid("patterns", &config.name, format!("`{}`: {problem}", config.name))
        };
        let (regex, parsed) = expression::compile(&config.pattern).map_err(error)?;
        let template = Template::new(&config.href, |name| expression::group(&regex, name));
        let (name, template) = (config.name.as_str().into(), template.map_err(error)?);
        Ok((Pattern { name, regex, template }, parsed))
    }

    /// A search that begins at `start`.
    fn search(&self, start: usize) -> PatternHit {
        let is_whole = self.template.takes_whole_matches();
        let groups = (!is_whole).then(|| self.regex.capture_locations());
        PatternHit { span: Span::new(start, start), groups }
    }

    /// The first match at or after `from`, with its `groups`. A match that ends inside a character is cut before that
    /// character; a match with invalid UTF-8 is skipped.
    fn find(
        &self,
        piece: &[u8],
        mut from: usize,
        mut groups: Option<&mut CaptureLocations>,
    ) -> Option<Span> {
        loop {
            let found = match groups.as_deref_mut() {
                Some(groups) => self.regex.captures_read_at(groups, piece, from),
                None => self.regex.find_at(piece, from),
            };
            let found = found.map(|found| Span::from(found.range()));
            work::add(found.map_or(piece.len(), Span::end) - from);
            let found = found?;
            let len = whole_len(found.of(piece));
            if len > 0 {
                return Some(Span::new(found.start(), found.start() + len));
            }
            from = found.start() + 1;
        }
    }
}

/// The length of `bytes` without an incomplete character at the end; 0 if `bytes` has invalid UTF-8.
fn whole_len(bytes: &[u8]) -> usize {
    match core::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn patterns(pattern: &str, max_len: usize) -> Option<Patterns> {
        Patterns::new(&[value::Pattern::new("p", pattern, "s:x")], None, max_len).ok()?
    }

    fn matches(patterns: &Patterns, text: &[u8]) -> Option<Vec<Span>> {
        let (mut cursor, mut found) = (PatternCursor::default(), Vec::new());
        while let Some(hit) = patterns.next(&mut cursor, text, 0, true) {
            found.push(patterns.take(&mut cursor, text, hit.at)?.span);
        }
        Some(found)
    }

    const PARTS: &[&str] = &[
        "a",
        "b",
        r"\w+",
        r"\d",
        r"\b",
        r"\B",
        "^",
        "$",
        "(?m:^)",
        r"\s",
        "[^a]",
        "[^a]*",
        ".",
        "(?s:.)",
        "(?s:.)*",
        "é",
        r"(?-u:\xC3)",
        r"\n",
        "(?i:é)",
        "(?:",
        ")?",
        "(",
        ")+",
        "|",
        "{2}",
        "*",
    ];

    const TEXTS: &[&str] = &["a", "b", "ab", " ", "\n", "\r\n", "\r", "é", "1", "-", "中"];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        /// The filter skips no line with a match, whatever the pattern and the length of the lines.
        #[test]
        fn the_filter_skips_no_line_with_a_match(
            parts in prop::collection::vec(prop::sample::select(PARTS), 1..6),
            texts in prop::collection::vec(prop::sample::select(TEXTS), 0..40),
            max_len in 1_usize..30,
        ) {
            let (pattern, text) = (parts.concat(), texts.concat());
            let Some(mut patterns) = patterns(&pattern, max_len) else { return Ok(()) };
            let filtered = matches(&patterns, text.as_bytes());
            patterns.filter = None;
            prop_assert_eq!(filtered, matches(&patterns, text.as_bytes()), "{}", pattern);
        }

        /// A search by words finds what a search by lines finds, whatever the pattern.
        #[test]
        fn words_have_the_matches_of_their_line(
            parts in prop::collection::vec(prop::sample::select(PARTS), 1..6),
            texts in prop::collection::vec(prop::sample::select(TEXTS), 0..40),
        ) {
            let (pattern, text) = (parts.concat(), texts.concat());
            let Some(mut patterns) = patterns(&pattern, 1000) else { return Ok(()) };
            prop_assume!(patterns.division.by_word);
            let found = matches(&patterns, text.as_bytes());
            patterns.division.by_word = false;
            prop_assert_eq!(found, matches(&patterns, text.as_bytes()), "{}", pattern);
        }
    }

    #[test]
    fn a_pattern_that_may_read_past_a_blank_is_searched_by_lines() {
        let by_word = |pattern| patterns(pattern, 99).expect("a valid pattern").division.by_word;
        for pattern in [r"\B@\w+", r"\bBUG-[0-9]+\b", r"#\S+", "(?u:é)+", r"(?-u:[^\x00-\x20])x"] {
            assert!(by_word(pattern), "{pattern}");
        }
        for pattern in [
            "^@a", "a$", "(?m)^a", r"a\z", "a b", r"a\s", "[^x]a", "(?s:.)a", r"a(\t|b)", r"[\n-a]",
        ] {
            assert!(!by_word(pattern), "{pattern}");
        }
    }
}
