//! `linkwright config`: which options apply, and which file sets each.

use std::io::{self, Write as _};

use clap::Command;

use crate::config::{self, Config, ConfigArgs};
use crate::exit::{Failure, Status};
use crate::options::ConfiguredOptions;
use crate::show::visible;

/// Show the options that `linkwright.toml` sets, each with its file and line.
///
/// Two files are read: `linkwright/linkwright.toml` in the configuration folder of the user, and the nearest
/// `linkwright.toml` at or above the working folder, which wins. `extract`, `linkify` and `explain` use them; `pipe` and
/// `uri` do not, because programs call them. The keys are the options of `docs/options.md`; those of the links are in
/// the table [link], and [profile.NAME] has options that apply with `--profile NAME`. The command line overrides all
/// files.
///
/// The output is itself a valid `linkwright.toml`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
}

pub(crate) fn run(args: &Args, command: fn() -> Command) -> Result<Status, Failure> {
    let config = args.config.load(command)?;
    let mut out = io::stdout().lock();
    out.write_all(written(&config).as_bytes())?;
    out.flush()?;
    Ok(Status::of(!config.files.is_empty(), false))
}

fn written(config: &Config) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (heading, paths) = match config.files.as_slice() {
        [] => ("# No configuration is read. A file may be at:", config::places()),
        files => ("# Read:", files.to_vec()),
    };
    lines.push(heading.to_owned());
    lines.extend(paths.iter().map(|path| format!("#   {}", visible(&path.to_string_lossy()))));
    if !config.profiles.is_empty() {
        lines.push(format!("# Profiles: {}", visible(&config.profiles.join(", "))));
    }
    if let Some(preset) = &config.options.preset {
        lines.push(format!("preset = {:?} # {}", preset.value.name(), preset.origin));
    }
    options(&config.options.finder, &mut lines);
    if !config.options.link.is_empty() {
        lines.push("\n[link]".to_owned());
        options(&config.options.link, &mut lines);
    }
    lines.join("\n") + "\n"
}

fn options(options: &ConfiguredOptions, lines: &mut Vec<String>) {
    for (name, configured) in options {
        let value = config::in_toml(&configured.value);
        lines.push(format!("{name} = {value} # {}", configured.origin));
    }
}
