//! The end of a run: the exit status, and the message of an error that ends it.

use core::fmt;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use linkwright::find::FinderBuilder;
use linkwright::link::HtmlLinkerBuilder;
use linkwright::options::name_distance;
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
    let used = used_command(&error, whole());
    remove_dissimilar(&mut error, &used);
    if let Some(tip) = tip(&error, &used) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    let is_colored = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let text = error.render();
    let text = if is_colored { text.ansi().to_string() } else { text.to_string() };
    // The message of clap begins with `error:`, which may be coloured; `tell` writes another beginning.
    let (_, what) = text.split_once("error:").unwrap_or(("", &text));
    tell(what.trim_start_matches("\u{1b}[0m").trim());
    ExitCode::from(2)
}

/// The command that the usage in `error` names, which is `whole` or one of its subcommands.
fn used_command(error: &clap::Error, mut whole: Command) -> Command {
    whole.build();
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let mut command = whole;
    // The first words are `Usage: linkwright`.
    for word in usage.split_whitespace().skip(2) {
        let Some(child) = command.find_subcommand(word) else { break };
        command = child.clone();
    }
    command
}

/// Removes the flags that clap proposes and that are not similar to the typed flag. Clap proposes flags that have some
/// letters in common, such as `--no-flowed` for `--nofollow`.
fn remove_dissimilar(error: &mut clap::Error, command: &Command) {
    let typed = word(error, ContextKind::InvalidArg).to_owned();
    let proposed = word(error, ContextKind::SuggestedArg);
    if !proposed.is_empty() && !is_proposal(proposed, &typed, command) {
        error.remove(ContextKind::SuggestedArg);
        // The usage line in clap's message also contains the proposed flag.
        let usage = command.clone().render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| match subcommand_flag(&tip.to_string()) {
            Some((name, flag)) => command
                .find_subcommand(name)
                .is_some_and(|command| is_proposal(flag, &typed, command)),
            // Nearly every unknown flag is a mistake, and no name of a file.
            None => !tip.to_string().starts_with("to pass '--"),
        });
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
}

/// Whether `flag` is similar to `typed` and the help of `command` shows it, which excludes hidden aliases.
fn is_proposal(flag: &str, typed: &str, command: &Command) -> bool {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let mut names = shown.filter_map(Arg::get_long);
    name_distance(typed, flag).is_some() && names.any(|name| flag.strip_prefix("--") == Some(name))
}

/// The subcommand and its flag in a tip of clap of the form `'linkify --target' exists`.
fn subcommand_flag(tip: &str) -> Option<(&str, &str)> {
    let (name, flag) = tip.strip_prefix('\'')?.strip_suffix("' exists")?.split_once(' ')?;
    flag.starts_with("--").then_some((name, flag))
}

/// The word of this kind in the context of `error`; empty if the context has none.
fn word(error: &clap::Error, kind: ContextKind) -> &str {
    match error.get(kind) {
        Some(ContextValue::String(word)) => word,
        _ => "",
    }
}

/// Flags of other programs, without the dashes between their words; the flag to use here; and the tip.
const OTHERS: &[(&[&str], &str, &str)] = &[
    (
        &["nofollow", "noopener", "noreferrer"],
        "rel",
        "`--rel` sets the `rel` of the links: `--rel nofollow`",
    ),
    (&["nocolor", "nocolour"], "color", "`--color never` turns colour off"),
];

/// The tip for a flag of another program, if `command` has a flag for the same purpose.
fn tip_for_flag(typed: &str, command: &Command) -> Option<&'static str> {
    let typed = typed.strip_prefix("--")?;
    let is_typed = |name: &&str| name_distance(typed, name) == Some(0);
    let (_, flag, tip) = OTHERS.iter().find(|(names, ..)| names.iter().any(is_typed))?;
    let has_flag = command.get_arguments().any(|arg| arg.get_long() == Some(flag));
    has_flag.then_some(tip)
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
/// a flag belongs to another program.
fn tip(error: &clap::Error, used: &Command) -> Option<String> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = word(error, ContextKind::InvalidSubcommand);
            let is_file = Path::new(word).exists();
            let is_text = word.contains([':', '@', ' ']);
            let tip = "a command comes first: `linkwright extract FILE`, `linkwright explain TEXT`";
            (is_file || is_text).then(|| tip.to_owned())
        }
        ErrorKind::UnknownArgument => {
            let typed = word(error, ContextKind::InvalidArg);
            let is_unquoted = used.get_name() == "explain" && !typed.starts_with('-');
            let tip = "a text of several words needs quotes: `linkwright explain 'TEXT'`";
            let tip = is_unquoted.then_some(tip).or_else(|| tip_for_flag(typed, used));
            tip.map(str::to_owned).or_else(|| tip_for_option(typed, used))
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

fn tell(what: &str) {
    // If standard error is closed, the message is lost, because it cannot be written anywhere else.
    let _ = writeln!(io::stderr(), "linkwright: {what}");
}
