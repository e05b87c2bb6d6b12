//! Turns the arguments into the parts of a run: the settings of the workers, the tasks, and the destination of the
//! rows.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use linkwright_harvest::{Harvester, SettingError};

use super::args::{Args, ShapeArgs};
use super::cells::{ColumnKind, Columns};
use super::encode::{Encoder, Head};
use super::format::Format;
use super::journal::{self, Identity, Journal, Past};
use super::output::Output;
use super::sink::{Count, Counts, Layout, Sink, Stream, Total};
use super::skipped::SkippedEntries;
use super::unique::Unique;
use super::walk::{self, Tasks};
use super::worker::Plan;
use crate::check::{self, CONTEXT, Checker};
use crate::exit::Failure;
use crate::file_id::FileId;
use crate::options;
use crate::selection::Selection;
use crate::show::Palette;

/// Whether `--fields` names the column `unwrapped`.
fn has_unwrapped(shape: &ShapeArgs) -> bool {
    shape.columns().is_some_and(|columns| columns.iter().any(|column| column.name == "unwrapped"))
}

/// Opens the list of `--skipped`, if the option is given.
pub(super) fn skipped_list(args: &Args) -> Result<Option<Output>, Failure> {
    args.run.skipped.as_deref().map(|file| Output::of(file, false, None)).transpose()
}

/// The settings of the workers.
pub(super) fn plan(
    args: &Args,
    color: bool,
    checker: Option<&Arc<Checker>>,
) -> Result<Plan, Failure> {
    let mut options = args.finder.clone();
    args.selection.filter.widen(&mut options.settings);
    let encoder = match checker {
        Some(checker) => Encoder::Findings(Arc::clone(checker)),
        None => encoder(&args.shape, color),
    };
    let unique = args.shape.unique();
    let tells_places = args.shape.lists_places();
    let most = args.shape.most();
    let limits = args.limits.limits();
    let mut harvester = Harvester::builder();
    let typed =
        |error: SettingError| Failure::Usage(options::message(error.option(), error.problem()));
    harvester.encoding(args.encoding.as_deref()).map_err(typed)?;
    harvester
        .finder(&options.builder()?)
        .limits(limits)
        .format(args.from())
        .base(options.base()?)
        .lines(encoder.is_located())
        .context(checker.map_or(args.shape.context.unwrap_or(0), |_| CONTEXT))
        .separate_lines(args.run.line_buffered)
        .displayed_text(checker.is_some() || args.shape.is_data() || args.selection.has_flags())
        .binary(args.binary)
        .warc_record(args.warc_record.clone());
    #[cfg(feature = "pdf")]
    harvester.pdf_process(Some(crate::decoder::decode_pdf));
    #[cfg(feature = "sqlite")]
    harvester.sqlite_process(Some(crate::decoder::read_sqlite));
    Ok(Plan {
        harvester: harvester.build().map_err(typed)?,
        selection: Selection::new(&args.selection, &options.settings),
        encoder,
        jobs: jobs(args),
        most,
        is_quiet: args.shape.quiet,
        unwraps: args.shape.unwrap || has_unwrapped(&args.shape),
        end: end(&args.shape),
        unique,
        tells_places,
        takes_relative: args.relative,
        takes_invalid: args.selection.has_invalid() && unique.is_none() && args.shape.by.is_none(),
        pre: args.files.pre.pre(&limits)?,
        skipped: args.run.skipped.is_some().then_some(SkippedEntries { is_null: args.shape.null }),
        strict: args.run.strict.clone(),
    })
}

/// The number of workers.
fn jobs(args: &Args) -> usize {
    match args.run.jobs {
        0 => thread::available_parallelism().map_or(1, usize::from).min(MANY),
        jobs => jobs,
    }
}

/// The maximum number of workers without `--jobs`. More workers would only wait for the disk.
const MANY: usize = 16;

