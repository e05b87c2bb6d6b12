//! Collects the asides of a document. An aside is text in which a Markdown renderer does not convert URIs to links:
//! code, raw HTML, the text of links, mathematics, front matter and directives.

use core::ops::Range;
use std::collections::VecDeque;

use linkwright::rewrite::TextRun;
use linkwright::{Match, Span};
use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::inline_code::InlineCode;
use crate::model::Origin;
use crate::parse::anchor::Target;
use crate::parse::html;
use crate::sink::Sink;

/// A part of a document in which a Markdown renderer does not convert URIs to links.
#[derive(Debug)]
pub(super) struct Aside {
    kind: AsideKind,
    /// The pieces of the text of the aside, in the order of the document.
    parts: Vec<AsidePart>,
}

/// The kind of an aside.
#[derive(Debug)]
enum AsideKind {
    /// Code, mathematics, front matter, a directive, or a link definition without effect.
    Text,
    /// Raw HTML: an HTML block or a single tag.
    Html,
    /// The text of a link or an image with this target.
    Label(Target),
}

/// A piece of the text of an aside.
#[derive(Debug)]
struct AsidePart {
    place: Span,
    /// The decoded text, if it differs from the written text.
    decoded: Option<String>,
    is_code: bool,
}

impl AsidePart {
    /// A piece without escapes: its text is the same as in the source.
    const fn written(place: Span, is_code: bool) -> AsidePart {
        AsidePart { place, decoded: None, is_code }
    }
}

impl Aside {
    /// The offset of the beginning of the aside.
    pub(super) fn start(&self) -> usize {
        self.parts.first().map_or(0, |part| part.place.start())
    }

    /// The offset of the end of the aside.
    fn end(&self) -> usize {
        self.parts.last().map_or(0, |part| part.place.end())
    }

    /// An aside of the text at `place`.
    fn text(place: Span) -> Aside {
        Aside { kind: AsideKind::Text, parts: vec![AsidePart::written(place, false)] }
    }

    /// The origin of the text at `offset` of the document.
    fn origin(&self, offset: usize) -> Origin {
        let at = self.parts.partition_point(|part| part.place.start() <= offset);
        let part = at.checked_sub(1).and_then(|last| self.parts.get(last));
        if part.is_some_and(|part| part.is_code) { Origin::Code } else { Origin::Text }
    }

    /// Searches the aside, and returns the offset in `document` at which the aside ends.
    pub(super) fn read(&self, document: &[u8], sink: &mut dyn Sink) -> usize {
        let mut run = TextRun::new(document);
        for part in &self.parts {
            match &part.decoded {
                Some(text) => run.push_decoded(text.as_bytes(), part.place),
                None => run.push_source(part.place),
            }
        }
        let map = run.map();
        let origin = |found: &Match<'_>| Some(self.origin(map.around(found.span()).start()));
        match &self.kind {
            AsideKind::Text => sink.search_run_as(&run, origin),
            AsideKind::Html => html::read_run(&run, sink),
            AsideKind::Label(target) => sink.search_run_as(&run, |found| {
                if target.is_repeated_by(found) { None } else { origin(found) }
            }),
        }
        self.end()
    }
}

/// The most bytes of text in an inline anchor of HTML.
const MOST_TEXT: usize = 1024;

/// Collects the asides of a document in order.
pub(super) struct Collector<'s> {
    source: &'s str,
    done: VecDeque<Aside>,
    open: Option<Aside>,
    /// The text that was collected since a raw HTML element for code was opened, such as `<code>`.
    code: Vec<AsidePart>,
    inline_code: InlineCode,
    is_in_code_block: bool,
    /// The number of nested links and images that are open. Their text belongs to the outermost link or image.
    labels: usize,
    /// The directives that `next_before` has not returned yet.
    directives: VecDeque<Span>,
    /// The end of the last inline anchor of HTML, which is read as a whole.
    anchor: usize,
}

