//! The table that `--by` writes, in all text formats. Each row has a label and a count.

use std::io::Write as _;

use serde_json::json;

use super::cells::{COUNT, Cell};
use super::encode::{label_cell, write_cells};
use super::format::Format;
use super::group_by::GroupBy;
use super::output::Output;
use super::sink::row_sink::Sink as _;
use super::sink::stream::{Layout, Stream};
use crate::exit::Failure;
use crate::names::name_of;
use crate::show::visible;
use linkwright_harvest::record::json;

/// Writes rows that consist of a label and a count.
#[derive(Debug)]
pub(super) struct Table {
    by: GroupBy,
    look: Look,
    stream: Stream,
}

#[derive(Clone, Copy, Debug)]
enum Look {
    /// The count, a tab, and the label, for `sort` and `cut`.
    Text,
    Json,
    Separated(u8),
}

impl Table {
    /// Returns `None` for a binary format, which cannot hold this table.
    pub(super) fn new(
        by: GroupBy,
        format: Format,
        end: &'static [u8],
        out: Output,
    ) -> Option<Table> {
        let separated = |separator| {
            let layout = Layout::table([&*name_of(&by), COUNT].into_iter(), separator);
            (Look::Separated(separator), layout)
        };
        let (look, layout) = match format {
            Format::Text => (Look::Text, Layout::bare(end)),
            Format::Jsonl => (Look::Json, Layout::bare(end)),
            Format::Json => (Look::Json, Layout::json()),
            Format::Csv => separated(b','),
            Format::Tsv => separated(b'\t'),
            Format::Parquet | Format::Sqlite => return None,
        };
        Some(Table { by, look, stream: Stream::new(out, layout) })
    }

    /// Writes a row. The label is empty for links that do not have the property that is counted.
    pub(super) fn row(&mut self, label: &str, count: u64) -> Result<(), Failure> {
        let mut row = Vec::new();
        match self.look {
            Look::Text => {
                let label = if label.is_empty() { "-" } else { &*visible(label) };
                write!(row, "{count}\t{label}")?;
            }
            Look::Json => {
                let label = (!label.is_empty()).then_some(label);
                json::write(&mut row, &json!({ name_of(&self.by): label, COUNT: count }))?;
            }
            Look::Separated(separator) => {
                write_cells([label_cell(label), Cell::Number(count)], separator, &mut row)?;
            }
        }
        self.stream.entry(&row, None)
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.stream.finish()
    }

    pub(super) fn abandon(&mut self) -> Result<(), Failure> {
        self.stream.abandon()
    }
}
