//! Sets of ASCII bytes: one constant for each rule of the grammar, composed as in the ABNF, and a few for the search
//! for candidates in text.
//!
//! The sets of the grammar have the names of RFC 3986, Appendix A, in capitals. [`DELIMS`] and [`UNWISE`] are from RFC
//! 2396, section 2.4.3, which excludes their characters from URIs. The sets of RFC 3986 do not contain `%`, because the
//! grammar allows a percent sign only before two hexadecimal digits. `uri::pct` exports the sets of components.
#![deny(clippy::indexing_slicing)]

use core::iter::FusedIterator;

/// A value for each byte, computed at compile time by [`byte_map`].
#[derive(Clone, Debug)]
pub(crate) struct ByteMap<T>(pub(crate) [T; 256]);

impl<T: Copy> ByteMap<T> {
    /// The value for `byte`.
    #[inline]
    pub(crate) const fn of(&self, byte: u8) -> T {
        #[expect(clippy::indexing_slicing, reason = "every `u8` is an index into 256 entries")]
        self.0[byte as usize]
    }
}

/// Expands to a [`ByteMap`] whose values are computed by a `const fn`.
macro_rules! byte_map {
    ($value_of:path) => {{
        let mut values = [$value_of(0); 256];
        let mut byte = 0;
        while byte < values.len() {
            #[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
            #[expect(clippy::cast_possible_truncation, reason = "the loop ends at 256")]
            {
                values[byte] = $value_of(byte as u8);
            }
            byte += 1;
        }
        $crate::ascii::ByteMap(values)
    }};
}
pub(crate) use byte_map;

/// A set of bytes. A lookup takes constant time and has no branch.
///
/// ```
/// use linkwright::uri::pct::{ByteSet, UNRESERVED};
///
/// const WITH_SLASH: ByteSet = UNRESERVED.or(ByteSet::of(b"/"));
/// assert!(b"a/b".iter().all(|&byte| WITH_SLASH.contains(byte)));
/// assert!(!WITH_SLASH.contains(b'?'));
/// ```
// The set is a table of 256 bools instead of 256 bits. The sets that a parse uses fit into the first-level cache in
// both forms, and a lookup of a bool is a single load.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ByteSet([bool; 256]);

impl ByteSet {
    /// The empty set.
    pub const EMPTY: ByteSet = ByteSet([false; 256]);

    /// The bytes of `members`.
    pub const fn of(mut members: &[u8]) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        while let [byte, rest @ ..] = members {
            set.insert(*byte);
            members = rest;
        }
        set
    }

    /// The bytes from `first` to `last`, both included. The ABNF writes such a range as `%x41-5A`.
    pub const fn range(first: u8, last: u8) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        let mut byte = first as u16;
        while byte <= last as u16 {
            set.insert(byte.to_le_bytes()[0]);
            byte += 1;
        }
        set
    }

    /// The union of the two sets. The ABNF writes it as `/`.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "both tables have 256 entries")]
    pub const fn or(mut self, other: ByteSet) -> ByteSet {
        let mut byte = 0;
        while byte < self.0.len() {
            self.0[byte] |= other.0[byte];
            byte += 1;
        }
        self
    }

    /// The bytes of this set that are not in `other`.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "both tables have 256 entries")]
    pub const fn without(mut self, other: ByteSet) -> ByteSet {
        let mut byte = 0;
        while byte < self.0.len() {
            self.0[byte] &= !other.0[byte];
            byte += 1;
        }
        self
    }

    /// The number of members at the beginning of `bytes`.
    ///
    /// The bytes are tested in blocks of eight, without a branch for each byte. The members in the last block are also
    /// counted without branches. The processor cannot predict where a run ends, so counting them with a branch for each
    /// byte would take longer than all earlier blocks. Testing eight bytes in one machine word was rejected, because it
    /// takes as many instructions as the table, and each instruction waits for the previous one.
    #[inline]
    pub(crate) fn run_len(&self, bytes: &[u8]) -> usize {
        let mut run = 0;
        for block in bytes.chunks_exact(8) {
            if !block.iter().fold(true, |all, &byte| all & self.contains(byte)) {
                let open = block.iter().scan(true, |open, &byte| {
                    *open &= self.contains(byte);
                    Some(usize::from(*open))
                });
                return run + open.sum::<usize>();
            }
            run += 8;
        }
        let rest = bytes.get(run..).unwrap_or_default();
        run + rest.iter().take_while(|&&byte| self.contains(byte)).count()
    }

    /// Whether `byte` is a member.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "every `u8` is an index into 256 entries")]
    pub const fn contains(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }

    /// The members, in ascending order.
    pub fn bytes(self) -> impl FusedIterator<Item = u8> {
        (0..=u8::MAX).filter(move |&byte| self.contains(byte))
    }

    #[expect(clippy::indexing_slicing, reason = "every `u8` is an index into 256 entries")]
    const fn insert(&mut self, byte: u8) {
        self.0[byte as usize] = true;
    }
}

impl core::fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "ByteSet(\"{}\")", self.bytes().collect::<Vec<u8>>().escape_ascii())
    }
}

/// `ALPHA = %x41-5A / %x61-7A` (RFC 5234, B.1)
pub(crate) const ALPHA: ByteSet = ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z'));

/// `DIGIT = %x30-39` (RFC 5234, B.1)
pub(crate) const DIGIT: ByteSet = ByteSet::range(b'0', b'9');

