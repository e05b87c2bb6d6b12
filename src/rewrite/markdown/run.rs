//! A run of inline content: the events of a block that look like continuous text to a reader.
//!
//! The text of a run is the decoded text of the events, with the marks of emphasis as in the source, because they may
//! belong to a URI. A link has the text that it shows: the lengths of lines and the words nearby are evidence about a URI,
//! and a URI that is linked must not change what is found beside it. Each event is a part of the run, so that offsets in
//! the text can be converted to events and to offsets in the source.

use core::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::raw::RawHtml;
#[cfg(feature = "pulldown-cmark-0-13")]
use crate::rewrite::source_map::SourceMap;
use crate::rewrite::source_map::TextRun;
use crate::span::Span;

/// The rule for autolinks, which determines whether elements in the middle of a word belong to a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Autolinks {
    /// GFM: a URI continues through code and links, because GFM reads URIs before them.
    Gfm,
    /// All other presets: code and links end a URI.
    Plain,
}

/// The role of an event in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// Text that is the same in the event and in the source. If it is `escaped`, a backslash is before it in the
    /// source.
    Text { escaped: bool },
    /// Text that differs from the source: a character reference, smart punctuation. It can only be used as a whole.
    Replaced { is_reference: bool },
    /// Text that an earlier adapter has changed: it can be cut, but has no position in the source.
    Foreign,
    /// A soft or hard line break.
    Break,
    /// A mark that opens emphasis; `close` is the part that closes it.
    Open { close: Option<usize> },
    /// A mark that closes emphasis; `open` is the part that opens it.
    Close { open: usize },
    /// Content with a separate meaning: code, a link, an image, a tag, mathematics.
    Opaque(Opaque),
}

/// Content that a URI does not continue through, classified by its effect on the URI before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opaque {
    /// Code and mathematics: a URI directly before them is only a part of a word.
    Word,
    Link,
    /// Other content (tags, images, references to footnotes), which ends the URI before it.
    End,
}

/// One event, or several if the part is opaque.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunPart {
    pub(super) kind: PartKind,
    /// The position in the text of the run; empty if the range of the part is not in the source.
    pub(super) text: Span,
    /// The position in the source, without the backslash of an escape.
    pub(super) source: Span,
    /// The number of events.
    pub(super) events: usize,
}

impl RunPart {
    /// The position in the source of the bytes of `text` that are in this part.
    pub(super) fn source_of(&self, text: Span) -> Span {
        if !matches!(self.kind, PartKind::Text { .. }) {
            return self.source;
        }
        let skipped = text.start().saturating_sub(self.text.start());
        let left = self.text.end().saturating_sub(text.end());
        let end = self.source.end().saturating_sub(left);
        Span::new(self.source.start().saturating_add(skipped), end)
    }
}

/// A run, both while it is built and when it is complete.
#[derive(Debug)]
pub(super) struct Run<'s> {
    pub(super) source: &'s str,
    text: TextRun<'s>,
    // INVARIANT: ascending in `text`, without gaps.
    pub(super) parts: Vec<RunPart>,
    /// The marks that are open, with the source of the marks that will close them.
    open: Vec<(usize, Option<Span>)>,
    /// The number of links and images around the current event.
    depth: usize,
    /// The end of the source that was read.
    read: usize,
    pub(super) autolinks: Autolinks,
    /// Whether the last opaque part has the text that it shows, and not that of the source.
    is_shown: bool,
}

