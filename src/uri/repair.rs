//! Repair: percent-encodes characters that people write although the RFCs do not allow them.
//!
//! RFC 2396, section 2.4.3, lists characters that are excluded only because gateways change them or
//! because they delimit URIs in text. People write them nevertheless, and recipients encode them:
//! `/a|b` means `/a%7Cb`. There are two restrictions:
//!
//! - Only path, query and fragment are repaired. The author, or an attacker, may have meant an
//!   invalid character in an authority as the end of the host, so a repair would be a guess.
//! - A backslash becomes `%5C` and never `/`: it means `/` only in the WHATWG URL standard, and there
//!   only in some schemes.

use std::borrow::Cow;

use super::error::ParseError;
use super::grammar::Grammar;
use super::parse::{Parser, scan};
use super::parts::Parts;
use super::pct;
use super::rfc2396::Excluded;
use crate::text::chars;

/// Parses `text` with `grammar` and percent-encodes characters that are not allowed in path, query and fragment:
/// `` { } | \ ^ [ ] ` " < > `` and the space, a `%` without two digits after it, and a `#` inside the fragment.
///
/// Non-ASCII characters are not changed: the grammars of IRIs allow them, and
/// [`to_uri`](super::to_uri) maps them. The result is valid in `grammar`, and repairing it again
/// changes nothing.
///
/// The error contains the position at which the text cannot be repaired, for example in the scheme or the authority, at
/// a control character, or at a non-ASCII character that the grammar excludes.
///
/// ```
/// use linkwright::uri::{Grammar, repair};
///
/// let repaired = repair("http://h/a b?{c}&100%", Grammar::Uri)?;
/// assert_eq!(repaired.as_str(), "http://h/a%20b?%7Bc%7D&100%25");
/// assert_eq!(repaired.edits()[0].at(), "http://h/a".len());
/// assert_eq!(repaired.edits()[0].original(), ' ');
///
/// let error = repair("http://h|h/", Grammar::Uri).unwrap_err();
/// assert_eq!(error.to_string(), "expected a host character in reg-name at byte 8");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
pub fn repair(text: &str, grammar: Grammar) -> Result<Repaired<'_>, ParseError> {
    repair_scanned(text, grammar, scan(text, grammar))
}

/// Like [`repair`], for a text that has been scanned: `strict` is the result of [`scan`] with the same
/// arguments.
pub(crate) fn repair_scanned(
    text: &str,
    grammar: Grammar,
    strict: Result<Parts, ParseError>,
) -> Result<Repaired<'_>, ParseError> {
    let valid_prefix = match strict {
        Ok(parts) => return Ok(Repaired { text: Cow::Borrowed(text), parts, edits: Vec::new() }),
        Err(error) => error.valid_prefix,
    };
    let mut parser = Parser::new(text.as_bytes(), grammar, Some(Vec::new()));
    if let Err(error) = parser.text() {
        return Err(ParseError { valid_prefix, ..error });
    }
    let edit = |at: u32| Edit { at, original: chars::byte_at(text.as_bytes(), at as usize) };
    let edits: Vec<Edit> = parser.repaired.into_iter().flatten().map(edit).collect();
    let repaired = apply(text, &edits);
    // Scanning the result verifies it and determines its components.
    let parts = scan(&repaired, grammar)?;
    Ok(Repaired { text: Cow::Owned(repaired), parts, edits })
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut repaired = String::with_capacity(text.len() + 2 * edits.len());
    let mut done = 0;
    for edit in edits {
        repaired.push_str(text.get(done..edit.at()).unwrap_or_default());
        pct::push(&mut repaired, edit.original);
        done = edit.at() + 1;
    }
    repaired.push_str(text.get(done..).unwrap_or_default());
    repaired
}

/// One character that was percent-encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    at: u32,
    original: u8,
}

impl Edit {
    /// The offset of the character in the text before the repair. Each edit shifts later offsets by two.
    pub const fn at(self) -> usize {
        self.at as usize
    }

    /// The character before the repair.
    pub const fn original(self) -> char {
        self.original as char
    }

    /// The reason why RFC 2396 excludes the character.
    ///
    /// ```
    /// use linkwright::uri::{Grammar, repair, rfc2396::Excluded};
    ///
    /// let repaired = repair("s:a|b", Grammar::Uri)?;
    /// assert_eq!(repaired.edits()[0].excluded(), Some(Excluded::Unwise));
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub const fn excluded(self) -> Option<Excluded> {
        Excluded::of(self.original())
    }
}

/// A valid text, and the edits that made it valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired<'a> {
    pub(super) text: Cow<'a, str>,
    pub(crate) parts: Parts,
    pub(super) edits: Vec<Edit>,
}

impl<'a> Repaired<'a> {
    /// The text after the repair.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text after the repair; borrowed if nothing was repaired.
    pub fn into_text(self) -> Cow<'a, str> {
        self.text
    }

    /// The edits, from left to right.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }
}
