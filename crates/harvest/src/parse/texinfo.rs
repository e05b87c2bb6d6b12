//! Reads the links of Texinfo documents: `@uref`, `@url`, `@indicateurl`, `@email`, and the URIs in the text (Texinfo
//! 7.1 manual).
//!
//! `@@`, `@{` and the commands for single characters are decoded, and `@value{NAME}` is replaced by the value that
//! `@set` defines. In `@verbatim` and `@ignore`, commands are read as text.

use linkwright::Span;

use super::marked_text::{Closings, Definitions, Marked, MarkedText, has_scheme, label};
use crate::sink::Sink;

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut reader = TexinfoReader {
        document,
        text: MarkedText::new(document),
        values: Definitions::default(),
        closings: Closings::default(),
        at: 0,
    };
    while let Some(found) = memchr::memchr(b'@', document.get(reader.at..).unwrap_or_default()) {
        reader.text.text(Span::new(reader.at, reader.at + found));
        reader.at += found;
        reader.command(sink);
        if sink.is_cancelled() {
            return;
        }
    }
    reader.text.text(Span::new(reader.at, document.len()));
    reader.text.report(sink);
}

/// Whether `head` is the beginning of a Texinfo file.
pub(crate) fn is_texinfo(head: &[u8]) -> bool {
    head.trim_ascii_start().starts_with(b"\\input texinfo")
}

/// The commands whose first argument is a link.
const LINKS: &[(&[u8], &str)] =
    &[(b"uref", "uref"), (b"url", "url"), (b"indicateurl", "indicateurl"), (b"email", "email")];

/// Environments in which commands are read as text.
const VERBATIM: &[&[u8]] = &[b"verbatim", b"ignore"];

struct TexinfoReader<'d> {
    document: &'d [u8],
    text: MarkedText<'d>,
    values: Definitions,
    closings: Closings,
    /// The current position: the document is read up to this offset.
    at: usize,
}

