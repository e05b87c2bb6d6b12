//! The LINK record, version 1: what `pipe` and `extract --format jsonl` write for a link.
//!
//! Other programs read the record, so any change other than a new member needs a new version.

use std::borrow::Cow;

use crate::Located;
use linkwright::find::{Delimiter, Flag, Flags, MatchKind, RuleInfo, RuleSet};
use linkwright::uri::hazards::unwrapped;
use linkwright::uri::{Uri, UriBuf};
use linkwright::{Match, Span};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::destination;

/// The version of the record, which `extract` writes into each line.
pub const VERSION: u32 = 1;

/// The kind of a record: the kind of a match, or an invalid reference of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A match, or a reference of a document ([`MatchKind::Uri`]).
    Match(MatchKind),
    /// A reference that is not a URI, even after repair.
    Invalid,
}

impl Kind {
    /// The name of the kind, in data and as a value of `--kind`.
    ///
    /// ```
    /// assert_eq!(linkwright_harvest::record::Kind::Invalid.name(), "invalid");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Match(kind) => kind.name(),
            Kind::Invalid => "invalid",
        }
    }
}

/// A match, or a link of a document, as JSON. Offsets are byte offsets into the searched text or the document. Absent
/// values are `null`.
#[derive(Debug)]
pub struct Link<'m> {
    text: &'m str,
    /// `null` for an invalid reference, and for a pattern match whose reference is relative and has no known base.
    uri: Option<&'m str>,
    pieces: Vec<Range>,
    kind: Kind,
    /// The scheme and the host in normal form; `null` if there is no URI.
    scheme: Option<Cow<'m, str>>,
    host: Option<Cow<'m, str>>,
    delimiter: &'static str,
    prefix: Option<Range>,
    wrapper: Option<Range>,
    rules: RuleSet,
    flags: Flags,
    /// How likely it is that the text is a link, in percent.
    confidence: u8,
    origin: &'static str,
    /// The name of the pattern that matched.
    pattern: Option<&'m str>,
    /// The relative reference if no base is known, or the invalid reference.
    reference: Option<&'m str>,
    joins: Vec<Join>,
    alternates: Vec<Alternate>,
    /// Whether the record has the member `unwrapped`.
    unwraps: bool,
}

/// A span, `[start, end]`.
type Range = [usize; 2];

#[derive(Debug, Serialize)]
struct Join {
    gap: Range,
    reason: &'static str,
    /// From 0 to 1; absent for links in documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Alternate {
    uri: String,
    pieces: Vec<Range>,
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
}

impl<'m> Link<'m> {
    /// The record of a link to `uri` that no match has found.
    fn bare(text: &'m str, uri: Option<Uri<'m>>, pieces: Vec<Range>) -> Link<'m> {
        Link {
            text,
            uri: uri.map(|uri| uri.as_str()),
            pieces,
            kind: Kind::Match(MatchKind::Uri),
            scheme: uri.and_then(|uri| destination::scheme(uri.as_reference())),
            host: uri.and_then(|uri| destination::host(uri.as_reference())),
            delimiter: Delimiter::None.name(),
            prefix: None,
            wrapper: None,
            rules: RuleSet::default(),
            flags: Flags::default(),
            confidence: 100,
            origin: "text",
            pattern: None,
            reference: None,
            joins: Vec::new(),
            alternates: Vec::new(),
            unwraps: false,
        }
    }

    /// Sets what does not depend on the position of the match.
    fn matched(self, found: &'m Match<'_>) -> Link<'m> {
        Link {
            kind: Kind::Match(found.kind()),
            delimiter: found.delimiter().name(),
            rules: found.rules(),
            confidence: found.confidence(),
            pattern: found.pattern(),
            ..self
        }
    }

    /// The record of a match that was found in text.
    pub fn new(found: &'m Match<'_>) -> Link<'m> {
        let uri = Some(found.uri()).filter(|_| found.reference().is_none());
        Link {
            prefix: found.prefix().map(range),
            wrapper: found.wrapper().map(range),
            flags: found.flags(),
            reference: found.reference().map(|reference| reference.as_str()),
            joins: found.joins().iter().map(Join::new).collect(),
            alternates: found.alternates().iter().map(Alternate::new).collect(),
            ..Link::bare(found.text(), uri, ranges(found.pieces())).matched(found)
        }
    }

    /// The record of a link in a document. For a relative reference in markup, `uri` is that reference. An invalid
    /// reference has no `uri`, and its `reference` is unrepaired.
    pub fn located(link: &'m Located<'_>) -> Link<'m> {
        let own = link.existing();
        let invalid = own.filter(|own| own.is_invalid());
        let bare = Link::bare(link.text(), link.uri(), ranges(&link.pieces()));
        let bare = match link.found() {
            Some(found) => bare.matched(found),
            None => bare,
        };
        let joins = link.joins().into_iter().map(|(gap, reason)| Join {
            gap: range(gap),
            reason: reason.name(),
            confidence: None,
        });
        Link {
            uri: bare.uri.or_else(|| own?.relative()),
            kind: invalid.map_or(bare.kind, |_| Kind::Invalid),
            prefix: link.prefix().map(range),
            wrapper: link.wrapper().map(range),
            flags: link.flags(),
            origin: link.origin().name(),
            reference: link.reference().or_else(|| Some(invalid?.reference())),
            joins: joins.collect(),
            alternates: link.alternates().into_iter().map(Alternate::placed).collect(),
            ..bare
        }
    }

    /// The URI or the relative reference. `None` for an invalid reference, and for a relative reference that a pattern
    /// matched.
    pub const fn uri(&self) -> Option<&'m str> {
        self.uri
    }

    /// The kind of the link.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The flags of the link, including those of its hazards.
    pub const fn flags(&self) -> Flags {
        self.flags
    }

    /// Sets whether the record has the member `unwrapped`: the original URI of a link that a redirect service wrapped.
    #[must_use]
    pub fn unwrapping(self, unwraps: bool) -> Link<'m> {
        Link { unwraps, ..self }
    }
}

