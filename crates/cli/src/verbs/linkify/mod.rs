//! `linkwright linkify`: turns URIs in plain text, HTML and Markdown into links.

mod diff;
mod fix;

use core::fmt;
use std::borrow::Cow;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::PathBuf;

use linkwright::find::FinderBuilder;
use linkwright_harvest::data_name;

use crate::config::ConfigArgs;
use crate::convert::{self, Conversion, Converted, From, LinkArgs, Linkers, To, is_mail};
use crate::exit::{Failure, Status, warn};
use crate::file_id::FileId;
use crate::input::Input;
use crate::interrupt;
use crate::options::{self, FinderArgs};
use crate::replacement;
use crate::rows::Rows;
use crate::selection::FilterArgs;
use crate::verbs::extract;
pub(crate) use fix::FixArgs;

/// Turn the URIs of text, HTML or Markdown into links.
///
/// In HTML and Markdown, links are added where the text has URIs that are not links yet, and every other byte is
/// unchanged. Plain text becomes HTML, which is safe to put into a page. HTML made from HTML is only as safe as its
/// input: a sanitizer has to clean it first.
///
/// URIs with the schemes of web, mail, phone, chat and news become links. URIs with other schemes remain text unless
/// `--link-scheme` names the scheme. Deceptive URIs remain text, and suspicious URIs are marked (`--on-danger`,
/// `--on-warning`).
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Args {
    /// Files to read; `-` or no file means standard input
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    /// The format of the input [default: detected from the file name, otherwise text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    from: Option<From>,

    /// The format of the output [default: markdown for Markdown, html for other formats]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<To>,

    /// Write only the names of the files that would change; exit status 1 if a file would change
    #[arg(long)]
    check: bool,

    /// Write the changes as a unified diff instead of the result
    #[arg(long)]
    diff: bool,

    /// Change the files in place, completely or not at all
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    write: bool,

    /// Convert each line of plain text separately, and write it at once
    ///
    /// For logs that are still being written. Without this option, the text received so far is written before every
    /// read that may block, except for its last part, in which a link may still continue.
    #[arg(long, conflicts_with_all = ["check", "diff", "write"])]
    line_buffered: bool,

    #[command(flatten)]
    pub(crate) config: ConfigArgs,

    #[command(flatten)]
    pub(crate) link: LinkArgs,

    #[command(flatten, next_help_heading = "Which URIs become links")]
    filter: FilterArgs,

    #[command(flatten)]
    pub(crate) finder: FinderArgs,
}

impl Args {
    /// Whether the result is printed, and not compared with the input or written to its file.
    const fn prints(&self) -> bool {
        !(self.write || self.check || self.diff)
    }

    /// Refuses options that have no effect on these inputs, and `--write` for standard input.
    fn check_combinations(&self) -> Result<(), Failure> {
        if self.line_buffered && self.from.is_some_and(|from| from != From::Text) {
            return Err(Failure::usage(
                "--from has no effect with --line-buffered, which reads plain text",
            ));
        }
        self.finder.check_combinations(self.line_buffered)?;
        if self.finder.typed("readings").is_some() {
            return Err(Failure::usage(
                "--readings has no effect here, because links cannot overlap",
            ));
        }
        if self.link.shortens_without_limit() {
            return Err(Failure::usage("--set shorten_how needs --truncate"));
        }
        let inputs = Input::all(&self.paths);
        // An input that cannot be converted is reported in its turn.
        let conversions = inputs.iter().filter_map(|input| self.conversion(input).ok());
        let conversions: Vec<Conversion> = conversions.collect();
        if let Some(first) = conversions.first()
            && let Some(name) = self.link.without_effect(&conversions)
        {
            let (flag, pair) = (options::shown(name), first.name());
            return Err(Failure::usage(format_args!(
                "{flag} has no effect when converting {pair}"
            )));
        }
        if self.write && inputs.iter().any(|input| matches!(input, Input::Stdin)) {
            return Err(Failure::usage(
                "--write needs file names; without --write the result goes to standard output",
            ));
        }
        Ok(())
    }

    /// The builder of a finder that also finds the kinds of links that the filter selects.
    fn builder(&self) -> Result<FinderBuilder, Failure> {
        let mut finder = self.finder.clone();
        self.filter.widen(&mut finder.settings);
        finder.builder()
    }

    /// The conversion from the format of `input` to the requested format, or an error that lists the possible ones.
    fn conversion(&self, input: &Input) -> Result<Conversion, String> {
        let by_name = match input {
            Input::File(path) if !self.line_buffered => From::of_file(path),
            _ => From::Text,
        };
        Conversion::of(self.from.unwrap_or(by_name), self.to)
    }
}

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    interrupt::listen_between_rows();
    let link = args.link.clone().filtered(&args.filter);
    let linkers = Linkers::new(args.builder()?, &link)
        .map_err(|error| Failure::Usage(options::typed(&error)))?;
    args.check_combinations()?;
    let mut run = Run { args, linkers, color, has_changed: false, has_failed: false };
    for input in Input::all(&args.paths) {
        run.input(&input)?;
    }
    io::stdout().flush()?;
    // A check succeeds if nothing would change. Other actions succeed unless there was an error.
    Ok(Status::of(!(args.check && run.has_changed), run.has_failed))
}