impl<'s> Run<'s> {
    /// An empty run of `source`.
    pub(super) fn new(source: &'s str, autolinks: Autolinks) -> Run<'s> {
        Run {
            source,
            text: TextRun::new(source.as_bytes()),
            parts: Vec::new(),
            open: Vec::new(),
            depth: 0,
            read: 0,
            autolinks,
            is_shown: false,
        }
    }

    /// The decoded text.
    pub(super) fn text(&self) -> &[u8] {
        self.text.text()
    }

    /// The map from the text to the source.
    #[cfg(feature = "pulldown-cmark-0-13")]
    pub(super) const fn map(&self) -> &SourceMap {
        self.text.map()
    }

    /// Appends an inline event. `raw` has the open elements of raw HTML.
    pub(super) fn push(&mut self, event: &Event<'_>, range: &Range<usize>, raw: &mut RawHtml) {
        let span = Span::new(range.start, range.end);
        if self.depth > 0 {
            self.push_inside(event, span);
        } else {
            match event {
                // The event is in an element in which nothing is linked.
                Event::Text(_) if raw.is_open() => self.push_opaque(Opaque::End, span),
                Event::Text(text) => self.push_text(text, span),
                Event::SoftBreak | Event::HardBreak => self.push_break(span),
                Event::Start(tag) => self.push_start(tag, span),
                Event::End(_) => self.push_end(span),
                Event::InlineHtml(html) => {
                    raw.read(html);
                    self.push_opaque(Opaque::End, span);
                }
                Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                    self.push_opaque(Opaque::Word, span);
                }
                _ => self.push_opaque(Opaque::End, span),
            }
        }
    }

    /// Appends an event inside a link or an image to the part of that link or image.
    fn push_inside(&mut self, event: &Event<'_>, span: Span) {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => self.depth += 1,
            Event::End(TagEnd::Link | TagEnd::Image) => self.depth -= 1,
            _ if !self.is_shown => {}
            Event::Text(text) | Event::Code(text) => self.text.push_decoded(text.as_bytes(), span),
            Event::SoftBreak | Event::HardBreak => self.text.push_decoded(b"\n", span),
            _ => {}
        }
        if let Some(last) = self.parts.last_mut() {
            last.events += 1;
            last.text = Span::new(last.text.start(), self.text.text().len());
        }
    }

    fn push_text(&mut self, text: &str, span: Span) {
        let written = self.source.get(span.range());
        let start = self.text().len();
        let kind = match written {
            Some(written) if written == text => {
                self.text.push_source(span);
                PartKind::Text { escaped: self.is_escaped(span.start()) }
            }
            // The text of the source is used, because smart punctuation turns `a--b` into `a–b`.
            Some(written) if is_smart(written) => {
                self.text.push_source(span);
                PartKind::Replaced { is_reference: false }
            }
            Some(written) if is_reference(written) => {
                self.text.push_decoded(text.as_bytes(), span);
                PartKind::Replaced { is_reference: true }
            }
            _ => {
                self.text.push_decoded(text.as_bytes(), span);
                PartKind::Foreign
            }
        };
        self.push_part(kind, start, span);
    }

    /// Whether an unescaped backslash precedes the text at `at` in the source.
    fn is_escaped(&self, at: usize) -> bool {
        let before = at.checked_sub(1);
        let byte = |at: usize| self.source.as_bytes().get(at).copied();
        let is_mark = byte(at).is_some_and(|byte| byte.is_ascii_punctuation());
        is_mark && before.is_some_and(|at| at >= self.read && byte(at) == Some(b'\\'))
    }

    fn push_break(&mut self, span: Span) {
        let written = self.source.get(span.range());
        let start = self.text().len();
        match written {
            Some(written) if written.bytes().all(|byte| byte.is_ascii_whitespace()) => {
                self.text.push_source(span);
            }
            _ => self.text.push_decoded(b"\n", span),
        }
        self.push_part(PartKind::Break, start, span);
    }

    fn push_start(&mut self, tag: &Tag<'_>, span: Span) {
        match tag {
            Tag::Link { .. } | Tag::Image { .. } => {
                let is_link = matches!(tag, Tag::Link { .. });
                self.push_opaque(if is_link { Opaque::Link } else { Opaque::End }, span);
                self.depth = 1;
            }
            _ => {
                let marks = marks(tag.to_end(), self.source, span);
                let marks = marks.filter(|(open, _)| open.start() >= self.read);
                self.open.push((self.parts.len(), marks.map(|(_, close)| close)));
                self.push_mark(PartKind::Open { close: None }, marks.map(|(open, _)| open), span);
            }
        }
    }

    fn push_end(&mut self, span: Span) {
        // pulldown-cmark never emits an end without a start, but other iterators may.
        let Some((open, mark)) = self.open.pop() else {
            return self.push_opaque(Opaque::End, Span::new(span.end(), span.end()));
        };
        let index = self.parts.len();
        if let Some(part) = self.parts.get_mut(open) {
            part.kind = PartKind::Open { close: Some(index) };
        }
        let mark = mark.filter(|mark| mark.start() >= self.read);
        self.push_mark(PartKind::Close { open }, mark, Span::new(span.end(), span.end()));
    }

    /// Appends a mark, with its text if the source has it.
    fn push_mark(&mut self, kind: PartKind, mark: Option<Span>, span: Span) {
        let start = self.text().len();
        if let Some(mark) = mark {
            self.text.push_source(mark);
        }
        self.push_part(kind, start, mark.unwrap_or(Span::new(span.start(), span.start())));
    }

    fn push_opaque(&mut self, what: Opaque, span: Span) {
        let start = self.text().len();
        // In GFM a URI may continue through the markup of a link, and the brackets of a reference may begin a definition
        // (`[a]: `).
        let is_reference = span.of(self.source.as_bytes()).ends_with(b"]");
        self.is_shown = what == Opaque::Link && self.autolinks == Autolinks::Plain && !is_reference;
        if span.start() >= self.read && !self.is_shown {
            self.text.push_source(span);
        }
        self.push_part(PartKind::Opaque(what), start, span);
    }

    fn push_part(&mut self, kind: PartKind, start: usize, source: Span) {
        let text = Span::new(start, self.text().len());
        self.parts.push(RunPart { kind, text, source, events: 1 });
        self.read = self.read.max(source.end());
    }

    /// The parts that have bytes in `text`, with their indices.
    pub(super) fn parts_in(&self, text: Span) -> impl Iterator<Item = (usize, &RunPart)> {
        let first = self.parts.partition_point(|part| part.text.end() <= text.start());
        let rest = self.parts.iter().enumerate().skip(first);
        rest.take_while(move |(_, part)| part.text.start() < text.end())
            .filter(|(_, part)| !part.text.is_empty())
    }

    /// The range of the bytes `text` in the source.
    pub(super) fn source_span(&self, text: Span) -> Span {
        let mut parts = self.parts_in(text).map(|(_, part)| part.source_of(text));
        let first = parts.next().unwrap_or_default();
        Span::new(first.start(), parts.last().unwrap_or(first).end())
    }
}

