//! Draws lines of a text with marks under parts of them, like the error messages of a compiler.

use std::io::{self, Write};

use anstyle::Style;
use linkwright::Span;

use crate::show::{columns, picture};

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

    /// Draws every line that has a mark: the line with its number, and below it `^` in `style` under the marked
    /// characters. The marks must be in ascending order. An empty mark is the position before a byte.
    pub(crate) fn draw(
        &self,
        out: &mut impl Write,
        marks: &[Span],
        style: Style,
    ) -> io::Result<()> {
        let (Some(first), Some(last)) = (marks.first(), marks.last()) else { return Ok(()) };
        let number = |at: usize| self.lines.partition_point(|line| line.end() < at);
        let gutter = self.lines.len().to_string().len();
        for n in number(first.start())..=number(last.end()) {
            let Some(&line) = self.lines.get(n) else { break };
            let here: Vec<Span> = marks.iter().copied().filter(|one| touches(*one, line)).collect();
            if !here.is_empty() {
                let gutters = [format!("{:>gutter$} | ", n + 1), format!("{:>gutter$} | ", "")];
                draw_line(out, self.bytes, line, &here, style, &gutters)?;
            }
        }
        Ok(())
    }
}

/// Draws a text on one line. Line ends are drawn as control pictures, like other control characters.
pub(crate) fn draw_flat(
    out: &mut impl Write,
    text: &str,
    mark: Span,
    style: Style,
) -> io::Result<()> {
    let line = Span::new(0, text.len());
    draw_line(out, text.as_bytes(), line, &[mark], style, &Default::default())
}

/// Draws the text on one indented line, and `^` under `mark` on the line below.
pub(crate) fn pointed(text: &str, mark: Span) -> String {
    let mut drawn = Vec::new();
    // Writing to a vector cannot fail.
    let _ = draw_flat(&mut drawn, text, mark, Style::new());
    let drawn = String::from_utf8_lossy(&drawn);
    let lines: Vec<String> = drawn.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// The lines of a text, without their ends: LF or CR LF.
fn lines(text: &[u8]) -> Vec<Span> {
    let mut start = 0;
    let line = |line: &[u8]| {
        let span = Span::new(start, start + line.strip_suffix(b"\r").unwrap_or(line).len());
        start += line.len() + 1;
        span
    };
    text.split(|byte| *byte == b'\n').map(line).collect()
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

/// Draws a line, of which each mark covers a part. Columns are counted character by character. The count may be wrong for
/// emoji that are joined into one picture, because terminals differ in how they show them.
fn draw_line(
    out: &mut impl Write,
    text: &[u8],
    line: Span,
    marks: &[Span],
    style: Style,
    [number, blank]: &[String; 2],
) -> io::Result<()> {
    let first = marks.first().map_or(0, |mark| mark.start()).max(line.start());
    // A character that this divides is not shown.
    let near = first.saturating_sub(NEAR).max(line.start())..(first + NEAR).min(line.end());
    let cells = cells(text, near.clone().into());
    let (before, after) = cells.split_at(cells.partition_point(|(at, _)| *at < first));
    // If the line ends soon, more of it is shown before the mark.
    let ahead: usize = after.iter().map(|(_, c)| columns(*c)).sum();
    let mut room = WIDTH.saturating_sub(ahead).max(LEAD);
    let fits =
        |(_, c): &&(usize, char)| room.checked_sub(columns(*c)).map(|rest| room = rest).is_some();
    let start = before.len() - before.iter().rev().take_while(fits).count();
    let (mut shown, mut carets, mut end) = (String::new(), vec![b' '; WIDTH + 1], 0);
    let mut is_cut = near.end < line.end();
    for &(at, c) in cells.iter().skip(start) {
        let next = end + columns(c);
        if marks.iter().any(|one| one.start() <= at && at < one.end().max(one.start() + 1)) {
            carets[end..next.max(end + 1).min(WIDTH + 1)].fill(b'^');
        }
        if next > WIDTH {
            is_cut = true;
            break;
        }
        shown.push(c);
        end = next;
    }
    if !carets.contains(&b'^') {
        // The mark is after the last character.
        carets[end] = b'^';
    }
    let is_cut_before = start > 0 || near.start > line.start();
    let [before, after] = [is_cut_before, is_cut].map(|is_cut| if is_cut { "…" } else { "" });
    writeln!(out, "{number}{before}{shown}{after}")?;
    let carets = String::from_utf8_lossy(&carets);
    let (gap, carets) = carets.trim_end().split_at(carets.find('^').unwrap_or(0));
    let blank_before = if is_cut_before { " " } else { "" };
    writeln!(out, "{blank}{blank_before}{gap}{style}{carets}{style:#}")
}

/// The characters of a part of a text as a terminal shows them, each with the offset of its first byte.
fn cells(text: &[u8], part: Span) -> Vec<(usize, char)> {
    let (mut cells, mut at) = (Vec::new(), part.start());
    for chunk in part.of(text).utf8_chunks() {
        for c in chunk.valid().chars() {
            cells.push((at, picture(c)));
            at += c.len_utf8();
        }
        if !chunk.invalid().is_empty() {
            cells.push((at, char::REPLACEMENT_CHARACTER));
            at += chunk.invalid().len();
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, spans: &[(usize, usize)]) -> String {
        let marks: Vec<Span> = spans.iter().map(|&(start, end)| Span::new(start, end)).collect();
        let mut out = Vec::new();
        Text::new(text.as_bytes()).draw(&mut out, &marks, Style::new()).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn only_lines_with_marks_are_drawn() {
        assert_eq!(
            drawn("one\ntwo\r\nthree\nfour", &[(4, 6), (10, 13)]),
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
