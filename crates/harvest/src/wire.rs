//! The format in which a decoder in another process sends the parts of a document.
//!
//! The parts are a sequence of JSON values. The last one is `null`: if it is missing, the other process has failed. The
//! format has no version, because the same program writes and reads it. Numbers must be finite, because JSON has no
//! others. A binary format was rejected, although embedded files take four times their length in JSON: it would be
//! another dependency, or the code that serde has already.

use core::ops::ControlFlow;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc;
use std::thread;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::{Cause, Diagnostic, DiagnosticKind, Limit, Place};

/// Something that was not read, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Problem {
    pub(crate) cause: Cause,
    /// Whether no part of the document was read.
    pub(crate) is_skip: bool,
    pub(crate) message: String,
}

impl Problem {
    /// A problem of a document that is read at least in part.
    pub(crate) fn new(cause: impl Into<Cause>, message: impl Into<String>) -> Problem {
        Problem { cause: cause.into(), is_skip: false, message: message.into() }
    }

    /// The problem of a document whose decoder in another process, called `decoder`, has failed.
    pub(crate) fn ended(decoder: &str, error: &io::Error, is_skip: bool) -> Problem {
        let message = match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                format!("{decoder} ended early, and may have reached its memory limit")
            }
            _ => format!("{decoder}: {error}"),
        };
        Problem { is_skip, ..Problem::new(Limit::Held, message) }
    }

    /// The diagnostic for the document at `place`.
    pub(crate) fn diagnostic(&self, place: &Place) -> Diagnostic {
        let diagnostic = Diagnostic::new(place, self.cause, &*self.message);
        if self.is_skip { diagnostic.skipping() } else { diagnostic }
    }
}

/// Calls `decode` with a function that writes each part to `out`, and writes the end.
pub(crate) fn write_parts<Part: Serialize>(
    out: &mut dyn Write,
    decode: impl FnOnce(&mut dyn FnMut(Part) -> ControlFlow<()>),
) -> io::Result<()> {
    let mut written = Ok(());
    decode(&mut |part| {
        written = serde_json::to_writer(&mut *out, &part);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    serde_json::to_writer(&mut *out, &None::<Part>)?;
    out.flush()
}

/// The stack of a decoder, in bytes. The objects of a PDF may be nested 128 levels deep, an expression of a database
/// 1000 levels.
const STACK: usize = 16 << 20;

/// Runs `decode` in a thread with a large stack, because the stack of the caller may be small, and calls `take` with
/// each part. The thread is at most `ahead` parts ahead.
pub(crate) fn on_large_stack<Part: Send>(
    ahead: usize,
    decode: impl FnOnce(&mut dyn FnMut(Part) -> ControlFlow<()>) + Send,
    take: &mut dyn FnMut(Part) -> ControlFlow<()>,
) -> io::Result<()> {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(ahead);
        let decode = move || {
            decode(&mut |part| match sender.send(part) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        };
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, decode)?;
        for part in receiver {
            if take(part).is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// Calls `take` with each part that [`write_parts`] has written.
pub(crate) fn read_parts<Part: DeserializeOwned>(
    from: &mut dyn Read,
    take: &mut dyn FnMut(Part) -> ControlFlow<()>,
) -> io::Result<()> {
    for part in serde_json::Deserializer::from_reader(BufReader::new(from)).into_iter() {
        let Some(part) = part? else { return Ok(()) };
        if take(part).is_break() {
            return Ok(());
        }
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}

/// Every cause of a diagnostic. In the format, a cause is its number in this sequence.
fn causes() -> impl Iterator<Item = Cause> {
    let limits = Limit::ALL.into_iter().map(Cause::Limit);
    DiagnosticKind::ALL.into_iter().map(Cause::Fault).chain(limits)
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        causes().position(|cause| cause == *self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Cause {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Cause, D::Error> {
        let number = usize::deserialize(from)?;
        causes().nth(number).ok_or_else(|| D::Error::custom("an unknown cause of a diagnostic"))
    }
}
