//! Finds links in LaTeX and BibTeX: the arguments of `\url`, `\nolinkurl`, `\burl`, `\href` and `\hyperimage` (the
//! packages url, breakurl and hyperref), and the URIs in the text. The argument of `\hyperbaseurl` is the base.
//! References inside the document (`\hyperref`, `\label`) are not links.
//!
//! Commands and escapes that produce characters of URIs, such as `\&`, `\%`, `\#`, `\_` and `\~{}`, are decoded both in
//! links and in text. In verbatim environments, commands are text.

use linkwright::Span;

use super::marked_text::{LABEL, Marked, MarkedText, closing, has_scheme, rest};
use crate::sink::Sink;

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let text = MarkedText::new(document);
    let mut reader = LatexReader { document, text, unclosed: 0, endless: Vec::new(), at: 0 };
    while let Some(found) = memchr::memchr(b'\\', rest(document, reader.at)) {
        reader.skip_to(reader.at + found);
        reader.command(sink);
        reader.text.end_long(sink);
        if sink.is_cancelled() {
            return;
        }
    }
    reader.skip_to(document.len());
    reader.text.report(sink);
}

/// Whether the first line of `head` that is neither empty nor a comment begins a LaTeX document.
pub(crate) fn is_latex(head: &[u8]) -> bool {
    const FIRST: &[&[u8]] =
        &[b"\\documentclass", b"\\documentstyle", b"\\NeedsTeXFormat", b"\\begin{document}"];
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_start);
    lines
        .find(|line| !line.is_empty() && !line.starts_with(b"%"))
        .is_some_and(|line| FIRST.iter().any(|first| line.starts_with(first)))
}

/// The commands whose first argument is a link, and whether they have a second argument, which is the label.
const LINKS: &[(&str, bool)] =
    &[("url", false), ("nolinkurl", false), ("burl", false), ("href", true), ("hyperimage", true)];

/// Environments in which commands are text.
const VERBATIM: &[&[u8]] = &[
    b"verbatim",
    b"verbatim*",
    b"Verbatim",
    b"lstlisting",
    b"minted",
    b"comment",
    b"filecontents",
    b"filecontents*",
];

/// The commands for characters, and the texts that they produce. A command of letters extends over `{}` or a blank.
const CHARACTERS: &[(&[u8], &[u8])] = &[
    (b"\\&", b"&"),
    (b"\\%", b"%"),
    (b"\\#", b"#"),
    (b"\\_", b"_"),
    (b"\\$", b"$"),
    (b"\\{", b"{"),
    (b"\\}", b"}"),
    (b"\\~{}", b"~"),
    (b"\\-", b""),
    (b"\\/", b""),
    (b"\\textasciitilde", b"~"),
    (b"\\textunderscore", b"_"),
    (b"\\slash", b"/"),
    (b"\\allowbreak", b""),
    (b"\\string", b""),
];

struct LatexReader<'d> {
    document: &'d [u8],
    text: MarkedText<'d>,
    /// No `{` before this offset is closed, because the search from an earlier one ended here.
    unclosed: usize,
    /// The verbatim environments whose end was searched for and not found. The search is not repeated.
    endless: Vec<&'d [u8]>,
    /// The current position: the document is read up to this offset.
    at: usize,
}

impl<'d> LatexReader<'d> {
    /// Reads the command at the current position.
    fn command(&mut self, sink: &mut dyn Sink) {
        let rest = rest(self.document, self.at);
        if let Some((meaning, len)) = meaning(rest) {
            self.text.run.push_decoded(meaning, Span::new(self.at, self.at + len));
            self.at += len;
            return;
        }
        let name = name(rest);
        let end = self.at + 1 + name.len();
        if let Some(link) = LINKS.iter().find(|(one, _)| one.as_bytes() == name)
            && self.link(end, *link).is_some()
        {
            return;
        }
        match name {
            b"begin" => {
                let end = self.environment_end(end).unwrap_or(end);
                self.skip_to(end);
            }
            b"verb" | b"lstinline" => self.skip_to(self.verbatim_end(end).unwrap_or(end)),
            b"hyperbaseurl" => self.base(end, sink),
            // A backslash before any other character is text, like the character after it.
            b"" => self.skip_to((end + 1).min(self.document.len())),
            _ => self.skip_to(end),
        }
    }

