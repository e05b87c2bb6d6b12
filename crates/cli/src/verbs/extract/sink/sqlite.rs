//! Writes rows to an SQLite database.

use core::fmt::Write as _;
use std::io;
use std::path::Path;

use rusqlite::{Connection, ToSql, params_from_iter};
use serde_json::Value;

use super::row_sink::{Sink, Tally, values};
use crate::exit::Failure;
use crate::replacement::Replacement;
use crate::target::OutputTarget;
use crate::verbs::extract::cells::ColumnKind;

/// Fills the table `links` of a new database, which replaces the old file at the end of the run.
///
/// All rows are inserted in one transaction. SQLite needs no rollback journal, because the file is removed if the
/// database is incomplete. The columns are the same as in CSV, with NULL for absent cells. As in CSV, texts have no
/// control characters, but no apostrophe is added before formulas, because a database does not run them.
pub(in crate::verbs::extract) struct Sqlite {
    target: Box<Path>,
    /// `None` after the replacement was committed or dropped.
    replacement: Option<Replacement>,
    database: Option<Connection>,
    insert: String,
}

impl Sqlite {
    /// Begins a database.
    pub(in crate::verbs::extract) fn create(
        path: &Path,
        columns: &[(&'static str, ColumnKind)],
    ) -> Result<Sqlite, Failure> {
        let replacement = open(path).map_err(|error| Failure::at(path, error))?;
        let database = Connection::open(replacement.draft()).and_then(|database| {
            database.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
            database.execute_batch(&table(columns))?;
            Ok(database)
        });
        let mut sqlite = Sqlite {
            target: path.into(),
            replacement: Some(replacement),
            database: None,
            insert: insert(columns),
        };
        sqlite.database = Some(database.map_err(|error| sqlite.failed(&error))?);
        Ok(sqlite)
    }

    fn failed(&self, error: &rusqlite::Error) -> Failure {
        Failure::at(&self.target, error)
    }

    fn insert(&self, row: &[Value]) -> rusqlite::Result<()> {
        let Some(database) = &self.database else { return Ok(()) };
        database.prepare_cached(&self.insert)?.execute(params_from_iter(row.iter().map(cell)))?;
        Ok(())
    }
}

fn open(path: &Path) -> io::Result<Replacement> {
    match OutputTarget::of(path)? {
        OutputTarget::File(target) => Replacement::of(&target),
        OutputTarget::Stdout | OutputTarget::Node(_) => Err(io::Error::other(
            "is not a regular file; a database can only be written to a regular file",
        )),
    }
}

/// The SQL that begins the transaction and creates the table.
fn table(columns: &[(&str, ColumnKind)]) -> String {
    let mut sql = String::from("BEGIN; CREATE TABLE links (");
    for (at, (name, kind)) in columns.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        let kind = if *kind == ColumnKind::Number { "INTEGER" } else { "TEXT" };
        // Writing to a string cannot fail.
        write!(sql, "{comma}\"{name}\" {kind}").unwrap_or_default();
    }
    sql + ") STRICT;"
}

fn insert(columns: &[(&str, ColumnKind)]) -> String {
    format!("INSERT INTO links VALUES ({})", vec!["?"; columns.len()].join(", "))
}

fn cell(value: &Value) -> Box<dyn ToSql> {
    match value {
        Value::String(text) => Box::new(text.clone()),
        Value::Number(number) => Box::new(number.as_i64()),
        _ => Box::new(rusqlite::types::Null),
    }
}

impl Sink for Sqlite {
    fn entry(&mut self, head: &[u8], tally: Option<Tally<'_>>) -> Result<(), Failure> {
        let inserted = self.insert(&values(head, tally)?);
        inserted.map_err(|error| self.failed(&error))
    }

    fn finish(&mut self) -> Result<(), Failure> {
        if let Some(database) = self.database.take() {
            let closed = database.execute_batch("COMMIT").and_then(|()| {
                database.flush_prepared_statement_cache();
                database.close().map_err(|(_, error)| error)
            });
            closed.map_err(|error| self.failed(&error))?;
        }
        let committed = self.replacement.take().map_or(Ok(()), Replacement::commit);
        committed.map_err(|error| Failure::at(&self.target, error))
    }

    fn abandon(&mut self) -> Result<(), Failure> {
        drop(self.database.take());
        drop(self.replacement.take());
        Ok(())
    }
}
