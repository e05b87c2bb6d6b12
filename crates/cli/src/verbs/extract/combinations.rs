//! Refuses combinations of options in which an option has no effect.

use std::path::Path;

use linkwright::uri::Rung;

use super::args::{Args, ShapeArgs};
use super::format::Format;
use crate::exit::Failure;

/// Returns an error if an option has no effect in combination with the others.
pub(super) fn check(args: &Args) -> Result<(), Failure> {
    let ShapeArgs { format, count, by, context, unwrap, .. } = args.shape;
    let is_counted = count || by.is_some();
    let lines = args.run.line_buffered;
    let has_fields = args.shape.columns().is_some();
    let shaped = shaped(&args.shape);
    if let Some(flag) = shaped.filter(|_| args.shape.files_with_matches) {
        let why = "has no effect with --files-with-matches, which writes only file names";
        return Err(Failure::usage(format_args!("{flag} {why}")));
    }
    let written = shaped.or(args.shape.output.is_some().then_some("--output"));
    if let Some(flag) = written.filter(|_| args.shape.quiet) {
        return Err(Failure::usage(format_args!(
            "{flag} has no effect with --quiet, which writes nothing"
        )));
    }
    let is_unique = args.shape.unique().is_some();
    let is_invalid_alone = args.selection.is_invalid_alone();
    let has_record = args.warc_record.is_some();
    let lists_files = args.files.files_from.is_some();
    let is_one_file =
        args.paths.len() < 2 && !lists_files && !args.paths.iter().any(|path| path.is_dir());
    let refused = [
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
            has_record && args.run.resume.is_some(),
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
