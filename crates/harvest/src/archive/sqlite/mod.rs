//! SQLite databases: the text in the rows of their tables (<https://www.sqlite.org/fileformat2.html>).
//!
//! The file is never written to, and its journal and write-ahead log are not opened. No statement of the schema is
//! executed, so views and virtual tables, which store no rows in the file, are not read. Each page is read at most
//! once, which bounds the time for damaged and hostile files. The SQLite library is not used, because its traversal of
//! a tree whose pages refer to each other is unbounded.

mod pages;
mod record;
mod schema;

use core::ops::ControlFlow;
use std::io::{self, Read, Seek};

use encoding_rs::Encoding;
use pages::{Pages, u16_at, u32_at};
use record::{Value, values, varint};

/// Whether a file that begins with `head` is a database.
pub(crate) fn is_sqlite(head: &[u8]) -> bool {
    head.starts_with(b"SQLite format 3\0")
}

/// An open database.
pub(crate) struct Database<R> {
    pages: Pages<R>,
    /// Longer rows are cut to this length, in bytes.
    limit: usize,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) name: String,
    root: u32,
    /// The names of the columns, in the order of the values of a row. Not used for a table without row numbers, which
    /// stores its columns in another order.
    columns: Vec<String>,
}

/// A text in a row.
pub(crate) struct RowText<'c> {
    /// The name of the column; `None` if it is unknown.
    pub(crate) column: Option<&'c str>,
    /// The number of the row; `None` in a table without row numbers.
    pub(crate) row: Option<i64>,
    /// The text in the encoding of the database.
    pub(crate) text: &'c [u8],
}

/// The damage in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Pages that are missing, that have an unknown kind, or that occur twice.
    pub(crate) pages: u64,
    /// Rows that are missing, incomplete or too long to be held.
    pub(crate) rows: u64,
}

/// A row: its number, if its table has row numbers, and its record.
struct Row<'r> {
    number: Option<i64>,
    record: &'r [u8],
}

impl<R: Read + Seek> Database<R> {
    /// Opens a file. Rows longer than `limit` bytes are cut.
    pub(crate) fn open(file: R, limit: usize) -> io::Result<Database<R>> {
        Ok(Database { pages: Pages::open(file)?, limit })
    }

