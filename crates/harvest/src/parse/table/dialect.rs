//! The delimiters between the cells of a table.

use super::cells::{Cells, TAB};

/// The delimiters. If several of them have the same score, the first one is chosen.
const DELIMITERS: [u8; 4] = [b',', b';', TAB, b'|'];

/// The maximum number of bytes of a text that are examined.
const LOOK: usize = 8192;
/// The maximum number of records of a text that are examined.
const RECORDS: usize = 12;

/// The delimiter with which the largest share of the records of `text` has the same number of cells. Records with one
/// cell do not count.
pub(super) fn delimiter(text: &[u8]) -> u8 {
    let score = |delimiter: &u8| Shape::of(text, *delimiter).score();
    DELIMITERS.into_iter().rev().max_by_key(score).unwrap_or(b',')
}

/// Whether the delimiter occurs often enough for a table, and never before a space. This test excludes most texts, and
/// is faster than reading their cells.
fn could_divide(delimiter: u8, head: &[u8]) -> bool {
    let (records, cells) = LEAST;
    let mut places = memchr::memchr_iter(delimiter, head);
    let is_in_sentence = |at: usize| head.get(at + 1) == Some(&b' ');
    places.clone().nth(records * (cells - 1) - 1).is_some() && !places.any(is_in_sentence)
}

/// The similarity of the records of a text.
#[derive(Debug)]
struct Shape {
    /// The number of records.
    records: usize,
    /// How many records have the most frequent number of cells; 0 if all records have one cell.
    same: usize,
    /// The most frequent number of cells in a record, among records with several cells.
    cells: usize,
}

impl Shape {
    /// The share of the records that have the most frequent number of cells, in thousandths.
    fn score(&self) -> usize {
        self.same * 1000 / self.records.max(1)
    }

    /// The shape of the first records of a text.
    fn of(text: &[u8], delimiter: u8) -> Shape {
        let mut records: Vec<usize> = vec![0];
        for cell in Cells::new(text.get(..LOOK).unwrap_or(text), delimiter) {
            if let Some(cells) = records.last_mut() {
                *cells += 1;
            }
            if cell.ends_record {
                records.push(0);
            }
            if records.len() > RECORDS {
                break;
            }
        }
        // The last record may be incomplete, so it does not count unless it is the only record.
        if records.len() > 1 {
            records.pop();
        }
        let count = |cells: usize| records.iter().filter(|&&one| one == cells).count();
        let usual = records.iter().copied().filter(|&cells| cells > 1);
        let cells = usual.max_by_key(|&cells| (count(cells), cells)).unwrap_or(1);
        let same = if cells > 1 { count(cells) } else { 0 };
        Shape { records: records.len(), same, cells }
    }
}

/// The minimum number of records in a table, and the minimum number of cells in each record. A text with fewer records
/// or cells is not recognized as a table.
const LEAST: (usize, usize) = (4, 3);

/// Whether `head` looks like the beginning of a table: it has at least four records, all with the same number of at
/// least three cells, and no blank after a delimiter. In prose, a blank follows every comma.
pub(crate) fn is_table(head: &[u8]) -> bool {
    let could_be = DELIMITERS.into_iter().rev().filter(|delimiter| could_divide(*delimiter, head));
    let shapes = could_be.map(|delimiter| Shape::of(head, delimiter));
    let best = shapes.max_by_key(Shape::score);
    let (records, cells) = LEAST;
    best.is_some_and(|shape| {
        shape.records >= records && shape.same == shape.records && shape.cells >= cells
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_with_the_most_similar_records_is_chosen() {
        for (text, delimiter) in [
            ("a,b\n1,2\n", b','),
            ("a;b\n1,5;2\n3;4,5\n", b';'),
            ("a\tb\n1, 2\t3\n", b'\t'),
            ("a|b|c\nhttp://a.example/x,y|1|2\n", b'|'),
            ("http://a.example/x,y;z\n", b','),
            ("a,b;c\n1,2;3\n", b','),
            ("a\nb\n", b','),
            ("", b','),
            ("a;\"b,\n,c\"\nd;e\n", b';'),
        ] {
            assert_eq!(super::delimiter(text.as_bytes()), delimiter, "{text}");
        }
    }

    #[test]
    fn a_table_is_recognized_by_its_shape() {
        assert!(is_table(b"a,b,c\n1,2,3\n4,5,6\n7,8,9\n10,11"));
        assert!(is_table(b"a\tb\tc\n\t\t\n1\t2\t3\n4\t5\t6\n"));
        assert!(!is_table(b"a, b, c\n1, 2, 3\n4, 5, 6\n7, 8, 9\n"));
        assert!(!is_table(b"a,b,c\n1,2,3\n4,5,6\n"));
        assert!(!is_table(b"a,b,c\n1,2,3\n4,5\n7,8,9\n"));
        assert!(!is_table(b"a,b\n1,2\n3,4\n5,6\n"));
    }
}
