//! Determines the paths at which configuration files are looked for.

use std::env;
use std::path::PathBuf;

use etcetera::BaseStrategy as _;

const NAME: &str = "linkwright.toml";

/// The nearest file in the working folder or a folder above it.
pub(super) fn found() -> Option<PathBuf> {
    above().into_iter().find(|file| file.is_file())
}

/// The user's file, if it exists.
pub(super) fn of_user() -> Option<PathBuf> {
    user_path().filter(|file| file.is_file())
}

/// All paths where a file may exist, in the order in which they are checked.
pub(crate) fn possible() -> Vec<PathBuf> {
    user_path().into_iter().chain(above()).collect()
}

/// The path of the user's file; `None` if the user has no home folder.
fn user_path() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.config_dir().join("linkwright").join(NAME))
}

/// The paths in the working folder and the folders above it, the nearest first.
fn above() -> Vec<PathBuf> {
    let Ok(folder) = env::current_dir() else { return Vec::new() };
    folder.ancestors().map(|folder| folder.join(NAME)).collect()
}
