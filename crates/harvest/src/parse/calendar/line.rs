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

/// The content line at `start` without its folds and its final line break, and the offset of the next line. A line
/// continues if a blank follows its line break, or after a soft line break of quoted-printable, which vCard 2.1 uses
/// instead of folds. Such a line break is a part of the value.
pub(super) fn unfolded(text: &[u8], start: usize) -> (TextRun<'_>, usize) {
    let (mut run, mut at) = (TextRun::new(text), start);
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let len = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = rest.get(..len).unwrap_or_default();
        let next = at + len + 1;
        let content = line.strip_suffix(b"\r").unwrap_or(line);
        run.push_source(Span::new(at, at + content.len()));
        let is_soft = || content.ends_with(b"=") && value::is_quoted_printable(run.text());
        match text.get(next) {
            Some(byte) if is_fold(*byte) => at = next + 1,
            Some(_) if is_soft() => {
                run.push_source(Span::new(at + content.len(), next));
                at = next;
            }
            _ => return (run, next),
        }
    }
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
    /// Parses an unfolded line; `None` if it has no colon outside quotes.
    pub(super) fn parse(run: TextRun<'d>) -> Option<ContentLine<'d>> {
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
