//! Patterns that the caller defines: a regular expression, and a template for the target of its matches.
//!
//! The text is searched line by line. If no pattern can match white space or asks where a line begins or ends, it is
//! searched word by word, with the same result, so that a stream waits only for the next blank. A line or word longer than
//! `max_len` bytes is divided into pieces of that length. The boundaries of pieces depend only on the text, so the matches
//! do not depend on how a stream is divided into chunks. A search reads at most `max_len` bytes. After a match, the search
//! for its pattern continues one character after the start of the match ([`Patterns::take`]), so no pattern or template can
//! cause an endless search.

mod cursor;
mod expression;
#[cfg(feature = "patterns")]
mod line_filter;
mod problem;
mod template;

use std::sync::Arc;

use crate::options::error::OptionError;
use crate::options::value;
use crate::scan::{Hit, Trigger};
use crate::span::Span;
use crate::uri::{Resolver, Uri, UriBuf};
use crate::work;
pub(crate) use cursor::PatternCursor;
use cursor::{Division, PatternSearch, Progress};
#[cfg(not(feature = "patterns"))]
use expression::LineFilter;
use expression::{Expression, Groups};
#[cfg(feature = "patterns")]
use line_filter::LineFilter;
use problem::Problem;
use template::{Expanded, Template};

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
    expression: Expression,
    template: Template,
}

/// A match of a pattern.
#[derive(Debug)]
pub(crate) struct PatternMatch {
    pub(crate) span: Span,
    pub(crate) name: Arc<str>,
    pub(crate) target: Option<PatternTarget>,
}

/// The target of a match of a pattern.
#[derive(Debug)]
pub(crate) struct PatternTarget {
    pub(crate) uri: UriBuf,
    /// The expanded reference, if it is relative and has no base.
    pub(crate) reference: Option<String>,
}

impl PatternTarget {
    /// The target that is written as `reference`; `None` if this is not a URI-reference.
    pub(crate) fn of(reference: &str) -> Option<PatternTarget> {
        if let Ok(uri) = UriBuf::parse(reference.to_owned()) {
            return Some(PatternTarget { uri, reference: None });
        }
        let uri = Resolver::new(Uri::parse(NO_BASE).ok()?).resolve(reference).ok()?;
        Some(PatternTarget { uri, reference: Some(reference.to_owned()) })
    }
}

/// The base for relative references of documents without a base (RFC 2557, section 5).
const NO_BASE: &str = "thismessage:/";

impl Patterns {
    pub(crate) fn new(
        patterns: &[value::Pattern],
        base: Option<&str>,
        max_len: usize,
    ) -> Result<Patterns, OptionError> {
        let list = patterns.iter().map(Pattern::new).collect::<Result<Vec<_>, _>>()?;
        let base = base.map(base_uri).transpose()?;
        if let Some(base) = base.as_ref().filter(|_| !list.is_empty()) {
            check_root(base.as_uri())?;
        }
        let filter = Expression::filter(list.iter().map(|pattern| &pattern.expression));
        let by_word = list.iter().all(|pattern| pattern.expression.stays_in_word());
        Ok(Patterns { list, filter, division: Division { by_word, max_len }, base })
    }

    /// Whether the list of patterns is empty, as in most finders.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        // Without the feature no expression can be built. The compiler cannot see that in `list`.
        !cfg!(feature = "patterns") || self.list.is_empty()
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
            self.pass_pieces(cursor, window, from, last);
            let (end, next) = cursor.piece(window, self.division, last)?;
            let text = window.get(..end).unwrap_or_default();
            if let Some(span) = self.first(cursor, text, from) {
                return Some(Hit { at: span.start(), trigger: Trigger::Pattern });
            }
            cursor.enter(next);
        }
    }

    /// Skips the pieces in which the filter finds nothing, up to the end of the last complete line or word in the window.
    /// The rest of a piece after its last match is skipped as well, so that most lines with one match take two searches.
    fn pass_pieces(&self, cursor: &mut PatternCursor, window: &[u8], from: usize, last: bool) {
        let Some(filter) = &self.filter else { return };
        let Some(unsearched) = cursor.unsearched() else { return };
        let end = cursor.whole(window, self.division, last);
        let from = unsearched.max(from);
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
        let piece = Span::new(cursor.start, end);
        let place = cursor
            .searches
            .iter()
            .position(|search| search.progress.hit().is_some_and(|span| span.start() == at))?;
        let search = cursor.searches.get_mut(place)?;
        let span = search.progress.hit()?;
        search.progress = Progress::From(at + first_len(span.of(window)));
        let pattern = self.list.get(place)?;
        let found = Span::new(at - piece.start(), span.end() - piece.start());
        let target = pattern.target(piece.of(window), found, search.groups.as_ref(), self);
        Some(PatternMatch { span, name: Arc::clone(&pattern.name), target })
    }

    /// The first of the pending matches of all patterns, with the index of its pattern. If several matches begin at the
    /// same offset, returns the match of the pattern that was defined first. `text` is the window up to the end of the
    /// piece.
    fn first(&self, cursor: &mut PatternCursor, text: &[u8], from: usize) -> Option<Span> {
        let start = cursor.start;
        if cursor.searches.is_empty() {
            cursor.searches = self.list.iter().map(|pattern| pattern.search(start)).collect();
        }
        let mut first: Option<Span> = None;
        for (pattern, search) in self.list.iter().zip(&mut cursor.searches) {
            let PatternSearch { progress, groups } = search;
            *progress = match *progress {
                // The match begins before `from`, for example inside the previous link.
                Progress::Hit(span) if span.start() < from => Progress::From(from),
                kept => kept,
            };
            if let Progress::From(at) = *progress {
                let piece = text.get(start..).unwrap_or_default();
                let hit = pattern.find(piece, at.max(from).max(start) - start, groups.as_mut());
                *progress = hit.map_or(Progress::Done, |span| Progress::Hit(span.shifted(start)));
            }
            if let Some(span) = progress.hit()
                && first.is_none_or(|first| span.start() < first.start())
            {
                first = Some(span);
            }
        }
        first
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
}

