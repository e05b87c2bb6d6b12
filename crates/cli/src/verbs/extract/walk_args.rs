//! The options that select which entries of folders are read.

use std::env;
use std::path::Path;

use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use ignore::{DirEntry, Walk, WalkBuilder};

use crate::exit::Failure;
use crate::names::Names;
use crate::show::visible;

/// The options that select the files in folders.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Which files are read")]
pub(crate) struct WalkArgs {
    /// In folders, read only files whose names match GLOB; `!GLOB` leaves out files that match; repeatable: `-g '*.md'
    /// -g '!drafts/**'`
    ///
    /// If several globs match, the last one applies. A glob with a `/` is relative to the working folder. Files that
    /// you name are always read.
    #[arg(short, long, value_name = "GLOB")]
    glob: Vec<String>,

    /// In folders, read only files of these types: `-t md,html`; `-t list` lists the types
    #[arg(
        short = 't',
        long = "type",
        value_name = "TYPE,..",
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = Names::new(type_names, LIST_TYPES),
    )]
    types: Vec<String>,

    /// Follow symbolic links in folders
    #[arg(short = 'L', long)]
    follow: bool,

    /// Also read files that `.gitignore`, `.ignore` and Git's exclude files leave out
    #[arg(long)]
    pub(super) no_ignore: bool,

    /// Also read files and folders whose names begin with a dot
    #[arg(long)]
    pub(super) hidden: bool,
}

/// The validated options.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    globs: Override,
    types: Types,
    pub(super) args: WalkArgs,
}

impl WalkArgs {
    /// Checks the globs and the types.
    pub(super) fn choice(&self) -> Result<Choice, Failure> {
        Ok(Choice {
            globs: overrides("--glob", &self.glob)?,
            types: self.types()?,
            args: self.clone(),
        })
    }

    fn types(&self) -> Result<Types, Failure> {
        if self.types.is_empty() {
            // Building the table of types would double the startup time of the command.
            return Ok(Types::empty());
        }
        let mut types = known_types();
        for name in &self.types {
            types.select(name);
        }
        types.build().map_err(|error| Failure::Usage(format!("--type: {}", plain(&error))))
    }

    /// Whether the user asked for the list of types.
    pub(super) fn lists_types(&self) -> bool {
        self.types.iter().any(|name| name == LIST)
    }
}

/// The globs of an option, relative to the working folder.
pub(super) fn overrides(flag: &str, globs: &[String]) -> Result<Override, Failure> {
    let folder = env::current_dir().unwrap_or_default();
    let mut overrides = OverrideBuilder::new(folder);
    for glob in globs {
        overrides.add(glob).map_err(|error| {
            Failure::Usage(format!("{flag} {}: {}", visible(glob), plain(&error)))
        })?;
    }
    overrides.build().map_err(|error| Failure::Usage(format!("{flag}: {}", plain(&error))))
}

/// The value of `--type` that lists all types.
const LIST: &str = "list";

/// The command line that lists all types.
const LIST_TYPES: &str = "linkwright extract -t list";

fn type_names() -> Vec<String> {
    let definitions = known_types().definitions().into_iter();
    let names = definitions.map(|definition| definition.name().to_owned());
    names.chain([LIST.to_owned(), "all".to_owned()]).collect()
}

/// The types that ripgrep knows.
fn known_types() -> TypesBuilder {
    let mut types = TypesBuilder::new();
    types.add_defaults();
    types
}

/// Returns all types with their globs, one type per line.
pub(super) fn type_list() -> String {
    let lines = known_types()
        .definitions()
        .into_iter()
        .map(|definition| format!("{}: {}\n", definition.name(), definition.globs().join(", ")));
    lines.collect()
}

/// Returns the message of an error without the glob that the library puts before the message.
fn plain(error: &ignore::Error) -> String {
    match error {
        ignore::Error::Glob { err, .. } => err.clone(),
        error => error.to_string(),
    }
}

impl Choice {
    /// Starts a walk through `folder`.
    pub(super) fn walk(&self, folder: &Path) -> Walk {
        let (hidden, globs, types) = (self.args.hidden, self.globs.clone(), self.types.clone());
        WalkBuilder::new(folder)
            .standard_filters(!self.args.no_ignore)
            // `filter_entry` decides about hidden entries, because Maildir++ folders begin with a dot.
            .hidden(false)
            .filter_entry(move |entry| hidden || is_entered(entry, &globs, &types))
            .follow_links(self.args.follow)
            .overrides(self.globs.clone())
            .types(self.types.clone())
            // Paths in the same folder differ only in the last component, so comparing strings is enough.
            .sort_by_file_path(|one, other| one.as_os_str().cmp(other.as_os_str()))
            .build()
    }

    /// Whether globs or types select files.
    pub(super) fn selects(&self) -> bool {
        !self.globs.is_empty() || !self.types.is_empty()
    }
}

/// Whether the walk returns an entry without `--hidden`: its name does not begin with a dot, a glob or a type selects it,
/// or it is a Maildir++ folder, whose name must begin with a dot. Backups drop empty folders, so either `cur` or `new`
/// is enough.
fn is_entered(entry: &DirEntry, globs: &Override, types: &Types) -> bool {
    let (path, is_folder) = (entry.path(), entry.file_type().is_some_and(|kind| kind.is_dir()));
    let is_hidden = entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
    !is_hidden
        || globs.matched(path, is_folder).is_whitelist()
        || types.matched(path, is_folder).is_whitelist()
        || is_folder && ["cur", "new"].iter().any(|sub| path.join(sub).is_dir())
}
