//! Finds the cells of a table.

use linkwright::Span;

/// The delimiter of tables whose cells are never quoted.
pub(super) const TAB: u8 = b'\t';

/// A cell, with its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) place: Span,
    /// Whether the cell is followed by a line end, and not by a delimiter or the end of the text.
    pub(super) ends_record: bool,
    /// The offset of the next cell.
    pub(super) next: usize,
}

/// An iterator over the cells of a text. The tests compare with csv-core, which copies each cell.
pub(super) struct Cells<'t> {
    text: &'t [u8],
    delimiter: u8,
    at: usize,
    begins_record: bool,
}

impl<'t> Cells<'t> {
    pub(super) const fn new(text: &'t [u8], delimiter: u8) -> Cells<'t> {
        Cells { text, delimiter, at: 0, begins_record: true }
    }

    fn rest(&self, at: usize) -> &'t [u8] {
        self.text.get(at..).unwrap_or_default()
    }

    /// The end of the quoted part of the cell that begins at `start`, which may be empty.
    fn quoted(&self, start: usize) -> usize {
        if self.delimiter == TAB || self.text.get(start) != Some(&b'"') {
            return start;
        }
        let mut at = start + 1;
        while let Some(found) = memchr::memchr(b'"', self.rest(at)) {
            at += found + 1;
            if self.text.get(at) != Some(&b'"') {
                return at;
            }
            at += 1;
        }
        self.text.len()
    }
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        if self.begins_record {
            // Empty lines have no cells.
            self.at += self.rest(self.at).iter().take_while(|byte| b"\r\n".contains(byte)).count();
            self.text.get(self.at)?;
        }
        let (start, quoted) = (self.at, self.quoted(self.at));
        let rest = self.rest(quoted);
        let len = memchr::memchr3(self.delimiter, b'\r', b'\n', rest).unwrap_or(rest.len());
        let end = quoted + len;
        let border = self.text.get(end);
        self.begins_record = border != Some(&self.delimiter);
        let is_split = self.rest(end).starts_with(b"\r\n");
        self.at = end + usize::from(border.is_some()) + usize::from(is_split);
        let ends_record = self.begins_record && border.is_some();
        Some(Cell { place: Span::new(start, end), ends_record, next: self.at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, delimiter: u8) -> Vec<&str> {
        Cells::new(text.as_bytes(), delimiter).map(|cell| &text[cell.place.range()]).collect()
    }

    #[test]
    fn the_span_of_each_cell_is_found() {
        let csv = b',';
        assert_eq!(cells("a,b\nc,d", csv), ["a", "b", "c", "d"]);
        assert_eq!(cells("a,,\r\n\r\nc\n", csv), ["a", "", "", "c"]);
        assert_eq!(cells("\"a,\nb\",\"c\"\"d\"", csv), ["\"a,\nb\"", "\"c\"\"d\""]);
        assert_eq!(cells("\"a\"b,c", csv), ["\"a\"b", "c"]);
        assert_eq!(cells("a,", csv), ["a", ""]);
        assert_eq!(cells("", csv), [""; 0]);
        assert_eq!(cells("\"a\tb\n\"c", TAB), ["\"a", "b", "\"c"]);
    }

    #[test]
    fn a_cell_longer_than_the_buffer_is_one_cell() {
        let long = "x".repeat(5000);
        assert_eq!(cells(&format!("{long},b"), b','), [&long, "b"]);
    }

    #[test]
    fn records_end_at_line_ends() {
        let ends = |text: &str| -> Vec<usize> {
            let cells = Cells::new(text.as_bytes(), b',');
            cells.filter(|cell| cell.ends_record).map(|cell| cell.next).collect()
        };
        assert_eq!(ends("a,b\nc"), [4]);
        assert_eq!(ends("a\r\nb\rc\n"), [3, 5, 7]);
        assert_eq!(ends("a\r\n\r\n"), [3]);
        assert_eq!(ends("\"a\n"), [0; 0]);
    }
}
