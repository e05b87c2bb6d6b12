//! Rules of the caller's own: a pattern, and a template for the target.
//!
//! Patterns are searched line by line, and a line that is longer than `max_len` in pieces of that
//! length, so that a stream gives the same matches for every chunking. The only user of regex.

use std::sync::Arc;

use super::config::{BuildError, UserRule};
use super::trigger::{Hit, Trigger};
use crate::span::Span;
use crate::uri::UriBuf;

/// The compiled rules.
#[derive(Debug)]
pub(crate) struct UserRules {
    rules: Vec<Compiled>,
    max_len: usize,
}

#[derive(Debug)]
struct Compiled {
    name: Arc<str>,
    pattern: Pattern,
    href: Box<str>,
}

/// How far the search of user rules has come. Offsets are into the window.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UserCursor {
    /// Where the line, or the piece of a long one, begins that is searched next.
    line: usize,
    /// The match found last, if it was not passed yet, and its rule.
    hit: Option<(Span, usize)>,
}

/// A match of a user rule.
#[derive(Debug)]
pub(crate) struct UserMatch {
    pub(crate) span: Span,
    pub(crate) name: Arc<str>,
    pub(crate) uri: UriBuf,
}

impl UserCursor {
    pub(crate) fn pass(&mut self, at: usize) {
        self.hit = self.hit.filter(|(span, _)| span.start() >= at);
    }

    pub(crate) fn slide(&mut self, by: usize) {
        self.line = self.line.saturating_sub(by);
        self.hit = self.hit.map(|(span, rule)| {
            (Span::new(span.start().saturating_sub(by), span.end().saturating_sub(by)), rule)
        });
    }
}

impl UserRules {
    pub(crate) fn new(rules: &[UserRule], max_len: usize) -> Result<UserRules, BuildError> {
        let rules = rules.iter().map(Compiled::new).collect::<Result<_, _>>()?;
        Ok(UserRules { rules, max_len })
    }

    /// Whether there are none, as in most finders.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The first match at or behind `from`, as far as whole lines are there.
    pub(crate) fn next(
        &self,
        cursor: &mut UserCursor,
        window: &[u8],
        from: usize,
        last: bool,
    ) -> Option<Hit> {
        loop {
            if let Some((span, _)) = cursor.hit.filter(|(span, _)| span.start() >= from) {
                return Some(Hit { at: span.start(), trigger: Trigger::User });
            }
            let (line, next) = self.line(window, cursor.line, last)?;
            cursor.hit = self.first(window, line, from.max(line.start()));
            if cursor.hit.is_none() {
                cursor.line = next;
            }
        }
    }

    /// The line at `start` and the beginning of the next one; `None` until its end is in sight.
    fn line(&self, window: &[u8], start: usize, last: bool) -> Option<(Span, usize)> {
        let rest = window.get(start..).filter(|rest| !rest.is_empty())?;
        let rest = rest.get(..self.max_len).unwrap_or(rest);
        match memchr::memchr2(b'\n', b'\r', rest) {
            Some(at) => Some((Span::new(start, start + at), start + at + 1)),
            None if last || rest.len() == self.max_len => {
                let end = start + rest.len();
                Some((Span::new(start, end), end))
            }
            None => None,
        }
    }

    fn first(&self, window: &[u8], line: Span, from: usize) -> Option<(Span, usize)> {
        let text = line.of(window);
        let from = (from - line.start()).min(text.len());
        let found = self.rules.iter().enumerate().filter_map(|(rule, compiled)| {
            let span = compiled.pattern.find_at(text, from)?.shifted(line.start());
            (!span.is_empty()).then_some((span, rule))
        });
        found.min_by_key(|(span, rule)| (span.start(), *rule))
    }

    /// The match that `next` announced; `None` where its template gives no URI.
    pub(crate) fn found(&self, cursor: &UserCursor, window: &[u8], at: usize) -> Option<UserMatch> {
        let (span, rule) = cursor.hit.filter(|(span, _)| span.start() == at)?;
        let rule = self.rules.get(rule)?;
        // Searched again in its line, so that `\b` and the like see the same neighbours.
        let (line, _) = self.line(window, cursor.line, true)?;
        let href =
            rule.pattern.expand_at(line.of(window), span.start() - line.start(), &rule.href)?;
        let uri = super::reading::target(&href)?;
        Some(UserMatch { span, name: Arc::clone(&rule.name), uri })
    }

    /// What was searched for good.
    pub(crate) fn horizon(&self, cursor: &UserCursor, end: usize) -> usize {
        if self.is_empty() { end } else { cursor.line.min(end) }
    }
}

impl Compiled {
    fn new(rule: &UserRule) -> Result<Compiled, BuildError> {
        let error = |message: &str| BuildError {
            option: "rule",
            message: format!("`{}`: {message}", rule.name),
        };
        if rule.href.is_empty() {
            return Err(error("it has no target"));
        }
        let pattern = Pattern::new(&rule.pattern).map_err(|message| error(&message))?;
        Ok(Compiled { name: rule.name.as_str().into(), pattern, href: rule.href.as_str().into() })
    }
}

#[cfg(feature = "rules")]
#[derive(Debug)]
struct Pattern(regex::bytes::Regex);

#[cfg(feature = "rules")]
impl Pattern {
    fn new(pattern: &str) -> Result<Pattern, String> {
        // Without Unicode classes `(?i)k` cannot match U+212A. A pattern that asks for them has
        // them.
        let ascii = regex::bytes::RegexBuilder::new(pattern).unicode(false).build();
        let regex = ascii.or_else(|_| regex::bytes::Regex::new(pattern));
        regex.map(Pattern).map_err(|error| error.to_string())
    }

    fn find_at(&self, text: &[u8], from: usize) -> Option<Span> {
        self.0.find_at(text, from).map(|found| found.range().into())
    }

    fn expand_at(&self, text: &[u8], at: usize, template: &str) -> Option<String> {
        let mut expanded = Vec::new();
        self.0.captures_at(text, at)?.expand(template.as_bytes(), &mut expanded);
        String::from_utf8(expanded).ok()
    }
}

/// Without the feature there is no pattern, and so no rule.
#[cfg(not(feature = "rules"))]
#[derive(Debug)]
enum Pattern {}

#[cfg(not(feature = "rules"))]
impl Pattern {
    fn new(_: &str) -> Result<Pattern, String> {
        Err("the feature `rules` is not compiled in".to_owned())
    }

    fn find_at(&self, _: &[u8], _: usize) -> Option<Span> {
        match *self {}
    }

    fn expand_at(&self, _: &[u8], _: usize, _: &str) -> Option<String> {
        match *self {}
    }
}
