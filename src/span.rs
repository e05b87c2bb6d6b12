//! A range of bytes, the type that all modules use for positions.

/// A half-open range of offsets, `start..end`, in bytes of the text that was searched.
///
/// Unlike [`core::ops::Range`] it is `Copy`. Offsets in a stream count from the first byte that was pushed.
///
/// [`Match::span_in`](crate::Match::span_in) and [`Offsets::span`](crate::text::offsets::Offsets::span) return spans in
/// other units, characters or UTF-16 code units, for other programs. Such a span must not index a `str` or a slice of
/// bytes: if the text is not ASCII, the result is another part of it, or a panic.
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
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "Offsets")
)]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// The range from `start` up to but not including `end`; if `end` is before `start`, the empty range at `start`.
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

    /// The same range, `by` bytes further on.
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

/// The offsets of a serialized span, whose `end` can be before its `start`.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Offsets {
    start: usize,
    end: usize,
}

#[cfg(feature = "serde")]
impl From<Offsets> for Span {
    fn from(Offsets { start, end }: Offsets) -> Span {
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

/// The text in the span, which is in bytes.
///
/// # Panics
/// Like indexing by a range: if the span exceeds the text, or one of its ends is inside a character. The spans of the
/// matches in this text never cause a panic.
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
/// Like indexing by a range: if the span exceeds the bytes.
#[expect(clippy::indexing_slicing, reason = "indexing panics, as documented")]
impl core::ops::Index<Span> for [u8] {
    type Output = [u8];

    fn index(&self, span: Span) -> &[u8] {
        &self[span.range()]
    }
}
