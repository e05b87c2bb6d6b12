//! The columns of tables, and the cells of a row in these columns.

use std::borrow::Cow;
use std::sync::Arc;

use linkwright_harvest::WarcRecord;
use linkwright_harvest::record::document_link::{self, Capture, Provenance, UnitRecord};
use serde::{Serialize, Serializer};

use super::row::Row;
use crate::show::visible;

/// A column of the tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    #[cfg_attr(
        not(any(feature = "parquet", feature = "sqlite")),
        expect(dead_code, reason = "text formats have no types")
    )]
    pub(super) kind: ColumnKind,
    value: for<'r> fn(&Row<'r>) -> Cell<'r>,
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
    text("path", |row| visible(&row.source.name).into()),
    text("member", |row| row.link.place().member().map(visible).into()),
    text("part", |row| row.link.place().part().map(visible).into()),
    number("line", |row| row.line_column().0.into()),
    number("column", |row| row.line_column().1.into()),
    number("start", |row| Cell::Number(row.link.span().start() as u64)),
    number("end", |row| Cell::Number(row.link.span().end() as u64)),
    text("origin", |row| Cow::Borrowed(row.link.origin().name()).into()),
    text("kind", |row| Cow::Borrowed(row.kind().name()).into()),
    text("scheme", |row| row.scheme().into()),
    text("host", |row| row.host().into()),
    text("uri", |row| row.uri.map(|uri| Cow::<str>::Owned(uri.as_str().to_owned())).into()),
    text("normalized", |row| row.normalized().into()),
    text("text", |row| visible(row.link.text()).into()),
    text("message_id", |row| {
        row.link.message().and_then(|message| message.id()).map(visible).into()
    }),
    text("date", |row| document_link::date(row.link).map(visible).into()),
    text("from", |row| row.link.message().and_then(|message| message.sender()).map(visible).into()),
    text("before", |row| row.link.context().map(|context| visible(context.before())).into()),
    text("after", |row| row.link.context().map(|context| visible(context.after())).into()),
    text("flags", |row| Cow::<str>::Owned(row.flags()).into()),
    text("unwrapped", |row| {
        row.unwrapped().map(|target| Cow::<str>::Owned(target.into_string())).into()
    }),
    text("subject", |row| {
        row.link.message().and_then(|message| message.subject()).map(visible).into()
    }),
    text("encoding", |row| Cow::Borrowed(row.link.encoding()).into()),
    text("browser", |row| row.browser().map(Cow::<str>::Owned).into()),
    number("source_start", |row| Provenance::of(row.link).ends().map(|ends| ends.start).into()),
    number("source_end", |row| Provenance::of(row.link).ends().map(|ends| ends.end).into()),
    text("source_pieces", |row| Provenance::of(row.link).pieces().map(Cow::<str>::Owned).into()),
    text("source_absent", |row| Provenance::of(row.link).absent().map(Cow::Borrowed).into()),
    number("message_start", |row| row.link.source().message().map(|bytes| bytes.start).into()),
    number("message_end", |row| row.link.source().message().map(|bytes| bytes.end).into()),
    number("body_start", |row| row.link.source().body().map(|bytes| bytes.start).into()),
    number("body_end", |row| row.link.source().body().map(|bytes| bytes.end).into()),
    text("transfer_encoding", |row| {
        Provenance::of(row.link).transfer_encoding().map(Cow::Borrowed).into()
    }),
    text("source_steps", |row| Provenance::of(row.link).steps().map(Cow::<str>::Owned).into()),
    number("page", |row| row.link.unit().and_then(|unit| unit.page).map(u64::from).into()),
    number("slide", |row| row.link.unit().and_then(|unit| unit.slide).map(u64::from).into()),
    text("sheet", |row| row.link.unit().and_then(|unit| unit.sheet.as_deref()).map(visible).into()),
    text("cell", |row| row.link.unit().and_then(|unit| unit.cell.as_deref()).map(visible).into()),
    text("unit", |row| {
        let unit = row.link.unit();
        unit.and_then(|unit| UnitRecord(unit).in_cell()).map(Cow::<str>::Owned).into()
    }),
    text("url", |row| of_record(row.link.warc_record(), WarcRecord::url).into()),
    text("digest", |row| of_record(row.link.warc_record(), WarcRecord::digest).into()),
    text("mime", |row| of_record(row.link.warc_record(), WarcRecord::mime).into()),
    number("status", |row| {
        row.link.warc_record().and_then(WarcRecord::status).map(u64::from).into()
    }),
    text("filename", |row| {
        let record = row.link.warc_record();
        let capture = record.map(|record| Capture::new(record, &row.source.name));
        capture.map(|capture| visible(capture.file_name())).into()
    }),
    number("offset", |row| row.link.warc_record().and_then(WarcRecord::offset).into()),
    number("length", |row| row.link.warc_record().and_then(WarcRecord::length).into()),
    text("record_id", |row| of_record(row.link.warc_record(), WarcRecord::id).into()),
    text("record_type", |row| {
        of_record(row.link.warc_record(), |record| Some(record.record_type())).into()
    }),
    text("refers_to", |row| of_record(row.link.warc_record(), WarcRecord::refers_to).into()),
    text("reference", |row| row.reference().map(visible).into()),
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

/// Calls `text` on the web archive record of a link, if there is one, and makes the result safe to show.
fn of_record<'r>(
    record: Option<&'r WarcRecord>,
    text: impl FnOnce(&'r WarcRecord) -> Option<&'r str>,
) -> Option<Cow<'r, str>> {
    record.and_then(text).map(visible)
}

/// The name of the column with the number of equal rows.
pub(super) const COUNT: &str = "count";

/// The additional last columns if equal rows are merged: all locations as a JSON array, if they are listed, and the
/// number of rows.
pub(super) const TALLY: [(&str, ColumnKind); 2] =
    [("places", ColumnKind::Text), (COUNT, ColumnKind::Number)];

const fn text(name: &'static str, value: for<'r> fn(&Row<'r>) -> Cell<'r>) -> Column {
    Column { name, kind: ColumnKind::Text, value }
}

const fn number(name: &'static str, value: for<'r> fn(&Row<'r>) -> Cell<'r>) -> Column {
    Column { name, kind: ColumnKind::Number, value }
}

impl Column {
    pub(super) fn of<'r>(&self, row: &Row<'r>) -> Cell<'r> {
        (self.value)(row)
    }
}

impl<'r> From<Cow<'r, str>> for Cell<'r> {
    fn from(text: Cow<'r, str>) -> Cell<'r> {
        Cell::Text(text)
    }
}

impl<'r> From<Option<Cow<'r, str>>> for Cell<'r> {
    fn from(text: Option<Cow<'r, str>>) -> Cell<'r> {
        text.map_or(Cell::Absent, Cell::Text)
    }
}

impl From<Option<usize>> for Cell<'_> {
    fn from(number: Option<usize>) -> Self {
        number.map(|number| number as u64).into()
    }
}

impl From<Option<u64>> for Cell<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Cell::Absent, Cell::Number)
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