impl Serialize for Link<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = Link::MEMBERS + usize::from(self.unwraps);
        let mut record = serializer.serialize_struct("Link", members)?;
        self.serialize_members(&mut record)?;
        record.end()
    }
}

impl Link<'_> {
    /// The number of members without `unwrapped`.
    pub const MEMBERS: usize = 19;

    /// Writes the members into a record that also has other members. The serde attribute `flatten` would first collect
    /// them in a separate map.
    pub fn serialize_members<S: SerializeStruct>(&self, record: &mut S) -> Result<(), S::Error> {
        record.serialize_field("text", self.text)?;
        record.serialize_field("uri", &self.uri)?;
        record.serialize_field("start", &self.pieces.first().map_or(0, |[start, _]| *start))?;
        record.serialize_field("end", &self.pieces.last().map_or(0, |[_, end]| *end))?;
        record.serialize_field("pieces", &self.pieces)?;
        record.serialize_field("kind", self.kind.name())?;
        record.serialize_field("scheme", &self.scheme)?;
        record.serialize_field("host", &self.host)?;
        record.serialize_field("delimiter", self.delimiter)?;
        record.serialize_field("prefix", &self.prefix)?;
        record.serialize_field("wrapper", &self.wrapper)?;
        record.serialize_field("rules", &Each(|| self.rules.iter().map(RuleInfo::name)))?;
        record.serialize_field("flags", &Each(|| self.flags.iter().map(Flag::name)))?;
        record.serialize_field("origin", self.origin)?;
        record.serialize_field("pattern", &self.pattern)?;
        record.serialize_field("reference", &self.reference)?;
        record.serialize_field("joins", &self.joins)?;
        record.serialize_field("alternates", &self.alternates)?;
        record.serialize_field("confidence", &percent(self.confidence))?;
        if self.unwraps {
            let uri = self.uri.and_then(|uri| Uri::parse(uri).ok());
            let target = uri.and_then(unwrapped);
            record.serialize_field("unwrapped", &target.as_ref().map(UriBuf::as_str))?;
        }
        Ok(())
    }
}

/// Serializes as an array of the items of the iterator that the closure returns.
struct Each<F>(F);

impl<T: Serialize, I: Iterator<Item = T>, F: Fn() -> I> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

impl Join {
    fn new(join: &linkwright::find::Join) -> Join {
        Join {
            gap: range(join.gap()),
            reason: join.reason().name(),
            confidence: Some(percent(join.confidence())),
        }
    }
}

impl Alternate {
    fn new(alternate: &linkwright::find::Alternate) -> Alternate {
        Alternate {
            uri: alternate.uri().as_str().to_owned(),
            pieces: ranges(alternate.pieces()),
            why: alternate.why().name(),
            confidence: alternate.confidence().map(percent),
        }
    }

    /// An alternate with the spans of its pieces in a document.
    fn placed((alternate, pieces): (&linkwright::find::Alternate, Vec<Span>)) -> Alternate {
        Alternate { pieces: ranges(&pieces), ..Alternate::new(alternate) }
    }
}

/// Converts a percentage to a number from 0 to 1.
fn percent(confidence: u8) -> f64 {
    f64::from(confidence) / 100.0
}

fn range(span: Span) -> Range {
    [span.start(), span.end()]
}

fn ranges(spans: &[Span]) -> Vec<Range> {
    spans.iter().copied().map(range).collect()
}
