//! Determines the paths at which configuration files are looked for.

use std::env;
use std::path::PathBuf;

const NAME: &str = "linkwright.toml";

/// All paths where a file may exist, in the order in which they are checked.
pub(crate) fn possible() -> Vec<PathBuf> {
    of_user().into_iter().chain(above()).collect()
}

/// The path of the user's file: in `%APPDATA%` on Windows; elsewhere in `$XDG_CONFIG_HOME`, or in `~/.config` if the
/// variable is not set to an absolute path (XDG Base Directory Specification, "Environment variables"). `None` if the user
/// has no home folder.
pub(super) fn of_user() -> Option<PathBuf> {
    let variable = if cfg!(windows) { "APPDATA" } else { "XDG_CONFIG_HOME" };
    let set = env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || env::home_dir().filter(|home| home.is_absolute());
    let folder = set.or_else(|| Some(home()?.join(".config")))?;
    Some(folder.join("linkwright").join(NAME))
}

/// The paths in the working folder and the folders above it, the nearest first.
pub(super) fn above() -> Vec<PathBuf> {
    let Ok(folder) = env::current_dir() else { return Vec::new() };
    folder.ancestors().map(|folder| folder.join(NAME)).collect()
}
