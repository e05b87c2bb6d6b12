//! `linkwright config`: shows the options that apply, and the file that sets each option.

use crate::config::{self, Config, ConfigArgs};
use crate::exit::{Failure, Status};
use crate::options::Configured;
use crate::rows::print;
use crate::show::visible;

/// Show the options that configuration files set, with the file and line of each.
///
/// Two files are read: `linkwright/linkwright.toml` in the configuration folder of the user, and the nearest
/// `linkwright.toml` in the working folder or a folder above it, which takes precedence. `extract`, `linkify` and
/// `explain` use these files. `pipe` and `uri` do not, because other programs call them. The keys are the options
/// that `linkwright options` lists. Options for links are in the table [link]. The command line overrides all files. A file
/// that is found in a folder can set only which links are reported; `--config FILE` reads a file that can set all.
///
/// The output is itself a valid `linkwright.toml`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
}

pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let config = args.config.load()?;
    print(written(&config).as_bytes())?;
    Ok(Status::of(!config.files.is_empty(), false))
}

fn written(config: &Config) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (heading, paths) = match config.files.as_slice() {
        [] => ("# No configuration file was read. Files are looked for at:", config::places()),
        files => ("# Read:", files.to_vec()),
    };
    lines.push(heading.to_owned());
    lines.extend(paths.iter().map(|path| format!("#   {}", visible(&path.to_string_lossy()))));
    let mut last = "";
    for ((table, name), Configured { value, origin }) in &config.options {
        if *table != last {
            lines.push(format!("\n[{table}]"));
            last = table;
        }
        lines.push(format!("{name} = {} # {origin}", config::in_toml(value)));
    }
    lines.join("\n") + "\n"
}
