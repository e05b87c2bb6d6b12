//! The spelling of a run of characters on a rung: the rules of section 6.2.2 for single characters.

use core::fmt;
use core::ops::Range;

use super::pct;
use super::rung::Rung;
use super::schemes::Special;
use crate::ascii::UNRESERVED;

/// Whether the case of letters is significant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    /// "The other generic syntax components are assumed to be case-sensitive" (6.2.2.1).
    AsWritten,
    /// Scheme and host: "should be normalized to lowercase" (6.2.2.1).
    Lower,
}

/// A run of characters, spelled as in the normal form of a rung.
///
/// Its pieces are slices of the text itself or of a table, so nothing is allocated. Two spellings are compared while
/// both are computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling<'a> {
    pub(super) text: &'a str,
    pub(super) letters: Letters,
    pub(super) rung: Rung,
}

impl<'a> Spelling<'a> {
    pub(super) const EMPTY: Spelling<'static> =
        Spelling { text: "", letters: Letters::AsWritten, rung: Rung::String };

    pub(super) fn new(text: &'a str, rung: Rung) -> Spelling<'a> {
        Spelling { text, letters: Letters::AsWritten, rung }
    }

    pub(super) fn lower(text: &'a str, rung: Rung) -> Spelling<'a> {
        Spelling { text, letters: Letters::Lower, rung }
    }

    pub(super) fn pieces(self) -> Pieces<'a> {
        Pieces { spelling: self }
    }

    fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        self.pieces().flat_map(str::bytes)
    }

    pub(super) fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        self.pieces().try_for_each(|piece| out.write_str(piece))
    }

    /// Whether `byte` is, or starts, a character whose spelling may change.
    fn is_open(self, byte: u8) -> bool {
        byte == b'%' || self.letters == Letters::Lower && byte.is_ascii_uppercase()
    }

    /// The number of bytes at the start that certainly do not change.
    fn settled(self) -> usize {
        let bytes = self.text.as_bytes();
        match (self.rung, self.letters) {
            (Rung::String | Rung::Iri, _) => bytes.len(),
            (_, Letters::AsWritten) => memchr::memchr(b'%', bytes).unwrap_or(bytes.len()),
            _ => bytes.iter().position(|&byte| self.is_open(byte)).unwrap_or(bytes.len()),
        }
    }

    /// The replacement for the encoded octet or capital letter at the start of the text, and the number of bytes that
    /// it replaces.
    fn open(self) -> (&'a str, usize) {
        match pct::octets(self.text).next() {
            Some(octet) if octet.is_encoded() => (self.pct_encoded(octet.value()), 3),
            Some(octet) => (self.character(octet.value()), 1),
            None => ("", 0),
        }
    }

    /// The spelling of an encoded octet (6.2.2.2). Unreserved characters are decoded. All other octets
    /// remain encoded, even where the component would allow the character: `%2F` is data where `/` is a
    /// delimiter (2.2).
    fn pct_encoded(self, octet: u8) -> &'a str {
        if self.rung >= Rung::Percent && UNRESERVED.contains(octet) {
            return self.character(octet);
        }
        let at = 3 * usize::from(octet);
        PCT_ENCODED.get(at..at + 3).unwrap_or_default()
    }

    /// The spelling of a letter, a digit, `-`, `.`, `_` or `~`.
    fn character(self, byte: u8) -> &'a str {
        let byte = match self.letters {
            Letters::Lower => byte.to_ascii_lowercase(),
            Letters::AsWritten => byte,
        };
        let at = usize::from(byte.saturating_sub(b' '));
        PRINTABLE.get(at..=at).unwrap_or_default()
    }
}

/// Two runs are equal if they have the same spelling.
impl PartialEq for Spelling<'_> {
    fn eq(&self, other: &Spelling<'_>) -> bool {
        let is_alike = self.letters == other.letters && self.rung == other.rung;
        if is_alike && self.text == other.text {
            return true;
        }
        let has_pct = |run: &Spelling<'_>| memchr::memchr(b'%', run.text.as_bytes()).is_some();
        let is_lower = is_alike && self.letters == Letters::Lower && self.rung >= Rung::Case;
        if is_lower && !has_pct(self) && !has_pct(other) {
            return self.text.eq_ignore_ascii_case(other.text);
        }
        // Most unequal runs already differ before the first byte whose spelling may change.
        let settled = self.settled().min(other.settled());
        self.text.as_bytes().get(..settled) == other.text.as_bytes().get(..settled)
            && self.bytes().eq(other.bytes())
    }
}

impl Eq for Spelling<'_> {}

/// The iterator that [`Spelling::pieces`] returns.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'a> {
    spelling: Spelling<'a>,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.spelling.text;
        if text.is_empty() {
            return None;
        }
        let (piece, len) = match self.spelling.settled() {
            0 => self.spelling.open(),
            len => (text.get(..len).unwrap_or_default(), len),
        };
        self.spelling.text = text.get(len..).unwrap_or_default();
        Some(piece)
    }
}

