//! Reads aliases from a file. An alias is a redirect that a crawler followed.

use std::fs;
use std::path::Path;

use linkwright::uri::{Aliases, Uri};

use crate::exit::Failure;
use crate::show::visible;

/// Reads a file whose lines contain two URIs each, separated by blanks. CSV was rejected: a URI may contain commas and
/// quotes, but no blank.
pub(crate) fn read(path: &Path) -> Result<Aliases, Failure> {
    let name = path.to_string_lossy();
    let name = visible(&name);
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::message(format_args!("{name}: {error}")))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let pairs = lines.map(|(line, number)| {
        pair(line).ok_or_else(|| {
            Failure::message(format_args!("{name}:{number}: expected two URIs, as `from to`"))
        })
    });
    pairs.collect()
}

fn pair(line: &str) -> Option<(Uri<'_>, Uri<'_>)> {
    let mut words = line.split_whitespace().map(Uri::parse);
    match [words.next(), words.next(), words.next()] {
        [Some(Ok(from)), Some(Ok(to)), None] => Some((from, to)),
        _ => None,
    }
}
