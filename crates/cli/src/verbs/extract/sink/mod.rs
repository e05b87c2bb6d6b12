//! The destinations of rows: text streams, Parquet files and SQLite databases.

#[cfg(feature = "parquet")]
pub(super) mod parquet;
pub(super) mod row_sink;
#[cfg(feature = "sqlite")]
pub(super) mod sqlite;
pub(super) mod stream;

pub(super) use row_sink::{Sink, Tally};
pub(super) use stream::{Count, Layout, Stream};
