//! Reads the existing links of a document from its events, judges them in order, and computes their changes.

use core::ops::Range;
use std::collections::VecDeque;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::anchor::Anchor;
use super::dialect::Directives;
use super::edit::{Change, Changed, Edit, LinkTarget};
use super::existing::Existing;
use super::place::Safety;
use super::says::{Images, Says, Verdict, text_of};
use crate::link::{Decision, Once};
use crate::span::Span;

/// The existing links of a document.
pub(super) struct Anchors<'l> {
    directives: &'l Directives<'l>,
    options: Options,
    /// A parser that is only used for its definitions of references; its events are not read.
    parser: Parser<'l>,
    open: Option<Open>,
    images: Images,
    /// The links that were read completely and are not judged yet.
    held: VecDeque<Anchor>,
    judged: Vec<Judged>,
    /// The offsets of the definitions to which images refer. Such definitions are not changed.
    fixed: Vec<usize>,
}

/// A link whose end has not been read.
struct Open {
    tag: Tag<'static>,
    says: Says,
    span: Span,
    /// The end of its last inner event.
    inner: usize,
}

/// A link, its verdict, and the definition that it refers to.
struct Judged {
    anchor: Anchor,
    verdict: Verdict,
    definition: Option<Definition>,
}

/// The span of a definition.
#[derive(Clone, Copy, Debug)]
struct Definition {
    span: Span,
    destination: Span,
}

