//! The configuration files, which set options of the finder and of the linkers for every run.
//!
//! Two files are read, both named `linkwright.toml`: the file of the user, and the nearest file in the working folder
//! or a folder above it. `--config FILE` names another file in place of the second. If several sources set an option,
//! the last one in this list wins: the user's file, the other file, the command line.
//!
//! A configuration file can set only options of the finder and of the linkers, and levels of the rules of `check`, so it cannot name files to read or to
//! write, or commands. The folder's file may come from another person, as part of an archive or a repository: it may
//! change which links are reported, and nothing else, and it is named on standard error if it does. A warning that can
//! be turned off by the file itself would be none, so it has no switch.

mod file;
mod places;

use std::path::{Path, PathBuf};

use linkwright::options::Value;

use file::{CHECK, LINK, Options};
pub(crate) use places::possible as places;

use crate::check::rules::{self, Level};
use crate::convert::LinkArgs;
use crate::exit::{Failure, warn};
use crate::options::{Configured, FinderArgs};

/// The flags that select the configuration.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct ConfigArgs {
    /// Read FILE in place of the `linkwright.toml` of the folder; `none` reads no file at all
    ///
    /// FILE may set all options, also those that a found file may not set.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The merged settings of all files.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The files that were read.
    pub(crate) files: Vec<PathBuf>,
    /// The file that was found in the working folder or above it, and what it sets.
    found: Option<(PathBuf, Options)>,
    /// The options that apply.
    pub(crate) options: Options,
}

impl ConfigArgs {
    /// Reads the files.
    ///
    /// # Errors
    ///
    /// A file cannot be read or is invalid, or the folder's file sets an option that a found file may not set.
    pub(crate) fn load(&self) -> Result<Config, Failure> {
        let mut config = Config::default();
        if self.config.as_deref() == Some(Path::new("none")) {
            return Ok(config);
        }
        if let Some(path) = places::of_user().filter(|path| path.is_file()) {
            config.add(path)?;
        }
        if let Some(path) = &self.config {
            config.add(path.clone())?;
        } else if let Some(path) = places::above().into_iter().find(|path| path.is_file())
            && !config.files.contains(&path)
        {
            let options = config.add(path.clone())?;
            file::check_untrusted(&path, &options)?;
            config.found = Some((path, options));
        }
        Ok(config)
    }
}

impl Config {
    /// Reads a file, whose options override those of the files before it, and returns its options.
    fn add(&mut self, path: PathBuf) -> Result<Options, Failure> {
        let options = file::read(&path)?;
        self.options.extend(options.clone());
        self.files.push(path);
        Ok(options)
    }

    /// Names the found file on standard error if it sets something in `table`, and so decides `what`.
    fn warn(&self, table: &str, what: &str) {
        let notice = |(path, options): &(PathBuf, _)| file::notice(path, options, table, what);
        if let Some(notice) = self.found.as_ref().and_then(notice) {
            warn(format_args!("{notice}"));
        }
    }

    /// The levels of rules.
    pub(crate) fn levels(&self) -> Vec<(&'static str, Level)> {
        self.warn(CHECK, "the levels of rules");
        let set = self.options.iter().filter(|((table, _), _)| *table == CHECK);
        let level = |((_, name), level): (&(_, String), &Configured)| {
            Some((rules::find(name)?.name, Level::named(level.value.as_text()?).ok()?))
        };
        set.filter_map(level).collect()
    }

    /// Adds the options of the files. Options of the command line take precedence.
    pub(crate) fn apply(self, finder: &mut FinderArgs, mut link: Option<&mut LinkArgs>) {
        self.warn("", "which links are found");
        for ((table, name), option) in self.options {
            match (table, &mut link) {
                ("", _) => finder.configure(name, option),
                (LINK, Some(link)) => link.configure(name, option.value),
                _ => {}
            }
        }
    }
}

/// Converts a value to TOML.
pub(crate) fn in_toml(value: &Value) -> toml::Value {
    // Only `Unset` fails, which a file cannot set.
    toml::Value::try_from(value).unwrap_or_else(|_| "".into())
}
