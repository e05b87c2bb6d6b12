//! The positions of the bytes of a text in the bytes that it was taken from.

use core::ops::Range;
use std::sync::Arc;

/// Converts the offsets of a text to offsets of the bytes that it was taken from. Most texts are one contiguous stretch
/// of these bytes. A message in a mailbox may have several stretches, because each `>` before `From ` is left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extents {
    /// The offset of the text in the concatenated stretches. If there are no stretches, the offset of the text in the
    /// bytes around it.
    shift: u64,
    /// The stretches in ascending order. The first one begins at 0, and the last one has no end.
    stretches: Option<Arc<[Stretch]>>,
}

/// A range of bytes without a gap.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The offset of the range in the text.
    at: u64,
    /// The offset of the range in the bytes around the text.
    to: u64,
}

impl Extents {
    /// The extents of a text that is one stretch, from `offset` on.
    pub(crate) const fn at(offset: u64) -> Extents {
        Extents { shift: offset, stretches: None }
    }

    /// The extents of a text that consists of these stretches, in order.
    pub(crate) fn of(stretches: impl IntoIterator<Item = Range<u64>>) -> Extents {
        let mut at = 0;
        let stretches: Vec<Stretch> = stretches
            .into_iter()
            .filter(|bytes| !bytes.is_empty())
            .map(|bytes| {
                let stretch = Stretch { at, to: bytes.start };
                at += bytes.end - bytes.start;
                stretch
            })
            .collect();
        Extents::new(stretches)
    }

    fn new(stretches: Vec<Stretch>) -> Extents {
        match &*stretches {
            [] => Extents::default(),
            [one] => Extents::at(one.to),
            _ => Extents { shift: 0, stretches: Some(stretches.into()) },
        }
    }

    /// The extents of the text from `offset` on.
    pub(crate) fn from(&self, offset: usize) -> Extents {
        Extents { shift: self.shift + offset as u64, stretches: self.stretches.clone() }
    }

    /// The position of the byte at the offset `at` of the text, and the offset in the text at which its stretch ends.
    fn stretch(&self, at: u64) -> (u64, u64) {
        let at = self.shift + at;
        let Some(stretches) = &self.stretches else { return (at, u64::MAX) };
        let next = stretches.partition_point(|stretch| stretch.at <= at);
        let end = stretches.get(next).map_or(u64::MAX, |next| next.at - self.shift);
        let stretch = next.checked_sub(1).and_then(|last| stretches.get(last));
        (stretch.map_or(at, |stretch| stretch.to + (at - stretch.at)), end)
    }

    /// Converts `text`, a range of this text, to the ranges of the surrounding bytes that contain it. The ranges are in
    /// ascending order and do not touch.
    pub(crate) fn pieces(&self, text: Range<u64>) -> Vec<Range<u64>> {
        let mut pieces: Vec<Range<u64>> = Vec::new();
        let mut at = text.start;
        while at < text.end {
            let (start, end) = self.stretch(at);
            let end = end.min(text.end);
            push(&mut pieces, start..start + (end - at));
            at = end;
        }
        pieces
    }

    /// Converts `text`, a range of this text, to one range of the surrounding bytes, from its first byte to its last.
    pub(crate) fn around(&self, text: Range<u64>) -> Range<u64> {
        let start = self.stretch(text.start).0;
        let last = text.end.checked_sub(1).filter(|last| *last >= text.start);
        start..last.map_or(start, |last| self.stretch(last).0 + 1)
    }

    /// The extents of this text in the outer bytes, if the bytes around this text are themselves a
    /// text with the extents `outer`.
    pub(crate) fn through(&self, outer: &Extents) -> Extents {
        let one = [Stretch { at: 0, to: self.shift }];
        let inner = self.stretches.as_deref().unwrap_or(&one);
        let mut stretches = Vec::with_capacity(inner.len());
        for (index, stretch) in inner.iter().enumerate() {
            let end = inner.get(index + 1).map(|next| stretch.to + (next.at - stretch.at));
            let end = end.unwrap_or(u64::MAX);
            let mut between = stretch.to;
            while between < end {
                let (to, next) = outer.stretch(between);
                stretches.push(Stretch { at: stretch.at + (between - stretch.to), to });
                between = next;
            }
        }
        let shift = if self.stretches.is_some() { self.shift } else { 0 };
        let all = Extents::new(stretches);
        Extents { shift: all.shift + shift, ..all }
    }
}

/// Appends a range, or extends the last range if the two touch.
pub(crate) fn push(ranges: &mut Vec<Range<u64>>, range: Range<u64>) {
    match ranges.last_mut() {
        Some(last) if last.end == range.start => last.end = range.end,
        _ => ranges.push(range),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions of the first `len` bytes.
    fn bytes(extents: &Extents, len: u64) -> Vec<u64> {
        extents.pieces(0..len).into_iter().flatten().collect()
    }

    fn pairs(extents: &Extents, text: Range<u64>) -> Vec<(u64, u64)> {
        extents.pieces(text).into_iter().map(|piece| (piece.start, piece.end)).collect()
    }

    #[test]
    fn one_stretch_is_shifted() {
        let extents = Extents::at(10);
        assert_eq!(pairs(&extents, 2..5), [(12, 15)]);
        assert_eq!(pairs(&extents.from(3), 0..1), [(13, 14)]);
        assert_eq!((extents.around(0..0), extents.around(1..4)), (10..10, 11..14));
        assert_eq!(pairs(&Extents::default(), 4..4), []);
    }

    #[test]
    fn several_stretches_are_separate_pieces() {
        let extents = Extents::of([10..13, 20..22, 22..23, 40..50]);
        assert_eq!(bytes(&extents, 8), [10, 11, 12, 20, 21, 22, 40, 41]);
        assert_eq!(pairs(&extents, 1..7), [(11, 13), (20, 23), (40, 41)]);
        assert_eq!(bytes(&extents.from(2), 3), [12, 20, 21]);
        assert_eq!(extents.around(2..7), 12..41);
        assert_eq!(pairs(&Extents::of([3..3, 7..9]), 0..1), [(7, 8)]);
    }

    #[test]
    fn stretches_of_stretches_are_combined() {
        let outer = Extents::of([100..105, 200..220, 300..400]);
        for inner in [Extents::at(3), Extents::of([2..9, 12..30, 31..40])] {
            for skipped in [0, 4] {
                let inner = inner.from(skipped);
                let expected: Vec<u64> = bytes(&inner, 20)
                    .into_iter()
                    .flat_map(|at| outer.pieces(at..at + 1).into_iter().flatten())
                    .collect();
                assert_eq!(bytes(&inner.through(&outer), 20), expected);
                assert_eq!(bytes(&inner.through(&outer.from(1)), 5)[0], expected[0] + 1);
            }
        }
    }
}
