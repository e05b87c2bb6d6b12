//! Refuses invalid combinations of options that depend on the values of the options. clap refuses the other ones.

use super::args::{Args, ShapeArgs};
use super::format::Format;
use crate::exit::Failure;
use crate::target;

/// Returns an error if an option has no effect in combination with the others.
pub(super) fn check(args: &Args) -> Result<(), Failure> {
    let ShapeArgs { format, ref by, ref output, .. } = args.shape;
    let is_invalid_alone = args.selection.is_invalid_alone();
    let to_file = args.shape.output_path().is_some();
    let writes_text = args.shape.has_typed_head()
        || args.shape.files_with_matches
        || args.shape.quiet
        || by.is_some();
    let refused = [
        (
            format.is_file() && output.is_none(),
            "--format parquet and sqlite need --output FILE: they cannot be written to standard output",
        ),
        (
            writes_text && format != Format::Text,
            "-H, -n, -l, -q and --by need --format text, which is the default",
        ),
        (
            args.shape.null && !format.has_entries(),
            "--null supports only the formats text and jsonl",
        ),
        (
            args.shape.context.is_some() && !args.shape.is_data(),
            "--context needs --format jsonl, json, csv, tsv, parquet or sqlite",
        ),
        (
            args.run.resume.is_some() && !(to_file && format == Format::Jsonl && !args.shape.null),
            "--resume needs --format jsonl and --output FILE: rows are appended to FILE",
        ),
        (
            args.run.skipped.as_deref().is_some_and(target::is_stdout) && !to_file,
            "--skipped - needs --output: the links are written to standard output",
        ),
        (
            is_invalid_alone && (args.shape.unique || args.shape.unwrap || by.is_some()),
            "--unique, --unwrap and --by have no effect with --kind invalid, because invalid references are not URIs",
        ),
    ];
    if let Some((_, why)) = refused.into_iter().find(|(is_so, _)| *is_so) {
        return Err(Failure::usage(why));
    }
    args.finder.check_combinations(args.run.line_buffered)
}
