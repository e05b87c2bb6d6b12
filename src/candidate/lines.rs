//! Lines of mail: line ends, blanks and reply prefixes.
//!
//! LF, CRLF and CR all end a line. A reply prefix is a run of marks, `>` or `|`, each with up to three blanks before
//! it. The number of marks is the depth of the line. Blanks are the space, the tab, and the no-break space, which some
//! mail programs use for indentation.

use crate::span::Span;
use crate::text::chars;

/// The length of the line break at `at`: 2 for CRLF, 1 for LF and CR, 0 for any other text.
pub(crate) fn break_len(text: &[u8], at: usize) -> usize {
    match chars::byte_at(text, at) {
        b'\r' if chars::byte_at(text, at + 1) == b'\n' => 2,
        b'\n' | b'\r' => 1,
        _ => 0,
    }
}

/// The length of the blank at `at`; 0 for any other text.
#[inline]
fn blank_len(text: &[u8], at: usize) -> usize {
    match text.get(at..) {
        Some([b' ' | b'\t', ..]) => 1,
        Some([0xC2, 0xA0, ..]) => 2,
        _ => 0,
    }
}

/// The offset of the first byte from `at` on that does not belong to a blank.
#[inline]
pub(crate) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    loop {
        match blank_len(text, at) {
            0 => return at,
            len => at += len,
        }
    }
}

/// The offset after the last byte before `at` that is neither space nor tab.
pub(crate) fn back_over_blanks(text: &[u8], floor: usize, at: usize) -> usize {
    floor + without_blanks(Span::new(floor, at).of(text)).len()
}

/// The offset before the blanks that end at `at`. The blanks may include at most one line break, with the reply prefix
/// after it.
pub(crate) fn back_over_break(text: &[u8], floor: usize, at: usize) -> usize {
    floor + before_break(text, floor, at).len()
}

/// The same as [`back_over_break`], for text in which the byte before the blanks may belong to a reply prefix.
fn back_over_prefix(text: &[u8], floor: usize, at: usize) -> usize {
    let end = back_over_blanks(text, floor, at);
    let before = Span::new(floor, end).of(text);
    let Some(line) = memchr::memrchr2(b'\n', b'\r', before).map(|found| floor + found + 1) else {
        return end;
    };
    if prefix(text, line, usize::MAX).content < at {
        return end;
    }
    let len = if Span::new(floor, line).of(text).ends_with(b"\r\n") { 2 } else { 1 };
    back_over_blanks(text, floor, line - len)
}

/// The text before `at`, without the blanks at its end. The blanks may include at most one line break, with the reply
/// prefix after it.
#[inline]
pub(crate) fn before_break(text: &[u8], floor: usize, at: usize) -> &[u8] {
    let line = without_blanks(Span::new(floor, at).of(text));
    match line {
        // The line may end in a reply prefix or in an indent of no-break spaces. If so, the text ends on the line
        // above.
        [.., b'>' | b'|'] | [.., 0xC2, 0xA0] => {
            Span::new(floor, back_over_prefix(text, floor, at)).of(text)
        }
        [above @ .., b'\r', b'\n'] | [above @ .., b'\n' | b'\r'] => without_blanks(above),
        _ => line,
    }
}

/// `bytes` without the spaces and tabs at their end.
#[inline]
fn without_blanks(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., b' ' | b'\t'] = bytes {
        bytes = rest;
    }
    bytes
}

/// The reply prefix of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prefix {
    /// The number of marks.
    pub(crate) depth: usize,
    /// The offset after the last mark.
    pub(crate) marks_end: usize,
    /// The beginning of the content, after the marks and the blanks.
    pub(crate) content: usize,
}

impl Prefix {
    /// The number of bytes of blanks between the last mark and the content.
    pub(crate) const fn indent(&self) -> usize {
        self.content - self.marks_end
    }
}

/// The prefix of the line that begins at `start`, with at most `most` marks.
#[inline]
pub(crate) fn prefix(text: &[u8], start: usize, most: usize) -> Prefix {
    // Most lines begin with their content.
    match chars::byte_at(text, start) {
        b' ' | b'\t' | b'>' | b'|' | 0xC2 => read_prefix(text, start, most),
        _ => Prefix { depth: 0, marks_end: start, content: start },
    }
}

fn read_prefix(text: &[u8], start: usize, most: usize) -> Prefix {
    let (mut depth, mut at) = (0, start);
    while depth < most {
        let mut mark = at;
        for _ in 0..3 {
            match blank_len(text, mark) {
                0 => break,
                len => mark += len,
            }
        }
        if !matches!(chars::byte_at(text, mark), b'>' | b'|') {
            break;
        }
        depth += 1;
        at = mark + 1;
    }
    Prefix { depth, marks_end: at, content: skip_blanks(text, at) }
}

