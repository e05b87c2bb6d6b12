//! Searches rows, and fills batches of bounded size with their links.

use std::collections::VecDeque;
use std::sync::Arc;

use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields};
use linkwright::Finder;
use linkwright::find::Input;
use pyo3_arrow::ffi::ArrayReader;

use crate::batch::column::{Column, Found, Values};
use crate::batch::count::{Counter, count_to_i64};
use crate::batch::rows::Rows;

/// A batch is full when it has this many links, or when its columns have this many bytes of text.
const LINKS: usize = 1 << 16;
const BYTES: usize = 8 << 20;

/// Searches the rows of a column in order.
#[derive(Debug)]
pub(crate) struct Search {
    finder: Finder,
    columns: Vec<Column>,
    values: Vec<Values>,
    /// The bytes of text in `values`.
    bytes: usize,
    /// The number of rows that were searched.
    rows: usize,
    /// The batches that are full.
    full: VecDeque<ArrayRef>,
}

impl Search {
    /// A search that begins at row 0.
    pub(crate) fn new(finder: Finder, columns: Vec<Column>) -> Search {
        let values = columns.iter().map(|column| column.values()).collect();
        Search { finder, columns, values, bytes: 0, rows: 0, full: VecDeque::new() }
    }

    /// The Arrow field of the batches: a struct of the columns.
    pub(crate) fn field(&self) -> FieldRef {
        Arc::new(Field::new("", DataType::Struct(self.fields()), false))
    }

    fn fields(&self) -> Fields {
        self.columns.iter().map(|column| column.field()).collect()
    }

    /// All batches of an array.
    ///
    /// # Errors
    /// The array is damaged.
    pub(crate) fn all(&mut self, rows: &Rows) -> Result<Vec<ArrayRef>, ArrowError> {
        self.search(rows)?;
        self.flush()?;
        Ok(self.full.drain(..).collect())
    }

    /// The batches of a stream of chunks. Chunks are searched when the next batch is requested.
    pub(crate) fn of_stream(self, chunks: Box<dyn ArrayReader + Send>) -> Stream {
        Stream { search: self, chunks, is_over: false }
    }

    fn search(&mut self, rows: &Rows) -> Result<(), ArrowError> {
        let finder = self.finder.clone();
        for row in 0..rows.len() {
            if let Some(text) = rows.text(row)? {
                let mut counter = Counter::new(text, rows.is_bytes);
                for link in finder.find_iter(Input::new(text)) {
                    self.append(
                        &Found { row: count_to_i64(self.rows), link: &link },
                        &mut counter,
                    )?;
                }
            }
            self.rows += 1;
        }
        Ok(())
    }

    fn append(
        &mut self,
        found: &Found<'_, '_>,
        counter: &mut Counter<'_>,
    ) -> Result<(), ArrowError> {
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            self.bytes += column.append(values, found, counter);
        }
        let links = self.values.first().map_or(0, Values::len);
        if links >= LINKS || self.bytes >= BYTES { self.flush() } else { Ok(()) }
    }

    /// Makes a batch of the collected values, unless there are none.
    fn flush(&mut self) -> Result<(), ArrowError> {
        if self.values.first().is_none_or(|values| values.len() == 0) {
            return Ok(());
        }
        let arrays = self.values.iter_mut().map(Values::finish).collect();
        self.bytes = 0;
        self.full.push_back(Arc::new(StructArray::try_new(self.fields(), arrays, None)?));
        Ok(())
    }
}

/// An iterator over the batches of a stream.
pub(crate) struct Stream {
    search: Search,
    chunks: Box<dyn ArrayReader + Send>,
    is_over: bool,
}

impl Stream {
    /// Searches chunks until a batch is full, and returns the batch; `None` at the end.
    fn advance(&mut self) -> Result<Option<ArrayRef>, ArrowError> {
        while self.search.full.is_empty() && !self.is_over {
            if let Some(chunk) = self.chunks.next() {
                self.search.search(&Rows::of(&chunk?)?)?;
            } else {
                self.is_over = true;
                self.search.flush()?;
            }
        }
        Ok(self.search.full.pop_front())
    }
}

impl Iterator for Stream {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.advance();
        // The iteration ends after the first error.
        self.is_over |= next.is_err();
        next.transpose()
    }
}
