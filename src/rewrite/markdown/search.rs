//! Finds the URIs of a [run](super::run), and determines which of them may become links.

use super::borders;
use super::run::{Autolinks, Opaque, PartKind, Run};
use crate::find::{Finder, Hits, Input, Match, MatchKind, Schemes};
use crate::link::Allowed;
use crate::rewrite::separators::separates_text;
use crate::span::Span;

/// The finder for the text of runs, and the schemes that may become links: all that do not run code.
#[derive(Clone, Debug)]
pub(super) struct MarkdownSearch {
    finder: Finder,
    allowed: Allowed,
    pub(super) autolinks: Autolinks,
}

impl MarkdownSearch {
    pub(super) fn new(finder: &Finder) -> MarkdownSearch {
        let is_gfm = finder.compiled.syntax.is_gfm;
        MarkdownSearch {
            finder: finder.clone(),
            allowed: Allowed::new(Schemes::Any),
            autolinks: if is_gfm { Autolinks::Gfm } else { Autolinks::Plain },
        }
    }

    /// The places in a document where a link is possible.
    ///
    /// Triggers that are escaped or written as character references are not included, because [`is_disguised`] rejects
    /// their matches.
    pub(super) fn hits(&self) -> Hits {
        Hits::new(&self.finder)
    }

    /// Whether a link is possible in a text that is a part of a larger text. A `:` or `@` at either end may belong to a
    /// URI that continues in the adjacent text.
    pub(super) fn is_hot(&self, text: &str) -> bool {
        let is_cut = |byte: Option<&u8>| matches!(byte, Some(b':' | b'@'));
        let text = text.as_bytes();
        is_cut(text.first()) || is_cut(text.last()) || self.finder.might_match(text)
    }

    /// The matches of the run that may be links, in offsets of its text.
    pub(super) fn links<'r>(&self, run: &'r Run<'_>) -> Vec<Match<'r>> {
        // Without bare URIs, GFM only has URIs between `<` and `>`, and the parser already links those.
        if self.autolinks == Autolinks::Gfm && !self.finder.compiled.bare {
            return Vec::new();
        }
        let mut brackets = Brackets::default();
        let mut links = Vec::new();
        let mut segments = borders::segments(run);
        while let Some(segment) = segments.pop() {
            let input = Input::new(run.text()).span(without_prefix(run.text(), segment));
            for found in self.finder.find_iter(input).primary() {
                let (start, end) = (found.span().start(), found.span().end());
                let is_open = self.autolinks == Autolinks::Gfm && brackets.are_open(run, &found);
                match link_in(run, found.span()) {
                    None if !is_open && self.is_link(run, &found) => {
                        brackets.pass(&found);
                        links.push(found);
                    }
                    // The text of a link belongs to no other URI, so the search begins again on each side of the link.
                    Some(link) if start < link.start() || link.end() < end => {
                        segments.push(Span::new(link.end(), segment.end()));
                        segments.push(Span::new(start.min(link.start()), link.start()));
                        break;
                    }
                    _ => {}
                }
            }
        }
        links
    }

    fn is_link(&self, run: &Run<'_>, found: &Match<'_>) -> bool {
        self.allowed.permits_href(found)
            && found.pieces().iter().all(|piece| is_whole(run, *piece))
            && !is_disguised(run, found)
            && match self.autolinks {
                Autolinks::Gfm => {
                    !precedes_underscore(run, found)
                        && (found.kind() != MatchKind::Www || !is_after_element(run, found))
                }
                Autolinks::Plain => {
                    !is_after_backslash(run, found)
                        && !labels_element(run, found)
                        && !goes_on(run, found.span().end())
                }
            }
    }
}

/// The segment, in the middle of a line without the marks and blanks at its beginning. The finder would mistake them for a
/// reply prefix: in `` `b`> c ``, the `>` is none.
fn without_prefix(text: &[u8], segment: Span) -> Span {
    let begins_line = matches!(text.get(..segment.start()), Some([] | [.., b'\n' | b'\r']));
    let is_mark = |byte: &&u8| !begins_line && matches!(byte, b'>' | b'|' | b' ' | b'\t');
    let marks = segment.of(text).iter().take_while(is_mark).count();
    Span::new(segment.start() + marks, segment.end())
}

