//! Finds and decodes uuencoded files in the text of messages (POSIX.1-2017, "uuencode").

use linkwright::Span;

/// A uuencoded file in a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct File {
    /// The span from its `begin` line to the end of its `end` line, or of the last line of data.
    pub(crate) place: Span,
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

/// The next uuencoded file in `text` whose `begin` line is at or after `from`.
pub(crate) fn next_file(text: &[u8], from: usize) -> Option<File> {
    let rest = text.get(from..)?;
    let begins = memchr::memmem::find_iter(rest, b"begin ").map(|at| from + at);
    begins.filter(|at| is_line_start(text, *at)).find_map(|at| file(text, at))
}

/// The uuencoded files in a text, and a copy of the text with blanks in place of these files. Offsets in the copy are
/// the same as in the text. The copy is `None` if the text contains no files.
pub(crate) fn take_files(text: &[u8]) -> (Vec<File>, Option<Vec<u8>>) {
    let mut files = Vec::new();
    while let Some(file) = next_file(text, files.last().map_or(0, |last: &File| last.place.end())) {
        files.push(file);
    }
    let rest = (!files.is_empty()).then(|| {
        let mut rest = text.to_vec();
        for file in &files {
            // Line breaks are kept, so that line numbers do not change.
            let bytes = rest.get_mut(file.place.range()).unwrap_or_default();
            bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        rest
    });
    (files, rest)
}

fn is_line_start(text: &[u8], at: usize) -> bool {
    at == 0 || text.get(at - 1) == Some(&b'\n')
}

/// The file whose `begin` line is at `start`; `None` if no line of data follows.
fn file(text: &[u8], start: usize) -> Option<File> {
    let mut lines = text.get(start..)?.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next()?;
    let mut words = first.get(6..)?.splitn(2, |byte| *byte == b' ');
    let mode = words.next()?;
    if !(3..=4).contains(&mode.len()) || !mode.iter().all(|byte| (b'0'..=b'7').contains(byte)) {
        return None;
    }
    let name = String::from_utf8_lossy(words.next().unwrap_or_default()).trim().to_owned();
    let mut end = start + first.len();
    let mut content = Vec::new();
    for line in lines {
        let data = line.strip_suffix(b"\n").unwrap_or(line);
        let data = data.strip_suffix(b"\r").unwrap_or(data);
        let is_end = data.trim_ascii_end() == b"end";
        if !is_end && !is_data(data) {
            break;
        }
        end += line.len();
        if is_end {
            break;
        }
        decode_line(data, &mut content);
    }
    (!content.is_empty()).then_some(File { place: Span::new(start, end), name, content })
}

/// Whether a line is data: its first character is the number of bytes, and four characters encode
/// three bytes. Blanks at the end may be missing.
fn is_data(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let Some((first, rest)) = line.split_first() else { return true };
    let is_code = |byte: &u8| (b' '..=b'`').contains(byte);
    let len = usize::from(value(*first));
    let chars = len.div_ceil(3) * 4;
    is_code(first)
        && rest.iter().all(is_code)
        && (rest.len() <= chars + 1)
        && (rest.len() + 4 > chars || len == 0)
}

const fn value(byte: u8) -> u8 {
    byte.wrapping_sub(b' ') & 63
}

/// Appends the bytes of a line of data. Missing blanks at its end are read as zeros.
fn decode_line(line: &[u8], content: &mut Vec<u8>) {
    let Some((first, rest)) = line.split_first() else { return };
    let at = |index: usize| rest.get(index).map_or(0, |byte| value(*byte));
    for byte in 0..usize::from(value(*first)) {
        let index = byte / 3 * 4 + byte % 3;
        let (high, low) = (at(index), at(index + 1));
        content.push(match byte % 3 {
            0 => high << 2 | low >> 4,
            1 => high << 4 | low >> 2,
            _ => high << 6 | low,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_a_text_is_decoded() {
        let text = "see\nbegin 644 a b.txt\r\n#86)C\r\n`\nend\nbelow";
        let file = next_file(text.as_bytes(), 0).unwrap();
        assert_eq!(&text[file.place.range()], "begin 644 a b.txt\r\n#86)C\r\n`\nend\n");
        assert_eq!((&*file.name, &*file.content), ("a b.txt", &b"abc"[..]));
        assert_eq!(next_file(text.as_bytes(), file.place.end()), None);
        let (files, rest) = take_files(text.as_bytes());
        let rest = String::from_utf8(rest.unwrap()).unwrap();
        assert_eq!((files.len(), rest.len(), rest.lines().count()), (1, text.len(), 6));
        assert!(rest.starts_with("see\n   ") && rest.ends_with("\nbelow"));
        assert_eq!(take_files(b"see http://a.example/"), (Vec::new(), None));
    }

    #[test]
    fn missing_blanks_are_read_as_zeros() {
        // The complete code for the bytes `a`, 0, 0 is `80` and two blanks.
        let file = next_file(b"begin 644 a\n#80\nend\n", 0).unwrap();
        assert_eq!(file.content, b"a\0\0");
    }

    #[test]
    fn prose_with_a_begin_line_is_not_a_file() {
        let prose = b"begin 644 times http://a.example\nfoo bar baz, said he\n";
        assert_eq!(next_file(prose, 0), None);
        assert_eq!(next_file(b"begin with this\n", 0), None);
        assert_eq!(next_file(b"to begin 644 a\n#86)C\n", 0), None);
    }
}
