//! The parts of a multipart body (RFC 2046, section 5.1.1).

use linkwright::Span;

/// The areas of a multipart body.
///
/// Mail readers show neither the preamble nor the epilogue. They are kept, because mailing lists
/// append their footers to signed messages as epilogues.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Multipart {
    pub(super) preamble: Span,
    /// Empty if the boundary does not occur.
    pub(super) parts: Vec<Span>,
    /// `None` if the closing delimiter is missing.
    pub(super) epilogue: Option<Span>,
}

/// Finds the areas of `body`.
pub(super) fn split(body: &[u8], boundary: &str) -> Multipart {
    let delimiter = format!("--{}", boundary.trim_end());
    let mut multipart = Multipart::default();
    let mut start = None;
    for at in memchr::memmem::find_iter(body, delimiter.as_bytes()) {
        let Some(line) = Line::at(body, at, delimiter.len()) else { continue };
        match start {
            None => multipart.preamble = Span::new(0, line.start),
            Some(start) => multipart.parts.push(Span::new(start, line.start)),
        }
        if line.is_closing {
            multipart.epilogue = Some(Span::new(line.end, body.len()));
            return multipart;
        }
        start = Some(line.end);
    }
    if let Some(start) = start {
        multipart.parts.push(Span::new(start, body.len()));
    }
    multipart
}

/// A delimiter line, including the line break before it.
struct Line {
    start: usize,
    end: usize,
    is_closing: bool,
}

impl Line {
    /// The delimiter line whose `--boundary` is at `at`; `None` if the text at `at` is part of a longer boundary, or is
    /// not at the beginning of a line.
    fn at(body: &[u8], at: usize, len: usize) -> Option<Line> {
        let before = body.get(..at)?;
        let start = match before.strip_suffix(b"\n") {
            Some(rest) => rest.strip_suffix(b"\r").unwrap_or(rest).len(),
            None if before.is_empty() => 0,
            None => return None,
        };
        let after = body.get(at + len..)?;
        let closing = after.strip_prefix(b"--");
        let rest = closing.unwrap_or(after);
        let line = rest.get(..memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1))?;
        let end = body.len() - rest.len() + line.len();
        line.trim_ascii().is_empty().then_some(Line { start, end, is_closing: closing.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'b>(body: &'b str, boundary: &str) -> (Vec<&'b str>, Option<&'b str>) {
        let Multipart { parts, epilogue, .. } = split(body.as_bytes(), boundary);
        let text = |span: Span| &body[span.range()];
        (parts.into_iter().map(text).collect(), epilogue.map(text))
    }

    #[test]
    fn parts_are_between_delimiters() {
        let body = "preamble\r\n--x\r\none\r\n--x  \r\n\r\n--x--\r\nepilogue";
        assert_eq!(texts(body, "x"), (vec!["one", ""], Some("epilogue")));
        assert_eq!(split(body.as_bytes(), "x").preamble, Span::new(0, 8));
        assert_eq!(texts("--x\na\n--x\nb", "x "), (vec!["a", "b"], None));
    }

    #[test]
    fn similar_lines_are_not_delimiters() {
        let body = "--x\n--xy\n --x\na--x\n--x--y\n--x--";
        assert_eq!(texts(body, "x"), (vec!["--xy\n --x\na--x\n--x--y"], Some("")));
        assert_eq!(texts("none", "x"), (vec![], None));
    }
}
