//! Joins the runs of text into which formatting divides a paragraph, and searches the joined text.
//!
//! A paragraph has up to three readings: the displayed text, the displayed text together with the hidden text, and the
//! text before its tracked changes. A link in the second reading is reported only if it contains hidden text, and a
//! link in the third reading only if it contains deleted text.

use std::sync::Arc;

use linkwright::rewrite::{SourceMap, TextRun};
use linkwright::{Match, Span};

use super::markup::Text;
use crate::model::{Origin, Unit};
use crate::parse::anchor::Target;
use crate::parse::value;
use crate::sink::Sink;

/// The properties of a piece of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) is_deleted: bool,
    pub(super) is_inserted: bool,
    pub(super) is_hidden: bool,
    /// The number of the link to which the piece belongs.
    pub(super) link: Option<usize>,
}

/// The targets and the displayed texts of links. Both lists are indexed by the number of the link.
#[derive(Debug, Default)]
pub(super) struct LinkTexts {
    pub(super) targets: Vec<Option<Target>>,
    pub(super) shown: Vec<String>,
}

impl LinkTexts {
    /// Adds a link, and returns its number. `reference` is `None` if the target of the link is not known.
    pub(super) fn add(&mut self, reference: Option<&str>) -> usize {
        self.targets.push(reference.map(Target::new));
        self.shown.push(String::new());
        self.targets.len() - 1
    }
}

#[derive(Debug)]
struct Piece {
    /// The decoded text; `None` if the text is the same as in the document.
    meaning: Option<Box<str>>,
    place: Span,
    mark: Mark,
}

/// The text of a paragraph, or of a cell.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    pieces: Vec<Piece>,
    /// The author of a deletion in the paragraph.
    pub(super) deleted_by: Option<String>,
    /// Whether the text is a value, as in a cell. If the whole text is one URI, a full stop at its end belongs to the
    /// URI.
    pub(super) is_value: bool,
}

/// Separates the text of a link from other text. No URI contains this character.
const BORDER: &[u8] = b"\x1A";

/// Once the text of a link has this length in bytes, no more pieces are added.
const SHOWN: usize = 4096;

impl Paragraph {
    /// Adds a piece of the text of the document.
    pub(super) fn push_text(&mut self, document: &[u8], text: Text<'_>, mark: Mark) {
        match text {
            Text::Source(place) => self.push_source(document, place, mark),
            Text::Decoded(text, place) => self.push_meaning(text, place, mark),
        }
    }

    /// Adds source text. Line breaks and tabs become blanks, because programs display them as blanks.
    fn push_source(&mut self, document: &[u8], place: Span, mark: Mark) {
        let mut at = place.start();
        while let Some(found) =
            memchr::memchr3(b'\n', b'\r', b'\t', Span::new(at, place.end()).of(document))
        {
            let blank = at + found;
            self.push(None, Span::new(at, blank), mark);
            self.push(Some(" "), Span::new(blank, blank + 1), mark);
            at = blank + 1;
        }
        self.push(None, Span::new(at, place.end()), mark);
    }

    /// Adds `meaning`, the decoded form of the text at `place`.
    pub(super) fn push_meaning(&mut self, meaning: &str, place: Span, mark: Mark) {
        self.push(Some(meaning), place, mark);
    }

    fn push(&mut self, meaning: Option<&str>, place: Span, mark: Mark) {
        if !place.is_empty() {
            self.pieces.push(Piece { meaning: meaning.map(Into::into), place, mark });
        }
    }

    /// An empty paragraph for the text of a cell.
    pub(super) fn value() -> Paragraph {
        Paragraph { is_value: true, ..Paragraph::default() }
    }

    /// Makes the whole paragraph the text of the link with this number.
    pub(super) fn set_link(&mut self, link: usize) {
        self.pieces.iter_mut().for_each(|piece| piece.mark.link = Some(link));
    }

    /// The text of all pieces, including hidden and deleted text.
    pub(super) fn all(&self, document: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        for piece in &self.pieces {
            match &piece.meaning {
                Some(meaning) => text.extend_from_slice(meaning.as_bytes()),
                None => text.extend_from_slice(piece.place.of(document)),
            }
        }
        text
    }

