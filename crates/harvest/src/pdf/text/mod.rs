//! The text of a page, with one line for each printed line.
//!
//! The order is that of the content stream: programs write columns and cells one after the other. Runs on one baseline
//! form a line. Gaps become blanks, and so do jumps of the size or the baseline, as at the mark of a footnote. A
//! paragraph and a column end with an empty line. Lines are not joined here: from the room that was left, the finder
//! decides whether a URI continues on the next line.

mod line;
mod room;

use core::ops::Range;

use linkwright::find::LineRoom;

use super::content::{Page, Rectangle, Run};
use line::{Line, Piece};

/// The text of a page, and its positions on the page.
#[derive(Debug, Default)]
pub(super) struct PageText {
    pub(super) text: String,
    lines: Vec<Line>,
    /// The room that was left at the end of each line.
    pub(super) rooms: Vec<LineRoom>,
}

/// A new paragraph begins if the distance between two baselines is greater than this, in multiples of the font size.
/// With double line spacing, the distance is 2.4 times the font size.
const PARAGRAPH: f32 = 2.7;

impl PageText {
    /// Assembles the text of the runs of a page.
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

    /// Whether the page has no text.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The boxes of the text at `range`: one for each line.
    pub(super) fn boxes(&self, range: Range<usize>) -> Vec<Rectangle> {
        let first = self.lines.partition_point(|line| line.end() <= range.start);
        let lines = self.lines.iter().skip(first).take_while(|line| line.start() < range.end);
        lines.filter_map(|line| line.area(&range)).collect()
    }

    /// The text under a rectangle: one range for each line with characters in it.
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

/// A line without the blanks at its end, and without the marks that a program adds where it breaks a URI: arrows, which
/// show that the line continues, or a hyphen between a slash and the letter or digit that begins the `next` line. In
/// real URIs, segments hardly ever begin with a hyphen and a letter or digit.
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

/// Appends text with control characters replaced by blanks, because a line of the page has no line break.
fn push_clean(text: &mut String, run: &str) {
    text.extend(run.chars().map(|c| if c.is_control() { ' ' } else { c }));
}

#[cfg(test)]
mod tests {
    use super::without_mark;

    #[test]
    fn marks_at_breaks_of_uris_are_removed() {
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
