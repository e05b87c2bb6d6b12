//! Real Markdown documents: the environment variable `LINKWRIGHT_MARKDOWN` names the folder that is searched.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The Markdown documents in UTF-8 below the folder that `LINKWRIGHT_MARKDOWN` names; none if the variable is not set.
pub(crate) fn documents() -> impl Iterator<Item = (PathBuf, String)> {
    let mut paths = Vec::new();
    match env::var_os("LINKWRIGHT_MARKDOWN") {
        Some(folder) => collect(Path::new(&folder), &mut paths),
        None => eprintln!("skipped: LINKWRIGHT_MARKDOWN is not set"),
    }
    paths.into_iter().filter_map(|path| fs::read_to_string(&path).ok().map(|text| (path, text)))
}

/// The files below `folder` whose names have a Markdown extension. Symbolic links are not followed.
fn collect(folder: &Path, documents: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        let is_markdown = path
            .extension()
            .is_some_and(|ending| ending == "md" || ending == "mdx" || ending == "markdown");
        if kind.is_dir() {
            collect(&path, documents);
        } else if kind.is_file() && is_markdown {
            documents.push(path);
        }
    }
}
