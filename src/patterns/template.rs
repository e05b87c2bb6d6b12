//! The template of a pattern: a URI reference (RFC 3986, section 4.1) with placeholders for groups.
//!
//! When a template is built, it is parsed with `0` in place of every placeholder, which determines the component of
//! each placeholder. A group is then percent-encoded for its component, so that it cannot end the component or begin
//! another one. The result is parsed again, and its components must have the expected lengths: `/$1/x` with an empty
//! group would begin with `//`, after which an authority follows.

use core::ops::Range;
use std::borrow::Cow;

use crate::ascii::{self, ByteSet};
use crate::patterns::problem::Problem;
use crate::span::Span;
use crate::uri::{Grammar, Parts, UriBuf, is_dot_segment, pct, scan, to_uri};

/// A parsed template.
#[derive(Debug)]
pub(super) struct Template {
    tokens: Vec<TemplateToken>,
    /// The length of each component without its groups, in the order of [`COMPONENTS`].
    lens: [usize; COMPONENTS.len()],
    /// The number of dot segments in the path of the template.
    dots: usize,
    is_relative: bool,
}

#[derive(Debug)]
enum TemplateToken {
    Literal(String),
    Place(GroupPlace),
}

/// A placeholder for a group.
#[derive(Clone, Copy, Debug)]
struct GroupPlace {
    group: usize,
    /// The index of its component in [`COMPONENTS`].
    component: usize,
    is_raw: bool,
}

/// The components of a URI reference (RFC 3986, section 3): where each of them is, and how a group is written in it.
const COMPONENTS: [(PartOf, Writing); 7] = [
    // `begins_relative` refuses a group in the scheme.
    (Parts::scheme, Writing::Label),
    (Parts::userinfo, Writing::Encoded(&ascii::UNRESERVED)),
    (Parts::host, Writing::Label),
    (Parts::port, Writing::Number),
    (|parts| Some(parts.path()), Writing::Encoded(&ascii::PCHAR)),
    (Parts::query, Writing::Encoded(&QUERY_VALUE)),
    (Parts::fragment, Writing::Encoded(&ascii::PCHAR)),
];

type PartOf = fn(Parts) -> Option<Span>;

/// How a group is written in a component.
#[derive(Clone, Copy, Debug)]
enum Writing {
    /// As letters, digits and hyphens, at least one.
    Label,
    /// As a number of 16 bits.
    Number,
    /// Percent-encoded, except these bytes.
    Encoded(&'static ByteSet),
}

/// The result of a template: a URI, or a relative reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expanded {
    Uri(UriBuf),
    Reference(String),
}

/// Most targets have at most this many bytes.
const CAPACITY: usize = 64;

impl Template {
    /// Parses `text`, in which `$1`, `$name`, `${1}` and `${1:raw}` are placeholders for groups and `$$` is a dollar
    /// sign. `group` returns the number of the group with a name or number.
    pub(super) fn new(
        text: &str,
        group: impl Fn(&str) -> Option<usize>,
    ) -> Result<Template, Problem> {
        let is_relative = begins_relative(text)?;
        let mut reader =
            TemplateReader { text, is_relative, sample: String::new(), origins: Vec::new() };
        let tokens = reader.read(group)?;
        reader.finish(tokens)
    }

    /// Fills in the texts of the groups, which `text_of` returns by number. Returns `None` if the result is invalid,
    /// longer than `max_len`, or has other components or dot segments than expected.
    pub(super) fn expand<'t>(
        &self,
        max_len: usize,
        text_of: impl Fn(usize) -> &'t str,
    ) -> Option<Expanded> {
        let mut lens = self.lens;
        let mut expanded = String::with_capacity(CAPACITY);
        for token in &self.tokens {
            match token {
                TemplateToken::Literal(literal) => expanded.push_str(literal),
                TemplateToken::Place(place) => {
                    let room = max_len.saturating_sub(expanded.len());
                    let group = place.encode(text_of(place.group), room)?;
                    *lens.get_mut(place.component)? += group.len();
                    expanded.push_str(&group);
                }
            }
            if expanded.len() > max_len {
                return None;
            }
        }
        let parts = scan(&expanded, grammar(self.is_relative)).ok()?;
        let path = expanded.get(parts.path().range())?;
        if component_lens(parts) != lens || dot_segments(path) != self.dots {
            return None;
        }
        if self.is_relative {
            return Some(Expanded::Reference(expanded));
        }
        if expanded.is_ascii() {
            // An ASCII IRI is a URI.
            return Some(Expanded::Uri(UriBuf::from_parts(expanded, parts)));
        }
        to_uri(&expanded).ok().map(Expanded::Uri)
    }

    /// Whether every placeholder refers to the whole match.
    pub(super) fn takes_whole_matches(&self) -> bool {
        let is_whole = |token: &TemplateToken| match token {
            TemplateToken::Literal(_) => true,
            TemplateToken::Place(place) => place.group == 0,
        };
        self.tokens.iter().all(is_whole)
    }
}

