//! Writes rows one after another: text, JSON, CSV and TSV.

use std::io::Write as _;

use super::row_sink::{Sink, Tally};
use crate::exit::Failure;
use crate::verbs::extract::batch::Batch;
use crate::verbs::extract::cells::{Cell, ColumnKind, Columns};
use crate::verbs::extract::encode;
use crate::verbs::extract::output::Output;

/// The text around the rows of a format.
#[derive(Clone, Debug)]
pub(in crate::verbs::extract) struct Layout {
    open: Vec<u8>,
    before_first: &'static [u8],
    before_others: &'static [u8],
    end: &'static [u8],
    close: &'static [u8],
    count: Count,
}

/// How the count of a row is written.
#[derive(Clone, Copy, Debug)]
enum Count {
    /// Not at all, because rows are written before the count is known.
    Silent,
    /// ` ×3` after the row, and the locations after the first one.
    Times,
    /// The members `count` and `places` of the JSON object.
    Members,
    /// Additional cells, the locations and the count, after this separator.
    Cell(u8),
}

impl Layout {
    /// Rows one after another, each followed by `end`.
    pub(in crate::verbs::extract) fn bare(end: &'static [u8]) -> Layout {
        Layout {
            open: Vec::new(),
            before_first: b"",
            before_others: b"",
            end,
            close: b"",
            count: Count::Silent,
        }
    }

    /// Like [`bare`](Layout::bare), but if equal rows are merged, the count follows each row as ` ×3`, and the other
    /// locations follow the count, each after a tab.
    pub(in crate::verbs::extract) fn located(end: &'static [u8]) -> Layout {
        Layout { count: Count::Times, ..Layout::bare(end) }
    }

    /// One JSON object per line.
    pub(in crate::verbs::extract) fn json_lines(end: &'static [u8]) -> Layout {
        Layout { count: Count::Members, ..Layout::bare(end) }
    }

    /// A JSON array with one object per line.
    pub(in crate::verbs::extract) fn json() -> Layout {
        Layout::array(b"[".to_vec(), b"\n]\n")
    }

    /// JSON objects between `open` and `close`.
    pub(in crate::verbs::extract) fn array(open: Vec<u8>, close: &'static [u8]) -> Layout {
        Layout {
            open,
            before_first: b"\n",
            before_others: b",\n",
            end: b"",
            close,
            count: Count::Members,
        }
    }

    /// Cells separated by tabs, without a header.
    pub(in crate::verbs::extract) fn fields(end: &'static [u8]) -> Layout {
        Layout { count: Count::Cell(b'\t'), ..Layout::bare(end) }
    }

    /// A header, and then one row per line. `tally` are the additional columns if equal rows are merged.
    pub(in crate::verbs::extract) fn separated(
        separator: u8,
        columns: &Columns,
        tally: &[(&str, ColumnKind)],
    ) -> Layout {
        let names = columns.iter().map(|column| column.name);
        let header = names.chain(tally.iter().map(|(name, _)| *name));
        Layout::table(header, separator)
    }

    /// Like [`separated`](Layout::separated), but with the column names in `header`.
    pub(in crate::verbs::extract) fn table<'n>(
        header: impl Iterator<Item = &'n str>,
        separator: u8,
    ) -> Layout {
        let mut open = Vec::new();
        // Writing to memory cannot fail.
        encode::write_cells(encode::names(header), separator, &mut open).unwrap_or_default();
        open.push(b'\n');
        Layout { open, count: Count::Cell(separator), ..Layout::bare(b"\n") }
    }
}

impl Layout {
    /// Whether rows are separated only by their terminators.
    fn is_seamless(&self) -> bool {
        self.before_first.is_empty() && self.before_others.is_empty()
    }
}

/// Writes every row as soon as it arrives.
#[derive(Debug)]
pub(in crate::verbs::extract) struct Stream {
    out: Output,
    layout: Layout,
    is_open: bool,
    is_first: bool,
}

impl Stream {
    pub(in crate::verbs::extract) fn new(out: Output, layout: Layout) -> Stream {
        Stream { out, layout, is_open: false, is_first: true }
    }

    fn open(&mut self) {
        if !self.is_open {
            self.is_open = true;
            self.out.write(&self.layout.open);
        }
    }

    /// Writes several rows at once. `heads` contains the rows with their terminators.
    fn write_heads(&mut self, heads: &[u8]) -> Result<(), Failure> {
        self.open();
        self.is_first = false;
        self.out.write(heads);
        self.out.end_entry()
    }

    fn write_counted(&mut self, head: &[u8], tally: Tally<'_>) {
        let mut tail = Vec::new();
        let head = match self.layout.count {
            Count::Silent => head,
            Count::Times => {
                write!(tail, " ×{}", tally.count).unwrap_or_default();
                let others = tally.places.unwrap_or_default().iter().skip(1);
                tail.extend(others.skip_while(|byte| **byte != b'\t'));
                head
            }
            Count::Members => {
                let places = tally.array().unwrap_or_else(|| "[]".to_owned());
                write!(tail, ",\"count\":{},\"places\":{places}}}", tally.count)
                    .unwrap_or_default();
                head.strip_suffix(b"}").unwrap_or(head)
            }
            Count::Cell(separator) => {
                tail.push(separator);
                let places = tally.array().map(|array| Cell::Text(array.into()));
                let cells = places.into_iter().chain([Cell::Number(tally.count)]);
                encode::write_cells(cells, separator, &mut tail).unwrap_or_default();
                head
            }
        };
        self.out.write(head);
        self.out.write(&tail);
    }
}

impl Sink for Stream {
    fn entry(&mut self, head: &[u8], tally: Option<Tally<'_>>) -> Result<(), Failure> {
        self.open();
        let is_first = core::mem::replace(&mut self.is_first, false);
        self.out.write(if is_first { self.layout.before_first } else { self.layout.before_others });
        match tally {
            Some(tally) => self.write_counted(head, tally),
            None => self.out.write(head),
        }
        self.out.write(self.layout.end);
        self.out.end_entry()
    }

    fn rows(&mut self, batch: &Batch) -> Result<(), Failure> {
        match batch.heads(self.layout.end).filter(|_| self.layout.is_seamless()) {
            Some(heads) => self.write_heads(heads),
            None => batch.entries().try_for_each(|entry| self.entry(entry.head, None)),
        }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush()
    }

    fn position(&self) -> u64 {
        self.out.position()
    }

    fn sync(&mut self) -> Result<(), Failure> {
        self.out.sync()
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.open();
        self.out.write(self.layout.close);
        self.out.finish()
    }

    fn abandon(&mut self) -> Result<(), Failure> {
        self.out.abandon()
    }
}