impl<'s> Collector<'s> {
    pub(super) fn new(source: &'s str, directives: impl Iterator<Item = Span>) -> Collector<'s> {
        let directives = directives.collect();
        Collector {
            source,
            done: VecDeque::new(),
            open: None,
            code: Vec::new(),
            inline_code: InlineCode::default(),
            is_in_code_block: false,
            labels: 0,
            directives,
            anchor: 0,
        }
    }

    /// The next aside, if it begins before `offset`.
    pub(super) fn next_before(&mut self, offset: usize) -> Option<Aside> {
        let first = self.done.front().map_or(usize::MAX, Aside::start);
        let directive = self.directives.front().map_or(usize::MAX, |one| one.start());
        if first.min(directive) >= offset {
            return None;
        }
        if directive < first {
            return self.directives.pop_front().map(Aside::text);
        }
        let aside = self.done.pop_front()?;
        // Directives inside code are searched with the code.
        while self.directives.front().is_some_and(|one| one.end() <= aside.end()) {
            self.directives.pop_front();
        }
        Some(aside)
    }

    pub(super) fn event(&mut self, event: &Event<'_>, place: &Range<usize>) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                self.is_in_code_block = true;
                self.begin(AsideKind::Text);
            }
            Event::Start(Tag::MetadataBlock(_)) => self.begin(AsideKind::Text),
            Event::Start(Tag::HtmlBlock) => self.begin(AsideKind::Html),
            Event::Start(
                Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
            ) => {
                self.labels += 1;
                let is_label = !matches!(link_type, LinkType::Autolink | LinkType::Email);
                if self.labels == 1 && is_label {
                    self.begin(AsideKind::Label(Target::new(dest_url)));
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                self.labels = self.labels.saturating_sub(1);
                if self.labels == 0 {
                    self.end();
                }
            }
            Event::End(TagEnd::CodeBlock | TagEnd::MetadataBlock(_) | TagEnd::HtmlBlock) => {
                self.is_in_code_block = false;
                self.end();
            }
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell,
            ) => {
                self.inline_code.end_block();
                self.end_code();
            }
            Event::Text(text) | Event::Html(text) => self.text(text, place),
            Event::SoftBreak | Event::HardBreak => self.text("\n", place),
            Event::Code(_) => self.span(place, true),
            Event::InlineMath(_) | Event::DisplayMath(_) => self.span(place, false),
            Event::InlineHtml(tag) => self.inline_html(tag, place),
            _ => {}
        }
    }

    /// Adds the text at `place`, which does not belong to another aside.
    pub(super) fn add_text(&mut self, place: Span) {
        self.add(Aside::text(place));
    }

    fn begin(&mut self, kind: AsideKind) {
        self.open = Some(Aside { kind, parts: Vec::new() });
    }

    fn end(&mut self) {
        if let Some(aside) = self.open.take().filter(|aside| !aside.parts.is_empty()) {
            self.add(aside);
        }
    }

    fn add(&mut self, aside: Aside) {
        if aside.start() < self.anchor {
            return;
        }
        // A tag in the text of a link is added before the link, but begins after the beginning of the link.
        let place = self.done.partition_point(|one| one.start() <= aside.start());
        self.done.insert(place, aside);
    }

    /// Reads an inline tag or comment, and adds it if it may contain a link.
    fn inline_html(&mut self, tag: &str, place: &Range<usize>) {
        self.inline_code.tag(tag);
        if !self.inline_code.is_open() {
            self.end_code();
        }
        // A tag without attributes has no links.
        if tag.contains('=') {
            let end = self.end_of_anchor(tag, place.end);
            let parts = vec![AsidePart::written(Span::new(place.start, end), false)];
            self.add(Aside { kind: AsideKind::Html, parts });
            if end > place.end {
                self.anchor = self.anchor.max(end);
            }
        }
    }

    /// The end of the anchor that `tag` opens, with its text and its end tag; `end`, the end of `tag`, for another tag and if
    /// the end tag is not near in the same paragraph, or behind a link of Markdown.
    fn end_of_anchor(&self, tag: &str, end: usize) -> usize {
        let is_anchor = tag.get(1..3).is_some_and(|name| name.trim_end().eq_ignore_ascii_case("a"));
        let rest = self.source.as_bytes().get(end..).filter(|_| is_anchor).unwrap_or_default();
        let rest = rest.get(..MOST_TEXT).unwrap_or(rest);
        let ends: [&[u8]; 2] = [b"\n\n", b"]("];
        let closes = |at: &usize| rest.get(at + 2).is_some_and(|name| b"aA".contains(name));
        let text = memchr::memmem::find_iter(rest, b"</").find(closes).map(|at| rest.split_at(at));
        match text {
            Some((text, tail))
                if !ends.iter().any(|end| memchr::memmem::find(text, end).is_some()) =>
            {
                let tag = memchr::memchr(b'>', tail).map_or(tail.len(), |last| last + 1);
                end + text.len() + tag
            }
            _ => end,
        }
    }

    /// Adds the text that was collected in a raw HTML element for code.
    fn end_code(&mut self) {
        if !self.code.is_empty() {
            let parts = core::mem::take(&mut self.code);
            self.add(Aside { kind: AsideKind::Text, parts });
        }
    }

    fn text(&mut self, text: &str, place: &Range<usize>) {
        let is_in_line = self.inline_code.is_open();
        let is_code = self.is_in_code_block || is_in_line;
        let is_written = self.source.get(place.clone()) == Some(text);
        let part = || {
            let decoded = (!is_written).then(|| text.to_owned());
            AsidePart { place: place.clone().into(), decoded, is_code }
        };
        match &mut self.open {
            Some(open) => open.parts.push(part()),
            None if is_in_line => self.code.push(part()),
            None => {}
        }
    }

    /// Adds inline code or mathematics without its delimiters.
    fn span(&mut self, place: &Range<usize>, is_code: bool) {
        let written = self.source.get(place.clone()).unwrap_or_default();
        let is_mark = |c: char| matches!(c, '`' | '$');
        let start = place.start + (written.len() - written.trim_start_matches(is_mark).len());
        let end = start.max(place.end - (written.len() - written.trim_end_matches(is_mark).len()));
        let place = Span::new(start, end);
        match &mut self.open {
            Some(open) => open.parts.push(AsidePart::written(place, is_code)),
            None => {
                self.add(Aside {
                    kind: AsideKind::Text,
                    parts: vec![AsidePart::written(place, is_code)],
                });
            }
        }
    }
}
