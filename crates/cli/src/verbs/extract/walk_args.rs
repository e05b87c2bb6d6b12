//! Which entries of folders are read.

use std::path::Path;

use ignore::{Walk, WalkBuilder};

/// What is left out of folders.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Which files are read")]
pub(super) struct WalkArgs {
    /// Read what `.gitignore`, `.ignore` and Git's own list of exclusions leave out, too
    #[arg(long)]
    pub(super) no_ignore: bool,

    /// Read files and folders whose names begin with a dot, too
    #[arg(long)]
    pub(super) hidden: bool,
}

impl WalkArgs {
    /// The walk through `folder`.
    pub(super) fn walk(&self, folder: &Path) -> Walk {
        WalkBuilder::new(folder)
            .standard_filters(!self.no_ignore)
            .hidden(!self.hidden)
            .follow_links(false)
            // Those of one folder differ in their names only, and need not be taken apart for that.
            .sort_by_file_path(|one, other| one.as_os_str().cmp(other.as_os_str()))
            .build()
    }
}