impl GroupPlace {
    /// The text of the group, encoded for its component; `None` if it is not allowed there or is longer than `room`.
    fn encode<'g>(&self, group: &'g str, room: usize) -> Option<Cow<'g, str>> {
        let (_, writing) = COMPONENTS.get(self.component)?;
        let is_label = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let (is_valid, allowed) = match writing {
            Writing::Encoded(allowed) if !self.is_raw => (true, *allowed),
            Writing::Number if !self.is_raw => {
                (group.parse::<u16>().is_ok() && !group.starts_with('+'), &ASCII)
            }
            Writing::Label => {
                (!group.is_empty() && (self.is_raw || group.bytes().all(is_label)), &ASCII)
            }
            Writing::Number | Writing::Encoded(_) => (true, &ASCII),
        };
        if is_valid { encode(group, allowed, room) } else { None }
    }
}

/// `group` percent-encoded; `None` if the result is longer than `room`. Its length is computed before memory is
/// allocated.
fn encode<'g>(group: &'g str, allowed: &ByteSet, room: usize) -> Option<Cow<'g, str>> {
    let lens = group.bytes().map(|byte| if allowed.contains(byte) { 1 } else { 3 });
    (lens.sum::<usize>() <= room).then(|| pct::encode(group, allowed))
}

/// The characters of a `raw` group that are not encoded.
const ASCII: ByteSet = ByteSet::range(0, 0x7F);

/// The characters that need no encoding in the value of a query parameter. `&`, `;`, `=` and `+` are excluded: `&` and
/// `;` would begin another parameter, `=` would begin a value, and `+` would be read as a space.
const QUERY_VALUE: ByteSet = ascii::PCHAR.without(ByteSet::of(b"&;=+"));

/// Replaces each placeholder when a template is parsed: a digit is valid in every component that may contain a
/// placeholder.
const SAMPLE: char = '0';

/// Whether the template is relative. A relative template must begin with `/`, `?` or `#`, so that a file name given by
/// mistake is an error.
fn begins_relative(text: &str) -> Result<bool, Problem> {
    let scheme = text.split([':', '/', '?', '#', '$']).next().unwrap_or_default();
    let rest = text.get(scheme.len()..).unwrap_or_default();
    let is_place = rest.starts_with('$');
    if scheme.is_empty() && rest.starts_with(['/', '?', '#']) {
        return Ok(true);
    }
    if rest.starts_with(':') {
        return Ok(false);
    }
    let place = Span::new(scheme.len(), scheme.len() + usize::from(is_place));
    let message = if is_place {
        "a group cannot be in the scheme: the template must begin with a scheme and `:`, or \
         with `/`, `?` or `#`"
    } else {
        "the template is not a URI and does not begin with `/`, `?` or `#`"
    };
    Err(Problem::new(message, text, place))
}

fn grammar(is_relative: bool) -> Grammar {
    if is_relative { Grammar::UriReference } else { Grammar::Iri }
}

/// Parses a template into tokens and a sample, which is the template with `0` for each placeholder.
struct TemplateReader<'t> {
    text: &'t str,
    is_relative: bool,
    sample: String,
    /// For each part of the sample, its offset and the part of the template that it comes from.
    origins: Vec<(usize, Range<usize>)>,
}

