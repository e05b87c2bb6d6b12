//! A link, and everything that is known about its location.

use core::ops::Range;
use std::borrow::Cow;

use encoding_rs::Encoding;
use linkwright::find::{Alternate, Flags, Join};
use linkwright::rewrite::SourceMap;
use linkwright::text::offsets::LineColumn;
use linkwright::uri::Uri;
use linkwright::{Match, Span};

use super::existing::Existing;
use super::extents;
use super::location::Location;
use super::message::Message;
use super::names::named;
use super::place::Place;
use super::source::{NoBytes, Source};
use super::unit::Unit;
use super::warc_record::WarcRecord;

/// A link and its place.
///
/// All offsets count the bytes of the text at its [`place`](Located::place) **after it was converted to UTF-8**:
/// - for a text in UTF-8, or one that is not decoded, they are the offsets in the file or in the member, including its
///   byte-order mark;
/// - for a text in UTF-16 or in a legacy encoding, they are the offsets in the same text in UTF-8;
/// - for a part of a message, they are the offsets in the part after its transfer encoding and its charset were
///   decoded;
/// - for a header field, they are the offsets in the stored message, without the `>` that a mailbox puts before a line;
/// - for a cell of a database, they are the offsets in the text of the cell;
/// - for a PDF, they are the offsets in a text that is assembled from its metadata, its outline, its pages and their
///   notes.
///
/// Lines and columns refer to the same text. The ranges of [`source_pieces`](Located::source_pieces) refer to the
/// stored bytes.
#[derive(Clone, Debug)]
pub struct Located<'a> {
    pub(crate) location: Cow<'a, Location>,
    pub(crate) raw: Raw,
    pub(crate) line_column: Option<LineColumn>,
    pub(crate) context: Option<Context<'a>>,
    pub(crate) origin: Origin,
    pub(crate) text: Cow<'a, str>,
    pub(crate) way: Way<'a>,
    pub(crate) what: What<'a>,
}

/// The link itself, borrowed or owned.
#[derive(Clone, Debug)]
pub(crate) enum What<'a> {
    Found(&'a Match<'a>),
    Kept(Box<Match<'static>>),
    Existing(Existing<'a>),
}

named! {
    /// The kind of place in a document that contains a link.
    pub enum Origin {
        /// Text in which the link was found.
        Text = "text",
        /// Code in which the link was found: a block or a span of code in Markdown, an element for code in HTML
        /// ([`is_code_element`](linkwright::rewrite::html::is_code_element)) or XML, a code cell of a notebook, or a
        /// formula or a field of an office document.
        ///
        /// A reference inside code does not have this origin: in `<code><a href="/a">`, the reference has the origin
        /// [`Attribute`](Origin::Attribute), because a reader can follow it.
        Code = "code",
        /// A reference in markup or in structured data: an attribute, a `url()`, an element or a field whose content is
        /// a URI.
        Attribute = "attribute",
        /// A Markdown link, image, definition or autolink.
        Markdown = "markdown",
        /// A header field of a message.
        Header = "header",
        /// A header field of an HTTP message, in a web archive or in a HAR.
        HttpHeader = "http-header",
        /// A link annotation of a PDF: a rectangle on a page that a reader can click.
        Annotation = "annotation",
        /// The outline of a document: a table of contents outside its pages.
        Outline = "outline",
        /// The metadata of the document: its title, its author, its source.
        Metadata = "metadata",
    }
}

/// The text around a link. Bytes that are not UTF-8 are replaced with U+FFFD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context<'a> {
    /// The text before the link, with its blanks and line breaks.
    pub before: Cow<'a, str>,
    /// The text after the link, with its blanks and line breaks.
    pub after: Cow<'a, str>,
}

impl Context<'_> {
    pub(crate) fn into_owned(self) -> Context<'static> {
        Context {
            before: Cow::Owned(self.before.into_owned()),
            after: Cow::Owned(self.after.into_owned()),
        }
    }
}

/// How the offsets of a match are converted to offsets of the document.
#[derive(Clone, Debug)]
pub(crate) enum Way<'a> {
    /// The text that was searched is not decoded, and begins at this offset of the document.
    Shift(usize),
    /// The text that was searched was decoded, and the map converts its offsets. The source of the map begins at this
    /// offset of the document.
    Map(&'a SourceMap, usize),
    /// The link is at these spans of the document.
    At(Vec<Span>),
    /// Like [`Way::Map`], with the converted spans of one match instead of the map.
    Kept(Vec<(Span, Option<Vec<Span>>)>),
}

