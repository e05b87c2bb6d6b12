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

/// How rows are written. The first form is for people and `xargs`, the others are for programs.
#[derive(Clone, Debug)]
pub(super) enum Encoder {
    /// `file:line:column: URI`, like the messages of compilers, so that editors and terminals can open the location. The
    /// file and the position are written if they are requested. If requested, a tab and the original URI of a wrapped
    /// link follow.
    Text(Palette, Head),
    /// The LINK record.
    Json,
    /// A JSON object of cells.
    Members(Columns),
    /// Cells separated by this byte, with a header and in quotes where these are needed, or unchanged without a header.
    Cells { separator: u8, is_quoted: bool, columns: Columns },
    /// Cells as a JSON array, for the Parquet and SQLite sinks.
    Values(Columns),
    /// Nothing, because the rows are the findings of this checker, which `Taker` writes.
    Findings(Arc<Checker>),
    /// The labels under which a row is counted.
    Label(GroupBy),
}

/// What to write before a URI: the name of the file, and the line and column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) has_name: bool,
    pub(super) has_place: bool,
}

impl Encoder {
    /// Whether rows include the line and the column. If not, the pass over the text that counts lines is skipped.
    pub(super) fn is_located(&self) -> bool {
        match self {
            Encoder::Text(_, head) => head.has_place,
            Encoder::Json | Encoder::Findings(_) => true,
            Encoder::Members(columns)
            | Encoder::Cells { columns, .. }
            | Encoder::Values(columns) => columns.have_lines(),
            Encoder::Label(_) => false,
        }
    }

    /// Appends the row to `out`, without a terminator.
    pub(super) fn encode(&self, row: &Row<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Encoder::Text(palette, head) => {
                write_head(row, *palette, *head, out)?;
                write_bare(row, *palette, out)?;
            }
            Encoder::Json => row.record().write(out)?,
            Encoder::Members(columns) => {
                let mut record = Object::begin(out);
                for column in columns.iter() {
                    record.serialize_field(column.name, &column.of(row))?;
                }
                record.end()?;
            }
            Encoder::Cells { separator, is_quoted, columns } => {
                write_cells(columns, row, *separator, *is_quoted, out)?;
            }
            Encoder::Values(columns) => {
                let cells: Vec<Cell<'_>> = columns.iter().map(|column| column.of(row)).collect();
                json::write(out, &cells)?;
            }
            // A row may have several labels, so `Taker` writes them.
            Encoder::Label(_) | Encoder::Findings(_) => {}
        }
        Ok(())
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

/// Appends `file:line:column: `, or the parts of it that `head` names.
fn write_head(row: &Row<'_>, palette: Palette, head: Head, out: &mut Vec<u8>) -> io::Result<()> {
    let Palette { path, place: number, .. } = palette;
    if head.has_name {
        let place = row.link.place().to_string();
        write!(out, "{path}{}{}{path:#}:", visible(&row.source.name), visible(&place))?;
    }
    if head.has_place {
        let (line, column) = row.line_column();
        write!(out, "{number}{}{number:#}:", line.unwrap_or(0))?;
        write!(out, "{number}{}{number:#}:", column.unwrap_or(0))?;
    }
    if head != Head::default() {
        out.push(b' ');
    }
    Ok(())
}

/// Appends the cells of a row after one another. No cell contains a control character, so a text is written as it is, or
/// if `is_quoted` as CSV (RFC 4180), in a form that no spreadsheet runs as a formula.
fn write_cells(
    columns: &Columns,
    row: &Row<'_>,
    separator: u8,
    is_quoted: bool,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let start = out.len();
    for (at, column) in columns.iter().enumerate() {
        if at > 0 {
            out.push(separator);
        }
        match column.of(row) {
            Cell::Absent => {}
            Cell::Number(number) => write!(out, "{number}")?,
            Cell::Text(text) if is_quoted => {
                let text = inert(&text);
                if text.contains(['"', separator.into()]) {
                    write!(out, "\"{}\"", text.replace('"', "\"\""))?;
                } else {
                    out.extend_from_slice(text.as_bytes());
                }
            }
            Cell::Text(text) => out.extend_from_slice(text.as_bytes()),
        }
    }
    if is_quoted && out.len() == start {
        // Readers skip empty lines.
        out.extend_from_slice(b"\"\"");
    }
    Ok(())
}
