//! Sinks that count rows instead of writing them.

use core::cmp::Reverse;
use std::collections::HashMap;
use std::io::Write as _;

use linkwright_harvest::record::json;
use serde_json::json;

use super::row_sink::{Sink, Tally};
use super::stream::{Count, Layout, Stream};
use crate::exit::Failure;
use crate::names::name_of;
use crate::show::visible;
use crate::verbs::extract::cells::{COUNT, Cell};
use crate::verbs::extract::encode::write_cells;
use crate::verbs::extract::format::Format;
use crate::verbs::extract::group_by::GroupBy;
use crate::verbs::extract::output::Output;

/// Counts the rows, and writes their number as one line.
#[derive(Debug)]
pub(in crate::verbs::extract) struct Total {
    /// `None` if nothing is written.
    out: Option<Output>,
    end: &'static [u8],
    rows: u64,
}

impl Total {
    pub(in crate::verbs::extract) fn new(out: Option<Output>, end: &'static [u8]) -> Total {
        Total { out, end, rows: 0 }
    }
}

impl Sink for Total {
    fn entry(&mut self, _: &[u8], _: Option<Tally<'_>>) -> Result<(), Failure> {
        self.rows += 1;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let Some(out) = &mut self.out else { return Ok(()) };
        out.write(self.rows.to_string().as_bytes());
        out.write(self.end);
        out.finish()
    }

    fn abandon(&mut self) -> Result<(), Failure> {
        self.out.as_mut().map_or(Ok(()), Output::abandon)
    }
}

/// Writes the number of rows for each label, the most frequent labels first. Labels with the same count are sorted by
/// name. In text, a row is the count, a tab, and the label, for `sort` and `cut`.
#[derive(Debug)]
pub(in crate::verbs::extract) struct Counts {
    by: GroupBy,
    format: Format,
    stream: Stream,
    labels: HashMap<Box<[u8]>, u64>,
}

impl Counts {
    /// `format` is no binary format: these cannot hold the counts.
    pub(in crate::verbs::extract) fn new(
        by: GroupBy,
        format: Format,
        end: &'static [u8],
        out: Output,
    ) -> Counts {
        let layout = match (format, format.separator()) {
            (_, Some(separator)) => Layout::table([&*name_of(&by), COUNT], separator),
            (Format::Json, _) => Layout::json(),
            _ => Layout::rows(end, Count::Times),
        };
        Counts { by, format, stream: Stream::new(out, layout), labels: HashMap::new() }
    }

    /// Writes a row. The label is empty for links that do not have the property that is counted.
    fn row(&mut self, label: &str, count: u64) -> Result<(), Failure> {
        let mut row = Vec::new();
        let label = Some(label).filter(|label| !label.is_empty());
        match (self.format, self.format.separator()) {
            (_, Some(separator)) => {
                let label = label.map_or(Cell::Absent, |label| Cell::Text(visible(label)));
                write_cells([label, Cell::Number(count)], separator, &mut row)?;
            }
            (Format::Text, _) => write!(row, "{count}\t{}", visible(label.unwrap_or("-")))?,
            _ => json::write(&mut row, &json!({ name_of(&self.by): label, COUNT: count }))?,
        }
        self.stream.entry(&row, None)
    }
}

impl Sink for Counts {
    fn entry(&mut self, head: &[u8], _: Option<Tally<'_>>) -> Result<(), Failure> {
        match self.labels.get_mut(head) {
            Some(count) => *count += 1,
            None => {
                self.labels.insert(head.into(), 1);
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let mut counts: Vec<(Box<[u8]>, u64)> = self.labels.drain().collect();
        counts.sort_unstable_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
        for (label, count) in &counts {
            self.row(&String::from_utf8_lossy(label), *count)?;
        }
        self.stream.finish()
    }

    fn abandon(&mut self) -> Result<(), Failure> {
        self.stream.abandon()
    }
}
