//! Reads tables in text, cell by cell: CSV (RFC 4180) and TSV.
//!
//! A comma is legal in a URI, so only the cells of a line determine where a URI ends. Cells are separated by commas,
//! semicolons, tabs or bars, and the delimiter is detected from the beginning of the text. If the delimiter is a tab,
//! quotes have no special meaning: few programs that separate cells by tabs put cells in quotes, and a single stray
//! quote would make all text after it part of one cell.

mod cells;
mod dialect;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::json::split_lines;
use super::{runs, value};
use crate::model::DiagnosticKind;
use crate::sink::Sink;
use cells::{Cells, TAB};
use dialect::delimiter;
pub(crate) use dialect::is_table;

/// Reads complete records. The delimiter is detected.
pub(crate) fn read(window: &[u8], sink: &mut dyn Sink) {
    read_as(delimiter(window), window, sink);
}

/// Reads complete records with tabs between the cells.
pub(crate) fn read_tabs(window: &[u8], sink: &mut dyn Sink) {
    read_as(TAB, window, sink);
}

/// The length of the complete records at the beginning of `window`.
pub(crate) fn split(window: &[u8]) -> usize {
    if memchr::memchr(b'"', window).is_none() {
        return split_lines(window);
    }
    // The last record may be incomplete even if a line break follows it, because the line break may be inside a quoted
    // cell.
    let cells = Cells::new(window, delimiter(window));
    cells.filter(|cell| cell.ends_record).last().map_or(0, |cell| cell.next)
}

fn read_as(delimiter: u8, window: &[u8], sink: &mut dyn Sink) {
    for cell in Cells::new(window, delimiter) {
        let text = cell.place.of(window);
        if delimiter == TAB || !text.contains(&b'"') {
            value::search(window, cell.place.trimmed(window), sink);
        } else {
            let (run, is_open) = unquoted(window, cell.place);
            value::search_run(&run, sink);
            if is_open {
                let message = "a quoted cell without a closing quote";
                sink.diagnostic(Some(cell.place.start()), DiagnosticKind::Malformed, message);
            }
        }
        if sink.is_cancelled() {
            return;
        }
    }
}

/// The cell at `place` without its quotes, and whether its closing quote is missing. A doubled quote inside the cell
/// becomes one quote, and text after the closing quote is also part of the cell.
fn unquoted(window: &[u8], place: Span) -> (TextRun<'_>, bool) {
    let is_quoted = place.of(window).first() == Some(&b'"');
    let (mut run, mut is_open) = (TextRun::new(window), is_quoted);
    let content = Span::new(place.start() + usize::from(is_quoted), place.end());
    runs::decode(&mut run, content, b'"', |rest, decoded| match rest.get(1) {
        _ if !is_open => 0,
        Some(b'"') => {
            decoded.push(b'"');
            2
        }
        _ => {
            is_open = false;
            1
        }
    });
    (run, is_open)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes, places, survives};
    use super::*;

    #[test]
    fn a_comma_in_a_quoted_cell_is_a_part_of_the_uri() {
        let csv = b"a,b\n\"https://a.example/x,y,z\",1\nhttps://b.example/x,y\n";
        assert_eq!(links(read, csv), ["https://a.example/x,y,z", "https://b.example/x"]);
        let csv = b"a;b\nhttps://a.example/x,y,z;1\n";
        assert_eq!(links(read, csv), ["https://a.example/x,y,z"]);
        assert_eq!(
            links(read_tabs, b"https://a.example/x;y,z.\t1\n"),
            ["https://a.example/x;y,z."]
        );
    }

    #[test]
    fn quotes_are_removed() {
        let csv = b"1,\"see \"\"https://a.example/x\"\",\nand https://b.example/y.\"\n2,3\n";
        assert_eq!(links(read, csv), ["https://a.example/x", "https://b.example/y"]);
        assert_eq!(places(read, csv), ["https://a.example/x", "https://b.example/y"]);
    }

    #[test]
    fn no_link_spans_two_cells() {
        assert_eq!(links(read, b"a,b\nhttps:,//a.example/\n"), [""; 0]);
        assert_eq!(links(read, b"a,b\nhttps://a.example/,b\n"), ["https://a.example/"]);
    }

    #[test]
    fn only_whole_records_are_read() {
        assert_eq!(split(b"a,b\nc"), 4);
        assert_eq!(split(b"a,\"b\nc\"\nd"), 8);
        assert_eq!(split(b"a,\"b\nc\nd"), 0);
        assert_eq!(split(b"a,\"b\"\r\nc"), 7);
        assert_eq!(split(b"a,b"), 0);
    }

    #[test]
    fn a_missing_closing_quote_is_reported() {
        let notes = notes(read, b"a,b\n1,\"https://a.example/\n2,3\n");
        assert_eq!(notes.links, ["https://a.example/"]);
        assert_eq!(
            notes.diagnostics,
            [(Some(6), "a quoted cell without a closing quote".to_owned())]
        );
    }

    #[test]
    fn broken_tables_are_read() {
        let csv = b"a,b\r\n\"http://a.example/x,y\",\"\"\"1\"\"\"\n\n2;http://b.example,\t|x\n";
        survives(read, csv);
        survives(read_tabs, csv);
        survives(|window, _| assert!(split(window) <= window.len()), csv);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

        #[test]
        fn csv_core_finds_the_same_cells(pieces in proptest::collection::vec(0..9_usize, 0..20)) {
            let pieces = pieces.into_iter().map(|at| ["a", "bc", ",", ",", ";", "\"", "\"", "\n", "\r\n"][at]);
            let text: String = pieces.collect();
            let cells = Cells::new(text.as_bytes(), b',');
            let ours: Vec<Vec<u8>> =
                cells.map(|cell| unquoted(text.as_bytes(), cell.place).0.text().to_vec()).collect();
            let (mut reader, mut rest, mut out) = (csv_core::Reader::new(), text.as_bytes(), [0; 100]);
            let (mut theirs, mut cell) = (Vec::new(), Vec::new());
            loop {
                let (result, read, written) = reader.read_field(rest, &mut out);
                rest = &rest[read..];
                cell.extend_from_slice(&out[..written]);
                match result {
                    csv_core::ReadFieldResult::Field { .. } => theirs.push(core::mem::take(&mut cell)),
                    csv_core::ReadFieldResult::InputEmpty => {}
                    _ => break,
                }
            }
            proptest::prop_assert_eq!(ours, theirs, "{:?}", text);
        }
    }
}
