//! Decodes the transfer encoding of the body of a part (RFC 2045, section 6).

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;

use crate::model::{Diagnostic, DiagnosticKind, Place, TransferEncoding};

/// A decoded body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded<'b> {
    pub(crate) bytes: Cow<'b, [u8]>,
    /// The encoding that was decoded.
    pub(crate) encoding: TransferEncoding,
    /// The fault in the encoded body, if there is one: its kind, its offset and its description.
    problem: Option<(DiagnosticKind, usize, &'static str)>,
    /// Whether the end of the encoded data is missing, so that a link at the end may be incomplete.
    pub(crate) is_cut: bool,
}

impl<'b> Decoded<'b> {
    /// A body that was not encoded.
    const fn as_is(body: &'b [u8]) -> Decoded<'b> {
        let encoding = TransferEncoding::Identity;
        Decoded { bytes: Cow::Borrowed(body), encoding, problem: None, is_cut: false }
    }

    const fn of(bytes: Vec<u8>, encoding: TransferEncoding) -> Decoded<'b> {
        Decoded { bytes: Cow::Owned(bytes), encoding, problem: None, is_cut: false }
    }

    fn with(self, kind: DiagnosticKind, offset: usize, message: &'static str) -> Decoded<'b> {
        Decoded { problem: Some((kind, offset, message)), ..self }
    }

    /// The diagnostic about the fault, for a part at `place`.
    pub(crate) fn diagnostic(&self, place: &Place) -> Option<Diagnostic> {
        let (kind, offset, message) = self.problem?;
        Some(Diagnostic::new(place, kind, message).at(offset as u64))
    }
}

/// Decodes `body` from the transfer encoding called `encoding`. If the encoding is unknown, returns the body unchanged
/// and records a problem.
pub(super) fn decode<'b>(body: &'b [u8], encoding: Option<&str>) -> Decoded<'b> {
    let encoding = encoding.map(str::to_ascii_lowercase).unwrap_or_default();
    match &*encoding {
        "base64" => base64(body),
        "quoted-printable" => quoted(body),
        "" | "7bit" | "8bit" | "binary" | "7-bit" | "8-bit" => Decoded::as_is(body),
        _ => {
            let message = "an unknown transfer encoding, read without decoding";
            Decoded::as_is(body).with(DiagnosticKind::Encoding, 0, message)
        }
    }
}

/// The first decoded bytes of a body in base64: at least `len` of them, unless the body is shorter.
pub(crate) fn base64_head(body: &[u8], len: usize) -> Vec<u8> {
    // In the worst case, every four characters are followed by a line end of two bytes.
    let head = body.get(..len.saturating_mul(3)).unwrap_or(body);
    base64_decode(head).unwrap_or_default()
}

/// Decodes base64, and appends the plain text after it: mailing lists append their footers as plain text, and some
/// footers contain links. Bytes outside the base64 alphabet are ignored (RFC 2045, section 6.8).
fn base64(body: &[u8]) -> Decoded<'_> {
    let (code, end) = base64_code(body);
    let Some(decoded) = base64_decode(&code).filter(|_| !code.is_empty()) else {
        let message = "broken base64, read without decoding";
        return Decoded::as_is(body).with(DiagnosticKind::Malformed, 0, message);
    };
    if end < body.len() {
        let rest = body.get(end..).unwrap_or_default();
        let message = "text after the base64";
        let all = [&decoded, &b"\n"[..], rest].concat();
        let all = Decoded::of(all, TransferEncoding::Base64);
        return all.with(DiagnosticKind::Malformed, end, message);
    }
    // Four characters encode three bytes, and padding fills the last four.
    let is_cut = code.rsplit(|byte| *byte == b'=').next().is_some_and(|last| last.len() % 4 != 0);
    let decoded = Decoded { is_cut, ..Decoded::of(decoded, TransferEncoding::Base64) };
    if is_cut {
        let message = "the base64 ends in the middle of a group of four characters";
        return decoded.with(DiagnosticKind::Truncated, body.len(), message);
    }
    decoded
}

/// Collects the base64 characters of the lines at the beginning of a body, up to the first line that is not base64.
/// Returns these characters, and the offset at which that line begins.
fn base64_code(body: &[u8]) -> (Vec<u8>, usize) {
    let mut code = Vec::with_capacity(body.len());
    let mut end = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        if !is_base64_line(line) {
            break;
        }
        code.extend(line.iter().filter(|byte| is_code(**byte)));
        end += line.len();
    }
    (code, end)
}

