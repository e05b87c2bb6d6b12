//! `--pre COMMAND`: searches the output of a command in place of a file, for formats that this program does not read.
//!
//! The command is started without a shell, with the path of the file as its only argument. Its output is searched as text,
//! unless `--from` names a format or the content shows one; the name of the file says nothing about it. Members of
//! archives and attachments are not passed, because they have no path.

use core::time::Duration;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use ignore::overrides::Override;
use linkwright_harvest::{Limit, Limits};

use super::walk_args::overrides;
use crate::exit::Failure;

/// The options of the command.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Which files are read")]
pub(super) struct PreArgs {
    /// Search the output of COMMAND in place of each file; its only argument is the path of the file
    ///
    /// For formats that are not read: `--pre pdftotext.sh`. No shell is started. A path that begins with `-` gets `./`
    /// before it. The output is searched as --from says, or as text unless its content shows another format. If COMMAND
    /// fails, this is reported, and the other files are read. Standard input, members of archives and attachments are
    /// not passed to COMMAND.
    #[arg(long, value_name = "COMMAND")]
    pre: Option<PathBuf>,

    /// Use --pre only for files that match GLOB; `!GLOB` leaves out files that match; repeatable
    #[arg(long, value_name = "GLOB", requires = "pre")]
    pre_glob: Vec<String>,
}

impl PreArgs {
    /// The command, or `None` without `--pre`. Its output has the limits of decompressed data.
    pub(super) fn pre(&self, limits: &Limits) -> Result<Option<Pre>, Failure> {
        let Some(command) = self.pre.clone() else { return Ok(None) };
        let globs = overrides("--pre-glob", &self.pre_glob)?;
        let (file, output) = (limits.get(Limit::FileSize), limits.get(Limit::Decompressed));
        Ok(Some(Pre { command, globs, file, output }))
    }
}

/// The command of `--pre`.
#[derive(Debug)]
pub(super) struct Pre {
    command: PathBuf,
    globs: Override,
    /// The largest file that is passed, in bytes.
    file: u64,
    /// The longest output, in bytes.
    output: u64,
}

impl Pre {
    /// Whether the file at `path` is passed to the command.
    pub(super) fn takes(&self, path: &Path) -> bool {
        !self.globs.matched(path, false).is_ignore()
    }

    /// Starts the command for a file.
    pub(super) fn start(&self, path: &Path, file: &File) -> io::Result<Converted> {
        if file.metadata()?.len() > self.file {
            let why = format!("the file has more than {} bytes; not read", self.file);
            return Err(io::Error::other(why));
        }
        let name = format!("--pre {}", self.command.display());
        let mut child = Command::new(&self.command)
            .arg(argument(path))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
        let output = child.stdout.take();
        let said = first_line(child.stderr.take());
        Ok(Converted {
            child,
            output,
            said,
            most: self.output,
            left: self.output,
            is_over: false,
            name,
        })
    }
}

/// The argument for `path`. No path is an option of the command.
fn argument(path: &Path) -> PathBuf {
    let is_option = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    if is_option { Path::new(".").join(path) } else { path.to_owned() }
}

/// Reads all that the command says on standard error, so that it never waits, and keeps the first line.
fn first_line(errors: Option<ChildStderr>) -> Receiver<String> {
    const LONGEST: u64 = 200;
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let Some(mut errors) = errors else { return };
        let mut begin = Vec::new();
        // What cannot be read is not shown.
        let _ = errors.by_ref().take(LONGEST).read_to_end(&mut begin);
        let begin = String::from_utf8_lossy(&begin);
        let _ = sender.send(begin.lines().next().unwrap_or_default().trim().to_owned());
        let _ = io::copy(&mut errors, &mut io::sink());
    });
    receiver
}

/// The output of a running command. Dropping this value ends the command.
pub(super) struct Converted {
    child: Child,
    output: Option<ChildStdout>,
    /// The first line on standard error.
    said: Receiver<String>,
    most: u64,
    /// How many bytes may follow.
    left: u64,
    /// Whether the command has closed its output.
    is_over: bool,
    name: String,
}

impl Converted {
    /// Waits for the end of the command, and returns the reason if it failed. A command whose output was not read to
    /// the end is stopped, and has not failed.
    pub(super) fn failure(mut self) -> Option<String> {
        if !self.is_over {
            return None;
        }
        let status = match self.child.wait() {
            Ok(status) if status.success() => return None,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        // A process that the command leaves behind may hold standard error open.
        let said = self.said.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
        let colon = if said.is_empty() { "" } else { ": " };
        Some(format!("{} failed ({status}){colon}{said}", self.name))
    }
}

impl Read for Converted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.output.as_mut().map_or(Ok(0), |output| output.read(buffer))?;
        self.is_over |= len == 0 && !buffer.is_empty();
        self.left = self.left.checked_sub(len as u64).ok_or_else(|| {
            let Converted { name, most, .. } = self;
            io::Error::other(format!("the output of {name} has more than {most} bytes"))
        })?;
        Ok(len)
    }
}

impl Drop for Converted {
    fn drop(&mut self) {
        // Either the command has ended, or its output is no longer needed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