/// The spelling of one path segment, divided into runs. Depending on the scheme, case is significant in some runs and
/// insignificant in others.
///
/// The result depends only on this segment, so removing other segments does not change it.
pub(super) fn segment(
    text: &str,
    has_slash: bool,
    special: Special,
    rung: Rung,
) -> impl Iterator<Item = Spelling<'_>> {
    let is_list = special == Special::Mailto;
    text.split_inclusive(move |char| is_list && char == ',')
        .flat_map(move |part| divided(part, case_free(part, has_slash, special), rung))
}

/// The part of a path segment in which the case of letters is insignificant.
fn case_free(part: &str, has_slash: bool, special: Special) -> Range<usize> {
    match special {
        // `NID ":" NSS`: RFC 8141, 3.1, ignores only the case of the NID.
        Special::Urn if !has_slash => 0..part.find(':').unwrap_or(0),
        // RFC 5321, 2.4: "The local-part of a mailbox MUST BE treated as case sensitive."
        // RFC 7565, 4, compares the host of `acct:user@host` as RFC 3986 compares hosts.
        Special::Mailto | Special::Acct => after_at(part).unwrap_or(part.len())..part.len(),
        // RFC 3261, 19.1.4: the userinfo is case-sensitive. Each parameter after `;` can have its own
        // comparison rules, so only the case of the host changes.
        Special::Sip if !has_slash => {
            let start = after_at(part).unwrap_or(0);
            let host = part.get(start..).unwrap_or_default();
            start..start + host.find(';').unwrap_or(host.len())
        }
        // RFC 7622, 3.2 and 3.3.1: domain and localpart are mapped to lower case; the resource,
        // after the `/`, is not.
        Special::Xmpp if !has_slash => 0..part.len(),
        _ => 0..0,
    }
}

/// The offset after the last `@`.
fn after_at(text: &str) -> Option<usize> {
    text.rfind('@').map(|at| at + 1)
}

/// Divides `text` into three runs. In the middle run, at `lower`, case is insignificant.
fn divided(text: &str, lower: Range<usize>, rung: Rung) -> [Spelling<'_>; 3] {
    let run = |range: Range<usize>| text.get(range).unwrap_or_default();
    [
        Spelling::new(run(0..lower.start), rung),
        Spelling::lower(run(lower.clone()), rung),
        Spelling::new(run(lower.end..text.len()), rung),
    ]
}

/// The spelling of a query.
///
/// In a `mailto` URI, case is insignificant in the names of header fields, and in the domains of the addresses that are
/// the values of `to`, `cc` and `bcc` (RFC 6068, section 2).
pub(super) fn query(
    text: &str,
    special: Special,
    rung: Rung,
) -> impl Iterator<Item = Spelling<'_>> {
    let is_mailto = special == Special::Mailto;
    text.split_inclusive(move |char| is_mailto && char == '&').flat_map(move |field| {
        let name_end = if is_mailto { field.find('=').unwrap_or(0) } else { 0 };
        let (name, value) = field.split_at_checked(name_end).unwrap_or(("", field));
        let is_address = ["to", "cc", "bcc"].iter().any(|list| name.eq_ignore_ascii_case(list));
        let value = value.split_inclusive(move |char| is_address && char == ',');
        let value = value.flat_map(move |part| {
            let end = part.trim_end_matches(['&', ',']).len();
            let start = if is_address { after_at(part).unwrap_or(end) } else { end };
            divided(part, start..end, rung)
        });
        core::iter::once(Spelling::lower(name, rung)).chain(value)
    })
}

/// Whether two sequences of runs have the same spelling, even if they are divided at different positions.
pub(super) fn eq<'a>(
    a: impl Iterator<Item = Spelling<'a>>,
    b: impl Iterator<Item = Spelling<'a>>,
) -> bool {
    a.flat_map(Spelling::bytes).eq(b.flat_map(Spelling::bytes))
}

/// Every printable ASCII character, in order, beginning with the space.
const PRINTABLE: &str = concat!(
    " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`",
    "abcdefghijklmnopqrstuvwxyz{|}~"
);

/// Every octet as `pct-encoded`, with upper-case digits as section 2.1 recommends.
const PCT_ENCODED: &str = {
    const TEXT: [u8; 3 * 256] = pct_encoded_octets();
    match core::str::from_utf8(&TEXT) {
        Ok(text) => text,
        Err(_) => "",
    }
};

const fn pct_encoded_octets() -> [u8; 3 * 256] {
    let mut text = [0; 3 * 256];
    let mut rest: &mut [u8] = &mut text;
    let mut octet = 0_u8;
    while let [percent, high, low, after @ ..] = rest {
        *percent = b'%';
        *high = digit(octet >> 4);
        *low = digit(octet & 0xF);
        octet = octet.wrapping_add(1);
        rest = after;
    }
    text
}

const fn digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'A' + value - 10 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_indexed_by_byte() {
        for octet in 0..=u8::MAX {
            let at = 3 * usize::from(octet);
            assert_eq!(PCT_ENCODED[at..at + 3], format!("%{octet:02X}"));
        }
        for (byte, found) in (b' '..=b'~').zip(PRINTABLE.bytes()) {
            assert_eq!(byte, found);
        }
    }
}
