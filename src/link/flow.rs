//! Writes the plain text between links as HTML: escapes it, and converts its line ends and its quote marks.

use super::escape;

/// Writes text piece by piece; the state of the line carries over from one piece to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    /// Whether `<br>` is written before each line end.
    breaks: bool,
    /// Whether quoted lines become `<blockquote>`.
    quotes: bool,
    /// The number of open `<blockquote>` elements.
    depth: usize,
    line: Line,
}

/// The position of the writer in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// At the beginning, after this number of quote marks.
    Marks(usize),
    /// After this number of marks and a space: another mark may follow (`> > text`), or the space is not content (RFC
    /// 3676, 4.4).
    Space(usize),
    /// In the text of the line.
    Text,
    /// After a CR, which may be the first half of a line end.
    Cr,
}

/// The maximum depth of quoting; deeper quoting is shown at this depth. Real mail has up to about ten levels, and a
/// hostile text must not open thousands of elements.
const DEEPEST: usize = 32;

impl Flow {
    pub(crate) const fn new(breaks: bool, quotes: bool) -> Flow {
        Flow { breaks, quotes, depth: 0, line: Line::Marks(0) }
    }

    /// Writes the next part of the text.
    pub(crate) fn text(&mut self, out: &mut String, text: &str) {
        if !self.breaks && !self.quotes {
            return escape::text(out, text);
        }
        let mut rest = text;
        while !rest.is_empty() {
            rest = match self.line {
                Line::Marks(depth) if self.quotes => self.marks(out, depth, rest),
                Line::Space(depth) if rest.starts_with('>') => self.marks(out, depth, rest),
                Line::Space(depth) => {
                    self.quote(out, depth);
                    self.line_rest(out, rest)
                }
                // CR LF is one line end, and so is a single CR.
                Line::Cr => {
                    let after = rest.strip_prefix('\n');
                    self.end_line(out, if after.is_some() { "\r\n" } else { "\r" });
                    after.unwrap_or(rest)
                }
                Line::Marks(_) | Line::Text => self.line_rest(out, rest),
            };
        }
    }

    /// Writes what must precede a link in its line: the tags for its quote marks, or the line end if the text before
    /// the link ends with a CR.
    pub(crate) fn before_link(&mut self, out: &mut String) {
        match self.line {
            Line::Marks(depth) | Line::Space(depth) if self.quotes => {
                self.quote(out, depth);
            }
            Line::Cr => self.end_line(out, "\r"),
            _ => {}
        }
        self.line = Line::Text;
    }

    /// Ends the text: writes the line end if the text ends with a CR, and closes the open elements.
    pub(crate) fn finish(&mut self, out: &mut String) {
        if self.line == Line::Cr {
            self.end_line(out, "\r");
        }
        self.line = Line::Marks(0);
        self.quote(out, 0);
    }

    /// Reads quote marks, and returns the text after them. Nothing is written until their number is known.
    fn marks<'t>(&mut self, out: &mut String, depth: usize, text: &'t str) -> &'t str {
        let rest = text.trim_start_matches('>');
        let depth = depth + (text.len() - rest.len());
        if rest.is_empty() {
            self.line = Line::Marks(depth);
            return rest;
        }
        if let Some(rest) = rest.strip_prefix(' ').filter(|_| depth > 0) {
            self.line = Line::Space(depth);
            return rest;
        }
        self.quote(out, depth);
        self.line = Line::Text;
        rest
    }

    /// Opens or closes `<blockquote>` elements until `depth` of them are open, at most [`DEEPEST`].
    fn quote(&mut self, out: &mut String, depth: usize) {
        let depth = depth.min(DEEPEST);
        while self.depth < depth {
            out.push_str("<blockquote>");
            self.depth += 1;
        }
        while self.depth > depth {
            out.push_str("</blockquote>");
            self.depth -= 1;
        }
    }

    /// Writes the rest of the line, and returns the text after it.
    fn line_rest<'t>(&mut self, out: &mut String, text: &'t str) -> &'t str {
        self.line = Line::Text;
        let Some(end) = memchr::memchr2(b'\n', b'\r', text.as_bytes()) else {
            escape::text(out, text);
            return "";
        };
        escape::text(out, text.get(..end).unwrap_or_default());
        let is_cr = text.as_bytes().get(end) == Some(&b'\r');
        if is_cr {
            self.line = Line::Cr;
        } else {
            self.end_line(out, "\n");
        }
        text.get(end + 1..).unwrap_or_default()
    }

    fn end_line(&mut self, out: &mut String, end: &str) {
        if self.breaks {
            out.push_str("<br>");
        }
        self.line = Line::Marks(0);
        out.push_str(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts `text` to HTML, and checks that the output is the same whether the text is written at once or character
    /// by character.
    fn written(start: Flow, text: &str) -> String {
        let mut whole = String::new();
        let mut flow = start;
        flow.text(&mut whole, text);
        flow.finish(&mut whole);
        let mut parts = String::new();
        let mut flow = start;
        for c in text.chars() {
            flow.text(&mut parts, c.encode_utf8(&mut [0; 4]));
        }
        flow.finish(&mut parts);
        assert_eq!(whole, parts);
        whole
    }

    #[test]
    fn lines_are_kept_or_broken() {
        let breaks = Flow::new(true, false);
        assert_eq!(written(Flow::new(false, false), "a\r\n<b\n"), "a\r\n&lt;b\n");
        assert_eq!(written(breaks, "a\r\nb\n\nc\rd\r"), "a<br>\r\nb<br>\n<br>\nc<br>\rd<br>\r");
        assert_eq!(written(breaks, "> a\n"), "&gt; a<br>\n");
    }

    #[test]
    fn quoting_nests() {
        let quotes = Flow::new(false, true);
        let html = "a\n<blockquote>b\n<blockquote>c\n</blockquote>d\n</blockquote>e &gt; f";
        for text in ["a\n> b\n>> c\n>d\ne > f", "a\n> b\n> > c\n> d\ne > f"] {
            assert_eq!(written(quotes, text), html);
        }
        assert_eq!(written(quotes, "> \n>  > a"), "<blockquote>\n &gt; a</blockquote>");
        assert_eq!(written(quotes, ">a"), "<blockquote>a</blockquote>");
        assert_eq!(written(quotes, ">"), "");
        let deep = written(quotes, &(">".repeat(100_000) + "a"));
        assert_eq!(deep.matches("<blockquote>").count(), DEEPEST);
    }
}
