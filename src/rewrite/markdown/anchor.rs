//! An existing link with the positions of its marks, and the changes that give it another target, text or title.

use pulldown_cmark::{LinkType, Options, Tag};

use super::edit::{Change, LinkTarget};
use super::existing;
use super::form;
use super::says::Says;
use crate::span::Span;

#[derive(Debug)]
pub(super) struct Anchor {
    pub(super) says: Says,
    pub(super) span: Span,
    form: AnchorForm,
}

/// How a link is written.
#[derive(Debug)]
enum AnchorForm {
    /// `<uri>`
    Autolink,
    /// `[text](destination "title")`
    Inline { content: Span, destination: Span },
    /// `[text][label]`, or `[label]` and `[label][]`, where the label is the text.
    Reference { content: Span, label: String, is_full: bool },
}

impl Anchor {
    /// The link at `span` of `source` that `tag` begins and whose last inner event ends at `inner`.
    ///
    /// `None` if the marks of the link are not at the expected positions, because its range is then not reliable.
    pub(super) fn at(
        source: &str,
        tag: &Tag<'_>,
        says: Says,
        mut span: Span,
        inner: usize,
    ) -> Option<Anchor> {
        let Tag::Link { link_type, id, .. } = tag else { return None };
        let marks = source.get(inner..span.end())?;
        let start = span.start() + 1;
        let content = |close: usize| Span::new(start, close);
        let reference = |close: usize, is_full| {
            let is_closed = source.as_bytes().get(close) == Some(&b']') && inner <= close;
            let label = id.to_string();
            is_closed.then(|| AnchorForm::Reference { content: content(close), label, is_full })
        };
        let form = match link_type {
            LinkType::Autolink | LinkType::Email => AnchorForm::Autolink,
            LinkType::Inline => {
                let close = inner + marks.find("](")?;
                let inside = Span::new(close + 2, span.end().checked_sub(1)?.max(close + 2));
                let place = existing::destination_at(source, inside);
                let destination = existing::enclosed(source, place);
                AnchorForm::Inline { content: content(close), destination }
            }
            LinkType::Reference => reference(inner + marks.find("][")?, true)?,
            LinkType::Collapsed => {
                let close = inner + marks.find(']')?;
                // The range from the parser does not include `[]`.
                let end = close + 3;
                span = Span::new(span.start(), end);
                let is_collapsed = source.get(close..end) == Some("][]");
                reference(close, false).filter(|_| is_collapsed)?
            }
            LinkType::Shortcut => reference(span.end().checked_sub(1)?, false)?,
            _ => return None,
        };
        let begins = if matches!(form, AnchorForm::Autolink) { b'<' } else { b'[' };
        let is_marked = source.as_bytes().get(span.start()) == Some(&begins);
        is_marked.then_some(Anchor { says, span, form })
    }

    /// The label of the definition that the link refers to.
    pub(super) fn label(&self) -> Option<&str> {
        match &self.form {
            AnchorForm::Reference { label, .. } => Some(label),
            _ => None,
        }
    }

    /// The span of the destination; `None` if the destination is in a definition.
    pub(super) fn destination(&self) -> Option<Span> {
        match self.form {
            AnchorForm::Autolink => Some(self.span),
            AnchorForm::Inline { destination, .. } => Some(destination),
            AnchorForm::Reference { .. } => None,
        }
    }

    /// The changes that remove the link and keep its content.
    pub(super) fn unwrapped(&self, options: Options) -> Vec<Change> {
        let Some(content) = self.content() else {
            return vec![(self.span, form::literal(&self.says.text, options))];
        };
        let open = Span::new(self.span.start(), content.start());
        let close = Span::new(content.end(), self.span.end());
        vec![(open, String::new()), (close, String::new())]
    }

    /// The changes that give the link the target, text and title of `target`.
    pub(super) fn changes(
        &self,
        source: &str,
        target: &LinkTarget,
        options: Options,
    ) -> Vec<Change> {
        let math = options.contains(Options::ENABLE_MATH);
        let mut changes: Vec<Change> = self.label_change(target).into_iter().collect();
        match &self.form {
            AnchorForm::Autolink => {
                let label = target.label.as_deref().map(form::referenced);
                let text = label.unwrap_or_else(|| form::literal(&self.says.text, options));
                let link = format!("[{text}]({})", form::destination(target, math));
                changes = vec![(self.span, link)];
            }
            AnchorForm::Inline { destination, .. } => {
                let title = Span::new(destination.end(), self.span.end() - 1);
                changes.extend(self.destination_changes(target, *destination, title, math));
            }
            AnchorForm::Reference { content, .. } if self.leads_elsewhere(target) => {
                let marks = Span::new(content.end(), self.span.end());
                changes.push((marks, format!("]({})", form::destination(target, math))));
            }
            AnchorForm::Reference { .. } => changes.extend(self.full(source, target)),
        }
        changes
    }

    /// The changes that give a reference another text and keep its definition.
    pub(super) fn relabelled(&self, source: &str, target: &LinkTarget) -> Vec<Change> {
        let label = self.label_change(target).into_iter();
        label.chain(self.full(source, target)).collect()
    }

    /// Whether `target` differs from the link in its destination or title.
    pub(super) fn leads_elsewhere(&self, target: &LinkTarget) -> bool {
        (&target.href, &target.title) != (&self.says.href, &self.says.title)
    }

    fn content(&self) -> Option<Span> {
        match self.form {
            AnchorForm::Autolink => None,
            AnchorForm::Inline { content, .. } | AnchorForm::Reference { content, .. } => {
                Some(content)
            }
        }
    }

    fn label_change(&self, target: &LinkTarget) -> Option<Change> {
        Some((self.content()?, form::referenced(target.label.as_deref()?)))
    }

    /// The change from `[label]` or `[label][]` to the form with an explicit label, which is needed if another text
    /// replaces the label.
    fn full(&self, source: &str, target: &LinkTarget) -> Option<Change> {
        let AnchorForm::Reference { content, is_full: false, .. } = self.form else { return None };
        target.label.as_ref()?;
        let label = source.get(content.range())?;
        Some((Span::new(content.end(), self.span.end()), format!("][{label}]")))
    }

    /// The changes to a destination and to the title after it.
    pub(super) fn destination_changes(
        &self,
        target: &LinkTarget,
        destination: Span,
        title: Span,
        math: bool,
    ) -> impl Iterator<Item = Change> {
        let Says { href, title: old, .. } = &self.says;
        let (has_href, has_title) = (*href != target.href, *old != target.title);
        // A title without a destination before it would be read as the destination.
        let has_href = has_href || has_title && destination.is_empty();
        let href = has_href.then(|| (destination, form::bare(&target.href, math)));
        let title = has_title.then(|| (title, form::title(&target.title)));
        href.into_iter().chain(title)
    }
}