    /// The paragraph without the formatting codes of a page header or footer. For example, `&C` centres the text after
    /// it, `&"Arial,Bold"` sets the font, and `&&` is a single `&`. The `&` of a code becomes a character that no URI
    /// contains, so no URI extends across a code. In XML, an `&` is written as `&amp;`, so it is a separate piece.
    pub(super) fn without_codes(self, document: &[u8]) -> Paragraph {
        let mut rest = Paragraph { pieces: Vec::new(), ..self };
        let mut code: Option<Span> = None;
        for piece in self.pieces {
            let written = piece.place.of(document);
            let text = piece.meaning.as_ref().map_or(written, |text| text.as_bytes());
            if text == b"&" {
                match code.take() {
                    Some(_) => rest.push(Some("&"), piece.place, piece.mark),
                    None => code = Some(piece.place),
                }
                continue;
            }
            let mut len = 0;
            if let Some(place) = code.take() {
                rest.push(Some("\u{1A}"), place, piece.mark);
                len = code_len(text);
            }
            if piece.meaning.is_none() {
                let place = Span::new(piece.place.start() + len, piece.place.end());
                rest.push(None, place, piece.mark);
            } else {
                rest.pieces.push(piece);
            }
        }
        rest
    }

    /// The displayed text. Once the text exceeds 4 KiB, no more pieces are added.
    pub(super) fn shown(&self, document: &[u8]) -> String {
        shown_text(&self.pieces, document)
    }

    /// The displayed text of the link `link` in the last pieces of the paragraph. The text is empty if the last piece
    /// does not belong to this link.
    pub(super) fn last_shown(&self, document: &[u8], link: usize) -> String {
        let is_of_link = |piece: &&Piece| piece.mark.link == Some(link);
        let count = self.pieces.iter().rev().take_while(is_of_link).count();
        let pieces = self.pieces.get(self.pieces.len() - count..).unwrap_or_default();
        shown_text(pieces, document)
    }

    /// Appends the displayed text of each link in the paragraph to `shown`, which is indexed by the number of the link.
    pub(super) fn add_shown(&self, document: &[u8], shown: &mut [String]) {
        for piece in self.pieces.iter().filter(|piece| is_shown(piece.mark)) {
            let text = piece.mark.link.and_then(|link| shown.get_mut(link));
            let Some(text) = text.filter(|text| text.len() < SHOWN) else { continue };
            match &piece.meaning {
                Some(meaning) => text.push_str(meaning),
                None => text.push_str(&String::from_utf8_lossy(piece.place.of(document))),
            }
        }
    }

    /// Reports the links that are found in any reading. `targets` is indexed by the number of the link. A URI in the
    /// text of a link is not reported if it only repeats the target of that link.
    pub(super) fn report(
        &self,
        document: &[u8],
        targets: &[Option<Target>],
        unit: &Unit,
        sink: &mut dyn Sink,
    ) {
        let is_any = |is: fn(Mark) -> bool| self.pieces.iter().any(|piece| is(piece.mark));
        let mut reading = Reading { paragraph: self, targets, unit, needs: None };
        reading.search(&self.run(document, is_shown), sink);
        if is_any(|mark| mark.is_hidden) {
            reading.needs = Some(|mark| mark.is_hidden);
            reading.search(&self.run(document, |mark| !mark.is_deleted), sink);
        }
        if is_any(|mark| mark.is_deleted) {
            reading.needs = Some(|mark| mark.is_deleted);
            reading.search(&self.run(document, |mark| !mark.is_inserted), sink);
        }
    }