/// Whether smart punctuation may have changed `written`.
fn is_smart(written: &str) -> bool {
    !written.is_empty() && written.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'\'' | b'"'))
}

fn is_reference(written: &str) -> bool {
    let name = written.strip_prefix('&').and_then(|rest| rest.strip_suffix(';'));
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#'))
}

/// The opening and the closing mark of the element at `span` of the source.
///
/// `None` if the source has other bytes there, which means that the range of the event is wrong.
fn marks(tag: TagEnd, source: &str, span: Span) -> Option<(Span, Span)> {
    let written = source.as_bytes().get(span.range())?;
    let is_double = match tag {
        TagEnd::Strong => true,
        TagEnd::Strikethrough => {
            written.len() > 4 && written.starts_with(b"~~") && written.ends_with(b"~~")
        }
        _ => false,
    };
    let len = if is_double { 2 } else { 1 };
    let mark = *written.first().filter(|mark| matches!(mark, b'*' | b'_' | b'~' | b'^'))?;
    let are_marks = |bytes: Option<&[u8]>| bytes.is_some_and(|b| b.iter().all(|b| *b == mark));
    let end = written.len().checked_sub(len).filter(|end| *end >= len)?;
    (are_marks(written.get(..len)) && are_marks(written.get(end..))).then(|| {
        let (start, end) = (span.start(), span.end());
        (Span::new(start, start + len), Span::new(end - len, end))
    })
}
