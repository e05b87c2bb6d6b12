//! The LINK record, version 1: what `pipe` and `extract --format jsonl` say about a match.
//!
//! Other programs read it. A change that is more than a new member is a new version.

use linkwright::find::{Flag, RuleInfo};
use linkwright::{Match, Span};
use serde::Serialize;

/// The version of the record, which `extract` writes into each line.
pub(crate) const VERSION: u32 = 1;

/// A match as JSON. Offsets are bytes of the text that was searched; an absent thing is `null`.
#[derive(Debug, Serialize)]
pub(crate) struct Link<'m> {
    text: &'m str,
    uri: &'m str,
    start: usize,
    end: usize,
    pieces: Vec<Range>,
    kind: &'static str,
    scheme: &'m str,
    host: Option<&'m str>,
    delimiter: &'static str,
    prefix: Option<Range>,
    wrapper: Option<Range>,
    rules: Vec<&'static str>,
    flags: Vec<&'static str>,
    origin: &'static str,
    joins: Vec<Join>,
    alternates: Vec<Alternate>,
}

/// A span, `[start, end]`.
type Range = [usize; 2];

#[derive(Debug, Serialize)]
struct Join {
    gap: Range,
    reason: &'static str,
}

#[derive(Debug, Serialize)]
struct Alternate {
    uri: String,
    pieces: Vec<Range>,
    why: &'static str,
}

impl<'m> Link<'m> {
    /// The record of a match that was found in text.
    pub(crate) fn new(found: &'m Match<'_>) -> Link<'m> {
        let uri = found.uri();
        Link {
            text: found.text(),
            uri: uri.as_str(),
            start: found.span().start(),
            end: found.span().end(),
            pieces: ranges(found.pieces()),
            kind: found.kind().name(),
            scheme: uri.scheme().as_str(),
            host: uri.authority().map(|authority| authority.host().as_str()),
            delimiter: found.delimiter().name(),
            prefix: found.prefix().map(range),
            wrapper: found.wrapper().map(range),
            rules: found.rules().iter().map(RuleInfo::name).collect(),
            flags: found.flags().iter().map(Flag::name).collect(),
            origin: "text",
            joins: found.joins().iter().map(Join::new).collect(),
            alternates: found.alternates().iter().map(Alternate::new).collect(),
        }
    }
}

impl Join {
    fn new(join: &linkwright::find::Join) -> Join {
        Join { gap: range(join.gap()), reason: join.reason().name() }
    }
}

impl Alternate {
    fn new(alternate: &linkwright::find::Alternate) -> Alternate {
        Alternate {
            uri: alternate.uri().to_owned(),
            pieces: ranges(alternate.pieces()),
            why: alternate.why().name(),
        }
    }
}

fn range(span: Span) -> Range {
    [span.start(), span.end()]
}

fn ranges(spans: &[Span]) -> Vec<Range> {
    spans.iter().copied().map(range).collect()
}
