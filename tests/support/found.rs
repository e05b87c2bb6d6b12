//! A match as owned data, so that the results of several searches can be compared.

use linkwright::Span;
use linkwright::find::{Flag, Match, RuleInfo};

/// All properties of a match, with absolute offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) uri: String,
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) pieces: Vec<Span>,
    pub(crate) joins: Vec<(Span, &'static str)>,
    pub(crate) kind: &'static str,
    pub(crate) delimiter: &'static str,
    pub(crate) wrapper: Option<Span>,
    pub(crate) prefix: Option<Span>,
    pub(crate) alternates: Vec<(String, Vec<Span>, &'static str)>,
    pub(crate) flags: Vec<&'static str>,
    pub(crate) confidence: u8,
    pub(crate) rules: Vec<&'static str>,
    pub(crate) pattern: Option<String>,
    pub(crate) reference: Option<String>,
}

impl Found {
    /// The properties of `found`, with offsets decreased by `base`.
    pub(crate) fn new(found: &Match<'_>, base: usize) -> Found {
        let back = |span: Span| Span::new(span.start() - base, span.end() - base);
        let all_back = |spans: &[Span]| spans.iter().map(|&span| back(span)).collect();
        Found {
            uri: found.uri().as_str().to_owned(),
            text: found.text().to_owned(),
            span: back(found.span()),
            pieces: all_back(found.pieces()),
            joins: found.joins().iter().map(|j| (back(j.gap()), j.reason().name())).collect(),
            kind: found.kind().name(),
            delimiter: found.delimiter().name(),
            wrapper: found.wrapper().map(back),
            prefix: found.prefix().map(back),
            alternates: found
                .alternates()
                .iter()
                .map(|a| (a.uri().as_str().to_owned(), all_back(a.pieces()), a.why().name()))
                .collect(),
            flags: found.flags().iter().map(Flag::name).collect(),
            confidence: found.confidence(),
            rules: found.rules().iter().map(RuleInfo::name).collect(),
            pattern: found.pattern().map(str::to_owned),
            reference: found.reference().map(|reference| reference.as_str().to_owned()),
        }
    }
}

/// The result of one run over a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) found: Vec<Found>,
    pub(crate) skipped: u64,
}
