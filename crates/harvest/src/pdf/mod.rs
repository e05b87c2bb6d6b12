//! Reads PDF: the links of annotations, text, outline, metadata and embedded files.
//!
//! The [`decoder`] yields the [parts](content) of a document. It runs in this process, or in another process that sends
//! the parts as [JSON](crate::wire). The [text](text) of a page has one line for each printed line, and records how much room
//! was left at the end of each line. The [links](links) of a page come from annotations and from the finder, which
//! searches the text.

mod content;
mod decoder;
mod links;
mod text;
mod xmp;

use core::ops::ControlFlow;
use std::io::{self, Read, Write};

use crate::model::{DiagnosticKind, Limits};
use crate::wire::{Problem, on_large_stack, write_parts};

pub(crate) use content::{Attachment, Page, PdfPart};
pub(crate) use links::{PageReader, read_bookmark, read_entry, read_note};

/// A function that decodes a PDF in another process. It receives the bytes of the PDF and the limits, and returns a
/// reader of the output of [`write_content`].
///
/// # Errors
/// If the process cannot be started.
pub type Process = fn(&[u8], &Limits) -> io::Result<Box<dyn Read>>;

/// Decodes the PDF in `pdf`, and writes its content to `out`, in a private format that a harvester with
/// [`HarvesterBuilder::pdf_process`](crate::HarvesterBuilder::pdf_process) reads.
///
/// Call this function in a process with a limit on its memory. The library bounds the decoded bytes, the pages and the
/// depth of a PDF, but the objects of a hostile file may take fifty times as much memory as the file has bytes.
///
/// ```
/// use linkwright_harvest::{Limits, write_pdf_content};
///
/// let mut content = Vec::new();
/// write_pdf_content(&mut &b"%PDF-1.4 damaged"[..], &Limits::default(), &mut content)?;
/// assert!(!content.is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If `pdf` cannot be read, or `out` cannot be written. A damaged PDF is not an error.
pub fn write_content(pdf: &mut dyn Read, limits: &Limits, out: &mut dyn Write) -> io::Result<()> {
    let mut data = Vec::new();
    pdf.read_to_end(&mut data)?;
    write_parts(out, |take| decode(data, limits, take))
}

/// Decodes a PDF in this process.
pub(crate) fn decode(
    data: Vec<u8>,
    limits: &Limits,
    take: &mut dyn FnMut(PdfPart) -> ControlFlow<()>,
) {
    // With a channel of one part, the next page is decoded while the current page is searched.
    let decode = |send: &mut dyn FnMut(PdfPart) -> ControlFlow<()>| {
        _ = decoder::decode(data, limits, send);
    };
    if let Err(error) = on_large_stack(1, decode, take) {
        let message = format!("the PDF decoder: {error}");
        let problem = Problem::new(DiagnosticKind::Io, message);
        _ = take(PdfPart::Problem(Problem { is_skip: true, ..problem }));
    }
}
