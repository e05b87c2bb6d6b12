//! `remove_dot_segments` (section 5.2.4).

/// Which segments count as dot segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dots {
    /// Only `.` and `..`, the segments that section 5.2.4 removes.
    Literal,
    /// Like `Literal`, but a dot may also be written as `%2e`, because normalization decodes segments (6.2.2.2) before
    /// it removes dot segments (6.2.2.3).
    Decoded,
}

impl Dots {
    /// The number of dots of which `segment` consists, if it is `.` or `..`; otherwise 0.
    fn count(self, segment: &str) -> usize {
        let Some(rest) = self.strip_dot(segment) else { return 0 };
        match self.strip_dot(rest) {
            _ if rest.is_empty() => 1,
            Some("") => 2,
            _ => 0,
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
        self.count(segment) > 0
    }

    /// Whether `segment` is `..`, which removes the segment before it.
    pub(super) fn goes_up(self, segment: &str) -> bool {
        self.count(segment) == 2
    }

    /// Whether `path` has a dot segment.
    pub(super) fn are_in(self, path: &str) -> bool {
        let bytes = path.as_bytes();
        memchr::memchr2_iter(b'.', b'%', bytes).any(|at| {
            let is_first = at.checked_sub(1).is_none_or(|before| bytes.get(before) == Some(&b'/'));
            is_first && {
                let rest = path.get(at..).unwrap_or_default();
                self.contain(rest.split('/').next().unwrap_or_default())
            }
        })
    }
}

/// Whether `segment` is `.` or `..`, possibly with `%2e` for a dot.
#[cfg(feature = "patterns")]
pub(crate) fn is_dot_segment(segment: &str) -> bool {
    Dots::Decoded.contain(segment)
}

/// `path` without its dot segments, and the number of `..` that go above its beginning.
///
/// The algorithm of the RFC reads the path from its start and moves its segments to an output buffer; each `..` removes
/// the last segment of the buffer.
pub(super) fn remove(path: &str, dots: Dots) -> (String, usize) {
    let path = strip_leading(path, dots);
    let (mut output, mut above) = (String::with_capacity(path.len()), 0);
    for (index, segment) in path.split('/').enumerate() {
        match dots.count(segment) {
            1 => {}
            2 if output.is_empty() => above += 1,
            2 => output.truncate(output.rfind('/').unwrap_or_default()),
            _ => {
                output.push_str(if index == 0 { "" } else { "/" });
                output.push_str(segment);
            }
        }
    }
    // If a path ends in a dot segment, its normal form ends in "/".
    if path.rsplit('/').next().is_some_and(|last| dots.contain(last)) {
        output.push('/');
    }
    (output, above)
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
///
/// `path` is not empty and does not begin with a slash.
pub(super) fn remove_from_relative(path: &str, dots: Dots) -> String {
    // The number of `..` at the start of the path, and the path from the first other segment on.
    let (mut up, mut from_first) = (0, path);
    loop {
        let (segment, after) = from_first.split_once('/').unwrap_or((from_first, ""));
        match dots.count(segment) {
            0 => break,
            count => up += count - 1,
        }
        from_first = after;
    }
    let end = from_first.find('/').unwrap_or(from_first.len());
    let (first, rest) = from_first.split_at_checked(end).unwrap_or_default();
    let (rest, up_again) = remove(rest, dots);
    // Without "./", the path would be empty or absolute, or its first segment would look like a scheme.
    let here = if up == 0 && (first.is_empty() || first.contains(':')) { "./" } else { "" };
    [here, &"../".repeat(up), first, &"/..".repeat(up_again), &rest].concat()
}
