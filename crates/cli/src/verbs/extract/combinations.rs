//! Refuses invalid combinations of options, and those in which an option has no effect.

use std::path::Path;

use linkwright::uri::Rung;

use super::args::{Args, ShapeArgs};
use super::format::Format;
use crate::exit::Failure;
use crate::target;

/// Returns an error if options exclude each other, or if one has no effect in combination with the others.
#[expect(clippy::too_many_lines, reason = "one table of all refused combinations")]
pub(super) fn check(args: &Args) -> Result<(), Failure> {
    let ShapeArgs { format, count, by, context, unwrap, null, ref output, .. } = args.shape;
    let is_counted = count || by.is_some();
    let lines = args.run.line_buffered;
    let has_fields = args.shape.columns().is_some();
    let is_unique = args.shape.unique().is_some();
    let is_invalid_alone = args.selection.is_invalid_alone();
    let has_record = args.warc_record.is_some();
    let is_resumed = args.run.resume.is_some();
    let to_file = args.shape.output_path().is_some();
    let lists_files = args.files.files_from.is_some();
    let is_one_file =
        args.paths.len() < 2 && !lists_files && !args.paths.iter().any(|path| path.is_dir());
    let refused = [
        (
            format.is_file() && output.is_none(),
            "--format parquet and sqlite need --output FILE: they cannot be written to standard output",
        ),
        (
            format.is_file() && is_counted,
            "--count and --by support only the formats text, json, csv and tsv",
        ),
        (count && by.is_none() && format != Format::Text, "--count supports only the format text"),
        (null && !format.has_entries(), "--null supports only the formats text and jsonl"),
        (
            context.is_some() && !args.shape.is_data(),
            "--context needs --format jsonl, json, csv, tsv, parquet or sqlite",
        ),
        (
            is_resumed && !(to_file && args.shape.appends()),
            "--resume needs --format jsonl and --output FILE: rows are appended to FILE",
        ),
        (
            is_resumed && is_unique,
            "--resume cannot be combined with --unique, which keeps all links in memory",
        ),
        (
            is_resumed && is_counted,
            "--resume cannot be combined with --count and --by, which count from the beginning",
        ),
        (
            is_resumed && args.shape.most() < u64::MAX,
            "--resume cannot be combined with --max-count, --files-with-matches and --quiet, which do not read whole files",
        ),
        (
            args.run.skipped.as_deref().is_some_and(target::is_stdout) && !to_file,
            "--skipped - needs --output: the links are written to standard output",
        ),
        (count && by.is_some(), "--count has no effect with --by, which already writes counts"),
        (
            args.limits.has_places() && !args.shape.lists_places(),
            "--limit places needs --unique and an output that lists locations: JSON or a table without --fields, or -H or -n",
        ),
        (unwrap && is_counted, "--unwrap has no effect with --count and --by"),
        (context.is_some() && is_counted, "--context has no effect with --count and --by"),
        (
            args.shape.has_typed_head() && (format != Format::Text || is_counted || has_fields),
            "-H and -n have no effect with --fields, --count, --by and formats other than text",
        ),
        (has_fields && is_counted, "--fields has no effect with --count and --by"),
        (
            args.shape.max_count.is_some() && (args.shape.files_with_matches || args.shape.quiet),
            "--max-count has no effect with --files-with-matches and --quiet, which stop at the first link",
        ),
        (
            unwrap && has_fields,
            "--unwrap has no effect with --fields, which has the column `unwrapped`",
        ),
        (
            is_invalid_alone && (is_unique || by.is_some()),
            "--unique and --by have no effect with --kind invalid, because invalid references are not URIs",
        ),
        (
            is_invalid_alone && unwrap,
            "--unwrap has no effect with --kind invalid, because invalid references cannot be unwrapped",
        ),
        (
            lines && args.is_from_typed(),
            "--from has no effect with --line-buffered, which reads plain text",
        ),
        (
            has_record && !is_one_file,
            "--warc-record is a position in one file: name one web archive, and no folder",
        ),
        (
            has_record && is_resumed,
            "--warc-record has no effect with --resume, which reads whole files",
        ),
        (
            has_record && lines,
            "--warc-record has no effect with --line-buffered, which reads plain text",
        ),
    ];
    if let Some((_, why)) = refused.into_iter().find(|(is_so, _)| *is_so) {
        return Err(Failure::usage(why));
    }
    let shaped = shaped(&args.shape);
    if let Some(flag) = shaped.filter(|_| args.shape.files_with_matches) {
        let why = "has no effect with --files-with-matches, which writes only file names";
        return Err(Failure::usage(format_args!("{flag} {why}")));
    }
    let written = shaped.or(output.is_some().then_some("--output"));
    if let Some(flag) = written.filter(|_| args.shape.quiet) {
        return Err(Failure::usage(format_args!(
            "{flag} has no effect with --quiet, which writes nothing"
        )));
    }
    args.finder.check_combinations(lines)?;
    hint_at_rung(args)
}

/// Returns a flag on the command line that controls the form of the output, for messages, or `None` if there is no such
/// flag.
fn shaped(shape: &ShapeArgs) -> Option<&'static str> {
    let flags = [
        ("--count", shape.count),
        ("--by", shape.by.is_some()),
        ("--fields", shape.columns().is_some()),
        ("--unique", shape.unique().is_some()),
        ("--unwrap", shape.unwrap),
        ("--context", shape.context.is_some()),
        ("--format", shape.format != Format::Text),
        ("-H or -n", shape.has_typed_head()),
    ];
    flags.into_iter().find(|(_, is_typed)| *is_typed).map(|(flag, _)| flag)
}

/// Refuses `--unique string`, in which `string` is parsed as a path. A rung must be written after an equals sign, as in
/// `--unique=string`.
fn hint_at_rung(args: &Args) -> Result<(), Failure> {
    let is_rung = |path: &Path| path.to_str().is_some_and(|name| name.parse::<Rung>().is_ok());
    let swallowed = args.paths.iter().find(|path| is_rung(path) && !path.exists());
    match swallowed.filter(|_| args.shape.unique().is_some()) {
        Some(path) => {
            let name = path.display();
            let why = format!("{name}: no such file; to set the rung, write --unique={name}");
            Err(Failure::usage(why))
        }
        None => Ok(()),
    }
}