impl<'l> Anchors<'l> {
    pub(super) fn new(directives: &'l Directives<'l>, options: Options) -> Anchors<'l> {
        Anchors {
            directives,
            options,
            parser: Parser::new_ext(directives.masked(), options),
            open: None,
            images: Images::default(),
            held: VecDeque::new(),
            judged: Vec::new(),
            fixed: Vec::new(),
        }
    }

    pub(super) fn read(&mut self, event: &Event<'_>, range: &Range<usize>) {
        let is_inner = self.images.are_open();
        self.images.read(event);
        match event {
            Event::Start(tag @ Tag::Link { .. }) if !is_inner => {
                // Of nested links, only the inner one is treated.
                self.open = Says::begun_by(tag).map(|says| Open {
                    tag: tag.clone().into_static(),
                    says,
                    span: Span::new(range.start, range.end),
                    inner: range.start + 1,
                });
            }
            Event::Start(Tag::Link { id, .. } | Tag::Image { id, .. }) => {
                let definition = self.definition(id);
                self.fixed.extend(definition.map(|definition| definition.span.start()));
                self.extend(range.end, None);
            }
            Event::End(TagEnd::Link) if !is_inner => {
                let source = self.directives.masked();
                let open = self.open.take();
                self.held.extend(open.and_then(|open| {
                    Anchor::at(source, &open.tag, open.says, open.span, open.inner)
                }));
            }
            _ => {
                let text = text_of(event).filter(|_| !is_inner);
                let written = text.and_then(|text| self.directives.written(text, range));
                self.extend(range.end, written.or(text));
            }
        }
    }

    fn extend(&mut self, end: usize, text: Option<&str>) {
        if let Some(open) = &mut self.open {
            open.inner = open.inner.max(end);
            open.says.text.push_str(text.unwrap_or_default());
        }
    }

    /// Judges the links that were read and begin before `at`.
    pub(super) fn judge_before(
        &mut self,
        at: usize,
        decision: &Decision,
        mut once: Option<&mut Once<'_>>,
    ) {
        while self.held.front().is_some_and(|anchor| anchor.span.start() < at) {
            let Some(anchor) = self.held.pop_front() else { return };
            let definition = anchor.label().map(|label| self.definition(label));
            // If the definition is not found, the link is skipped.
            let Some(definition) = definition.map_or(Some(None), |found| found.map(Some)) else {
                continue;
            };
            let destination = definition.map(|definition| definition.destination);
            let destination = destination.or(anchor.destination());
            // The output of a directive in a destination is not known.
            if destination.is_some_and(|place| self.directives.touch(place)) {
                continue;
            }
            let verdict = anchor.says.judged_by(decision, once.as_deref_mut());
            self.judged.push(Judged { anchor, verdict, definition });
        }
    }

    /// Drops the links that begin in `span`, which is the span of a URI that becomes a link.
    pub(super) fn leave(&mut self, span: Span) {
        self.held.retain(|anchor| !span.range().contains(&anchor.span.start()));
    }

    fn definition(&self, label: &str) -> Option<Definition> {
        let source = self.directives.masked();
        let found = self.parser.reference_definitions().get(label)?;
        let span = Span::new(found.span.start, found.span.end);
        let destination = Existing::definition(source, &found.dest, span).written(source);
        Some(Definition { span, destination })
    }

    /// The changes to the document.
    pub(super) fn edits(mut self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut judged = core::mem::take(&mut self.judged);
        let place = |one: &Judged| one.definition.map(|definition| definition.span.start());
        // The sort is stable: links to the same definition keep their order.
        judged.sort_by_key(place);
        for group in judged.chunk_by(|a, b| place(a).is_some() && place(a) == place(b)) {
            let common = group.first().and_then(|one| one.definition);
            let common = common.and_then(|definition| self.redefined(definition, group));
            let is_redefined = common.is_some();
            edits.extend(common);
            let alone = group.iter().filter(|one| !is_redefined || one.verdict == Verdict::Goes);
            edits.extend(alone.filter_map(|one| self.edit(one)));
        }
        edits
    }

    /// The changes to a single link.
    fn edit(&self, judged: &Judged) -> Option<Edit> {
        let Judged { anchor, verdict, .. } = judged;
        let source = self.directives.masked();
        let (target, changes) = match verdict {
            Verdict::Stays => return None,
            Verdict::Goes => (None, anchor.unwrapped(self.options)),
            Verdict::Changes(target) => {
                (Some(target.clone()), anchor.changes(source, target, self.options))
            }
        };
        let is_reference = anchor.label().is_some()
            && target.as_ref().is_some_and(|target| !anchor.leads_elsewhere(target));
        let changed = Changed { start: anchor.span.start(), target: target.clone(), is_reference };
        let href = target.map_or_else(|| anchor.says.href.clone(), |target| target.href);
        Some(self.checked(anchor.span, href, changes, vec![changed]))
    }

    /// The changes to a definition, if all links that keep using it get the same new target.
    fn redefined(&self, definition: Definition, group: &[Judged]) -> Option<Edit> {
        if self.fixed.contains(&definition.span.start()) {
            return None;
        }
        let staying = || group.iter().filter(|one| one.verdict != Verdict::Goes);
        let targets: Option<Vec<&LinkTarget>> = staying()
            .map(|one| match &one.verdict {
                Verdict::Changes(target) if one.anchor.leads_elsewhere(target) => Some(target),
                _ => None,
            })
            .collect();
        let targets = targets?;
        let first = *targets.first()?;
        let leads_there =
            |target: &&LinkTarget| (&target.href, &target.title) == (&first.href, &first.title);
        if !targets.iter().all(leads_there) {
            return None;
        }
        let source = self.directives.masked();
        let (destination, math) =
            (definition.destination, self.options.contains(Options::ENABLE_MATH));
        let after = source.get(destination.end()..definition.span.end()).unwrap_or_default();
        let title = Span::new(destination.end(), destination.end() + after.trim_end().len());
        let anchor = &staying().next()?.anchor;
        let mut changes: Vec<Change> =
            anchor.destination_changes(first, destination, title, math).collect();
        let mut changed = Vec::new();
        for (one, target) in staying().zip(targets.iter()) {
            changes.extend(one.anchor.relabelled(source, target));
            let start = one.anchor.span.start();
            changed.push(Changed { start, target: Some((*target).clone()), is_reference: true });
        }
        changes.sort_by_key(|(span, _)| span.start());
        Some(self.checked(definition.span, first.href.clone(), changes, changed))
    }

    /// The edit with these changes; it is unsafe if it would change a directive.
    fn checked(
        &self,
        link: Span,
        href: String,
        changes: Vec<Change>,
        changed: Vec<Changed>,
    ) -> Edit {
        let touches = changes.iter().any(|(span, _)| self.directives.touch(*span));
        let safety = if touches { Safety::Unsafe } else { Safety::Doubtful };
        let target = LinkTarget { href, ..LinkTarget::default() };
        Edit { safety, changes, link, target, is_mended: false, changed }
    }
}
