//! The LINK record, version 1: what `pipe` and `extract --format jsonl` write for a link.
//!
//! Other programs read the record, so any change other than a new member needs a new version.

use crate::Located;
use linkwright::find::{Delimiter, Flag, MatchKind, RuleInfo};
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
    link: Located<'m>,
    form: Form,
}

/// What differs between the records of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// Whether the joins have their confidence. Those of links in documents do not have it.
    pub(super) has_join_confidence: bool,
    /// Whether the record has the member `unwrapped`.
    pub(super) unwraps: bool,
}

/// A span, `[start, end]`.
type Range = [usize; 2];

#[derive(Debug, Serialize)]
struct Join {
    gap: Range,
    reason: &'static str,
    /// From 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Alternate<'m> {
    uri: &'m str,
    pieces: Vec<Range>,
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
}

impl<'m> Link<'m> {
    /// The record of a match that was found in text.
    pub fn new(found: &'m Match<'_>) -> Link<'m> {
        let form = Form { has_join_confidence: true, unwraps: false };
        Link { link: Located::alone(found), form }
    }

    /// The record of a link in a document. For a relative reference in markup, `uri` is that reference. An invalid
    /// reference has no `uri`, and its `reference` is unrepaired.
    pub fn located(link: &Located<'m>) -> Link<'m> {
        let form = Form { has_join_confidence: false, unwraps: false };
        Link { link: link.clone(), form }
    }

    /// Sets whether the record has the member `unwrapped`: the original URI of a link that a redirect service wrapped.
    #[must_use]
    pub fn unwrapping(self, unwraps: bool) -> Link<'m> {
        Link { form: Form { unwraps, ..self.form }, ..self }
    }
}

impl Serialize for Link<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Link", 20)?;
        serialize_members(&self.link, self.form, &mut record)?;
        record.end()
    }
}

/// Writes the members of a record into one that also has other members. The serde attribute `flatten` would first
/// collect them in a separate map.
pub(super) fn serialize_members<S: SerializeStruct>(
    link: &Located<'_>,
    form: Form,
    record: &mut S,
) -> Result<(), S::Error> {
    let (found, own) = (link.found(), link.existing());
    let invalid = own.filter(|own| own.is_invalid());
    let absolute = link.uri().map(|uri| uri.as_reference());
    let uri = link.uri().map(|uri| uri.as_str()).or_else(|| own?.relative());
    let kind = match invalid {
        Some(_) => Kind::Invalid,
        None => Kind::Match(found.map_or(MatchKind::Uri, Match::kind)),
    };
    let pieces = ranges(&link.pieces());
    let joins: Vec<Join> = link
        .joins()
        .into_iter()
        .map(|(join, gap)| Join {
            gap: range(gap),
            reason: join.reason().name(),
            confidence: form.has_join_confidence.then(|| percent(join.confidence())),
        })
        .collect();
    let alternates = link.alternates();
    let alternates: Vec<Alternate<'_>> = alternates
        .iter()
        .map(|(alternate, pieces)| Alternate {
            uri: alternate.uri().as_str(),
            pieces: ranges(pieces),
            why: alternate.why().name(),
            confidence: alternate.confidence().map(percent),
        })
        .collect();
    record.serialize_field("text", link.text())?;
    record.serialize_field("uri", &uri)?;
    record.serialize_field("start", &pieces.first().map_or(0, |[start, _]| *start))?;
    record.serialize_field("end", &pieces.last().map_or(0, |[_, end]| *end))?;
    record.serialize_field("pieces", &pieces)?;
    record.serialize_field("kind", kind.name())?;
    record.serialize_field("scheme", &absolute.and_then(destination::scheme))?;
    record.serialize_field("host", &absolute.and_then(destination::host))?;
    record.serialize_field("delimiter", found.map_or(Delimiter::None, Match::delimiter).name())?;
    record.serialize_field("prefix", &link.prefix().map(range))?;
    record.serialize_field("wrapper", &link.wrapper().map(range))?;
    let rules = found.map(Match::rules).unwrap_or_default();
    record.serialize_field("rules", &Each(|| rules.iter().map(RuleInfo::name)))?;
    let flags = link.flags();
    record.serialize_field("flags", &Each(|| flags.iter().map(Flag::name)))?;
    record.serialize_field("origin", link.origin().name())?;
    record.serialize_field("pattern", &found.and_then(Match::pattern))?;
    let reference = link.reference().or_else(|| Some(invalid?.reference()));
    record.serialize_field("reference", &reference)?;
    record.serialize_field("joins", &joins)?;
    record.serialize_field("alternates", &alternates)?;
    record.serialize_field("confidence", &percent(found.map_or(100, Match::confidence)))?;
    if form.unwraps {
        let target = uri.and_then(|uri| Uri::parse(uri).ok()).and_then(unwrapped);
        record.serialize_field("unwrapped", &target.as_ref().map(UriBuf::as_str))?;
    }
    Ok(())
}

/// Serializes as an array of the items of the iterator that the closure returns.
struct Each<F>(F);

impl<T: Serialize, I: Iterator<Item = T>, F: Fn() -> I> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
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
