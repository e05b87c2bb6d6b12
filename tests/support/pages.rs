//! Real pages: the environment variable `LINKWRIGHT_HTML` names folders, which are searched.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// At most this many pages are read, spread evenly over the pages of each folder.
const MOST: usize = 800;

/// Longer pages are skipped.
const LONGEST: u64 = 256 << 10;

/// The pages in UTF-8, with their paths; none if `LINKWRIGHT_HTML` is not set.
pub(crate) fn pages() -> Vec<(PathBuf, String)> {
    let Some(folders) = env::var_os("LINKWRIGHT_HTML") else {
        eprintln!("skipped: LINKWRIGHT_HTML is not set");
        return Vec::new();
    };
    // Take the same number from each folder.
    let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
    let share = MOST / folders.len().max(1);
    folders.iter().flat_map(|folder| some_of(folder, share)).collect()
}

fn some_of(folder: &Path, most: usize) -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    collect(folder, &mut paths);
    paths.sort();
    let step = paths.len().div_ceil(most.max(1)).max(1);
    let some = paths.into_iter().step_by(step);
    some.filter_map(|path| fs::read_to_string(&path).ok().map(|page| (path, page))).collect()
}

/// The pages below `folder`; symbolic links are not followed.
fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.metadata()) else { continue };
        let is_page = path
            .extension()
            .is_some_and(|ending| ["html", "htm", "xhtml"].iter().any(|known| ending == *known));
        if kind.is_dir() {
            collect(&path, pages);
        } else if kind.is_file() && is_page && kind.len() <= LONGEST {
            pages.push(path);
        }
    }
}
