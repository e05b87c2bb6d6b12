//! The parts of a database.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::wire::{Problem, Wire, invalid, members};

/// The path of the file that SQLite names after the database at `path`, such as its write-ahead log (`-wal`).
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// A part of a database, in the order in which they are read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DatabasePart {
    /// The name of the table whose texts follow.
    Table(String),
    /// A text that may contain a link.
    Text(RowText),
    /// Something that was not read. It belongs to the table before it, if there is one.
    Problem(Problem),
}

/// A text in a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RowText {
    pub(crate) column: String,
    /// The number of the row; `None` in a table without row numbers.
    pub(crate) row: Option<i64>,
    pub(crate) text: String,
}

members! {
    RowText { column, row, text }
}

impl Wire for DatabasePart {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        match self {
            DatabasePart::Table(name) => (1_u8.write(to)?, name.write(to)?).1,
            DatabasePart::Text(text) => (2_u8.write(to)?, text.write(to)?).1,
            DatabasePart::Problem(problem) => (3_u8.write(to)?, problem.write(to)?).1,
        }
        Ok(())
    }

    fn read(from: &mut dyn Read) -> io::Result<DatabasePart> {
        Ok(match u8::read(from)? {
            1 => DatabasePart::Table(Wire::read(from)?),
            2 => DatabasePart::Text(Wire::read(from)?),
            3 => DatabasePart::Problem(Wire::read(from)?),
            _ => return Err(invalid("an unknown tag")),
        })
    }
}
