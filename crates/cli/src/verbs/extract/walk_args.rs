//! The options that select which entries of folders are read, and in which order.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs};

use clap::ValueEnum;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use ignore::{Walk, WalkBuilder};

use crate::exit::Failure;
use crate::names::Names;
use crate::show::visible;

/// The options that select and sort the files in folders.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Which files are read")]
pub(super) struct WalkArgs {
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

    /// In folders, leave out files of these types
    #[arg(
        short = 'T',
        long = "type-not",
        value_name = "TYPE,..",
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = Names::new(type_names, LIST_TYPES),
    )]
    types_not: Vec<String>,

    /// Follow symbolic links in folders
    #[arg(short = 'L', long)]
    follow: bool,

    /// Sort the files of a folder and its subfolders by this property, in ascending order
    #[arg(long, value_name = "BY", value_enum, default_value_t = Order::Path, conflicts_with = "sortr")]
    sort: Order,

    /// Like --sort, but in descending order: with `modified`, the newest first
    #[arg(long, value_name = "BY", value_enum)]
    sortr: Option<Order>,

    /// Also read files that `.gitignore`, `.ignore` and Git's exclude files leave out
    #[arg(long)]
    no_ignore: bool,

    /// Also read files and folders whose names begin with a dot
    #[arg(long)]
    hidden: bool,
}

/// The order of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Order {
    /// By path
    #[default]
    Path,
    /// By modification time
    Modified,
    /// By size
    Size,
}

/// The validated options.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    globs: Override,
    types: Types,
    follow: bool,
    pub(super) no_ignore: bool,
    pub(super) hidden: bool,
    sorting: Sorting,
}

/// An order and its direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sorting {
    order: Order,
    is_reversed: bool,
}

impl WalkArgs {
    /// Checks the globs and the types.
    pub(super) fn choice(&self) -> Result<Choice, Failure> {
        Ok(Choice {
            globs: self.globs()?,
            types: self.types()?,
            follow: self.follow,
            no_ignore: self.no_ignore,
            hidden: self.hidden,
            sorting: Sorting {
                order: self.sortr.unwrap_or(self.sort),
                is_reversed: self.sortr.is_some(),
            },
        })
    }

    fn globs(&self) -> Result<Override, Failure> {
        let folder = env::current_dir().unwrap_or_default();
        let mut globs = OverrideBuilder::new(folder);
        for glob in &self.glob {
            globs.add(glob).map_err(|error| {
                Failure::Usage(format!("--glob {}: {}", visible(glob), plain(&error)))
            })?;
        }
        globs.build().map_err(|error| Failure::Usage(format!("--glob: {}", plain(&error))))
    }

    fn types(&self) -> Result<Types, Failure> {
        if self.types.is_empty() && self.types_not.is_empty() {
            // Building the table of types would double the startup time of the command.
            return Ok(Types::empty());
        }
        let mut types = known_types();
        for name in &self.types {
            types.select(name);
        }
        for name in &self.types_not {
            types.negate(name);
        }
        types.build().map_err(|error| Failure::Usage(format!("--type: {}", plain(&error))))
    }

    /// Whether the user asked for the list of types.
    pub(super) fn lists_types(&self) -> bool {
        self.types.iter().chain(&self.types_not).any(|name| name == LIST)
    }
}

/// The value of `--type` and `--type-not` that lists all types.
const LIST: &str = "list";

/// The command line that lists all types.
const LIST_TYPES: &str = "linkwright extract -t list";

fn type_names() -> Vec<String> {
    let definitions = known_types().definitions().into_iter();
    let names = definitions.map(|definition| definition.name().to_owned());
    names.chain([LIST.to_owned(), "all".to_owned()]).collect()
}

/// Types that ripgrep does not have.
const MORE_TYPES: &[(&str, &[&str])] = &[
    ("mail", &["*.eml", "*.emlx", "*.mbox", "*.mbx"]),
    ("properties", &["*.properties"]),
    ("texinfo", &["*.texi", "*.texinfo", "*.txi"]),
    ("warc", &["*.warc", "*.warc.gz", "*.warc.zst", "*.warc.wat.gz", "*.warc.wet.gz"]),
];

/// The types that ripgrep knows, and [`MORE_TYPES`].
fn known_types() -> TypesBuilder {
    let mut types = TypesBuilder::new();
    types.add_defaults();
    for (name, globs) in MORE_TYPES {
        for glob in *globs {
            // These names and globs are valid, so this never fails.
            types.add(name, glob).unwrap_or_default();
        }
    }
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
        WalkBuilder::new(folder)
            .standard_filters(!self.no_ignore)
            .hidden(!self.hidden)
            .follow_links(self.follow)
            .overrides(self.globs.clone())
            .types(self.types.clone())
            // Paths in the same folder differ only in the last component, so comparing strings is enough.
            .sort_by_file_path(|one, other| one.as_os_str().cmp(other.as_os_str()))
            .build()
    }

    /// Whether a glob or a type leaves the entry out.
    pub(super) fn leaves_out(&self, path: &Path, is_folder: bool) -> bool {
        self.globs.matched(path, is_folder).is_ignore()
            || !is_folder && self.types.matched(path, false).is_ignore()
    }

    /// Whether files are sorted in an order other than the order of the walk.
    pub(super) fn is_sorted_later(&self) -> bool {
        self.sorting != Sorting::default()
    }

    /// Sorts files, which must already be in the order of their paths.
    pub(super) fn sort(&self, files: &mut [PathBuf]) {
        files.sort_by_cached_key(|path| Key::of(self.sorting.order, path));
        if self.sorting.is_reversed {
            files.reverse();
        }
    }
}

/// The key by which files are sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Path,
    /// `None` if the time is unknown.
    Modified(Option<SystemTime>),
    Size(u64),
}

impl Key {
    fn of(order: Order, path: &Path) -> Key {
        let metadata = || fs::metadata(path);
        match order {
            Order::Path => Key::Path,
            Order::Modified => {
                Key::Modified(metadata().and_then(|metadata| metadata.modified()).ok())
            }
            Order::Size => Key::Size(metadata().map_or(0, |metadata| metadata.len())),
        }
    }
}
