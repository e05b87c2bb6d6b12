//! Writes a text as markup, from left to right: the text between links, and the links that a decision permits.
//!
//! All output goes to a `String`. Writing each part to a `fmt::Write` of the caller was rejected: a link has seven short
//! parts, and a call for each of them takes longer than copying the output once more.

use std::borrow::Cow;

use super::decision::{Decision, Once};
use super::flow::Flow;
use super::screen::{Part, Screen};
use super::subject::Context;
use crate::find::Match;
use crate::span::Span;

/// The state of the conversion of a text.
#[derive(Debug)]
pub(super) struct Page<'l> {
    decision: Cow<'l, Decision>,
    markup: Markup,
    /// The number of bytes of the text that have been written.
    done: usize,
}

/// The kind of output, with the state of its writer.
#[derive(Debug)]
pub(super) enum Markup {
    Html(Flow),
    Terminal(Screen),
}

impl<'l> Page<'l> {
    pub(super) const fn new(decision: Cow<'l, Decision>, markup: Markup) -> Page<'l> {
        Page { decision, markup, done: 0 }
    }

    pub(super) const fn done(&self) -> usize {
        self.done
    }

    /// Returns the next part of a text without the colours of a terminal, which are not a part of a URI.
    pub(super) fn plain<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        match &mut self.markup {
            Markup::Html(_) => Cow::Borrowed(text),
            Markup::Terminal(screen) => screen.styles.strip(text),
        }
    }

    /// Returns the end of the text, if [`plain`](Page::plain) took it for the beginning of a colour.
    pub(super) fn plain_end(&mut self) -> String {
        match &mut self.markup {
            Markup::Html(_) => String::new(),
            Markup::Terminal(screen) => screen.styles.finish(),
        }
    }

    /// The output for a whole text with the matches `found`. `once` is the closure that the caller passed to
    /// `try_linkify`, which decides how links are written.
    pub(super) fn whole<'t>(
        mut self,
        text: &str,
        found: impl Iterator<Item = Match<'t>>,
        mut once: Option<&mut Once<'_>>,
    ) -> String {
        // There is room for the tags of one link, because most messages have at most one link.
        let mut out = String::with_capacity(text.len() + text.len() / 8 + 128);
        let part = Part { text, base: 0 };
        for found in found {
            self.link(&mut out, &found, part, once.as_deref_mut());
        }
        self.text_to(&mut out, text.len(), part);
        self.finish(&mut out);
        out
    }

    /// Writes the text up to `to`.
    pub(super) fn text_to(&mut self, out: &mut String, to: usize, part: Part<'_>) {
        if to >= self.done {
            self.markup.text(out, Span::new(self.done, to), part);
            self.done = to;
        }
    }

    /// Writes the text before `found`, then the link of `found`.
    #[inline]
    pub(super) fn link(
        &mut self,
        out: &mut String,
        found: &Match<'_>,
        part: Part<'_>,
        once: Option<&mut Once<'_>>,
    ) {
        let span = found.span();
        if span.start() < self.done {
            return;
        }
        if once.is_none()
            && self.decision.is_usual()
            && let Markup::Html(flow) = &mut self.markup
            && let Some(target) = self.decision.plain_target(found)
        {
            flow.text(out, part.of(Span::new(self.done, span.start())));
            flow.before_link(out);
            self.decision.plain_anchor(out, target, part.of(span));
            self.done = span.end();
            return;
        }
        self.unusual_link(out, found, part, once);
    }

    #[inline(never)]
    fn unusual_link(
        &mut self,
        out: &mut String,
        found: &Match<'_>,
        part: Part<'_>,
        once: Option<&mut Once<'_>>,
    ) {
        let Page { decision, markup, done } = self;
        let Some(linked) = decision.link(found, None, markup.context(), once) else { return };
        let label = linked.label(found.pieces().len());
        let whole = [found.span()];
        let pieces = if label.is_some() { &whole } else { found.pieces() };
        if let Markup::Terminal(screen) = markup
            && !screen.begin_link(&linked)
        {
            return;
        }
        for piece in pieces {
            markup.text(out, Span::new(*done, piece.start()), part);
            let label = label.unwrap_or_else(|| part.of(*piece));
            match markup {
                Markup::Html(flow) => {
                    flow.before_link(out);
                    decision.anchor(out, &linked, label);
                }
                Markup::Terminal(screen) => screen.anchor(out, &linked, label, pieces.len()),
            }
            *done = piece.end();
        }
        if let Markup::Terminal(_) = markup
            && let Some(caution) = decision.caution(found)
        {
            out.extend([" [", &caution, "]"]);
        }
    }

    /// Finishes the text, and prepares for the next one.
    pub(super) fn finish(&mut self, out: &mut String) {
        self.done = 0;
        match &mut self.markup {
            Markup::Html(flow) => flow.finish(out),
            Markup::Terminal(screen) => screen.finish(out),
        }
    }
}

impl Markup {
    const fn context(&self) -> Context {
        match self {
            Markup::Html(_) => Context::Text,
            Markup::Terminal(_) => Context::Terminal,
        }
    }

    /// Writes the text at `span`.
    fn text(&mut self, out: &mut String, span: Span, part: Part<'_>) {
        match self {
            Markup::Html(flow) => flow.text(out, part.of(span)),
            Markup::Terminal(screen) => screen.text(out, span, part),
        }
    }
}
