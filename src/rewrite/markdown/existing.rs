//! The existing links of a document.

use core::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use crate::span::Span;

/// An existing link: the destination of a link, an image or a definition.
#[derive(Clone, Debug)]
pub struct Existing {
    kind: ExistingKind,
    destination: String,
    span: Span,
}

/// The element that has the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExistingKind {
    /// `<http://a.example>`, `<jane@a.example>`
    Autolink,
    /// `[text](destination)`
    Inline,
    /// `![text](destination)`
    Image,
    /// `[label]: destination`, the target of all references to that label.
    Definition,
}

impl Existing {
    pub(super) fn definition(source: &str, destination: &str, span: Span) -> Existing {
        let written = source.get(span.range()).unwrap_or_default();
        // Inside a label, `]:` can occur only after a backslash.
        let label = written
            .match_indices("]:")
            .map(|(at, _)| at)
            .find(|&at| !written.get(..at).unwrap_or_default().ends_with('\\'));
        let start = label.map_or(span.start(), |at| span.start() + at + 2);
        Existing {
            kind: ExistingKind::Definition,
            destination: destination.to_owned(),
            span: destination_at(source, Span::new(start, span.end())),
        }
    }

    /// The kind of the element.
    pub const fn kind(&self) -> ExistingKind {
        self.kind
    }

    /// The URI-reference, with its escapes and character references decoded; for `<jane@a.example>` a `mailto:` URI.
    pub fn destination(&self) -> &str {
        &self.destination
    }

    /// Its span in the document, in bytes, without `<` and `>`.
    pub const fn span(&self) -> Span {
        self.span
    }
}

/// Reads the links from the events of a document.
#[derive(Debug, Default)]
pub(super) struct ExistingReader {
    /// The links and images that are open, and where their content ends so far.
    open: Vec<(Existing, usize)>,
}

impl ExistingReader {
    /// Reads an event; returns the link that it ends.
    pub(super) fn read(
        &mut self,
        source: &str,
        event: &Event<'_>,
        range: &Range<usize>,
    ) -> Option<Existing> {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                self.start(ExistingKind::Inline, *link_type, dest_url, range);
            }
            Event::Start(Tag::Image { link_type, dest_url, .. }) => {
                self.start(ExistingKind::Image, *link_type, dest_url, range);
            }
            Event::End(TagEnd::Link | TagEnd::Image) => return self.end(source, range),
            _ => self.extend(range.end),
        }
        None
    }

    fn extend(&mut self, end: usize) {
        if let Some((_, last)) = self.open.last_mut() {
            *last = end.max(*last);
        }
    }

    fn start(&mut self, kind: ExistingKind, how: LinkType, target: &str, range: &Range<usize>) {
        let inner = Span::new(range.start + 1, range.end.saturating_sub(1));
        let (kind, destination, span) = match how {
            LinkType::Autolink => (ExistingKind::Autolink, target.to_owned(), inner),
            LinkType::Email => (ExistingKind::Autolink, format!("mailto:{target}"), inner),
            LinkType::Inline => (kind, target.to_owned(), Span::new(range.start, range.end)),
            // References are omitted: the definition has the destination.
            _ => (ExistingKind::Definition, String::new(), inner),
        };
        self.open.push((Existing { kind, destination, span }, range.start));
    }

    fn end(&mut self, source: &str, range: &Range<usize>) -> Option<Existing> {
        let (mut link, content) = self.open.pop()?;
        self.extend(range.end);
        match link.kind {
            ExistingKind::Definition => return None,
            ExistingKind::Autolink => {}
            ExistingKind::Inline | ExistingKind::Image => {
                let end = source.get(content..range.end).and_then(|rest| rest.find("]("));
                let start = end.map_or(range.start, |at| content + at + 2);
                link.span = destination_at(source, Span::new(start, range.end));
            }
        }
        Some(link)
    }
}

/// The destination at the beginning of `span`, after white space and the marks of quoted lines.
fn destination_at(source: &str, span: Span) -> Span {
    let text = source.as_bytes().get(span.range()).unwrap_or_default();
    let blank = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'>';
    let start = text.iter().take_while(blank).count();
    let rest = text.get(start..).unwrap_or_default();
    let (start, len) = match rest.split_first() {
        Some((b'<', rest)) => (start + 1, until(rest, |byte, _| byte == b'>')),
        _ => (start, until(rest, |byte, depth| byte.is_ascii_whitespace() || depth < 0)),
    };
    Span::new(span.start() + start, span.start() + start + len)
}

/// The number of bytes before the first one for which `is_end` is true. `is_end` takes a byte and the number of
/// parentheses that are open after it. A byte after a backslash is skipped.
fn until(text: &[u8], is_end: impl Fn(u8, i32) -> bool) -> usize {
    let (mut depth, mut is_escaped) = (0_i32, false);
    for (at, byte) in text.iter().enumerate() {
        depth += match byte {
            _ if is_escaped => 0,
            b'(' => 1,
            b')' => -1,
            _ => 0,
        };
        if !is_escaped && is_end(*byte, depth) {
            return at;
        }
        is_escaped = *byte == b'\\' && !is_escaped;
    }
    text.len()
}
