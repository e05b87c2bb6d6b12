//! The arguments of `extract`.

use core::str::FromStr;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use linkwright_harvest::Format as From;

use super::cells::Columns;
use super::encode::Head;
use super::format::Format;
use super::group_by::GroupBy;
use super::limits::LimitArgs;
use super::pre::PreArgs;
use super::walk_args::WalkArgs;
use crate::config::ConfigArgs;
use crate::options::FinderArgs;
use crate::selection::SelectionArgs;
use crate::target;

/// Find URIs in files, folders, archives, mailboxes or standard input.
///
/// The format of a file is detected from its name and its content. Plain text of any size is streamed. In documents,
/// both URIs in the text and links in the markup are found. Folders are searched in name order; hidden files and files
/// that Git ignores are skipped. On a terminal each line is `file:line:column: URI`, with columns counted in characters
/// as a reader sees them; in a pipe each line is only the URI. An input that cannot be read is reported, and the other
/// inputs are still read.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Files and folders to read; `-` or no path means standard input
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,

    /// The format of all files, such as `mail`, `html`, `text`; by default it is detected for each file
    ///
    /// `auto` detects the format from the name and the content of each file.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = from_names(),
        default_value = AUTO,
        hide_default_value = true,
    )]
    pub(super) from: String,

    /// The encoding of files that do not declare one, such as `windows-1252`, `utf-16le`, `shift_jis`; by default it is
    /// guessed
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<String>,

    /// Also report relative references, unresolved, if no base URI is declared in the document or given with --base
    #[arg(long)]
    pub(super) relative: bool,

    /// Also search binary files, such as pictures and programs
    #[arg(long)]
    pub(super) binary: bool,

    // The order of these fields is the order in the help.
    #[command(flatten)]
    pub(super) files: FilesArgs,

    #[command(flatten)]
    pub(crate) finder: FinderArgs,

    #[command(flatten)]
    pub(super) selection: SelectionArgs,

    #[command(flatten)]
    pub(super) shape: ShapeArgs,

    #[command(flatten)]
    pub(super) run: RunArgs,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) config: ConfigArgs,
}

/// The options about the form of rows, which have no effect if none is written.
const SHAPES: [&str; 9] = [
    "with_filename",
    "line_number",
    "max_count",
    "fields",
    "unique",
    "by",
    "context",
    "unwrap",
    "resume",
];

/// The form of the output.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "What is written")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct ShapeArgs {
    /// The format of the output
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,

    /// Write the name of the file before each URI; on a terminal, name and position are written without this option
    #[arg(short = 'H', long, conflicts_with_all = ["fields", "by"])]
    with_filename: bool,

    /// Write the line and the column before each URI
    #[arg(short = 'n', long, conflicts_with_all = ["fields", "by"])]
    line_number: bool,

    /// Write only the names of the files that have links
    ///
    /// Each file is read only up to its first link.
    #[arg(short = 'l', long, conflicts_with_all = SHAPES)]
    pub(super) files_with_matches: bool,

    /// Write nothing, and stop at the first link; the exit status tells whether there is a link
    #[arg(short, long, conflicts_with_all = SHAPES, conflicts_with = "output")]
    pub(super) quiet: bool,

    /// Report only the first N links of each file
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = at_least_one)]
    #[arg(conflicts_with = "resume")]
    pub(super) max_count: Option<u64>,

    /// Write these columns of each link, in this order: separated by tabs in text, as members of one object in JSON
    #[arg(
        long,
        value_name = "NAME,..",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(Columns::names()),
        conflicts_with_all = ["by", "unwrap"],
    )]
    pub(super) fields: Vec<String>,

    /// Write equal links once, with the number of times they occur
    ///
    /// Two links are equal if their normal forms are equal (RFC 3986, section 6.2, up to scheme-based normalization).
    /// The row is that of the first link. In JSON all locations of each link are written too. Memory grows with the
    /// number of different links, and in JSON also with the number of their locations.
    #[arg(long, conflicts_with = "resume")]
    pub(super) unique: bool,

    /// Count the links per host, domain, scheme or file, the most frequent first
    ///
    /// Each line is the number of links, a tab, and the host, domain, scheme or file, or `-` for links that have none.
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["context", "unwrap", "resume"])]
    pub(super) by: Option<GroupBy>,

    /// Add up to N characters of text before and after each link, in all formats except text
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub(super) context: Option<usize>,

    /// Also write the original URI of each link that a mail filter or a redirect service wrapped
    ///
    /// In text, the original URI follows the link after a tab. In JSON it is the member `unwrapped`, and in tables the
    /// column `unwrapped`. Links of Safe Links, URL Defense, Barracuda, Cisco, Sophos, Google, Facebook and other
    /// services are decoded, even if they are nested up to five levels deep. The network is not used.
    #[arg(long)]
    pub(super) unwrap: bool,

    /// End each entry with NUL instead of a line feed, for `xargs -0`
    #[arg(short = '0', long)]
    pub(super) null: bool,

    /// Write to FILE; `-` is standard output
    ///
    /// FILE is replaced at the end of the run; until then, and if no input could be read, the old file is kept. With
    /// --resume rows are appended to it. Devices and pipes are written in place. A file that is also an input is refused.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// The files that are read.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which files are read")]