/// The depth of the line at `start`; `None` if the line is empty or the text ends there.
pub(crate) fn depth(text: &[u8], start: usize) -> Option<usize> {
    let prefix = prefix(text, start, usize::MAX);
    let is_over = prefix.content >= text.len() || break_len(text, prefix.content) > 0;
    (prefix.depth > 0 || !is_over).then_some(prefix.depth)
}

/// The text that may be read before a place: the bytes from `floor` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextBefore {
    pub(crate) floor: usize,
    /// Whether the text begins at `floor`.
    pub(crate) is_start: bool,
}

impl TextBefore {
    /// The beginning of the line that contains `at`; `None` if it is before `floor`.
    pub(crate) fn line_start(self, text: &[u8], at: usize) -> Option<usize> {
        match memchr::memrchr2(b'\n', b'\r', Span::new(self.floor, at).of(text)) {
            Some(found) => Some(self.floor + found + 1),
            None => self.is_start.then_some(self.floor),
        }
    }

    /// The depth of the line that contains `at`. If the line begins before `floor`, the depth is 0, or `None` if the
    /// text from `floor` on has only marks and blanks.
    pub(crate) fn depth(self, text: &[u8], at: usize) -> Option<usize> {
        if let Some(start) = self.line_start(text, at) {
            return Some(prefix(text, start, usize::MAX).depth);
        }
        let is_mark = |byte: &u8| matches!(byte, b' ' | b'\t' | b'>' | b'|');
        (!Span::new(self.floor, at).of(text).iter().all(is_mark)).then_some(0)
    }
}

/// The maximum numbers of lines and of bytes in a page break of an RFC: blank lines, footer, form feed, header, blank
/// lines.
pub(crate) const MAX_PAGE_BREAK: (usize, usize) = (16, 512);

/// The offset of the text after the page break of an RFC that begins with the blank line at `at`: blank lines, a footer
/// that ends in `[Page 7]`, a form feed, a header, blank lines. `None` for other text.
pub(crate) fn page_break(text: &[u8], at: usize) -> Option<usize> {
    let (most_lines, most_bytes) = MAX_PAGE_BREAK;
    let mut line = at;
    let (mut footer, mut feed, mut header) = (false, false, false);
    for _ in 0..most_lines {
        let rest = text.get(line..)?;
        let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let content = rest.get(..len)?.trim_ascii();
        let next = line + len + break_len(text, line + len);
        match (footer, feed, header) {
            _ if next > at + most_bytes => return None,
            (true, true, true) if !content.is_empty() => return Some(skip_blanks(text, line)),
            (false, ..) if is_footer(content) => footer = true,
            (true, false, _) if rest.starts_with(b"\x0C") => {
                feed = true;
                header = !content.is_empty() && content != b"\x0C";
            }
            (true, true, false) if !content.is_empty() => header = true,
            _ if content.is_empty() => {}
            _ => return None,
        }
        line = next;
    }
    None
}

fn is_footer(line: &[u8]) -> bool {
    let Some(line) = line.strip_suffix(b"]") else { return false };
    let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && line.get(..line.len() - digits).is_some_and(|head| head.ends_with(b"[Page "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> (usize, &str) {
        let prefix = prefix(line.as_bytes(), 0, usize::MAX);
        (prefix.depth, &line[prefix.content..])
    }

    #[test]
    fn the_depth_of_a_line_is_its_number_of_marks() {
        assert_eq!(of("plain"), (0, "plain"));
        assert_eq!(of("> one"), (1, "one"));
        assert_eq!(of(">> two"), (2, "two"));
        assert_eq!(of("  > > two"), (2, "two"));
        assert_eq!(of("| bar"), (1, "bar"));
        assert_eq!(of(">\u{A0}\u{A0}one"), (1, "one"));
        assert_eq!(of(">     > code"), (1, "> code"));
    }

    #[test]
    fn a_prefix_has_at_most_the_given_number_of_marks() {
        assert_eq!(prefix(b"> > x", 0, 1), Prefix { depth: 1, marks_end: 1, content: 2 });
    }

    #[test]
    fn back_over_break_skips_at_most_one_line_break_and_its_prefix() {
        let back = |text: &str| back_over_break(text.as_bytes(), 0, text.len());
        assert_eq!(back("<  \n  "), 1);
        assert_eq!(back("> <\n> "), 3);
        assert_eq!(back("<\n\n"), 2);
        assert_eq!(back("< a "), 3);
        assert_eq!(back("<\r\n"), 1);
    }

    #[test]
    fn a_page_break_has_a_footer_a_feed_and_a_header() {
        let text = "\n\nJones     Standards Track    [Page 51]\n\x0C\nRFC 1 Title\n\n\n   more";
        assert_eq!(page_break(text.as_bytes(), 0), Some(text.len() - 4));
        assert_eq!(page_break(b"\n\n  more\n", 0), None);
    }
}