impl Pattern {
    fn new(config: &value::Pattern) -> Result<Pattern, OptionError> {
        let error = |problem: Problem| {
            OptionError::invalid("patterns", &config.name, format!("`{}`: {problem}", config.name))
        };
        let expression = Expression::new(&config.pattern).map_err(error)?;
        let template = Template::new(&config.href, |name| expression.group(name)).map_err(error)?;
        Ok(Pattern { name: config.name.as_str().into(), expression, template })
    }

    /// A search that begins at `start`.
    fn search(&self, start: usize) -> PatternSearch {
        let groups = (!self.template.takes_whole_matches()).then(|| self.expression.groups());
        PatternSearch { progress: Progress::From(start), groups }
    }

    /// The first match at or after `from`, with its `groups`. A match that ends inside a character is cut before that
    /// character; a match with invalid UTF-8 is skipped.
    fn find(&self, piece: &[u8], mut from: usize, mut groups: Option<&mut Groups>) -> Option<Span> {
        loop {
            let found = self.expression.find_at(piece, from, groups.as_deref_mut());
            work::add(found.map_or(piece.len(), Span::end).saturating_sub(from));
            let found = found?;
            let len = whole_len(found.of(piece));
            if len > 0 {
                return Some(Span::new(found.start(), found.start() + len));
            }
            from = found.start() + 1;
        }
    }

    /// The target of the match `found` in `piece`; `None` if the template with its groups is not a valid URI reference.
    fn target(
        &self,
        piece: &[u8],
        found: Span,
        groups: Option<&Groups>,
        patterns: &Patterns,
    ) -> Option<PatternTarget> {
        let expanded = self.template.expand(patterns.division.max_len, |group| {
            let place = groups.map_or(Some(found), |groups| groups.span(group));
            let place = place.unwrap_or_default();
            let end = found.end();
            let place = Span::new(place.start().min(end), place.end().min(end));
            let bytes = place.of(piece);
            let whole = bytes.get(..whole_len(bytes)).unwrap_or_default();
            core::str::from_utf8(whole).unwrap_or_default()
        })?;
        match expanded {
            Expanded::Uri(uri) => Some(PatternTarget { uri, reference: None }),
            Expanded::Reference(reference) => patterns.resolve(&reference),
        }
    }
}

impl Patterns {
    fn resolve(&self, reference: &str) -> Option<PatternTarget> {
        if let Some(base) = &self.base {
            let uri = Resolver::new(base.as_uri()).resolve(reference).ok()?;
            return Some(PatternTarget { uri, reference: None });
        }
        PatternTarget::of(reference)
    }
}

fn base_error(base: &str, problem: &str) -> OptionError {
    OptionError::invalid("base", base, format!("`{base}` {problem}"))
}

fn base_uri(base: &str) -> Result<UriBuf, OptionError> {
    base.parse().map_err(|error| base_error(base, &format!("is not a URI: {error}")))
}

/// Checks that `base` has an authority or a path that begins with `/`, and a host if it is a web URI.
fn check_root(base: Uri<'_>) -> Result<(), OptionError> {
    let is_web = base.scheme() == "http" || base.scheme() == "https";
    let has_host = base.authority().is_some_and(|authority| !authority.host().as_str().is_empty());
    if is_web && !has_host {
        return Err(base_error(base.as_str(), "has no host"));
    }
    if base.authority().is_none() && !base.path().starts_with('/') {
        return Err(base_error(base.as_str(), "has no path that begins with `/`"));
    }
    Ok(())
}

/// The length of the first character of a match in bytes.
fn first_len(bytes: &[u8]) -> usize {
    crate::text::chars::first(bytes).map_or(1, |(_, len)| len)
}

/// The length of `bytes` without an incomplete character at the end; 0 if `bytes` has invalid UTF-8.
fn whole_len(bytes: &[u8]) -> usize {
    match core::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => 0,
    }
}

#[cfg(all(test, feature = "patterns"))]
mod tests {
    use proptest::prelude::*;

    use crate::patterns::{PatternCursor, Patterns, Span, value};

    fn patterns(pattern: &str, max_len: usize) -> Option<Patterns> {
        Patterns::new(&[value::Pattern::new("p", pattern, "s:x")], None, max_len).ok()
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
