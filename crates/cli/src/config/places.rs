//! The places of configuration files.

use std::env;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

const NAME: &str = "linkwright.toml";

/// The files that exist: that of the user, and the nearest one at or above the working folder.
pub(super) fn existing() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = of_user().into_iter().filter(|file| file.is_file()).collect();
    let of_folder = above().into_iter().find(|file| file.is_file());
    // If the working folder is inside the configuration folder of the user, both files are the same one.
    files.extend(of_folder.filter(|file| !files.contains(file)));
    files
}

/// All files that may exist, in the order in which they are looked for.
pub(super) fn possible() -> Vec<PathBuf> {
    of_user().into_iter().chain(above()).collect()
}

/// Whether the file at `path` is that of the user.
pub(super) fn is_of_user(path: &Path) -> bool {
    of_user().is_some_and(|file| file == path)
}

/// The file of the user; `None` if the user has no home folder.
fn of_user() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.config_dir().join("linkwright").join(NAME))
}

/// The files at and above the working folder, the nearest first.
fn above() -> Vec<PathBuf> {
    let Ok(folder) = env::current_dir() else { return Vec::new() };
    folder.ancestors().map(|folder| folder.join(NAME)).collect()
}
