//! The facts about a candidate: the preconditions of all rules.
//!
//! Each fact is a bit. The scan of a candidate sets the bits for the bytes in it. The bits for the text before it, for
//! its last byte and for the text after it are computed again when a rule moves its beginning or end.
//!
//! A rule declares the facts that it needs ([`Rule::when`](crate::rules::rule::Rule::when)) and runs only if one of
//! them holds. If no enabled rule needs a fact of the candidate, the candidate is reported without further work. A
//! wrong declaration would therefore change which matches are found. The tests in `declared` call the rules whose facts
//! do not hold, and check that they do nothing.

use core::ops::{BitOr, BitOrAssign};

use crate::ascii::{ALPHA, ByteMap, ByteSet, DIGIT, byte_map};
use crate::candidate::{escape, lines};
use crate::text::chars;
use crate::text::glyph::{self, Glyph};

/// The bits of a set. If there are more facts than bits, the constant of the first of these does not compile; a larger type
/// here is all that it takes then.
type Bits = u64;

/// A set of facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts(Bits);

macro_rules! facts {
    (
        inside { $($(#[$inside_doc:meta])+ $inside:ident,)+ }
        others { $($(#[$doc:meta])+ $name:ident,)+ }
    ) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        #[derive(Clone, Copy)]
        enum Bit { $($inside,)+ $($name,)+ }

        impl Facts {
            $($(#[$inside_doc])+ pub(crate) const $inside: Facts = Facts(1 << Bit::$inside as u32);)+
            $($(#[$doc])+ pub(crate) const $name: Facts = Facts(1 << Bit::$name as u32);)+

            /// Every fact of the section `inside`. These facts are assumed to hold for bytes that no scan has read,
            /// such as those after a line end.
            pub(crate) const UNREAD: Facts = Facts::NONE$(.or(Facts::$inside))+;
        }
    };
}

facts! {
    // Facts about the bytes of the candidate.
    inside {
        /// The candidate contains `)`, `]` or `}`.
        IN_CLOSER,
        /// The candidate contains `,`, `;` or `|`.
        IN_SEPARATOR,
        /// The candidate contains a byte of [`FOREIGN`](crate::ascii::FOREIGN).
        IN_FOREIGN,
        /// The candidate contains a character outside ASCII.
        IN_WIDE,
        /// The candidate contains bytes that only the parser can validate.
        UNPROVED,
        /// The authority is absent, or is not a plain name with an optional port.
        HOST_ODD,
        /// The part of the authority that was read is not a plain name with an optional port, or is `www.` and nothing
        /// else.
        NAME_ODD,
        /// The authority contains a character outside ASCII.
        HOST_WIDE,
        /// The port has five digits or more.
        PORT_LONG,
        /// The candidate may lack a component that its scheme requires.
        FORM,
        /// The candidate is a web URI that ends with its host, and the host is `www` or has no top-level domain.
        HOST_STUMP,
    }
    // Facts about the text around the candidate, about its ends, and from other sources.
    others {
        /// Holds for every candidate. Rules that always run declare it.
        ALWAYS,
        /// The byte before the candidate is `:`.
        BEFORE_COLON,
        /// The byte before the candidate is `<`.
        BEFORE_ANGLE,
        /// The byte before the candidate is `"`, `'` or a backtick.
        BEFORE_QUOTE,
        /// The byte before the candidate is `@`, `=` or a closing bracket, or it is an address after `(` or `[`.
        BEFORE_SIGN,
        /// The byte before the candidate is a letter, a digit, or one of `/ @ - . _ ~ \ % $ #`, so a bare name is a
        /// part of a longer token.
        BEFORE_GLUE,
        /// The character before the candidate is outside ASCII, and is neither a CJK letter nor punctuation that ends a
        /// sentence or a part of it.
        BEFORE_WIDE,
        /// Before the candidate, with blanks or a line break between them, may be `<` or `⟨`, `URL:` or `URI:`, or the
        /// name of a field that may contain Message-IDs and its colon.
        BEFORE_BLANKS,
        /// The last byte of the candidate is punctuation, a mark of emphasis, a quote, a bracket or a backslash, which a
        /// rule may trim, or its last character may be `…`.
        LAST_MARK,
        /// The candidate ends in its authority, or in a `#` directly after it, with a byte that no host ends with: one
        /// of `* ~ # - = & + $ ^ |`.
        LAST_OF_HOST,
        /// The next character is outside ASCII and may belong to the same token.
        AFTER_WIDE,
        /// The next byte is `\`.
        AFTER_BACKSLASH,
        /// The next byte is `@` or `:`.
        AFTER_SIGN,
        /// The candidate ends its line, and the next line begins with a token that is not the beginning of a URI.
        LINE_TOKEN,
        /// The candidate ends in `=`, directly before a line break.
        LINE_ENCODED,
        /// The candidate is an e-mail address that begins its line, and the line above ends in a hyphen or dot.
        HEAD_ABOVE,
        /// The candidate is an e-mail address, and a hyphen or dot at the end of its line follows it.
        HOST_BELOW,
        /// The text after the host, or the `\(` of a roff character before it, makes the name a part of a longer token.
        NAME_GLUED,
        /// The host does not end with a top-level domain.
        NO_TLD,
        /// The name may be code, prose or a file, according to its top-level domain or to the text after it.
        NAME_DOUBTFUL,
        /// A program may have generated the local part of the address: it has five digits or more, or a `$`.
        LOCAL_MADE,
        /// Another URI begins directly after the `://` of the candidate.
        NESTED,
        /// The candidate is in angle brackets.
        ANGLED,
        /// Only a part of the candidate was read, because the token was read to its end for another candidate.
        PARTIAL,
        /// The candidate is longer than `max_len`.
        TOO_LONG,
        /// A property of a byte, never of a candidate: the byte ends the candidate.
        STOP,
        /// A property of a byte, never of a candidate: the byte begins a character outside ASCII.
        HIGH,
        /// A property of a byte, never of a candidate: the byte is `%`.
        PERCENT,
        /// A property of a byte, never of a candidate: the byte is `?` or `#`.
        BORDER,
    }
}

impl Facts {
    pub(crate) const NONE: Facts = Facts(0);

    /// The properties of bytes that interrupt the scan.
    pub(crate) const CONTROL: Facts =
        Facts::STOP.or(Facts::HIGH).or(Facts::PERCENT).or(Facts::BORDER);

    pub(crate) const fn or(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }

    /// Whether the two sets share a fact.
    pub(crate) const fn meets(self, other: Facts) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn without(self, other: Facts) -> Facts {
        Facts(self.0 & !other.0)
    }

    /// This set if `holds` is true, and otherwise the empty set.
    pub(crate) const fn when(self, holds: bool) -> Facts {
        if holds { self } else { Facts::NONE }
    }
}

impl BitOr for Facts {
    type Output = Facts;

    fn bitor(self, other: Facts) -> Facts {
        self.or(other)
    }
}

impl BitOrAssign for Facts {
    fn bitor_assign(&mut self, other: Facts) {
        self.0 |= other.0;
    }
}

/// The facts that each byte sets.
pub(crate) type FactTable = ByteMap<Facts>;

/// The facts that a byte inside a candidate sets in plain text.
pub(crate) static TEXT: FactTable = byte_map!(inside_text);

/// The facts that a byte inside a candidate sets in GitHub Flavored Markdown, where only blanks and `<` end a
/// candidate.
pub(crate) static GFM: FactTable = byte_map!(inside_gfm);

/// The facts that a byte inside a candidate sets with the delimiting of UTS #58, where only blanks and controls end a
/// candidate.
pub(crate) static UTS58: FactTable = byte_map!(inside_uts58);

static BEFORE: FactTable = byte_map!(before_byte);
static LAST: FactTable = byte_map!(last_byte);

const fn inside_text(byte: u8) -> Facts {
    match byte {
        0..=b' ' | 0x7F | b'"' | b'<' | b'>' | b'\\' | b'`' => Facts::STOP,
        0x80.. => Facts::HIGH,
        b'%' => Facts::PERCENT,
        b'?' | b'#' => Facts::BORDER,
        b')' => Facts::IN_CLOSER,
        b']' | b'}' => Facts::IN_CLOSER.or(FOREIGN),
        b'[' | b'{' | b'^' => FOREIGN,
        b'|' => Facts::IN_SEPARATOR.or(FOREIGN),
        b',' | b';' => Facts::IN_SEPARATOR,
        _ => Facts::NONE,
    }
}

const FOREIGN: Facts = Facts::IN_FOREIGN.or(Facts::UNPROVED);

const fn inside_gfm(byte: u8) -> Facts {
    match byte {
        b'\t'..=b'\r' | b' ' | b'<' | 0x80.. => inside_text(byte),
        _ if inside_text(byte).meets(Facts::STOP) => FOREIGN,
        _ => inside_text(byte),
    }
}

const fn inside_uts58(byte: u8) -> Facts {
    match byte {
        ..=b' ' | 0x7F => Facts::STOP,
        b'>' => FOREIGN.or(Facts::IN_CLOSER),
        _ if inside_text(byte).meets(Facts::STOP) => FOREIGN,
        _ => inside_text(byte),
    }
}

const GLUE: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"/_~\\-.%$#"));

const fn before_byte(byte: u8) -> Facts {
    match byte {
        b':' => Facts::BEFORE_COLON,
        b'<' => Facts::BEFORE_ANGLE,
        b'"' | b'\'' | b'`' => Facts::BEFORE_QUOTE,
        b'@' => Facts::BEFORE_SIGN.or(Facts::BEFORE_GLUE),
        b'=' | b')' | b']' | b'}' => Facts::BEFORE_SIGN,
        _ => Facts::BEFORE_GLUE.when(GLUE.contains(byte)),
    }
}

// U+2069 ends with the byte 0xA9, and `…` with 0xA6.
const MARK: ByteSet = ByteSet::of(b".,:!?;\\'\"_([{)\xA9\xA6");

const fn last_byte(byte: u8) -> Facts {
    match byte {
        b'*' | b'~' => Facts::LAST_MARK.or(Facts::LAST_OF_HOST),
        b'#' | b'-' | b'=' | b'&' | b'+' | b'$' | b'^' | b'|' => Facts::LAST_OF_HOST,
        _ => Facts::LAST_MARK.when(MARK.contains(byte)),
    }
}

/// The facts about the text before a candidate that begins at `at`. Text before `floor` is not read. The last match
/// ends at `taken`, so the byte before `taken` is not an opener.
#[inline]
pub(crate) fn before(text: &[u8], floor: usize, taken: usize, at: usize) -> Facts {
    if at <= floor {
        return Facts::NONE;
    }
    let byte = chars::byte_before(text, at);
    match byte {
        0x80.. => before_wide(text, floor, at),
        ..=b' ' if at == taken + 1 => BEFORE.of(byte),
        ..=b' ' => BEFORE.of(byte) | before_blanks(text, floor, at),
        b'A'..=b'Z' | b'a'..=b'z'
            if escape::ends_terminal(text.get(floor..at).unwrap_or_default()) =>
        {
            Facts::NONE
        }
        _ => BEFORE.of(byte),
    }
}

#[inline]
fn before_blanks(text: &[u8], floor: usize, at: usize) -> Facts {
    Facts::BEFORE_BLANKS.when(match lines::before_break(text, floor, at) {
        // These may be the last bytes of `URL:` or `URI:`, or of a field name such as `Message-ID:` or `References:`.
        [.., last, b':'] => b"LlIiDdSs".contains(last),
        // 0xA8 is the last byte of `⟨`. It is also the last byte of other characters, which the rules ignore.
        [.., last] => matches!(last, b'<' | 0xA8),
        [] => false,
    })
}

fn before_wide(text: &[u8], floor: usize, at: usize) -> Facts {
    let before = text.get(floor..at).and_then(chars::last);
    // Punctuation that ends a sentence, or a CJK letter, is not an opener and not a part of the word at `at`.
    let is_apart = before.is_some_and(|(c, _)| matches!(glyph::glyph(c), Glyph::Stop | Glyph::Cjk));
    Facts::BEFORE_WIDE.when(!is_apart)
}

/// The facts about the last byte of a candidate that ends at `end`. Its host, with the port, ends at `host_end`.
#[inline]
pub(crate) fn last(text: &[u8], end: usize, host_end: usize) -> Facts {
    let byte = chars::byte_before(text, end);
    let facts = LAST.of(byte);
    let is_host = end <= host_end + usize::from(byte == b'#');
    facts.without(Facts::LAST_OF_HOST.when(!is_host))
}

/// The facts about the text after a candidate that ends at `end`; `is_host` is true if it ends in its authority.
#[inline]
pub(crate) fn after(text: &[u8], end: usize, is_host: bool) -> Facts {
    match chars::byte_at(text, end) {
        0x80.. => Facts::AFTER_WIDE.when(!is_before_stop(text, end, is_host)),
        b'\\' => Facts::AFTER_BACKSLASH,
        b'@' | b':' => Facts::AFTER_SIGN,
        _ => Facts::NONE,
    }
}

/// Whether a punctuation mark outside ASCII ends the sentence at `end`, and is not a dot before a label of a host.
fn is_before_stop(text: &[u8], end: usize, is_host: bool) -> bool {
    let Some((c, len)) = text.get(end..).and_then(chars::first) else { return false };
    let may_be_dot = is_host && chars::byte_at(text, end + len).is_ascii_alphanumeric();
    glyph::glyph(c) == Glyph::Stop && !may_be_dot
}
