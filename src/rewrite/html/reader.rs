//! Reads a document: the one reader for linking and for listing.
//!
//! The [tokenizer](super::tag) separates tags from text. How text after a tag is read also depends on the elements that
//! are open: the content of `style` is raw text in HTML and markup in SVG, and `<![CDATA[` begins a section only in SVG
//! and `MathML`. A tree builder knows all open elements. This reader tracks only those in SVG and `MathML`, and whether a
//! `select` or a `template` is open; at a tag whose effect needs more, it tells the [`Visitor`] that it is unsure. A
//! linker then links nothing more; a lister reads on with the more likely reading.

use super::elements::{LEADING_OUT, RAW, UNCLEAR_IN_SELECT, VOID, is_one_of};
use super::tag::{self, Edge, Tag};
use crate::span::Span;

/// Receives the parts of a document, from the first to the last.
pub(super) trait Visitor<'s> {
    /// Receives text; `is_foreign` says whether it is inside of `svg` or `math`.
    fn text(&mut self, text: Span, is_foreign: bool);
    /// Receives a tag.
    fn tag(&mut self, seen: &SeenTag<'_, 's>);
    /// Receives the content of the element with raw text that began last; `name` is in lower case.
    fn raw(&mut self, name: &[u8], raw: Span);
    /// Receives markup that begins like a tag or a comment and does not end.
    fn unfinished(&mut self, rest: Span);
    /// After this call, other parsers may read the document in another way.
    fn unsure(&mut self) {}
    /// Whether the rest of the document is still of interest.
    fn goes_on(&self) -> bool {
        true
    }
    /// Whether the content of this HTML element, whose name is in lower case, is raw text.
    fn is_raw(&self, name: &[u8]) -> bool {
        is_one_of(RAW, name) || name == b"noscript"
    }
}

/// A tag of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenTag<'n, 's> {
    /// The name in lower case. A name of more than 32 bytes is truncated.
    pub(super) name: &'n [u8],
    pub(super) tag: Tag<'s>,
    /// From the `<` to the end of the `>`.
    pub(super) span: Span,
    /// Whether the tag belongs to `svg` or `math`, or is inside of them.
    pub(super) is_foreign: bool,
}

/// Reads `html` from the offset `start`, where a document or the content of an element begins.
pub(super) fn read<'s>(html: &'s [u8], start: usize, visitor: &mut impl Visitor<'s>) {
    let mut tree = Tree::default();
    let mut at = start;
    while visitor.goes_on() && at < html.len() {
        let begin = at;
        at = tag::text_end(html, begin);
        if at > begin {
            visitor.text(Span::new(begin, at), tree.is_foreign());
            continue;
        }
        let found = tag::token(html, begin);
        at = found.map_or(html.len(), |(_, end)| end);
        let span = Span::new(begin, at);
        if matches!(found, None | Some((None, _)))
            && tree.has_sections()
            && span.of(html).starts_with(SECTION)
        {
            let start = begin + SECTION.len();
            let len = memchr::memmem::find(html.get(start..).unwrap_or_default(), b"]]>");
            let text = Span::new(start, len.map_or(html.len(), |len| start + len));
            visitor.text(text, true);
            at = text.end() + 3;
            continue;
        }
        let Some((token, _)) = found else {
            // At the end of a document, these are text.
            if matches!(span.of(html), b"<" | b"</") {
                visitor.text(span, tree.is_foreign());
            } else {
                visitor.unfinished(span);
            }
            continue;
        };
        let Some(tag) = token else { continue };
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        let was_foreign = tree.is_foreign();
        let space = match tag.edge {
            // This includes `<a href=/>`, where the slash is the value of an attribute.
            Edge::Start => tree.start(name, tag, span.of(html).ends_with(b"/>")),
            Edge::End => tree.end(name),
        };
        if core::mem::take(&mut tree.is_unsure) {
            visitor.unsure();
        }
        let is_foreign = was_foreign || tree.is_foreign() || space != Space::Html;
        visitor.tag(&SeenTag { name, tag, span, is_foreign });
        if tag.edge == Edge::Start && space == Space::Html && visitor.is_raw(name) {
            let end = tag::raw_end(html, span.end(), name);
            let raw = Span::new(span.end(), end.unwrap_or(html.len()));
            visitor.raw(name, raw);
            at = raw.end();
            if end.is_none() {
                visitor.unfinished(Span::new(html.len(), html.len()));
            }
        }
    }
}