/// The text of the first link in `span` of the run; `None` in GFM, where a URI may continue through a link.
fn link_in(run: &Run<'_>, span: Span) -> Option<Span> {
    let mut parts = run.parts_in(span).filter(|_| run.autolinks == Autolinks::Plain);
    parts.find(|(_, part)| part.kind == PartKind::Opaque(Opaque::Link)).map(|(_, link)| link.text)
}

/// The address of `found`, if `<address>` means the same link in Markdown; `None` if the link needs the URI.
pub(super) fn address<'m>(found: &'m Match<'_>) -> Option<&'m str> {
    let address = found.uri().as_str().strip_prefix("mailto:")?;
    (found.kind() == MatchKind::Email && address == found.text()).then_some(found.text())
}

/// Whether the piece contains each indivisible part either completely or not at all.
fn is_whole(run: &Run<'_>, piece: Span) -> bool {
    run.parts_in(piece).all(|(_, part)| match part.kind {
        PartKind::Text { .. } | PartKind::Foreign => true,
        _ => piece.start() <= part.text.start() && part.text.end() <= piece.end(),
    })
}

/// Whether the author escaped a character that makes the match a URI (`http\://a.example`, `a\@b.example`,
/// `www\.a.example`) or wrote it as a character reference, so as not to make a link.
fn is_disguised(run: &Run<'_>, found: &Match<'_>) -> bool {
    let Some(piece) = found.pieces().first() else { return true };
    let text = piece.of(run.text());
    let end = piece.start() + authority_end(text);
    run.parts_in(Span::new(piece.start(), end)).any(|(_, part)| {
        let is_start = piece.start() <= part.text.start();
        let first = part.text.of(run.text()).first().copied().unwrap_or_default();
        match part.kind {
            PartKind::Text { escaped } => {
                escaped && is_start && matches!(first, b':' | b'/' | b'@' | b'.')
            }
            PartKind::Replaced { is_reference } => is_reference,
            _ => false,
        }
    })
}

/// Whether a backslash is directly before the match. `\\http://a.example` is not an escape, but is treated like one,
/// because its author did not intend a link.
fn is_after_backslash(run: &Run<'_>, found: &Match<'_>) -> bool {
    let start = found.wrapper().unwrap_or(found.span()).start();
    run.text().get(..start).is_some_and(|before| before.ends_with(b"\\"))
}

/// Whether the match is a name, directly followed by a colon and then code or a link. Such a name labels the word
/// after it, as in `example.com:word`, whether or not that word is a link.
fn labels_element(run: &Run<'_>, found: &Match<'_>) -> bool {
    let colon = found.span().end();
    let is_name = matches!(found.kind(), MatchKind::Domain | MatchKind::Www);
    let next = run.parts.partition_point(|part| part.text.start() <= colon);
    let next = run.parts.get(next).filter(|part| part.text.start() == colon + 1);
    let is_element =
        next.is_some_and(|part| matches!(part.kind, PartKind::Opaque(Opaque::Link | Opaque::Word)));
    is_name && is_element && run.text().get(colon) == Some(&b':')
}

/// Whether code, a link or a tag ends where the match begins: GFM requires white space, a mark of emphasis or `(`
/// before `www.`.
fn is_after_element(run: &Run<'_>, found: &Match<'_>) -> bool {
    let start = found.span().start();
    let next = run.parts.partition_point(|part| part.text.end() <= start);
    let before = next.checked_sub(1).and_then(|before| run.parts.get(before));
    before.is_some_and(|part| part.text.end() == start && matches!(part.kind, PartKind::Opaque(_)))
}

/// Whether the match ends with its domain, and a mark `_` follows, directly or after periods. GFM reads the domain
/// before emphasis, and a name with `_` in its last label is not a domain.
fn precedes_underscore(run: &Run<'_>, found: &Match<'_>) -> bool {
    let end = found.span().end();
    let has_host = found.kind() == MatchKind::Www || found.text().contains("://");
    let mut rest = run.text().get(end..).unwrap_or_default().iter();
    let domain = found.text().get(authority_start(found.text().as_bytes())..);
    let is_inner = |c: char| c.is_alphanumeric() || ".-_".contains(c);
    has_host
        && rest.find(|&&byte| byte != b'.') == Some(&b'_')
        && domain.is_some_and(|domain| domain.chars().all(is_inner))
}