const fn is_code(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Whether a line is base64: at most one byte in sixteen is outside the base64 alphabet. Lines of prose have more such
/// bytes, because words are separated by blanks.
fn is_base64_line(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let others = line.iter().filter(|byte| !is_code(**byte)).count();
    others * 16 <= line.len()
}

/// Decodes quoted-printable (RFC 2045, section 6.7). Invalid codes are kept, as other mail readers do; mail-parser
/// refuses a body with one.
fn quoted(body: &[u8]) -> Decoded<'_> {
    if memchr::memchr(b'=', body).is_none() {
        return Decoded::as_is(body);
    }
    let hex = |digit: u8| char::from(digit).to_digit(16);
    let mut bytes = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        // Blanks at the end of a line were added on the way.
        let text = if line.ends_with(b"\n") { line.trim_ascii_end() } else { line };
        let line_end: &[u8] = if line.ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
        let (mut rest, mut is_soft) = (text, text.len() == line.len());
        while let Some(at) = memchr::memchr(b'=', rest) {
            let (before, code) = rest.split_at_checked(at).unwrap_or_default();
            bytes.extend_from_slice(before);
            rest = code.get(1..).unwrap_or_default();
            let code =
                rest.first_chunk().and_then(|[high, low]| Some(hex(*high)? << 4 | hex(*low)?));
            match code {
                Some(code) => {
                    bytes.extend(u8::try_from(code));
                    rest = rest.get(2..).unwrap_or_default();
                }
                None if rest.is_empty() => is_soft = true,
                None => bytes.push(b'='),
            }
        }
        bytes.extend_from_slice(rest);
        bytes.extend_from_slice(if is_soft { b"" } else { line_end });
    }
    Decoded::of(bytes, TransferEncoding::QuotedPrintable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: &str, encoding: &str) -> (String, Option<usize>) {
        let decoded = decode(body.as_bytes(), Some(encoding));
        let text = String::from_utf8_lossy(&decoded.bytes).into_owned();
        (text, decoded.problem.map(|(_, offset, _)| offset))
    }

    #[test]
    fn every_encoding_is_decoded() {
        assert_eq!(text("aHR0cDov\r\nL2E=\r\n", "Base64"), ("http://a".to_owned(), None));
        assert_eq!(text("a=3Db=\r\nc", "QUOTED-PRINTABLE"), ("a=bc".to_owned(), None));
        assert_eq!(text("a= \nb \t\n=20\nc=", "quoted-printable").0, "ab\n \nc");
        assert_eq!(text("a=3D", "8bit"), ("a=3D".to_owned(), None));
        assert_eq!(text("a=3D", "x-what"), ("a=3D".to_owned(), Some(0)));
    }

    #[test]
    fn other_bytes_in_base64_are_ignored() {
        let line = "aHR0cDovL2EuZXhhbXBsZS8x";
        for body in [
            format!("{line}!\n{line}"),
            format!("{line}\n!{line}"),
            format!("{line}\r\n\r\n{line}"),
        ] {
            assert_eq!(text(&body, "base64"), ("http://a.example/1".repeat(2), None), "{body}");
        }
    }

    #[test]
    fn cut_base64_is_decoded_up_to_the_cut() {
        let cut = decode(b"aHR0cDovL2EuZXhhbXBsZS8xM", Some("base64"));
        assert!(cut.is_cut && cut.problem.is_some());
        assert!(!decode(b"aHR0cDovL2E=", Some("base64")).is_cut);
        assert!(!decode(b"aHR0cDovL2E=aHR0", Some("base64")).is_cut);
    }

    #[test]
    fn invalid_bodies_are_reported() {
        for (body, expected) in [
            ("a=3Db href=http://c", "a=b href=http://c"),
            ("a=3Db \u{E9}=\n==C3=A9=4", "a=b \u{E9}=\u{E9}=4"),
        ] {
            assert_eq!(text(body, "quoted-printable").0, expected);
        }
        let footer = "aHR0cDovL2E=\n-- \nlist: http://b\n";
        assert_eq!(
            text(footer, "base64"),
            ("http://a\n-- \nlist: http://b\n".to_owned(), Some(13))
        );
        assert_eq!(text("see http://a.example", "base64").0.trim(), "see http://a.example");
    }
}