impl TexinfoReader<'_> {
    /// Reads the command at the current position.
    fn command(&mut self, sink: &mut dyn Sink) {
        let rest = self.document.get(self.at..).unwrap_or_default();
        let name = name(rest);
        let end = self.at + 1 + name.len();
        if let Some((meaning, len)) = meaning(rest) {
            return self.mean(meaning, len);
        }
        if let Some((_, kind)) = LINKS.iter().find(|(one, _)| *one == name)
            && let Some(next) = self.link(end, kind)
        {
            self.at = next;
        } else if name == b"value" {
            self.value(end);
        } else if name == b"set" {
            self.set(end);
        } else if VERBATIM.contains(&name) {
            self.verbatim(end, name);
        } else {
            if matches!(name, b"node" | b"chapter" | b"section") {
                self.text.end_paragraph(sink);
            }
            self.skip_to(end);
        }
    }

    fn mean(&mut self, meaning: &[u8], len: usize) {
        self.text.meaning(meaning, Span::new(self.at, self.at + len));
        self.at += len;
    }

    /// Adds the text from the current position to `end`, and moves the current position to `end`.
    fn skip_to(&mut self, end: usize) {
        self.text.text(Span::new(self.at, end));
        self.at = end;
    }

    /// Reads the link whose brace opens at `open`, and returns the end of its first argument; `None` if the argument is
    /// missing or empty.
    fn link(&mut self, open: usize, kind: &'static str) -> Option<usize> {
        self.document.get(open).filter(|byte| **byte == b'{')?;
        let end = self.closings.brace(self.document, open, b'@', b",")?;
        let place = Span::new(open + 1, end).trimmed(self.document);
        let argument = self.unescaped(place);
        let label = match self.document.get(end) {
            Some(b',') => label(self.document, end, b'@'),
            _ => Span::new(end, end),
        };
        let argument = String::from_utf8_lossy(&argument).into_owned();
        let reference = match kind {
            "email" if !argument.starts_with("mailto:") => format!("mailto:{argument}"),
            _ => argument,
        };
        if place.is_empty() {
            return None;
        }
        // An argument without a scheme is searched as text, as in `@url{www.example.com}`. Only the argument of `@uref`
        // may be the name of a file, unless it begins with `www.`.
        if kind != "uref" && !has_scheme(&reference) || reference.starts_with("www.") {
            self.text.apart(reference.as_bytes(), place);
        } else {
            self.text.link(Marked { reference, place, name: kind, label });
        }
        Some(end)
    }

    /// The argument at `span` with its commands decoded.
    fn unescaped(&mut self, span: Span) -> Vec<u8> {
        let mut out = Vec::new();
        let mut rest = span.of(self.document);
        while let Some(at) = memchr::memchr(b'@', rest) {
            let (before, from) = rest.split_at(at);
            out.extend_from_slice(before);
            let (text, len) = match meaning(from) {
                Some((text, len)) => (Some(text.to_vec()), len),
                None => {
                    reference(from).map_or((None, 1), |(name, len)| (self.values.expand(name), len))
                }
            };
            out.extend(text.unwrap_or_else(|| from.get(..len).unwrap_or_default().to_vec()));
            rest = from.get(len..).unwrap_or_default();
        }
        out.extend_from_slice(rest);
        out
    }

    /// Reads `@value{NAME}` in running text.
    fn value(&mut self, end: usize) {
        let found = reference(self.document.get(self.at..).unwrap_or_default());
        let Some((name, len)) = found else { return self.skip_to(end) };
        match self.values.expand(name) {
            Some(value) => self.mean(&value, len),
            None => self.skip_to(self.at + len),
        }
    }

    /// Reads `@set NAME value`.
    fn set(&mut self, end: usize) {
        let rest = self.document.get(end..).unwrap_or_default();
        let line =
            rest.get(..memchr::memchr(b'\n', rest).unwrap_or(rest.len())).unwrap_or_default();
        let line = line.trim_ascii();
        let name_len = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
        let (name, value) = line.split_at(name_len);
        let start = self.document.len() - rest.len();
        let offset = start + memchr::memmem::find(rest, value.trim_ascii()).unwrap_or(0);
        let value = self.unescaped(Span::new(offset, offset + value.trim_ascii().len()));
        self.values.define(name, value);
        self.skip_to(end);
    }

    /// Adds an environment as text. An environment without an end extends to the end of the document.
    fn verbatim(&mut self, begin: usize, name: &[u8]) {
        let closing = [b"@end ", name].concat();
        let rest = self.document.get(begin..).unwrap_or_default();
        let end = memchr::memmem::find(rest, &closing).map_or(self.document.len(), |at| begin + at);
        self.skip_to(end);
    }
}

/// The name of the command at the beginning of `rest`: the letters after the `@`.
fn name(rest: &[u8]) -> &[u8] {
    let letters = rest.get(1..).unwrap_or_default();
    let len = letters.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    letters.get(..len).unwrap_or_default()
}

/// The name in the `@value{NAME}` at the beginning of `rest`, and the length of the command.
fn reference(rest: &[u8]) -> Option<(&[u8], usize)> {
    let braces = rest.strip_prefix(b"@value{")?;
    let len = braces.iter().take(256).position(|&byte| byte == b'}')?;
    Some((braces.get(..len)?, b"@value{}".len() + len))
}