pub(super) struct FilesArgs {
    /// Read the files and folders that are listed in F, one per line, or each followed by NUL, as `find -print0`
    /// writes them; `-` is standard input
    #[arg(long, value_name = "F")]
    pub(super) files_from: Option<PathBuf>,

    #[command(flatten)]
    pub(super) pre: PreArgs,

    #[command(flatten)]
    pub(super) walk: WalkArgs,
}

/// How the run is carried out.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How the inputs are processed")]
pub(super) struct RunArgs {
    /// Read N files at a time; 0 means one for each processor; the output is in the order of the input
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>, default_value_t = 0, hide_default_value = true)]
    pub(super) jobs: usize,

    /// Record in FILE which inputs are done; if FILE exists, continue from there
    ///
    /// Needs `--format jsonl` and --output. A run that was killed and resumed writes the same rows as an uninterrupted
    /// run; an input that was being read is read again from its beginning. The same command, run again, reads only new
    /// files, inputs that could not be read before, and files whose length or modification time has changed. All rows
    /// of a changed file are appended. Only one run at a time can use FILE.
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,

    /// Search each line of the input separately, and write its links at once
    ///
    /// For logs that are still being written. The input is plain text, and no link continues after a line feed. Without
    /// this option, nothing is written before the first 16 KiB have arrived, from which the format is detected. After them,
    /// links are written before every read that may block, except for a link that ends where the received text ends,
    /// because the next bytes may belong to that link.
    #[arg(long, conflicts_with = "from")]
    pub(super) line_buffered: bool,

    /// Print counts of read and skipped inputs at the end, even if no progress is shown
    #[arg(long)]
    pub(super) summary: bool,

    /// List in FILE everything that was not read, or was read only in part, with the reason
    ///
    /// Each line has three fields separated by tabs: the path with its member and part, the name of the reason, and the
    /// reason in words. `\\`, control characters and bytes that are not UTF-8 are escaped. `-` is standard output.
    /// With --resume the list covers only this run.
    #[arg(long, value_name = "FILE")]
    pub(super) skipped: Option<PathBuf>,

    /// Also exit with status 2 if anything was skipped: binary data, formats that are not read, symbolic links in
    /// folders, encrypted data
    #[arg(long)]
    pub(super) strict: bool,
}

pub(super) const AUTO: &str = "auto";

pub(super) fn from_names() -> PossibleValuesParser {
    PossibleValuesParser::new([AUTO].into_iter().chain(From::all().map(From::name)))
}

/// Parses a number. The error message replaces the message of the standard library, which talks about digits.
pub(super) fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "expected a whole number".to_owned())
}

fn at_least_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("expected a whole number greater than 0".to_owned()),
        Ok(number) => Ok(number),
    }
}

impl Args {
    /// The format of all files, or `None` if it is detected for each file.
    pub(super) fn from(&self) -> Option<From> {
        let lines = self.run.line_buffered.then_some(From::Text);
        lines.or_else(|| From::from_name(&self.from))
    }

    /// Whether references that are not URIs are reported. They cannot be compared or counted.
    pub(super) fn takes_invalid(&self) -> bool {
        self.selection.has_invalid() && !self.shape.unique && self.shape.by.is_none()
    }
}

impl ShapeArgs {
    /// What to write before a URI: what the options name, and without them both parts if `is_wanted`.
    pub(super) fn head(&self, is_wanted: bool) -> Head {
        let is_wanted = is_wanted && !self.has_typed_head();
        Head { has_name: self.with_filename || is_wanted, has_place: self.line_number || is_wanted }
    }

    /// Whether any option controls the text before a URI.
    pub(super) fn has_typed_head(&self) -> bool {
        self.with_filename || self.line_number
    }

    /// The columns of `--fields`, or `None` if the option is absent.
    pub(super) fn columns(&self) -> Option<Columns> {
        (!self.fields.is_empty()).then(|| Columns::of(&self.fields))
    }

    /// The maximum number of links to report per file.
    pub(super) fn most(&self) -> u64 {
        let is_first = self.files_with_matches || self.quiet;
        if is_first { 1 } else { self.max_count.unwrap_or(u64::MAX) }
    }

    /// Whether all locations of equal links are written.
    pub(super) fn lists_places(&self) -> bool {
        let is_json = matches!(self.format, Format::Json | Format::Jsonl);
        self.unique && is_json && self.fields.is_empty()
    }

    /// Whether rows have the original URI of a link that a redirect service wrapped.
    pub(super) fn unwraps(&self) -> bool {
        self.unwrap || self.fields.iter().any(|name| name == "unwrapped")
    }

    /// The terminator of each row.
    pub(super) const fn end(&self) -> &'static [u8] {
        if self.null { b"\0" } else { b"\n" }
    }

    /// The path of the output file, or `None` for standard output.
    pub(super) fn output_path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !target::is_stdout(path))
    }

    /// Whether the output is data for programs.
    pub(super) fn is_data(&self) -> bool {
        self.format != Format::Text || !self.fields.is_empty()
    }
}
