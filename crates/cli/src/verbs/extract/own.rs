//! The files that a run writes. The run must not read them: a run that reads its own rows might never end, and a run
//! that replaces its input would destroy it.

use std::path::{Path, PathBuf};

use super::args::Args;
use super::reason::Reason;
use crate::exit::Failure;
use crate::file_id::FileId;
use crate::replacement;

/// The existing regular files that a run writes, with their roles.
#[derive(Debug, Default)]
pub(super) struct Own(Vec<(FileId, &'static str)>);

impl Own {
    pub(super) fn of(args: &Args) -> Own {
        let path = |path: Option<&Path>| path.and_then(FileId::of);
        let files = [
            (path(args.shape.output_path()), "the output"),
            (path(args.run.resume.as_deref()), "the journal"),
            (path(args.run.skipped.as_deref()), "the list of skipped inputs"),
            (FileId::stdout(), "standard output"),
        ];
        Own(files.into_iter().filter_map(|(id, role)| Some((id?, role))).collect())
    }

    /// The role of the file `id` in words, such as `the journal`, or `None` if this run does not write the file.
    pub(super) fn role(&self, id: Option<FileId>) -> Option<&'static str> {
        let id = id?;
        self.0.iter().find(|(own, _)| *own == id).map(|(_, role)| *role)
    }

    /// The reason to leave out an entry of a folder: either this run writes the file, or it is the draft of some run.
    /// This is not an error, because users often write the output to the folder that they search.
    pub(super) fn reason(&self, path: &Path) -> Option<Reason> {
        if replacement::is_draft(path) {
            return Some(Reason::Draft);
        }
        let is_own = !self.0.is_empty() && self.role(FileId::of(path)).is_some();
        is_own.then_some(Reason::Own)
    }
}

/// Returns an error if the run would both read and write the same file. It is called before anything is written.
pub(super) fn check(args: &Args) -> Result<(), Failure> {
    let own = Own::of(args);
    let refuse = |path: &Path, what: &str, id: Option<FileId>| match own.role(id) {
        Some(role) => Err(Failure::at(path, format_args!("is both {what} and {role}"))),
        None => Ok(()),
    };
    let files = &args.files;
    let reads_stdin = args.paths.is_empty() && files.files_from.is_none();
    for path in args.paths.iter().map(PathBuf::as_path).chain(reads_stdin.then_some("-".as_ref())) {
        let id = if path == Path::new("-") { FileId::stdin() } else { FileId::of(path) };
        refuse(path, "an input", id)?;
    }
    if let Some(list) = &files.files_from {
        refuse(list, "a file to read", FileId::of(list))?;
    }
    let (output, journal) = (args.shape.output_path(), args.run.resume.as_deref());
    match (output, journal) {
        (Some(output), Some(journal)) if output == journal || is_same(output, journal) => {
            Err(Failure::at(output, "is both the output and the journal"))
        }
        _ => Ok(()),
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    FileId::of(one).is_some_and(|id| FileId::of(other) == Some(id))
}
