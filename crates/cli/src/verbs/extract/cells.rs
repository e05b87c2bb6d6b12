//! The columns of tables, and the cells of a row in these columns.

use std::borrow::Cow;
use std::sync::Arc;

use core::ops::Range;

use linkwright_harvest::record::document_link;
use linkwright_harvest::{Message, WarcRecord};
use serde::{Serialize, Serializer};

use super::row::Row;
use crate::show::visible;

/// A column of the tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    value: Value,
}

/// Computes the value of a column.
#[derive(Clone, Copy, Debug)]
enum Value {
    Text(for<'r> fn(&Row<'r>) -> Option<Cow<'r, str>>),
    Number(fn(&Row<'_>) -> Option<u64>),
}

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Text,
    Number,
}

/// The value of a column in one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell<'r> {
    Absent,
    Text(Cow<'r, str>),
    Number(u64),
}

/// All columns in their default order. Other programs read them by name. New columns are added at the end.
const COLUMNS: &[Column] = &[
    text("path", |row| Some(visible(&row.source.name))),
    text("member", |row| row.link.place().member().map(visible)),
    text("part", |row| row.link.place().part().map(visible)),
    number("line", |row| row.line_column().0.map(|line| line as u64)),
    number("column", |row| row.line_column().1.map(|column| column as u64)),
    number("start", |row| Some(row.link.span().start() as u64)),
    number("end", |row| Some(row.link.span().end() as u64)),
    text("origin", |row| Some(row.link.origin().name().into())),
    text("kind", |row| Some(row.kind().name().into())),
    text("scheme", |row| row.scheme()),
    text("host", |row| row.host()),
    text("uri", |row| row.uri.map(|uri| uri.as_str().to_owned().into())),
    text("normalized", |row| row.normalized()),
    text("text", |row| Some(visible(row.link.text()))),
    text("message_id", |row| of_message(row, |message| &message.id)),
    text("date", |row| document_link::date(row.link).map(visible)),
    text("from", |row| of_message(row, |message| &message.sender)),
    text("before", |row| row.link.context().map(|context| visible(&context.before))),
    text("after", |row| row.link.context().map(|context| visible(&context.after))),
    text("flags", |row| Some(row.flags().into())),
    text("unwrapped", |row| row.unwrapped().map(|target| target.into_string().into())),
    text("subject", |row| of_message(row, |message| &message.subject)),
    text("encoding", |row| Some(row.link.encoding().into())),
    text("browser", |row| row.browser().map(Cow::Owned)),
    number("source_start", |row| source_ends(row).map(|ends| ends.start)),
    number("source_end", |row| source_ends(row).map(|ends| ends.end)),
    number("page", |row| row.link.unit().and_then(|unit| unit.page).map(u64::from)),
    number("slide", |row| row.link.unit().and_then(|unit| unit.slide).map(u64::from)),
    text("sheet", |row| row.link.unit().and_then(|unit| unit.sheet.as_deref()).map(visible)),
    text("cell", |row| row.link.unit().and_then(|unit| unit.cell.as_deref()).map(visible)),
    text("url", |row| of_record(row, |record| record.url.as_deref())),
    text("digest", |row| of_record(row, |record| record.digest.as_deref())),
    text("mime", |row| of_record(row, |record| record.mime.as_deref())),
    number("status", |row| row.link.warc_record().and_then(|record| record.status).map(u64::from)),
    text("filename", |row| of_record(row, |_| Some(document_link::file_name(&row.source.name)))),
    number("offset", |row| row.link.warc_record().and_then(|record| record.offset)),
    number("length", |row| row.link.warc_record().and_then(|record| record.length)),
    text("record_id", |row| of_record(row, |record| record.id.as_deref())),
    text("record_type", |row| of_record(row, |record| Some(&record.record_type))),
    text("refers_to", |row| of_record(row, |record| record.refers_to.as_deref())),
    text("reference", |row| row.reference().map(visible)),
];

/// The columns of an output, in order: all columns, or the columns in `--fields`.
#[derive(Clone, Debug)]
pub(super) struct Columns(Arc<[&'static Column]>);

impl Columns {
    /// The columns called `names`, which must be names from [`names`](Columns::names). An empty list means all columns.
    pub(super) fn of(names: &[String]) -> Columns {
        let named = |name: &String| COLUMNS.iter().find(|column| column.name == name);
        match names {
            [] => Columns(COLUMNS.iter().collect()),
            names => Columns(names.iter().filter_map(named).collect()),
        }
    }

    /// The names of all columns.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        COLUMNS.iter().map(|column| column.name)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'static Column> {
        self.0.iter().copied()
    }

    /// Whether the columns include the line or the column of a link. If not, the pass over the text that counts lines
    /// is skipped.
    pub(super) fn have_lines(&self) -> bool {
        self.iter().any(|column| matches!(column.name, "line" | "column"))
    }
}

/// The text of a field of the message that contains a link, safe to show.
fn of_message<'r>(
    row: &Row<'r>,
    field: impl FnOnce(&'r Message) -> &'r Option<String>,
) -> Option<Cow<'r, str>> {
    row.link.message().and_then(|message| field(message).as_deref()).map(visible)
}

/// Calls `text` on the web archive record of a link, if there is one, and makes the result safe to show.
fn of_record<'r>(
    row: &Row<'r>,
    text: impl FnOnce(&'r WarcRecord) -> Option<&'r str>,
) -> Option<Cow<'r, str>> {
    row.link.warc_record().and_then(text).map(visible)
}

