//! The spelling of a run of characters on a rung: the rules of section 6.2.2 for single characters.

use core::fmt;
use core::ops::Range;

use super::pct::{self, Octet};
use super::rung::Rung;
use super::schemes::Special;
use crate::ascii::UNRESERVED;

/// A run of characters, spelled as in the normal form of a rung.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling<'a> {
    text: &'a str,
    /// Whether letters become lower-case: those of scheme and host "should be normalized to lowercase", and "the other
    /// generic syntax components are assumed to be case-sensitive" (6.2.2.1).
    is_lower: bool,
    rung: Rung,
}

impl<'a> Spelling<'a> {
    pub(super) fn new(text: &'a str, rung: Rung) -> Spelling<'a> {
        Spelling { text, is_lower: false, rung }
    }

    pub(super) fn lower(text: &'a str, rung: Rung) -> Spelling<'a> {
        Spelling { text, is_lower: true, rung }
    }

    pub(super) fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        let mut rest = self.text;
        loop {
            let (settled, open) = rest.split_at_checked(self.settled(rest)).unwrap_or((rest, ""));
            out.write_str(settled)?;
            let Some(octet) = pct::octets(open).next() else { return Ok(()) };
            self.write_octet(octet, out)?;
            rest = open.get(octet.span().end()..).unwrap_or_default();
        }
    }

    /// The number of bytes at the start of `text` that certainly do not change.
    fn settled(self, text: &str) -> usize {
        let bytes = text.as_bytes();
        let open = match self.rung {
            Rung::String | Rung::Iri => None,
            _ if self.is_lower => {
                bytes.iter().position(|byte| *byte == b'%' || byte.is_ascii_uppercase())
            }
            _ => memchr::memchr(b'%', bytes),
        };
        open.unwrap_or(bytes.len())
    }

    /// Writes a capital letter, or an encoded octet (6.2.2.2). Unreserved characters are decoded. All other octets
    /// remain encoded, even where the component would allow the character: `%2F` is data where `/` is a delimiter
    /// (2.2). Their digits become upper-case, as section 2.1 recommends.
    fn write_octet(self, octet: Octet, out: &mut impl fmt::Write) -> fmt::Result {
        let byte = octet.value();
        let is_decoded = self.rung >= Rung::Percent && UNRESERVED.contains(byte);
        if octet.is_encoded() && !is_decoded {
            return write!(out, "%{byte:02X}");
        }
        out.write_char(char::from(if self.is_lower { byte.to_ascii_lowercase() } else { byte }))
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

/// The spelling of the query of a `mailto` URI. Case is insignificant in the names of header fields, and in the domains
/// of the addresses that are the values of `to`, `cc` and `bcc` (RFC 6068, section 2).
pub(super) fn mailto_query(text: &str, rung: Rung) -> impl Iterator<Item = Spelling<'_>> {
    text.split_inclusive('&').flat_map(move |field| {
        let name_end = field.find('=').unwrap_or(0);
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
