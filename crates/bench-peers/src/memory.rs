//! The memory of the command: the largest resident size while it reads each text.
//!
//! The system records this size for each process, and returns it to the parent that waits for the process. A child
//! begins as a copy of its parent, and on Linux the recorded size includes this copy. Therefore the memory is measured
//! before this process has loaded any text.

use core::error::Error;
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use wait4::Wait4;

use crate::corpora;

/// The memory of the command for one text.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Peak {
    /// The name of the file, or one of [`NOTHING`] and [`ALL`].
    pub(crate) text: String,
    /// The length of the text.
    pub(crate) bytes: u64,
    /// The largest resident size, in bytes.
    pub(crate) resident: u64,
}

impl Peak {
    /// Whether the text is a plain text, which the command does not hold in memory as a whole.
    pub(crate) fn is_plain_text(&self) -> bool {
        Path::new(&self.text).extension().is_some_and(|extension| extension == "txt")
    }
}

/// The names of the two rows that do not belong to a single file: a run without a text, and a run over all texts.
const NOTHING: &str = "nothing";
const ALL: &str = "all of them";

/// The memory of `linkwright extract` for each text, and for all of them in one run.
pub(crate) fn peaks() -> Result<Vec<Peak>, Box<dyn Error>> {
    if let Some(folder) = corpora::folder() {
        return peaks_in(&folder);
    }
    let folder = tempfile::tempdir()?;
    generate(folder.path())?;
    peaks_in(folder.path())
}

/// Generates the texts in another process, because the memory of this process is counted for its children.
fn generate(folder: &Path) -> Result<(), Box<dyn Error>> {
    let saved = Command::new(env::current_exe()?).arg("--save").arg(folder).status()?;
    if saved.success() { Ok(()) } else { Err("cannot generate the texts".into()) }
}

fn peaks_in(folder: &Path) -> Result<Vec<Peak>, Box<dyn Error>> {
    let command = command()?;
    let files = corpora::file_names();
    let paths: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
    let mut peaks = vec![peak(&command, NOTHING, &[])?];
    for (file, path) in files.iter().zip(&paths) {
        peaks.push(peak(&command, file, core::slice::from_ref(path))?);
    }
    peaks.push(peak(&command, ALL, &paths)?);
    Ok(peaks)
}

fn peak(command: &Path, text: &str, paths: &[PathBuf]) -> Result<Peak, Box<dyn Error>> {
    let sizes = paths.iter().map(|path| Ok(path.metadata()?.len()));
    let bytes = sizes.sum::<io::Result<u64>>()?;
    let mut child = Command::new(command)
        .arg("extract")
        .args(paths)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot run {}: {error}", command.display()))?;
    let used = child.wait4()?;
    // Status 1 means that nothing was found, and status 2 means an error.
    if !matches!(used.status.code(), Some(0 | 1)) {
        return Err(format!("`linkwright extract` failed on {text}: {}", used.status).into());
    }
    Ok(Peak { text: text.to_owned(), bytes, resident: used.rusage.maxrss })
}

/// Builds the command, so that no old binary is measured, and returns its path.
fn command() -> Result<PathBuf, Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--profile", "dist", "--quiet", "--package", "linkwright-cli"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()?;
    if !built.success() {
        return Err("cannot build the command `linkwright`".into());
    }
    let beside = env::current_exe()?;
    let folder = beside.parent().ok_or("cannot determine the folder of this program")?;
    Ok(folder.join("linkwright").with_extension(env::consts::EXE_EXTENSION))
}