fn encoder(shape: &ShapeArgs, color: bool) -> Encoder {
    let palette = Palette::new(color);
    let columns = shape.columns();
    // On a terminal, text has the file and the position before each URI, unless `-H` or `-n` is typed.
    let is_shown = shape.output_path().is_none() && io::stdout().is_terminal();
    let all = || columns.clone().unwrap_or_else(|| Columns::of(&[]));
    match (shape.by, shape.count || shape.quiet, shape.format) {
        (Some(by), ..) => Encoder::Label(by),
        (_, true, _) => Encoder::Nothing,
        _ if shape.files_with_matches => Encoder::FileName(palette),
        (.., Format::Text) => match (columns, shape.head(is_shown)) {
            (Some(columns), _) => Encoder::Fields(columns),
            (None, Head { has_name: false, has_place: false }) => Encoder::Bare(palette),
            (None, head) => Encoder::Located(palette, head),
        },
        (.., Format::Json | Format::Jsonl) => columns.map_or(Encoder::Json, Encoder::Members),
        (.., Format::Csv) => Encoder::Separated(b',', all()),
        (.., Format::Tsv) => Encoder::Separated(b'\t', all()),
        (.., Format::Parquet | Format::Sqlite) => Encoder::Values(all()),
    }
}

/// The terminator of each row.
fn end(shape: &ShapeArgs) -> &'static [u8] {
    if shape.null { b"\0" } else { b"\n" }
}

/// The sink for the rows that `encoder` writes. `resumed` is the length to which a resumed run truncates the output.
pub(super) fn sink(
    shape: &ShapeArgs,
    encoder: &Encoder,
    resumed: Option<u64>,
) -> Result<Box<dyn Sink>, Failure> {
    let end = end(shape);
    let tally = shape.tally_columns();
    if let (Encoder::Values(columns), Some(path)) = (encoder, &shape.output) {
        return file_sink(shape.format, path, columns, tally);
    }
    if shape.quiet {
        return Ok(Box::new(Total::new(None, end)));
    }
    let out = match &shape.output {
        None => Output::stdout(),
        Some(path) => Output::of(path, shape.appends(), resumed)?,
    };
    let layout = match encoder {
        Encoder::Nothing => return Ok(Box::new(Total::new(Some(out), end))),
        Encoder::Label(by) => return Ok(Box::new(Counts::new(*by, shape.format, end, out))),
        Encoder::Findings(checker) => match checker.format {
            check::Format::Json => Layout::json(),
            check::Format::Sarif => Layout::array(check::sarif_open(), check::SARIF_CLOSE),
            _ => Layout::rows(end, Count::Times),
        },
        Encoder::Bare(_) | Encoder::FileName(_) | Encoder::Located(..) => {
            Layout::rows(end, Count::Times)
        }
        Encoder::Fields(_) => Layout::rows(end, Count::Cell(b'\t')),
        Encoder::Separated(separator, columns) => {
            let names = columns.iter().map(|column| column.name);
            Layout::table(names.chain(tally.iter().map(|(name, _)| *name)), *separator)
        }
        Encoder::Json | Encoder::Members(_) if shape.format == Format::Json => Layout::json(),
        Encoder::Json | Encoder::Members(_) | Encoder::Values(_) => {
            Layout::rows(end, Count::Members)
        }
    };
    Ok(Box::new(Stream::new(out, layout)))
}

/// The existing file that the output replaces, or `None` if the file does not exist or rows are appended to it.
pub(super) fn replaced(shape: &ShapeArgs) -> Option<PathBuf> {
    let path = shape.output_path().filter(|_| !shape.appends())?;
    FileId::of(path).map(|_| path.to_owned())
}

