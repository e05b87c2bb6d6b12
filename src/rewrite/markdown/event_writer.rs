//! Writes the events of a [run](super::run), and inserts the events of its links.

use core::ops::Range;
use std::collections::VecDeque;

use pulldown_cmark::{CowStr, Event, TagEnd};

use super::pieces::Piece;
use super::run::{PartKind, Run, RunPart};
use super::walk::Located;
use crate::span::Span;

/// Writes the events of a run, with its links.
pub(super) struct Writer<'w, 'a> {
    run: &'w Run<'a>,
    /// The pieces of the links that are not written yet.
    pieces: &'w [Piece],
    /// The range in the source of the piece that is being written.
    source: Range<usize>,
    /// For each part, whether it is a delimiter, such as `*`, that is written as text because a link contains it or its
    /// partner.
    is_text: Vec<bool>,
    out: &'w mut VecDeque<Located<'a>>,
}

impl<'w, 'a> Writer<'w, 'a> {
    pub(super) fn new(
        run: &'w Run<'a>,
        pieces: &'w [Piece],
        out: &'w mut VecDeque<Located<'a>>,
    ) -> Self {
        let mut is_text = vec![false; run.parts().len()];
        for piece in pieces {
            for (index, part) in run.parts_in(piece.span) {
                let partner = match part.kind {
                    PartKind::Open { close } => close.unwrap_or(index),
                    PartKind::Close { open } => open,
                    _ => continue,
                };
                for mark in [index, partner] {
                    if let Some(is_text) = is_text.get_mut(mark) {
                        *is_text = true;
                    }
                }
            }
        }
        Writer { run, pieces, source: 0..0, is_text, out }
    }

    /// Writes the whole run. `events` are its original events.
    pub(super) fn write_all(mut self, events: VecDeque<Located<'a>>) {
        let mut events = events.into_iter();
        for (index, part) in self.run.parts().iter().enumerate() {
            self.write(index, part, &mut events);
        }
    }

    /// Writes one part. Its events are the next ones in `events`.
    fn write(
        &mut self,
        index: usize,
        part: &RunPart,
        held: &mut impl Iterator<Item = Located<'a>>,
    ) {
        let mut events: VecDeque<Located<'a>> = held.take(part.events).collect();
        let mut at = part.text.start();
        while let [piece, rest @ ..] = self.pieces
            && piece.span.start() < part.text.end()
        {
            if piece.span.start() >= part.text.start() {
                self.write_text(part, Span::new(at, piece.span.start()), &mut events);
                self.source = self.run.source_span(piece.span).range();
                self.out.push_back((piece.start.clone(), self.source.clone()));
                if let Some(label) = &piece.label {
                    self.out.push_back((Event::Text(label.clone().into()), self.source.clone()));
                }
                at = piece.span.start();
            }
            let end = piece.span.end().min(part.text.end());
            if piece.label.is_none() {
                self.write_linked(part, Span::new(at, end), &mut events);
            }
            at = end;
            if end < piece.span.end() {
                break;
            }
            self.pieces = rest;
            self.out.push_back((Event::End(TagEnd::Link), self.source.clone()));
        }
        if self.is_text.get(index) == Some(&true) {
            self.write_source(Span::new(at, part.text.end()), part);
        } else if at < part.text.end() && at > part.text.start() {
            self.write_text(part, Span::new(at, part.text.end()), &mut events);
        } else if at == part.text.start() {
            self.out.extend(events);
        }
    }

    /// Writes the range `text` of `part`, which is inside a link.
    fn write_linked(&mut self, part: &RunPart, text: Span, events: &mut VecDeque<Located<'a>>) {
        match part.kind {
            PartKind::Text { .. } | PartKind::Foreign => self.write_text(part, text, events),
            PartKind::Replaced { is_reference: true } | PartKind::Break => {
                self.out.extend(events.drain(..));
            }
            // The link shows the URI as it was typed: `a--b`, not `a–b`.
            PartKind::Replaced { .. }
            | PartKind::Open { .. }
            | PartKind::Close { .. }
            | PartKind::Opaque(_) => {
                self.write_source(text, part);
            }
        }
    }

    /// Writes a part of a text event.
    fn write_text(&mut self, part: &RunPart, text: Span, events: &mut VecDeque<Located<'a>>) {
        let Some((Event::Text(whole), range)) = events.front() else { return };
        let (start, end) = (text.start() - part.text.start(), text.end() - part.text.start());
        if let Some(cut) = cut(whole, start..end).filter(|cut| !cut.is_empty()) {
            let range = match part.kind {
                PartKind::Text { .. } => part.source_of(text).range(),
                _ => range.clone(),
            };
            self.out.push_back((Event::Text(cut), range));
        }
    }

    /// Writes a delimiter or an element as text, exactly as the source has it.
    fn write_source(&mut self, text: Span, part: &RunPart) {
        let written = self.run.source().get(part.source.range());
        if let Some(written) = written.filter(|_| !text.is_empty()) {
            self.out.push_back((Event::Text(CowStr::Borrowed(written)), part.source.range()));
        }
    }
}

/// Returns a part of `text`, borrowed if `text` is borrowed.
fn cut<'a>(text: &CowStr<'a>, range: Range<usize>) -> Option<CowStr<'a>> {
    match text {
        CowStr::Borrowed(text) => text.get(range).map(CowStr::Borrowed),
        text => text.get(range).map(|part| CowStr::from(part.to_owned())),
    }
}