/// The positions of the pieces in the text before it was decoded.
#[derive(Clone, Debug)]
pub(crate) enum Raw {
    /// The pieces have the same offsets before decoding, because the text was not decoded.
    Same,
    /// The pieces are at these spans.
    At(Vec<Span>),
    /// The pieces do not correspond to bytes of the file.
    Nowhere(NoBytes),
}

impl Way<'_> {
    fn pieces(&self, span: Span) -> Option<Vec<Span>> {
        match self {
            Way::Shift(by) => Some(vec![span.shifted(*by)]),
            Way::Map(map, by) => {
                // If a span ends inside something that is decoded as a whole, such as an entity, the piece includes the
                // whole entity.
                let pieces = map.pieces(span).unwrap_or_else(|| vec![map.around(span)]);
                Some(pieces.into_iter().map(|piece| piece.shifted(*by)).collect())
            }
            Way::At(spans) => Some(spans.clone()),
            Way::Kept(kept) => kept.iter().find(|(known, _)| *known == span)?.1.clone(),
        }
    }

    fn span(&self, span: Span) -> Option<Span> {
        if let Way::Shift(by) = self {
            return Some(span.shifted(*by));
        }
        let pieces = self.pieces(span)?;
        Some(Span::new(pieces.first()?.start(), pieces.last()?.end()))
    }

    pub(crate) fn all_pieces(&self, spans: &[Span]) -> Option<Vec<Span>> {
        if let Way::Shift(by) = self {
            return Some(spans.iter().map(|span| span.shifted(*by)).collect());
        }
        let mut all = Vec::with_capacity(spans.len());
        for span in spans {
            all.extend(self.pieces(*span)?);
        }
        // If two spans meet inside an entity, the pieces of both include all of it.
        all.dedup_by(|next: &mut Span, last| {
            let overlaps = next.start() < last.end();
            if overlaps {
                *last = Span::new(last.start(), last.end().max(next.end()));
            }
            overlaps
        });
        Some(all)
    }
}

