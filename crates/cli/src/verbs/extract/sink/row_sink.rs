//! The interface of the destinations of rows.

use crate::exit::Failure;
use crate::verbs::extract::batch::Batch;

/// The number of occurrences of a row, if equal rows are merged.
#[derive(Clone, Copy, Debug)]
pub(in crate::verbs::extract) struct Tally<'t> {
    pub(in crate::verbs::extract) count: u64,
    /// A JSON array without its brackets; empty if places are not listed.
    pub(in crate::verbs::extract) places: &'t [u8],
}

/// Takes rows in the encoding of the encoder that belongs to it.
pub(in crate::verbs::extract) trait Sink: Send {
    /// The next row.
    fn entry(&mut self, head: &[u8], tally: Option<Tally<'_>>) -> Result<(), Failure>;

    /// The rows of a batch without counts.
    fn rows(&mut self, batch: &Batch) -> Result<(), Failure> {
        batch.entries().try_for_each(|entry| self.entry(entry.head, None))
    }

    /// Lets readers see the rows so far, if the format allows that.
    fn flush(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// The number of bytes written so far, for the journal.
    fn position(&self) -> u64 {
        0
    }

    /// Makes flushed rows durable, so that they survive a loss of power.
    fn sync(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Writes the end of the output, after the last row.
    fn finish(&mut self) -> Result<(), Failure>;

    /// Removes incomplete output: the run was interrupted.
    fn abandon(&mut self) -> Result<(), Failure>;
}

/// Decodes a row into its cells.
#[cfg(any(feature = "parquet", feature = "sqlite"))]
pub(super) fn values(head: &[u8]) -> Result<Vec<serde_json::Value>, Failure> {
    serde_json::from_slice(head).map_err(Failure::message)
}
