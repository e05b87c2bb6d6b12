//! The parts of a multipart body (RFC 2046, section 5.1.1).

use linkwright::Span;

/// Where the parts of `body` stand, and whether the closing delimiter came. The preamble and the
/// epilogue are no parts, and nobody is shown them.
///
/// No parts at all means that the boundary is not there.
pub(super) fn parts(body: &[u8], boundary: &str) -> (Vec<Span>, bool) {
    let delimiter = format!("--{}", boundary.trim_end());
    let mut parts = Vec::new();
    let mut start = None;
    for at in memchr::memmem::find_iter(body, delimiter.as_bytes()) {
        let Some(line) = Line::at(body, at, delimiter.len()) else { continue };
        if let Some(start) = start {
            parts.push(Span::new(start, line.start));
        }
        if line.is_closing {
            return (parts, true);
        }
        start = Some(line.end);
    }
    if let Some(start) = start {
        parts.push(Span::new(start, body.len()));
    }
    (parts, false)
}

/// A line that is a delimiter. The line break before it belongs to it.
struct Line {
    start: usize,
    end: usize,
    is_closing: bool,
}

impl Line {
    /// The delimiter line with its `--boundary` at `at`, which may be something else: the text of
    /// a longer boundary, or of no line's beginning.
    fn at(body: &[u8], at: usize, len: usize) -> Option<Line> {
        let before = body.get(..at)?;
        let start = match before.strip_suffix(b"\n") {
            Some(rest) => rest.strip_suffix(b"\r").unwrap_or(rest).len(),
            None if before.is_empty() => 0,
            None => return None,
        };
        let behind = body.get(at + len..)?;
        let closing = behind.strip_prefix(b"--");
        let rest = closing.unwrap_or(behind);
        let line = rest.get(..memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1))?;
        let end = body.len() - rest.len() + line.len();
        line.trim_ascii().is_empty().then_some(Line { start, end, is_closing: closing.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'b>(body: &'b str, boundary: &str) -> (Vec<&'b str>, bool) {
        let (parts, is_closed) = parts(body.as_bytes(), boundary);
        (parts.iter().map(|part| &body[part.range()]).collect(), is_closed)
    }

    #[test]
    fn parts_between_delimiters() {
        let body = "preamble\r\n--x\r\none\r\n--x  \r\n\r\n--x--\r\nepilogue";
        assert_eq!(texts(body, "x"), (vec!["one", ""], true));
        assert_eq!(texts("--x\na\n--x\nb", "x "), (vec!["a", "b"], false));
    }

    #[test]
    fn what_looks_like_a_delimiter() {
        let body = "--x\n--xy\n --x\na--x\n--x--y\n--x--";
        assert_eq!(texts(body, "x"), (vec!["--xy\n --x\na--x\n--x--y"], true));
        assert_eq!(texts("none", "x"), (vec![], false));
    }
}
