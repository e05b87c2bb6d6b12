//! What can be typed.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use linkwright::uri::{Rung, UriBuf};
use linkwright_harvest::{Format as From, Limits};

use super::by::By;
use super::format::Format;
use super::{progress, walk};
use crate::args::When;
use crate::options::FinderArgs;
use crate::selection::SelectionArgs;

/// Find URIs in files, folders, archives, mailboxes or standard input.
///
/// What a file is is told by its name and its content: plain text of any size is streamed, of
/// documents the text is searched and the links that they have are reported with it. Folders are
/// read as Git sees them, in the order of their names. On a terminal each line is
/// `file:line:column: URI`, with columns in characters as a reader sees them; in a pipe it is the
/// URI. What cannot be read is reported, and the rest goes on.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Files and folders to read; `-` or none is standard input
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,

    /// What the files are; `auto` tells each by its name and its content
    #[arg(long, value_name = "FORMAT", value_parser = from_names(), default_value = AUTO)]
    from: String,

    /// The encoding of files that do not say it themselves, such as `windows-1252`, `utf-16le`,
    /// `shift_jis`; it is guessed when left out
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<String>,

    /// What relative references in the files lead from, where a document does not say
    #[arg(long, value_name = "URI", value_parser = base)]
    pub(super) base: Option<UriBuf>,

    /// Report relative references too, as they are, where nothing says what they lead from
    #[arg(long)]
    pub(super) relative: bool,

    /// Search what is no text, too: pictures, programs
    #[arg(long)]
    pub(super) binary: bool,

    #[command(flatten)]
    pub(super) shape: ShapeArgs,

    #[command(flatten)]
    pub(super) selection: SelectionArgs,

    #[command(flatten)]
    pub(super) files: FilesArgs,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    #[command(flatten)]
    pub(super) run: RunArgs,

    #[command(flatten)]
    pub(super) finder: FinderArgs,
}

/// What the output looks like.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "What is written")]
pub(super) struct ShapeArgs {
    /// What to write
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,

    /// When to write `file:line:column: ` before each URI; `auto` means on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(super) location: When,

    /// Write equal links once, with how often they occurred
    ///
    /// Links are equal if their normal forms are, on that rung of the ladder of RFC 3986, section
    /// 6.2: as written (`string`), with the case of scheme and host and the escapes made one
    /// (`case`), unreserved characters decoded (`percent`), dot segments removed (`path`), what
    /// the scheme says (`scheme`, when no rung is named), what leads to the same place by --aliases
    /// (`protocol`). JSON has every place of a link. Memory grows with the number of different
    /// links, and in JSON with that of their places.
    #[arg(
        long,
        value_name = "RUNG",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = Rung::Scheme.name(),
        value_parser = PossibleValuesParser::new(Rung::ALL.map(Rung::name)),
    )]
    unique: Option<String>,

    /// What leads where, for the rung `protocol`: lines of CSV `from,to` or JSON {"from", "to"}
    #[arg(long, value_name = "FILE")]
    pub(super) aliases: Option<PathBuf>,

    /// Keep only the first N places of each link, where --unique tells them
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(super) max_places: u64,

    /// Write the number of links and nothing else
    #[arg(long)]
    pub(super) count: bool,

    /// Count the links of each host, domain, scheme or file; the most frequent first
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) by: Option<By>,

    /// Tell the text before and behind each link, up to N characters, in the data formats
    #[arg(long, value_name = "N")]
    pub(super) context: Option<usize>,

    /// End each entry with NUL instead of a line feed, for `xargs -0`
    #[arg(short = '0', long)]
    pub(super) null: bool,

    /// Write to a file
    ///
    /// JSON lines are appended to what it has, whole lines at a time. Any other format replaces the
    /// file when all is done, and until then the old one stays.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Which files there are.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which files are read")]
pub(super) struct FilesArgs {
    /// Read the files and folders that are listed in F, one a line; `-` is standard input
    #[arg(long, value_name = "F")]
    pub(super) files_from: Option<PathBuf>,

    /// The same with a NUL behind each name, as `find -print0` writes them
    #[arg(long, value_name = "F", conflicts_with = "files_from")]
    pub(super) files0_from: Option<PathBuf>,

