//! Percent-encoding and decoding (section 2.1).
//!
//! Section 2.4 requires a URI to be parsed before its components are decoded, and each component to be decoded only
//! once. A `%2F` in a path is data and not a delimiter, and a URI in which `%2525` is decoded twice refers to another
//! resource.
//!
//! ```
//! use linkwright::uri::{Uri, pct};
//!
//! let uri = Uri::parse("http://h/AC%2FDC?q=caf%C3%A9")?;
//! let segments: Vec<_> = uri.path().split('/').map(pct::decode).collect();
//! assert_eq!(segments, [&b""[..], &b"AC/DC"[..]]);
//! assert_eq!(pct::decode_utf8(uri.query().unwrap()).unwrap(), "q=café");
//! # Ok::<_, linkwright::uri::ParseError>(())
//! ```

use std::borrow::Cow;

use crate::ascii::HEXDIG;
use crate::span::Span;
use crate::text::chars;

pub use crate::ascii::{
    ByteSet, FRAGMENT, PATH, PCHAR, QUERY, REG_NAME, RESERVED, UNRESERVED, USERINFO,
};

/// The decoded octets of `text`; borrowed if nothing is encoded.
///
/// Any text can be decoded: a `%` without two hexadecimal digits is kept.
pub fn decode(text: &str) -> Cow<'_, [u8]> {
    if text.contains('%') {
        Cow::Owned(octets(text).map(Octet::value).collect())
    } else {
        Cow::Borrowed(text.as_bytes())
    }
}

/// Decodes `text` and returns the result as a string. Returns an error if the octets are not UTF-8, the encoding that
/// section 2.5 recommends.
pub fn decode_utf8(text: &str) -> Result<Cow<'_, str>, core::str::Utf8Error> {
    match decode(text) {
        Cow::Borrowed(_) => Ok(Cow::Borrowed(text)),
        Cow::Owned(octets) => match String::from_utf8(octets) {
            Ok(decoded) => Ok(Cow::Owned(decoded)),
            Err(error) => Err(error.utf8_error()),
        },
    }
}

/// Decodes a name or a value of a query as HTML forms send it: like [`decode`], but a `+` becomes a space.
///
/// ```
/// use linkwright::uri::pct;
///
/// assert_eq!(&*pct::decode_form("a+b%2B"), b"a b+");
/// ```
pub fn decode_form(text: &str) -> Cow<'_, [u8]> {
    if !text.contains('+') {
        return decode(text);
    }
    let is_space = |octet: &Octet| octet.value() == b'+' && !octet.is_encoded();
    octets(text).map(|octet| if is_space(&octet) { b' ' } else { octet.value() }).collect()
}

/// Encodes every byte of `data` that is not ASCII or not in `allowed`; borrowed if no byte is encoded.
///
/// The result is valid in the component whose set is given: [`UNRESERVED`] for data in any component, [`PCHAR`] for a
/// segment of a path, [`QUERY`] for a query. None of these sets contains `%`, so data that looks encoded is encoded
/// again, and [`decode`] returns exactly `data`.
///
/// ```
/// use linkwright::uri::pct;
///
/// assert_eq!(pct::encode("100% of a/b", &pct::UNRESERVED), "100%25%20of%20a%2Fb");
/// ```
pub fn encode<'a>(data: &'a str, allowed: &ByteSet) -> Cow<'a, str> {
    let is_allowed = |byte: &u8| byte.is_ascii() && allowed.contains(*byte);
    if data.as_bytes().iter().all(is_allowed) {
        return Cow::Borrowed(data);
    }
    let mut encoded = String::with_capacity(data.len() + data.len() / 2);
    push_encoded(&mut encoded, data, is_allowed);
    Cow::Owned(encoded)
}

/// Appends `data` to `text`. Every byte that is not allowed is encoded; no byte above ASCII may be allowed.
pub(super) fn push_encoded(text: &mut String, data: &str, is_allowed: impl Fn(&u8) -> bool) {
    for byte in data.bytes() {
        if is_allowed(&byte) {
            text.push(char::from(byte));
        } else {
            push(text, byte);
        }
    }
}

/// Whether `text` consists only of `pct-encoded` and bytes in `allowed`, and so is valid in the component with that
/// set.
///
/// ```
/// use linkwright::uri::pct;
///
/// assert!(pct::is_encoded("a%20b", &pct::REG_NAME));
/// assert!(!pct::is_encoded("a b", &pct::REG_NAME));
/// assert!(!pct::is_encoded("100%", &pct::REG_NAME));
/// ```
pub fn is_encoded(text: &str, allowed: &ByteSet) -> bool {
    octets(text).all(|octet| octet.is_encoded() || allowed.contains(octet.value()))
}

/// The decoded octets of `text`, each with its position in `text`.
///
/// ```
/// use linkwright::uri::pct;
///
/// let slashes = pct::octets("a/b%2fc").filter(|octet| octet.value() == b'/');
/// let spans: Vec<_> = slashes.map(|octet| (octet.span().range(), octet.is_encoded())).collect();
/// assert_eq!(spans, [(1..2, false), (3..6, true)]);
/// ```
pub fn octets(text: &str) -> Octets<'_> {
    octets_of(text.as_bytes())
}

pub(super) fn octets_of(text: &[u8]) -> Octets<'_> {
    Octets { text, at: 0 }
}

/// The character whose UTF-8 form is at the beginning of `octets`, and the number of its octets.
pub(super) fn first_char(octets: impl Iterator<Item = Octet>) -> Option<(char, usize)> {
    let mut bytes = [0; 4];
    let count = bytes.iter_mut().zip(octets).map(|(to, octet)| *to = octet.value()).count();
    chars::first(bytes.get(..count)?)
}

/// One octet of a decoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Octet {
    value: u8,
    span: Span,
}

impl Octet {
    /// The value of the octet.
    pub const fn value(self) -> u8 {
        self.value
    }

    /// The position in the original text. It is three bytes long for an encoded octet and one byte long for any other
    /// octet.
    pub const fn span(self) -> Span {
        self.span
    }

    /// Whether the octet is written as `pct-encoded`.
    pub const fn is_encoded(self) -> bool {
        self.span.len() == 3
    }
}

/// The iterator that [`octets`] returns.
#[derive(Clone, Debug)]
pub struct Octets<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Octets<'_> {
    type Item = Octet;

    fn next(&mut self) -> Option<Octet> {
        let rest = self.text.get(self.at..)?;
        let (value, len) = match *rest {
            [b'%', high, low, ..] if HEXDIG.contains(high) && HEXDIG.contains(low) => {
                (hex_value(high) << 4 | hex_value(low), 3)
            }
            [byte, ..] => (byte, 1),
            [] => return None,
        };
        let span = Span::new(self.at, self.at + len);
        self.at = span.end();
        Some(Octet { value, span })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.text.len() - self.at;
        (left.div_ceil(3), Some(left))
    }
}

impl core::iter::FusedIterator for Octets<'_> {}

/// The value of a `HEXDIG`.
const fn hex_value(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}

/// Appends `byte` as `pct-encoded`, with upper-case digits as section 2.1 recommends.
pub(crate) fn push(text: &mut String, byte: u8) {
    text.push('%');
    text.push(upper_digit(byte >> 4));
    text.push(upper_digit(byte & 0xF));
}

/// The `HEXDIG` of a `value` below 16.
const fn upper_digit(value: u8) -> char {
    (if value < 10 { b'0' + value } else { b'A' - 10 + value }) as char
}
