//! PDFs: reads each part of a PDF, and computes its position.

use core::ops::ControlFlow;

use super::document::{Document, count_lines};
use super::locating::LocatingSink;
use super::session::Session;
use super::start::Start;
use crate::model::{Diagnostic, DiagnosticKind, Limits, Location};
use crate::pdf::{self, Attachment, Page, PageReader, PdfPart, Process};
use crate::sink::Sink;
use crate::wire::{Problem, read_parts};

/// Reads a PDF.
///
/// Offsets and lines refer to a text that is assembled from the PDF: the values of its metadata, the titles of its
/// outline, its pages and their notes. A form feed follows each of these.
pub(super) fn read(document: &mut Document<'_, '_>) {
    let (held, _) = document.hold();
    let (session, location) = (&mut *document.session, &mut *document.location);
    let settings = session.settings;
    let mut parts = Parts {
        session,
        location,
        start: Start::default(),
        pages: 0,
        is_explained: false,
        attachments: 0,
        is_skipped: false,
    };
    match settings.pdf_process {
        None => pdf::decode(held, &settings.limits, &mut |part| parts.take(part)),
        Some(process) => parts.take_from(process, &held, &settings.limits),
    }
    parts.finish();
}

/// Receives the parts of a PDF.
struct Parts<'p, 'r> {
    session: &'p mut Session<'r>,
    location: &'p mut Location,
    /// The position in the text at which the next part begins.
    start: Start,
    pages: u64,
    /// Whether a page has text, or a diagnostic was reported that explains why none has.
    is_explained: bool,
    attachments: u64,
    /// Whether a diagnostic has reported that the document was left out.
    is_skipped: bool,
}

impl Parts<'_, '_> {
    fn take_from(&mut self, process: Process, held: &[u8], limits: &Limits) {
        let read = process(held, limits)
            .and_then(|mut content| read_parts(&mut *content, &mut |part| self.take(part)));
        if let Err(error) = read {
            self.report(&Problem::ended("the PDF decoder", &error, self.pages == 0));
        }
    }

    fn take(&mut self, part: PdfPart) -> ControlFlow<()> {
        match part {
            PdfPart::Base(base) => self.location.set_base(&base),
            PdfPart::Metadata(entry) => {
                self.part(&entry.text, |sink| pdf::read_entry(&entry, sink));
            }
            PdfPart::Bookmark(bookmark) => {
                self.part(&bookmark.title, |sink| pdf::read_bookmark(&bookmark, sink));
            }
            PdfPart::Page(page) => self.page(&page),
            PdfPart::Attachment(attachment) => self.attachment(&attachment),
            PdfPart::Problem(problem) => self.report(&problem),
        }
        self.session.tick()
    }

    fn page(&mut self, page: &Page) {
        self.pages += 1;
        let reader = PageReader::new(page);
        self.is_explained |= !reader.is_blank();
        self.part(reader.text(), |sink| reader.read(sink));
        for note in &page.notes {
            self.part(&note.text, |sink| pdf::read_note(page, note, sink));
        }
    }

    /// Calls `read` with the sink of a part that has the text `text`.
    fn part(&mut self, text: &str, read: impl FnOnce(&mut dyn Sink)) {
        let bytes = text.as_bytes();
        let unit = self.location.unit.clone();
        let mut sink = LocatingSink::new(self.session, self.location, bytes, self.start, None);
        sink.is_drawn = true;
        read(&mut sink);
        sink.finish();
        self.location.unit = unit;
        let lines = count_lines(bytes);
        let Start { offset, lines: before, .. } = self.start;
        self.start = Start { lines: before + lines, ..Start::at(offset + bytes.len() + 1) };
    }

    fn attachment(&mut self, attachment: &Attachment) {
        self.attachments += 1;
        let unpacked = &self.session.meter.unpacked;
        unpacked.set(unpacked.get() + attachment.bytes.len() as u64);
        let name = &*attachment.name;
        let mut location = self.location.member("pdf", name, self.attachments);
        location.media_type = attachment.media_type.as_ref().map(|name| name.to_ascii_lowercase());
        (self.session.readers.held)(self.session, &mut location, name, &attachment.bytes);
    }

    fn report(&mut self, problem: &Problem) {
        self.is_explained = true;
        self.is_skipped |= problem.is_skip;
        self.session.diagnostic(&problem.diagnostic(&self.location.place));
    }

    /// Counts the document. If there are pages and none has text, reports that the text layer is missing.
    fn finish(self) {
        self.session.summary.documents += u64::from(!self.is_skipped);
        if self.is_explained || self.pages == 0 || self.session.is_over {
            return;
        }
        let message = "a PDF document without a text layer; only its annotations were read";
        let place = &self.location.place;
        let diagnostic = Diagnostic::new(place, DiagnosticKind::UnreadFormat, message);
        self.session.diagnostic(&diagnostic.reading());
    }
}
