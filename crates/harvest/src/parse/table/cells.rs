//! Finds the cells of a table.

use csv_core::{ReadFieldResult, Reader};
use linkwright::Span;

/// A cell, with its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) place: Span,
    /// Whether the cell is followed by a line end, and not by a delimiter or the end of the text.
    pub(super) ends_record: bool,
    /// The offset of the next cell.
    pub(super) next: usize,
}

/// An iterator over the cells of a text.
///
/// csv-core copies each cell without its quotes into a buffer. Only the positions are used, and the content of the
/// buffer is ignored.
pub(super) struct Cells<'t> {
    text: &'t [u8],
    at: usize,
    begins_record: bool,
    reader: Reader,
}

impl<'t> Cells<'t> {
    pub(super) fn new(text: &'t [u8], reader: Reader) -> Cells<'t> {
        Cells { text, at: 0, begins_record: true, reader }
    }

    /// The cell between `start` and `end`. If `is_ended`, the last byte of this range is the delimiter or line end
    /// after the cell.
    fn cell(&mut self, start: usize, end: usize, is_ended: bool, ends_record: bool) -> Cell {
        let text = Span::new(start, end).of(self.text);
        // csv-core treats the rest of a line end, and empty lines, as part of the next record.
        let breaks = text.iter().take_while(|byte| self.begins_record && b"\r\n".contains(byte));
        let place = Span::new(start + breaks.count(), end - usize::from(is_ended));
        self.begins_record = ends_record;
        Cell { place, ends_record: ends_record && is_ended, next: self.after_line_feed(end) }
    }

    /// `end`, or the offset after the LF if `end` is between CR and LF.
    fn after_line_feed(&self, end: usize) -> usize {
        let is_split = end > 0 && self.text.get(end - 1..=end) == Some(b"\r\n");
        end + usize::from(is_split)
    }
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let mut scratch = [0; 1024];
        let start = self.at;
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let (result, read, _) = self.reader.read_field(rest, &mut scratch);
            self.at += read;
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end } => {
                    return Some(self.cell(start, self.at, !rest.is_empty(), record_end));
                }
                ReadFieldResult::End => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dialect::Dialect;
    use super::*;

    fn cells(text: &str, dialect: Dialect) -> Vec<&str> {
        Cells::new(text.as_bytes(), dialect.reader())
            .map(|cell| &text[cell.place.range()])
            .collect()
    }

    #[test]
    fn the_span_of_each_cell_is_found() {
        let csv = Dialect::COMMAS;
        assert_eq!(cells("a,b\nc,d", csv), ["a", "b", "c", "d"]);
        assert_eq!(cells("a,,\r\n\r\nc\n", csv), ["a", "", "", "c"]);
        assert_eq!(cells("\"a,\nb\",\"c\"\"d\"", csv), ["\"a,\nb\"", "\"c\"\"d\""]);
        assert_eq!(cells("\"a\"b,c", csv), ["\"a\"b", "c"]);
        assert_eq!(cells("a,", csv), ["a", ""]);
        assert_eq!(cells("", csv), [""; 0]);
        assert_eq!(cells("\"a\tb\n\"c", Dialect::TABS), ["\"a", "b", "\"c"]);
    }

    #[test]
    fn a_cell_longer_than_the_buffer_is_one_cell() {
        let long = "x".repeat(5000);
        assert_eq!(cells(&format!("{long},b"), Dialect::COMMAS), [&long, "b"]);
    }

    #[test]
    fn records_end_at_line_ends() {
        let ends = |text: &str| -> Vec<usize> {
            let cells = Cells::new(text.as_bytes(), Dialect::COMMAS.reader());
            cells.filter(|cell| cell.ends_record).map(|cell| cell.next).collect()
        };
        assert_eq!(ends("a,b\nc"), [4]);
        assert_eq!(ends("a\r\nb\rc\n"), [3, 5, 7]);
        assert_eq!(ends("a\r\n\r\n"), [3]);
        assert_eq!(ends("\"a\n"), [0; 0]);
    }
}
