//! [`Span`], the byte range that all modules use for positions.

/// A half-open range of offsets, `start..end`, in bytes of the text that was searched.
///
/// Unlike [`core::ops::Range`], it is `Copy`. In a stream, offsets count from the first byte that was pushed.
///
/// [`Offsets::span`](crate::text::offsets::Offsets::span) returns spans in characters or UTF-16 code units, for programs
/// that count in these units. Do not index a `str` or a slice of bytes with such a span: in a text that is not ASCII, it
/// selects the wrong part or panics.
///
/// ```
/// use linkwright::Span;
///
/// let span = Span::new(4, 9);
/// assert_eq!(span.len(), 5);
/// assert_eq!(&"see: a-uri"[span], " a-ur");
/// assert_eq!(core::ops::Range::from(span), 4..9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "Ends"))]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// The range from `start` up to but not including `end`; if `end` is before `start`, as it can be in untrusted data,
    /// the empty range at `start`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end: if end < start { start } else { end } }
    }

    /// The offset of the first byte.
    pub const fn start(self) -> usize {
        self.start
    }

    /// The offset after the last byte.
    pub const fn end(self) -> usize {
        self.end
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether the range is empty.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The same range as a [`core::ops::Range`], for slicing.
    pub const fn range(self) -> core::ops::Range<usize> {
        self.start..self.end
    }

    /// Whether the byte at `offset` is in the range.
    pub const fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// The same range, moved forward by `by` bytes.
    #[must_use]
    pub const fn shifted(self, by: usize) -> Span {
        Span { start: self.start + by, end: self.end + by }
    }

    /// The bytes of `text` in this range; empty if the range is not inside `text`.
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }

    /// The range without the ASCII blanks at the ends of its text.
    ///
    /// ```
    /// use linkwright::Span;
    ///
    /// assert_eq!(Span::new(1, 6).trimmed(b"\" a b \""), Span::new(2, 5));
    /// ```
    #[must_use]
    pub fn trimmed(self, text: &[u8]) -> Span {
        let text = self.of(text);
        let start = self.start + (text.len() - text.trim_ascii_start().len());
        Span::new(start, start + text.trim_ascii().len())
    }
}

/// The offsets of a serialized span. In untrusted data, `end` can be before `start`; [`Span::new`] corrects it. Other
/// members are ignored, which `Range` of the standard library refuses.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Ends {
    start: usize,
    end: usize,
}

#[cfg(feature = "serde")]
impl From<Ends> for Span {
    fn from(Ends { start, end }: Ends) -> Span {
        Span::new(start, end)
    }
}

impl From<core::ops::Range<usize>> for Span {
    fn from(range: core::ops::Range<usize>) -> Span {
        Span::new(range.start, range.end)
    }
}

impl From<Span> for core::ops::Range<usize> {
    fn from(span: Span) -> core::ops::Range<usize> {
        span.range()
    }
}

/// The text in the span. The offsets of the span count bytes.
///
/// # Panics
/// Panics like indexing by a range: if the span exceeds the text, or if one of its ends is inside a character. The
/// spans of matches in this text never cause a panic.
#[expect(clippy::string_slice, reason = "indexing panics, as documented")]
impl core::ops::Index<Span> for str {
    type Output = str;

    fn index(&self, span: Span) -> &str {
        &self[span.range()]
    }
}

/// The bytes in the span.
///
/// # Panics
/// Panics like indexing by a range: if the span exceeds the bytes.
#[expect(clippy::indexing_slicing, reason = "indexing panics, as documented")]
impl core::ops::Index<Span> for [u8] {
    type Output = [u8];

    fn index(&self, span: Span) -> &[u8] {
        &self[span.range()]
    }
}