    /// Adds the text from the current position to `end`, and moves the current position to `end`.
    fn skip_to(&mut self, end: usize) {
        self.text.run.push_source(Span::new(self.at, end));
        self.at = end;
    }

    /// Reads the arguments of a link command, which begin at `end`. Returns `None` if the first argument is missing or
    /// empty, or if it contains commands or parameters.
    fn link(&mut self, end: usize, (name, has_label): (&'static str, bool)) -> Option<()> {
        let begin = if has_label { self.after_options(end) } else { end };
        let argument = self.argument(begin, !has_label)?;
        let place = argument.trimmed(self.document);
        let bytes = unescaped(place.of(self.document));
        let reference = String::from_utf8_lossy(&bytes).into_owned();
        if reference.is_empty() || is_programmed(&reference) {
            return None;
        }
        let label = self.label(argument.end() + 1, has_label);
        let is_file = has_label && !reference.starts_with("www.");
        let link = Marked { reference, place, name, label };
        if has_scheme(&link.reference) || is_file {
            self.text.link(link);
        } else {
            // An argument without a scheme is searched as text if the command has no label (`\url{www.example.com}`).
            // An argument that begins with `www.` is searched as text in every command.
            self.text.apart(&bytes, place);
        }
        self.at = argument.end();
        Some(())
    }

    /// Reads the argument of `\hyperbaseurl`, which is the base of all later references.
    fn base(&mut self, end: usize, sink: &mut dyn Sink) {
        let Some(argument) = self.argument(end, false) else { return self.skip_to(end) };
        self.text.report(sink);
        sink.base(&String::from_utf8_lossy(&unescaped(argument.of(self.document))));
        self.at = argument.end();
    }

    /// The span of the label at `at`; empty if the command has no label. A long label is cut off.
    fn label(&self, at: usize, has_label: bool) -> Span {
        let open = self.after_blanks(at);
        if !has_label || self.document.get(open) != Some(&b'{') {
            return Span::new(at, at);
        }
        let head = self.document.get(..open + LABEL).unwrap_or(self.document);
        Span::new(open, closing(head, open, b'}', true).unwrap_or(head.len()))
    }

    /// The argument at `at`, without its braces. If `has_any_delimiter`, a punctuation character may delimit the
    /// argument instead, as in `\url|...|`.
    fn argument(&mut self, at: usize, has_any_delimiter: bool) -> Option<Span> {
        let open = self.after_blanks(at);
        let delimiter = *self.document.get(open)?;
        if delimiter != b'{' {
            let is_one = delimiter.is_ascii_punctuation() && !b"\\%}]".contains(&delimiter);
            let len = memchr::memchr(delimiter, self.line(open + 1))?;
            return (has_any_delimiter && is_one).then(|| Span::new(open + 1, open + 1 + len));
        }
        if open < self.unclosed {
            return None;
        }
        let close = closing(self.document, open, b'}', true);
        close.map_err(|end| self.unclosed = end).ok().map(|close| Span::new(open + 1, close))
    }

    /// The offset after the blanks at `at`, which may include one line break.
    fn after_blanks(&self, at: usize) -> usize {
        let rest = rest(self.document, at);
        let mut breaks = 0;
        let is_blank = |byte: &&u8| {
            breaks += usize::from(**byte == b'\n');
            byte.is_ascii_whitespace() && breaks < 2
        };
        at + rest.iter().take(128).take_while(is_blank).count()
    }

    /// The offset after the options in brackets at `at`, if there are any.
    fn after_options(&self, at: usize) -> usize {
        let line = self.line(at);
        let close = memchr::memchr(b']', line).filter(|_| line.first() == Some(&b'['));
        close.map_or(at, |close| at + close + 1)
    }

    /// The rest of the line at `at`, up to 8 KiB.
    fn line(&self, at: usize) -> &'d [u8] {
        let rest = rest(self.document, at);
        let rest = rest.get(..8192).unwrap_or(rest);
        rest.get(..memchr::memchr(b'\n', rest).unwrap_or(rest.len())).unwrap_or_default()
    }

