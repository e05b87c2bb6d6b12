//! The adapter for the PDF decoder pdfboss.
//!
//! All uses of pdfboss are in this module, so another decoder only needs a function like [`decode`]. The decoder hayro
//! was also measured: it is faster, but it reads fewer damaged files, does not divide text into words, and needs a
//! newer compiler.
//!
//! pdfboss limits the depth of objects, forms, outlines and filters, and it limits the length of a stream to 256 MiB.
//! The bounds here are lower, and most of them are checked before a stream is decoded ([`limits`], [`expansion`],
//! [`sections`]). The memory for the objects of a hostile file is not bounded, and may be about fifty times the length
//! of the file. Programs that read hostile files should decode them in a process with a memory limit
//! ([`write_content`](super::write_content)).

mod annotations;
mod attachments;
mod document;
mod expansion;
mod guard;
mod outline;
mod pages;
mod report;
mod sections;

use core::ops::ControlFlow;

use pdfboss_core::{Document, Error};

use super::content::PdfPart;
use crate::model::{DiagnosticKind, Limits};
use crate::wire::Problem;
use guard::Guard;
use report::{Take, contained, damaged, failed};

/// Reads the PDF `data` and calls `take` with each part. A panic of the decoder is reported as a problem.
pub(super) fn decode(data: Vec<u8>, limits: &Limits, take: Take<'_>) -> ControlFlow<()> {
    let len = data.len();
    let opened =
        contained(|| open(data, limits)).unwrap_or_else(|| Err(failed("the document", true)));
    match opened {
        Ok(document) => {
            let guard = Guard::new(&document, limits, len);
            document::read(&document, &guard, take)
        }
        Err(problem) => take(PdfPart::Problem(problem)),
    }
}

/// Opens a document with the empty password.
fn open(data: Vec<u8>, limits: &Limits) -> Result<Document, Problem> {
    sections::check(&data, limits).map_err(|(limit, message)| Problem {
        is_skip: true,
        ..Problem::new(limit, format!("{message}, not read"))
    })?;
    Document::load(data).map_err(|error| match error {
        Error::Encrypted => Problem {
            is_skip: true,
            ..Problem::new(
                DiagnosticKind::Encrypted,
                "an encrypted PDF document, which needs a password",
            )
        },
        error => damaged(&error.to_string(), true),
    })
}