    /// Joins the pieces whose marks satisfy `is_in`. A border separates the text of a link from the text around it.
    fn run<'d>(&self, document: &'d [u8], is_in: fn(Mark) -> bool) -> TextRun<'d> {
        let mut run = TextRun::new(document);
        let mut link = None;
        for piece in self.pieces.iter().filter(|piece| is_in(piece.mark)) {
            if piece.mark.link != link && !run.is_empty() {
                let at = piece.place.start();
                run.push_decoded(BORDER, Span::new(at, at));
            }
            link = piece.mark.link;
            match &piece.meaning {
                Some(meaning) => run.push_decoded(meaning.as_bytes(), piece.place),
                None => run.push_source(piece.place),
            }
        }
        run
    }

    /// The pieces at `place` of the document.
    fn at(&self, place: Span) -> impl Iterator<Item = &Piece> {
        let first = self.pieces.partition_point(|piece| piece.place.end() <= place.start());
        let rest = self.pieces.get(first..).unwrap_or_default();
        rest.iter().take_while(move |piece| piece.place.start() < place.end())
    }
}

/// The length of the code after `&` in a page header.
fn code_len(text: &[u8]) -> usize {
    match text.first() {
        None => 0,
        Some(b'"') => {
            let end = memchr::memchr(b'"', text.get(1..).unwrap_or_default());
            end.map_or(1, |end| end + 2)
        }
        Some(b'0'..=b'9') => text.iter().take_while(|byte| byte.is_ascii_digit()).count(),
        Some(b'K') => text.len().min(7),
        Some(_) => 1,
    }
}

/// The displayed text of the pieces. Once the text exceeds 4 KiB, no more pieces are added.
fn shown_text(pieces: &[Piece], document: &[u8]) -> String {
    let mut text = Vec::new();
    for piece in pieces.iter().filter(|piece| is_shown(piece.mark)) {
        if text.len() > SHOWN {
            break;
        }
        match &piece.meaning {
            Some(meaning) => text.extend_from_slice(meaning.as_bytes()),
            None => text.extend_from_slice(piece.place.of(document)),
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

const fn is_shown(mark: Mark) -> bool {
    !mark.is_deleted && !mark.is_hidden
}

/// A reading of a paragraph.
struct Reading<'p> {
    paragraph: &'p Paragraph,
    targets: &'p [Option<Target>],
    unit: &'p Unit,
    /// If this condition is given, a link is reported only if at least one of its pieces satisfies the condition.
    needs: Option<fn(Mark) -> bool>,
}

impl Reading<'_> {
    fn search(&self, run: &TextRun<'_>, sink: &mut dyn Sink) {
        let finder = sink.finder().clone();
        if self.paragraph.is_value {
            let too_long = value::each_match(run, &finder, &mut |found, map| {
                self.take(found, map, sink);
            });
            return sink.too_long(too_long);
        }
        let mut matches = finder.find_iter(run.text());
        for found in matches.by_ref() {
            self.take(&found, run.map(), sink);
            if sink.is_cancelled() {
                return;
            }
        }
        sink.too_long(matches.skipped_too_long());
    }

    fn take(&self, found: &Match<'_>, map: &SourceMap, sink: &mut dyn Sink) {
        // In the document, text of other readings may come between the pieces of a match, so each piece is mapped
        // separately.
        let pieces = found
            .pieces()
            .iter()
            .map(|piece| map.pieces(*piece).unwrap_or_else(|| vec![map.around(*piece)]));
        let places: Vec<Span> = pieces.flatten().collect();
        let marks =
            || places.iter().flat_map(|place| self.paragraph.at(*place)).map(|piece| piece.mark);
        if self.needs.is_some_and(|needs| !marks().any(needs)) {
            return;
        }
        let link = marks().next().and_then(|mark| mark.link);
        let target = link.and_then(|link| self.targets.get(link)?.as_ref());
        if target.is_some_and(|target| target.is_repeated_by(found)) {
            return;
        }
        let mut unit = self.unit.clone();
        unit.is_hidden |= marks().any(|mark| mark.is_hidden);
        if marks().any(|mark| mark.is_deleted) {
            unit.is_deleted = true;
            unit.author = self.paragraph.deleted_by.clone().or(unit.author);
        }
        sink.unit((unit != Unit::default()).then(|| Arc::new(unit)));
        sink.found_as(found, Some(map), Origin::Text);
    }
}
