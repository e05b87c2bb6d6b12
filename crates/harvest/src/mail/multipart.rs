//! The parts of a multipart body (RFC 2046, section 5.1.1).

use linkwright::Span;

use super::entity::Entity;

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
    let mut inner = Inner::default();
    for at in memchr::memmem::find_iter(body, delimiter.as_bytes()) {
        let Some(line) = Line::at(body, at, delimiter.len()) else { continue };
        let text = body.get(at..line.end).unwrap_or_default();
        let after = body.get(line.end..).unwrap_or_default();
        if inner.is_delimiter(text, after) {
            continue;
        }
        inner = Inner::default();
        inner.declare(&delimiter, after);
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

/// The open multiparts inside a part whose delimiters begin with that of the outer multipart, from the outside in.
#[derive(Default)]
struct Inner(Vec<String>);

impl Inner {
    /// The most bytes of the header of a part that are searched for a boundary.
    const HEADER: usize = 4096;

    /// Opens the multipart that the header at the beginning of `part` declares, if its delimiter begins with `outer`.
    fn declare(&mut self, outer: &str, part: &[u8]) {
        let entity = Entity::new(part.get(..Self::HEADER).unwrap_or(part));
        let is_multipart = entity.media_type().is_some_and(|one| one.kind == "multipart");
        let Some(boundary) = entity.parameter("boundary").filter(|_| is_multipart) else { return };
        let delimiter = format!("--{}", boundary.trim_end());
        if delimiter.len() > outer.len() && delimiter.starts_with(outer) {
            self.0.push(delimiter);
        }
    }

    /// Whether `line` is a delimiter of an open multipart, or closes it; `after` is the text after the line.
    fn is_delimiter(&mut self, line: &[u8], after: &[u8]) -> bool {
        let line = line.trim_ascii_end();
        let rest = |one: &String| line.strip_prefix(one.as_bytes());
        let found = self
            .0
            .iter()
            .rposition(|one| rest(one).is_some_and(|rest| matches!(rest, b"" | b"--")));
        let Some(at) = found else { return false };
        let is_closing = self.0.get(at).and_then(rest) == Some(b"--");
        self.0.truncate(if is_closing { at } else { at + 1 });
        if let Some(outer) = self.0.first().cloned().filter(|_| !is_closing) {
            self.declare(&outer, after);
        }
        true
    }
}

/// A delimiter line, including the line break before it.
struct Line {
    start: usize,
    end: usize,
    is_closing: bool,
}

impl Line {
    /// The delimiter line whose `--boundary` is at `at`; `None` if `at` is not the beginning of a line.
    ///
    /// Any text may follow the boundary. If it begins with `--`, and a blank or nothing follows, the line is the closing
    /// delimiter. The boundary of an inner multipart may begin with that of the outer one (see `Inner`).
    fn at(body: &[u8], at: usize, len: usize) -> Option<Line> {
        let before = body.get(..at)?;
        let start = match before.strip_suffix(b"\n") {
            Some(rest) => rest.strip_suffix(b"\r").unwrap_or(rest).len(),
            None if before.is_empty() => 0,
            None => return None,
        };
        let after = body.get(at + len..)?;
        let closing = after.strip_prefix(b"--");
        let is_closing =
            closing.is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace));
        let len = memchr::memchr(b'\n', after).map_or(after.len(), |end| end + 1);
        Some(Line { start, end: body.len() - after.len() + len, is_closing })
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
    fn every_line_that_begins_with_the_boundary_is_a_delimiter() {
        let parts = |body| texts(body, "x");
        assert_eq!(
            parts("--x\na\n--x junk\nb\n--xy\nc\n--x-- junk\nd"),
            (vec!["a", "b", "c"], Some("d"))
        );
        // The boundary `x--y` is not declared.
        assert_eq!(parts("--x\na\n--x--y\nb\n--x--y--\n\n--x--"), (vec!["a", "b", ""], Some("")));
        assert_eq!(parts("--x\n --x\na--x\n--X\n--x--"), (vec![" --x\na--x\n--X"], Some("")));
        assert_eq!(parts("none"), (vec![], None));
    }

    #[test]
    fn a_line_of_an_open_inner_multipart_does_not_delimit_the_outer_one() {
        let parts = |body| texts(body, "x");
        let head = "Content-Type: multipart/related; boundary=\"x.REL\"\n\n";
        let inner = format!("{head}--x.REL\na\n--x.REL \nb\n--x.REL--\n");
        let body = format!("--x\n{inner}\n--x\nc\n--x--");
        assert_eq!(parts(&body), (vec![&*inner, "c"], Some("")));
        // Closed, not equal, declared in another part, not declared by a multipart.
        let body = format!("--x\n{inner}\n--x.REL\nc\n--x--");
        assert_eq!(parts(&body), (vec![&*inner, "c"], Some("")));
        let body = format!("--x\n{head}--x.REL\na\n--x.RELs\nb\n--x text\nc\n--x--");
        assert_eq!(parts(&body).0, [&format!("{head}--x.REL\na"), "b", "c"]);
        let body = format!("--x\n{head}a\n--x\n\nb\n--x.REL\nc\n--x--");
        assert_eq!(parts(&body).0, [&format!("{head}a"), "\nb", "c"]);
        let plain = head.replace("multipart/related", "text/plain");
        let body = format!("--x\n{plain}a\n--x.REL\nc\n--x--");
        assert_eq!(parts(&body).0, [&format!("{plain}a"), "c"]);
        // Two levels.
        let deep = head.replace("x.REL", "x.REL.ALT");
        let inner = format!("{head}--x.REL\n{deep}--x.REL.ALT\na\n--x.REL.ALT--\n--x.REL--");
        assert_eq!(parts(&format!("--x\n{inner}\n--x--")).0, [&*inner]);
    }
}
