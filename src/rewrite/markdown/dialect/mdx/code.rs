//! Code in Markdown: fences, and spans between backticks. Braces and tags in code are text.

/// An open fence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fence {
    mark: u8,
    len: usize,
    /// The indentation of the list item that begins in the line of the fence.
    indent: usize,
    /// Whether the fence is in a quoted line.
    is_quoted: bool,
}

/// The fence that a line opens.
pub(super) fn opens(line: &str) -> Option<Fence> {
    let (prefix, rest) = line.split_at_checked(prefix_len(line))?;
    let mark = rest.bytes().next().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let len = rest.bytes().take_while(|byte| *byte == mark).count();
    let info = rest.get(len..)?;
    let is_item = prefix.bytes().any(|byte| !matches!(byte, b' ' | b'\t' | b'>'));
    let indent = if is_item { prefix.len() } else { 0 };
    let is_fence = len >= 3 && (mark == b'~' || !info.contains('`'));
    is_fence.then_some(Fence { mark, len, indent, is_quoted: prefix.contains('>') })
}

impl Fence {
    /// Whether the fence is in a quote or list item, whose end also ends the fence.
    pub(super) const fn is_nested(&self) -> bool {
        self.is_quoted || self.indent > 0
    }

    /// The way in which `line` ends the fence; `None` if it does not end it.
    pub(super) fn ends(&self, line: &str) -> Option<End> {
        let text = line.trim_start_matches([' ', '\t', '>']);
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        let is_outside = self.is_quoted && !line.trim_start().starts_with('>')
            || blanks < self.indent && !text.trim_end().is_empty() && !self.is_quoted;
        if is_outside {
            return Some(End::Before);
        }
        let len = text.bytes().take_while(|byte| *byte == self.mark).count();
        let is_close =
            len >= self.len && text.get(len..).is_some_and(|rest| rest.trim().is_empty());
        is_close.then_some(End::With)
    }
}

/// The way in which a line ends a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The line closes the fence.
    With,
    /// The block around the fence ended before the line.
    Before,
}

/// The length of the marks before the text of a line: white space, `>`, and the marks of list items.
pub(super) fn prefix_len(line: &str) -> usize {
    let mut rest = line;
    loop {
        let text = rest.trim_start_matches([' ', '\t', '>']);
        let digits = text.bytes().take(9).take_while(u8::is_ascii_digit).count();
        let marks: &[char] = if digits > 0 { &['.', ')'] } else { &['-', '*', '+'] };
        let item = text.get(digits..).and_then(|text| text.strip_prefix(marks));
        match item.filter(|item| item.starts_with([' ', '\t'])) {
            Some(item) => rest = item,
            None => return line.len() - text.len(),
        }
    }
}

/// Whether a line is a heading or a thematic break of hyphens, after which no paragraph continues.
pub(super) fn is_heading(line: &str) -> bool {
    let text = line.get(prefix_len(line)..).unwrap_or_default();
    let level = text.bytes().take_while(|byte| *byte == b'#').count();
    let is_break = line.trim().len() >= 3 && line.trim().bytes().all(|byte| byte == b'-');
    let after = text.get(level..).unwrap_or_default();
    is_break
        || (1..=6).contains(&level) && (after.starts_with([' ', '\t']) || after.trim().is_empty())
}

/// The spans of code in a paragraph.
#[derive(Debug, Default)]
pub(super) struct Backticks {
    /// For each length of a run of backticks, the position of the last such run in the paragraph. Runs of [`LONGEST`]
    /// or more backticks are text.
    last: [usize; LONGEST],
    /// The offset up to which runs were read: the end of the paragraph.
    read: usize,
}

/// Shorter runs of backticks are marks; a run of this length or more is text.
const LONGEST: usize = 32;

impl Backticks {
    /// Where the text continues after the run of backticks at `at`: after the span of code that the run opens, or
    /// directly after the run if it opens none.
    pub(super) fn skip(&mut self, source: &str, at: usize) -> usize {
        let text = source.as_bytes();
        let len = run(text, at);
        if at >= self.read {
            self.read_paragraph(source, at);
        }
        let last = self.last.get(len).copied().unwrap_or_default();
        let mut next = at + len;
        while next <= last {
            let rest = text.get(next..).unwrap_or_default();
            let Some(skipped) = memchr::memchr(b'`', rest) else { break };
            let start = next + skipped;
            next = start + run(text, start);
            if next - start == len {
                return next;
            }
        }
        at + len
    }

    fn read_paragraph(&mut self, source: &str, at: usize) {
        self.last = [0; LONGEST];
        let text = source.as_bytes();
        self.read = paragraph_end(source, at);
        let mut next = at;
        while let Some(skipped) =
            text.get(next..self.read).and_then(|rest| memchr::memchr(b'`', rest))
        {
            let start = next + skipped;
            let len = run(text, start);
            if let Some(last) = self.last.get_mut(len) {
                *last = start;
            }
            next = start + len;
        }
    }
}

/// The length of the run of backticks at `at`.
fn run(text: &[u8], at: usize) -> usize {
    text.get(at..).unwrap_or_default().iter().take_while(|byte| **byte == b'`').count()
}

/// The end of the block that contains `at`: before a blank line, a heading, an item or a fence.
fn paragraph_end(source: &str, at: usize) -> usize {
    let mut end = at;
    for (number, line) in source.get(at..).unwrap_or_default().split_inclusive('\n').enumerate() {
        let text = line.trim_start_matches([' ', '\t', '>']);
        let is_item = prefix_len(line) > line.len() - text.len();
        let is_over =
            text.trim_end().is_empty() || text.starts_with('#') || is_item || opens(line).is_some();
        if number > 0 && is_over {
            break;
        }
        end += line.len();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_open_and_close() {
        for (open, close, end) in [
            ("```js", "```", Some(End::With)),
            ("~~~ a`b", "~~~~  ", Some(End::With)),
            ("````", "```", None),
            ("```", "``` a", None),
            ("> ```", "> ```", Some(End::With)),
            ("> ```", "a", Some(End::Before)),
            ("- ```", "  ```", Some(End::With)),
            ("10. ```", "a", Some(End::Before)),
            ("- ```", "", None),
            ("  ```", "a", None),
        ] {
            assert_eq!(opens(open).unwrap().ends(close), end, "{open} {close}");
        }
        for line in ["``", "```a`", "a ```", "-```", ""] {
            assert!(opens(line).is_none(), "{line}");
        }
    }

    #[test]
    fn spans_of_code_are_skipped() {
        for (source, end) in [
            ("`{` {", 3),
            ("``a`b`` c", 7),
            ("`a", 1),
            ("`a\n\nb`", 1),
            ("`a\n- b`", 1),
            ("`a\nb`", 5),
            ("``a`", 2),
        ] {
            assert_eq!(Backticks::default().skip(source, 0), end, "{source}");
        }
    }
}
