//! Reads labelled files, and collects each line end with its facts and its label.
//!
//! The finder runs with a confidence threshold of 0, so it makes every possible join; the labels say which joins are
//! right. The facts are those that the finder reports, so this program need not define them again.

use core::error::Error;
use std::collections::HashSet;
use std::fs;

use linkwright::Finder;
use linkwright::find::{Explained, MatchKind, Weighed, evidence};
use serde::Deserialize;

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

/// A line end directly after the text of a URI that has no delimiters, or a bare name.
pub(crate) struct Row {
    /// The mailing list that the text comes from.
    pub(crate) source: String,
    /// The number of the item, and the offset of the URI in it.
    pub(crate) uri: (usize, usize),
    /// The indices of the evidence rows that apply.
    pub(crate) terms: Vec<usize>,
    /// Whether the URI continues on the next line, or the name is a link.
    pub(crate) goes_on: bool,
    /// The weight of this line end in the fit.
    pub(crate) weight: f64,
    /// The text around the line end, for display.
    pub(crate) shown: String,
}

#[derive(Default)]
pub(crate) struct LineEnds {
    pub(crate) rows: Vec<Row>,
    items: usize,
    /// The URIs so far, each with the token below its first line end.
    seen: HashSet<String>,
    /// The number of URIs that were left out, because the same URI with the same token below was read before.
    pub(crate) copies: usize,
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

/// If a mailing list has more line ends than this, each of them gets a lower weight.
const LIST: f64 = 250.0;

impl LineEnds {
    /// Adds the line ends in a labelled file.
    pub(crate) fn read(&mut self, file: &str) -> Result<(), Box<dyn Error>> {
        for line in fs::read_to_string(file)?.lines().filter(|line| !line.trim().is_empty()) {
            let item: Item = serde_json::from_str(line)?;
            self.add(&item)?;
            self.items += 1;
        }
        self.weigh();
        Ok(())
    }

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
                self.add_candidate(item, candidate);
            }
        }
        Ok(())
    }

    /// Adds the line ends of a candidate, up to the line end where the label says that the URI ends.
    fn add_candidate(&mut self, item: &Item, candidate: &Explained) {
        let start = candidate.extent.start();
        if !self.seen.insert(copy_of(item, start, candidate)) {
            self.copies += 1;
            return;
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
                return;
            }
            self.push(item, start, line_end, goes_on);
            if !goes_on {
                return;
            }
        }
    }

    fn push(&mut self, item: &Item, start: usize, line_end: &Weighed, goes_on: bool) {
        let text = item.text.as_bytes();
        let gap = line_end.gap;
        let around =
            text.get(start.max(gap.start().saturating_sub(60))..text.len().min(gap.end() + 50));
        self.rows.push(Row {
            source: item.source.clone(),
            uri: (self.items, start),
            terms: line_end
                .terms()
                .filter_map(|term| evidence().position(|row| row == term))
                .collect(),
            goes_on,
            weight: 1.0,
            shown: String::from_utf8_lossy(around.unwrap_or_default()).replace('\n', "⏎"),
        });
    }

    /// Lowers the weight of line ends in large mailing lists, so that the total weight of a list grows with the square
    /// root of its size.
    #[expect(clippy::cast_precision_loss, reason = "lists are short")]
    fn weigh(&mut self) {
        for source in self.sources() {
            let rows = self.rows.iter_mut().filter(|row| row.source == source).collect::<Vec<_>>();
            let weight = (LIST / rows.len() as f64).sqrt().clamp(0.3, 1.0);
            for row in rows {
                row.weight = weight;
            }
        }
    }

    /// The names of the mailing lists, sorted.
    pub(crate) fn sources(&self) -> Vec<String> {
        let mut sources: Vec<String> = self.rows.iter().map(|row| row.source.clone()).collect();
        sources.sort();
        sources.dedup();
        sources
    }
}
