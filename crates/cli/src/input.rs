//! Inputs named on the command line: files and standard input.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Read, StdinLock, Write as _};
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::show::visible;

/// An input of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// `-`, or no path at all.
    Stdin,
    /// A file, for any other path.
    File(PathBuf),
}

impl Input {
    /// The inputs at `paths`, or standard input if `paths` is empty.
    pub(crate) fn all(paths: &[PathBuf]) -> Vec<Input> {
        if paths.is_empty() {
            return vec![Input::Stdin];
        }
        let input = |path: &PathBuf| {
            if path == Path::new("-") { Input::Stdin } else { Input::File(path.clone()) }
        };
        paths.iter().map(input).collect()
    }

    /// The name to write in data formats such as JSON: `-` for standard input. Bytes that are not valid Unicode become
    /// `�`.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// The name to show in messages, without control characters.
    pub(crate) fn shown_name(&self) -> String {
        visible(&self.name()).into_owned()
    }

    /// Opens the input for reading. A folder is an error.
    pub(crate) fn open(&self) -> io::Result<Box<dyn Read>> {
        match self {
            Input::Stdin => Ok(Box::new(stdin())),
            Input::File(path) => {
                let file = File::open(path)?;
                if file.metadata()?.is_dir() {
                    return Err(io::Error::other("is a folder"));
                }
                Ok(Box::new(file))
            }
        }
    }

    /// Reads the whole input.
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        // For a file, `read_to_end` reserves the size of the file. The size of standard input is unknown, but most
        // inputs are shorter than `BUFFER`.
        let mut content = match self {
            Input::Stdin => Vec::with_capacity(BUFFER),
            Input::File(_) => Vec::new(),
        };
        self.open()?.read_to_end(&mut content)?;
        Ok(content)
    }
}

/// Locks standard input. If standard input and standard error are terminals, this first prints that the command is
/// waiting for input.
pub(crate) fn stdin() -> StdinLock<'static> {
    let stdin = io::stdin();
    if stdin.is_terminal() && io::stderr().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
        // An error is ignored: without standard error the hint has no reader.
        let _ = writeln!(io::stderr(), "linkwright: reading standard input; {end} it");
    }
    stdin.lock()
}

/// The lines of standard input, for subcommands that answer line by line.
#[derive(Debug)]
pub(crate) struct Lines {
    reader: BufReader<StdinLock<'static>>,
    line: Vec<u8>,
}

const BUFFER: usize = 64 * 1024;

/// The longest line, in bytes. The answer to a line of links takes up to fifty times as much memory.
const LONGEST: usize = 8 << 20;

impl Lines {
    pub(crate) fn new() -> Lines {
        let reader = BufReader::with_capacity(BUFFER, stdin());
        Lines { reader, line: Vec::new() }
    }

    /// The next line without its line end, or `None` at the end of the input. The rest of a line that is too long is
    /// passed over, and the error is the answer to it.
    pub(crate) fn next(&mut self) -> Result<Option<Result<&[u8], String>>, Failure> {
        let failed = |error| Failure::Message(format!("standard input: {error}"));
        self.line.clear();
        let mut within = (&mut self.reader).take(LONGEST as u64 + 1);
        if within.read_until(b'\n', &mut self.line).map_err(failed)? == 0 {
            return Ok(None);
        }
        if self.line.len() > LONGEST && !self.line.ends_with(b"\n") {
            self.reader.skip_until(b'\n').map_err(failed)?;
            return Ok(Some(Err(format!("the line is longer than {LONGEST} bytes"))));
        }
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        Ok(Some(Ok(line.strip_suffix(b"\r").unwrap_or(line))))
    }

    /// Whether reading the next line may block. If so, the caller should flush its answers first.
    pub(crate) fn are_paused(&self) -> bool {
        !self.reader.buffer().contains(&b'\n')
    }
}
