//! Reads aliases from a file. An alias is a redirect that a crawler followed.

use std::fs;
use std::path::Path;

use linkwright::uri::{Aliases, Uri, UriBuf};
use serde::Deserialize;

use crate::exit::Failure;
use crate::show::visible;

/// The two URIs of a line.
#[derive(Deserialize)]
struct Pair {
    from: String,
    to: String,
}

/// Reads a file with lines of the form `from,to` or `{"from": ..., "to": ...}`. In the first form, a URI that contains
/// a comma is in quotes, and the first line may be a header.
pub(crate) fn read(path: &Path) -> Result<Aliases, Failure> {
    let name = path.to_string_lossy();
    let name = visible(&name);
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::message(format_args!("{name}: {error}")))?;
    let mut pairs: Vec<(UriBuf, UriBuf)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim() == "from,to" {
            continue;
        }
        let pair = pair(line).ok_or_else(|| {
            Failure::message(format_args!(
                "{name}:{}: expected two URIs, as `from,to` or as an object with \"from\" and \"to\"",
                number + 1
            ))
        })?;
        pairs.push(pair);
    }
    let views =
        pairs.iter().map(|(from, to)| -> (Uri<'_>, Uri<'_>) { (from.as_uri(), to.as_uri()) });
    Ok(views.collect())
}

fn pair(line: &str) -> Option<(UriBuf, UriBuf)> {
    let is_json = line.trim_start().starts_with('{');
    let Pair { from, to } = if is_json { serde_json::from_str(line).ok()? } else { cells(line)? };
    Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
}

/// Splits a line of CSV. Doubled quotation marks are not decoded, because no URI contains a quotation mark.
fn cells(line: &str) -> Option<Pair> {
    let (from, to) = match line.trim_start().strip_prefix('"') {
        Some(quoted) => {
            let (from, rest) = quoted.split_once('"')?;
            (from, rest.trim_start().strip_prefix(',')?)
        }
        None => line.split_once(',')?,
    };
    let to = to.trim().trim_matches('"');
    Some(Pair { from: from.to_owned(), to: to.to_owned() })
}
