//! SQLite databases: the texts in the rows of their tables, as SQLite reads them.
//!
//! SQLite works on a private copy of the database and its write-ahead log, so the originals are neither changed nor
//! locked. Nothing of the schema is executed: views, virtual tables and generated columns are not read. A hostile
//! database may refer to the same pages again and again, so the steps of SQLite and the bytes of the texts are bounded
//! by the size of the file. An own reader of the file format was rejected: it did not know the write-ahead log.

mod content;
mod decode;

use core::ops::ControlFlow;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::model::{DiagnosticKind, Limits};
use crate::wire::{Problem, on_large_stack, write_parts};

pub(crate) use content::{DatabasePart, RowText, beside};

/// A function that reads a private copy of a database in another process. It receives the path of the copy and the
/// limits, and returns a reader of the output of [`write_content`].
///
/// # Errors
/// If the process cannot be started.
pub type Process = fn(&Path, &Limits) -> io::Result<Box<dyn Read>>;

/// Reads the database at `path`, and writes its texts to `out`, in a private format that a harvester with
/// [`HarvesterBuilder::sqlite_process`](crate::HarvesterBuilder::sqlite_process) reads.
///
/// The database is opened for writing, although no row is written, because SQLite cannot read a write-ahead log
/// otherwise. Call this function with a copy, in a process with a limit on its memory.
///
/// # Errors
/// If `out` cannot be written. A damaged database is not an error.
pub fn write_content(path: &Path, limits: &Limits, out: &mut dyn Write) -> io::Result<()> {
    write_parts(out, |take| decode(path, limits, take))
}

/// How many texts are read before the first is searched.
const AHEAD: usize = 64;

/// Reads the database at `path` in this process.
pub(crate) fn decode(
    path: &Path,
    limits: &Limits,
    take: &mut dyn FnMut(DatabasePart) -> ControlFlow<()>,
) {
    let decode = |send: &mut dyn FnMut(DatabasePart) -> ControlFlow<()>| {
        decode::decode(path, limits, send);
    };
    if let Err(error) = on_large_stack(AHEAD, decode, take) {
        let message = format!("the reader of SQLite: {error}");
        let problem = Problem::new(DiagnosticKind::Io, message);
        _ = take(DatabasePart::Problem(Problem { is_skip: true, ..problem }));
    }
}

/// Whether a file that begins with `head` is a database.
pub(crate) fn is_sqlite(head: &[u8]) -> bool {
    head.starts_with(b"SQLite format 3\0")
}