/// `HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"` (RFC 5234, B.1), in upper and lower case
pub(crate) const HEXDIG: ByteSet = DIGIT.or(ByteSet::of(b"ABCDEFabcdef"));

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"`
pub const UNRESERVED: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-._~"));

/// `gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@"`
pub(crate) const GEN_DELIMS: ByteSet = ByteSet::of(b":/?#[]@");

/// `sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="`
pub(crate) const SUB_DELIMS: ByteSet = ByteSet::of(b"!$&'()*+,;=");

/// `reserved = gen-delims / sub-delims`
pub const RESERVED: ByteSet = GEN_DELIMS.or(SUB_DELIMS);

/// The bytes after the first one in `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`
pub(crate) const SCHEME: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"+-."));

/// The unencoded characters of `reg-name = *( unreserved / pct-encoded / sub-delims )`
pub const REG_NAME: ByteSet = UNRESERVED.or(SUB_DELIMS);

/// The unencoded characters of `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`
pub const USERINFO: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b":"));

/// The unencoded characters of `pchar = unreserved / pct-encoded / sub-delims / ":" / "@"`
pub const PCHAR: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b":@"));

/// The unencoded characters of `segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )`
pub(crate) const SEGMENT_NC: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b"@"));

/// The unencoded characters of `*( "/" segment )` with `segment = *pchar`
pub const PATH: ByteSet = PCHAR.or(ByteSet::of(b"/"));

/// The unencoded characters of `query = *( pchar / "/" / "?" )`
pub const QUERY: ByteSet = PCHAR.or(ByteSet::of(b"/?"));

/// The unencoded characters of `fragment = *( pchar / "/" / "?" )`
pub const FRAGMENT: ByteSet = PCHAR.or(ByteSet::of(b"/?"));

/// `delims = "<" | ">" | "#" | "%" | <">` (RFC 2396, 2.4.3)
pub(crate) const DELIMS: ByteSet = ByteSet::of(b"<>#%\"");

/// `` unwise = "{" | "}" | "|" | "\" | "^" | "[" | "]" | "`" `` (RFC 2396, 2.4.3)
pub(crate) const UNWISE: ByteSet = ByteSet::of(b"{}|\\^[]`");

// The following sets are for scanning candidates in plain text.

/// The bytes that end every candidate in plain text: controls, blanks, `"`, `<`, `>`, `\`, backtick.
pub(crate) const STOP: ByteSet = ByteSet::range(0, b' ').or(ByteSet::of(b"\x7F\"<>\\`"));

/// The ASCII bytes that RFC 3986 does not allow anywhere after the authority and that are not in [`STOP`].
pub(crate) const FOREIGN: ByteSet = ByteSet::of(b"[]{}|^");

/// Punctuation that ends a sentence or a clause.
pub(crate) const POINT: ByteSet = ByteSet::of(b".,;:!?");

/// The ASCII brackets, except `<` and `>`.
pub(crate) const BRACKET: ByteSet = ByteSet::of(b"()[]{}");

/// Whether the host name `name` is `domain` or a subdomain of it.
#[inline]
pub(crate) fn is_in_domain(name: &[u8], domain: &[u8]) -> bool {
    let parts = name.len().checked_sub(domain.len()).and_then(|at| name.split_at_checked(at));
    parts.is_some_and(|(above, own)| {
        own.eq_ignore_ascii_case(domain) && (above.is_empty() || above.ends_with(b"."))
    })
}

/// Whether `text` has the form of a scheme (RFC 3986, section 3.1).
pub(crate) fn is_scheme(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| ALPHA.contains(first)) && bytes.all(|b| SCHEME.contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_compared_by_whole_labels() {
        let is_in = |host: &str| is_in_domain(host.as_bytes(), b"urldefense.com");
        assert!(is_in("urldefense.com") && is_in("A.UrlDefense.com"));
        for host in ["xurldefense.com", "urldefense.com.evil.example", "com", ""] {
            assert!(!is_in(host), "{host}");
        }
    }

    #[test]
    fn sets_compose_as_in_the_abnf() {
        assert_eq!(RESERVED.bytes().count(), 7 + 11);
        assert_eq!(UNRESERVED.bytes().count(), 26 + 26 + 10 + 4);
        assert_eq!(PCHAR.without(UNRESERVED).without(SUB_DELIMS), ByteSet::of(b":@"));
        assert_eq!(RESERVED.or(UNRESERVED).or(UNWISE).or(DELIMS).bytes().count(), 18 + 66 + 6 + 4);
        assert_eq!(format!("{GEN_DELIMS:?}"), r##"ByteSet("#/:?@[]")"##);
    }

    #[test]
    fn a_run_ends_at_the_first_byte_that_is_not_a_member() {
        for len in 0..40 {
            for after in ["", "/", "/8080"] {
                let text = ["7".repeat(len).as_str(), after].concat();
                assert_eq!(DIGIT.run_len(text.as_bytes()), len, "{text}");
            }
        }
    }

    #[test]
    fn sets_of_the_grammar_contain_neither_a_percent_sign_nor_non_ascii_bytes() {
        for set in [SCHEME, REG_NAME, USERINFO, PATH, QUERY, FRAGMENT, SEGMENT_NC, UNWISE] {
            assert!(set.bytes().all(|byte| byte.is_ascii() && byte != b'%'));
        }
        assert!(ByteSet::range(0, 255).contains(255));
    }
}
