//! Options that have no effect beside the others: each is refused, so that no wish is ignored.

use std::path::Path;

use linkwright::uri::Rung;

use super::args::{Args, ShapeArgs};
use super::format::Format;
use crate::outcome::Failure;
use crate::when::When;

/// Refuses an option that would change nothing.
pub(super) fn check(args: &Args) -> Result<(), Failure> {
    let ShapeArgs { format, location, count, by, context, unwrap, .. } = args.shape;
    let is_counted = count || by.is_some();
    let is_json = matches!(format, Format::Json | Format::Jsonl);
    let tells_places = args.shape.unique().is_some() && is_json && !is_counted;
    let lines = args.run.line_buffered;
    let refused = [
        (count && by.is_some(), "--count has no effect with --by, which writes numbers already"),
        (
            args.shape.max_places.is_some() && !tells_places,
            "--max-places needs --unique and --format jsonl or json, which have every place",
        ),
        (unwrap && is_counted, "--unwrap has no effect with --count and --by"),
        (context.is_some() && is_counted, "--context has no effect with --count and --by"),
        (
            location != When::Auto && (format != Format::Text || is_counted),
            "--location is for links as text: --format, --count and --by leave it no effect",
        ),
        (
            lines && args.is_from_typed(),
            "--from has no effect with --line-buffered, which reads plain text",
        ),
    ];
    if let Some((_, why)) = refused.into_iter().find(|(is_so, _)| *is_so) {
        return Err(Failure::message(why));
    }
    args.finder.check_combinations(lines)?;
    hint_at_rung(args)
}

/// `--unique string` reads a file of that name: the rung needs a `=`.
fn hint_at_rung(args: &Args) -> Result<(), Failure> {
    let is_rung = |path: &Path| path.to_str().is_some_and(|name| name.parse::<Rung>().is_ok());
    let swallowed = args.paths.iter().find(|path| is_rung(path) && !path.exists());
    match swallowed.filter(|_| args.shape.unique().is_some()) {
        Some(path) => {
            let name = path.display();
            let why = format!("{name}: there is no such file; a rung is written --unique={name}");
            Err(Failure::message(why))
        }
        None => Ok(()),
    }
}
