//! The end of a run: the exit status, and the message of an error that ends it.

use core::fmt;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use linkwright::find::FinderBuilder;
use linkwright::link::HtmlLinkerBuilder;
use linkwright::rewrite::markdown::MarkdownLinkerBuilder;

use crate::show::{picture, visible};

/// The result of a verb that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Something was found, or the work is done.
    Found,
    /// Nothing was found.
    Nothing,
    /// An input could not be read, or only in part. The failure was reported, and the other inputs were read.
    Error,
}

impl Status {
    /// `Error` if an input failed, even if something was found in other inputs; otherwise `Found` or `Nothing`.
    pub(crate) fn of(is_found: bool, has_failed: bool) -> Status {
        match (has_failed, is_found) {
            (true, _) => Status::Error,
            (false, true) => Status::Found,
            (false, false) => Status::Nothing,
        }
    }
}

/// Why a verb ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Standard output accepts no more data.
    Output(io::Error),
    /// The command line is wrong. The text is the reason, and the printed message also refers to the help.
    Usage(String),
    /// Any other reason, in words.
    Message(String),
}

impl Failure {
    pub(crate) fn message(text: impl fmt::Display) -> Failure {
        Failure::Message(text.to_string())
    }

    /// An error that concerns the file at `path`.
    pub(crate) fn at(path: &Path, why: impl fmt::Display) -> Failure {
        Failure::Message(format!("{}: {why}", visible(&path.to_string_lossy())))
    }

    /// An error in the command line, described by `text`.
    pub(crate) fn usage(text: impl fmt::Display) -> Failure {
        Failure::Usage(text.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Prints the error, if there is one, and returns the exit status: 0 if something was found or done, 1 if nothing was
/// found, 2 after an error.
///
/// A closed pipe is not an error: the status is 0, and nothing is printed, because its reader, `head` for instance,
/// needs no more data.
pub(crate) fn code(result: Result<Status, Failure>) -> ExitCode {
    match result {
        Ok(Status::Found) => ExitCode::SUCCESS,
        Ok(Status::Nothing) => ExitCode::from(1),
        Ok(Status::Error) => ExitCode::from(2),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            match failure {
                Failure::Output(error) => warn(format_args!("standard output: {error}")),
                Failure::Usage(text) => warn(format_args!("{text}\n\n{HELP}")),
                Failure::Message(text) => warn(format_args!("{text}")),
            }
            ExitCode::from(2)
        }
    }
}

/// The last line of a message about the command line, the same as that of clap.
const HELP: &str = "For more information, try '--help'.";

/// Prints the message of clap, and returns the exit status. An error begins and ends like the other errors of this
/// command. For a help text or the version, clap prints the text and ends the process. `whole` builds the command with
/// all options.
pub(crate) fn misused(mut error: clap::Error, whole: fn() -> Command) -> ExitCode {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help || !error.use_stderr() {
        error.exit();
    }
    if let Some(tip) = tip(&error, &whole()) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    let text = error.render().ansi().to_string();
    // The message of clap begins with `error:`, which may be coloured; `tell` writes another beginning.
    let (_, what) = text.split_once("error:").unwrap_or(("", &text));
    tell(what.trim_start_matches("\u{1b}[0m").trim());
    ExitCode::from(2)
}

/// The word of this kind in the context of `error`; empty if the context has none.
fn word(error: &clap::Error, kind: ContextKind) -> &str {
    match error.get(kind) {
        Some(ContextValue::String(word)) => word,
        _ => "",
    }
}

/// The tip for an option without a flag: `--no-www` is `--set www=false`.
fn tip_for_option(typed: &str, command: &Command) -> Option<String> {
    let typed = typed.strip_prefix("--")?.replace('-', "_");
    command.get_arguments().find(|arg| arg.get_long() == Some("set"))?;
    let is_option = |name: &str| {
        let finder = FinderBuilder::options().chain(HtmlLinkerBuilder::options());
        finder.chain(MarkdownLinkerBuilder::options()).any(|option| option.name() == name)
    };
    let (name, value) = match typed.strip_prefix("no_") {
        Some(name) => (name, "false"),
        None => (&*typed, "VALUE"),
    };
    is_option(name).then(|| format!("`--set {name}={value}` sets this option"))
}

/// A tip for mistakes that clap cannot recognize: the subcommand is missing, a text of several words has no quotes, or
/// an option of the library has no flag.
fn tip(error: &clap::Error, whole: &Command) -> Option<String> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = word(error, ContextKind::InvalidSubcommand);
            let is_file = Path::new(word).exists();
            let is_text = word.contains([':', '@', ' ']);
            let tip = "a command comes first: `linkwright extract FILE`, `linkwright explain TEXT`";
            (is_file || is_text).then(|| tip.to_owned())
        }
        ErrorKind::UnknownArgument => {
            let usage = match error.get(ContextKind::Usage) {
                Some(ContextValue::StyledStr(usage)) => usage.to_string(),
                _ => return None,
            };
            // The first words are `Usage: linkwright`.
            let used = whole.find_subcommand(usage.split_whitespace().nth(2)?)?;
            let typed = word(error, ContextKind::InvalidArg);
            if used.get_name() == "explain" && !typed.starts_with('-') {
                let tip = "a text of several words needs quotes: `linkwright explain 'TEXT'`";
                return Some(tip.to_owned());
            }
            tip_for_option(typed, used)
        }
        _ => None,
    }
}

/// Writes a message to standard error. Line feeds are kept; other characters that could control the terminal or hide
/// text are replaced.
pub(crate) fn warn(what: fmt::Arguments<'_>) {
    let shown = |c: char| if c == '\n' { c } else { picture(c) };
    tell(&what.to_string().chars().map(shown).collect::<String>());
}

/// Writes a message, without its colours if standard error is no terminal.
fn tell(what: &str) {
    // If standard error is closed, the message is lost, because it cannot be written anywhere else.
    let _ = writeln!(anstream::stderr(), "linkwright: {what}");
}
