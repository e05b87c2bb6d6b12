//! Splits calendars and vCards into content lines, and parses these lines (RFC 5545, section 3.1; RFC 6350, section
//! 3.3).

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::value::{self, Holds};

/// Whether a line that begins with `byte` continues the previous line.
pub(super) const fn is_fold(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The span of each content line of a text, including the folds of the line, but without its final line break.
pub(super) fn logical_lines(text: &[u8]) -> impl Iterator<Item = Span> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at;
        (start < text.len()).then(|| {
            let mut end = line_end(text, start);
            while continues(text, start, end) {
                end = line_end(text, end + 1);
            }
            at = end + 1;
            let is_crlf = end > start && text.get(end - 1) == Some(&b'\r');
            Span::new(start, end - usize::from(is_crlf))
        })
    })
}

/// The end of the line that begins at `from`.
fn line_end(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    memchr::memchr(b'\n', rest).map_or(text.len(), |at| from + at)
}

/// Whether the content line that begins at `start` continues after the line break at `end`. The line break must belong
/// to a fold, or be a soft line break of quoted-printable, which vCard 2.1 uses instead of folds.
fn continues(text: &[u8], start: usize, end: usize) -> bool {
    match text.get(end + 1) {
        None => false,
        Some(byte) if is_fold(*byte) => true,
        Some(_) => {
            let line = Span::new(start, end).of(text);
            line.trim_ascii_end().ends_with(b"=") && value::is_quoted_printable(line)
        }
    }
}

/// The length of the fold at the beginning of `text`: a line break and one blank.
fn fold(text: &[u8]) -> Option<usize> {
    match text {
        [b'\r', b'\n', blank, ..] if is_fold(*blank) => Some(3),
        [b'\n', blank, ..] if is_fold(*blank) => Some(2),
        _ => None,
    }
}

/// The text without its folds.
pub(super) fn unfolded(text: &[u8]) -> Vec<u8> {
    parts(text, Span::new(0, text.len())).flat_map(|part| part.of(text)).copied().collect()
}

/// The text at `span`, divided into the parts between its folds.
fn parts(text: &[u8], span: Span) -> impl Iterator<Item = Span> {
    let mut at = span.start();
    let mut is_end = false;
    core::iter::from_fn(move || {
        if is_end {
            return None;
        }
        let rest = Span::new(at, span.end()).of(text);
        let mut breaks = memchr::memchr2_iter(b'\r', b'\n', rest);
        let found = breaks.find_map(|found| Some((found, fold(rest.get(found..)?)?)));
        let (len, skipped) = found.unwrap_or((rest.len(), 0));
        is_end = found.is_none();
        let part = Span::new(at, at + len);
        at += len + skipped;
        Some(part)
    })
}

/// A property with its parameters and its value, unfolded.
pub(super) struct ContentLine<'d> {
    /// The unfolded line.
    pub(super) run: TextRun<'d>,
    /// The end of the name in the unfolded line.
    name: usize,
    parameters: Vec<Span>,
    /// The beginning of the value in the unfolded line.
    value: usize,
}

impl<'d> ContentLine<'d> {
    /// Parses the line at `span`; `None` if it has no colon outside quotes.
    pub(super) fn parse(source: &'d [u8], span: Span) -> Option<ContentLine<'d>> {
        let mut run = TextRun::new(source);
        for part in parts(source, span) {
            run.push_source(part);
        }
        let (parameters, value) = parameters(run.text())?;
        let name = parameters.first().map_or(value, |first| first.start()) - 1;
        Some(ContentLine { run, name, parameters, value })
    }

    /// The name in lower case, without the group that a vCard may put before it.
    pub(super) fn name(&self) -> String {
        let name = self.run.text().get(..self.name).unwrap_or_default();
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        name.rsplit('.').next().unwrap_or_default().to_owned()
    }

    pub(super) fn parameters(&self) -> impl Iterator<Item = Parameter<'_>> {
        self.parameters.iter().map(|span| Parameter { line: self.run.text(), span: *span })
    }

    /// The kind of content of the value.
    pub(super) fn holds(&self) -> Holds {
        let parameters: Vec<(String, String)> =
            self.parameters().map(|one| (one.name(), one.value_in_lower_case())).collect();
        Holds::of(&self.name(), &parameters)
    }

    /// The value, with its escapes or its quoted-printable decoded. Its spans refer to the unfolded line.
    pub(super) fn value(&self) -> TextRun<'_> {
        let line = self.run.text();
        let span = Span::new(self.value, line.len());
        if value::is_quoted_printable(line.get(..self.value).unwrap_or_default()) {
            value::decoded(line, span, b'=', value::unquoted)
        } else {
            value::decoded(line, span, b'\\', value::unescaped)
        }
    }
}

/// The parameters of a line, and the beginning of its value. Colons and semicolons in quotes are
/// not separators.
fn parameters(line: &[u8]) -> Option<(Vec<Span>, usize)> {
    let mut is_quoted = false;
    let mut starts = Vec::new();
    for at in memchr::memchr3_iter(b'"', b';', b':', line) {
        match line.get(at)? {
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b';' => starts.push(at + 1),
            _ => {
                let ends = starts.iter().skip(1).map(|start| start - 1).chain([at]);
                let spans = starts.iter().zip(ends).map(|(start, end)| Span::new(*start, end));
                return Some((spans.collect(), at + 1));
            }
        }
    }
    None
}

/// A parameter of a line, written `NAME=value` or `NAME="value"` before the colon.
pub(super) struct Parameter<'l> {
    line: &'l [u8],
    span: Span,
}

impl Parameter<'_> {
    fn whole(&self) -> &[u8] {
        self.span.of(self.line)
    }

    /// The name in lower case.
    pub(super) fn name(&self) -> String {
        let name = self.whole().split(|byte| *byte == b'=').next().unwrap_or_default();
        String::from_utf8_lossy(name).to_ascii_lowercase()
    }

    /// The span of the value in the unfolded line, without its quotes.
    pub(super) fn value(&self) -> Span {
        let whole = self.whole();
        let start = memchr::memchr(b'=', whole).map_or(0, |at| at + 1);
        let value = whole.get(start..).unwrap_or_default();
        let is_quoted = value.len() > 1 && value.starts_with(b"\"") && value.ends_with(b"\"");
        let quote = usize::from(is_quoted);
        let end = self.span.end() - quote;
        Span::new((self.span.start() + start + quote).min(end), end)
    }

    pub(super) fn text(&self) -> &[u8] {
        self.value().of(self.line)
    }

    fn value_in_lower_case(&self) -> String {
        String::from_utf8_lossy(self.text()).to_ascii_lowercase()
    }

    /// Whether the value is a URI according to the definition of the parameter (RFC 5545, section
    /// 3.2).
    pub(super) fn value_is_uri(&self) -> bool {
        const NAMES: &[&str] =
            &["altrep", "delegated-from", "delegated-to", "dir", "member", "sent-by"];
        NAMES.contains(&&*self.name())
    }
}
