//! Extended grapheme clusters (UAX #29). A person sees a cluster as one character.
//!
//! This is the only module that uses unicode-segmentation. An invalid UTF-8 sequence counts as one cluster, like the
//! replacement character that `from_utf8_lossy` would insert for it.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use super::chars;
use crate::span::Span;

/// The maximum length of a cluster in bytes; a longer one is counted in parts.
///
/// The longest clusters in real text are emoji families of about 40 bytes. Without a bound, each lookup in a text of
/// combining marks would read the whole text again.
pub(super) const LONGEST: usize = 256;

/// The number of clusters that end at or before `to`, and the offset of the next cluster in `text`.
///
/// `text` must begin at a cluster boundary; `to` is at most its length. The offset is `to` or, if `to` is inside a
/// cluster, the beginning of that cluster.
pub(super) fn count_before(text: &[u8], to: usize) -> (usize, usize) {
    let (mut count, mut at) = (0, 0);
    while at < to {
        let plain = lone_ascii(text.get(at..).unwrap_or_default(), to - at);
        count += plain;
        at += plain;
        if at == to {
            break;
        }
        let window = GraphemeWindow::new(text.get(at..).unwrap_or_default());
        let (clusters, len) = window.count_before(to - at);
        if clusters == 0 {
            break;
        }
        count += clusters;
        at += len;
    }
    (count, at)
}

/// The byte offsets of the cluster boundaries of `text`, including both ends.
pub(crate) fn borders(text: &str) -> impl Iterator<Item = usize> {
    text.grapheme_indices(true).map(|(at, _)| at).chain(core::iter::once(text.len()))
}

/// The number of characters on each side that are examined to decide whether an offset is a cluster boundary. Next to
/// an ASCII character one on each side is enough (rules GB3 to 9b). For other text more are needed, because a flag or
/// an emoji family consists of several characters.
const CONTEXT: usize = 16;
const CONTEXT_OF_ASCII: usize = 1;

/// Whether `span` begins or ends inside a cluster. Text before `floor` is not read.
pub(crate) fn are_split(text: &[u8], floor: usize, span: Span) -> bool {
    // Some characters, such as the Arabic number sign, begin a cluster that continues with an ASCII character.
    let is_wide = |at| chars::byte_before(text, at) >= 0x80 || chars::byte_at(text, at) >= 0x80;
    let is_inside = |at| is_wide(at) && !is_boundary(text, at);
    is_inside(span.end()) || span.start() > floor && is_inside(span.start())
}

/// Whether a cluster begins at `at`. This is decided from the characters near `at`.
fn is_boundary(text: &[u8], at: usize) -> bool {
    let (mut start, mut end) = (at, at);
    let is_beside_ascii =
        chars::byte_before(text, at).is_ascii() || chars::byte_at(text, at).is_ascii();
    for _ in 0..if is_beside_ascii { CONTEXT_OF_ASCII } else { CONTEXT } {
        start -= text.get(..start).and_then(chars::last).map_or(0, |(_, len)| len);
        end += text.get(end..).and_then(chars::first).map_or(0, |(_, len)| len);
    }
    let Some(around) = text.get(start..end).and_then(|around| core::str::from_utf8(around).ok())
    else {
        return true;
    };
    GraphemeCursor::new(at - start, around.len(), true).is_boundary(around, 0).unwrap_or(true)
}

/// The number of ASCII characters at the beginning of `text` that are certainly separate clusters.
///
/// An ASCII character before a non-ASCII character is not included, because a combining mark may belong to its cluster.
/// CR is not included either, because it forms one cluster with a following LF.
fn lone_ascii(text: &[u8], limit: usize) -> usize {
    let near = text.get(..limit).unwrap_or(text);
    let run = if near.is_ascii() {
        // Most lines are ASCII, and `is_ascii` and `memchr` read many bytes at a time.
        memchr::memchr(b'\r', near).unwrap_or(near.len())
    } else {
        near.iter().take_while(|byte| byte.is_ascii() && **byte != b'\r').count()
    };
    match text.get(run) {
        Some(next) if !next.is_ascii() => run.saturating_sub(1),
        _ => run,
    }
}

