//! Tests the text of a terminal: any width of its window gives the links of the text that was written, and the cells of
//! each link show its text.

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::text::grid::{Cells, Grid};
use proptest::prelude::*;

use super::support::soup;

/// A terminal that keeps only what is needed here: each row with the texts and widths of its cells, and whether it wraps.
#[derive(Debug, Default)]
struct Terminal {
    rows: Vec<(Vec<(String, usize)>, bool)>,
}

/// The columns of a character. This is the width for the characters of [`WIDE`] and [`soup::web`], not for all of
/// Unicode.
fn columns(c: char) -> usize {
    match c {
        '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' => 0,
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{1F300}'..='\u{1FAFF}' => 2,
        _ => 1,
    }
}

impl Terminal {
    /// Writes `text` into a window with `width` columns. The last row of each line is filled with blanks.
    fn write(text: &str, width: usize) -> Terminal {
        let mut terminal = Terminal::default();
        for line in text.split('\n') {
            let (mut row, mut used): (Vec<(String, usize)>, usize) = (Vec::new(), 0);
            for c in line.chars() {
                let wide = columns(c);
                if let (0, Some((last, _))) = (wide, row.last_mut()) {
                    last.push(c);
                    continue;
                }
                if used + wide > width {
                    row.extend((used..width).map(|_| (String::new(), 1)));
                    terminal.rows.push((core::mem::take(&mut row), true));
                    used = 0;
                }
                used += wide;
                row.push((c.to_string(), wide));
            }
            row.extend((used..width).map(|_| (" ".to_owned(), 1)));
            terminal.rows.push((row, false));
        }
        terminal
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::new();
        for (row, wraps) in &self.rows {
            for (text, columns) in row {
                grid.cell(text, *columns);
            }
            grid.end_row(*wraps);
        }
        grid
    }

    /// The text of `cells`, which must begin and end at the border of a cell.
    fn shown(&self, cells: Cells) -> String {
        let (mut shown, mut column, mut borders) = (String::new(), 0, vec![0]);
        for (text, columns) in &self.rows[cells.row].0 {
            if cells.start <= column && column < cells.end || *columns == 0 && column == cells.end {
                shown.push_str(text);
            }
            column += columns;
            borders.push(column);
        }
        assert!(borders.contains(&cells.start) && borders.contains(&cells.end), "{cells:?}");
        shown
    }
}

/// The text as a terminal knows it: blanks at the ends of lines cannot be told from cells that were never written.
fn known(text: &str) -> String {
    text.split('\n').map(|line| line.trim_end_matches(' ').to_owned() + "\n").collect()
}

/// The text without the characters that take no column.
fn visible(text: &str) -> String {
    text.chars().filter(|&c| columns(c) > 0).collect()
}

fn links(finder: &Finder, text: &str) -> Vec<String> {
    finder.find_iter(text).map(|found| found.uri().to_string()).collect()
}

/// Characters of two columns and of none, which move the column away from the byte.
const WIDE: [&str; 5] = ["漢字", "👍", "e\u{301}", "Ü", "http://例え.example/パス?q=値 "];

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => soup::web(),
        2 => prop::sample::select(&WIDE[..]).prop_map(str::to_owned),
        1 => "[ \n]{1,4}",
        1 => " {1,30}",
    ];
    prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Any width of a terminal gives the links of the text that was written.
    #[test]
    fn any_width_gives_the_same_links(
        text in texts(),
        width in 2usize..90,
        preset in prop::sample::select(Preset::ALL),
    ) {
        let terminal = Terminal::write(&text, width);
        let grid = terminal.grid();
        let finder = Finder::preset(preset);
        prop_assert_eq!(links(&finder, grid.text()), links(&finder, &known(&text)));
        for found in finder.find_iter(grid.text()) {
            let cells = found.pieces().iter().flat_map(|&piece| grid.cells(piece));
            let shown: String = cells.map(|cells| terminal.shown(cells)).collect();
            // A mark at the end of a cell may not belong to the link, but it is shown with it.
            prop_assert_eq!(visible(&shown), visible(found.text()));
        }
    }
}

#[test]
fn soft_wraps_hide_no_link() {
    let text = "see http://a.example/one/two/three.html and jane@b.example\nhttp://c.example/";
    let expected =
        ["http://a.example/one/two/three.html", "mailto:jane@b.example", "http://c.example/"];
    for width in 1..80 {
        assert_eq!(links(&Finder::new(), Terminal::write(text, width).grid().text()), expected);
    }
}

/// A wide character that does not fit leaves an empty cell at the edge, which is no blank in the URI.
#[test]
fn an_empty_cell_at_the_edge_is_no_text() {
    let terminal = Terminal::write("http://a.example/漢", 18);
    let grid = terminal.grid();
    let found = Finder::new().find(grid.text()).unwrap();
    let cells: Vec<Cells> = grid.cells(found.span()).collect();
    assert_eq!(found.text(), "http://a.example/漢");
    assert_eq!(cells, [Cells { row: 0, start: 0, end: 17 }, Cells { row: 1, start: 0, end: 2 }]);
}

/// Without the flag, a row ends its line.
#[test]
fn a_line_end_ends_a_link() {
    let mut grid = Grid::new();
    for row in ["http://a.example/x", "y z"] {
        row.chars().for_each(|c| grid.cell(c.encode_utf8(&mut [0; 4]), 1));
        grid.end_row(false);
    }
    assert_eq!(grid.text(), "http://a.example/x\ny z\n");
    assert_eq!(links(&Finder::preset(Preset::Chat), grid.text()), ["http://a.example/x"]);
}

/// A row that has not ended, spans outside the text, rows without cells, and a grid that is used again.
#[test]
fn unusual_grids_have_cells_where_there_is_text() {
    let mut grid = Grid::new();
    assert_eq!(grid.cells((0..9).into()).count(), 0);
    grid.end_row(true);
    grid.end_row(false);
    grid.cell("ab", 1);
    let whole: Vec<Cells> = grid.cells((0..usize::MAX).into()).collect();
    assert_eq!(whole, [Cells { row: 2, start: 0, end: 1 }]);
    assert_eq!(grid.cells((3..9).into()).count(), 0);
    // The blanks of a line are removed even if it wrapped inside them.
    grid.clear();
    for wraps in [true, false, false] {
        grid.cell(" ", 1);
        grid.cell(" ", 1);
        grid.end_row(wraps);
    }
    grid.cell("x", 1);
    assert_eq!(grid.text(), "\n\nx");
    assert_eq!(grid.cells((2..3).into()).collect::<Vec<_>>(), [Cells { row: 3, start: 0, end: 1 }]);
    // No width of a cell makes the numbers of the columns overflow.
    grid.clear();
    grid.cell("x", 2);
    grid.cell("y", usize::MAX);
    grid.cell("z", 1);
    grid.cell("z", 1);
    let cells = |start| grid.cells((start..start + 1).into()).collect::<Vec<_>>();
    assert_eq!(cells(1), [Cells { row: 0, start: 2, end: usize::MAX }]);
    assert_eq!(cells(3), [Cells { row: 0, start: usize::MAX, end: usize::MAX }]);
}
