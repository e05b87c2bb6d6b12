//! Bounds the memory of the Markdown parser, which holds a node for each mark of a document.

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
    let (mut left, mut at) = (most, 0);
    while at < source.len() {
        let rest = source.get(at..).unwrap_or_default();
        let len = memchr::memmem::find(rest, b"\n\n").map_or(rest.len(), |len| len + 2);
        let paragraph = rest.get(..len).unwrap_or_default();
        let permitted = left.min(most_in_paragraph);
        let count = marks(paragraph).count();
        if count > permitted {
            // A mark is ASCII, so it begins a character.
            let last = marks(paragraph).nth(permitted).filter(|_| at == 0).unwrap_or_default();
            let before = paragraph.get(..last).unwrap_or_default();
            return Some(at + memchr::memrchr(b'\n', before).map_or(last, |end| end + 1));
        }
        (left, at) = (left - count, at + len);
    }
    None
}

/// The offsets of the marks in a paragraph: bytes that may begin an element of Markdown, and blanks after what may be the
/// mark of a list item.
fn marks(text: &[u8]) -> impl Iterator<Item = usize> {
    let mut before = b'\n';
    let is_mark = move |(_, byte): &(usize, &u8)| {
        let last = core::mem::replace(&mut before, **byte);
        match **byte {
            b' ' | b'\t' => matches!(last, b'-' | b'+' | b'.' | b')'),
            b'<' | b'>' | b'[' | b']' | b'*' | b'_' | b'~' | b'^' | b'$' | b'\\' | b'&' | b'!'
            | b'|' | b'`' | b'\n' => true,
            _ => false,
        }
    };
    text.iter().enumerate().filter(is_mark).map(|(at, _)| at)
}

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
