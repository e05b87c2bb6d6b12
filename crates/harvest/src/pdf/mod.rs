//! Reads PDF: the links of annotations, text, outline, metadata and embedded files.
//!
//! The [`decoder`] yields the [parts](content) of a document. It runs in this process, or in another process that sends
//! the parts as [bytes](wire). The [text](text) of a page has one line for each printed line, and records how much room
//! was left at the end of each line. The [links](links) of a page come from annotations and from the finder, which
//! searches the text.

mod content;
mod decoder;
mod links;
mod text;
mod wire;
mod xmp;

use core::ops::ControlFlow;
use std::io::{self, Read, Write};
use std::sync::mpsc;
use std::thread;

use crate::model::{DiagnosticKind, Limits};

pub(crate) use content::{Attachment, Page, PdfPart, Problem};
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
    let mut written = Ok(());
    decode(data, limits, &mut |part| {
        written = wire::write(&part, out);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    wire::write_end(out)?;
    out.flush()
}

/// The stack of the decoder, in bytes. Objects may be nested 128 levels deep.
const STACK: usize = 16 << 20;

/// Decodes a PDF in this process, in a thread with a large stack, because the stack of the caller may be small.
pub(crate) fn decode(
    data: Vec<u8>,
    limits: &Limits,
    take: &mut dyn FnMut(PdfPart) -> ControlFlow<()>,
) {
    thread::scope(|scope| {
        // With a channel of one part, the next page is decoded while the current page is searched.
        let (sender, receiver) = mpsc::sync_channel(1);
        let decode = move || {
            let _ = decoder::decode(data, limits, &mut |part| match sender.send(part) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        };
        if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, decode) {
            let message = format!("the PDF decoder: {error}");
            let _ = take(PdfPart::Problem(Problem {
                kind: DiagnosticKind::Io,
                is_skip: true,
                message,
            }));
        }
        for part in receiver {
            if take(part).is_break() {
                break;
            }
        }
    });
}

/// Reads the output of [`write_content`].
pub(crate) fn read_content(
    from: &mut dyn Read,
    take: &mut dyn FnMut(PdfPart) -> ControlFlow<()>,
) -> io::Result<()> {
    while let Some(part) = wire::read(from)? {
        if take(part).is_break() {
            break;
        }
    }
    Ok(())
}
