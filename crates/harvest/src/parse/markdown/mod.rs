//! Finds links in Markdown: links, images, definitions and autolinks, and the URIs in the text, including code.
//!
//! The module [`linkwright::rewrite::markdown`] finds the links that a reader of the rendered document can follow. The
//! present module also searches the text in which a renderer does not convert URIs to links ([`aside`]): code, raw
//! HTML, the text of links, mathematics and front matter. It also searches the definitions that a renderer drops
//! ([`gaps`]). All links are reported in the order of the document.
//!
//! Directives (front matter, templates, JSX) are masked in the text that the parser reads, so no URI extends into a
//! directive. Each directive is searched separately.

mod aside;
mod gaps;
mod inline_code;

use std::borrow::Cow;
use std::collections::VecDeque;

use aside::Collector;
use linkwright::Span;
use linkwright::rewrite::markdown::{self, Dialect, Existing, ExistingKind, MarkdownLink, Seen};
use pulldown_cmark::{LinkType, Parser};

use super::lossless;
use crate::displayed_text::{LinkText, ReferenceTexts};
use crate::model::{Limit, Origin};
use crate::sink::Sink;

const TOO_MANY: &str =
    "too many marks of Markdown for the memory of the parser; the rest is read as plain text";

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let source = lossless::text(document);
    let marks = sink.limits().len(Limit::Marks);
    let directives = Dialect::Auto.directives_within(&source, marks);
    let masked = directives.masked();
    if let Some(unread) = directives.unread() {
        sink.diagnostic(Some(unread.start()), Limit::Marks, TOO_MANY);
    }
    let parser = || Parser::new_ext(masked, markdown::GITHUB.into());
    // A definition can come before the links that refer to it, so their texts are read before.
    let texts = sink.wants_displayed_text().then(|| ReferenceTexts::read(parser()));
    let parser = parser();
    let finder = sink.finder().clone();
    let mut teller = Teller {
        source: &source,
        masked,
        sink,
        asides: Collector::new(document, masked, directives.spans(), gaps::definitions(&parser)),
        texts,
        link_text: LinkText::default(),
        shown: VecDeque::new(),
        searched: 0,
    };
    markdown::links_and_events(&finder, masked, parser, |seen| match seen {
        Seen::Event(event, place) => {
            if let Some((LinkType::Inline, text)) = teller.link_text.event(event) {
                teller.shown.push_back((place.end, text));
            }
            teller.asides.event(event, place);
        }
        Seen::Link(link) => teller.link(&link),
        _ => {}
    });
    teller.asides.cover(masked.len(), masked.len());
    teller.catch_up(usize::MAX);
}

/// Reports links and asides in the order of the document.
struct Teller<'d, 's> {
    source: &'d str,
    /// The document with its directives masked.
    masked: &'d str,
    sink: &'d mut dyn Sink,
    asides: Collector<'s>,
    /// The texts of the links that refer to a definition, if the sink wants displayed texts.
    texts: Option<ReferenceTexts>,
    link_text: LinkText,
    /// The ends and the texts of the inline links that were not reported yet.
    shown: VecDeque<(usize, String)>,
    /// The offset up to which the text of asides was searched.
    searched: usize,
}

impl Teller<'_, '_> {
    fn link(&mut self, link: &MarkdownLink<'_>) {
        if self.sink.is_cancelled() {
            return;
        }
        let place = match link {
            MarkdownLink::Text(found, map) => map.around(found.span()),
            MarkdownLink::Existing(link) => link.span(),
            _ => return,
        };
        if is_definition(link) {
            self.asides.cover_definition(place);
        }
        // Text in a raw HTML element for code is also an aside, and may begin at the same offset as the link.
        let is_text = matches!(link, MarkdownLink::Text(..));
        self.catch_up(place.start() + usize::from(is_text));
        match link {
            MarkdownLink::Text(found, map) if place.start() >= self.searched => {
                self.sink.found(found, Some(map));
            }
            MarkdownLink::Existing(link) => {
                let kind = name(link.kind());
                let shown = self.shown(link.kind(), place);
                self.sink.shows(|| shown);
                let (destination, place) = self.destination(link);
                if !place.is_empty() || destination == link.destination() {
                    self.sink.existing(&destination, place, Origin::Markdown, kind);
                }
            }
            _ => {}
        }
    }

    /// The destination of a link, and its span. If the destination includes a directive, only the text before the
    /// directive is used.
    fn destination<'l>(&self, link: &'l Existing) -> (Cow<'l, str>, Span) {
        let span = link.span();
        let written = self.source.get(span.range()).unwrap_or_default();
        let masked = self.masked.get(span.range()).unwrap_or_default();
        if masked == written {
            return (link.destination().into(), span);
        }
        let pairs = written.char_indices().zip(masked.chars());
        let len =
            pairs.take_while(|((_, c), other)| c == other).map(|((at, c), _)| at + c.len_utf8());
        let span = Span::new(span.start(), span.start() + len.last().unwrap_or_default());
        (self.source.get(span.range()).unwrap_or_default().to_owned().into(), span)
    }

    /// The displayed text of the link whose destination is at `place`.
    fn shown(&mut self, kind: ExistingKind, place: Span) -> Option<String> {
        match kind {
            ExistingKind::Inline => {
                while self.shown.front().is_some_and(|(end, _)| *end <= place.start()) {
                    self.shown.pop_front();
                }
                self.shown.pop_front().map(|(_, text)| text)
            }
            ExistingKind::Definition => self.texts.as_ref()?.at(place.start()).map(str::to_owned),
            _ => None,
        }
    }

    /// Reads the asides that begin before `offset`.
    fn catch_up(&mut self, offset: usize) {
        while let Some(aside) = self.asides.next_before(offset) {
            self.searched = aside.read(self.sink).max(self.searched);
        }
    }
}

fn is_definition(link: &MarkdownLink<'_>) -> bool {
    matches!(link, MarkdownLink::Existing(link) if link.kind() == ExistingKind::Definition)
}

fn name(kind: ExistingKind) -> &'static str {
    match kind {
        ExistingKind::Autolink => "autolink",
        ExistingKind::Image => "image",
        ExistingKind::Definition => "definition",
        _ => "link",
    }
}

/// Whether `head` looks like Markdown: it has an inline link, and a heading or a fenced code block.
pub(crate) fn is_markdown(head: &[u8]) -> bool {
    let is_link = |at: usize| {
        let rest = head.get(at..).unwrap_or_default();
        [&b"](http"[..], b"](./", b"](#"].iter().any(|mark| rest.starts_with(mark))
    };
    let has_link = memchr::memchr_iter(b']', head).any(is_link);
    let is_mark = |line: &[u8]| {
        let level = line.iter().take_while(|&&byte| byte == b'#').count();
        line.starts_with(b"```") || (1..=6).contains(&level) && line.get(level) == Some(&b' ')
    };
    has_link && head.split(|&byte| byte == b'\n').any(is_mark)
}

#[cfg(test)]
mod tests;
