//! The text of a page: one line for each line that a reader sees.
//!
//! The order is that of the content stream, in which writers put columns and cells one after the other. Runs on one baseline
//! are a line; a blank is where a gap is, and where the size or the baseline jumps, as at the mark of a footnote. A paragraph
//! and a column end with an empty line. Lines are never put together here: the finder does that, by the room that was left.

mod line;
mod room;

use core::ops::Range;

use linkwright::find::LineRoom;

use super::content::{Page, Rectangle, Run};
use line::{Line, Piece};

/// The text of a page, and where it is on the page.
#[derive(Debug, Default)]
pub(super) struct PageText {
    pub(super) text: String,
    lines: Vec<Line>,
    /// The room that was left at the end of each line.
    pub(super) rooms: Vec<LineRoom>,
}

/// The distance of two baselines, in sizes of the font, beyond which a paragraph ends. Lines at double distance are
/// 2.4 sizes apart.
const PARAGRAPH: f32 = 2.7;

impl PageText {
    /// Puts the runs of a page together.
    pub(super) fn of(page: &Page) -> PageText {
        let mut all = PageText::default();
        for run in &page.runs {
            all.add(run);
        }
        all.rooms = room::rooms(&all.text, &all.lines);
        all
    }

    fn add(&mut self, run: &Run) {
        let run = line::Upright::of(run);
        let joint = self.lines.last().and_then(|line| line.joint(&run));
        match joint {
            Some(has_gap) => {
                let is_blank = self.text.ends_with(' ') || run.text.starts_with(' ');
                if has_gap && !is_blank {
                    self.text.push(' ');
                }
            }
            None => self.begin_line(&run),
        }
        let start = self.text.len();
        push_clean(&mut self.text, run.text);
        let piece = Piece::new(start..self.text.len(), &run);
        if let Some(line) = self.lines.last_mut() {
            line.push(piece, &run);
        }
    }

    fn begin_line(&mut self, run: &line::Upright<'_>) {
        if let Some(above) = self.lines.last_mut() {
            let down = above.baseline - run.from[1];
            let size = above.size.max(run.size);
            let is_next = above.turn == run.turn && down > 0.0 && down <= PARAGRAPH * size;
            let end = above.start()
                + without_mark(self.text.get(above.start()..).unwrap_or_default(), run.text).len();
            self.text.truncate(end);
            above.truncate(end);
            self.text.push_str(if is_next { "\n" } else { "\n\n" });
        }
        self.lines.push(Line::begin(run, self.text.len()));
    }

    /// Whether there is text on the page.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The boxes of the text at `range`: one for each line.
    pub(super) fn boxes(&self, range: Range<usize>) -> Vec<Rectangle> {
        let first = self.lines.partition_point(|line| line.end() <= range.start);
        let lines = self.lines.iter().skip(first).take_while(|line| line.start() < range.end);
        lines.filter_map(|line| line.area(&range)).collect()
    }

    /// The text under a rectangle: one range for each line of which it covers characters.
    pub(super) fn under(&self, area: Rectangle) -> Vec<Range<usize>> {
        self.lines.iter().filter_map(|line| line.under(&self.text, area)).collect()
    }

    /// Whether two ranges are on one line.
    pub(super) fn share_line(&self, one: &Range<usize>, other: &Range<usize>) -> bool {
        let line =
            |range: &Range<usize>| self.lines.partition_point(|line| line.end() <= range.start);
        line(one) == line(other)
    }
}

/// A line without the blanks at its end, and without what a program adds where it breaks a URI: arrows, which show that the
/// line continues, or a hyphen between a slash and the letter or digit that begins the `next` line. No segment begins with
/// a hyphen.
fn without_mark<'l>(line: &'l str, next: &str) -> &'l str {
    let line = line.trim_end_matches(' ');
    let text = line.strip_suffix('-').unwrap_or(line);
    if text.ends_with(is_arrow) {
        return text.trim_end_matches(is_arrow).trim_end_matches(' ');
    }
    let is_added = text.ends_with('/') && next.starts_with(|c: char| c.is_ascii_alphanumeric());
    if is_added { text } else { line }
}

const fn is_arrow(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{21FF}' | '\u{23CE}' | '\u{2900}'..='\u{297F}')
}

/// Appends text without control characters: a line of the page has no line break.
fn push_clean(text: &mut String, run: &str) {
    text.extend(run.chars().map(|c| if c.is_control() { ' ' } else { c }));
}

#[cfg(test)]
mod tests {
    use super::without_mark;

    #[test]
    fn what_a_program_adds_at_a_break_is_no_text() {
        let cases = [
            ("http://a. \u{2190}\u{21AA}", "b/c", "http://a."),
            ("http://a.\u{2190}-", "b", "http://a."),
            ("http://a/-", "b", "http://a/"),
            ("http://a/-", "/b", "http://a/-"),
            ("http://a/b-", "c", "http://a/b-"),
            ("words ", "c", "words"),
        ];
        for (line, next, text) in cases {
            assert_eq!(without_mark(line, next), text);
        }
    }
}
