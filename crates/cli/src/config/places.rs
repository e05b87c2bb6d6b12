//! Determines the paths at which configuration files are looked for.

use std::env;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

const NAME: &str = "linkwright.toml";

/// The files that exist: the user's file, and the nearest file in the working folder or a folder above it.
pub(super) fn existing() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = of_user().into_iter().filter(|file| file.is_file()).collect();
    let of_folder = above().into_iter().find(|file| file.is_file());
    // If the working folder is inside the user's configuration folder, both files are the same.
    files.extend(of_folder.filter(|file| !files.contains(file)));
    files
}

/// All paths where a file may exist, in the order in which they are checked.
pub(super) fn possible() -> Vec<PathBuf> {
    of_user().into_iter().chain(above()).collect()
}

/// Whether `path` is the path of the user's file.
pub(super) fn is_of_user(path: &Path) -> bool {
    of_user().is_some_and(|file| file == path)
}

/// The path of the user's file; `None` if the user has no home folder.
fn of_user() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.config_dir().join("linkwright").join(NAME))
}

/// The paths in the working folder and the folders above it, the nearest first.
fn above() -> Vec<PathBuf> {
    let Ok(folder) = env::current_dir() else { return Vec::new() };
    folder.ancestors().map(|folder| folder.join(NAME)).collect()
}
