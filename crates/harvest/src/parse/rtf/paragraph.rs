//! A paragraph: its text in layers, and the links of its fields.

use core::ops::Range;
use std::sync::Arc;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::destination::Note;
use super::field::FieldTarget;
use crate::model::{Origin, Unit};
use crate::parse::anchor;
use crate::sink::Sink;

/// Separates two texts. No URI contains this character, so a URI in the first text ends there.
const BORDER: &[u8] = b"\x1A";

/// The visibility of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Layer {
    /// Readers see the text.
    #[default]
    Shown,
    /// Readers do not see the text, because it is formatted as hidden.
    Hidden,
    /// Readers do not see the text, because a tracked change has deleted it.
    Deleted,
}

/// The link of a field or a shape.
#[derive(Debug)]
struct Link {
    target: FieldTarget,
    /// The span of the reference in the document.
    place: Span,
    /// The range of the displayed text of the link in the text of the layer `Shown`.
    label: Range<usize>,
}

/// The paragraph that is being read.
#[derive(Debug)]
pub(super) struct Paragraph<'d> {
    /// The part of the document; `None` for the body.
    pub(super) note: Option<Note>,
    /// The author of a comment.
    pub(super) author: Option<String>,
    /// The number of the paragraph in the body, counted from 1. A note has the number of the paragraph that contains
    /// it.
    pub(super) number: u32,
    shown: TextRun<'d>,
    hidden: TextRun<'d>,
    deleted: TextRun<'d>,
    last: Layer,
    links: Vec<Link>,
}

impl<'d> Paragraph<'d> {
    pub(super) const fn new(document: &'d [u8], note: Option<Note>) -> Paragraph<'d> {
        Paragraph {
            note,
            author: None,
            number: 1,
            shown: TextRun::new(document),
            hidden: TextRun::new(document),
            deleted: TextRun::new(document),
            last: Layer::Shown,
            links: Vec::new(),
        }
    }

    /// The text of a layer. If text of another layer interrupts hidden or deleted text, a border is added, so no URI
    /// extends across the interruption.
    pub(super) fn layer(&mut self, layer: Layer, at: usize) -> &mut TextRun<'d> {
        let is_new = core::mem::replace(&mut self.last, layer) != layer;
        let run = match layer {
            Layer::Shown => &mut self.shown,
            Layer::Hidden => &mut self.hidden,
            Layer::Deleted => &mut self.deleted,
        };
        if is_new && layer != Layer::Shown {
            run.push_decoded(BORDER, Span::new(at, at));
        }
        run
    }

    /// Separates the text before `at` from the text after `at`.
    pub(super) fn border(&mut self, at: usize) {
        self.shown.push_decoded(BORDER, Span::new(at, at));
    }

    /// Adds a link, and returns its number.
    pub(super) fn link(&mut self, target: FieldTarget, place: Span) -> usize {
        let at = self.shown.text().len();
        self.links.push(Link { target, place, label: at..at });
        self.links.len() - 1
    }

    /// The current length of the displayed text, in bytes.
    pub(super) fn len(&self) -> usize {
        self.shown.text().len()
    }

    /// Records that the displayed text of the link with this number begins at `start` and ends at the current end.
    pub(super) fn label(&mut self, number: usize, start: usize) {
        let end = self.len();
        if let Some(link) = self.links.get_mut(number).filter(|_| start <= end) {
            link.label = start..end;
        }
    }

    /// Reports the links of fields and the links that are found in the text.
    pub(super) fn report(mut self, sink: &mut dyn Sink) {
        let links = core::mem::take(&mut self.links);
        sink.unit(Some(self.unit(Layer::Shown)));
        let finder = sink.finder().clone();
        let mut matches = finder.find_iter(self.shown.text());
        let mut open: Option<(Range<usize>, anchor::Target)> = None;
        let mut links = links.into_iter().peekable();
        for found in matches.by_ref() {
            if sink.is_cancelled() {
                return;
            }
            let at = found.span().start();
            while let Some(link) = links.next_if(|link| link.label.start <= at) {
                self.give(&link, sink);
                open = Some((link.label, anchor::Target::new(&link.target.reference)));
            }
            // A URI in the displayed text of a link is not reported if it only repeats the target of the link.
            let is_repetition = open.as_ref().is_some_and(|(label, target)| {
                label.contains(&at) && target.is_repeated_by(&found)
            });
            if !is_repetition {
                sink.found(&found, Some(self.shown.map()));
            }
        }
        sink.too_long(matches.skipped_too_long());
        links.for_each(|link| self.give(&link, sink));
        self.report_unseen(sink);
    }

    fn report_unseen(&self, sink: &mut dyn Sink) {
        for (run, layer) in [(&self.hidden, Layer::Hidden), (&self.deleted, Layer::Deleted)] {
            if !run.is_empty() {
                sink.unit(Some(self.unit(layer)));
                sink.search_run(run);
            }
        }
    }

    fn unit(&self, layer: Layer) -> Arc<Unit> {
        Arc::new(Unit {
            paragraph: Some(self.number),
            note: self.note.map(|note| note.name().to_owned()),
            author: self.author.clone(),
            is_hidden: layer == Layer::Hidden,
            is_deleted: layer == Layer::Deleted,
            ..Unit::default()
        })
    }

    fn give(&self, link: &Link, sink: &mut dyn Sink) {
        if sink.wants_displayed_text()
            && let Some(label) = self.shown.text().get(link.label.clone())
        {
            sink.shows(&String::from_utf8_lossy(label));
        }
        let FieldTarget { reference, name, .. } = &link.target;
        let unit = self.unit(Layer::Shown);
        let field = Some(name.to_ascii_uppercase()).filter(|_| *name != "hlsrc");
        sink.unit(Some(Arc::new(Unit { field, ..(*unit).clone() })));
        sink.existing(reference, link.place, Origin::Attribute, name);
        sink.unit(Some(unit));
    }
}
