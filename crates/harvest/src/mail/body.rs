//! The body of a part with its transfer encoding undone (RFC 2045, section 6).

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use quoted_printable::ParseMode;

use crate::model::{Diagnostic, DiagnosticKind, Place};

/// A decoded body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded<'b> {
    pub(crate) bytes: Cow<'b, [u8]>,
    /// What was wrong with it.
    pub(crate) problem: Option<Problem>,
}

/// A body that breaks the rules of its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Where in the body, as it came.
    offset: usize,
    message: &'static str,
}

impl Problem {
    /// The diagnostic for a part at `place`.
    pub(crate) fn diagnostic(self, place: &Place) -> Diagnostic {
        let diagnostic = Diagnostic::new(place, DiagnosticKind::Malformed, self.message);
        diagnostic.at(self.offset as u64)
    }
}

/// Undoes the transfer encoding of that name; an unknown one leaves the body unchanged.
pub(super) fn decode<'b>(body: &'b [u8], encoding: Option<&str>) -> Decoded<'b> {
    let is = |name: &str| encoding.is_some_and(|given| given.eq_ignore_ascii_case(name));
    if is("base64") {
        base64(body)
    } else if is("quoted-printable") {
        quoted(body)
    } else {
        Decoded { bytes: Cow::Borrowed(body), problem: None }
    }
}

/// The beginning of a body in base64, at least `len` bytes of it if it has as many: enough to see
/// that it is a picture.
pub(super) fn base64_head(body: &[u8], len: usize) -> Vec<u8> {
    // Two line-end bytes every four characters at the worst.
    let head = body.get(..len.saturating_mul(3)).unwrap_or(body);
    base64_decode(head).unwrap_or_default()
}

/// Base64, and the plain text after it: mailing lists append their footers as plain text,
/// and some of these have links.
fn base64(body: &[u8]) -> Decoded<'_> {
    let clean = clean_base64(body);
    if clean > 0
        && let Some(decoded) = base64_decode(body.get(..clean).unwrap_or_default())
    {
        if clean == body.len() {
            return Decoded { bytes: Cow::Owned(decoded), problem: None };
        }
        let mut bytes = decoded;
        bytes.push(b'\n');
        bytes.extend_from_slice(body.get(clean..).unwrap_or_default());
        let problem = Problem { offset: clean, message: "text behind the base64" };
        return Decoded { bytes: Cow::Owned(bytes), problem: Some(problem) };
    }
    let problem = Problem { offset: 0, message: "broken base64, read as it is" };
    Decoded { bytes: Cow::Borrowed(body), problem: Some(problem) }
}

/// The length of the lines that base64 may have.
fn clean_base64(body: &[u8]) -> usize {
    let is_code = |byte: &u8| {
        byte.is_ascii_alphanumeric() || b"+/=".contains(byte) || byte.is_ascii_whitespace()
    };
    match body.iter().position(|byte| !is_code(byte)) {
        None => body.len(),
        Some(at) => {
            let line = body.get(..at).and_then(|before| memchr::memrchr(b'\n', before));
            line.map_or(0, |end| end + 1)
        }
    }
}

/// Quoted-printable; of an invalid body as much as other readers decode.
fn quoted(body: &[u8]) -> Decoded<'_> {
    if memchr::memchr(b'=', body).is_none() {
        return Decoded { bytes: Cow::Borrowed(body), problem: None };
    }
    let decoded = quoted_printable_decode(body)
        .or_else(|| quoted_printable::decode(body, ParseMode::Robust).ok());
    Decoded { bytes: decoded.map_or(Cow::Borrowed(body), Cow::Owned), problem: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: &str, encoding: &str) -> (String, Option<usize>) {
        let decoded = decode(body.as_bytes(), Some(encoding));
        let text = String::from_utf8_lossy(&decoded.bytes).into_owned();
        (text, decoded.problem.map(|problem| problem.offset))
    }

    #[test]
    fn encodings() {
        assert_eq!(text("aHR0cDov\r\nL2E=\r\n", "Base64"), ("http://a".to_owned(), None));
        assert_eq!(text("a=3Db=\r\nc", "QUOTED-PRINTABLE"), ("a=bc".to_owned(), None));
        assert_eq!(text("a=3D", "8bit"), ("a=3D".to_owned(), None));
        assert_eq!(text("a=3D", "x-what"), ("a=3D".to_owned(), None));
    }

    #[test]
    fn broken_ones() {
        assert_eq!(text("a=3Db href=http://c", "quoted-printable").0, "a=b href=http://c");
        let footer = "aHR0cDovL2E=\n-- \nlist: http://b\n";
        assert_eq!(
            text(footer, "base64"),
            ("http://a\n-- \nlist: http://b\n".to_owned(), Some(13))
        );
        assert_eq!(text("see http://a.example", "base64").0.trim(), "see http://a.example");
    }
}
