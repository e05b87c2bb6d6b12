//! Plain text in mail: searched, but for what was uuencoded into it.

use linkwright::Span;

use crate::model::DiagnosticKind;
use crate::sink::Sink;

/// Searches a text part.
pub(crate) fn read(text: &[u8], sink: &mut dyn Sink) {
    let mut from = 0;
    while let Some(block) = next_block(text, from) {
        sink.search(text, Span::new(from, block.start()));
        sink.diagnostic(Some(block.start()), DiagnosticKind::Binary, "uuencoded data, skipped");
        from = block.end();
    }
    sink.search(text, Span::new(from, text.len()));
}

/// The next file that is uuencoded in the text: from its `begin` line to after its `end` line, or
/// to the last line of data.
fn next_block(text: &[u8], from: usize) -> Option<Span> {
    let rest = text.get(from..)?;
    let begins = memchr::memmem::find_iter(rest, b"begin ").map(|at| from + at);
    begins.filter(|at| is_line_start(text, *at)).find_map(|at| block(text, at))
}

fn is_line_start(text: &[u8], at: usize) -> bool {
    at == 0 || text.get(at - 1) == Some(&b'\n')
}

/// The block whose `begin` line is at `start`; `None` where no line of data follows.
fn block(text: &[u8], start: usize) -> Option<Span> {
    let mut lines = text.get(start..)?.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next()?;
    let mode = first.get(6..)?.split(|byte| *byte == b' ').next()?;
    if !(3..=4).contains(&mode.len()) || !mode.iter().all(|byte| (b'0'..=b'7').contains(byte)) {
        return None;
    }
    let mut end = start + first.len();
    let mut data = 0;
    for line in lines {
        let content = line.trim_ascii_end();
        let is_end = content == b"end";
        if !is_end && !is_data(content) {
            break;
        }
        end += line.len();
        data += usize::from(!is_end && content.len() > 1);
        if is_end {
            break;
        }
    }
    (data > 0).then_some(Span::new(start, end))
}

/// A line of data: its first character is the number of bytes, and three bytes are four characters.
/// Blanks at its end may have got lost.
fn is_data(line: &[u8]) -> bool {
    let Some((first, rest)) = line.split_first() else { return true };
    let is_code = |byte: &u8| (b' '..=b'`').contains(byte);
    let len = usize::from(first.wrapping_sub(b' ') & 63);
    let chars = len.div_ceil(3) * 4;
    is_code(first)
        && rest.iter().all(is_code)
        && (rest.len() <= chars + 1)
        && (rest.len() + 4 > chars || len == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_the_text() {
        let text = "see\nbegin 644 a.txt\n#86)C\n`\nend\nbelow";
        let block = next_block(text.as_bytes(), 0).unwrap();
        assert_eq!(&text[block.range()], "begin 644 a.txt\n#86)C\n`\nend\n");
        assert_eq!(next_block(text.as_bytes(), block.end()), None);
    }

    #[test]
    fn prose_that_begins_so() {
        assert_eq!(
            next_block(b"begin 644 times http://a.example\nfoo bar baz, said he\n", 0),
            None
        );
        assert_eq!(next_block(b"begin with this\n", 0), None);
        assert_eq!(next_block(b"to begin 644 a\n#86)C\n", 0), None);
    }
}
