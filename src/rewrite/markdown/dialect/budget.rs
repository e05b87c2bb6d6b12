//! Bounds the memory of the Markdown parser, which holds a node for each mark of a document.

use crate::ascii::ByteSet;

/// The maximum number of marks of a document that are read: ASCII punctuation that may begin an element, and line ends.
/// A page has about one mark in 15 bytes, so this many marks are about 7 MB of text.
pub const MOST_MARKS: usize = 500_000;

/// The maximum number of marks without a blank line, unless more than [`MOST_MARKS`] are read. The events of a paragraph
/// are held until it is complete, which takes more memory than the nodes of the parser.
const MOST_IN_PARAGRAPH: usize = 2 * MOST_MARKS / 5;

/// Where the reading of `source` has to end: at the beginning of the paragraph, or else of the line, that has the first
/// mark too many. `None` if the document is read to its end.
pub(super) fn end(source: &[u8], most: usize) -> Option<usize> {
    let most_in_paragraph = MOST_IN_PARAGRAPH.max(most / 5 * 2).min(most);
    if source.len() <= most_in_paragraph {
        return None;
    }
    let (mut left, mut permitted) = (most, most_in_paragraph);
    let (mut paragraph, mut line) = (0, 0);
    for (at, &byte) in source.iter().enumerate().filter(|(_, byte)| MARKS.contains(**byte)) {
        let is_item = b"-+.)".contains(&byte);
        if is_item && !matches!(source.get(at + 1), Some(b' ' | b'\t')) {
            continue;
        }
        if permitted == 0 {
            // A mark is ASCII, so it begins a character.
            return Some(match (paragraph, line) {
                (0, 0) => at + usize::from(is_item),
                (0, line) => line,
                (paragraph, _) => paragraph,
            });
        }
        (left, permitted) = (left - 1, permitted - 1);
        if byte == b'\n' {
            if line == at && paragraph < at {
                (paragraph, permitted) = (at + 1, left.min(most_in_paragraph));
            }
            line = at + 1;
        }
    }
    None
}

/// The bytes that may begin an element of Markdown; the last four with the blank after them, as the mark of a list item.
const MARKS: ByteSet = ByteSet::of(b"<>[]*_~^$\\&!|`\n-+.)");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_ends_at_the_paragraph_or_line_of_the_first_mark_too_many() {
        let long = "<".repeat(MOST_IN_PARAGRAPH);
        let many = format!("{}\n", "<".repeat(98)).repeat(50) + "\n";
        let whole = many.repeat(MOST_MARKS / 4951);
        for (source, expected) in [
            (long.clone(), None),
            (format!("a\n\n{}", "a-+.".repeat(4096)), None),
            (format!("{many}{}", &long[99..]), None),
            (format!("{long}{}", "a-+.".repeat(4096)), None),
            (format!("a\n{long}{long}"), Some(2)),
            (format!("a\n\nb\n{long}{long}"), Some(3)),
            (whole.clone(), None),
            (format!("{whole}{many}"), Some(whole.len())),
        ] {
            assert_eq!(end(source.as_bytes(), MOST_MARKS), expected, "{} bytes", source.len());
        }
    }
}
