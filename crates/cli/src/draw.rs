//! Draws lines of a text with marks under parts of them, like the error messages of a compiler.

use core::ops::Range;
use std::io::{self, Write};

use anstyle::Style;
use linkwright::Span;

use crate::show::{columns, picture};

/// A span to mark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// The bytes to mark. An empty span marks the position before a byte.
    pub(crate) span: Span,
    pub(crate) style: Style,
}

/// A text that is split into lines.
#[derive(Clone, Debug)]
pub(crate) struct Text<'t> {
    bytes: &'t [u8],
    lines: Vec<Span>,
}

impl<'t> Text<'t> {
    /// Splits the text into lines.
    pub(crate) fn new(bytes: &'t [u8]) -> Text<'t> {
        Text { bytes, lines: lines(bytes) }
    }

    pub(crate) fn bytes(&self) -> &'t [u8] {
        self.bytes
    }

    /// Draws every line that has a mark: the line with its number, and below it `^` under the marked characters. The
    /// marks must be in ascending order.
    pub(crate) fn draw(&self, out: &mut impl Write, marks: &[Mark]) -> io::Result<()> {
        let (Some(first), Some(last)) = (marks.first(), marks.last()) else { return Ok(()) };
        let number = |at: usize| self.lines.partition_point(|line| line.end() < at);
        let gutter = self.lines.len().to_string().len();
        for n in number(first.span.start())..=number(last.span.end()) {
            let Some(&line) = self.lines.get(n) else { break };
            let here: Vec<&Mark> = marks.iter().filter(|mark| touches(mark.span, line)).collect();
            if !here.is_empty() {
                let gutters = [format!("{:>gutter$} | ", n + 1), format!("{:>gutter$} | ", "")];
                draw_line(out, self.bytes, line, &here, &gutters)?;
            }
        }
        Ok(())
    }
}

/// Draws a text on one line. Line ends are drawn as control pictures, like other control characters.
pub(crate) fn draw_flat(out: &mut impl Write, text: &[u8], mark: Mark) -> io::Result<()> {
    draw_line(out, text, Span::new(0, text.len()), &[&mark], &Default::default())
}

/// Draws the text on one indented line, and `^` under `span` on the line below.
pub(crate) fn pointed(text: &str, span: Span) -> String {
    let mut drawn = Vec::new();
    let mark = Mark { span, style: Style::new() };
    // Writing to a vector cannot fail.
    let _ = draw_flat(&mut drawn, text.as_bytes(), mark);
    let drawn = String::from_utf8_lossy(&drawn);
    let lines: Vec<String> = drawn.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// The lines of a text, without their ends: LF, CR LF or CR.
fn lines(text: &[u8]) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, byte) in text.iter().enumerate() {
        let is_break = match byte {
            b'\n' => true,
            b'\r' => text.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        if is_break {
            let has_cr = *byte == b'\n' && at > start && text[at - 1] == b'\r';
            lines.push(Span::new(start, at - usize::from(has_cr)));
            start = at + 1;
        }
    }
    lines.push(Span::new(start, text.len()));
    lines
}

/// Whether a part of the mark is on the line. An empty mark may be at the end of the line.
fn touches(mark: Span, line: Span) -> bool {
    if mark.is_empty() {
        line.start() <= mark.start() && mark.start() <= line.end()
    } else {
        mark.start() < line.end() && line.start() < mark.end()
    }
}

/// At most `WIDTH` columns of a line are shown, and `LEAD` of them are before the first mark.
const WIDTH: usize = 100;
const LEAD: usize = 24;

/// At most this many bytes are read on each side of the first mark of a line. Real text needs fewer, even with
/// combining marks.
const NEAR: usize = 16 * WIDTH;

fn draw_line(
    out: &mut impl Write,
    text: &[u8],
    line: Span,
    marks: &[&Mark],
    [number, blank]: &[String; 2],
) -> io::Result<()> {
    let first = marks.iter().map(|mark| mark.span.start()).min().unwrap_or(0).max(line.start());
    let near = near(text, line, first);
    let row = Row::new(text, near);
    let view = row.view(row.column(first));
    let before = if view.start > 0 || near.start() > line.start() { "…" } else { "" };
    let after = if view.end < row.width || near.end() < line.end() { "…" } else { "" };
    writeln!(out, "{number}{before}{}{after}", row.shown(&view))?;
    write!(out, "{blank}{}", if before.is_empty() { "" } else { " " })?;
    let mut at = view.start;
    for mark in marks {
        let start = row.column(mark.span.start());
        let end = row.column(mark.span.end()).max(start + 1);
        // One column more than the view, because a mark may be after the last character.
        let (start, end) = (start.min(view.end).max(at), end.min(view.end + 1).max(at));
        let (gap, style) = (start - at, mark.style);
        write!(out, "{:gap$}{style}{}{style:#}", "", "^".repeat(end.saturating_sub(start)))?;
        at = end.max(start);
    }
    writeln!(out)
}

