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
pub(super) struct Aside<'s> {
    kind: AsideKind,
    /// The text of the aside.
    run: TextRun<'s>,
    /// From the first to the last piece of the text.
    place: Option<Span>,
    /// The places of the pieces that are code, in order.
    codes: Vec<Span>,
}

/// The kind of an aside.
#[derive(Debug)]
pub(super) enum AsideKind {
    /// Code, mathematics, front matter, a directive, or a link definition without effect.
    Text,
    /// Raw HTML: an HTML block or a single tag.
    Html,
    /// The text of a link or an image with this target.
    Label(Target),
}

impl<'s> Aside<'s> {
    const fn new(document: &'s [u8], kind: AsideKind) -> Aside<'s> {
        Aside { kind, run: TextRun::new(document), place: None, codes: Vec::new() }
    }

    /// Adds the text at `place`. `decoded` is the decoded text, if it differs from the written text.
    fn push(&mut self, place: Span, decoded: Option<&str>, is_code: bool) {
        match decoded {
            Some(text) => self.run.push_decoded(text.as_bytes(), place),
            None => self.run.push_source(place),
        }
        let start = self.place.map_or(place.start(), Span::start);
        self.place = Some(Span::new(start, place.end()));
        self.codes.extend(is_code.then_some(place));
    }

    /// The offset of the beginning of the aside.
    fn start(&self) -> usize {
        self.place.map_or(0, Span::start)
    }

    /// The offset of the end of the aside.
    fn end(&self) -> usize {
        self.place.map_or(0, Span::end)
    }

    /// The origin of the text at `offset` of the document.
    fn origin(&self, offset: usize) -> Origin {
        let after = self.codes.partition_point(|code| code.start() <= offset);
        let code = after.checked_sub(1).and_then(|last| self.codes.get(last));
        if code.is_some_and(|code| offset < code.end()) { Origin::Code } else { Origin::Text }
    }

    /// Searches the aside, and returns the offset at which it ends.
    pub(super) fn read(&self, sink: &mut dyn Sink) -> usize {
        let (run, map) = (&self.run, self.run.map());
        let origin = |found: &Match<'_>| Some(self.origin(map.around(found.span()).start()));
        match &self.kind {
            AsideKind::Text => sink.search_run_as(run, origin),
            AsideKind::Html => html::read_run(run, sink),
            AsideKind::Label(target) => sink.search_run_as(run, |found| {
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
    document: &'s [u8],
    /// The document with its directives masked.
    pub(super) source: &'s str,
    /// The definitions that have an effect, in order.
    pub(super) definitions: Vec<Span>,
    /// The offset up to which events and definitions have covered the document.
    pub(super) covered: usize,
    done: VecDeque<Aside<'s>>,
    open: Option<Aside<'s>>,
    /// The text that was collected since a raw HTML element for code was opened, such as `<code>`.
    code: Option<Aside<'s>>,
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
    pub(super) fn new(
        document: &'s [u8],
        source: &'s str,
        directives: impl Iterator<Item = Span>,
        definitions: Vec<Span>,
    ) -> Collector<'s> {
        let directives = directives.collect();
        Collector {
            document,
            source,
            definitions,
            covered: 0,
            done: VecDeque::new(),
            open: None,
            code: None,
            inline_code: InlineCode::default(),
            is_in_code_block: false,
            labels: 0,
            directives,
            anchor: 0,
        }
    }

    /// The next aside, if it begins before `offset`.
    pub(super) fn next_before(&mut self, offset: usize) -> Option<Aside<'s>> {
        let first = self.done.front().map_or(usize::MAX, Aside::start);
        let directive = self.directives.front().map_or(usize::MAX, |one| one.start());
        if first.min(directive) >= offset {
            return None;
        }
        if directive < first {
            let directive = self.directives.pop_front()?;
            return Some(self.alone(AsideKind::Text, directive, false));
        }
        let aside = self.done.pop_front()?;
        // Directives inside code are searched with the code.
        while self.directives.front().is_some_and(|one| one.end() <= aside.end()) {
            self.directives.pop_front();
        }
        Some(aside)
    }

    pub(super) fn event(&mut self, event: &Event<'_>, place: &Range<usize>) {
        self.cover_event(event, place);
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

    /// An aside that consists of the text at `place`.
    pub(super) fn alone(&self, kind: AsideKind, place: Span, is_code: bool) -> Aside<'s> {
        let mut aside = Aside::new(self.document, kind);
        aside.push(place, None, is_code);
        aside
    }

    fn begin(&mut self, kind: AsideKind) {
        self.open = Some(Aside::new(self.document, kind));
    }

    fn end(&mut self) {
        if let Some(aside) = self.open.take() {
            self.add(aside);
        }
    }

    pub(super) fn add(&mut self, aside: Aside<'s>) {
        if aside.place.is_none() || aside.start() < self.anchor {
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
            self.add(self.alone(AsideKind::Html, Span::new(place.start, end), false));
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
        if let Some(aside) = self.code.take() {
            self.add(aside);
        }
    }

    fn text(&mut self, text: &str, place: &Range<usize>) {
        let is_in_line = self.inline_code.is_open();
        let new = || Aside::new(self.document, AsideKind::Text);
        let aside = match &mut self.open {
            None if !is_in_line => return,
            None => self.code.get_or_insert_with(new),
            Some(open) => open,
        };
        let is_written = self.source.get(place.clone()) == Some(text);
        let is_code = self.is_in_code_block || is_in_line;
        aside.push(place.clone().into(), (!is_written).then_some(text), is_code);
    }

    /// Adds inline code or mathematics without its delimiters.
    fn span(&mut self, place: &Range<usize>, is_code: bool) {
        let written = self.source.get(place.clone()).unwrap_or_default();
        let is_mark = |c: char| matches!(c, '`' | '$');
        let start = place.start + (written.len() - written.trim_start_matches(is_mark).len());
        let end = start.max(place.end - (written.len() - written.trim_end_matches(is_mark).len()));
        let place = Span::new(start, end);
        match &mut self.open {
            Some(open) => open.push(place, None, is_code),
            None => self.add(self.alone(AsideKind::Text, place, is_code)),
        }
    }
}
