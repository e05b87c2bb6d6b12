//! The destination of the output: standard output, a device or a pipe, a file to append to, or a file to replace.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;

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
    /// A device or a pipe, written in place.
    Node(File),
    /// A file to append to. `whole` is the length of the file up to the last complete entry.
    End {
        file: File,
        whole: u64,
    },
    /// `None` after the replacement was committed or dropped.
    Replacement(Option<Replacement>),
}

impl Output {
    pub(super) fn stdout() -> Output {
        Output::new(Path::new(""), To::Stdout(io::stdout()), 0)
    }

    /// Opens the output at `path`. If `appends`, rows are appended to a file; otherwise [`finish`](Output::finish)
    /// replaces the file. `resumed` is the length to which a resumed run truncates the file before it appends.
    pub(super) fn of(path: &Path, appends: bool, resumed: Option<u64>) -> Result<Output, Failure> {
        let failed = |error| Failure::at(path, error);
        match OutputTarget::of(path).map_err(failed)? {
            OutputTarget::Stdout => Ok(Output::stdout()),
            OutputTarget::Node(file) => Ok(Output::new(path, To::Node(file), 0)),
            OutputTarget::File(target) if appends => {
                let (file, whole) = open_end(&target, resumed).map_err(failed)?;
                Ok(Output::new(path, To::End { file, whole }, whole))
            }
            OutputTarget::File(target) => {
                let replacement = Replacement::of(&target).map_err(failed)?;
                Ok(Output::new(path, To::Replacement(Some(replacement)), 0))
            }
        }
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
        let To::End { file, .. } = &self.to else { return Ok(()) };
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
            To::Node(_) if error.kind() == io::ErrorKind::BrokenPipe => Failure::Output(error),
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
            To::Node(file) => file.write_all(entries),
            To::End { file, whole } => {
                if let Err(error) = file.write_all(entries) {
                    // Keep only complete rows. The caller gets the error of the write, so an error of this call is
                    // ignored.
                    let _ = file.set_len(*whole);
                    return Err(error);
                }
                *whole += entries.len() as u64;
                Ok(())
            }
            To::Replacement(Some(replacement)) => replacement.file().write_all(entries),
            To::Replacement(None) => Ok(()),
        }
    }
}

/// Opens or creates a file of lines, to append to it, and returns the file and its length. If `resumed` is given, the
/// file is truncated to that length.
///
/// If `resumed` is not given, the last line is checked, because a run that was killed during a write may have left a
/// partial JSON line. The partial line is removed, because it would make the next line unreadable. A complete JSON line
/// without a line feed gets a line feed. Any other last line was not written by this command, so it is kept and the
/// function returns an error.
fn open_end(path: &Path, resumed: Option<u64>) -> io::Result<(File, u64)> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(path)?;
    let len = file.metadata()?.len();
    let whole = match resumed {
        Some(kept) => kept,
        None => whole_lines(&mut file)?,
    };
    if whole == len {
        return Ok((file, len));
    }
    if resumed.is_none() {
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(whole))?;
        (&file).read_to_end(&mut tail)?;
        if serde_json::from_slice::<IgnoredAny>(&tail).is_ok() {
            file.write_all(b"\n")?;
            return Ok((file, len + 1));
        }
        if !tail.starts_with(b"{") {
            let why = "its last line has no line feed and is not JSON; nothing was appended";
            return Err(io::Error::other(why));
        }
    }
    file.set_len(whole)?;
    Ok((file, whole))
}

/// The length of a file up to the end of its last complete line.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    let mut end = file.metadata()?.len();
    let mut block = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(FULL as u64);
        file.seek(SeekFrom::Start(start))?;
        block.clear();
        file.take(end - start).read_to_end(&mut block)?;
        if let Some(at) = block.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}
