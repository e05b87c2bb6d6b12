//! PDFs: reads each part of a PDF, and computes its position.

use core::ops::ControlFlow;

use super::document::{Document, count_lines};
use super::locating::LocatingSink;
use super::session::Session;
use super::start::Start;
use crate::detect::Format;
use crate::model::{Diagnostic, DiagnosticKind, Limit, Limits, Location, NoBytes};
use crate::pdf::{self, Attachment, Page, PageReader, PdfPart, Process};
use crate::sink::Sink;
use crate::wire::{Problem, read_parts};

/// Reads a document that is in memory and is a member of a container.
type ReadHeld = fn(&mut Session<'_>, &mut Location, &str, &[u8]);

/// Reads a PDF. `read_held` reads its embedded files.
///
/// Offsets and lines refer to a text that is assembled from the PDF: the values of its metadata, the titles of its
/// outline, its pages and their notes. A form feed follows each of these.
pub(super) fn read(document: &mut Document<'_, '_>, read_held: ReadHeld) {
    let (held, _) = document.hold();
    let (session, location) = (&mut *document.session, &mut *document.location);
    let settings = session.settings();
    let mut parts = Parts::new(session, location, read_held);
    match settings.pdf_process {
        None => pdf::decode(held.into_owned(), &settings.limits, &mut |part| parts.take(part)),
        Some(process) => parts.take_from(process, &held, &settings.limits),
    }
    parts.finish();
}

/// Receives the parts of a PDF.
struct Parts<'p, 'r> {
    session: &'p mut Session<'r>,
    location: &'p mut Location,
    read_held: ReadHeld,
    /// The position in the text at which the next part begins.
    start: Start,
    pages: u64,
    /// Whether a page has text, or a diagnostic was reported that explains why none has.
    is_explained: bool,
    attachments: u64,
    /// Whether a diagnostic has reported that the document was left out.
    is_skipped: bool,
}

impl<'p, 'r> Parts<'p, 'r> {
    fn new(
        session: &'p mut Session<'r>,
        location: &'p mut Location,
        read_held: ReadHeld,
    ) -> Parts<'p, 'r> {
        let start = Start::default();
        Parts {
            session,
            location,
            read_held,
            start,
            pages: 0,
            is_explained: false,
            attachments: 0,
            is_skipped: false,
        }
    }

    fn take_from(&mut self, process: Process, held: &[u8], limits: &Limits) {
        let read = process(held, limits)
            .and_then(|mut content| read_parts(&mut *content, &mut |part| self.take(part)));
        let Err(error) = read else { return };
        let message = match error.kind() {
            std::io::ErrorKind::UnexpectedEof => {
                "the PDF decoder ended early, and may have reached its memory limit".to_owned()
            }
            _ => format!("the PDF decoder: {error}"),
        };
        let is_skip = self.pages == 0;
        self.report(&Problem { is_skip, ..Problem::new(Limit::Held, message) });
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
        let finder = self.session.settings().finders.plain.clone();
        let bytes = text.as_bytes();
        let sink = LocatingSink::new(self.session, self.location, finder, bytes, self.start);
        let mut sink = sink.drawn(NoBytes::PageContent);
        read(&mut sink);
        sink.finish();
        let lines = count_lines(bytes);
        let Start { offset, lines: before, .. } = self.start;
        self.start = Start { lines: before + lines, ..Start::at(offset + bytes.len() + 1) };
    }

    fn attachment(&mut self, attachment: &Attachment) {
        self.attachments += 1;
        let unpacked = &self.session.meter().unpacked;
        unpacked.set(unpacked.get() + attachment.bytes.len() as u64);
        let name = &*attachment.name;
        let source = self.location.source.member(Format::Pdf.name(), name, self.attachments);
        let mut location = self.location.member(name, source);
        location.media_type = attachment.media_type.as_ref().map(|name| name.to_ascii_lowercase());
        (self.read_held)(self.session, &mut location, name, &attachment.bytes);
    }

    fn report(&mut self, problem: &Problem) {
        self.is_explained = true;
        self.is_skipped |= problem.is_skip;
        self.session.diagnostic(&problem.diagnostic(&self.location.place));
    }

    /// Counts the document. If there are pages and none has text, reports that the text layer is missing.
    fn finish(self) {
        self.session.summary.documents += u64::from(!self.is_skipped);
        if self.is_explained || self.pages == 0 || self.session.is_over() {
            return;
        }
        let message = "a PDF document without a text layer; only its annotations were read";
        let place = &self.location.place;
        let diagnostic = Diagnostic::new(place, DiagnosticKind::UnreadFormat, message);
        self.session.diagnostic(&diagnostic.reading());
    }
}
