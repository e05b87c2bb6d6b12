//! The lines of a page. Coordinates are turned so that the text goes from left to right.

use core::ops::Range;

use crate::pdf::content::{Rectangle, Run};

/// A gap becomes a blank if it is wider than this fraction of the font size. The letters of a word are seldom so far
/// apart.
const GAP: f32 = 0.12;

/// A word ends where the baseline jumps by more than this fraction of the font size, for example before a footnote
/// mark.
const JUMP: f32 = 0.15;

/// The greatest jump of the baseline inside a line, as a fraction of the font size.
const RISE: f32 = 0.5;

/// A word ends where the ratio of two font sizes is greater than this.
const RATIO: f32 = 1.25;

/// The run with its page turned, so that its text goes from left to right.
pub(in crate::pdf) fn upright(run: Run) -> Run {
    Run {
        from: turned(run.from, run.turn),
        to: turned(run.to, run.turn),
        area: turned_area(run.area, run.turn),
        size: run.size.abs().max(0.1),
        ..run
    }
}

/// The coordinates of a point after `turn` clockwise quarter turns of the page.
fn turned([x, y]: [f32; 2], turn: u8) -> [f32; 2] {
    match turn {
        0 => [x, y],
        1 => [y, -x],
        2 => [-x, -y],
        _ => [-y, x],
    }
}

/// The area after `turn` clockwise quarter turns of the page.
fn turned_area([left, bottom, right, top]: Rectangle, turn: u8) -> Rectangle {
    let (one, other) = (turned([left, bottom], turn), turned([right, top], turn));
    [one[0].min(other[0]), one[1].min(other[1]), one[0].max(other[0]), one[1].max(other[1])]
}

/// The number of turns that invert `turn` turns.
const fn back(turn: u8) -> u8 {
    (4 - turn % 4) % 4
}

/// The range of a run in the text of its page, and the position of the run on the page.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    text: Range<usize>,
    left: f32,
    right: f32,
    bottom: f32,
    top: f32,
}

impl Piece {
    pub(super) fn new(text: Range<usize>, run: &Run) -> Piece {
        let [_, bottom, _, top] = run.area;
        let (left, right) = (run.from[0].min(run.to[0]), run.from[0].max(run.to[0]));
        Piece { text, left, right, bottom, top }
    }

    /// The x coordinate of the byte at offset `at` of the text. All bytes of a run are treated as equally wide.
    #[expect(clippy::cast_precision_loss, reason = "a run has few bytes")]
    fn x(&self, at: usize) -> f32 {
        let part = (at.clamp(self.text.start, self.text.end) - self.text.start) as f32;
        self.left + (self.right - self.left) * part / self.text.len().max(1) as f32
    }
}

/// A line, which consists of runs on one baseline.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pieces: Vec<Piece>,
    pub(super) start: usize,
    /// The rightmost end of all runs that were added, including runs that [`truncate`](Line::truncate) removed.
    pub(super) right: f32,
    pub(super) baseline: f32,
    pub(super) size: f32,
    pub(super) turn: u8,
    /// The size and the baseline of the last run.
    last: (f32, f32),
}

impl Line {
    /// A line that begins with `run`, at `start` in the text.
    pub(super) fn begin(run: &Run, start: usize) -> Line {
        let last = (run.size, run.from[1]);
        let (baseline, size, turn) = (run.from[1], run.size, run.turn);
        Line { pieces: Vec::new(), start, right: f32::NEG_INFINITY, baseline, size, turn, last }
    }

    pub(super) fn push(&mut self, piece: Piece, run: &Run) {
        self.right = self.right.max(piece.right);
        self.pieces.push(piece);
        self.last = (run.size, run.from[1]);
        if run.size > self.size {
            (self.size, self.baseline) = self.last;
        }
    }

    pub(super) fn end(&self) -> usize {
        self.pieces.last().map_or(self.start, |piece| piece.text.end)
    }

    pub(super) fn left(&self) -> f32 {
        self.pieces.iter().map(|piece| piece.left).fold(f32::INFINITY, f32::min)
    }

    /// Removes the text from `end` on.
    pub(super) fn truncate(&mut self, end: usize) {
        self.pieces.retain(|piece| piece.text.start < end);
        if let Some(last) = self.pieces.last_mut() {
            last.right = last.x(end);
            last.text.end = last.text.end.min(end);
        }
    }

    /// The x coordinate of the byte at offset `at` of the text.
    pub(super) fn x(&self, at: usize) -> f32 {
        let next = self.pieces.iter().find(|piece| at < piece.text.end);
        next.or(self.pieces.last()).map_or(0.0, |piece| piece.x(at))
    }

    /// Whether `run` continues this line: `None` if it does not, `Some(true)` if a blank precedes it, and `Some(false)`
    /// if no blank precedes it.
    pub(super) fn joint(&self, run: &Run) -> Option<bool> {
        let end = self.pieces.last()?.right;
        let (size, baseline) = self.last;
        let most = size.max(run.size);
        let jump = (run.from[1] - baseline).abs();
        let gap = run.from[0] - end;
        let is_here = self.turn == run.turn && jump <= RISE * most && gap > -0.5 * most;
        let jumps = jump > JUMP * most || most > RATIO * size.min(run.size);
        is_here.then_some(gap > GAP * most || jumps)
    }

    /// The area of the text at `range` in this line.
    pub(super) fn area(&self, range: &Range<usize>) -> Option<Rectangle> {
        let inside = |piece: &&Piece| piece.text.start < range.end && range.start < piece.text.end;
        let pieces = || self.pieces.iter().filter(inside);
        let left = pieces().map(|piece| piece.x(range.start)).reduce(f32::min)?;
        let right = pieces().map(|piece| piece.x(range.end)).reduce(f32::max)?;
        let bottom = pieces().map(|piece| piece.bottom).reduce(f32::min)?;
        let top = pieces().map(|piece| piece.top).reduce(f32::max)?;
        Some(turned_area([left, bottom, right, top], back(self.turn)))
    }

    /// The range of the text of this line that an area of the page covers.
    pub(super) fn under(&self, text: &str, area: Rectangle) -> Option<Range<usize>> {
        let [left, bottom, right, top] = turned_area(area, self.turn);
        let middle = self.baseline + 0.25 * self.size;
        if !(bottom..=top).contains(&middle) {
            return None;
        }
        let mut under: Option<Range<usize>> = None;
        for piece in &self.pieces {
            let chars = text.get(piece.text.clone()).unwrap_or_default().char_indices();
            for (at, c) in chars {
                let at = piece.text.start + at;
                let end = at + c.len_utf8();
                let center = f32::midpoint(piece.x(at), piece.x(end));
                if (left..=right).contains(&center) {
                    under = Some(under.map_or(at, |under| under.start)..end);
                }
            }
        }
        under
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_back_inverts_each_turn() {
        for turn in 0..4 {
            assert_eq!(
                turned(turned([3.0, -5.0], turn), back(turn)).map(f32::to_bits),
                [3.0_f32, -5.0].map(f32::to_bits)
            );
        }
        // On the turned page, text from the bottom to the top goes from left to right.
        assert_eq!(turned([10.0, 20.0], 1).map(f32::to_bits), [20.0_f32, -10.0].map(f32::to_bits));
    }
}
