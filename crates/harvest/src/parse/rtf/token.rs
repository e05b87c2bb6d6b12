//! The tokens of RTF: braces, control words, control symbols and text.

use linkwright::Span;

/// A token of RTF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'d> {
    /// `{`.
    Open,
    /// `}`.
    Close,
    /// A backslash and letters, with the number after them.
    Word(&'d [u8], Option<i32>),
    /// A backslash and a character that is not a letter.
    Symbol(u8),
    /// `\'` and two hexadecimal digits: a byte in the code page.
    Byte(u8),
    /// Bytes without a backslash, a brace, a line break or a NUL.
    Text,
}

/// The length of the longest control word, according to the specification.
const WORD: usize = 32;

/// Reads the tokens of a document.
pub(super) struct Tokens<'d> {
    document: &'d [u8],
    at: usize,
}

impl<'d> Tokens<'d> {
    pub(super) const fn new(document: &'d [u8]) -> Tokens<'d> {
        Tokens { document, at: 0 }
    }

    /// The next token and its span; `None` at the end. Line breaks and NULs have no meaning and are skipped.
    pub(super) fn next(&mut self) -> Option<(Token<'d>, Span)> {
        let rest = self.rest(self.at);
        self.at += rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | 0)).count();
        let start = self.at;
        let rest = self.rest(start);
        let (token, len) = match rest.first()? {
            b'{' => (Token::Open, 1),
            b'}' => (Token::Close, 1),
            b'\\' => control(rest),
            _ => (Token::Text, text_len(rest)),
        };
        self.at += len;
        Some((token, Span::new(start, self.at)))
    }

    fn rest(&self, at: usize) -> &'d [u8] {
        self.document.get(at..).unwrap_or_default()
    }
}

fn text_len(rest: &[u8]) -> usize {
    let ends = |byte: &u8| matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n' | 0);
    rest.iter().position(ends).unwrap_or(rest.len())
}

/// The control at the beginning of `rest`, and its length.
fn control(rest: &[u8]) -> (Token<'_>, usize) {
    match rest.get(1) {
        None => (Token::Symbol(b'\\'), 1),
        Some(b'\'') => match hex(rest.get(2..4)) {
            Some(byte) => (Token::Byte(byte), 4),
            None => (Token::Symbol(b'\''), 2),
        },
        Some(byte) if byte.is_ascii_alphabetic() => word(rest),
        Some(&byte) => (Token::Symbol(byte), 2),
    }
}

fn hex(digits: Option<&[u8]>) -> Option<u8> {
    let digits = str::from_utf8(digits?).ok()?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u8::from_str_radix(digits, 16).ok())?
}

/// The control word at the beginning of `rest`, and its length, which includes the number and the blank after the
/// word. For `\bin`, the length also includes the binary data.
fn word(rest: &[u8]) -> (Token<'_>, usize) {
    let letters = rest.get(1..).unwrap_or_default();
    let len = letters.iter().take(WORD).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let name = letters.get(..len).unwrap_or_default();
    let after = letters.get(len..).unwrap_or_default();
    let sign = usize::from(after.first() == Some(&b'-'));
    let digits = after.iter().skip(sign).take(10).take_while(|byte| byte.is_ascii_digit()).count();
    let number_len = if digits == 0 { 0 } else { sign + digits };
    let number = after.get(..number_len).and_then(|text| str::from_utf8(text).ok()?.parse().ok());
    let end = 1 + len + number_len;
    let end = end + usize::from(rest.get(end) == Some(&b' '));
    // Data that is longer than the file is read as RTF.
    let data = number.filter(|_| name == b"bin").and_then(|len: i32| usize::try_from(len).ok());
    let data = data.filter(|len| *len <= rest.len() - end).unwrap_or(0);
    (Token::Word(name, number), end + data)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &[u8]) -> Vec<Token<'_>> {
        let mut tokens = Tokens::new(text);
        core::iter::from_fn(|| tokens.next()).map(|(token, _)| token).collect()
    }

    #[test]
    fn control_words_end_at_a_blank_or_after_a_number() {
        use Token::{Byte, Close, Open, Symbol, Text, Word};
        let expected = [
            Open,
            Word(b"rtf", Some(1)),
            Word(b"b", Some(0)),
            Text,
            Byte(0xE9),
            Symbol(b'~'),
            Word(b"u", Some(-10179)),
            Text,
            Word(b"par", None),
            Close,
        ];
        assert_eq!(tokens(b"{\\rtf1\\b0 a\\'e9\\~\\u-10179?\r\n\\par}"), expected);
        assert_eq!(tokens(b"\\'g1\\"), [Symbol(b'\''), Text, Symbol(b'\\')]);
        assert_eq!(tokens(b"\\u99999999999"), [Word(b"u", None), Text]);
    }

    #[test]
    fn binary_data_is_skipped() {
        let bin = |number| Token::Word(b"bin", Some(number));
        assert_eq!(tokens(b"\\bin4 {\\}}a"), [bin(4), Token::Text]);
        assert_eq!(tokens(b"\\bin9 {"), [bin(9), Token::Open]);
        assert_eq!(tokens(b"\\bin-9 {"), [bin(-9), Token::Open]);
    }
}
