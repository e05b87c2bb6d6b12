//! `remove_dot_segments` (section 5.2.4), without a buffer.
//!
//! The algorithm of the RFC moves segments to an output buffer and removes one of them for each `..`. If a path is read
//! from its end, no buffer is needed: each `..` removes a segment that has not been read yet, so the only state is the
//! number of segments to remove. [`Survivors`] reads a path in this way, and two paths are compared from their ends.
//!
//! A path is written from its start, and whether a segment is kept depends on later segments. So [`write`] first reads
//! the path from its end and records the state at a limited number of positions.

use core::fmt;

/// Which segments count as dot segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dots {
    /// Only `.` and `..`, the segments that section 5.2.4 removes.
    Literal,
    /// Like `Literal`, but a dot may also be written as `%2e`, because normalization decodes segments (6.2.2.2) before
    /// it removes dot segments (6.2.2.3).
    Decoded,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Single,
    Double,
    Other,
}

impl Dots {
    fn kind(self, segment: &str) -> Kind {
        let Some(rest) = self.strip_dot(segment) else { return Kind::Other };
        match self.strip_dot(rest) {
            _ if rest.is_empty() => Kind::Single,
            Some("") => Kind::Double,
            _ => Kind::Other,
        }
    }

    fn strip_dot(self, segment: &str) -> Option<&str> {
        segment.strip_prefix('.').or_else(|| match self {
            Dots::Literal => None,
            Dots::Decoded => segment.strip_prefix("%2e").or_else(|| segment.strip_prefix("%2E")),
        })
    }

    /// Whether `segment` is a dot segment.
    pub(super) fn contain(self, segment: &str) -> bool {
        self.kind(segment) != Kind::Other
    }

    /// Whether `segment` is `..`, which removes the segment before it.
    pub(super) fn goes_up(self, segment: &str) -> bool {
        self.kind(segment) == Kind::Double
    }
}

/// Whether `segment` is `.` or `..`, possibly with `%2e` for a dot.
pub(crate) fn is_dot_segment(segment: &str) -> bool {
    Dots::Decoded.contain(segment)
}

/// A segment that remains after dot segments are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment<'a> {
    pub(super) text: &'a str,
    /// Whether a `/` precedes it. False only for the first segment of a rootless path.
    pub(super) has_slash: bool,
}

/// The segments that remain after dot segments are removed, beginning with the last one.
#[derive(Clone, Debug)]
pub(super) struct Survivors<'a> {
    /// The part that has not been read, without the `/` after it.
    rest: &'a str,
    dots: Dots,
    /// The number of segments that must still be removed because of the `..` segments that were read. Dot segments do
    /// not count.
    pending: usize,
    /// Whether no segment has been read yet. A dot segment at the end of a path is replaced by an empty segment.
    at_end: bool,
}

impl<'a> Survivors<'a> {
    pub(super) fn new(path: &'a str, dots: Dots) -> Survivors<'a> {
        Survivors { rest: strip_leading(path, dots), dots, pending: 0, at_end: true }
    }

    /// Reads the last unread segment, whether it is kept or not.
    fn read(&mut self) -> Option<Segment<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (rest, text, has_slash) = match self.rest.rsplit_once('/') {
            Some((rest, text)) => (rest, text, true),
            None => ("", self.rest, false),
        };
        self.rest = rest;
        Some(Segment { text, has_slash })
    }

    /// Reads `count` segments, or fewer if the path has no more.
    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            let Some(segment) = self.read() else { break };
            self.judge(segment);
        }
    }

    /// Returns `segment` if it is kept, an empty segment if it is a dot segment at the end of the path, and `None` if
    /// it is removed.
    fn judge(&mut self, segment: Segment<'a>) -> Option<Segment<'a>> {
        let at_end = core::mem::replace(&mut self.at_end, false);
        match self.dots.kind(segment.text) {
            Kind::Other if self.pending > 0 => self.pending -= 1,
            Kind::Other => return Some(segment),
            Kind::Double => self.pending += 1,
            Kind::Single => {}
        }
        // If a path ends in a dot segment, its normal form ends in "/".
        at_end.then_some(Segment { text: "", ..segment })
    }
}

impl<'a> Iterator for Survivors<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        while let Some(segment) = self.read() {
            if let Some(segment) = self.judge(segment) {
                return Some(segment);
            }
        }
        None
    }
}

/// Removes `./` and `../` from the start of the path (section 5.2.4, steps A and D). The result is empty if all
/// segments are dot segments.
fn strip_leading(path: &str, dots: Dots) -> &str {
    let mut rest = path;
    while let Some((segment, after)) = rest.split_once('/')
        && dots.contain(segment)
    {
        rest = after;
    }
    if dots.contain(rest) { "" } else { rest }
}