/// Runs `fix`: `--write` or `--diff` for the files that a walk finds.
pub(crate) fn fix(fix: &FixArgs, color: bool) -> Result<Status, Failure> {
    interrupt::listen_between_rows();
    let mut args: Args = options::untyped()?;
    (args.from, args.diff, args.write) = (fix.from, fix.diff, !fix.diff);
    let linkers = fix.settings.linkers()?;
    let mut run = Run { args: &args, linkers, color, has_changed: false, has_failed: false };
    let mut has_read = false;
    for file in extract::files(&fix.paths, &fix.walk)? {
        match file {
            Ok((path, is_named)) => {
                has_read = true;
                let from = fix.from.unwrap_or_else(|| From::of_file(&path));
                let input = Input::File(path);
                if from.is_markup() && !fix.is_off() {
                    run.input(&input)?;
                } else if !from.is_markup() && is_named {
                    let why = "is neither Markdown nor HTML (--from names the format)";
                    run.fail(format_args!("{}: {why}", input.shown_name()));
                }
            }
            Err(why) => run.fail(format_args!("{why}")),
        }
    }
    if !has_read && !run.has_failed {
        return Err(Failure::Message("no file was selected".to_owned()));
    }
    Ok(Status::of(true, run.has_failed))
}

/// A run over all inputs.
struct Run<'a> {
    args: &'a Args,
    linkers: Linkers,
    color: bool,
    /// Whether any input would change.
    has_changed: bool,
    /// Whether an input could not be converted.
    has_failed: bool,
}

impl Run<'_> {
    /// Converts one input. A failure that concerns only this input is reported, and the other inputs are still converted.
    fn input(&mut self, input: &Input) -> Result<(), Failure> {
        match self.converted(input) {
            Err(Failure::Message(why)) => {
                self.fail(format_args!("{}: {why}", input.shown_name()));
                Ok(())
            }
            done => done,
        }
    }

    fn fail(&mut self, what: fmt::Arguments<'_>) {
        self.has_failed = true;
        warn(what);
    }

    /// Converts one input. A failure with a message concerns only this input.
    fn converted(&mut self, input: &Input) -> Result<(), Failure> {
        if let Some(error) = self.refusal(input) {
            return Err(Failure::message(error));
        }
        let conversion = self.args.conversion(input).map_err(Failure::Message)?;
        if !self.args.prints() && conversion.is_of_text() {
            return Err(Failure::message(format_args!(
                "--check, --diff and --write work only if the format does not change (html to html, markdown to markdown): this is {} \
                 (--from names the format of the input)",
                conversion.name()
            )));
        }
        let mut reader = convert::open(input).map_err(Failure::message)?;
        let head = reader.fill_buf().map_err(Failure::message)?;
        // Data whose beginning does not look like text is refused.
        if let Some(name) = data_name(head).filter(|_| self.args.from.is_none()) {
            return Err(Failure::message(format_args!(
                "is {name}, not text (--from text reads its bytes as text)"
            )));
        }
        if conversion.is_of_text() {
            // Every write locks standard output separately, so that an interrupt ends the run between two writes.
            let (by_line, mut out) = (self.args.line_buffered, io::stdout());
            return convert::stream(&self.linkers, conversion, by_line, &mut reader, &mut out);
        }
        let mut before = Vec::new();
        reader.read_to_end(&mut before).map_err(Failure::message)?;
        self.whole(input, conversion, &before)
    }

    /// The reason to refuse an input before it is opened, if any.
    fn refusal(&self, input: &Input) -> Option<&'static str> {
        let (args, Input::File(path)) = (self.args, input) else { return None };
        let is_special = || path.metadata().is_ok_and(|metadata| !metadata.is_file());
        let is_stdout = || FileId::stdout().is_some_and(|stdout| FileId::of(path) == Some(stdout));
        if path.is_dir() {
            Some("is a folder: name its files, as in FOLDER/*.md")
        } else if args.from.is_none() && is_mail(path) {
            Some("is mail, which `extract` reads (--from text reads its bytes as text)")
        } else if args.write && is_special() {
            Some("--write needs a regular file")
        } else {
            (args.prints() && is_stdout()).then_some("is both an input and standard output")
        }
    }

    /// Converts the content of an input, and performs the action.
    fn whole(
        &mut self,
        input: &Input,
        conversion: Conversion,
        before: &[u8],
    ) -> Result<(), Failure> {
        let linkers = match input {
            Input::Stdin => Cow::Borrowed(&self.linkers),
            Input::File(path) => {
                let linkers = self.linkers.of_file(path);
                linkers.map_err(|error| Failure::Usage(options::typed(&error)))?
            }
        };
        let converted = convert::convert(&linkers, conversion, before).map_err(Failure::Message)?;
        let Converted { output: after, complaints, has_failed, .. } = converted;
        self.has_failed |= has_failed;
        for complaint in complaints {
            warn(format_args!("{}{complaint}", input.shown_name()));
        }
        let has_changed = matches!(&after, Cow::Owned(after) if after != before);
        self.has_changed |= has_changed;
        let mut out = Rows::new();
        let Args { check, diff, write, .. } = *self.args;
        if self.args.prints() {
            out.write_all(&after)?;
        } else if has_changed && diff {
            diff::write(&mut out, &input.shown_name(), before, &after, self.color)?;
        } else if has_changed && check {
            writeln!(out, "{}", input.shown_name())?;
        }
        out.flush()?;
        match input {
            Input::File(path) if has_changed && write => replacement::replace(path, before, &after)
                .map_err(|error| Failure::message(format_args!("not changed: {error}"))),
            _ => Ok(()),
        }
    }
}