/// The text that the command at the beginning of `rest` produces, and the length of the command; `None` if `rest` does
/// not begin with a command for a character.
fn meaning(rest: &[u8]) -> Option<(&'static [u8], usize)> {
    const WORDS: &[(&[u8], &[u8])] = &[
        (b"@atchar{}", b"@"),
        (b"@lbracechar{}", b"{"),
        (b"@rbracechar{}", b"}"),
        (b"@backslashchar{}", b"\\"),
        (b"@hashchar{}", b"#"),
        (b"@ampchar{}", b"&"),
        (b"@comma{}", b","),
        (b"@tie{}", b" "),
    ];
    let meaning: &[u8] = match rest.get(1)? {
        b'@' => b"@",
        b'{' => b"{",
        b'}' => b"}",
        b'&' => b"&",
        b'\\' => b"\\",
        b'.' => b".",
        b'!' => b"!",
        b'?' => b"?",
        b'*' => b"\n",
        // Commands for line breaks, hyphenation and spacing produce no text.
        b'/' | b'-' | b':' | b'|' => b"",
        _ => {
            let (word, meaning) = WORDS.iter().find(|(word, _)| rest.starts_with(word))?;
            return Some((meaning, word.len()));
        }
    };
    Some((meaning, 2))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, places, survives};
    use super::{is_texinfo, read};

    #[test]
    fn links_are_read() {
        for (texinfo, expected) in [
            ("@uref{https://a.example/x, The page}", "https://a.example/x@uref"),
            ("@uref{https://a.example/@@b@comma{}c,,d}", "https://a.example/@b,c@uref"),
            ("@url{https://a.example/x.}", "https://a.example/x.@url"),
            ("@indicateurl{https://a.example/x}", "https://a.example/x@indicateurl"),
            ("@email{ada@@a.example, Ada}", "mailto:ada@a.example@email"),
            ("@uref{\nhttps://a.example/x,\nthe\npage}", "https://a.example/x@uref"),
            ("@uref{x.html, y}", "x.html@uref"),
            (
                "@set H https://a.example\n@uref{@value{H}/x, y}",
                "https://a.example https://a.example/x@uref",
            ),
        ] {
            assert_eq!(links(read, texinfo.as_bytes()).join(" "), expected, "{texinfo}");
        }
    }

    #[test]
    fn escapes_in_text_are_decoded() {
        for (texinfo, expected) in [
            (
                "see https://a.example/@@x, and bo@@b.example.",
                "https://a.example/@x mailto:bo@b.example",
            ),
            ("see @code{https://a.example/x/@/y}.", "https://a.example/x/y"),
            ("@url{www.example.com/x}", "http://www.example.com/x"),
            (
                "@uref{https://a.example/, see https://b.example/}",
                "https://a.example/@uref https://b.example/",
            ),
            ("@uref{https://a.example/, https://a.example}", "https://a.example/@uref"),
            ("@set P x\nhttps://a.example/@value{P}/y", "https://a.example/x/y"),
        ] {
            assert_eq!(links(read, texinfo.as_bytes()).join(" "), expected, "{texinfo}");
        }
    }

    #[test]
    fn commands_in_verbatim_text_are_text() {
        let texinfo = b"@verbatim\n@uref{https://a.example/x, y} a@@b\n@end verbatim\n@url{https://b.example/}";
        let expected = ["https://a.example/x", "https://b.example/@url"];
        assert_eq!(links(read, texinfo), expected);
        assert_eq!(
            links(read, b"@uref{} @uref @urefx{https://a.example/}"),
            ["https://a.example/"]
        );
        assert_eq!(links(read, b"@uref{https://a.example/x\n\ny}"), ["https://a.example/x"]);
    }

    #[test]
    fn the_span_of_a_link_is_the_span_of_its_argument() {
        let texinfo = b"@uref{ https://a.example/@@b , c} d@@e.example";
        assert_eq!(places(read, texinfo), ["https://a.example/@@b", "d@@e.example"]);
    }

    #[test]
    fn files_are_recognized_by_their_first_line() {
        assert!(is_texinfo(b"\\input texinfo   @c -*-texinfo-*-"));
        assert!(!is_texinfo(b"see \\input texinfo"));
    }

    #[test]
    fn broken_files_are_read() {
        survives(read, b"@set A http://a.example/\n@uref{@value{A}b@@c,d{}}@verbatim\n@@@end verbatim @email{e@@f.g}");
    }
}
