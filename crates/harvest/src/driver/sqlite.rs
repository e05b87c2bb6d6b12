//! SQLite databases: each text of a row is a separate document.

use core::ops::ControlFlow;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use linkwright::Span;

use super::document::Document;
use super::file::{check_kind, stamp};
use super::locating::LocatingSink;
use super::private_folder::PrivateFolder;
use super::session::Session;
use super::start::Start;
use crate::model::{DiagnosticKind, Location, Unit};
use crate::parse::{html, json, value};
use crate::reading::{self, CHUNK};
use crate::sink::Sink;
use crate::sqlite::{self, DatabasePart, RowText, beside};
use crate::wire::{Problem, read_parts};

/// Reads a database.
#[inline(never)]
pub(super) fn read(document: &mut Document<'_, '_>) {
    let copied = PrivateFolder::new().and_then(|folder| {
        let path = folder.path().join("copy.db");
        copy(document, &path)?;
        Ok((folder, path))
    });
    let (session, location) = (&mut *document.session, &mut *document.location);
    match copied {
        Ok((_folder, path)) => Tables::new(session, location).read(&path),
        Err(error) => {
            session.diagnostic(&reading::failure(&location.place, &error).skipping());
        }
    }
}

/// Copies the database, and its write-ahead log if there is one.
fn copy(document: &mut Document<'_, '_>, to: &Path) -> io::Result<()> {
    let mut database = File::create_new(to)?;
    let (mut chunk, mut copied) = (Vec::new(), 0);
    while document.session.tick().is_continue() {
        chunk.clear();
        let read = (&mut *document.input).take(CHUNK as u64).read_to_end(&mut chunk);
        database.write_all(&chunk)?;
        copied += chunk.len();
        match read {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => {
                document.failed_at(&error, copied);
                break;
            }
        }
    }
    let Some(path) = original(document) else { return Ok(()) };
    copy_log(document, &beside(&path, "-wal"), &beside(to, "-wal"))?;
    // SQLite would roll the transaction back, but it also deletes a file that the journal names.
    if beside(&path, "-journal").metadata().is_ok_and(|journal| journal.len() > 0) {
        report(document, "has a journal, so it may contain an unfinished transaction");
    }
    Ok(())
}

/// The path of the file that is being read; `None` for a member, and if the name that the caller gave is the path of
/// another file.
fn original(document: &Document<'_, '_>) -> Option<PathBuf> {
    let opened = document.file?.metadata().ok()?;
    let path = fs::canonicalize(document.session.path?).ok()?;
    let named = path.metadata().ok()?;
    (stamp(&named) == stamp(&opened)).then_some(path)
}

fn copy_log(document: &mut Document<'_, '_>, from: &Path, to: &Path) -> io::Result<()> {
    let Ok(before) = from.metadata() else { return Ok(()) };
    if check_kind(&before).is_err() {
        return Ok(());
    }
    fs::copy(from, to)?;
    if from.metadata().is_ok_and(|after| stamp(&after) != stamp(&before)) {
        report(document, "the write-ahead log changed while it was read");
    }
    Ok(())
}

fn report(document: &mut Document<'_, '_>, message: &str) {
    document.session.report(&document.location.place, DiagnosticKind::Changed, message);
}

/// Receives the parts of a database.
struct Tables<'t, 'r> {
    session: &'t mut Session<'r>,
    database: &'t Location,
    /// The table that is being read: its location, and its name.
    table: Option<(Location, String)>,
    /// The number of tables so far.
    count: u64,
    /// Whether no table was read.
    is_skipped: bool,
}

impl<'t, 'r> Tables<'t, 'r> {
    const fn new(session: &'t mut Session<'r>, database: &'t Location) -> Tables<'t, 'r> {
        Tables { session, database, table: None, count: 0, is_skipped: false }
    }

    /// Reads the copy at `path`.
    fn read(&mut self, path: &Path) {
        let settings = self.session.settings;
        let limits = &settings.limits;
        let read = match settings.sqlite_process {
            None => {
                sqlite::decode(path, limits, &mut |part| self.take(part));
                Ok(())
            }
            Some(process) => process(path, limits)
                .and_then(|mut parts| read_parts(&mut *parts, &mut |part| self.take(part))),
        };
        if let Err(error) = read {
            self.is_skipped = self.count == 0;
            let problem = Problem::ended("the reader of SQLite", &error, self.is_skipped);
            self.session.diagnostic(&problem.diagnostic(&self.database.place));
        }
        self.session.summary.documents += u64::from(!self.is_skipped);
    }

    fn take(&mut self, part: DatabasePart) -> ControlFlow<()> {
        match part {
            DatabasePart::Table(name) => {
                self.count += 1;
                let mut table = self.database.member("sqlite", &name, self.count);
                table.source = table.source.rewritten().into();
                self.table = Some((table, name));
            }
            DatabasePart::Text(text) => self.search(&text),
            DatabasePart::Problem(problem) => {
                self.is_skipped |= problem.is_skip;
                let location = self.table.as_ref().map_or(self.database, |(location, _)| location);
                self.session.diagnostic(&problem.diagnostic(&location.place));
            }
        }
        self.session.tick()
    }

    /// Searches a text, which is HTML, JSON or a value.
    fn search(&mut self, RowText { column, row, text }: &RowText) {
        let Some((location, table)) = &self.table else { return };
        let mut location = location.clone();
        location.unit = Some(Arc::new(Unit {
            sheet: Some(table.clone()),
            cell: Some(row.map_or_else(|| column.clone(), |row| format!("{column}:{row}"))),
            ..Unit::default()
        }));
        let text = text.as_bytes();
        let mut sink = LocatingSink::new(self.session, &mut location, text, Start::default(), None);
        read_text(text, &mut sink);
        sink.finish();
    }
}

fn read_text(text: &[u8], sink: &mut dyn Sink) {
    if json::has_markup(text) {
        html::read(text, sink);
    } else if json::is_json(text) {
        json::read(text, sink);
    } else {
        value::search(text, Span::new(0, text.len()), sink);
    }
}
