//! Encodes a row as the bytes that a sink receives.

use std::io::{self, Write as _};
use std::sync::Arc;

use linkwright_harvest::Existing;
use serde::ser::SerializeStruct as _;

use super::cells::{Cell, Columns, inert};
use super::group_by::GroupBy;
use super::row::Row;
use crate::check::Checker;
use crate::show::{Palette, visible};
use linkwright_harvest::record::json::{self, Object};

/// How rows are written. The first three forms are for people and `xargs`, the others for programs.
#[derive(Clone, Debug)]
pub(super) enum Encoder {
    /// The URI. If requested, a tab and the original URI of a wrapped link follow.
    Bare(Palette),
    /// `file:line:column: URI`, like the messages of compilers, so that editors and terminals can open the location. If
    /// only the file or only the position is requested, this is `file: URI` or `line:column: URI`.
    Located(Palette, Head),
    /// The name of the file. A file is read only up to its first link.
    FileName(Palette),
    /// The LINK record.
    Json,
    /// A JSON object of cells.
    Members(Columns),
    /// Unchanged cells separated by tabs.
    Fields(Columns),
    /// Cells separated by this byte, as CSV or TSV.
    Separated(u8, Columns),
    /// Cells as a JSON array, for the Parquet and SQLite sinks.
    Values(Columns),
    /// Nothing, because the rows are the findings of this checker, which `Taker` writes.
    Findings(Arc<Checker>),
    /// The labels under which a row is counted.
    Label(GroupBy),
    /// Nothing, because the run only counts rows or is quiet.
    Nothing,
}

/// What to write before a URI: the name of the file, and the line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) has_name: bool,
    pub(super) has_place: bool,
}

impl Encoder {
    /// Whether rows include the line and the column. If not, the pass over the text that counts lines is skipped.
    pub(super) fn is_located(&self) -> bool {
        match self {
            Encoder::Located(_, head) => head.has_place,
            Encoder::Json | Encoder::Findings(_) => true,
            Encoder::Members(columns)
            | Encoder::Fields(columns)
            | Encoder::Separated(_, columns)
            | Encoder::Values(columns) => columns.have_lines(),
            Encoder::Bare(_) | Encoder::FileName(_) | Encoder::Label(_) | Encoder::Nothing => false,
        }
    }

    /// Appends the row to `out`, without a terminator.
    pub(super) fn encode(&self, row: &Row<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Encoder::Bare(palette) => write_bare(row, *palette, out)?,
            Encoder::Located(palette, head) => {
                write_head(row, *palette, *head, out)?;
                out.push(b' ');
                write_bare(row, *palette, out)?;
            }
            Encoder::FileName(Palette { path, .. }) => {
                write!(out, "{path}{}{path:#}", row.source.shown_name)?;
            }
            Encoder::Json => row.record().write(out)?,
            Encoder::Members(columns) => {
                let mut record = Object::begin(out);
                for column in columns.iter() {
                    record.serialize_field(column.name, &column.of(row))?;
                }
                record.end()?;
            }
            Encoder::Fields(columns) => write_fields(columns, row, out)?,
            Encoder::Separated(separator, columns) => {
                write_cells(columns.iter().map(|column| column.of(row)), *separator, out)?;
            }
            Encoder::Values(columns) => {
                let cells: Vec<Cell<'_>> = columns.iter().map(|column| column.of(row)).collect();
                json::write(out, &cells)?;
            }
            // A row may have several labels, so `Taker` writes them.
            Encoder::Label(_) | Encoder::Nothing | Encoder::Findings(_) => {}
        }
        Ok(())
    }

    /// Appends the location of the row: after a tab in text; as an item of a JSON array, which begins with a comma, in
    /// other formats.
    pub(super) fn encode_place(&self, row: &Row<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let plain = Palette::new(false);
        match self {
            Encoder::Json => {
                out.push(b',');
                row.record().write_place(out)
            }
            Encoder::Located(_, head) => {
                out.push(b'\t');
                write_head(row, plain, *head, out)?;
                out.pop();
                Ok(())
            }
            _ => {
                let mut place = Vec::new();
                let has_place = row.line_column().0.is_some();
                write_head(row, plain, Head { has_name: true, has_place }, &mut place)?;
                place.pop();
                out.push(b',');
                json::write(out, &String::from_utf8_lossy(&place))
            }
        }
    }
}

/// Appends the URI and, if requested, a tab and the original URI of a wrapped link.
fn write_bare(row: &Row<'_>, palette: Palette, out: &mut Vec<u8>) -> io::Result<()> {
    let Some(uri) = row.uri else { return write_invalid(row, palette, out) };
    let link = palette.link;
    if link.is_plain() {
        out.extend_from_slice(uri.as_str().as_bytes());
    } else {
        write!(out, "{link}{}{link:#}", uri.as_str())?;
    }
    match row.unwrapped() {
        Some(target) => write!(out, "\t{}", target.as_str()),
        None => Ok(()),
    }
}

/// Appends an invalid reference and, after a tab, the URL to which a browser resolves it, if any.
fn write_invalid(row: &Row<'_>, palette: Palette, out: &mut Vec<u8>) -> io::Result<()> {
    let reference = row.link.existing().map(Existing::reference).unwrap_or_default();
    let link = palette.link;
    write!(out, "{link}{}{link:#}", visible(reference))?;
    match row.browser() {
        Some(url) => write!(out, "\t{}", visible(&url)),
        None => Ok(()),
    }
}

/// Appends `file:line:column:`, or the parts of it that `head` names.
fn write_head(row: &Row<'_>, palette: Palette, head: Head, out: &mut Vec<u8>) -> io::Result<()> {
    let Palette { path, place: number, .. } = palette;
    if head.has_name {
        let place = row.link.place().to_string();
        write!(out, "{path}{}{}{path:#}:", row.source.shown_name, visible(&place))?;
    }
    if head.has_place {
        let (line, column) = row.line_column();
        write!(out, "{number}{}{number:#}:", line.unwrap_or(0))?;
        write!(out, "{number}{}{number:#}:", column.unwrap_or(0))?;
    }
    Ok(())
}

/// Appends cells separated by tabs. No cell contains a control character.
fn write_fields(columns: &Columns, row: &Row<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    for (at, column) in columns.iter().enumerate() {
        if at > 0 {
            out.push(b'\t');
        }
        match column.of(row) {
            Cell::Absent => {}
            Cell::Text(text) => out.extend_from_slice(text.as_bytes()),
            Cell::Number(number) => write!(out, "{number}")?,
        }
    }
    Ok(())
}

/// Appends cells as a line of CSV or TSV (RFC 4180) without the line end. Spreadsheets do not run any cell as a
/// formula. A line of one empty field has quotes, because an empty line may be skipped by readers.
pub(super) fn write_cells<'c>(
    cells: impl IntoIterator<Item = Cell<'c>>,
    separator: u8,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let start = out.len();
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.push(separator);
        }
        match cell {
            Cell::Absent => {}
            Cell::Text(text) => write_field(&inert(&text), separator, out),
            Cell::Number(number) => write!(out, "{number}")?,
        }
    }
    if out.len() == start {
        out.extend_from_slice(b"\"\"");
    }
    Ok(())
}

/// Appends a field, in quotes if it contains the separator, a quote or a line end (RFC 4180, section 2).
fn write_field(field: &str, separator: u8, out: &mut Vec<u8>) {
    if !field.bytes().any(|byte| byte == separator || matches!(byte, b'"' | b'\r' | b'\n')) {
        return out.extend_from_slice(field.as_bytes());
    }
    out.push(b'"');
    out.extend_from_slice(field.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}
