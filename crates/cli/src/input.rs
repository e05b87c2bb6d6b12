//! Where text comes from: a file, or standard input.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, StdinLock};
use std::path::{Path, PathBuf};

use crate::outcome::Failure;
use crate::show::visible;

/// One input of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// `-`, or no path at all.
    Stdin,
    /// Anything else.
    File(PathBuf),
}

impl Input {
    /// The inputs that were named, standard input when there is none.
    pub(crate) fn all(paths: &[PathBuf]) -> Vec<Input> {
        if paths.is_empty() {
            return vec![Input::Stdin];
        }
        let input = |path: &PathBuf| {
            if path == Path::new("-") { Input::Stdin } else { Input::File(path.clone()) }
        };
        paths.iter().map(input).collect()
    }

    /// Its name in data: `-` for standard input; a name that is no Unicode has `�` in it.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// Its name for people: nothing in it steers a terminal or breaks the line.
    pub(crate) fn shown_name(&self) -> String {
        visible(&self.name()).into_owned()
    }

    /// A reader of it.
    pub(crate) fn open(&self) -> io::Result<Box<dyn Read>> {
        match self {
            Input::Stdin => Ok(Box::new(io::stdin().lock())),
            Input::File(path) => {
                let file = File::open(path)?;
                if file.metadata()?.is_dir() {
                    return Err(io::Error::other("is a folder"));
                }
                Ok(Box::new(file))
            }
        }
    }

    /// All of it.
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        // How long a file is can be asked; of a stream nobody knows, and many are no longer than this.
        let mut content = match self {
            Input::Stdin => Vec::with_capacity(BUFFER),
            Input::File(_) => Vec::new(),
        };
        self.open()?.read_to_end(&mut content)?;
        Ok(content)
    }
}

/// The lines of standard input, for verbs that answer each of them.
#[derive(Debug)]
pub(crate) struct Lines {
    reader: BufReader<StdinLock<'static>>,
    line: Vec<u8>,
}

const BUFFER: usize = 64 * 1024;

impl Lines {
    pub(crate) fn new() -> Lines {
        let reader = BufReader::with_capacity(BUFFER, io::stdin().lock());
        Lines { reader, line: Vec::new() }
    }

    /// The next line without its end, `None` behind the last one.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, Failure> {
        self.line.clear();
        let len = self.reader.read_until(b'\n', &mut self.line);
        if len.map_err(|error| Failure::Message(format!("standard input: {error}")))? == 0 {
            return Ok(None);
        }
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        Ok(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }

    /// Whether the next line may be long in coming: then the answers so far must go out.
    pub(crate) fn are_paused(&self) -> bool {
        !self.reader.buffer().contains(&b'\n')
    }
}
