//! SQLite databases: each text of a row is a separate document.

use std::io::{Cursor, Read, Seek};
use std::sync::Arc;

use linkwright::Span;

use super::document::Document;
use super::locating::LocatingSink;
use super::session::Session;
use super::start::Start;
use crate::archive::Counted;
use crate::archive::sqlite::{Damage, Database, RowText, Table};
use crate::model::{Diagnostic, DiagnosticKind, Location, Unit};
use crate::parse::{html, json, value};
use crate::reading;
use crate::sink::Sink;

/// Reads a database.
#[inline(never)]
pub(super) fn read(document: &mut Document<'_, '_>) {
    if let Some(file) = document.file {
        let counted = Counted { reader: file, count: &document.session.meter().read };
        return open(document.session, document.location, counted);
    }
    let (held, _) = document.hold();
    open(document.session, document.location, Cursor::new(held));
}

fn open(session: &mut Session<'_>, location: &Location, file: impl Read + Seek) {
    let opened = Database::open(file, session.settings().limits.held_bytes);
    let tables = opened.and_then(|mut database| {
        let tables = database.tables()?;
        Ok((database, tables))
    });
    match tables {
        Ok((mut database, (tables, damage))) => {
            session.summary.documents += 1;
            report(session, location, "the schema", damage);
            for (at, table) in tables.iter().enumerate() {
                if session.tick().is_break() {
                    return;
                }
                read_table(session, location, &mut database, (at, table));
            }
        }
        Err(error) => {
            let diagnostic = reading::failure(&location.place, &error);
            session.diagnostic(&diagnostic.skipping());
        }
    }
}

fn read_table(
    session: &mut Session<'_>,
    location: &Location,
    database: &mut Database<impl Read + Seek>,
    (at, table): (usize, &Table),
) {
    let source = location.source.member("sqlite", &table.name, at as u64 + 1).rewritten();
    let location = location.member(&table.name, source);
    let encoding = database.encoding();
    let read = database.read(table, &mut |cell| {
        let text = encoding.decode_without_bom_handling(cell.text).0;
        // Every link contains one of these characters, and most values contain none of them.
        if text.bytes().any(|byte| b":.@".contains(&byte)) {
            search(session, &location, table, cell, text.as_bytes());
        }
        session.tick()
    });
    match read {
        Ok(damage) => report(session, &location, "the table", damage),
        Err(error) => session.diagnostic(&reading::failure(&location.place, &error)),
    }
}

/// Searches the text of a cell.
fn search(
    session: &mut Session<'_>,
    location: &Location,
    table: &Table,
    cell: &RowText<'_>,
    text: &[u8],
) {
    let column = cell.column.unwrap_or_default();
    let mut location = location.clone();
    location.unit = Some(Arc::new(Unit {
        sheet: Some(table.name.clone()),
        cell: Some(cell.row.map_or(column.to_owned(), |row| format!("{column}:{row}"))),
        ..Unit::default()
    }));
    let finder = session.settings().finders.plain.clone();
    let mut sink = LocatingSink::new(session, &mut location, finder, text, Start::default());
    read_text(text, &mut sink);
    sink.finish();
}

/// Reads the text of a cell, which is HTML, JSON or a value.
fn read_text(text: &[u8], sink: &mut dyn Sink) {
    if json::has_markup(text) {
        html::read(text, sink);
    } else if json::is_json(text) {
        json::read(text, sink);
    } else {
        value::search(text, Span::new(0, text.len()), sink);
    }
}

/// Reports damaged pages and rows, if there are any.
fn report(session: &mut Session<'_>, location: &Location, what: &str, damage: Damage) {
    if damage == Damage::default() {
        return;
    }
    let Damage { pages, rows } = damage;
    let message = format!("{what} is damaged (damaged pages: {pages}, damaged rows: {rows})");
    session.diagnostic(&Diagnostic::new(&location.place, DiagnosticKind::Malformed, message));
}
