//! Classes of bytes: one pass over a token answers most questions about its bytes.

use core::ops::BitOr;

use crate::ascii::{ByteMap, byte_map};

/// A set of classes of bytes. Each byte is in one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Classes(u16);

impl Classes {
    pub(super) const LOWER: Classes = Classes(1);
    pub(super) const UPPER: Classes = Classes(1 << 1);
    pub(super) const DIGIT: Classes = Classes(1 << 2);
    pub(super) const DOT: Classes = Classes(1 << 3);
    pub(super) const HYPHEN: Classes = Classes(1 << 4);
    pub(super) const COLON: Classes = Classes(1 << 5);
    pub(super) const SLASH: Classes = Classes(1 << 6);
    /// `?`, `&`, `=` and `%`.
    pub(super) const QUERY: Classes = Classes(1 << 7);
    pub(super) const FRAGMENT: Classes = Classes(1 << 8);
    pub(super) const AT: Classes = Classes(1 << 9);
    pub(super) const CLOSER: Classes = Classes(1 << 10);
    /// `+`.
    const PLUS: Classes = Classes(1 << 11);
    const OTHER: Classes = Classes(1 << 12);

    pub(super) const LETTER: Classes = Classes(Self::LOWER.0 | Self::UPPER.0);
    pub(super) const NUMBER: Classes =
        Classes(Self::DIGIT.0 | Self::DOT.0 | Self::HYPHEN.0 | Self::COLON.0);
    pub(super) const PHONE: Classes =
        Classes(Self::DIGIT.0 | Self::DOT.0 | Self::HYPHEN.0 | Self::SLASH.0 | Self::PLUS.0);

    const fn of_byte(byte: u8) -> Classes {
        match byte {
            b'a'..=b'z' => Self::LOWER,
            b'A'..=b'Z' => Self::UPPER,
            b'0'..=b'9' => Self::DIGIT,
            b'.' => Self::DOT,
            b'-' => Self::HYPHEN,
            b':' => Self::COLON,
            b'/' => Self::SLASH,
            b'?' | b'&' | b'=' | b'%' => Self::QUERY,
            b'#' => Self::FRAGMENT,
            b'@' => Self::AT,
            b')' => Self::CLOSER,
            b'+' => Self::PLUS,
            _ => Self::OTHER,
        }
    }

    /// The classes of the bytes of `text`.
    pub(super) fn of(text: &[u8]) -> Classes {
        let class = |byte: &u8| CLASSES.of(*byte).0;
        Classes(text.iter().map(class).fold(0, |all, class| all | class))
    }

    /// Whether a byte is in one of the classes of `others`.
    pub(super) const fn has(self, others: Classes) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether there is at least one byte, and every byte is in one of the classes of `others`.
    pub(super) const fn are(self, others: Classes) -> bool {
        self.0 != 0 && self.0 & !others.0 == 0
    }
}

impl BitOr for Classes {
    type Output = Classes;

    fn bitor(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }
}

static CLASSES: ByteMap<Classes> = byte_map!(Classes::of_byte);

/// The classes of the bytes of a text, separately for the first byte, the last byte, and the bytes between them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    pub(super) first: Classes,
    /// The bytes between the first and the last.
    pub(super) inner: Classes,
    last: Classes,
}

impl Shape {
    /// The shape of `text`. A text of one byte has a first byte, but no last byte.
    pub(super) fn of(text: &[u8]) -> Shape {
        let (first, rest) = text.split_at(text.len().min(1));
        let (inner, last) = rest.split_at(rest.len().saturating_sub(1));
        Shape { first: Classes::of(first), inner: Classes::of(inner), last: Classes::of(last) }
    }

    /// The bytes after the first.
    pub(super) fn rest(self) -> Classes {
        self.inner | self.last
    }

    pub(super) fn all(self) -> Classes {
        self.first | self.inner | self.last
    }
}