/// The end of the authority, or of the address, in the text of a match.
fn authority_end(text: &[u8]) -> usize {
    let start = authority_start(text);
    let rest = text.get(start..).unwrap_or_default();
    let len = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
    start + len.unwrap_or(rest.len())
}

/// The beginning of the authority, or of the name or address, in the text of a match.
fn authority_start(text: &[u8]) -> usize {
    text.windows(3).position(|three| three == b"://").map_or(0, |at| at + 3)
}

/// Whether the word continues after a mark or an element at `end`. If it does, the match is only a part of the word,
/// and the target of a link would not be what the whole word names.
fn goes_on(run: &Run<'_>, end: usize) -> bool {
    let begun = run.parts.partition_point(|part| part.text.start() < end);
    let is_cut = run.parts.get(..begun).and_then(|parts| parts.last());
    if is_cut.is_some_and(|part| part.text.end() > end) {
        return false;
    }
    let mut is_after_mark = false;
    for part in run.parts.iter().skip(begun) {
        match part.kind {
            PartKind::Opaque(Opaque::End)
                if is_inline_tag(part.source.of(run.source.as_bytes())) =>
            {
                is_after_mark = true;
            }
            PartKind::Open { .. } | PartKind::Close { .. } => is_after_mark = true,
            PartKind::Opaque(Opaque::Word) => return true,
            PartKind::Text { .. } | PartKind::Replaced { .. } | PartKind::Foreign => {
                let text = part.text.of(run.text());
                return is_after_mark && borders::goes_on(text);
            }
            PartKind::Break | PartKind::Opaque(_) => return false,
        }
    }
    false
}

/// Whether `source` is a tag or a comment that does not separate the text before it from the text after it for a reader:
/// `https://a.example<wbr>.evil.example`.
fn is_inline_tag(source: &[u8]) -> bool {
    let Some(tag) = source.strip_prefix(b"<") else { return false };
    let tag = tag.strip_prefix(b"/").unwrap_or(tag);
    let len = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    !separates_text(tag.get(..len).unwrap_or_default())
}

/// Tracks open brackets: nothing is linked in them, because they may begin a link.
///
/// No specification requires this; this type imitates the implementations of GFM.
#[derive(Debug, Default)]
struct Brackets {
    /// The offset up to which the text was read.
    read: usize,
    /// Whether the last bracket is an opening bracket. If it is, URIs are not linked.
    is_open: bool,
    /// The number of open brackets in this piece of text. If there are any, addresses are not linked.
    depth: i32,
}

impl Brackets {
    /// Whether brackets are open where `found` begins.
    fn are_open(&mut self, run: &Run<'_>, found: &Match<'_>) -> bool {
        let span = Span::new(self.read, found.span().start());
        for (_, part) in run.parts_in(span) {
            match part.kind {
                PartKind::Text { escaped } => {
                    let start = part.text.start() + usize::from(escaped);
                    let text = Span::new(start.max(span.start()), part.text.end().min(span.end()));
                    text.of(run.text()).iter().for_each(|byte| self.read_byte(*byte));
                }
                // An autolink in `<` and `>` has no brackets.
                PartKind::Opaque(Opaque::Link)
                    if !part.source.of(run.source.as_bytes()).starts_with(b"<") =>
                {
                    (self.is_open, self.depth) = (false, 0);
                }
                _ => self.depth = 0,
            }
        }
        self.read = self.read.max(span.end());
        let is_address = !found.text().contains("://") && found.kind() != MatchKind::Www;
        if is_address { self.depth > 0 } else { self.is_open }
    }

    fn read_byte(&mut self, byte: u8) {
        match byte {
            b'[' => (self.is_open, self.depth) = (true, self.depth.saturating_add(1)),
            b']' => (self.is_open, self.depth) = (false, self.depth.saturating_sub(1)),
            _ => {}
        }
    }

    /// Skips a match, whose brackets are ignored.
    fn pass(&mut self, found: &Match<'_>) {
        (self.read, self.depth) = (found.span().end(), 0);
    }
}
