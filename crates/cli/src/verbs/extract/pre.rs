//! `--pre COMMAND`: searches the output of a command in place of a file, for formats that this program does not read.
//!
//! The command is started without a shell, with the path of the file as its only argument. Its output is searched as text,
//! unless `--from` names a format or the content shows one; the name of the file says nothing about it. Members of
//! archives and attachments are not passed, because they have no path.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

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
    /// fails, this is reported, and the other files are read. What it writes to standard error is shown. Standard input, members of archives and attachments are
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
        Ok(Some(Pre { command, globs, output: limits.get(Limit::Decompressed) }))
    }
}

/// The command of `--pre`.
#[derive(Debug)]
pub(super) struct Pre {
    command: PathBuf,
    globs: Override,
    /// The longest output, in bytes.
    output: u64,
}

impl Pre {
    /// Whether the file at `path` is passed to the command.
    pub(super) fn takes(&self, path: &Path) -> bool {
        !self.globs.matched(path, false).is_ignore()
    }

    /// Starts the command for a file.
    pub(super) fn start(&self, path: &Path) -> io::Result<Converted> {
        let name = format!("--pre {}", self.command.display());
        let mut child = Command::new(&self.command)
            .arg(argument(path))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
        let output = child.stdout.take();
        Ok(Converted { child, output, most: self.output, left: self.output, is_over: false, name })
    }
}

/// The argument for `path`. No path is an option of the command.
fn argument(path: &Path) -> PathBuf {
    let is_option = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    if is_option { Path::new(".").join(path) } else { path.to_owned() }
}

/// The output of a running command. Dropping this value ends the command.
pub(super) struct Converted {
    child: Child,
    output: Option<ChildStdout>,
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
        Some(format!("{} failed ({status})", self.name))
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