    /// The end of the verbatim environment whose name in braces is at `at`.
    fn environment_end(&mut self, at: usize) -> Option<usize> {
        let rest = rest(self.document, at);
        let head = rest.get(..LABEL).unwrap_or(rest).strip_prefix(b"{")?;
        let name = head.get(..memchr::memchr(b'}', head)?)?;
        if !VERBATIM.contains(&name) || self.endless.contains(&name) {
            return None;
        }
        let closing = [b"\\end{", name, b"}"].concat();
        let found = memchr::memmem::find(rest, &closing);
        if found.is_none() {
            self.endless.push(name);
        }
        found.map(|found| at + found + closing.len())
    }

    /// The end of the text of `\verb|...|` or `\lstinline|...|`, which begins at `at`.
    fn verbatim_end(&self, at: usize) -> Option<usize> {
        let begin = at + usize::from(self.document.get(at) == Some(&b'*'));
        let (delimiter, rest) = self.line(begin).split_first()?;
        let len = memchr::memchr(*delimiter, rest).filter(|_| delimiter.is_ascii_punctuation())?;
        Some(begin + len + 2)
    }
}

/// The name of the command at the beginning of `rest`: the letters after the backslash.
fn name(rest: &[u8]) -> &[u8] {
    let letters = rest.get(1..).unwrap_or_default();
    let len = letters.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    letters.get(..len).unwrap_or_default()
}

/// Whether an argument contains a command (`\baseurl/x`), or ends with a macro parameter (`https://a.example/#1`).
fn is_programmed(reference: &str) -> bool {
    let is_parameter = reference.split('#').skip(1).all(|rest| rest.len() == 1);
    reference.contains('\\')
        || (reference.contains('#')
            && is_parameter
            && reference.ends_with(|last: char| last.is_ascii_digit()))
}

/// An argument with its escapes decoded. White space and a `%` at the end of a line are removed, because they are not
/// part of the URI.
fn unescaped(argument: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut left = argument;
    while let [byte, after @ ..] = left {
        if let Some((meaning, len)) = meaning(left) {
            out.extend_from_slice(meaning);
            left = rest(left, len);
            continue;
        }
        let is_comment = *byte == b'%' && matches!(after, [b'\n', ..] | [b'\r', b'\n', ..]);
        if !is_comment && !byte.is_ascii_whitespace() {
            out.push(*byte);
        }
        left = after;
    }
    out
}