impl TemplateReader<'_> {
    fn read(
        &mut self,
        group: impl Fn(&str) -> Option<usize>,
    ) -> Result<Vec<TemplateToken>, Problem> {
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            let (literal, place) = rest.split_at(rest.find('$').unwrap_or(rest.len()));
            self.literal(&mut tokens, literal, at);
            at += literal.len();
            let len = match place_len(place) {
                0 => break,
                // `$$`, or a `$` without the name of a group, is a literal dollar sign.
                1 => {
                    self.literal(&mut tokens, "$", at);
                    if place.starts_with("$$") { 2 } else { 1 }
                }
                len => {
                    let place = self.place(at..at + len, &group)?;
                    self.origins.push((self.sample.len(), at..at + len));
                    self.sample.push(SAMPLE);
                    tokens.push(TemplateToken::Place(place));
                    len
                }
            };
            at += len;
        }
        Ok(tokens)
    }

    fn literal(&mut self, tokens: &mut Vec<TemplateToken>, literal: &str, at: usize) {
        // The literals of a relative reference are encoded here, because the reference must be ASCII. An IRI is mapped
        // to a URI as a whole, because its host may need A-labels.
        let encoded =
            if self.is_relative { pct::encode(literal, &ASCII) } else { Cow::Borrowed(literal) };
        self.origins.push((self.sample.len(), at..at + literal.len()));
        self.sample.push_str(&encoded);
        tokens.push(TemplateToken::Literal(encoded.into_owned()));
    }

    /// Parses the placeholder at `at`, such as `$1` or `${name:raw}`.
    fn place(
        &self,
        at: Range<usize>,
        group: impl Fn(&str) -> Option<usize>,
    ) -> Result<GroupPlace, Problem> {
        let inner = self.text.get(at.start + 1..at.end).unwrap_or_default();
        let problem = |message: String| Problem::new(message, self.text, at.clone().into());
        let braced = inner.strip_prefix('{');
        let (name, how) = match braced.map(|braced| braced.strip_suffix('}')) {
            None => (inner, None),
            Some(None) => return Err(problem("`${` has no `}`".to_owned())),
            Some(Some(braced)) => {
                braced.split_once(':').map_or((braced, None), |(name, how)| (name, Some(how)))
            }
        };
        if let Some(how) = how.filter(|how| *how != "raw") {
            return Err(problem(format!("only `:raw` can follow the group, not `:{how}`")));
        }
        let Some(group) = group(name) else {
            let hint = if braced.is_none() && name.contains(|c: char| !c.is_ascii_digit()) {
                "; if letters follow a group, write it as `${1}`"
            } else {
                ""
            };
            return Err(problem(format!("the pattern has no group `{name}`{hint}")));
        };
        // The component is determined after the whole sample is parsed.
        Ok(GroupPlace { group, component: 0, is_raw: how.is_some() })
    }

    /// Determines the component of each placeholder.
    fn finish(self, mut tokens: Vec<TemplateToken>) -> Result<Template, Problem> {
        let parts = scan(&self.sample, grammar(self.is_relative));
        let parts = parts.map_err(|error| {
            let message = format!("expected {} in {}", error.expected(), error.rule().name());
            self.problem(message, error.at())
        })?;
        self.check_host(parts)?;
        let mut lens = component_lens(parts);
        let mut at = 0;
        for token in &mut tokens {
            match token {
                TemplateToken::Literal(literal) => at += literal.len(),
                TemplateToken::Place(place) => {
                    let spans = COMPONENTS.map(|(span, _)| span(parts));
                    let is_here = |span: &Option<Span>| span.is_some_and(|span| span.contains(at));
                    place.component = spans.iter().position(is_here).unwrap_or_default();
                    if let Some(len) = lens.get_mut(place.component) {
                        *len -= SAMPLE.len_utf8();
                    }
                    at += SAMPLE.len_utf8();
                }
            }
        }
        let dots = dot_segments(self.sample.get(parts.path().range()).unwrap_or_default());
        Ok(Template { tokens, lens, dots, is_relative: self.is_relative })
    }

    /// Checks that a web URI has a host, and that no authority has an empty host, except in `file` URIs.
    fn check_host(&self, parts: Parts) -> Result<(), Problem> {
        let part = |span: Option<Span>| self.sample.get(span?.range());
        let scheme = part(parts.scheme()).unwrap_or_default();
        let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
        let is_missing = match part(parts.host()) {
            Some(host) => host.is_empty() && !scheme.eq_ignore_ascii_case("file"),
            None => is_web,
        };
        if is_missing {
            let at = parts.host().map_or(parts.path().start(), Span::start);
            return Err(self.problem("the host is missing".to_owned(), at));
        }
        Ok(())
    }

    /// A problem at an offset of the sample.
    fn problem(&self, message: String, at: usize) -> Problem {
        let origin = self.origins.iter().rfind(|(start, _)| *start <= at);
        let offset = origin.map_or(0, |(start, from)| (from.start + at - start).min(from.end));
        // An encoded character takes more bytes in the sample than in the template.
        let offset = (0..=offset).rfind(|&at| self.text.is_char_boundary(at)).unwrap_or_default();
        Problem::new(message, self.text, Span::new(offset, offset))
    }
}

/// The length of the placeholder at the beginning of `rest`: 1 for a literal dollar sign, 0 without a dollar sign.
fn place_len(rest: &str) -> usize {
    let Some(inner) = rest.strip_prefix('$') else { return 0 };
    if inner.starts_with('{') {
        return rest.find('}').map_or(rest.len(), |end| end + 1).max(2);
    }
    1 + inner.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

fn component_lens(parts: Parts) -> [usize; COMPONENTS.len()] {
    COMPONENTS.map(|(span, _)| span(parts).map_or(0, Span::len))
}

/// The number of segments of `path` that are `.` or `..`, including those written with `%2e`: such segments change the
/// target.
fn dot_segments(path: &str) -> usize {
    path.split('/').filter(|segment| is_dot_segment(segment)).count()
}
