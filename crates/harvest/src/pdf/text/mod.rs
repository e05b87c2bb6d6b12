//! The text of a page, with one line for each printed line.
//!
//! The text has the order of the content stream, because programs write columns and cells one after another. Runs on
//! one baseline form a line. A gap becomes a blank, and so does a jump of the font size or the baseline, for example
//! before a footnote mark. An empty line follows each paragraph and each column. Lines are not joined here: the finder
//! uses the room that was left at the end of a line to decide whether a URI continues on the next line.

mod line;
mod room;

use core::ops::Range;

use linkwright::find::LineRoom;

use super::content::{Page, Rectangle, Run};
pub(super) use line::upright;
use line::{Line, Piece};

/// The text of a page, and the positions of its lines.
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
    pub(super) fn of(page: &Page) -> PageText {
        let mut all = PageText::default();
        for run in &page.runs {
            all.add(run);
        }
        all.rooms = room::rooms(&all.text, &all.lines);
        all
    }

    fn add(&mut self, run: &Run) {
        let joint = self.lines.last().and_then(|line| line.joint(run));
        match joint {
            Some(has_gap) => {
                let is_blank = self.text.ends_with(' ') || run.text.starts_with(' ');
                if has_gap && !is_blank {
                    self.text.push(' ');
                }
            }
            None => self.begin_line(run),
        }
        let start = self.text.len();
        push_clean(&mut self.text, &run.text);
        let piece = Piece::new(start..self.text.len(), run);
        if let Some(line) = self.lines.last_mut() {
            line.push(piece, run);
        }
    }

    fn begin_line(&mut self, run: &Run) {
        if let Some(above) = self.lines.last_mut() {
            let down = above.baseline - run.from[1];
            let size = above.size.max(run.size);
            let is_next = above.turn == run.turn && down > 0.0 && down <= PARAGRAPH * size;
            let end = above.start
                + without_mark(self.text.get(above.start..).unwrap_or_default(), &run.text).len();
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

    /// The boxes around the text at `range`, one for each line.
    pub(super) fn boxes(&self, range: Range<usize>) -> Vec<Rectangle> {
        let first = self.lines.partition_point(|line| line.end() <= range.start);
        let lines = self.lines.iter().skip(first).take_while(|line| line.start < range.end);
        lines.filter_map(|line| line.area(&range)).collect()
    }

    /// The text that a rectangle covers, as one range for each line with covered characters.
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

/// A line without the blanks at its end, and without the marks that programs add where they break a URI. Such a mark is
/// either an arrow, or a hyphen that follows a slash if the `next` line begins with a letter or digit. In real URIs, a
/// segment hardly ever begins with a hyphen and a letter or digit.
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

/// Appends text with control characters replaced by blanks, because the text of a run must not contain a line break.
fn push_clean(text: &mut String, run: &str) {
    text.extend(run.chars().map(|c| if c.is_control() { ' ' } else { c }));
}

#[cfg(test)]
mod tests {
    use super::without_mark;

    #[test]
    fn marks_where_a_uri_is_broken_are_removed() {
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
