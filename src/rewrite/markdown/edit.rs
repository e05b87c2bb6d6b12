//! Computes the edits that make links in a document.

use pulldown_cmark::Parser;

use super::dialect::Directives;
use super::form::{self, Forms, LinkTarget, SourceEdit};
use super::linker::{MarkdownLinker, Style};
use super::run::Run;
use super::walk::{self, Visitor};
use crate::find::Match;
use crate::link::{Context, Once};
use crate::span::Span;

/// A URI in the text of a document.
#[derive(Debug)]
pub(super) struct TextUri {
    pub(super) href: String,
    /// The edit that makes it a link; `None` if the URI keeps its bytes, because no markup is possible at its position,
    /// or because of its scheme, a hazard or its flags.
    pub(super) edit: Option<SourceEdit>,
    /// Whether a closure declined it. A second pass, which calls no closure, may link it.
    pub(super) is_declined: bool,
}

/// Collects the URIs of a document, with their edits, while its events are read.
struct Editor<'l, 'o, 'd> {
    linker: &'l MarkdownLinker,
    directives: &'l Directives<'l>,
    /// Whether this is a second pass, which calls no closure.
    is_again: bool,
    /// The closure that was passed to `try_rewrite`.
    once: Option<&'o mut Once<'d>>,
    uris: Vec<TextUri>,
}

impl MarkdownLinker {
    /// The URIs in the text of a document, in their order; `once` is the closure that was passed to `try_rewrite`. If it
    /// `is_again`, a second pass, no closure is called.
    pub(super) fn uris<'l>(
        &'l self,
        directives: &'l Directives<'l>,
        once: Option<&mut Once<'_>>,
        is_again: bool,
    ) -> Vec<TextUri> {
        let source = directives.masked();
        let mut editor = Editor { linker: self, directives, is_again, once, uris: Vec::new() };
        let parser = Parser::new_ext(source, self.extensions.options());
        walk::walk(&self.search, source, parser, &mut editor);
        editor.uris
    }
}

impl Editor<'_, '_, '_> {
    /// The result for `found`, which is at `span` of the source.
    fn uri(&mut self, run: &Run<'_>, found: &Match<'_>, span: Span, forms: &mut Forms) -> TextUri {
        let decision = &self.linker.decision;
        let linked = if self.is_again {
            decision.link_unasked(found)
        } else {
            decision.link(found, Some(span), Context::Markdown, self.once.as_deref_mut())
        };
        let is_declined =
            linked.is_none() && !self.is_again && decision.link_unasked(found).is_some();
        let target = linked.map(|linked| LinkTarget::new(&linked, decision));
        let edit = target.and_then(|target| forms.edit(run, found, &target));
        if edit.is_some() {
            forms.linked = found.span().end();
        }
        TextUri { href: found.href().to_owned(), edit, is_declined }
    }
}

impl<'s> Visitor<'s> for Editor<'_, '_, '_> {
    fn links(&mut self, run: &Run<'s>, links: &[Match<'_>]) {
        let mut forms = Forms {
            options: self.linker.extensions.options(),
            is_mdx: self.linker.style == Style::Inline || self.directives.is_mdx(),
            open_markup: form::open_markup(run.text()),
            linked: 0,
        };
        let before = self.uris.len();
        for found in links {
            let span = run.source_span(found.span());
            if !self.directives.continues(span) {
                let uri = self.uri(run, found, span, &mut forms);
                self.uris.push(uri);
            }
        }
        let of_run = self.uris.get_mut(before..).unwrap_or_default();
        // The edits of a run may affect the same marks, so that all of them are as doubtful as one. A URI that stays bare
        // may be parsed differently when the text after it becomes part of a link.
        let is_doubtful =
            of_run.iter().any(|one| one.edit.as_ref().is_none_or(|edit| edit.is_doubtful));
        for edit in of_run.iter_mut().filter_map(|one| one.edit.as_mut()) {
            edit.is_doubtful = is_doubtful;
        }
    }
}
