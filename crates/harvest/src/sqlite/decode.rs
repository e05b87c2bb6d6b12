//! Reads the texts of a database with SQLite.

use core::ops::ControlFlow;
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error, ErrorCode, OpenFlags, Result, Statement};

use super::content::{DatabasePart, RowText, beside};
use crate::model::{Cause, DiagnosticKind, Limit, Limits};
use crate::wire::Problem;

/// A smaller file may take as many steps of SQLite's virtual machine as a file of this size: with 64 steps for each byte,
/// they take about a second. A row takes at least 5 bytes, and five steps for each column.
const SMALL: u64 = 800_000;

/// SQLite reads at least texts of this length, because the definitions of tables are texts as well.
const SCHEMA: u64 = 1 << 20;

/// The number of steps between two checks.
const CHECKED_STEPS: u16 = 10_000;

/// Reads the database at `path`, until `take` breaks.
pub(super) fn decode(
    path: &Path,
    limits: &Limits,
    take: &mut dyn FnMut(DatabasePart) -> ControlFlow<()>,
) {
    let mut is_open = false;
    let mut read = || {
        let database = open(path, limits)?;
        let tables = tables(&database)?;
        is_open = true;
        // SQLite reads the missing end of a page as zeros.
        let page: u64 = database.query_row("PRAGMA page_size", [], |row| row.get(0))?;
        if !path.metadata().is_ok_and(|file| file.len().checked_rem(page) == Some(0)) {
            _ = take(problem(DiagnosticKind::Malformed, "ends inside a page".to_owned()));
        }
        let longest = limits.len(Limit::Held);
        let mut texts =
            Texts { left: limits.decoded(size(path), 0), longest, is_told: false, take };
        for table in &tables {
            if texts.put(DatabasePart::Table(table.clone())).is_break() {
                break;
            }
            match texts.read_table(&database, table) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break,
                Err(error) if is_limit(&error) => return Err(error),
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::TooBig) => {
                    let message =
                        "the rest of the table, after a text larger than the limit".to_owned();
                    _ = texts.put(problem(Limit::Held, message));
                }
                Err(error) => {
                    let message = format!("the table is damaged: {error}");
                    _ = texts.put(problem(DiagnosticKind::Malformed, message));
                }
            }
        }
        Ok(())
    };
    let Err(error) = read() else { return };
    let (cause, message) = if is_limit(&error) {
        (Cause::from(Limit::Steps), "takes more work than a database of its size".to_owned())
    } else {
        (
            DiagnosticKind::Malformed.into(),
            format!("an SQLite database that cannot be read: {error}"),
        )
    };
    _ = take(DatabasePart::Problem(Problem { cause, is_skip: !is_open, message }));
}

fn problem(cause: impl Into<Cause>, message: String) -> DatabasePart {
    DatabasePart::Problem(Problem::new(cause, message))
}

fn open(path: &Path, limits: &Limits) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(path, flags)?;
    for (setting, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true),
    ] {
        database.set_db_config(setting, on)?;
    }
    let length = i32::try_from(limits.get(Limit::Held).max(SCHEMA)).unwrap_or(i32::MAX);
    database.set_limit(rusqlite::limits::Limit::SQLITE_LIMIT_LENGTH, length)?;
    let mut left = size(path).max(SMALL).saturating_mul(limits.get(Limit::Steps));
    let is_too_much = move || {
        left = left.saturating_sub(CHECKED_STEPS.into());
        left == 0
    };
    database.progress_handler(CHECKED_STEPS.into(), Some(is_too_much));
    // Alone, SQLite keeps the index of the write-ahead log in memory.
    database.execute_batch("PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON;")?;
    Ok(database)
}

/// The size of the database and its write-ahead log.
fn size(path: &Path) -> u64 {
    let log = beside(path, "-wal");
    [path, &*log].iter().filter_map(|path| path.metadata().ok()).map(|file| file.len()).sum()
}

fn is_limit(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted)
}

/// The names of the tables that have rows in the file, in the order of the schema.
fn tables(database: &Connection) -> Result<Vec<String>> {
    let sql = r"SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0
        AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid";
    database.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
}

/// A statement that reads the row number and the texts of a table, and the names of its columns.
fn rows<'d>(database: &'d Connection, table: &str) -> Result<(Statement<'d>, Vec<String>)> {
    // Virtual generated columns have the number 2. Reading them would evaluate an expression of the schema.
    let sql = "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden IN (0, 3)";
    let columns: Vec<String> =
        database.prepare(sql)?.query_map([table], |row| row.get(0))?.collect::<Result<_>>()?;
    let is_column = |name: &str| columns.iter().any(|column| column.eq_ignore_ascii_case(name));
    let number = ["rowid", "_rowid_", "oid"].into_iter().find(|name| !is_column(name));
    // Asking for the type first keeps SQLite from loading blobs.
    let texts = columns.iter().map(|column| quoted(column));
    let texts = texts.map(|column| format!("CASE typeof({column}) WHEN 'text' THEN {column} END"));
    let texts: Vec<String> = texts.collect();
    let prepare = |number: &str| {
        let (texts, table) = (texts.join(", "), quoted(table));
        database.prepare(&format!("SELECT {number}, {texts} FROM main.{table}"))
    };
    // A table `WITHOUT ROWID` has no row numbers.
    let statement = prepare(number.unwrap_or("NULL")).or_else(|_| prepare("NULL"))?;
    Ok((statement, columns))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Receives the texts, and counts their bytes.
struct Texts<'t> {
    /// How many bytes of texts are left, and the limit that says so.
    left: (u64, Limit),
    /// The length of the longest text that is read, and whether a longer one was reported.
    longest: usize,
    is_told: bool,
    take: &'t mut dyn FnMut(DatabasePart) -> ControlFlow<()>,
}

impl Texts<'_> {
    fn put(&mut self, part: DatabasePart) -> ControlFlow<()> {
        (self.take)(part)
    }

    fn read_table(&mut self, database: &Connection, table: &str) -> Result<ControlFlow<()>> {
        let (mut statement, columns) = rows(database, table)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for (at, column) in columns.iter().enumerate() {
                let ValueRef::Text(text) = row.get_ref(at + 1)? else { continue };
                if text.len() > self.longest {
                    if !core::mem::replace(&mut self.is_told, true) {
                        let message = format!("texts longer than {} bytes, not read", self.longest);
                        _ = self.put(problem(Limit::Held, message));
                    }
                    continue;
                }
                let Some(left) = self.left.0.checked_sub(text.len() as u64) else {
                    let message = "the texts are larger than the file allows".to_owned();
                    _ = self.put(problem(self.left.1, message));
                    return Ok(ControlFlow::Break(()));
                };
                self.left.0 = left;
                // Every link contains one of these characters, and most values contain none of them.
                if !text.iter().any(|byte| b":.@".contains(byte)) {
                    continue;
                }
                let text = String::from_utf8_lossy(text).into_owned();
                let part = RowText { column: column.clone(), row: row.get(0)?, text };
                if self.put(DatabasePart::Text(part)).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
