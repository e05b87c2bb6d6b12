//! Splits calendars and vCards into content lines, and parses these lines (RFC 5545, section 3.1; RFC 6350, section
//! 3.3).

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::value;
use crate::parse::runs;

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
    /// The name in lower case, without the group that a vCard may put before it.
    pub(super) name: String,
    /// The name of each parameter in lower case, and the span of its value in the unfolded line, without its quotes.
    pub(super) parameters: Vec<(String, Span)>,
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
        let line = run.text();
        let lower = |span: Span| String::from_utf8_lossy(span.of(line)).to_ascii_lowercase();
        let (mut name, mut parameters) = (None, Vec::new());
        let (mut start, mut is_quoted) = (0, false);
        for at in memchr::memchr3_iter(b'"', b';', b':', line) {
            let byte = line.get(at).copied()?;
            is_quoted ^= byte == b'"';
            if is_quoted || byte == b'"' {
                continue;
            }
            let field = Span::new(start, at);
            start = at + 1;
            if name.is_none() {
                name = Some(lower(field));
            } else {
                let (name, value) = parameter(line, field);
                parameters.push((lower(name), value));
            }
            if byte == b':' {
                let name = name?.rsplit('.').next()?.to_owned();
                return Some(ContentLine { run, name, parameters, value: start });
            }
        }
        None
    }

    /// The value, with its escapes or its quoted-printable decoded. Its spans refer to the unfolded line.
    pub(super) fn value(&self) -> TextRun<'_> {
        let line = self.run.text();
        let place = Span::new(self.value, line.len());
        let mut run = TextRun::new(line);
        if value::is_quoted_printable(line.get(..self.value).unwrap_or_default()) {
            runs::decode(&mut run, place, b'=', value::unquoted);
        } else {
            runs::decode(&mut run, place, b'\\', value::unescaped);
        }
        run
    }
}

/// The name and the value of a parameter, which is written `NAME=value` or `NAME="value"`. A parameter without `=` is
/// both.
fn parameter(line: &[u8], field: Span) -> (Span, Span) {
    let Some(len) = memchr::memchr(b'=', field.of(line)) else { return (field, field) };
    let equals = field.start() + len;
    let value = Span::new(equals + 1, field.end());
    let is_quoted = matches!(value.of(line), [b'"', .., b'"']);
    let quote = usize::from(is_quoted);
    let value = Span::new(value.start() + quote, value.end() - quote);
    (Span::new(field.start(), equals), value)
}
