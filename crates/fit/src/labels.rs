//! Reads labelled files, and collects each line end with its facts and its label.
//!
//! The finder runs with a confidence threshold of 0, so it makes every possible join; the labels say which joins are
//! right. The facts are those that the finder reports, so this program need not define them again.

use core::error::Error;
use std::collections::HashSet;
use std::fs;

use linkwright::Finder;
use linkwright::find::{Explained, MatchKind, Weighed};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::table::Table;

/// The table of line ends.
pub(crate) const TABLE: &str = "src/evidence/line_ends.in";

/// In a mailing list with more line ends than this, each of them gets a lower weight.
pub(crate) const FEW: f64 = 250.0;

/// A line of a labelled file. `docs/joins.md` describes the members.
#[derive(Deserialize)]
struct Item {
    source: String,
    text: String,
    flowed: bool,
    delsp: bool,
    window: [usize; 2],
    joins: Vec<Joined>,
    ignore: Vec<[usize; 2]>,
}

/// A URI that continues over one or more line ends.
#[derive(Deserialize)]
struct Joined {
    pieces: Vec<[usize; 2]>,
}

/// The items of a labelled file, which has one in each line.
pub(crate) fn items<T: DeserializeOwned>(file: &str) -> Result<Vec<T>, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// A line end directly after the text of a URI that has no delimiters, or a bare name.
pub(crate) struct Row {
    /// The mailing list or collection that the text comes from.
    pub(crate) source: String,
    /// The number of the item, and the offset of the URI in it.
    pub(crate) uri: (usize, usize),
    /// The indices of the rows of the table that apply.
    pub(crate) terms: Vec<usize>,
    /// Whether the URI continues on the next line, or the name is a link.
    pub(crate) goes_on: bool,
    /// The weight of this line end or name in the fit.
    pub(crate) weight: f64,
    /// The text around the line end or name, for display.
    pub(crate) shown: String,
}

/// The text from `from` to `to`, for display.
pub(crate) fn shown(text: &str, from: usize, to: usize) -> String {
    let text = text.as_bytes().get(from..text.len().min(to)).unwrap_or_default();
    String::from_utf8_lossy(text).replace('\n', "⏎")
}

struct LineEnds<'t> {
    table: &'t Table,
    rows: Vec<Row>,
    items: usize,
    /// The URIs so far, each with the token below its first line end.
    seen: HashSet<String>,
    /// The number of URIs that were left out, because the same URI with the same token below was read before.
    copies: usize,
}

/// The URI that begins at `start` up to its first line end, and the token below. Messages that are quoted or sent by
/// programs contain many copies of one URI, which count once.
fn copy_of(item: &Item, start: usize, candidate: &Explained) -> String {
    let text = item.text.as_bytes();
    let gap = candidate.line_ends.first().map_or(start..start, |line_end| line_end.gap.range());
    let below = text.get(gap.end..).unwrap_or_default();
    let token = below.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let above = text.get(start..gap.start).unwrap_or_default();
    format!("{}\n{}", String::from_utf8_lossy(above), String::from_utf8_lossy(token))
}

/// Reads the line ends in labelled files, and how many URIs were left out because they are copies.
pub(crate) fn read(files: &[String], table: &Table) -> Result<(Vec<Row>, usize), Box<dyn Error>> {
    let mut ends = LineEnds { table, rows: Vec::new(), items: 0, seen: HashSet::new(), copies: 0 };
    for file in files {
        for item in items(file)? {
            ends.add(&item)?;
            ends.items += 1;
        }
    }
    Ok((ends.rows, ends.copies))
}

impl LineEnds<'_> {
    fn add(&mut self, item: &Item) -> Result<(), Box<dyn Error>> {
        let mut builder = Finder::builder();
        builder.join_confidence(0).flowed(item.flowed).delsp(item.delsp);
        let explanation = builder.build()?.explain(&item.text);
        for candidate in &explanation {
            let start = candidate.extent.start();
            let end = candidate.line_ends.first().map_or(start, |end| end.gap.end());
            let is_ignored = item.ignore.iter().any(|[from, to]| start < *to && *from < end);
            let is_uri = candidate.kind != MatchKind::Email;
            if is_uri && (item.window[0]..item.window[1]).contains(&start) && !is_ignored {
                self.add_candidate(item, candidate)?;
            }
        }
        Ok(())
    }

    /// Adds the line ends of a candidate, up to the line end where the label says that the URI ends.
    fn add_candidate(&mut self, item: &Item, candidate: &Explained) -> Result<(), String> {
        let start = candidate.extent.start();
        if !self.seen.insert(copy_of(item, start, candidate)) {
            self.copies += 1;
            return Ok(());
        }
        let labelled = item
            .joins
            .iter()
            .find(|join| join.pieces.first().is_some_and(|piece| piece[0] == start));
        let pieces = labelled.map_or(&[][..], |join| &join.pieces);
        for (at, line_end) in candidate.line_ends.iter().enumerate() {
            let gap = line_end.gap;
            let goes_on = pieces.get(at).is_some_and(|piece| piece[1] == gap.start())
                && pieces.get(at + 1).is_some_and(|piece| piece[0] == gap.end());
            let is_last = at + 1 >= pieces.len();
            if !goes_on && !is_last {
                // The finder and the label disagree about the joined lines, so the remaining line ends are not
                // comparable.
                break;
            }
            self.push(item, start, line_end, goes_on)?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    fn push(
        &mut self,
        item: &Item,
        start: usize,
        line_end: &Weighed,
        goes_on: bool,
    ) -> Result<(), String> {
        let gap = line_end.gap;
        let terms = line_end.terms().map(|(_, _, why)| self.table.row_that_says(why));
        self.rows.push(Row {
            source: item.source.clone(),
            uri: (self.items, start),
            terms: terms.collect::<Result<_, _>>()?,
            goes_on,
            weight: 1.0,
            shown: shown(&item.text, start.max(gap.start().saturating_sub(60)), gap.end() + 50),
        });
        Ok(())
    }
}
