//! `linkwright linkify`: a text, an HTML or a Markdown file, or a message, with its URIs as links.

mod diff;
mod replace;

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::convert::{self, Broken, Chunks, Conversion, From, LinkArgs, Linkers, To};
use crate::input::Input;
use crate::options::FinderArgs;
use crate::outcome::{Failure, Status, complain};

/// Rewrite text, HTML, Markdown or mail with its URIs as links.
///
/// Every byte of an HTML or Markdown file stays as it is; links are put in where the text has URIs
/// that are no links yet. Plain text becomes HTML. Of a message the texts are written that a reader
/// is shown, decoded and without its header.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Files to read; `-` or none is standard input
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    /// What the input is; by the file's name when left out, and text where that says nothing
    #[arg(long, value_name = "FORMAT", value_enum)]
    from: Option<From>,

    /// What to write; HTML from text, HTML and mail, Markdown from Markdown when left out
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<To>,

    /// Write the names of the files that would change, and nothing else; exit status 1 if any would
    #[arg(long)]
    check: bool,

    /// Write what would change as a unified diff
    #[arg(long)]
    diff: bool,

    /// Change the files in place; each is replaced as a whole or not at all
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    write: bool,

    #[command(flatten)]
    link: LinkArgs,

    #[command(flatten)]
    finder: FinderArgs,
}

/// What is done with an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Print,
    Check,
    Diff,
    CheckAndDiff,
    Write,
}

impl Args {
    const fn action(&self) -> Action {
        match (self.write, self.check, self.diff) {
            (true, ..) => Action::Write,
            (_, true, true) => Action::CheckAndDiff,
            (_, true, _) => Action::Check,
            (.., true) => Action::Diff,
            _ => Action::Print,
        }
    }

    /// The way from what `input` is to what is wanted.
    fn conversion(&self, input: &Input) -> Result<&'static Conversion, String> {
        let by_name = match input {
            Input::Stdin => From::Text,
            Input::File(path) => From::of_file(path),
        };
        let from = self.from.unwrap_or(by_name);
        let to = self.to.unwrap_or(from.default_to());
        if self.action() != Action::Print && !from.is_kept_by(to) {
            return Err(format!(
                "--check, --diff and --write are for rewriting a format as itself, not {} as {}",
                from.name(),
                to.name()
            ));
        }
        convert::conversion(from, to)
    }
}

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    let linkers = Linkers::new(args.finder.builder()?, &args.link).map_err(Failure::message)?;
    let mut run = Run { args, linkers, color, has_changed: false };
    let mut has_failed = false;
    for input in Input::all(&args.paths) {
        if let Err(error) = run.input(&input)? {
            has_failed = true;
            complain(format_args!("{}: {error}", input.shown_name()));
        }
    }
    io::stdout().flush()?;
    // A check finds something when all is well; anything else is simply done.
    let is_check = matches!(args.action(), Action::Check | Action::CheckAndDiff);
    Ok(Status::of(!(is_check && run.has_changed), has_failed))
}

/// A run over all inputs.
struct Run<'a> {
    args: &'a Args,
    linkers: Linkers,
    color: bool,
    /// Whether any input would change.
    has_changed: bool,
}

impl Run<'_> {
    /// Does one input. What is wrong with it is the inner result, so that the others can go on.
    fn input(&mut self, input: &Input) -> Result<Result<(), String>, Failure> {
        let conversion = match self.args.conversion(input) {
            Ok(conversion) => conversion,
            Err(error) => return Ok(Err(error)),
        };
        match conversion.stream {
            Some(stream) if self.args.action() == Action::Print => self.stream(input, stream),
            _ => self.whole(input, conversion),
        }
    }

    /// Writes an input as it is read.
    fn stream(&self, input: &Input, chunks: Chunks) -> Result<Result<(), String>, Failure> {
        let mut reader = match input.open() {
            Ok(reader) => reader,
            Err(error) => return Ok(Err(error.to_string())),
        };
        match convert::stream(chunks(&self.linkers), &mut reader, &mut io::stdout().lock()) {
            Ok(()) => Ok(Ok(())),
            Err(Broken::Input(error)) => Ok(Err(error.to_string())),
            Err(Broken::Output(error)) => Err(error.into()),
        }
    }

    /// Reads an input, and does with it what is wanted.
    fn whole(
        &mut self,
        input: &Input,
        conversion: &Conversion,
    ) -> Result<Result<(), String>, Failure> {
        let before = match self.read(input) {
            Ok(before) => before,
            Err(error) => return Ok(Err(error)),
        };
        let after = match (conversion.run)(&self.linkers, &before) {
            Ok(after) => after,
            Err(error) => return Ok(Err(error)),
        };
        let has_changed = matches!(&after, Cow::Owned(after) if *after != before);
        self.has_changed |= has_changed;
        let mut out = io::stdout().lock();
        let action = self.args.action();
        if action == Action::Print {
            out.write_all(&after)?;
        }
        if action == Action::Check && has_changed {
            writeln!(out, "{}", input.shown_name())?;
        }
        if matches!(action, Action::Diff | Action::CheckAndDiff) && has_changed {
            diff::write(&mut out, &input.shown_name(), &before, &after, self.color)?;
        }
        if action == Action::Write && has_changed {
            return Ok(write(input, &after));
        }
        Ok(Ok(()))
    }

    /// The text of an input as it is.
    fn read(&self, input: &Input) -> Result<Vec<u8>, String> {
        if self.args.action() == Action::Write && *input == Input::Stdin {
            return Err("--write needs a file".to_owned());
        }
        input.read().map_err(|error| error.to_string())
    }
}

fn write(input: &Input, after: &[u8]) -> Result<(), String> {
    let path: &Path = match input {
        Input::File(path) => path,
        Input::Stdin => return Err("--write needs a file".to_owned()),
    };
    replace::file(path, after).map_err(|error| format!("not changed: {error}"))
}
