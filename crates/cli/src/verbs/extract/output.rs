//! The destination of the output: standard output, a device or a pipe, a file to append to, or a file to replace.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};

use super::batch::FULL;
use crate::exit::Failure;
use crate::replacement::Replacement;
use crate::target::OutputTarget;

/// Writes complete entries to a destination. A partial entry is never written.
#[derive(Debug)]
pub(super) struct Output {
    /// Complete entries, followed by the entry that [`write`](Output::write) has begun.
    buffer: Vec<u8>,
    /// The name for messages; empty for standard output.
    path: PathBuf,
    to: To,
    /// The length of the output in bytes, including the buffer.
    position: u64,
}

#[derive(Debug)]
enum To {
    Stdout(Stdout),
    /// A device or a pipe, written in place, or a file to append to.
    File(File),
    /// `None` after the replacement was committed or dropped, or if nothing is written.
    Replacement(Option<Replacement>),
}

impl Output {
    pub(super) fn stdout() -> Output {
        Output::new(Path::new(""), To::Stdout(io::stdout()), 0)
    }

    /// An output that is not written.
    pub(super) fn nowhere() -> Output {
        Output::new(Path::new(""), To::Replacement(None), 0)
    }

    /// Opens the output at `path`. [`finish`](Output::finish) replaces a file.
    pub(super) fn of(path: &Path) -> Result<Output, Failure> {
        let opened = OutputTarget::of(path).and_then(|target| match target {
            OutputTarget::Stdout => Ok(Output::stdout()),
            OutputTarget::Node(file) => Ok(Output::new(path, To::File(file), 0)),
            OutputTarget::File(target) => {
                let replacement = Replacement::of(&target)?;
                Ok(Output::new(path, To::Replacement(Some(replacement)), 0))
            }
        });
        opened.map_err(|error| Failure::at(path, error))
    }

    /// Opens or creates the file at `path`, to append lines to it. `kept` is the length to which a resumed run truncates
    /// the file.
    pub(super) fn appending(path: &Path, kept: Option<u64>) -> Result<Output, Failure> {
        let (file, len) = open_end(path, kept).map_err(|error| Failure::at(path, error))?;
        Ok(Output::new(path, To::File(file), len))
    }

    fn new(path: &Path, to: To, position: u64) -> Output {
        let buffer = Vec::with_capacity(FULL + FULL / 8);
        Output { buffer, path: path.to_owned(), to, position }
    }

    /// Appends a part of an entry.
    pub(super) fn write(&mut self, part: &[u8]) {
        self.position += part.len() as u64;
        self.buffer.extend_from_slice(part);
    }

    /// Marks the end of an entry.
    pub(super) fn end_entry(&mut self) -> Result<(), Failure> {
        if self.buffer.len() >= FULL { self.flush() } else { Ok(()) }
    }

    /// Writes the buffer, so that readers see all entries so far. The last entry must be complete.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let written = self.to.write(&self.buffer);
        self.buffer.clear();
        written.map_err(|error| self.failure(error))
    }

    /// The length of the output in bytes, including buffered bytes.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// If rows are appended to a file, syncs the written bytes to disk, so that they survive a power failure.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        let To::File(file) = &self.to else { return Ok(()) };
        file.sync_data().map_err(|error| self.failure(error))
    }

    /// Writes the buffer, and moves a replacement into place.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let To::Replacement(replacement) = &mut self.to else { return Ok(()) };
        let committed = replacement.take().map_or(Ok(()), Replacement::commit);
        committed.map_err(|error| self.failure(error))
    }

    /// Ends an interrupted output. Appended rows are kept, and a replacement is dropped.
    pub(super) fn abandon(&mut self) -> Result<(), Failure> {
        if let To::Replacement(replacement) = &mut self.to {
            drop(replacement.take());
        }
        self.flush()
    }

    fn failure(&self, error: io::Error) -> Failure {
        match &self.to {
            To::Stdout(_) => Failure::Output(error),
            // It is not an error if the reader of a pipe closes it early.
            To::File(_) if error.kind() == io::ErrorKind::BrokenPipe => Failure::Output(error),
            _ => Failure::at(&self.path, error),
        }
    }
}

/// Writes parts without the buffer, for a library that collects them itself.
impl Write for Output {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.to.write(part).map(|()| part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl To {
    fn write(&mut self, entries: &[u8]) -> io::Result<()> {
        match self {
            To::Stdout(stdout) => stdout.write_all(entries).and_then(|()| stdout.flush()),
            To::File(file) => file.write_all(entries),
            To::Replacement(Some(replacement)) => replacement.file().write_all(entries),
            To::Replacement(None) => Ok(()),
        }
    }
}

/// Opens or creates a file of lines, to append to it, and returns the file and its length. If `kept` is given, the file
/// is truncated to that length. If not, its last line must be complete: the next row would make it unreadable.
fn open_end(path: &Path, kept: Option<u64>) -> io::Result<(File, u64)> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    let len = file.metadata()?.len();
    if let Some(kept) = kept {
        file.set_len(kept)?;
        return Ok((file, kept));
    }
    let mut last = [b'\n'];
    if len > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != *b"\n" {
        return Err(io::Error::other("its last line has no line feed; nothing was appended"));
    }
    Ok((file, len))
}
