//! The search for the matches of patterns.
//!
//! The text is searched line by line. If no pattern can match white space or asks where a line begins or ends, it is
//! searched word by word, with the same result, so that a stream waits only for the next blank. A line or word longer than
//! `max_len` bytes is divided into pieces of that length. The boundaries of pieces depend only on the text, so the matches
//! do not depend on how a stream is divided into chunks. A search reads at most `max_len` bytes. All patterns are one
//! expression, whose first match is the one that counts. After a match that has no target, the patterns after it are tried
//! at the same offset, and then the search continues one byte after its start, so no pattern or template can cause an
//! endless search.

use std::sync::Arc;

use super::cursor::{Division, PatternCursor, PatternHit};
use super::expression::{self, Expressions};
use super::line_filter::LineFilter;
use super::problem::Problem;
use super::target::{PatternMatch, PatternTarget, base_uri, check_root};
use super::template::{Expanded, Template};
use crate::options::error::OptionError;
use crate::options::value;
use crate::scan::{Hit, Trigger};
use crate::span::Span;
use crate::uri::{Resolver, UriBuf};
use crate::work;

/// The compiled patterns.
#[derive(Debug)]
pub(crate) struct Patterns {
    list: Vec<Pattern>,
    expressions: Expressions,
    filter: Option<LineFilter>,
    division: Division,
    base: Option<UriBuf>,
}

#[derive(Debug)]
struct Pattern {
    name: Arc<str>,
    template: Template,
}

impl Patterns {
    /// The compiled patterns; `None` if the list is empty, as in most finders.
    pub(crate) fn new(
        patterns: &[value::Pattern],
        base: Option<&str>,
        max_len: usize,
    ) -> Result<Option<Patterns>, OptionError> {
        let base = base.map(base_uri).transpose()?;
        if patterns.is_empty() {
            return Ok(None);
        }
        let refuse = |pattern: &value::Pattern, problem: Problem| {
            let message = format!("`{}`: {problem}", pattern.name);
            OptionError::invalid("patterns", &pattern.name, message)
        };
        let parse = |one: &value::Pattern| {
            expression::parse(&one.pattern).map_err(|problem| refuse(one, problem))
        };
        let parsed = patterns.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
        let expressions = Expressions::new(&parsed).map_err(|message| {
            let names: Vec<&str> = patterns.iter().map(|one| one.name.as_str()).collect();
            let names = names.join("`, `");
            OptionError::invalid("patterns", &names, format!("`{names}`: {message}"))
        })?;
        let compile = |(number, one): (usize, &value::Pattern)| {
            let template = Template::new(&one.href, |group| expressions.group(number, group));
            let template = template.map_err(|problem| refuse(one, problem))?;
            Ok(Pattern { name: one.name.as_str().into(), template })
        };
        let list = patterns.iter().enumerate().map(compile).collect::<Result<_, _>>()?;
        if let Some(base) = &base {
            check_root(base.as_uri())?;
        }
        let by_word = parsed.iter().all(expression::stays_in_word);
        let (filter, division) = (LineFilter::new(parsed), Division { by_word, max_len });
        Ok(Some(Patterns { list, expressions, filter, division, base }))
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
        loop {
            cursor.pass(window, from, self.division, last);
            if cursor.hit.is_none_or(|hit| hit.span.start() < from) {
                // A match that begins before `from` is, for example, inside the previous link.
                cursor.hit = None;
                if cursor.from < from {
                    cursor.continue_at(from, 0);
                }
                self.pass_pieces(cursor, window, last);
            }
            let (end, next) = cursor.piece(window, self.division, last)?;
            let text = window.get(..end).unwrap_or_default();
            cursor.hit = cursor.hit.or_else(|| self.find(cursor, text));
            if let Some(hit) = cursor.hit {
                return Some(Hit { at: hit.span.start(), trigger: Trigger::Pattern });
            }
            cursor.enter(next);
        }
    }

    /// Skips the pieces in which the filter finds nothing, up to the end of the last complete line or word in the window.
    /// The rest of a piece after its last match is skipped as well, so that most lines with one match take two searches.
    fn pass_pieces(&self, cursor: &mut PatternCursor, window: &[u8], last: bool) {
        let Some(filter) = &self.filter else { return };
        let end = cursor.whole(window, self.division, last);
        let from = cursor.from;
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

    /// Takes the match that [`next`](Patterns::next) returned at `at`. The search continues with the patterns after its
    /// own, whether or not the match becomes a link.
    pub(crate) fn take(
        &self,
        cursor: &mut PatternCursor,
        window: &[u8],
        at: usize,
    ) -> Option<PatternMatch> {
        let (end, _) = cursor.ends?;
        let PatternHit { span, pattern } =
            cursor.hit.take().filter(|hit| hit.span.start() == at)?;
        cursor.continue_at(at, pattern + 1);
        let piece = Span::new(cursor.start, end).of(window);
        let found = Span::new(at - cursor.start, span.end() - cursor.start);
        let Pattern { name, template } = self.list.get(pattern)?;
        let target = self.target(template, piece, PatternHit { span: found, pattern });
        Some(PatternMatch { span, name: Arc::clone(name), target })
    }

    /// The first match from the offset at which the search continues. If several matches begin at the same offset, it is
    /// the match of the pattern that was defined first. A match that ends inside a character is cut before that character;
    /// a match with invalid UTF-8 is skipped. `text` is the window up to the end of the piece.
    fn find(&self, cursor: &mut PatternCursor, text: &[u8]) -> Option<PatternHit> {
        let piece = text.get(cursor.start..).unwrap_or_default();
        loop {
            let from = cursor.from - cursor.start;
            let found = self.expressions.find(piece, from, cursor.rank);
            work::add(found.map_or(piece.len(), |hit| hit.span.end()).saturating_sub(from));
            let PatternHit { span, pattern } = found?;
            let len = whole_len(span.of(piece));
            let start = cursor.start + span.start();
            if len > 0 {
                return Some(PatternHit { span: Span::new(start, start + len), pattern });
            }
            cursor.continue_at(start, pattern + 1);
        }
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

    /// The target of the match `hit` in `piece`; `None` if the template with its groups is not a valid URI reference.
    fn target(&self, template: &Template, piece: &[u8], hit: PatternHit) -> Option<PatternTarget> {
        let is_whole = template.takes_whole_matches();
        let groups = (!is_whole).then(|| self.expressions.groups(piece, hit));
        let expanded = template.expand(self.division.max_len, |group| {
            let place = groups.as_ref().map_or(Some(hit.span), |groups| {
                groups.get_group(group).map(|group| group.range().into())
            });
            let (place, end) = (place.unwrap_or_default(), hit.span.end());
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
