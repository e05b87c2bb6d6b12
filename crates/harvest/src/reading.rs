//! Reads bytes in chunks, and converts the errors of readers to diagnostics.

use std::io::{self, Read, Seek};

use crate::model::{Diagnostic, DiagnosticKind, Place};

/// The usual number of bytes that one read requests.
pub(crate) const CHUNK: usize = 64 * 1024;

/// A seekable file.
pub(crate) trait Archive: Read + Seek {}

impl<R: Read + Seek> Archive for R {}

/// Calls `read`, and calls it again as long as it returns [`Interrupted`](io::ErrorKind::Interrupted).
pub(crate) fn retry(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// Reads to the end, and returns the number of bytes. The buffer is on the heap, unlike that of `io::copy`, because
/// nested containers leave little stack.
pub(crate) fn drain(reader: &mut dyn Read) -> io::Result<u64> {
    let mut buffer = vec![0; 8 * 1024];
    let mut len = 0;
    loop {
        match retry(|| reader.read(&mut buffer))? {
            0 => return Ok(len),
            read => len += read as u64,
        }
    }
}

/// Reads an exact number of bytes, and fails if there are fewer.
pub(crate) struct Exactly<R> {
    pub(crate) rest: io::Take<R>,
}

impl<R: Read> Read for Exactly<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.rest.read(buffer)? {
            0 if self.rest.limit() > 0 && !buffer.is_empty() => {
                Err(io::ErrorKind::UnexpectedEof.into())
            }
            read => Ok(read),
        }
    }
}

/// The diagnostic for `error`, which a reader of the data at `place` returned.
pub(crate) fn failure(place: &Place, error: &io::Error) -> Diagnostic {
    match kind_of(error) {
        // Libraries word this error differently, and some of their messages are long.
        DiagnosticKind::Truncated => {
            Diagnostic::new(place, DiagnosticKind::Truncated, "the data ends too early")
        }
        kind => Diagnostic::new(place, kind, error.to_string()),
    }
}

/// The kind of diagnostic for an error of a reader. With some decompressors, only the text of
/// the error tells that the data ends too early.
fn kind_of(error: &io::Error) -> DiagnosticKind {
    use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
    let words = error.to_string().to_ascii_lowercase();
    let is_end = ["eof", "end of file", "whole buffer", "entire block", "incomplete"]
        .iter()
        .any(|end| words.contains(end));
    match error.kind() {
        UnexpectedEof => DiagnosticKind::Truncated,
        Other | InvalidData | InvalidInput if is_end => DiagnosticKind::Truncated,
        Other | InvalidData | InvalidInput => DiagnosticKind::Malformed,
        _ => DiagnosticKind::Io,
    }
}