/// The beginning of a CDATA section.
const SECTION: &[u8] = b"<![CDATA[";

/// The vocabulary of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Html,
    Svg,
    Math,
}

/// The maximum number of open elements that are tracked in SVG and `MathML`.
const DEEPEST: usize = 512;

/// The open elements on which the reading of text depends.
#[derive(Debug, Default)]
struct Tree<'s> {
    /// The open elements from the outermost `svg` or `math` on, with their names as written.
    open: Vec<(&'s [u8], Space)>,
    is_in_select: bool,
    /// The number of open `template` elements.
    templates: usize,
    /// Whether the effect of the last tag is not certain.
    is_unsure: bool,
}

impl<'s> Tree<'s> {
    /// Whether text here is inside of SVG or `MathML`, which includes the HTML inside of them.
    fn is_foreign(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether a CDATA section may begin here.
    fn has_sections(&self) -> bool {
        self.open.last().is_some_and(|(_, space)| *space != Space::Html)
    }

    /// The vocabulary of the next element. The elements `foreignObject`, `desc`, `title`, `mi` and others contain HTML.
    fn space(&self) -> Space {
        let Some(&(name, space)) = self.open.last() else { return Space::Html };
        let is_named =
            |names: &[&str]| names.iter().any(|one| name.eq_ignore_ascii_case(one.as_bytes()));
        match space {
            Space::Svg if is_named(&["foreignobject", "desc", "title"]) => Space::Html,
            Space::Math if is_named(&["mi", "mo", "mn", "ms", "mtext"]) => Space::Html,
            space => space,
        }
    }

    /// Processes a start tag; `name` is its name in lower case. Returns the vocabulary of the element.
    fn start(&mut self, name: &[u8], tag: Tag<'s>, ends_in_slash: bool) -> Space {
        let is_unclear =
            is_one_of(UNCLEAR_IN_SELECT, name) || is_one_of(RAW, name) && name != b"script";
        self.is_unsure = self.is_in_select && is_unclear
            || self.templates > 0 && matches!(name, b"col" | b"colgroup");
        match name {
            b"select" => self.is_in_select = true,
            b"template" => self.templates += 1,
            b"svg" | b"math" => {}
            _ if self.open.is_empty() => return Space::Html,
            _ => {}
        }
        if self.space() != Space::Html && is_one_of(LEADING_OUT, name) {
            self.leave();
        }
        let space = match (self.space(), name) {
            (Space::Html, b"svg") => Space::Svg,
            (Space::Html, b"math") => Space::Math,
            (space, _) => space,
        };
        // Attributes decide about `annotation-xml`; `mglyph` and `malignmark` are not HTML in `mi`.
        self.is_unsure |= matches!(name, b"annotation-xml" | b"mglyph" | b"malignmark");
        let is_closed = if space == Space::Html { is_one_of(VOID, name) } else { ends_in_slash };
        if !is_closed && (space != Space::Html || !self.open.is_empty()) {
            if self.open.len() < DEEPEST {
                self.open.push((tag.name, space));
            } else {
                self.is_unsure = true;
            }
        }
        space
    }

    /// Processes an end tag; returns the vocabulary of the element that it ends.
    fn end(&mut self, name: &[u8]) -> Space {
        match name {
            b"select" => self.is_in_select = false,
            b"template" => self.templates = self.templates.saturating_sub(1),
            _ => {}
        }
        let Some(&(_, top)) = self.open.last() else { return Space::Html };
        let place = self.open.iter().rposition(|(open, _)| open.eq_ignore_ascii_case(name));
        let inner = place.and_then(|place| self.open.get(place..)).unwrap_or_default();
        // An end tag also ends the foreign elements that are open inside its element. With HTML inside, the end depends
        // on the elements of the HTML; and an end tag of another name may end elements around the SVG.
        self.is_unsure = match inner {
            [] => true,
            [_] => false,
            inner => inner.iter().any(|(_, space)| *space == Space::Html),
        };
        match place {
            Some(place) => self.open.truncate(place),
            None if top != Space::Html && matches!(name, b"p" | b"br") => self.leave(),
            None => {}
        }
        top
    }

    /// Ends the foreign elements up to the next HTML around them.
    fn leave(&mut self) {
        self.is_unsure = true;
        while self.space() != Space::Html {
            self.open.pop();
        }
    }
}