/// The bytes that are segmented together.
struct GraphemeWindow<'t> {
    valid: &'t str,
    /// The length of the invalid sequence after `valid`.
    invalid: usize,
    /// Whether the text continues after the window, so that its last cluster may continue too.
    is_cut: bool,
}

impl<'t> GraphemeWindow<'t> {
    fn new(text: &'t [u8]) -> GraphemeWindow<'t> {
        let head = text.get(..LONGEST).unwrap_or(text);
        let chunk = head.utf8_chunks().next();
        let (valid, invalid) = chunk.map_or(("", 0), |c| (c.valid(), c.invalid().len()));
        let is_cut = valid.len() + invalid == head.len() && head.len() < text.len();
        GraphemeWindow { valid, invalid, is_cut }
    }

    /// The result of the function [`count_before`] for this window. The number is 0 only if `to` is in the first
    /// cluster.
    fn count_before(&self, to: usize) -> (usize, usize) {
        if self.valid.is_empty() {
            return if 0 < self.invalid && self.invalid <= to { (1, self.invalid) } else { (0, 0) };
        }
        let (mut count, mut at) = (0, 0);
        for cluster in self.valid.graphemes(true) {
            let end = at + cluster.len();
            let may_go_on = self.is_cut && end == self.valid.len() && count > 0;
            if end > to || may_go_on {
                break;
            }
            count += 1;
            at = end;
        }
        (count, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clusters(text: &str) -> usize {
        count_before(text.as_bytes(), text.len()).0
    }

    #[test]
    fn clusters_are_counted() {
        assert_eq!(clusters(""), 0);
        assert_eq!(clusters("plain"), 5);
        assert_eq!(clusters("e\u{301}a"), 2);
        assert_eq!(clusters("a\r\nb"), 3);
        assert_eq!(clusters("👨‍👩‍👧🇩🇪!"), 3);
        assert_eq!(clusters(&"日本語".repeat(500)), 1500);
    }

    #[test]
    fn a_cluster_that_contains_the_offset_is_not_counted() {
        assert_eq!(count_before("ae\u{301}b".as_bytes(), 2), (1, 1));
        assert_eq!(count_before("ae\u{301}b".as_bytes(), 4), (2, 4));
        assert_eq!(count_before("日本".as_bytes(), 4), (1, 3));
    }

    #[test]
    fn each_invalid_sequence_is_one_cluster() {
        assert_eq!(count_before(b"a\xFF\xFEb", 4), (4, 4));
        assert_eq!(count_before(b"\xE2\x82x", 3), (2, 3));
        assert_eq!(count_before(b"\xE2\x82x", 1), (0, 0));
    }

    /// Tests the claim about `CONTEXT_OF_ASCII`: the two characters next to an offset are enough to decide whether it
    /// is a boundary.
    #[test]
    fn next_to_ascii_two_characters_are_enough_to_find_a_boundary() {
        let units = [
            "a", "\r", "\n", "\u{301}", "\u{200D}", "\u{600}", "\u{903}", "👨", "🇩", "क",
            "\u{94D}", "각", "。",
        ];
        let texts = units.iter().flat_map(|a| units.iter().map(move |b| [*a, *b].concat()));
        for (before, after) in
            texts.clone().flat_map(|a| texts.clone().map(move |b| (a.clone(), b)))
        {
            let text = [before.as_str(), &after].concat();
            let borders: Vec<usize> = borders(&text).collect();
            for (at, _) in text.char_indices().skip(1) {
                assert_eq!(
                    is_boundary(text.as_bytes(), at),
                    borders.contains(&at),
                    "{text:?} at {at}"
                );
            }
        }
    }

    #[test]
    fn windows_and_the_whole_text_have_the_same_number_of_clusters() {
        for unit in ["👨‍👩‍👧", "e\u{301}", "🇩🇪", "ж", "a", "x\r\n"] {
            for lead in 0..9 {
                let text = "é".repeat(lead) + &unit.repeat(300);
                assert_eq!(clusters(&text), text.graphemes(true).count(), "{unit} {lead}");
            }
        }
    }

    #[test]
    fn a_very_long_cluster_is_counted_in_parts() {
        let text = "a".to_owned() + &"\u{301}".repeat(10_000);
        let (count, at) = count_before(text.as_bytes(), text.len());
        assert_eq!(at, text.len());
        assert!((2..=text.len() / 128).contains(&count), "{count}");
    }
}
