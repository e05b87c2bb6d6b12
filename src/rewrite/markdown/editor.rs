//! Computes the edits that make links in a document.

use pulldown_cmark::Parser;

use super::builder::Style;
use super::dialect::Directives;
use super::edit::{Edit, Edits, Fate, LinkTarget, TextUri};
use super::extensions::Extensions;
use super::form::{self, Forms};
use super::place::{self, Safety};
use super::run::Run;
use super::search::MarkdownSearch;
use super::walk::{self, Visitor};
use crate::find::Match;
use crate::link::{Context, Decision, Once};
use crate::span::Span;

/// The settings that decide which links are made, and in which form.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) search: MarkdownSearch,
    pub(super) decision: Decision,
    pub(super) extensions: Extensions,
    pub(super) style: Style,
    pub(super) mend: bool,
}

/// Collects the edits of a document while its events are read.
struct Editor<'l, 'o, 'd> {
    rules: &'l Rules,
    directives: &'l Directives<'l>,
    /// Whether this is a second pass, which calls no closure.
    is_again: bool,
    /// The closure that was passed to `try_rewrite`.
    once: Option<&'o mut Once<'d>>,
    edits: Edits,
}

impl Rules {
    /// The results for the URIs of a document; `once` is the closure that was passed to `try_rewrite`. If it `is_again`,
    /// a second pass, no closure is called.
    pub(super) fn edits<'l>(
        &'l self,
        directives: &'l Directives<'l>,
        once: Option<&mut Once<'_>>,
        is_again: bool,
    ) -> Edits {
        let source = directives.masked();
        let edits = Edits::default();
        let mut editor = Editor { rules: self, directives, is_again, once, edits };
        let parser = Parser::new_ext(source, self.extensions.options());
        walk::walk(&self.search, source, parser, &mut editor);
        editor.edits
    }

    fn edit(
        &self,
        run: &Run<'_>,
        found: &Match<'_>,
        target: &LinkTarget,
        forms: Forms,
    ) -> Option<Edit> {
        if found.pieces().len() > 1 {
            return self.mend.then(|| form::mended(run, found, target)).flatten();
        }
        forms.edit(run, found, target)
    }
}

impl Editor<'_, '_, '_> {
    /// The target of `found`, if `found` becomes a link.
    fn target(&mut self, found: &Match<'_>, span: Span) -> Option<LinkTarget> {
        let decision = &self.rules.decision;
        let linked = if self.is_again {
            decision.link_unasked(found)
        } else {
            decision.link(found, Some(span), Context::Markdown, self.once.as_deref_mut())
        }?;
        Some(LinkTarget::new(&linked, decision))
    }

    /// The result for `found`.
    fn fate(&mut self, run: &Run<'_>, found: &Match<'_>, forms: &mut Forms) -> Fate {
        let span = run.source_span(found.span());
        let Some(target) = self.target(found, span) else {
            let is_asked = !self.is_again && self.rules.decision.link_unasked(found).is_some();
            return if is_asked { Fate::Declined } else { Fate::Bare };
        };
        let Some(edit) = self.rules.edit(run, found, &target, *forms) else { return Fate::Bare };
        forms.linked = found.span().end();
        self.edits.made.push(edit);
        Fate::Made
    }
}

impl<'s> Visitor<'s> for Editor<'_, '_, '_> {
    fn links(&mut self, run: &Run<'s>, links: &[Match<'_>]) {
        let mut forms = Forms {
            options: self.rules.extensions.options(),
            is_mdx: self.rules.style == Style::Inline || self.directives.is_mdx(),
            open_markup: place::open_markup(run.text()),
            linked: 0,
        };
        let before = self.edits.made.len();
        let mut has_bare = self.rules.search.weighs_names();
        for found in links {
            let span = run.source_span(found.span());
            if self.directives.continues(span) {
                continue;
            }
            let fate = self.fate(run, found, &mut forms);
            has_bare |= fate != Fate::Made;
            self.edits.all.push(TextUri { href: found.href().to_owned(), fate });
        }
        let of_run = self.edits.made.get_mut(before..).unwrap_or_default();
        // A URI that stays bare may be parsed differently when the text after it becomes part of a link.
        let least = if has_bare { Safety::Doubtful } else { Safety::Safe };
        // The edits of a run may affect the same marks: if one of them is doubtful, all of them are.
        if let Some(safety) = of_run.iter().map(|edit| edit.safety.max(least)).max() {
            for edit in of_run {
                edit.safety = safety;
            }
        }
    }
}