    /// The encoding of the texts in the database.
    pub(crate) const fn encoding(&self) -> &'static Encoding {
        self.pages.encoding
    }

    /// The tables that have rows, in the order of the schema, and the damage in the schema.
    pub(crate) fn tables(&mut self) -> io::Result<(Vec<Table>, Damage)> {
        let encoding = self.encoding();
        let mut tables = Vec::new();
        let damage = self.rows(1, &mut |row| {
            tables.extend(table(row.record, encoding));
            ControlFlow::Continue(())
        })?;
        Ok((tables, damage))
    }

    /// Calls `take` with each text of a table, row by row. Returns the damage in the table.
    pub(crate) fn read(
        &mut self,
        table: &Table,
        take: &mut dyn FnMut(&RowText<'_>) -> ControlFlow<()>,
    ) -> io::Result<Damage> {
        self.rows(table.root, &mut |row| {
            for (at, value) in values(row.record).into_iter().enumerate() {
                let Value::Text(place) = value else { continue };
                let text = row.record.get(place).unwrap_or_default();
                let column = table.columns.get(at).filter(|_| row.number.is_some());
                take(&RowText { column: column.map(String::as_str), row: row.number, text })?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Calls `take` with each row of the tree at the page `root`. Returns the damage in the tree.
    fn rows(
        &mut self,
        root: u32,
        take: &mut dyn FnMut(&Row<'_>) -> ControlFlow<()>,
    ) -> io::Result<Damage> {
        let mut damage = Damage::default();
        let mut open = vec![root];
        while let Some(number) = open.pop() {
            let Some(page) = self.pages.read(number)? else {
                damage.pages += 1;
                continue;
            };
            let header = if number == 1 { 100 } else { 0 };
            let kind = page.get(header).copied().unwrap_or_default();
            let is_leaf = matches!(kind, 0x0D | 0x0A);
            if !is_leaf && !matches!(kind, 0x05 | 0x02) {
                damage.pages += 1;
                continue;
            }
            let pointers = header + if is_leaf { 8 } else { 12 };
            let count = usize::from(u16_at(&page, header + 3));
            let first_child = open.len();
            for at in 0..count {
                let cell = usize::from(u16_at(&page, pointers + 2 * at));
                let Some(cell) = page.get(cell..).filter(|_| cell >= pointers) else {
                    damage.rows += 1;
                    continue;
                };
                if !is_leaf {
                    open.push(u32_at(cell, 0));
                }
                let payload = if is_leaf { cell } else { cell.get(4..).unwrap_or_default() };
                if kind != 0x05 && self.cell(payload, kind == 0x0D, take, &mut damage)?.is_break() {
                    return Ok(damage);
                }
            }
            if !is_leaf {
                open.push(u32_at(&page, header + 8));
                open.get_mut(first_child..).unwrap_or_default().reverse();
            }
        }
        Ok(damage)
    }

    /// Calls `take` with the row in a cell.
    fn cell(
        &mut self,
        cell: &[u8],
        is_table: bool,
        take: &mut dyn FnMut(&Row<'_>) -> ControlFlow<()>,
        damage: &mut Damage,
    ) -> io::Result<ControlFlow<()>> {
        let read = || {
            let (len, mut at) = varint(cell)?;
            let mut number = None;
            if is_table {
                let (row, width) = varint(cell.get(at..)?)?;
                number = Some(row.cast_signed());
                at += width;
            }
            Some((usize::try_from(len).ok()?, number, cell.get(at..)?))
        };
        let Some((len, number, local)) = read() else {
            damage.rows += 1;
            return Ok(ControlFlow::Continue(()));
        };
        let record = self.record(len, local, is_table)?;
        damage.rows += u64::from(record.len() < len);
        Ok(take(&Row { number, record: &record }))
    }

    /// A record of length `len`, which begins with `local`. A long record continues on other pages.
    fn record(&mut self, len: usize, local: &[u8], is_table: bool) -> io::Result<Vec<u8>> {
        let usable = self.pages.usable();
        let most = if is_table { usable - 35 } else { (usable - 12) * 64 / 255 - 23 };
        if len <= most {
            return Ok(local.get(..len).unwrap_or(local).to_vec());
        }
        let least = (usable - 12) * 32 / 255 - 23;
        let wanted = least + (len - least) % (usable - 4);
        let here = if wanted <= most { wanted } else { least };
        let mut record = local.get(..here).unwrap_or(local).to_vec();
        let mut next = u32_at(local, here);
        let limit = len.min(self.limit);
        while next != 0 && record.len() < limit {
            let Some(page) = self.pages.read(next)? else { break };
            next = u32_at(&page, 0);
            record.extend_from_slice(page.get(4..).unwrap_or_default());
        }
        record.truncate(limit);
        Ok(record)
    }
}

/// The table that a row of the schema describes; `None` for an index, a view, a virtual table, and SQLite's own tables.
/// A row of the schema contains the kind, the name, the table, the root page and the statement.
fn table(record: &[u8], encoding: &'static Encoding) -> Option<Table> {
    let values = values(record);
    let text = |at: usize| match values.get(at) {
        Some(Value::Text(place)) => {
            let bytes = record.get(place.clone()).unwrap_or_default();
            Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
        }
        _ => None,
    };
    let Some(Value::Number(root)) = values.get(3) else { return None };
    let (kind, name) = (text(0)?, text(1)?);
    let columns = schema::columns(&text(4).unwrap_or_default());
    let is_own = kind == "table" && *root > 1 && !name.starts_with("sqlite_");
    is_own.then_some(Table { name, root: *root, columns })
}