/// The range from the first to the last byte of a link; `None` if the link does not correspond to bytes.
fn source_ends(row: &Row<'_>) -> Option<Range<u64>> {
    let pieces = row.link.source_pieces().ok()?;
    Some(pieces.first()?.start..pieces.last()?.end)
}

/// The name of the additional last column if equal rows are merged: the number of rows.
pub(super) const COUNT: &str = "count";

const fn text(name: &'static str, value: for<'r> fn(&Row<'r>) -> Option<Cow<'r, str>>) -> Column {
    Column { name, value: Value::Text(value) }
}

const fn number(name: &'static str, value: fn(&Row<'_>) -> Option<u64>) -> Column {
    Column { name, value: Value::Number(value) }
}

impl Column {
    pub(super) fn of<'r>(&self, row: &Row<'r>) -> Cell<'r> {
        match self.value {
            Value::Text(text) => text(row).map_or(Cell::Absent, Cell::Text),
            Value::Number(number) => number(row).map_or(Cell::Absent, Cell::Number),
        }
    }

    pub(super) const fn kind(&self) -> ColumnKind {
        match self.value {
            Value::Text(_) => ColumnKind::Text,
            Value::Number(_) => ColumnKind::Number,
        }
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Absent => serializer.serialize_none(),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(number) => serializer.serialize_u64(*number),
        }
    }
}

/// Returns the text in a form that no spreadsheet runs as a formula. A text that begins with `=`, `+`, `-`, `@`, a
/// fullwidth form of one of these, a tab or a line end gets a leading apostrophe, which is how spreadsheets mark text.
/// A text that begins with an apostrophe gets another apostrophe, so that removing a leading apostrophe always restores
/// the text.
pub(super) fn inert(text: &str) -> Cow<'_, str> {
    const ACTIVE: [char; 12] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\''];
    if text.starts_with(ACTIVE) { format!("'{text}").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_looks_like_a_formula_gets_an_apostrophe() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "\t=1", "\r=1", "'a"] {
            assert_eq!(inert(text), format!("'{text}"));
        }
        for text in ["http://example.com/=1", "1", "", " =1"] {
            assert_eq!(inert(text), text);
        }
    }

    #[test]
    fn column_names_are_unique() {
        for (at, column) in COLUMNS.iter().enumerate() {
            assert!(COLUMNS[..at].iter().all(|other| other.name != column.name));
        }
    }
}
