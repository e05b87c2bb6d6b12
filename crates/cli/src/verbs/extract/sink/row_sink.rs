//! The interface that all destinations of rows implement.

use crate::exit::Failure;
use crate::verbs::extract::batch::Batch;

/// The number of occurrences of a row, if equal rows are merged.
#[derive(Clone, Copy, Debug)]
pub(in crate::verbs::extract) struct Tally<'t> {
    pub(in crate::verbs::extract) count: u64,
    /// The locations in JSON, each after a comma; empty in other formats.
    pub(in crate::verbs::extract) places: &'t [u8],
}

/// Receives rows that are encoded for this sink.
pub(in crate::verbs::extract) trait Sink: Send {
    /// Receives the next row, with its count if equal rows are merged.
    fn entry(&mut self, head: &[u8], tally: Option<Tally<'_>>) -> Result<(), Failure>;

    /// Receives the rows of a batch, without counts.
    fn rows(&mut self, batch: &Batch) -> Result<(), Failure> {
        batch.entries().try_for_each(|entry| self.entry(entry.head, None))
    }

    /// Writes the rows so far, so that readers see them, if the format allows it.
    fn flush(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// The number of bytes written so far, for the journal.
    fn position(&self) -> u64 {
        0
    }

    /// Syncs flushed rows to disk, so that they survive a power failure.
    fn sync(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Writes the end of the output, after the last row.
    fn finish(&mut self) -> Result<(), Failure>;

    /// Discards incomplete output after the run was interrupted or read no input.
    fn abandon(&mut self) -> Result<(), Failure>;
}

/// Decodes the JSON array of a row into its cells, and adds the number of equal rows.
#[cfg(any(feature = "parquet", feature = "sqlite"))]
pub(super) fn values(
    head: &[u8],
    tally: Option<Tally<'_>>,
) -> Result<Vec<serde_json::Value>, Failure> {
    let mut row: Vec<_> = serde_json::from_slice(head).map_err(Failure::message)?;
    row.extend(tally.map(|tally| tally.count.into()));
    Ok(row)
}