/// The text that the command at the beginning of `rest` produces, and the length of the command; `None` if `rest` does
/// not begin with a command for a character.
fn meaning(rest: &[u8]) -> Option<(&'static [u8], usize)> {
    let word = name(rest).len();
    let is_it = |one: &[u8]| rest.starts_with(one) && (word == 0 || one.len() == 1 + word);
    let (command, meaning) = CHARACTERS.iter().find(|(one, _)| is_it(one))?;
    let after = match rest.get(command.len()..) {
        Some([b'{', b'}', ..]) if word > 0 => 2,
        Some([b' ', ..]) if word > 0 => 1,
        _ => 0,
    };
    Some((meaning, command.len() + after))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, places, survives};
    use super::{is_latex, read};

    #[test]
    fn links_are_read() {
        for (latex, expected) in [
            (r"\url{https://a.example/x.}", "https://a.example/x.@url"),
            (
                r"\url{https://a.example/?a=b&c=d%20#e_f~g}",
                "https://a.example/?a=b&c=d%20#e_f~g@url",
            ),
            (
                r"\href{https://a.example/a\&b\%20\#c\_d\~{}e}{f}",
                "https://a.example/a&b%20#c_d~e@href",
            ),
            (r"\href[pdfnewwindow]{https://a.example/} {f}", "https://a.example/@href"),
            ("\\href{https://a.example/%\n  b}{c}", "https://a.example/b@href"),
            (r"\nolinkurl{bo@a.example}", "mailto:bo@a.example"),
            (r"\href{mailto:bo@a.example}{Bo}", "mailto:bo@a.example@href"),
            (r"\url|https://a.example/{x|", "https://a.example/{x@url"),
            (r"\url {https://a.example/{x}}", "https://a.example/{x}@url"),
            (r"\href{x.pdf}{y}", "x.pdf@href"),
            (r"\burl{https://a.example/x}", "https://a.example/x@burl"),
            (r"\href{https://a.example/\string~bo}{x}", "https://a.example/~bo@href"),
            (r"\hyperimage{https://a.example/b.png}", "https://a.example/b.png@hyperimage"),
            (r"\hyperbaseurl{https://a.example/}\href{b}{c}", "https://a.example/b@href"),
            (r"\hyperref[sec:b]{c}\hyperlink{d}{e}\includegraphics{f.pdf}\label{sec:b}", ""),
            (r"\url{www.example.com/x}", "http://www.example.com/x"),
            (r"\footnote{\url{https://a.example/}}.", "https://a.example/@url"),
        ] {
            assert_eq!(links(read, latex.as_bytes()).join(" "), expected, "{latex}");
        }
    }

    #[test]
    fn escapes_in_text_are_decoded() {
        for (latex, expected) in [
            (r"see http://a.example/?a=b\&c\%20d\_e\#f.", "http://a.example/?a=b&c%20d_e#f"),
            (r"{\tt http://a.example/\~{}bo/}", "http://a.example/~bo/"),
            (r"http://a.example/\textasciitilde bo", "http://a.example/~bo"),
            (r"url = {http://a.example/a\_b},", "http://a.example/a_b"),
            (
                r"\href{https://a.example/}{see https://b.example/x}",
                "https://a.example/@href https://b.example/x",
            ),
            (r"\href{https://a.example/}{https://a.example}", "https://a.example/@href"),
        ] {
            assert_eq!(links(read, latex.as_bytes()).join(" "), expected, "{latex}");
        }
    }

    #[test]
    fn commands_in_verbatim_text_are_text() {
        for latex in [
            r"\begin{verbatim}\url{http://a.example/x}\end{verbatim}",
            r"\begin{lstlisting}\url{http://a.example/x}\end{lstlisting}",
            r"\verb|\url{http://a.example/x}|",
            r"\urlstyle{http://a.example/x}",
            "\\url{http://a.example/x\n\n}",
        ] {
            assert_eq!(links(read, latex.as_bytes()), ["http://a.example/x"], "{latex}");
        }
        let latex = br"\begin{verbatim}a\_b@c.example\end{verbatim}\url{http://a.example/}";
        assert_eq!(links(read, latex).last().unwrap(), "http://a.example/@url");
        // An environment without an end is not verbatim.
        assert_eq!(
            links(read, br"\begin{verbatim}\url{http://a.example/}"),
            ["http://a.example/@url"]
        );
        assert_eq!(links(read, br"\newcommand{\x}[1]{\href{#1}{y}}"), [""; 0]);
    }

    #[test]
    fn the_span_of_a_link_is_the_span_of_its_argument() {
        let latex = br"\href{ http://a.example/a\&b }{c} http://d.example/e\_f";
        assert_eq!(places(read, latex), [r"http://a.example/a\&b", r"http://d.example/e\_f"]);
    }

    #[test]
    fn documents_are_recognized_by_their_first_command() {
        assert!(is_latex(b"% a\n\n  \\documentclass[a4paper]{article}"));
        assert!(!is_latex(b"see \\documentclass") && !is_latex(b"% a\n"));
    }

    #[test]
    fn broken_files_are_read() {
        survives(
            read,
            br"\begin{verbatim}\url{a}\end{verbatim}\href[b]{http://a.example/\&}{c}\url|http://d|\verb!e! \~{}",
        );
    }

    #[test]
    fn long_files_are_read_in_linear_time() {
        for unit in [r"\url{", r"\href{a}{", r"\begin{verbatim}", r"\verb|", r"\url|", r"\href["] {
            links(read, unit.repeat(20_000).as_bytes());
        }
    }
}
