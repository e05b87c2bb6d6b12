//! The record of a match, with Python offsets. The attributes and the pickle of a match are made from its record.

use std::borrow::Cow;

use linkwright::find::{Flag, RuleInfo};

use crate::convert::Places;
pub(crate) use crate::recent::Pair;

/// A name, borrowed from the library or read from a pickle.
pub(crate) type Name = Cow<'static, str>;

/// A match that borrows neither from a text nor from a finder.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) span: Pair,
    pub(crate) uri: String,
    pub(crate) text: String,
    pub(crate) kind: Name,
    pub(crate) delimiter: Name,
    pub(crate) pieces: Vec<Pair>,
    pub(crate) wrapper: Option<Pair>,
    pub(crate) prefix: Option<Pair>,
    pub(crate) rules: Vec<Name>,
    pub(crate) flags: Vec<Name>,
    /// The name of the pattern that matched.
    pub(crate) pattern: Option<String>,
    /// The relative reference that a pattern produced, if there is no base.
    pub(crate) reference: Option<String>,
    pub(crate) joins: Vec<Join>,
    pub(crate) alternates: Vec<Alternate>,
    /// How likely it is that the text is a link, from 0 to 1.
    pub(crate) confidence: f64,
}

/// The join between two pieces.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Join {
    pub(crate) gap: Pair,
    pub(crate) reason: Name,
    pub(crate) confidence: f64,
}

/// Another reading of the text of a match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alternate {
    pub(crate) uri: String,
    pub(crate) text: String,
    pub(crate) pieces: Vec<Pair>,
    pub(crate) why: Name,
    pub(crate) confidence: Option<f64>,
}

impl Record {
    /// The record of `found`, with offsets converted by `places`.
    pub(crate) fn of(found: &linkwright::Match<'_>, places: &Places<'_>) -> Record {
        let pairs =
            |spans: &[linkwright::Span]| spans.iter().map(|span| places.pair(*span)).collect();
        let joins = found.joins().iter().map(|join| Join {
            gap: places.pair(join.gap()),
            reason: join.reason().name().into(),
            confidence: share(join.confidence()),
        });
        let alternates = found.alternates().iter().map(|alternate| Alternate {
            uri: alternate.uri().to_string(),
            text: alternate.text().to_owned(),
            pieces: pairs(alternate.pieces()),
            why: alternate.why().name().into(),
            confidence: alternate.confidence().map(share),
        });
        Record {
            span: places.pair(found.span()),
            uri: found.uri().to_string(),
            text: found.text().to_owned(),
            kind: found.kind().name().into(),
            delimiter: found.delimiter().name().into(),
            pieces: pairs(found.pieces()),
            wrapper: found.wrapper().map(|span| places.pair(span)),
            prefix: found.prefix().map(|span| places.pair(span)),
            rules: found.rules().iter().map(RuleInfo::name).map(Name::from).collect(),
            flags: found.flags().iter().map(Flag::name).map(Name::from).collect(),
            pattern: found.pattern().map(str::to_owned),
            reference: found.reference().map(|reference| reference.as_str().to_owned()),
            joins: joins.collect(),
            alternates: alternates.collect(),
            confidence: share(found.confidence()),
        }
    }

    /// The target of a link: the URI, or the relative reference.
    pub(crate) fn href(&self) -> &str {
        self.reference.as_deref().unwrap_or(&self.uri)
    }
}

/// A percentage as a number from 0 to 1.
pub(crate) fn share(percent: u8) -> f64 {
    f64::from(percent) / 100.0
}