/// A relative path without the segments that have no effect, whichever base is used.
///
/// A `..` and the segment before it are removed, unless that segment is the first one that is not a dot segment. The
/// first one is kept because its effect depends on the base: with the base `http://h/f`, `a/../b` and `b` have the same
/// target, but with the base `s:x` their targets are `s:/b` and `s:b` (5.2.4). A `..` that removes no segment of this
/// path is kept, because it removes a segment of the base.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative<'a> {
    /// The number of `..` at the start of the path.
    pub(super) up: usize,
    /// The first segment that is not a dot segment. It is empty if that segment is empty or if all segments are dot
    /// segments.
    pub(super) first: &'a str,
    /// The number of `..` that are kept after `first`.
    pub(super) up_again: usize,
    /// The path after `first`, including its dot segments; it is empty or begins with a slash.
    pub(super) rest: &'a str,
}

impl<'a> Relative<'a> {
    /// Reduces `path`, which is not empty and does not begin with a slash.
    pub(super) fn new(path: &'a str, dots: Dots) -> Relative<'a> {
        let (mut up, mut from_first) = (0, path);
        loop {
            let (segment, after) = from_first.split_once('/').unwrap_or((from_first, ""));
            match dots.kind(segment) {
                Kind::Other => break,
                Kind::Double => up += 1,
                Kind::Single => {}
            }
            from_first = after;
        }
        let end = from_first.find('/').unwrap_or(from_first.len());
        let (first, rest) = from_first.split_at_checked(end).unwrap_or_default();
        let mut survivors = Survivors::new(rest, dots);
        survivors.by_ref().for_each(drop);
        Relative { up, first, up_again: survivors.pending, rest }
    }

    /// Whether the path must begin with `./`. Without this prefix, the path would begin with a slash, be empty, or have
    /// a colon in its first segment (4.2).
    pub(super) fn needs_dot(&self) -> bool {
        self.up == 0 && (self.first.is_empty() || self.first.contains(':'))
    }
}

/// The number of segments, or of blocks of segments, that one call writes. A `u64` has one bit for each of these.
///
/// Offsets have 32 bits, and each level of the recursion divides the number of segments by 64, so there are at most six
/// levels. This also limits how often a byte is read. A path of up to 64 segments is read twice.
const BLOCK: usize = u64::BITS as usize;

/// Passes the segments of `path` that are kept to `segment`, from left to right.
pub(super) fn write<'a>(
    path: &'a str,
    dots: Dots,
    segment: &mut impl FnMut(Segment<'a>) -> fmt::Result,
) -> fmt::Result {
    let mut survivors = Survivors::new(path, dots);
    let count = memchr::memchr_iter(b'/', survivors.rest.as_bytes()).count() + 1;
    write_block(count, &mut survivors, segment)
}

/// Reads the next `count` segments from `survivors`, and writes the kept ones from left to right.
fn write_block<'a>(
    count: usize,
    survivors: &mut Survivors<'a>,
    segment: &mut impl FnMut(Segment<'a>) -> fmt::Result,
) -> fmt::Result {
    if count <= BLOCK {
        return write_segments(count, survivors, segment);
    }
    // The size of a block is the greatest power of 64 that results in more than one block.
    let mut size = BLOCK;
    while size.saturating_mul(BLOCK) < count {
        size *= BLOCK;
    }
    // Only the first block may be smaller, because the path is divided from its end.
    let first = count - (count - 1) / size * size;
    let mut ends: [Option<Survivors<'a>>; BLOCK] = [const { None }; BLOCK];
    for end in ends.iter_mut().rev().take(count.div_ceil(size)) {
        *end = Some(survivors.clone());
        survivors.skip(size);
    }
    for (index, end) in ends.iter_mut().flatten().enumerate() {
        write_block(if index == 0 { first } else { size }, end, segment)?;
    }
    Ok(())
}

/// Like [`write_block`], for a `count` of at most [`BLOCK`].
fn write_segments<'a>(
    count: usize,
    survivors: &mut Survivors<'a>,
    segment: &mut impl FnMut(Segment<'a>) -> fmt::Result,
) -> fmt::Result {
    let (dots, before) = (survivors.dots, survivors.rest);
    // One bit per segment, set if the segment is kept. The lowest bit belongs to the first segment.
    let mut stay = 0_u64;
    for _ in 0..count {
        let Some(next) = survivors.read() else { break };
        stay = stay << 1 | u64::from(survivors.judge(next).is_some());
    }
    let text = before.get(survivors.rest.len()..).unwrap_or_default();
    let (text, mut has_slash) = match text.strip_prefix('/') {
        Some(text) => (text, true),
        None => (text, false),
    };
    for text in text.split('/') {
        if stay & 1 == 1 {
            // A dot segment can be kept only at the end of the path. It becomes an empty segment, so only its "/" is
            // written.
            let text = if dots.contain(text) { "" } else { text };
            segment(Segment { text, has_slash })?;
        }
        has_slash = true;
        stay >>= 1;
    }
    Ok(())
}

/// Whether a path has a dot segment, encoded or not.
pub(super) fn has_dot_segment(path: &str) -> bool {
    let bytes = path.as_bytes();
    memchr::memchr2_iter(b'.', b'%', bytes).any(|at| {
        let is_first = at.checked_sub(1).is_none_or(|before| bytes.get(before) == Some(&b'/'));
        is_first && {
            let rest = path.get(at..).unwrap_or_default();
            Dots::Decoded.contain(rest.split('/').next().unwrap_or_default())
        }
    })
}
