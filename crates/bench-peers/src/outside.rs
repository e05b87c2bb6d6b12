//! Peers that are not written in Rust: `outside/run` measures them and writes JSON lines. This module reads these lines
//! and converts them to rows of the table.
//!
//! These peers are measured in other processes and at another time, so a ratio to one of them is the quotient of two
//! medians, and has the uncertainty of both.

use core::error::Error;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::report::{Figure, Ratio, Row};

// The names in the output of the scripts.
pub(crate) const CMARK_GFM: &str = "cmark-gfm";
pub(crate) const HYPERSCAN: &str = "hyperscan";
pub(crate) const LINKIFY_IT: &str = "linkify-it";
pub(crate) const RINKU: &str = "rinku";
pub(crate) const ESCAPE_RINKU: &str = "html_escape + rinku";

/// The result of a script in `outside` for its peer on one corpus.
#[derive(Debug, Deserialize)]
pub(crate) struct Sampled {
    name: String,
    corpus: String,
    /// The count of the peer: links, or bytes of output.
    matches: usize,
    /// The CPU time of each pass over the corpus.
    seconds: Vec<f64>,
}

/// Reads the results in `file`.
pub(crate) fn read(file: &Path) -> Result<Vec<Sampled>, Box<dyn Error>> {
    let named = |what: &dyn Error| format!("cannot read {}: {what}", file.display());
    let text = fs::read_to_string(file).map_err(|error| named(&error))?;
    let lines = text.lines().enumerate().map(|(at, line)| {
        let sampled: Sampled = serde_json::from_str(line)
            .map_err(|error| format!("{}, line {}: {error}", file.display(), at + 1))?;
        if sampled.seconds.is_empty() {
            return Err(format!("{}, line {}: no samples", file.display(), at + 1).into());
        }
        Ok(sampled)
    });
    lines.collect()
}

/// The rows of the peers that were measured on the corpus of `measured`.
pub(crate) fn rows(sampled: &[Sampled], measured: &[Row]) -> Vec<Row> {
    let Some(beside) = measured.first() else { return Vec::new() };
    let here = sampled.iter().filter(|one| one.corpus == beside.corpus);
    here.map(|one| row(one, beside, measured)).collect()
}

fn row(one: &Sampled, beside: &Row, measured: &[Row]) -> Row {
    let seconds = Figure::of(one.seconds.iter().copied());
    let ours = measured.iter().filter(|row| row.is_ours);
    let ratios = ours.map(|row| Ratio { ours: row.name.clone(), times: seconds.over(row.seconds) });
    Row {
        corpus: one.corpus.clone(),
        name: one.name.clone(),
        is_ours: false,
        bytes: beside.bytes,
        haystacks: beside.haystacks,
        per_haystack: beside.per_haystack,
        matches: one.matches,
        seconds,
        ratios: ratios.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_outside_peers_have_ratios() {
        let ours = Row {
            corpus: "mail".to_owned(),
            name: "schemes".to_owned(),
            is_ours: true,
            bytes: 10,
            haystacks: 1,
            per_haystack: false,
            matches: 3,
            seconds: Figure { median: 0.5, spread: 0.01 },
            ratios: Vec::new(),
        };
        let line = r#"{"name": "rinku", "corpus": "mail", "matches": 2, "seconds": [2, 1, 3]}"#;
        let sampled = [serde_json::from_str(line).unwrap()];
        let rows = rows(&sampled, &[ours]);
        assert_eq!((rows[0].name.as_str(), rows[0].bytes, rows[0].matches), ("rinku", 10, 2));
        let times = rows[0].ratio("schemes").unwrap();
        assert!((times.median - 4.0).abs() < 1e-9);
        assert!((times.spread - (rows[0].seconds.spread + 0.01)).abs() < 1e-9);
    }

    #[test]
    fn a_corpus_that_was_not_measured_has_no_rows() {
        assert!(rows(&[], &[]).is_empty());
    }
}
