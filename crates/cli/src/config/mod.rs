//! The configuration files, which set options of the finder and of the linkers for every run.
//!
//! Two files are read, both named `linkwright.toml`: the file of the user, and the nearest file in the working folder
//! or a folder above it. If several sources set an option, the last one in this list wins: the user's file, the
//! folder's file, the profile in the user's file, the profile in the folder's file, the command line.
//!
//! A configuration file can set only options of the finder and of the linkers, so it cannot name files to read or to
//! write. The folder's file may come from another person, as part of an archive or a repository, so it cannot change
//! which links count as safe.

mod file;
mod places;

use std::path::PathBuf;

use linkwright::options::Value;

use clap::Command;
use file::{File, Options};

use crate::convert::LinkArgs;
use crate::exit::Failure;
use crate::options::FinderArgs;
use crate::show::visible;

/// The flags that select the configuration.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct ConfigArgs {
    /// Also use the options of [profile.NAME] in `linkwright.toml`
    #[arg(long, value_name = "NAME", conflicts_with = "no_config")]
    profile: Option<String>,

    /// Do not read any `linkwright.toml`
    #[arg(long)]
    no_config: bool,
}

/// The merged settings of all files.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The files that were read.
    pub(crate) files: Vec<PathBuf>,
    /// The names of all profiles.
    pub(crate) profiles: Vec<String>,
    /// The options that apply.
    pub(crate) options: Options,
}

impl ConfigArgs {
    /// Reads the files. A key that names a flag of `command` instead of an option is refused; the message names the
    /// right key, or says that only the command line can set the flag.
    ///
    /// # Errors
    ///
    /// A file cannot be read or is invalid, the folder's file sets an option reserved for the user's file, or the
    /// profile is in none of the files.
    pub(crate) fn load(&self, command: fn() -> Command) -> Result<Config, Failure> {
        let paths = if self.no_config { Vec::new() } else { places::existing() };
        let files: Vec<File> =
            paths.iter().map(|path| File::read(path, command)).collect::<Result<_, _>>()?;
        for (_, file) in paths.iter().zip(&files).filter(|(path, _)| !places::is_of_user(path)) {
            file.check_untrusted()?;
        }
        let mut options = Options::default();
        for file in &files {
            options.overlay(&file.options);
        }
        if let Some(name) = &self.profile {
            let found: Vec<&Options> =
                files.iter().filter_map(|file| file.profiles.get(name)).collect();
            if found.is_empty() {
                return Err(no_profile(name, &files));
            }
            for profile in found {
                options.overlay(profile);
            }
        }
        let mut profiles: Vec<String> =
            files.iter().flat_map(|file| file.profiles.keys().cloned()).collect();
        profiles.sort();
        profiles.dedup();
        Ok(Config { files: paths, profiles, options })
    }
}

impl Config {
    /// Adds the options of the files. Options of the command line take precedence.
    pub(crate) fn apply(self, finder: &mut FinderArgs, link: Option<&mut LinkArgs>) {
        let Options { preset, finder: options, link: link_options } = self.options;
        finder.configure(preset, options);
        if let Some(link) = link {
            link.configure(link_options);
        }
    }
}

/// The paths where configuration files are looked for, whether or not they exist.
pub(crate) fn places() -> Vec<PathBuf> {
    places::possible()
}

fn no_profile(name: &str, files: &[File]) -> Failure {
    let names: Vec<&str> =
        files.iter().flat_map(|file| file.profiles.keys()).map(String::as_str).collect();
    let known = match (files, names.as_slice()) {
        ([], _) => {
            "there is no `linkwright.toml`; `linkwright config` shows where it may be".into()
        }
        (_, []) => "no `linkwright.toml` has a profile".to_owned(),
        (_, names) => format!("the profiles are {}", names.join(", ")),
    };
    Failure::Usage(format!("--profile: there is no profile {:?}: {known}", visible(name)))
}

/// Converts a value to TOML.
pub(crate) fn in_toml(value: &Value) -> toml::Value {
    match value {
        Value::Switch(yes) => (*yes).into(),
        Value::Number(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(list) => toml::Value::Array(list.iter().map(in_toml).collect()),
        Value::Map(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), in_toml(value)))
            .collect::<toml::Table>()
            .into(),
        // Unreachable for values from a file: a file cannot set `Unset`, and there are no other kinds of values.
        _ => "".into(),
    }
}
