//! Writes rows one after another: text, JSON, CSV and TSV.

use super::row_sink::{Sink, Tally};
use crate::exit::Failure;
use crate::verbs::extract::batch::Batch;
use crate::verbs::extract::output::Output;

/// The text around the rows of a format.
#[derive(Clone, Debug)]
pub(in crate::verbs::extract) struct Layout {
    open: Vec<u8>,
    /// Whether each row begins a line, and a comma separates it from the row before.
    is_array: bool,
    end: &'static [u8],
    close: &'static [u8],
    count: Count,
}

/// How the count of a row is written.
#[derive(Clone, Copy, Debug)]
pub(in crate::verbs::extract) enum Count {
    /// The count and a tab before the row.
    Before,
    /// ` ×3` after the row.
    Times,
    /// The members `count` and `places` of the JSON object.
    Members,
    /// An additional cell, after this separator.
    Cell(u8),
}

impl Layout {
    /// Rows one after another, each followed by `end`. If equal rows are merged, each has its count.
    pub(in crate::verbs::extract) fn rows(end: &'static [u8], count: Count) -> Layout {
        Layout { open: Vec::new(), is_array: false, end, close: b"", count }
    }

    /// A JSON array with one object per line.
    pub(in crate::verbs::extract) fn json() -> Layout {
        let (open, close) = (b"[".to_vec(), b"\n]\n");
        Layout { open, is_array: true, end: b"", close, count: Count::Members }
    }

    /// A header with the names of the columns, and then one row per line.
    pub(in crate::verbs::extract) fn table<'n>(
        header: impl Iterator<Item = &'n str>,
        separator: u8,
    ) -> Layout {
        let mut open = Vec::new();
        for name in header {
            open.extend_from_slice(name.as_bytes());
            open.push(separator);
        }
        open.pop();
        open.push(b'\n');
        Layout { open, ..Layout::rows(b"\n", Count::Cell(separator)) }
    }
}

/// Writes every row as soon as it arrives.
#[derive(Debug)]
pub(in crate::verbs::extract) struct Stream {
    out: Output,
    layout: Layout,
    /// Whether the beginning has been written; the first row follows at once.
    is_open: bool,
}

impl Stream {
    pub(in crate::verbs::extract) fn new(out: Output, layout: Layout) -> Stream {
        Stream { out, layout, is_open: false }
    }

    /// Writes the beginning, unless it has been written, and returns whether that was the case.
    fn open(&mut self) -> bool {
        let was_open = core::mem::replace(&mut self.is_open, true);
        if !was_open {
            self.out.write(&self.layout.open);
        }
        was_open
    }

    /// Writes a row with its count.
    fn write_counted(&mut self, head: &[u8], Tally { count, places }: Tally<'_>) {
        let count = count.to_string();
        let (head, tail): (_, &[&[u8]]) = match self.layout.count {
            Count::Before => {
                self.out.write(count.as_bytes());
                self.out.write(b"\t");
                (head, &[])
            }
            Count::Times => (head, &[" ×".as_bytes(), count.as_bytes()]),
            Count::Cell(separator) => (head, &[&[separator], count.as_bytes()]),
            Count::Members => {
                let places = places.strip_prefix(b",").unwrap_or_default();
                let open = head.strip_suffix(b"}").unwrap_or(head);
                (open, &[b",\"count\":", count.as_bytes(), b",\"places\":[", places, b"]}"])
            }
        };
        self.out.write(head);
        for part in tail {
            self.out.write(part);
        }
    }
}

impl Sink for Stream {
    fn entry(&mut self, head: &[u8], tally: Option<Tally<'_>>) -> Result<(), Failure> {
        let is_first = !self.open();
        if self.layout.is_array {
            self.out.write(if is_first { b"\n" } else { b",\n" });
        }
        match tally {
            Some(tally) => self.write_counted(head, tally),
            None => self.out.write(head),
        }
        self.out.write(self.layout.end);
        self.out.end_entry()
    }

    fn rows(&mut self, batch: &Batch) -> Result<(), Failure> {
        // The rows of an array have no end.
        match batch.heads(self.layout.end) {
            Some(heads) => {
                self.open();
                self.out.write(heads);
                self.out.end_entry()
            }
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
