//! The formats of the output.

use clap::ValueEnum;

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Lines for people and for `xargs`
    Text,
    /// One JSON object per line, the LINK record
    Jsonl,
    /// The same objects as `jsonl`, in one array
    Json,
    /// Comma-separated values with a header (RFC 4180)
    ///
    /// A cell that a spreadsheet would run as a formula gets a leading apostrophe.
    Csv,
    /// Like `csv`, but separated by tabs
    Tsv,
    /// An Apache Parquet file; needs --output
    Parquet,
    /// An SQLite database with a table `links`; needs --output
    Sqlite,
}

impl Format {
    /// Whether the output is a binary file rather than a stream of text.
    pub(super) const fn is_file(self) -> bool {
        matches!(self, Format::Parquet | Format::Sqlite)
    }

    /// Whether every entry ends with a terminator, which may be NUL.
    pub(super) const fn has_entries(self) -> bool {
        matches!(self, Format::Text | Format::Jsonl)
    }
}
