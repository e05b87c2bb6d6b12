//! Where the output goes: standard output, the end of a file, or a file that is replaced.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};

use super::batch::FULL;
use crate::outcome::Failure;
use crate::replacement::Replacement;
use crate::show::visible;

/// The output as whole entries: what is not whole yet is never written.
#[derive(Debug)]
pub(super) struct Output {
    /// Whole entries, and behind them what [`write`](Output::write) has begun.
    buffer: Vec<u8>,
    to: To,
    /// How long the output is, with what is in the buffer.
    position: u64,
}

#[derive(Debug)]
enum To {
    Stdout(Stdout),
    End {
        path: PathBuf,
        file: File,
    },
    /// Nothing is there once it took its place, or was given up.
    Replacement {
        path: PathBuf,
        replacement: Option<Replacement>,
    },
}

impl Output {
    pub(super) fn stdout() -> Output {
        Output::new(To::Stdout(io::stdout()), 0)
    }

    /// The end of the file of that name, which is made if there is none.
    ///
    /// A run that was killed in the middle of a write may have left part of a line there. It is cut
    /// off: it could not be read, and would spoil the line that is written behind it.
    pub(super) fn end_of(path: &Path, resumed: Option<u64>) -> Result<Output, Failure> {
        let failed = |error| failure(path, &error);
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let len = match resumed {
            Some(len) => len,
            None => whole_lines(&mut file).map_err(failed)?,
        };
        if file.metadata().map_err(failed)?.len() != len {
            file.set_len(len).map_err(failed)?;
        }
        Ok(Output::new(To::End { path: path.to_owned(), file }, len))
    }

    /// The file of that name, as a whole when [`finish`](Output::finish) is called.
    pub(super) fn replacing(path: &Path) -> Result<Output, Failure> {
        let replacement = Replacement::of(path).map_err(|error| failure(path, &error))?;
        let to = To::Replacement { path: path.to_owned(), replacement: Some(replacement) };
        Ok(Output::new(to, 0))
    }

    fn new(to: To, position: u64) -> Output {
        Output { buffer: Vec::with_capacity(FULL + FULL / 8), to, position }
    }

    /// Appends a part of an entry.
    pub(super) fn write(&mut self, part: &[u8]) {
        self.position += part.len() as u64;
        self.buffer.extend_from_slice(part);
    }

    /// What was written so far is whole.
    pub(super) fn end_entry(&mut self) -> Result<(), Failure> {
        if self.buffer.len() >= FULL { self.flush() } else { Ok(()) }
    }

    /// Lets readers see what was written so far, which must be whole.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let written = match &mut self.to {
            To::Stdout(stdout) => stdout.write_all(&self.buffer).and_then(|()| stdout.flush()),
            To::End { file, .. } => file.write_all(&self.buffer),
            To::Replacement { replacement: Some(replacement), .. } => {
                replacement.file().write_all(&self.buffer)
            }
            To::Replacement { .. } => Ok(()),
        };
        self.buffer.clear();
        written.map_err(|error| self.failure(error))
    }

    /// How long the output is, with what was not flushed yet.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Makes what was flushed outlive a loss of power, where it is the end of a file.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        let To::End { file, .. } = &self.to else { return Ok(()) };
        file.sync_data().map_err(|error| self.failure(error))
    }

    /// Writes the rest, and puts a replacement in its place.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let To::Replacement { replacement, .. } = &mut self.to else { return Ok(()) };
        let committed = replacement.take().map_or(Ok(()), Replacement::commit);
        committed.map_err(|error| self.failure(error))
    }

    /// Ends here, with what is whole: what stands in a file stays, and a replacement is given up.
    pub(super) fn abandon(&mut self) -> Result<(), Failure> {
        if let To::Replacement { replacement, .. } = &mut self.to {
            drop(replacement.take());
        }
        self.flush()
    }

    fn failure(&self, error: io::Error) -> Failure {
        match &self.to {
            To::Stdout(_) => Failure::Output(error),
            To::End { path, .. } | To::Replacement { path, .. } => failure(path, &error),
        }
    }
}

/// What went wrong with a file.
pub(super) fn failure(path: &Path, error: &io::Error) -> Failure {
    Failure::message(format_args!("{}: {error}", visible(&path.to_string_lossy())))
}

/// The length of a file up to the end of its last whole line.
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