    #[command(flatten)]
    pub(super) walk: walk::WalkArgs,
}

/// How far files are followed. Each limit is reported when it bites.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits, in bytes or with K, M or G")]
pub(super) struct LimitArgs {
    /// The largest file that is read [default: any]
    #[arg(long = "max-filesize", value_name = "SIZE", value_parser = size)]
    filesize: Option<u64>,

    /// The largest document or message that is held in memory [default: 64M]
    #[arg(long = "max-held", value_name = "SIZE", value_parser = size)]
    held: Option<u64>,

    /// All that is decompressed out of one file [default: 16G]
    #[arg(long = "max-decompressed", value_name = "SIZE", value_parser = size)]
    decompressed: Option<u64>,

    /// How many bytes one compressed byte may become [default: 200]
    #[arg(long = "max-ratio", value_name = "N")]
    ratio: Option<u64>,

    /// How deep archives and mailboxes may stand in one another [default: 8, at most 16]
    #[arg(long = "max-depth", value_name = "N")]
    depth: Option<usize>,

    /// How many members of one archive are read [default: 1000000]
    #[arg(long = "max-members", value_name = "N")]
    members: Option<usize>,

    /// How many parts of one message are read [default: 1000]
    #[arg(long = "max-parts", value_name = "N")]
    parts: Option<usize>,

    /// How deep the parts of a message may stand in one another [default: 32]
    #[arg(long = "max-part-depth", value_name = "N")]
    part_depth: Option<usize>,
}

/// How the work is done.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How it is done")]
pub(super) struct RunArgs {
    /// Read N files at a time; 0 for as many as there are processors. The order of the output is
    /// that of the input
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(super) jobs: usize,

    /// Write down in FILE which inputs are done, and go on from there if it exists
    ///
    /// Needs `--format jsonl` and --output. A run that was killed and resumed gives the rows of one
    /// that was not; a mailbox is gone on with behind one of its messages. The same command again
    /// reads what has come to the folders since.
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,

    /// When to show on standard error how far the work is
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = progress::When::Auto)]
    pub(super) progress: progress::When,

    /// Tell at the end what was read and what was skipped, also where no progress is shown
    #[arg(long)]
    pub(super) summary: bool,
}

const AUTO: &str = "auto";

fn from_names() -> PossibleValuesParser {
    PossibleValuesParser::new([AUTO].into_iter().chain(From::all().map(From::name)))
}

fn base(text: &str) -> Result<UriBuf, String> {
    text.parse::<UriBuf>().map_err(|error| error.to_string())
}

/// A number of bytes, with K, M or G for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("expected a number, or one with K, M or G".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|error| format!("{error}"))?;
    number.checked_mul(1 << shift).ok_or_else(|| "is too large".to_owned())
}

impl Args {
    /// The format of all files; `None` if each is to be told.
    pub(super) fn from(&self) -> Option<From> {
        From::from_name(&self.from)
    }
}

impl ShapeArgs {
    /// The rung on which equal links are one.
    pub(super) fn unique(&self) -> Option<Rung> {
        Rung::from_name(self.unique.as_deref()?)
    }

    /// Whether it is data, which programs read.
    pub(super) fn is_data(&self) -> bool {
        self.format != Format::Text
    }
}

impl LimitArgs {
    pub(super) fn limits(&self) -> Limits {
        let default = Limits::default();
        let held = self.held.map(|held| usize::try_from(held).unwrap_or(usize::MAX));
        Limits {
            file_bytes: self.filesize.or(default.file_bytes),
            held_bytes: held.unwrap_or(default.held_bytes),
            unpacked_bytes: self.decompressed.unwrap_or(default.unpacked_bytes),
            ratio: self.ratio.unwrap_or(default.ratio),
            depth: self.depth.unwrap_or(default.depth),
            members: self.members.unwrap_or(default.members),
            parts: self.parts.unwrap_or(default.parts),
            part_depth: self.part_depth.unwrap_or(default.part_depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("10"), Ok(10));
        assert_eq!(size("2k"), Ok(2048));
        assert_eq!(size("3G"), Ok(3 << 30));
        assert!(size("3T").is_err() && size("G").is_err() && size("").is_err());
        assert!(size("99999999999G").is_err());
    }
}
