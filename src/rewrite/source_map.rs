//! A text run: the decoded text of a container, such as a paragraph, and the map from that text to its source.

use std::borrow::Cow;

use crate::span::Span;

/// A part of a run that came from one place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MappedPiece {
    /// The beginning in the decoded text. The end is the beginning of the next segment.
    decoded: usize,
    source: Span,
    /// Whether the text consists of the bytes of the source. If not, `source` is decoded as a whole, like a character
    /// reference.
    is_verbatim: bool,
}

/// Maps offsets in decoded text to spans of the source.
///
/// The segments of the decoded text have ascending positions in the source. Markup such as `<wbr>` may be between them.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    // INVARIANT: ascending in `decoded` and in `source`, and no segment is empty when decoded.
    segments: Vec<MappedPiece>,
    /// The length of the decoded text.
    len: usize,
}

impl SourceMap {
    /// The spans of the source that decode to the bytes at `decoded`. They are ascending, disjoint and not empty;
    /// adjacent spans are merged.
    ///
    /// An empty `decoded` has no pieces.
    ///
    /// `None` if `decoded` is not empty and one of its ends is beyond the end of the text, or inside something that is
    /// decoded as a whole, such as the character reference `&fjlig;` (two letters).
    ///
    /// The time is logarithmic in the number of segments, and linear in the length of the result.
    pub fn pieces(&self, decoded: Span) -> Option<Vec<Span>> {
        let mut pieces: Vec<Span> = Vec::new();
        for (segment, part, end) in self.parts(decoded) {
            let source = segment.part(part, end)?;
            match pieces.last_mut() {
                Some(last) if last.end() == source.start() => {
                    *last = Span::new(last.start(), source.end());
                }
                _ => pieces.push(source),
            }
        }
        (decoded.is_empty() || decoded.end() <= self.len).then_some(pieces)
    }

    /// The span from the first to the last source byte of `decoded`; `None` if
    /// [`pieces`](SourceMap::pieces) is `None`, or if `decoded` is empty.
    pub fn span(&self, decoded: Span) -> Option<Span> {
        let pieces = self.pieces(decoded)?;
        Some(Span::new(pieces.first()?.start(), pieces.last()?.end()))
    }

    /// Composes two maps, for the bytes at `decoded`. The source of this map must be the decoded text of another run,
    /// whose map is `outer`; the result maps to the source of that other run. This is needed for HTML that is escaped
    /// in XML or JSON.
    ///
    /// The new map is valid for `decoded` only. A boundary inside something that is decoded as a whole is moved outward
    /// to include all of it. The time is logarithmic in the number of segments of both maps, and linear in the length
    /// of `decoded`.
    ///
    /// ```
    /// use linkwright::{Span, rewrite::TextRun};
    ///
    /// let json = br"http:\/\/h/?a&amp;b";
    /// let mut html = TextRun::new(json);
    /// html.push_source(Span::new(0, 5));
    /// html.push_decoded(b"/", Span::new(5, 7));
    /// html.push_decoded(b"/", Span::new(7, 9));
    /// html.push_source(Span::new(9, 19));
    /// assert_eq!(html.text(), b"http://h/?a&amp;b");
    /// let mut text = TextRun::new(html.text());
    /// text.push_source(Span::new(0, 11));
    /// text.push_decoded(b"&", Span::new(11, 16));
    /// text.push_source(Span::new(16, 17));
    /// let all = Span::new(0, 13);
    /// assert_eq!(text.map().through(html.map(), all).span(all), Some(Span::new(0, 19)));
    /// ```
    #[must_use]
    pub fn through(&self, outer: &SourceMap, decoded: Span) -> SourceMap {
        let mut map = SourceMap { segments: Vec::new(), len: decoded.start() };
        for (segment, part, _) in self.parts(decoded) {
            if segment.is_verbatim {
                let between = segment.source.start() + (part.start() - segment.decoded);
                outer.copy(Span::new(between, between + part.len()), &mut map);
            } else {
                map.push(part.len(), outer.around(segment.source), false);
            }
        }
        map
    }

    /// Appends the mapping of the bytes `decoded` to `map`.
    fn copy(&self, decoded: Span, map: &mut SourceMap) {
        for (segment, part, end) in self.parts(decoded) {
            let source = segment.part(part, end).unwrap_or(segment.source);
            map.push(part.len(), source, segment.is_verbatim);
        }
    }

    /// The segments that overlap `decoded`, each with the overlap and with the end of the segment in the decoded text.
    fn parts(&self, decoded: Span) -> impl Iterator<Item = (&MappedPiece, Span, usize)> {
        let first = self.segments.partition_point(|segment| segment.decoded <= decoded.start());
        let rest = self.segments.iter().enumerate().skip(first.saturating_sub(1));
        let parts = rest.map(move |(index, segment)| {
            let end = self.end_of(index);
            let start = segment.decoded.max(decoded.start());
            (segment, Span::new(start, end.min(decoded.end())), end)
        });
        parts.take_while(|(_, part, _)| !part.is_empty())
    }

