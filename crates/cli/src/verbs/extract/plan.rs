//! Turns the arguments into the parts of a run: the settings of the workers, the tasks, and the destination of the
//! rows.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use linkwright_harvest::Harvester;
use serde_json::json;

use super::args::{Args, ShapeArgs};
use super::cells::{COUNT, ColumnKind, Columns};
use super::encode::{Encoder, Head};
use super::format::Format;
use super::journal::{self, Journal, Past};
use super::output::Output;
use super::sink::{Count, Layout, Sink, Stream};
use super::unique::Unique;
use super::walk::{self, Tasks};
use super::worker::Plan;
use crate::check::{CONTEXT, Checker};
use crate::exit::Failure;
use crate::options;
use crate::show::Palette;

/// Opens the list of `--skipped`, if the option is given.
pub(super) fn skipped_list(args: &Args) -> Result<Option<Output>, Failure> {
    args.run.skipped.as_deref().map(Output::of).transpose()
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
    let limits = args.limits.limits();
    let mut harvester = Harvester::builder();
    let unknown = |problem: String| Failure::Usage(options::message("encoding", &problem));
    harvester.encoding(args.encoding.as_deref()).map_err(unknown)?;
    harvester
        .finder(&options.builder()?)
        .limits(limits)
        .format(args.from())
        .base(options.base())
        .lines(encoder.is_located())
        .context(checker.map_or(args.shape.context.unwrap_or(0), |_| CONTEXT))
        .separate_lines(args.run.line_buffered)
        .displayed_text(checker.is_some() || args.shape.is_data() || args.selection.has_flags())
        .binary(args.binary);
    #[cfg(feature = "pdf")]
    harvester.pdf_process(Some(crate::decoder::decode_pdf));
    #[cfg(feature = "sqlite")]
    harvester.sqlite_process(Some(crate::decoder::read_sqlite));
    Ok(Plan {
        harvester: harvester.build().map_err(|error| Failure::Usage(options::typed(&error)))?,
        selection: args.selection.clone().with_schemes(&options.settings),
        encoder,
        pre: args.files.pre.pre(&limits)?,
        args: args.clone(),
    })
}

/// The number of workers.
pub(super) fn jobs(args: &Args) -> usize {
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
    let cells = |separator, is_quoted, columns| Encoder::Cells { separator, is_quoted, columns };
    let all = |columns: Option<Columns>| columns.unwrap_or_else(|| Columns::of(&[]));
    match (shape.by, shape.format, columns) {
        (Some(by), ..) => Encoder::Label(by),
        _ if shape.files_with_matches => cells(b'\t', false, Columns::of(&["path".to_owned()])),
        (_, Format::Text, None) => Encoder::Text(palette, shape.head(is_shown)),
        (_, Format::Text, Some(columns)) => cells(b'\t', false, columns),
        (_, Format::Json | Format::Jsonl, None) => Encoder::Json,
        (_, Format::Json | Format::Jsonl, Some(columns)) => Encoder::Members(columns),
        (_, Format::Csv, columns) => cells(b',', true, all(columns)),
        (_, Format::Tsv, columns) => cells(b'\t', true, all(columns)),
        (_, Format::Parquet | Format::Sqlite, columns) => Encoder::Values(all(columns)),
    }
}

/// The sink for the rows that `encoder` writes. If there is a journal, rows are appended to the output.
pub(super) fn sink(
    shape: &ShapeArgs,
    encoder: &Encoder,
    past: Option<&Past>,
) -> Result<Box<dyn Sink>, Failure> {
    let columns = |columns: &Columns| -> Vec<(&'static str, ColumnKind)> {
        let columns = columns.iter().map(|column| (column.name, column.kind()));
        columns.chain(shape.unique.then_some((COUNT, ColumnKind::Number))).collect()
    };
    if let (Encoder::Values(all), Some(path)) = (encoder, &shape.output) {
        return file_sink(shape.format, path, &columns(all));
    }
    let out = match (&shape.output, past) {
        _ if shape.quiet => Output::nowhere(),
        (None, _) => Output::stdout(),
        (Some(path), None) => Output::of(path)?,
        (Some(path), Some(past)) => Output::appending(path, past.len)?,
    };
    let layout = match encoder {
        Encoder::Json | Encoder::Members(_) if shape.format == Format::Json => Layout::json(),
        Encoder::Cells { separator, is_quoted: true, columns: all } => {
            Layout::table(columns(all).into_iter().map(|(name, _)| name), *separator)
        }
        encoder => Layout::rows(
            shape.end(),
            match encoder {
                Encoder::Label(_) => Count::Before,
                Encoder::Cells { separator, .. } => Count::Cell(*separator),
                Encoder::Json | Encoder::Members(_) => Count::Members,
                _ => Count::Times,
            },
        ),
    };
    Ok(Box::new(Stream::new(out, layout)))
}

/// The existing file that the output replaces, or `None` if the file does not exist or rows are appended to it.
pub(super) fn replaced(args: &Args) -> Option<PathBuf> {
    let path = args.shape.output_path().filter(|path| path.is_file() && args.run.resume.is_none());
    path.map(Path::to_owned)
}

#[cfg_attr(
    not(any(feature = "parquet", feature = "sqlite")),
    expect(unused_variables, reason = "unused if the build has neither sink")
)]
fn file_sink(
    format: Format,
    path: &Path,
    columns: &[(&'static str, ColumnKind)],
) -> Result<Box<dyn Sink>, Failure> {
    match format {
        #[cfg(feature = "parquet")]
        Format::Parquet => Ok(Box::new(super::sink::parquet::Parquet::create(path, columns)?)),
        #[cfg(feature = "sqlite")]
        Format::Sqlite => Ok(Box::new(super::sink::sqlite::Sqlite::create(path, columns)?)),
        _ => Err(Failure::message(
            "--format: this build does not support that format; install with `--features parquet,sqlite`",
        )),
    }
}

/// The state for merging rows, if any are merged.
pub(super) fn unique(shape: &ShapeArgs, encoder: &Encoder) -> Option<Unique> {
    // In a plain list of URIs, the first of several equal links is written at once, without a count.
    let is_counted = !matches!(encoder, Encoder::Text(_, head) if *head == Head::default());
    let merges = shape.unique || shape.by.is_some();
    merges.then(|| Unique::new(shape.unique, is_counted, shape.by.is_some()))
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
    let shape = (&args.shape.fields, args.shape.context, args.shape.unwrap);
    let reading = (&args.from, &args.encoding, args.relative, args.binary, args.run.line_buffered);
    let finder = &args.finder.settings;
    let identity = json!({
        "journal": journal::VERSION,
        "folder": folder.to_string_lossy(),
        "output": output.to_string_lossy(),
        // The options that affect the rows. Their form may change with the command, and is compared as a whole.
        "options": format!("{:?}", (shape, reading, finder, &args.selection, &args.files.pre, &args.limits)),
    });
    let (journal, past) = Journal::open(path, identity)?;
    let len = fs::metadata(output).map_or(0, |metadata| metadata.len());
    if let Some(kept) = past.len.filter(|kept| *kept > len) {
        let why = format!("has {len} bytes, but the journal records {kept}");
        return Err(Failure::at(output, why));
    }
    Ok(Some((journal, past)))
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