/// The part of `line` within [`NEAR`] bytes of `first`, without splitting a character at its start.
fn near(text: &[u8], line: Span, first: usize) -> Span {
    let mut start = first.saturating_sub(NEAR).max(line.start());
    let is_inside = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    while start > line.start() && is_inside(start) {
        start -= 1;
    }
    Span::new(start, line.end().min(first.saturating_add(NEAR)))
}

/// A line, or a part of a line, as a terminal displays it.
///
/// Columns are counted character by character. The count may be wrong for emoji that are joined into one picture,
/// because terminals differ in how they show them.
struct Row {
    cells: Vec<Cell>,
    width: usize,
}

/// A character of the row.
struct Cell {
    /// The offset of its first byte in the text.
    at: usize,
    shown: char,
    column: usize,
}

impl Row {
    fn new(text: &[u8], line: Span) -> Row {
        let mut row = Row { cells: Vec::new(), width: 0 };
        let mut at = line.start();
        for chunk in line.of(text).utf8_chunks() {
            for c in chunk.valid().chars() {
                row.push(at, picture(c));
                at += c.len_utf8();
            }
            if !chunk.invalid().is_empty() {
                row.push(at, char::REPLACEMENT_CHARACTER);
                at += chunk.invalid().len();
            }
        }
        row
    }

    fn push(&mut self, at: usize, shown: char) {
        self.cells.push(Cell { at, shown, column: self.width });
        self.width += columns(shown);
    }

    /// The column of the byte at `at`, or the column after the line for a later position.
    fn column(&self, at: usize) -> usize {
        let cell = self.cells.partition_point(|cell| cell.at < at);
        self.cells.get(cell).map_or(self.width, |cell| cell.column)
    }

    /// The range of columns to show if the first mark is in column `mark`.
    fn view(&self, mark: usize) -> Range<usize> {
        let latest = self.width.saturating_sub(WIDTH);
        let start = mark.saturating_sub(LEAD).min(latest);
        start..self.width.min(start + WIDTH)
    }

    fn shown(&self, view: &Range<usize>) -> String {
        let cells = self.cells.iter().filter(|cell| view.contains(&cell.column));
        cells.map(|cell| cell.shown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, spans: &[(usize, usize)]) -> String {
        let mark = |&(start, end)| Mark { span: Span::new(start, end), style: Style::new() };
        let marks: Vec<Mark> = spans.iter().map(mark).collect();
        let mut out = Vec::new();
        Text::new(text.as_bytes()).draw(&mut out, &marks).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn only_lines_with_marks_are_drawn() {
        assert_eq!(
            drawn("one\ntwo\r\nthree\rfour", &[(4, 6), (10, 13)]),
            "2 | two\n  | ^^\n3 | three\n  |  ^^^\n"
        );
    }

    #[test]
    fn marks_are_aligned_below_wide_characters() {
        assert_eq!(drawn("日本 ab", &[(7, 9)]), "1 | 日本 ab\n  |      ^^\n");
        assert_eq!(drawn("e\u{301}x", &[(3, 4)]), "1 | e\u{301}x\n  |  ^\n");
    }

    #[test]
    fn the_end_of_a_line_can_be_marked() {
        assert_eq!(drawn("ab\ncd", &[(2, 2)]), "1 | ab\n  |   ^\n");
        assert_eq!(drawn("", &[(0, 0)]), "1 | \n  | ^\n");
    }

    #[test]
    fn long_lines_are_clipped_around_the_mark() {
        let text = "x".repeat(500) + "MARK" + &"y".repeat(500);
        let drawing = drawn(&text, &[(500, 504)]);
        let lines: Vec<&str> = drawing.lines().collect();
        let at = lines[0].chars().position(|c| c == 'M').unwrap();
        assert_eq!(lines[1].find('^'), Some(at));
        assert_eq!(lines[0].chars().count(), "1 | ".len() + WIDTH + 2);
        assert!(lines[0].starts_with("1 | …xxx") && lines[0].ends_with("yyy…"));
    }

    #[test]
    fn marks_are_aligned_in_very_long_lines() {
        let text = "é".repeat(100_000) + "MARK" + &"é".repeat(100_000);
        let drawing = drawn(&text, &[(200_000, 200_004), (300_000, 300_001)]);
        let lines: Vec<&str> = drawing.lines().collect();
        let at = lines[0].chars().position(|c| c == 'M').unwrap();
        assert_eq!(lines[1].find('^'), Some(at));
    }

    #[test]
    fn a_mark_across_long_lines_is_drawn_on_every_line() {
        let text = format!("{0}\n{0}", "x".repeat(3000));
        let drawing = drawn(&text, &[(10, 6001)]);
        let widths: Vec<usize> = drawing.lines().map(|line| line.chars().count()).collect();
        assert_eq!(widths, [105, 105, 105, 105]);
    }

    #[test]
    fn control_characters_are_drawn_as_pictures() {
        assert_eq!(drawn("a\x1b[1mb", &[(5, 6)]), "1 | a␛[1mb\n  |      ^\n");
    }
}
