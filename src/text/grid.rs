//! The text of a terminal, which is a grid of cells: the text to search, and the cells of a match.
//!
//! A terminal breaks a long line at the right edge of its window, in the middle of a URI if need be. Such a soft wrap is
//! no line end, and the terminal knows it: it keeps for each row whether the row runs into the next. [`Grid`] makes one
//! text of the rows that belong together, so every width of the window gives the same links, and converts the pieces of
//! a match back to rows and columns.
//!
//! ```
//! use linkwright::{Finder, find::Preset, text::grid::{Cells, Grid}};
//!
//! let mut grid = Grid::new();
//! // A window with 8 columns.
//! for (row, wraps) in [("see http", true), ("://a.exa", true), ("mple/ ok", false)] {
//!     row.split("").filter(|cell| !cell.is_empty()).for_each(|cell| grid.cell(cell, 1));
//!     grid.end_row(wraps);
//! }
//! let finder = Finder::preset(Preset::Chat);
//! let found = finder.find(grid.text()).unwrap();
//! assert_eq!(found.uri(), "http://a.example/");
//! let cells: Vec<Cells> = found.pieces().iter().flat_map(|&piece| grid.cells(piece)).collect();
//! assert_eq!(cells, [
//!     Cells { row: 0, start: 4, end: 8 },
//!     Cells { row: 1, start: 0, end: 8 },
//!     Cells { row: 2, start: 0, end: 5 },
//! ]);
//! ```

use crate::span::Span;

/// Cells of one row, from the column `start` up to but not including the column `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells {
    /// The row, counted from 0 in the order in which the rows were added.
    pub row: usize,
    /// The first column, counted from 0.
    pub start: usize,
    /// The column after the last one.
    pub end: usize,
}

/// The text of a grid of cells, with the place of each cell.
///
/// Add the cells of a row from left to right with [`cell`](Grid::cell), and then end the row. The grid takes as much
/// memory as its text, plus 32 bytes for each cell that is not one byte in one column.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    text: String,
    rows: Vec<Row>,
    marks: Vec<Mark>,
    /// Whether the last of `rows` has not ended.
    is_open: bool,
    /// The column after the last cell of the open row.
    column: usize,
    /// The offset at which the line of the open row begins.
    line: usize,
}

/// The text of a row, without the line end.
#[derive(Clone, Copy, Debug)]
struct Row {
    at: usize,
    end: usize,
}

/// A cell that begins at the byte `at`. Most cells of a terminal are one byte in one column, so a run of such cells has
/// only one mark.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: usize,
    column: usize,
    columns: usize,
    is_run: bool,
}

impl Mark {
    /// The columns of the cell that contains the byte at `offset`.
    const fn columns(&self, offset: usize) -> (usize, usize) {
        let before = if self.is_run { offset - self.at } else { 0 };
        let start = self.column.saturating_add(before);
        (start, start.saturating_add(self.columns))
    }
}

impl Grid {
    /// A grid without rows.
    pub fn new() -> Grid {
        Grid::default()
    }

    /// Adds the next cell of the row: its text, which is a character with its marks, and its width in columns.
    ///
    /// A cell without text (`""`) takes its columns but adds nothing to the text. Pass it for the empty cell that a
    /// terminal leaves at the right edge if a wide character does not fit. For a cell that was never written, pass `" "`.
    /// A wide character is one cell of two columns.
    pub fn cell(&mut self, text: &str, columns: usize) {
        self.open_row();
        let (at, column) = (self.text.len(), self.column);
        self.column = column.saturating_add(columns);
        if text.is_empty() {
            return;
        }
        let is_run = text.len() == 1 && columns == 1;
        let last = self.marks.last().filter(|mark| mark.is_run && is_run);
        if last.is_none_or(|run| run.columns(at).0 != column) {
            self.marks.push(Mark { at, column, columns, is_run });
        }
        self.text.push_str(text);
        if let Some(row) = self.rows.last_mut() {
            row.end = self.text.len();
        }
    }

    /// Ends the row. `wraps` says whether its line continues in the next row, because the window was too narrow.
    ///
    /// If the line ends, the blanks at its end are removed, as terminals do when they copy text: a terminal does not
    /// know whether a program wrote them.
    pub fn end_row(&mut self, wraps: bool) {
        self.open_row();
        self.is_open = false;
        if wraps {
            return;
        }
        let line = self.text.get(self.line..).unwrap_or_default();
        let end = self.line + line.trim_end_matches(' ').len();
        self.text.truncate(end);
        self.marks.truncate(self.marks.partition_point(|mark| mark.at < end));
        for row in self.rows.iter_mut().rev().take_while(|row| row.end > end) {
            *row = Row { at: row.at.min(end), end };
        }
        self.text.push('\n');
        self.line = self.text.len();
    }

    /// The text of the rows, with a newline after each row that does not wrap.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The cells that contain bytes of `span`, which is a piece of a match in [`text`](Grid::text): at most one item
    /// for each row, from top to bottom. A line end has no cells, and a span after the end of the text has none.
    pub fn cells(&self, span: Span) -> impl Iterator<Item = Cells> + '_ {
        let first = self.rows.partition_point(|row| row.end <= span.start());
        let rows = self.rows.iter().enumerate().skip(first);
        rows.take_while(move |(_, row)| row.at < span.end()).filter_map(move |(number, row)| {
            let (from, to) = (row.at.max(span.start()), row.end.min(span.end()));
            let last = to.checked_sub(1).filter(|&last| from <= last)?;
            let (start, end) = (self.mark(from)?.columns(from).0, self.mark(last)?.columns(last).1);
            Some(Cells { row: number, start, end })
        })
    }

    /// Removes all rows. The memory is kept for the next ones.
    pub fn clear(&mut self) {
        self.text.clear();
        self.rows.clear();
        self.marks.clear();
        (self.is_open, self.column, self.line) = (false, 0, 0);
    }

    fn open_row(&mut self) {
        if !self.is_open {
            let at = self.text.len();
            self.rows.push(Row { at, end: at });
            (self.is_open, self.column) = (true, 0);
        }
    }

    /// The mark of the cell that contains the byte at `offset`.
    fn mark(&self, offset: usize) -> Option<&Mark> {
        let after = self.marks.partition_point(|mark| mark.at <= offset);
        self.marks.get(after.checked_sub(1)?)
    }
}
