//! The end of a run: the exit status, and the message of an error that ends it.

use core::fmt;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::show::picture;

/// The result of a verb that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Something was found, or the work is done.
    Found,
    /// Nothing was found.
    Nothing,
    /// An input could not be read; it was reported, and the others were read.
    Error,
}

impl Status {
    /// `Error` if an input failed, whatever the others gave; otherwise `Found` or `Nothing`.
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
    /// The command line is wrong, for this reason; the message refers to the help.
    Usage(String),
    /// Any other reason, in words.
    Message(String),
}

impl Failure {
    pub(crate) fn message(text: impl fmt::Display) -> Failure {
        Failure::Message(text.to_string())
    }

    /// The command line is wrong.
    pub(crate) fn usage(text: impl fmt::Display) -> Failure {
        Failure::Usage(text.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Prints the error, if there is one, and gives the exit status: 0 found or done, 1 nothing, 2 error.
///
/// A closed pipe ends with status 0 and without a message: the reader, `head` for instance, needs no more.
pub(crate) fn code(result: Result<Status, Failure>) -> ExitCode {
    match result {
        Ok(Status::Found) => ExitCode::SUCCESS,
        Ok(Status::Nothing) => ExitCode::from(1),
        Ok(Status::Error) => ExitCode::from(2),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => {
            warn(format_args!("standard output: {error}"));
            ExitCode::from(2)
        }
        Err(Failure::Usage(text)) => {
            warn(format_args!("{text}\n\n{HELP}"));
            ExitCode::from(2)
        }
        Err(Failure::Message(text)) => {
            warn(format_args!("{text}"));
            ExitCode::from(2)
        }
    }
}

/// The last line of a message about the command line, the same as that of clap.
const HELP: &str = "For more information, try '--help'.";

/// Prints the message of clap, and gives the exit status. A help or a version goes to standard output; an error
/// begins and ends like the other errors of this command.
pub(crate) fn misused(mut error: clap::Error) -> ExitCode {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help || !error.use_stderr() {
        error.exit();
    }
    if let Some(tip) = tip(&error) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    let is_colored = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let text = error.render();
    let text = if is_colored { text.ansi().to_string() } else { text.to_string() };
    // The first word is `error:`, which is coloured.
    let (_, what) = text.split_once("error:").unwrap_or(("", &text));
    tell(what.trim_start_matches("\u{1b}[0m").trim());
    ExitCode::from(2)
}

/// What was probably meant, for two mistakes that clap cannot recognize: the verb is missing, or a text of several
/// words has no quotes.
fn tip(error: &clap::Error) -> Option<&'static str> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.as_str(),
        _ => "",
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = word(ContextKind::InvalidSubcommand);
            let is_file = Path::new(word).exists();
            let is_text = word.contains([':', '@', ' ']);
            let tip = "a verb comes first: `linkwright extract FILE`, `linkwright explain TEXT`";
            (is_file || is_text).then_some(tip)
        }
        ErrorKind::UnknownArgument => {
            let is_explain = std::env::args_os().nth(1).is_some_and(|verb| verb == "explain");
            let is_word = !word(ContextKind::InvalidArg).starts_with('-');
            let tip = "a text of several words needs quotes: `linkwright explain 'TEXT'`";
            (is_explain && is_word).then_some(tip)
        }
        _ => None,
    }
}

/// Writes a message to standard error. Untrusted text in it is made safe to show.
pub(crate) fn warn(what: fmt::Arguments<'_>) {
    let shown = |c: char| if c == '\n' { c } else { picture(c) };
    tell(&what.to_string().chars().map(shown).collect::<String>());
}

fn tell(what: &str) {
    // A closed standard error takes no message, and nothing else could show it.
    let _ = writeln!(io::stderr(), "linkwright: {what}");
}
