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

use file::Options;
pub(crate) use places::possible as places;

use crate::check::rules::Level;
use crate::convert::LinkArgs;
use crate::exit::{Failure, warn};
use crate::options::FinderArgs;

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
    /// What to say about a file that was found in the working folder or above it; `None` if it changes nothing.
    pub(crate) notice: Option<String>,
    /// The same for the levels of rules, which only `check` and `fix` read.
    notice_of_levels: Option<String>,
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
        if let Some(path) = places::of_user() {
            config.add(path)?;
        }
        if let Some(path) = &self.config {
            config.add(path.clone())?;
        } else if let Some(path) = places::found().filter(|path| !config.files.contains(path)) {
            let options = config.add(path.clone())?;
            options.check_untrusted()?;
            config.notice = options.notice(&path);
            config.notice_of_levels = options.notice_of_levels(&path);
        }
        Ok(config)
    }
}

impl Config {
    /// Reads a file, whose options override those of the files before it, and returns its options.
    fn add(&mut self, path: PathBuf) -> Result<Options, Failure> {
        let options = Options::read(&path)?;
        self.options.overlay(&options);
        self.files.push(path);
        Ok(options)
    }

    /// Copies the levels of rules. A found file that sets any is named on standard error.
    pub(crate) fn with_levels(mut self, levels: &mut Vec<(&'static str, Level)>) -> Config {
        if let Some(notice) = self.notice_of_levels.take() {
            warn(format_args!("{notice}"));
        }
        levels.extend(self.options.check.iter().map(|(name, level)| (*name, level.value)));
        self
    }

    /// Adds the options of the files. Options of the command line take precedence. A found file that changes which links
    /// are reported is named on standard error.
    pub(crate) fn apply(self, finder: &mut FinderArgs, link: Option<&mut LinkArgs>) {
        if let Some(notice) = &self.notice {
            warn(format_args!("{notice}"));
        }
        finder.notice = self.notice;
        let Options { preset, finder: options, link: link_options, .. } = self.options;
        finder.configure(preset, options);
        if let Some(link) = link {
            link.configure(link_options);
        }
    }
}

/// Converts a value to TOML.
pub(crate) fn in_toml(value: &Value) -> toml::Value {
    // Only `Unset` fails, which a file cannot set.
    toml::Value::try_from(value).unwrap_or_else(|_| "".into())
}
