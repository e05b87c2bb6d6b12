//! The parts of a database.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::wire::Problem;

/// The path of the file that SQLite names after the database at `path`, such as its write-ahead log (`-wal`).
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// A part of a database, in the order in which they are read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum DatabasePart {
    /// The name of the table whose texts follow.
    Table(String),
    /// A text that may contain a link.
    Text(RowText),
    /// Something that was not read. It belongs to the table before it, if there is one.
    Problem(Problem),
}

/// A text in a row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct RowText {
    pub(crate) column: String,
    /// The number of the row; `None` in a table without row numbers.
    pub(crate) row: Option<i64>,
    pub(crate) text: String,
}
