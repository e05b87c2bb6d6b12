//! `linkwright fix`: `linkify --write` for the Markdown and HTML files of folders, with the edits that are safe.

use std::path::PathBuf;

use crate::check::CheckSettings;
use crate::check::rules::{BARE, Levels};
use crate::convert::From;
use crate::verbs::extract::WalkArgs;

/// Make links of the bare URIs in Markdown and HTML files
///
/// These are the findings of the rule `bare` of `linkwright check`. The text that a reader sees, existing links and all
/// other bytes stay as they are, and a second run changes nothing. Each file is replaced as a whole. A file that
/// changes in the meantime is left alone. Each file and each place that is not changed is reported with the reason.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FixArgs {
    /// Files and folders to change; in folders only Markdown and HTML
    #[arg(value_name = "PATH", required = true)]
    pub(super) paths: Vec<PathBuf>,

    /// Write the changes as a unified diff, and leave the files alone
    #[arg(long)]
    pub(super) diff: bool,

    /// The format of all files: markdown or html [default: detected from the file name]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(super) from: Option<From>,

    #[command(flatten)]
    pub(super) walk: WalkArgs,

    #[command(flatten)]
    pub(crate) settings: CheckSettings,
}

impl FixArgs {
    /// Whether the rule is off whose findings are changed.
    pub(super) fn is_off(&self) -> bool {
        Levels::new(self.settings.levels.iter().copied()).on(BARE).is_none()
    }
}
