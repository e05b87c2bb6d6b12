//! Computes how much of the next line would have fitted at the end of each line.

use linkwright::find::LineRoom;

use super::line::Line;

/// How many lines before and after a line are examined to find the edge of the column.
const LINES: usize = 25;

/// Two lines end at the same edge if their ends differ by at most this fraction of the font size.
const EDGE: f32 = 0.35;

/// The room at the end of each line except the last one.
pub(super) fn rooms(text: &str, lines: &[Line]) -> Vec<LineRoom> {
    let pairs = lines.iter().zip(lines.iter().skip(1)).enumerate();
    let room = |(at, (line, next)): (usize, (&Line, &Line))| {
        let end = line.start + text.get(line.start..)?.find('\n')?;
        let room = edge(lines, at) - line.right;
        Some(LineRoom { end, fits: fitting(text, next, room) })
    };
    pairs.filter_map(room).collect()
}

/// The number of bytes of the first word of `line` that fit into `room`.
fn fitting(text: &str, line: &Line, room: f32) -> usize {
    let word = text.get(line.start..line.end()).unwrap_or_default();
    let word = word.split(' ').next().unwrap_or_default();
    let left = line.x(line.start);
    let limit = left + room + 0.1 * line.size;
    let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.take_while(|end| line.x(line.start + end) <= limit).last().unwrap_or(0)
}

/// The right edge of the column of a line: the rightmost position at which two lines of the column end, or the end of
/// the longest line if no two lines end at the same position.
fn edge(lines: &[Line], at: usize) -> f32 {
    let Some(line) = lines.get(at) else { return 0.0 };
    let (left, right) = (line.left(), line.right);
    let first = at.saturating_sub(LINES);
    let near = lines.iter().skip(first).take(2 * LINES + 1);
    let is_column = |other: &&Line| {
        other.turn == line.turn
            && other.left() < right
            && left < other.right
            && other.left() >= left - 12.0 * line.size
    };
    let mut ends: Vec<f32> = near.filter(is_column).map(|line| line.right).collect();
    ends.sort_by(|one, other| other.total_cmp(one));
    let is_shared = |pair: &&[f32]| matches!(pair, [far, near] if far - near <= EDGE * line.size);
    let shared = ends.windows(2).find(is_shared).and_then(|pair| pair.first());
    let furthest = shared.or(ends.first()).copied().unwrap_or(right);
    furthest.max(right)
}
