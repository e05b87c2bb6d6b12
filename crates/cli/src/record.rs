//! The LINK record, version 1: what `pipe` and `extract --format jsonl` say about a link.
//!
//! Other programs read it. A change that is more than a new member is a new version.

use linkwright::find::{Delimiter, Flag, Flags, MatchKind, RuleInfo, RuleSet};
use linkwright::rewrite::source_map::SourceMap;
use linkwright::uri::Uri;
use linkwright::{Match, Span};
use linkwright_harvest::Located;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// The version of the record, which `extract` writes into each line.
pub(crate) const VERSION: u32 = 1;

/// A match as JSON. Offsets are bytes of the text that was searched; an absent thing is `null`.
#[derive(Debug)]
pub(crate) struct Link<'m> {
    text: &'m str,
    uri: &'m str,
    start: usize,
    end: usize,
    pieces: Vec<Range>,
    kind: &'static str,
    /// `null` for a relative reference, which only `extract --relative` reports.
    scheme: Option<&'m str>,
    host: Option<&'m str>,
    delimiter: &'static str,
    prefix: Option<Range>,
    wrapper: Option<Range>,
    rules: RuleSet,
    flags: Flags,
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
            scheme: Some(uri.scheme().as_str()),
            host: uri.authority().map(|authority| authority.host().as_str()),
            delimiter: found.delimiter().name(),
            prefix: found.prefix().map(range),
            wrapper: found.wrapper().map(range),
            rules: found.rules(),
            flags: found.flags(),
            origin: "text",
            joins: found.joins().iter().map(Join::new).collect(),
            alternates: found.alternates().iter().map(Alternate::new).collect(),
        }
    }

    /// The record of a link that a document has already: `text` is what it says, at `span`.
    pub(crate) fn own(text: &'m str, uri: Uri<'m>, span: Span, origin: &'static str) -> Link<'m> {
        Link {
            text,
            uri: uri.as_str(),
            start: span.start(),
            end: span.end(),
            pieces: vec![range(span)],
            kind: MatchKind::Uri.name(),
            scheme: Some(uri.scheme().as_str()),
            host: uri.authority().map(|authority| authority.host().as_str()),
            delimiter: Delimiter::None.name(),
            prefix: None,
            wrapper: None,
            rules: RuleSet::default(),
            flags: Flags::default(),
            origin,
            joins: Vec::new(),
            alternates: Vec::new(),
        }
    }

    /// The record of a link in a document; `None` if it is not known where it leads.
    pub(crate) fn located(link: &'m Located<'_>) -> Option<Link<'m>> {
        let (uri, own) = (link.uri(), link.existing());
        let found = link.found();
        let pieces = ranges(&link.pieces());
        let span = pieces.first().zip(pieces.last()).map(|(first, last)| [first[0], last[1]]);
        let [start, end] = span.unwrap_or_default();
        Some(Link {
            text: link.text(),
            uri: uri.map(|uri| uri.as_str()).or_else(|| own?.relative())?,
            start,
            end,
            pieces,
            kind: found.map_or(MatchKind::Uri, Match::kind).name(),
            scheme: uri.map(|uri| uri.scheme().as_str()),
            host: uri.and_then(|uri| Some(uri.authority()?.host().as_str())),
            delimiter: found.map_or(Delimiter::None, Match::delimiter).name(),
            prefix: link.prefix().map(range),
            wrapper: link.wrapper().map(range),
            rules: found.map(Match::rules).unwrap_or_default(),
            flags: found.map(Match::flags).unwrap_or_default(),
            origin: link.origin().name(),
            joins: link
                .joins()
                .into_iter()
                .map(|(gap, reason)| Join { gap: range(gap), reason: reason.name() })
                .collect(),
            alternates: link.alternates().into_iter().map(Alternate::placed).collect(),
        })
    }

    /// The same with the text as the document writes it, with its escapes.
    pub(crate) fn written(self, text: &'m str) -> Link<'m> {
        Link { text, ..self }
    }

    /// The same with the offsets of the document that its text came from.
    ///
    /// `None` where a piece ends inside what the document writes as a whole.
    pub(crate) fn in_document(mut self, map: &SourceMap) -> Option<Link<'m>> {
        self.pieces = source_pieces(map, &self.pieces)?;
        (self.start, self.end) = (self.pieces.first()?[0], self.pieces.last()?[1]);
        self.prefix = self.prefix.and_then(|prefix| source_range(map, prefix));
        self.wrapper = self.wrapper.and_then(|wrapper| source_range(map, wrapper));
        for join in &mut self.joins {
            join.gap = source_range(map, join.gap).unwrap_or(join.gap);
        }
        self.alternates.retain_mut(|alternate| {
            let pieces = source_pieces(map, &alternate.pieces);
            pieces.map(|pieces| alternate.pieces = pieces).is_some()
        });
        Some(self)
    }
}

impl Serialize for Link<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Link", Link::MEMBERS)?;
        self.serialize_members(&mut record)?;
        record.end()
    }
}

impl Link<'_> {
    /// How many members it has.
    pub(crate) const MEMBERS: usize = 16;

    /// Writes its members among those of a record that has more: `flatten` would take each of them
    /// through a map of its own.
    pub(crate) fn serialize_members<S: SerializeStruct>(
        &self,
        record: &mut S,
    ) -> Result<(), S::Error> {
        record.serialize_field("text", self.text)?;
        record.serialize_field("uri", self.uri)?;
        record.serialize_field("start", &self.start)?;
        record.serialize_field("end", &self.end)?;
        record.serialize_field("pieces", &self.pieces)?;
        record.serialize_field("kind", self.kind)?;
        record.serialize_field("scheme", &self.scheme)?;
        record.serialize_field("host", &self.host)?;
        record.serialize_field("delimiter", self.delimiter)?;
        record.serialize_field("prefix", &self.prefix)?;
        record.serialize_field("wrapper", &self.wrapper)?;
        record.serialize_field("rules", &Each(|| self.rules.iter().map(RuleInfo::name)))?;
        record.serialize_field("flags", &Each(|| self.flags.iter().map(Flag::name)))?;
        record.serialize_field("origin", self.origin)?;
        record.serialize_field("joins", &self.joins)?;
        record.serialize_field("alternates", &self.alternates)
    }
}

/// An array of what the function gives.
struct Each<F>(F);

impl<T: Serialize, I: Iterator<Item = T>, F: Fn() -> I> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

fn source_range(map: &SourceMap, [start, end]: Range) -> Option<Range> {
    map.span(Span::new(start, end)).map(range)
}

fn source_pieces(map: &SourceMap, decoded: &[Range]) -> Option<Vec<Range>> {
    let mut pieces = Vec::new();
    for &[start, end] in decoded {
        pieces.extend(ranges(&map.pieces(Span::new(start, end))?));
    }
    Some(pieces)
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

    /// The same with the places of its pieces in a document.
    fn placed((alternate, pieces): (linkwright::find::Alternate, Vec<Span>)) -> Alternate {
        Alternate { pieces: ranges(&pieces), ..Alternate::new(&alternate) }
    }
}

fn range(span: Span) -> Range {
    [span.start(), span.end()]
}

fn ranges(spans: &[Span]) -> Vec<Range> {
    spans.iter().copied().map(range).collect()
}
