//! What each byte means to a candidate: goes on, ends it, or is something a rule wants to know.
//! Facts about the whole candidate that rules wake up for are classes as well.
//!
//! One table look-up a byte is all that the widest extent costs. The classes that were met are
//! collected on the way, so that only the rules which could have an opinion are asked.

use core::ops::{BitOr, BitOrAssign};

/// A set of byte classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class(u32);

impl Class {
    /// Nothing that a rule asks about.
    pub(crate) const NONE: Class = Class(0);
    /// Ends every candidate: controls, blanks, `"`, `<`, `>`, `\`, backtick.
    pub(crate) const STOP: Class = Class(1);
    /// Begins a character outside ASCII.
    pub(crate) const HIGH: Class = Class(1 << 1);
    /// `( ) [ ] { }`, and their fullwidth and CJK relatives.
    pub(crate) const BRACKET: Class = Class(1 << 2);
    /// `[ ]`, which have a meaning to markup languages.
    pub(crate) const SQUARE: Class = Class(1 << 15);
    /// `( [ {`
    pub(crate) const OPENING: Class = Class(1 << 29);
    /// `. , ; : ! ?`
    pub(crate) const POINT: Class = Class(1 << 3);
    /// `'`
    pub(crate) const APOSTROPHE: Class = Class(1 << 4);
    /// `* _ ~`
    pub(crate) const MARK: Class = Class(1 << 5);
    /// `-`
    pub(crate) const HYPHEN: Class = Class(1 << 6);
    /// `|`
    pub(crate) const PIPE: Class = Class(1 << 7);
    /// `&`
    pub(crate) const AMPERSAND: Class = Class(1 << 8);
    /// `$ + =`: sub-delims that no host has.
    pub(crate) const SUB_DELIM: Class = Class(1 << 9);
    /// `#`, `@`: where a rule has to look closer.
    pub(crate) const STRUCTURE: Class = Class(1 << 10);
    /// Not in RFC 3986 at all, and not a stop: `^ | { }` and `[ ]` behind the authority.
    pub(crate) const FOREIGN: Class = Class(1 << 11);
    /// `0` to `9`
    pub(crate) const DIGIT: Class = Class(1 << 12);
    /// The candidate ends before a character outside ASCII.
    pub(crate) const WIDE_STOP: Class = Class(1 << 13);
    /// The candidate ends before a backslash.
    pub(crate) const BACKSLASH_STOP: Class = Class(1 << 14);
    /// It has a scheme.
    pub(crate) const URI: Class = Class(1 << 16);
    /// It begins with `www.`
    pub(crate) const WWW: Class = Class(1 << 17);
    /// It is a bare domain.
    pub(crate) const DOMAIN: Class = Class(1 << 18);
    /// It is an address.
    pub(crate) const EMAIL: Class = Class(1 << 19);
    /// It is a bare IPv4 address.
    pub(crate) const IP: Class = Class(1 << 20);
    /// It has a port.
    pub(crate) const PORT: Class = Class(1 << 21);
    /// Before it, over blanks or a line break, stands `<` or `⟨`.
    pub(crate) const OPENER: Class = Class(1 << 23);
    /// Before it, over blanks or a line break, stands `:`
    pub(crate) const LABEL: Class = Class(1 << 24);
    /// Another URI begins directly behind its `://`.
    pub(crate) const NESTED: Class = Class(1 << 25);
    /// `%`
    pub(crate) const PERCENT: Class = Class(1 << 28);
    /// What the grammar has to be asked about: everything else stands in every component, or
    /// delimits one.
    pub(crate) const UNPROVED: Class = Class::HIGH.or(Class::FOREIGN).or(Class::PERCENT);
    /// `/`
    pub(crate) const SLASH: Class = Class(1 << 27);
    /// `, ; |`: what separates items.
    pub(crate) const SEPARATOR: Class = Class(1 << 26);
    /// It ends its line.
    pub(crate) const FOLD: Class = Class(1 << 22);
    /// Every class.
    pub(crate) const ANY: Class = Class(u32::MAX);