impl<'a> Located<'a> {
    /// A match in a text that is no part of a document.
    #[cfg(feature = "serde")]
    pub(crate) fn alone(found: &'a Match<'a>) -> Located<'a> {
        let location = Cow::Owned(Location::default());
        let (origin, text, way) = (Origin::Text, Cow::Borrowed(found.text()), Way::Shift(0));
        Located::new(location, origin, text, way, What::Found(found))
    }

    /// A link in the text at `location`, whose bytes have the same offsets before decoding.
    pub(crate) const fn new(
        location: Cow<'a, Location>,
        origin: Origin,
        text: Cow<'a, str>,
        way: Way<'a>,
        what: What<'a>,
    ) -> Located<'a> {
        let (raw, line_column, context) = (Raw::Same, None, None);
        Located { location, raw, line_column, context, origin, text, way, what }
    }

    /// The member and the part that contain the link.
    pub fn place(&self) -> &Place {
        &self.location.place
    }

    /// The name of the encoding of the text before it was decoded to UTF-8: a name of the Encoding Standard. It is `UTF-8` for text that was not decoded, even if the text
    /// has invalid bytes, and for fields of the header of a message.
    pub fn encoding(&self) -> &'static str {
        self.location.encoding.map_or("UTF-8", Encoding::name)
    }

    /// The innermost message that contains the link; `None` outside mail.
    pub fn message(&self) -> Option<&Message> {
        self.location.message.as_deref()
    }

    /// The unit of a structured document that contains the link: a page, a cell, a slide. `None` for formats that are
    /// only text; [`line_column`](Located::line_column) locates their links.
    pub fn unit(&self) -> Option<&Unit> {
        self.location.unit.as_deref()
    }

    /// The record of a web archive that contains the link; `None` outside web archives.
    pub fn warc_record(&self) -> Option<&WarcRecord> {
        self.location.warc_record.as_deref()
    }

    /// The location of the bytes from which the text was read: the steps from the file to these bytes, the message, the
    /// body of the part, and its transfer encoding.
    pub fn source(&self) -> &Source {
        &self.location.source
    }

    /// The positions of the bytes of the link in the stream of its [`source`](Located::source), as ranges in ascending
    /// order that do not touch. If these bytes are concatenated and decoded from the [`encoding`](Located::encoding),
    /// the result is the [`text`](Located::text) of the link. An empty reference has one range, which is empty.
    ///
    /// ```
    /// use linkwright_harvest::{Harvester, Located};
    ///
    /// let mailbox = b"From a 10:00\nTo: b\n\nsee <http://a.example/b-\nc>";
    /// let mut cut = Vec::new();
    /// Harvester::new().read("a.mbox", &mailbox[..], &mut |link: &Located<'_>| {
    ///     assert_eq!(link.source().message(), Some(13..47));
    ///     assert_eq!(link.source().body(), Some(20..47));
    ///     for bytes in link.source_pieces().unwrap() {
    ///         cut.extend_from_slice(&mailbox[bytes.start as usize..bytes.end as usize]);
    ///     }
    /// });
    /// assert_eq!(cut, b"http://a.example/b-c");
    /// ```
    ///
    /// # Errors
    /// Returns the reason if the text of the link does not correspond to bytes of the stream, for example because the
    /// text is encoded in base64.
    pub fn source_pieces(&self) -> Result<Vec<Range<u64>>, NoBytes> {
        let extents = self.source().extents()?;
        let pieces = match &self.raw {
            Raw::Same => Cow::Owned(self.pieces()),
            Raw::At(pieces) => Cow::Borrowed(pieces),
            Raw::Nowhere(why) => return Err(*why),
        };
        let mut bytes = Vec::with_capacity(pieces.len());
        for piece in pieces.iter() {
            for range in extents.pieces(piece.start() as u64..piece.end() as u64) {
                extents::push(&mut bytes, range);
            }
        }
        if let (true, Some(first)) = (bytes.is_empty(), pieces.first()) {
            let at = first.start() as u64;
            bytes.push(extents.around(at..at));
        }
        Ok(bytes)
    }

    /// The line and the column of the first character of the link. `None` unless the harvester was built with
    /// [`HarvesterBuilder::lines`](crate::HarvesterBuilder::lines).
    pub const fn line_column(&self) -> Option<LineColumn> {
        self.line_column
    }

    /// The text around the link. `None` unless the harvester was built with
    /// [`HarvesterBuilder::context`](crate::HarvesterBuilder::context).
    pub const fn context(&self) -> Option<&Context<'a>> {
        self.context.as_ref()
    }

    /// The kind of place that contains the link.
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// The link as the document writes it, with its escapes and with its pieces joined. Bytes that are not UTF-8 are
    /// replaced with U+FFFD.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The match if the link was found in text, and `None` otherwise. Its offsets refer to the text that was searched;
    /// those of [`Located`] refer to the document.
    pub fn found(&self) -> Option<&Match<'_>> {
        match &self.what {
            What::Found(found) => Some(found),
            What::Kept(found) => Some(found),
            What::Existing(_) => None,
        }
    }

    /// The reference if the link is a reference in the document, such as an `href`, and `None` otherwise.
    pub const fn existing(&self) -> Option<&Existing<'a>> {
        match &self.what {
            What::Found(_) | What::Kept(_) => None,
            What::Existing(existing) => Some(existing),
        }
    }

    /// The URI of the target: validated, in ASCII, absolute.
    ///
    /// `None` for a relative [`reference`](Located::reference) without a known base, and for a reference that is not a
    /// URI even after repair.
    pub fn uri(&self) -> Option<Uri<'_>> {
        match self.found() {
            Some(found) => Some(found.uri()).filter(|_| found.reference().is_none()),
            None => self.existing()?.uri(),
        }
    }

    /// The relative reference of the document or of a pattern, if no base is known for it; `None` if the link has a
    /// [`uri`](Located::uri).
    pub fn reference(&self) -> Option<&str> {
        match self.found() {
            Some(found) => found.reference().map(|reference| reference.as_str()),
            None => self.existing()?.relative(),
        }
    }

    /// How the link was found, and the hazards of its URI. The hazards of a URI are the same in text, in an attribute,
    /// in Markdown and in a header field. Each call parses the URI again.
    pub fn flags(&self) -> Flags {
        let hazards = || self.existing().map(Existing::hazards).unwrap_or_default();
        self.found().map_or_else(|| Flags::default().with_hazards(hazards()), Match::flags)
    }

    /// The offset of the first byte of the link.
    pub fn offset(&self) -> usize {
        self.span().start()
    }

    /// The span from the first byte of the link to its last one.
    pub fn span(&self) -> Span {
        if let (Way::Shift(by), Some(found)) = (&self.way, self.found()) {
            return found.span().shifted(*by);
        }
        let pieces = self.pieces();
        let ends = pieces.first().zip(pieces.last());
        ends.map(|(first, last)| Span::new(first.start(), last.end())).unwrap_or_default()
    }

    /// The spans of the pieces of the link, ascending and disjoint. Only an empty reference has an empty piece.
    pub fn pieces(&self) -> Vec<Span> {
        let pieces = match self.found() {
            Some(found) => self.way.all_pieces(found.pieces()),
            None => self.way.pieces(Span::default()),
        };
        pieces.unwrap_or_default()
    }

    /// The span of the link with its delimiters and its prefix ([`Match::wrapper`]).
    pub fn wrapper(&self) -> Option<Span> {
        self.way.span(self.found()?.wrapper()?)
    }

    /// The span of the `URL:` before the link ([`Match::prefix`]).
    pub fn prefix(&self) -> Option<Span> {
        self.way.span(self.found()?.prefix()?)
    }

    /// The joins between the pieces, and the spans of the gaps that they bridge ([`Match::joins`]).
    ///
    /// A gap without a position in the document, such as one inside a character reference, is reported with its
    /// position in the text that was searched.
    pub fn joins(&self) -> Vec<(&Join, Span)> {
        let joins = self.found().map(Match::joins).unwrap_or_default();
        let place = |gap: Span| self.way.span(gap).unwrap_or(gap);
        joins.iter().map(|join| (join, place(join.gap()))).collect()
    }

    /// Other readings of the link, and the spans of their pieces ([`Match::alternates`]).
    pub fn alternates(&self) -> Vec<(&Alternate, Vec<Span>)> {
        let alternates = self.found().map(Match::alternates).unwrap_or_default();
        let placed = alternates.iter().filter_map(|alternate| {
            let pieces = self.way.all_pieces(alternate.pieces())?;
            Some((alternate, pieces))
        });
        placed.collect()
    }

    /// The same link, with all data owned. A thread can send such links to an iterator:
    ///
    /// ```
    /// use linkwright_harvest::{Harvester, Located};
    ///
    /// let (sender, links) = std::sync::mpsc::sync_channel(256);
    /// std::thread::spawn(move || {
    ///     let text = &b"http://a.example http://b.example"[..];
    ///     Harvester::new().read("x.txt", text, &mut |link: &Located<'_>| {
    ///         let _ = sender.send(link.clone().into_owned());
    ///     });
    /// });
    /// let found: Vec<String> = links.into_iter().map(|link| link.text().to_owned()).collect();
    /// assert_eq!(found, ["http://a.example", "http://b.example"]);
    /// ```
    pub fn into_owned(self) -> Located<'static> {
        let way = match self.way {
            Way::Map(..) => Way::Kept(self.spans()),
            Way::Shift(by) => Way::Shift(by),
            Way::At(spans) => Way::At(spans),
            Way::Kept(kept) => Way::Kept(kept),
        };
        Located {
            location: Cow::Owned(self.location.into_owned()),
            raw: self.raw,
            line_column: self.line_column,
            context: self.context.map(Context::into_owned),
            origin: self.origin,
            text: Cow::Owned(self.text.into_owned()),
            way,
            what: match self.what {
                What::Found(found) => What::Kept(Box::new(found.clone().into_owned())),
                What::Kept(found) => What::Kept(found),
                What::Existing(existing) => What::Existing(existing.into_owned()),
            },
        }
    }

    /// Every span of the match, with its pieces in the document.
    fn spans(&self) -> Vec<(Span, Option<Vec<Span>>)> {
        let Some(found) = self.found() else { return Vec::new() };
        let mut spans = found.pieces().to_vec();
        spans.extend(found.wrapper());
        spans.extend(found.prefix());
        spans.extend(found.joins().iter().map(Join::gap));
        spans.extend(found.alternates().iter().flat_map(|other| other.pieces().to_vec()));
        spans.sort_unstable();
        spans.dedup();
        spans.into_iter().map(|span| (span, self.way.pieces(span))).collect()
    }
}