#[cfg_attr(
    not(any(feature = "parquet", feature = "sqlite")),
    expect(unused_variables, reason = "unused if the build has neither sink")
)]
fn file_sink(
    format: Format,
    path: &Path,
    columns: &Columns,
    tally: &[(&'static str, ColumnKind)],
) -> Result<Box<dyn Sink>, Failure> {
    match format {
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            Ok(Box::new(super::sink::parquet::Parquet::create(path, columns, tally)?))
        }
        #[cfg(feature = "sqlite")]
        Format::Sqlite => Ok(Box::new(super::sink::sqlite::Sqlite::create(path, columns, tally)?)),
        _ => Err(Failure::message(
            "--format: this build does not support that format; install with `--features parquet,sqlite`",
        )),
    }
}

/// The state for merging equal rows; `None` without `--unique`.
pub(super) fn unique(args: &Args, encoder: &Encoder) -> Option<Unique> {
    args.shape.unique()?;
    let is_counted = !matches!(encoder, Encoder::Bare(_) | Encoder::Label(_) | Encoder::Nothing);
    Some(Unique::new(is_counted, args.shape.lists_places().then(|| args.limits.places())))
}

/// Opens the journal of `--resume`, if the option is given, and reads the work of earlier runs from it.
pub(super) fn journal(args: &Args) -> Result<Option<(Journal, Past)>, Failure> {
    let (Some(path), Some(output)) = (&args.run.resume, args.shape.output_path()) else {
        return Ok(None);
    };
    if fs::metadata(output).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Failure::at(output, "is not a regular file, and --resume needs one"));
    }
    let folder = std::env::current_dir()
        .map_err(|error| Failure::message(format_args!("the current folder: {error}")))?;
    let identity = Identity {
        journal: journal::VERSION,
        folder: folder.to_string_lossy().into_owned(),
        output: output.to_string_lossy().into_owned(),
        options: serde_json::to_value(options(args)).map_err(Failure::message)?,
    };
    let (journal, past) = Journal::open(path, identity)?;
    let len = fs::metadata(output).map_or(0, |metadata| metadata.len());
    if let Some(kept) = past.len.filter(|kept| *kept > len) {
        let why = format!("has {len} bytes, but the journal records {kept}");
        return Err(Failure::at(output, why));
    }
    Ok(Some((journal, past)))
}

/// The options that affect the rows, with their values, from the command line and from configuration files.
fn options(args: &Args) -> BTreeMap<String, Vec<String>> {
    const OTHERS: &[&str] = &[
        "color",
        "files-from",
        "follow",
        "format",
        "glob",
        "hidden",
        "jobs",
        "no-ignore",
        "output",
        "resume",
        "skipped",
        "strict",
        "summary",
        "type",
    ];
    let command = <Args as clap::Args>::augment_args(clap::Command::new("extract"));
    let mut options = args.typed.flags(&command, OTHERS);
    options.extend(args.finder.configured());
    options
}

/// The tasks in the order of the inputs.
pub(super) fn tasks(args: &Args) -> Result<Tasks, Failure> {
    let files = &args.files;
    let mut typed = args.paths.clone();
    if typed.is_empty() && files.files_from.is_none() {
        typed.push(PathBuf::from("-"));
    }
    let typed = walk::typed(typed);
    let choice = files.walk.choice()?;
    Ok(match &files.files_from {
        None => Tasks::new(choice, typed),
        Some(list) => {
            let mut reader = open(list)?;
            // A path has no NUL, so a list with one has one after each path. Programs write whole names at a time, so
            // the bytes that arrive first are enough to tell. A failure is reported when the list is read.
            let has_nul = reader.fill_buf().is_ok_and(|bytes| bytes.contains(&0));
            let end = if has_nul { b'\0' } else { b'\n' };
            Tasks::new(choice, typed.chain(walk::listed(list.clone(), reader, end)))
        }
    })
}

fn open(list: &Path) -> Result<Box<dyn BufRead + Send>, Failure> {
    if list == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(list).map_err(|error| Failure::at(list, error))?;
    Ok(Box::new(BufReader::new(file)))
}