    /// The source of all bytes at `decoded`, from the first to the last; empty if `decoded` is empty.
    ///
    /// Unlike [`span`](SourceMap::span), this function always returns a span: a boundary inside something that is
    /// decoded as a whole is moved outward to include all of it, and an offset after the end is moved to the end.
    pub fn around(&self, decoded: Span) -> Span {
        let mut map = SourceMap::default();
        let wide = Span::new(decoded.start(), decoded.end().max(decoded.start() + 1));
        self.copy(wide, &mut map);
        match (map.segments.first(), map.segments.last()) {
            (Some(first), _) if decoded.is_empty() => {
                Span::new(first.source.start(), first.source.start())
            }
            (Some(first), Some(last)) => Span::new(first.source.start(), last.source.end()),
            _ => {
                let end = self.segments.last().map_or(0, |last| last.source.end());
                Span::new(end, end)
            }
        }
    }

    /// The end of the segment at `index` in the decoded text.
    fn end_of(&self, index: usize) -> usize {
        self.segments.get(index + 1).map_or(self.len, |next| next.decoded)
    }

    fn push(&mut self, len: usize, source: Span, is_verbatim: bool) {
        if let Some(last) = self.segments.last_mut()
            && is_verbatim
            && last.is_verbatim
            && last.source.end() == source.start()
        {
            last.source = Span::new(last.source.start(), source.end());
        } else {
            self.segments.push(MappedPiece { decoded: self.len, source, is_verbatim });
        }
        self.len += len;
    }

    fn clear(&mut self) {
        self.segments.clear();
        self.len = 0;
    }
}

impl MappedPiece {
    /// The source of the bytes `decoded`, which are in this segment; `end` is the end of the
    /// segment.
    fn part(&self, decoded: Span, end: usize) -> Option<Span> {
        if self.is_verbatim {
            let start = self.source.start() + (decoded.start() - self.decoded);
            return Some(Span::new(start, start + decoded.len()));
        }
        (decoded.start() == self.decoded && decoded.end() == end).then_some(self.source)
    }
}

/// The decoded text of one run of a container: text that looks continuous to a reader.
///
/// It is built from left to right. The text is borrowed while it consists of one verbatim part of the source.
///
/// ```
/// use linkwright::{Span, rewrite::TextRun};
///
/// let html = b"http://h/?a=1&amp;b<wbr>=2";
/// let mut run = TextRun::new(html);
/// run.push_source(Span::new(0, 13));
/// run.push_decoded(b"&", Span::new(13, 18));
/// run.push_source(Span::new(18, 19));
/// run.push_source(Span::new(24, 26));
/// assert_eq!(run.text(), b"http://h/?a=1&b=2");
/// let pieces = run.map().pieces(Span::new(0, 17)).unwrap();
/// assert_eq!(pieces, [Span::new(0, 19), Span::new(24, 26)]);
/// ```
#[derive(Clone, Debug)]
pub struct TextRun<'s> {
    source: &'s [u8],
    text: Cow<'s, [u8]>,
    map: SourceMap,
}

impl<'s> TextRun<'s> {
    /// An empty run of `source`.
    pub const fn new(source: &'s [u8]) -> TextRun<'s> {
        let map = SourceMap { segments: Vec::new(), len: 0 };
        TextRun { source, text: Cow::Borrowed(&[]), map }
    }

    /// Appends the bytes of the source at `span`, which must not begin before the end of the
    /// previous span. A span outside the source appends nothing.
    pub fn push_source(&mut self, span: Span) {
        let bytes = span.of(self.source);
        if bytes.is_empty() {
            return;
        }
        // The text stays borrowed while it is one part of the source.
        let touches =
            self.map.segments.last().is_some_and(|last| last.source.end() == span.start());
        match &mut self.text {
            text if text.is_empty() => *text = Cow::Borrowed(bytes),
            Cow::Borrowed(text) if touches => {
                *text = Span::new(span.start() - text.len(), span.end()).of(self.source);
            }
            text => text.to_mut().extend_from_slice(bytes),
        }
        self.map.push(bytes.len(), span, true);
    }

    /// Appends `text`, the decoded form of the source at `span`: a character reference or an escape. An empty text
    /// appends nothing, and no piece then includes the source at `span`.
    pub fn push_decoded(&mut self, text: &[u8], span: Span) {
        if !text.is_empty() {
            self.text.to_mut().extend_from_slice(text);
            self.map.push(text.len(), span, false);
        }
    }

    /// The source of the run.
    pub const fn source(&self) -> &'s [u8] {
        self.source
    }

