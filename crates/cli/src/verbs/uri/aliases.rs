//! Reads aliases from a file. An alias is a redirect that a crawler followed.

use std::path::Path;

use csv::{Error, ErrorKind, Position, ReaderBuilder, StringRecord, Trim};
use linkwright::uri::{Aliases, Uri, UriBuf};

use crate::exit::Failure;
use crate::show::visible;

/// Reads a file of CSV with lines of the form `from,to`. The first line may be a header.
pub(crate) fn read(path: &Path) -> Result<Aliases, Failure> {
    let name = path.to_string_lossy();
    let name = visible(&name);
    let wrong = |line: u64| {
        let why = "expected two URIs, as `from,to`";
        Failure::message(format_args!("{name}:{line}: {why}"))
    };
    let failed = |error: Error| match error.kind() {
        ErrorKind::Io(error) => Failure::message(format_args!("{name}: {error}")),
        _ => wrong(error.position().map_or(0, Position::line)),
    };
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.has_headers(false).trim(Trim::All).from_path(path).map_err(failed)?;
    let mut pairs: Vec<(UriBuf, UriBuf)> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(failed)?;
        if record != ["from", "to"][..] {
            let line = record.position().map_or(0, Position::line);
            pairs.push(pair(&record).ok_or_else(|| wrong(line))?);
        }
    }
    let views =
        pairs.iter().map(|(from, to)| -> (Uri<'_>, Uri<'_>) { (from.as_uri(), to.as_uri()) });
    Ok(views.collect())
}

fn pair(record: &StringRecord) -> Option<(UriBuf, UriBuf)> {
    Some((record.get(0)?.parse().ok()?, record.get(1)?.parse().ok()?))
}