    pub(crate) const fn or(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    /// Whether the two sets share a class.
    pub(crate) const fn meets(self, other: Class) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Class {
    type Output = Class;

    fn bitor(self, other: Class) -> Class {
        self.or(other)
    }
}

impl BitOrAssign for Class {
    fn bitor_assign(&mut self, other: Class) {
        self.0 |= other.0;
    }
}

/// The classes of all bytes.
#[derive(Debug)]
pub(crate) struct Classes([Class; 256]);

impl Classes {
    #[inline]
    pub(crate) const fn of(&self, byte: u8) -> Class {
        #[expect(clippy::indexing_slicing, reason = "a u8 cannot leave 256 entries")]
        self.0[byte as usize]
    }
}

impl Classes {
    /// How many bytes of `run` go on with a candidate, and their classes.
    #[inline]
    pub(crate) fn run(&self, run: &[u8]) -> (usize, Class) {
        let ends = Class::STOP.or(Class::HIGH);
        let mut seen = Class::NONE;
        let mut len = 0;
        // Four at a time, since a test for each would cost more than the look-up.
        for block in run.chunks_exact(4) {
            let classes = block.iter().fold(Class::NONE, |classes, &byte| classes | self.of(byte));
            if classes.meets(ends) {
                break;
            }
            seen |= classes;
            len += 4;
        }
        for &byte in run.get(len..).unwrap_or_default() {
            let class = self.of(byte);
            if class.meets(ends) {
                break;
            }
            seen |= class;
            len += 1;
        }
        (len, seen)
    }
}

/// Plain text as people write it.
pub(crate) static TEXT: Classes = Classes(text_classes());

/// The autolink extension of GitHub Flavored Markdown: only blanks and `<` end a candidate.
pub(crate) static GFM: Classes = Classes(gfm_classes());

const fn text_classes() -> [Class; 256] {
    let mut classes = [Class::NONE; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
        #[expect(clippy::cast_possible_truncation, reason = "the loop ends at 256")]
        {
            classes[byte] = text_class(byte as u8);
        }
        byte += 1;
    }
    classes
}

const fn text_class(byte: u8) -> Class {
    match byte {
        0..=b' ' | 0x7F | b'"' | b'<' | b'>' | b'\\' | b'`' => Class::STOP,
        0x80.. => Class::HIGH,
        b'(' => Class::BRACKET.or(Class::OPENING),
        b')' => Class::BRACKET,
        b'[' => Class::BRACKET.or(Class::SQUARE).or(Class::OPENING).or(Class::FOREIGN),
        b']' => Class::BRACKET.or(Class::SQUARE).or(Class::FOREIGN),
        b'{' => Class::BRACKET.or(Class::OPENING).or(Class::FOREIGN),
        b'}' => Class::BRACKET.or(Class::FOREIGN),
        b',' | b';' => Class::POINT.or(Class::SEPARATOR),
        b'.' | b':' | b'!' | b'?' => Class::POINT,
        b'\'' => Class::APOSTROPHE,
        b'*' | b'_' | b'~' => Class::MARK,
        b'-' => Class::HYPHEN,
        b'|' => Class::PIPE.or(Class::FOREIGN).or(Class::SEPARATOR),
        b'^' => Class::FOREIGN,
        b'&' => Class::AMPERSAND,
        b'$' | b'+' | b'=' => Class::SUB_DELIM,
        b'/' => Class::SLASH,
        b'#' | b'@' => Class::STRUCTURE,
        b'%' => Class::PERCENT,
        b'0'..=b'9' => Class::DIGIT,
        _ => Class::NONE,
    }
}

const fn gfm_classes() -> [Class; 256] {
    let mut classes = text_classes();
    let mut byte = 0;
    while byte < 0x80 {
        #[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
        if byte != b'<' as usize && classes[byte].meets(Class::STOP) && !is_blank(byte) {
            classes[byte] = Class::FOREIGN;
        }
        byte += 1;
    }
    classes
}

const fn is_blank(byte: usize) -> bool {
    byte == 0x20 || (0x09 <= byte && byte <= 0x0D)
}