    /// The decoded text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The map to the source.
    pub const fn map(&self) -> &SourceMap {
        &self.map
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Makes the run empty; its memory is reused.
    pub fn clear(&mut self) {
        match &mut self.text {
            Cow::Owned(text) => text.clear(),
            Cow::Borrowed(text) => *text = &[],
        }
        self.map.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(source: &[u8]) -> TextRun<'_> {
        TextRun::new(source)
    }

    #[test]
    fn one_part_of_the_source_is_borrowed() {
        let mut run = run(b"abcdef");
        run.push_source(Span::new(1, 3));
        run.push_source(Span::new(3, 5));
        assert!(matches!(run.text, Cow::Borrowed(b"bcde")));
        assert_eq!(run.map.pieces(Span::new(1, 3)), Some(vec![Span::new(2, 4)]));
        assert_eq!(run.map.segments.len(), 1);
    }

    #[test]
    fn gaps_separate_pieces_and_character_references_do_not() {
        let mut run = run(b"a&amp;b<wbr>c");
        run.push_source(Span::new(0, 1));
        run.push_decoded(b"&", Span::new(1, 6));
        run.push_source(Span::new(6, 7));
        run.push_source(Span::new(12, 13));
        assert_eq!(run.text(), b"a&bc");
        let pieces = |start, end| run.map.pieces(Span::new(start, end)).unwrap();
        assert_eq!(pieces(0, 3), [Span::new(0, 7)]);
        assert_eq!(pieces(1, 4), [Span::new(1, 7), Span::new(12, 13)]);
        assert_eq!(pieces(3, 4), [Span::new(12, 13)]);
        assert_eq!(pieces(2, 2), []);
        assert_eq!(run.map.span(Span::new(1, 4)), Some(Span::new(1, 13)));
    }

    #[test]
    fn text_that_is_decoded_as_a_whole_is_not_divided() {
        let mut run = run(b"&fjlig;x");
        run.push_decoded(b"fj", Span::new(0, 7));
        run.push_source(Span::new(7, 8));
        assert_eq!(run.map.pieces(Span::new(0, 1)), None);
        assert_eq!(run.map.pieces(Span::new(1, 3)), None);
        assert_eq!(run.map.pieces(Span::new(0, 2)), Some(vec![Span::new(0, 7)]));
        assert_eq!(run.map.pieces(Span::new(2, 4)), None);
    }

    #[test]
    fn maps_are_composed() {
        // `\/` is decoded to a slash in the intermediate text, and `&amp;` in that text to an ampersand.
        let mut outer = run(br"x\/y\/&\u0061mp;z");
        outer.push_source(Span::new(0, 1));
        outer.push_decoded(b"/", Span::new(1, 3));
        outer.push_source(Span::new(3, 4));
        outer.push_decoded(b"/", Span::new(4, 6));
        outer.push_source(Span::new(6, 7));
        outer.push_decoded(b"a", Span::new(7, 13));
        outer.push_source(Span::new(13, 17));
        assert_eq!(outer.text(), b"x/y/&amp;z");
        let mut inner = run(outer.text());
        inner.push_source(Span::new(0, 2));
        inner.push_source(Span::new(3, 4));
        inner.push_decoded(b"&", Span::new(4, 9));
        inner.push_source(Span::new(9, 10));
        assert_eq!(inner.text(), b"x//&z");
        let pieces = |start, end| {
            let span = Span::new(start, end);
            inner.map().through(outer.map(), span).pieces(span)
        };
        assert_eq!(pieces(0, 5), Some(vec![Span::new(0, 3), Span::new(4, 17)]));
        assert_eq!(pieces(1, 3), Some(vec![Span::new(1, 3), Span::new(4, 6)]));
        assert_eq!(pieces(3, 5), Some(vec![Span::new(6, 17)]));
        assert_eq!(pieces(4, 5), Some(vec![Span::new(16, 17)]));
        assert_eq!(outer.map().around(Span::new(2, 3)), Span::new(3, 4));
        assert_eq!(outer.map().around(Span::new(7, 8)), Span::new(14, 15));
        assert_eq!(outer.map().around(Span::new(1, 1)), Span::new(1, 1));
        assert_eq!(outer.map().around(Span::new(99, 100)), Span::new(17, 17));
    }

    #[test]
    fn a_cleared_run_is_reusable() {
        let mut run = run(b"abcdef");
        run.push_decoded(b"x", Span::new(0, 1));
        run.clear();
        assert!(run.is_empty());
        run.push_source(Span::new(2, 4));
        assert_eq!(run.text(), b"cd");
        assert_eq!(run.map.pieces(Span::new(0, 2)), Some(vec![Span::new(2, 4)]));
    }
}
