//! The search for marks that may be a part of a URI: `:`, `@` and `.`, with a test of their neighbours.
//!
//! Separate searches would read the text once for each byte, and would stop at every dot that ends a sentence, with a
//! branch that the processor cannot predict. Instead, one pass searches for all marks and tests their neighbours, with
//! the widest vectors of the processor. It searches several words of 64 bytes before the results are read, so no branch
//! depends on a single mark: two words at first, and twice as many each time, up to a kilobyte; all words of a short text.
//! Words without any byte that could be a mark are passed with a shorter test, and after two of these only two words are
//! searched at a time, because marks are rare there.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined cannot use the vector instructions of its caller"
)]

use core::slice;

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use super::block::padded;
use super::lanes::{Lanes, NARROW, above, digits, high, is, letters, load, narrow_at};
use crate::work;

/// The search for some kinds of marks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarkSearch {
    level: Level,
    pub(crate) wanted: MarkKinds,
}

/// The marks to search for in addition to `://`.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each kind of mark is enabled or not")]
pub(crate) struct MarkKinds {
    /// `:` after a letter, a digit, or another ASCII byte greater than `/`. A blank and a visible ASCII character follow
    /// most colons, as in `Date: today`; of these, only colons after `o` are found, as in `mailto:`.
    pub(crate) colons: bool,
    /// `.` after three `w` or `W`. Some dots after fewer are found as well.
    pub(crate) www: bool,
    /// `@`; if `dots` is set, only between bytes that may be in an address. Some are found without this as well.
    pub(crate) at: bool,
    /// `.` between bytes that may be in the name of a host.
    pub(crate) dots: bool,
}

/// The marks of the word that was searched last. This is all that a search keeps between two calls, so that its state is
/// small: an iterator is moved several times, and 16 words take as long to copy as a short text takes to search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The end of the word: all text before it was searched.
    end: usize,
    /// A bit for each of the [`LEN`] bytes before `end`, the highest for the last one. If the text is shorter, the other
    /// bits are 0.
    word: u64,
}

/// The words that a call has searched ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// For each word, a number with one bit for each byte, the lowest for the first one.
    words: [u64; WORDS],
    stretch: Stretch,
    /// The maximum number of words that the next search reads.
    len: usize,
}

/// The part of a text that was searched at once.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    /// Where its first word begins.
    base: usize,
    /// Where it ends; all text before it was searched.
    end: usize,
    /// A bit for each word that has marks left; the first word has the lowest bit.
    filled: u32,
}

// The sets of marks for which the search is compiled, because a test for fewer marks takes less time.
/// `://` and the dot after `w`.
const LITERALS: u8 = 0;
/// These, other colons, and `@`.
const SIGNS: u8 = 1;
/// All marks.
const DOTS: u8 = 2;

/// The number of words that are searched at once in a long text.
const WORDS: usize = 16;

/// The number of words that are searched at once after a match, and where marks are rare.
const FEW_WORDS: usize = 2;

/// The number of bytes of a word.
pub(crate) const LEN: usize = 64;

/// Marks are considered rare after this number of bytes that could not be marks.
const RARE: usize = LEN;

/// The number of bytes after a mark that are read.
const AFTER: usize = 2;

/// The byte before a word, the bytes of the word, and the [`AFTER`] bytes after it.
type Frame = [u8; 1 + LEN + AFTER];

/// The last [`LEN`] bytes of a text, and the byte before them.
type End = [u8; 1 + LEN];

impl MarkSearch {
    pub(crate) fn new(wanted: MarkKinds) -> MarkSearch {
        MarkSearch { level: Level::new(), wanted }
    }

    /// Replaces `marks` by those of the next word that has any, and returns whether there is one. The search begins at the
    /// end of `marks` or at `from`, whichever is later; `from` must not be the first byte. Unless `last` is set, the end of
    /// the text is not searched.
    #[inline]
    pub(crate) fn next(
        self,
        marks: &mut Marks,
        ahead: &mut Ahead,
        text: &[u8],
        from: usize,
        last: bool,
    ) -> bool {
        if ahead.stretch.filled == 0 {
            let from = marks.end.max(from).max(ahead.stretch.end);
            ahead.stretch.end = from;
            if from < text.len() {
                self.search_ahead(ahead, text, last);
            }
            ahead.len = WORDS.min(2 * ahead.len);
            work::add(ahead.stretch.end - from);
        }
        *marks = ahead.pop();
        marks.word != 0
    }

    /// Searches a whole text for its first marks, and returns whether there are any after its first byte.
    #[inline]
    pub(crate) fn begin(self, ahead: &mut Ahead, text: &[u8]) -> bool {
        let Ahead { words, stretch, .. } = ahead;
        stretch.end = 1;
        self.search(words, stretch, text, true);
        work::add(stretch.end);
        stretch.filled != 0
    }

    /// Searches the text after the last stretch until a stretch has marks.
    fn search_ahead(self, ahead: &mut Ahead, text: &[u8], last: bool) {
        let Ahead { words, stretch, len } = ahead;
        let words = words.get_mut(..*len).unwrap_or_default();
        self.search(words, stretch, text, last);
        let sure = text.len().saturating_sub(AFTER);
        if !last
            && stretch.filled == 0
            && stretch.end < sure
            && let Some(word) = words.first_mut()
        {
            // Less than a frame is left, and the neighbours of the last bytes are missing.
            self.search(slice::from_mut(word), stretch, text, true);
            *word &= (1 << sure.saturating_sub(stretch.base)) - 1;
            // If the search found nothing, the word may be that of an earlier stretch.
            stretch.filled &= u32::from(*word != 0);
            stretch.end = sure;
        }
    }

    /// Searches the text from the end of `stretch` on. The result is not returned: it would be copied before it is read, with
    /// a load that has to wait for several writes.
    #[inline]
    fn search(self, words: &mut [u64], stretch: &mut Stretch, text: &[u8], last: bool) {
        let wanted = self.wanted;
        if last && text.len() <= LEN {
            wanted.search_short(words, stretch, text);
        } else {
            dispatch!(self.level, simd => match wanted.set() {
                LITERALS => wanted.search::<LITERALS, _>(simd, words, stretch, text, last),
                SIGNS => wanted.search::<SIGNS, _>(simd, words, stretch, text, last),
                _ => wanted.search::<DOTS, _>(simd, words, stretch, text, last),
            });
        }
    }
}

impl MarkKinds {
    /// Whether a `.` after a letter is a mark if these two bytes follow it. The search makes the same test for all dots
    /// at once.
    ///
    /// A single letter is not a top-level domain, and a single digit can only end an IPv4 address, which is found at
    /// its other dots. So a letter or digit after the dot must itself be followed by a byte that may continue a URI.
    pub(crate) fn holds_dot(self, next: u8, after: u8) -> bool {
        let is_label = after > b',' || after == b'#';
        self.dots && (!next.is_ascii() || next.is_ascii_alphanumeric() && is_label)
    }

    /// The smallest set that contains the marks.
    const fn set(self) -> u8 {
        match self {
            MarkKinds { dots: true, .. } => DOTS,
            MarkKinds { colons: true, .. } | MarkKinds { at: true, .. } => SIGNS,
            _ => LITERALS,
        }
    }

    /// The search of [`MarkSearch::next`] with vectors of one width.
    #[inline(always)]
    fn search<const SET: u8, S: Simd>(
        self,
        simd: S,
        words: &mut [u64],
        found: &mut Stretch,
        text: &[u8],
        last: bool,
    ) {
        found.filled = 0;
        let mut is_over = false;
        while found.filled == 0 && !is_over {
            found.base = self.plain_end::<SET, _>(simd, text, found.end);
            if last && self.is_plain_to_end::<SET, _>(simd, text, found.base) {
                found.end = text.len();
                return;
            }
            let len = if found.base - found.end < RARE { WORDS } else { FEW_WORDS };
            let mut rest = text.get(found.base.saturating_sub(1)..).unwrap_or_default();
            let (mut count, mut filled) = (0, 0);
            for word in words.iter_mut().take(len) {
                *word = if let Some(frame) = rest.first_chunk() {
                    self.in_frame::<SET, _>(simd, frame)
                } else if last {
                    is_over = rest.len() <= 1 + LEN;
                    self.in_rest::<SET, _>(simd, text, rest)
                } else {
                    is_over = true;
                    break;
                };
                filled |= u32::from(*word != 0) << count;
                count += 1;
                rest = rest.get(LEN..).unwrap_or_default();
                if is_over {
                    break;
                }
            }
            found.filled = filled;
            found.end = text.len().min(found.base + count * LEN);
        }
    }

    /// Searches a whole text of at most [`LEN`] bytes, which is the length of most chat messages.
    ///
    /// It uses the narrow vectors, which every processor supports, so that no function call is needed. The last vector
    /// ends with the text, so that no bytes are copied to a frame: a load of bytes that were just written has to wait
    /// for the write.
    fn search_short(self, words: &mut [u64], stretch: &mut Stretch, text: &[u8]) {
        stretch.base = stretch.end;
        stretch.filled = 0;
        let rest = text.get(stretch.end.saturating_sub(1)..).unwrap_or_default();
        stretch.end = text.len();
        if let [word, ..] = words
            && rest.len() > 1
        {
            *word = dispatch!(Level::baseline(), simd => match self.set() {
                LITERALS => self.in_short::<LITERALS, _>(simd, rest),
                SIGNS => self.in_short::<SIGNS, _>(simd, rest),
                _ => self.in_short::<DOTS, _>(simd, rest),
            });
            stretch.filled = u32::from(*word != 0);
        }
    }

    /// The bits of the marks after the first byte, for a text of at most one word.
    #[inline(always)]
    fn in_short<const SET: u8, S: Simd>(self, simd: S, text: &[u8]) -> u64 {
        let Some(last) = text.len().checked_sub(1 + NARROW) else {
            return self.in_frame::<SET, _>(simd, &padded(text));
        };
        let mut marks = 0;
        for at in (0..text.len() - 1).step_by(NARROW) {
            let at = at.min(last);
            let before = narrow_at(simd, text, at);
            let here = narrow_at(simd, text, at + 1);
            let (Some(before), Some(here)) = (before, here) else { break };
            let next = match narrow_at(simd, text, at + 2) {
                Some(next) => next,
                None => here.slide::<1>(0),
            };
            let after = match narrow_at(simd, text, at + 3) {
                Some(after) => after,
                None => next.slide::<1>(0),
            };
            let around = [before, here, next, after];
            marks |= self.among_lanes::<SET, _, _>(around).to_bitmask() << at;
        }
        marks
    }

    /// Whether the last frame holds what is left from `from` on, with the two bytes before it, and certainly has no marks.
    /// This takes less time than a search, and many messages of a chat have none.
    #[inline(always)]
    fn is_plain_to_end<const SET: u8, S: Simd>(self, simd: S, text: &[u8], from: usize) -> bool {
        let Some(end) = text.last_chunk::<{ 1 + LEN + AFTER }>() else { return false };
        let [.., third, second, last] = *end;
        let is_mark = |byte| matches!(byte, b':' | b'@' | b'.');
        // The full stop of a sentence is no mark.
        let is_last = is_mark(last) && (last != b'.' || second | 0x20 == b'w');
        text.len() - from + 2 <= end.len()
            && !(is_mark(third) | is_mark(second) | is_last)
            && !self.may_be_in::<SET, _>(simd, end)
    }

    /// The end of the words from `from` on that certainly have no marks.
    #[inline(always)]
    fn plain_end<const SET: u8, S: Simd>(self, simd: S, text: &[u8], from: usize) -> usize {
        // A `www` may end directly before `from`. The pair of its last two `w` is in the first word.
        let start = from.saturating_sub(2);
        let mut rest = text.get(start..).unwrap_or_default();
        while let Some(frame) = rest.first_chunk()
            && !self.may_be_in::<SET, _>(simd, frame)
        {
            rest = rest.get(LEN..).unwrap_or_default();
        }
        from.max(text.len() - rest.len())
    }

    /// Whether there could be a mark in the frame, except at its last three bytes; with [`DOTS`], except at its first byte and
    /// its last two.
    ///
    /// This test is as short as possible, because it reads all text where marks are rare. In place of the dot after
    /// `www`, it finds a pair of `w` at an even offset: three `w` contain one, and to compare pairs of bytes takes half
    /// the instructions. Most dots are at the end of a word or at the beginning of a line, so dots next to blanks are not
    /// enough for the set with dots.
    #[inline(always)]
    fn may_be_in<const SET: u8, S: Simd>(self, simd: S, frame: &Frame) -> bool {
        let at_sign = if self.at { b'@' } else { b':' };
        let ww = if self.www { [b'w'; 2] } else { [b':'; 2] };
        let mut found = <S::i8s as SimdBase<S>>::Mask::splat(simd, false);
        let mut pairs = <S::i16s as SimdBase<S>>::Mask::splat(simd, false);
        for at in (0..LEN).step_by(S::i8s::LEN) {
            let (before, here): (S::i8s, S::i8s) =
                (load(simd, frame, at), load(simd, frame, at + 1));
            found |= match SET {
                LITERALS => is(before, b':') & is(here, b'/'),
                SIGNS => is(before, b':') | is(before, at_sign),
                _ => is(here, b':') | is(here, at_sign),
            };
            if SET == DOTS {
                let next: S::i8s = load(simd, frame, at + 2);
                let [bytes, others]: [S::u8s; 2] = [before.bitcast(), next.bitcast()];
                let inner = bytes.min(others);
                let is_inner = inner.max(b'!').simd_eq(inner);
                let www = is(before | 0x20, b'w');
                found |= is(here, b'.') & (is_inner | www);
            } else {
                let lower: S::i16s = (before | 0x20).bitcast();
                pairs |= lower.simd_eq(i16::from_ne_bytes(ww));
            }
        }
        found.any_true() | pairs.any_true()
    }

    /// The bits of the marks of a frame.
    #[inline(always)]
    fn in_frame<const SET: u8, S: Simd>(self, simd: S, frame: &Frame) -> u64 {
        let mut marks = 0;
        for at in (0..LEN).step_by(S::i8s::LEN) {
            let (before, here) = (load(simd, frame, at), load(simd, frame, at + 1));
            let (next, after) = (load(simd, frame, at + 2), load(simd, frame, at + 3));
            let around: [S::i8s; 4] = [before, here, next, after];
            marks |= self.among_lanes::<SET, _, _>(around).to_bitmask() << at;
        }
        marks
    }

    /// The bits of the marks of the rest of a text, which may be shorter than a frame.
    #[inline(always)]
    fn in_rest<const SET: u8, S: Simd>(self, simd: S, text: &[u8], rest: &[u8]) -> u64 {
        match text.last_chunk::<{ 1 + LEN }>() {
            // The last bytes of the text are long enough to be loaded without a copy.
            Some(end) if rest.len() <= end.len() => {
                let skip = u32::try_from(end.len() - rest.len()).unwrap_or_default();
                let marks = self.in_end::<SET, _>(simd, end);
                marks.checked_shr(skip).unwrap_or_default()
            }
            _ => self.in_frame::<SET, _>(simd, &padded(rest)),
        }
    }

    /// The bits of the marks at the end of a text.
    #[inline(always)]
    fn in_end<const SET: u8, S: Simd>(self, simd: S, end: &End) -> u64 {
        let mut marks = 0;
        for at in (0..LEN).step_by(S::i8s::LEN) {
            let (before, here): (S::i8s, S::i8s) = (load(simd, end, at), load(simd, end, at + 1));
            let (next, after) = if at + S::i8s::LEN < LEN {
                (load(simd, end, at + 2), load(simd, end, at + 3))
            } else {
                (here.slide::<1>(0), here.slide::<2>(0))
            };
            let around = [before, here, next, after];
            marks |= self.among_lanes::<SET, _, _>(around).to_bitmask() << at;
        }
        marks
    }

    /// The mask of the lanes that are marks, given the bytes before them and the two bytes after them.
    ///
    /// Before a colon, a single comparison takes the place of the full test for letters and digits, and `@` is tested only
    /// together with dots. The caller makes the full test for the few marks that pass. Dots are frequent, so their full
    /// test is made here. So is that for labels: it is worth 10 percent of the time in mail and chats, and 25 in prose.
    #[inline(always)]
    fn among_lanes<const SET: u8, S: Simd, L: Lanes<S>>(
        self,
        [before, here, next, after]: [L; 4],
    ) -> L::Mask {
        // No byte of `lower` is 0, and no byte is above 127, so these constants switch a test off. A mask made of a flag
        // would take thirty instructions in some vectors.
        let w = if self.www { b'w' } else { 0 };
        let word = if self.colons { b'/' } else { 127 };
        let (is_dot, lower) = (is(here, b'.'), before | 0x20);
        let www = is_dot & is(lower, w);
        if SET == LITERALS {
            return is(here, b':') & is(next, b'/') & is(after, b'/') | www;
        }
        let is_spaced = is(next, b' ') & above(after, b' ') & !is(lower, b'o');
        let colons = is(here, b':') & (is(next, b'/') | above(before, word) & !is_spaced);
        let at_sign = is(here, b'@');
        if SET == SIGNS {
            return colons | at_sign | www;
        }
        let is_plain = letters(next) | digits(next);
        let is_label = !is_plain | above(after, b',') | is(after, b'#') | high(after);
        let is_inner = (is_plain | high(next)) & (above(before, b' ') | high(before));
        colons | (at_sign | is_dot & is_label) & is_inner | www
    }
}

impl Marks {
    /// A text without marks before `end`.
    pub(crate) const fn none_before(end: usize) -> Marks {
        Marks { end, word: 0 }
    }

    /// The end of the text that was searched.
    #[inline]
    pub(crate) fn searched(&self) -> usize {
        self.end
    }

    /// The first remaining mark.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        let at = self.end.wrapping_sub(LEN).wrapping_add(self.word.trailing_zeros() as usize);
        (self.word != 0).then_some(at)
    }

    /// Removes the first remaining mark.
    #[inline]
    pub(crate) fn drop_first(&mut self) {
        self.word &= self.word.wrapping_sub(1);
    }

    /// Removes the marks before `from`.
    #[inline]
    pub(crate) fn pass(&mut self, from: usize) {
        let kept = self.end.saturating_sub(from);
        if kept < LEN {
            self.word &= !(u64::MAX >> kept);
        }
    }

    /// Adjusts the offsets after the first `by` bytes of the text are removed.
    pub(crate) fn slide(&mut self, by: usize) {
        self.pass(by);
        self.end = self.end.saturating_sub(by);
    }
}

impl Default for Ahead {
    /// The first search reads few words, and each search up to twice as many as the one before it.
    #[inline]
    fn default() -> Ahead {
        Ahead { words: [0; WORDS], stretch: Stretch::default(), len: FEW_WORDS }
    }
}

impl Ahead {
    /// Removes the first word that has marks. If no word has any, the result has none, and ends with the stretch.
    #[inline]
    fn pop(&mut self) -> Marks {
        let Stretch { base, end, filled } = &mut self.stretch;
        let index = filled.trailing_zeros() as usize;
        let Some(word) = self.words.get(index) else { return Marks::none_before(*end) };
        *filled &= filled.wrapping_sub(1);
        let start = *base + index * LEN;
        let end = (*end).min(start + LEN);
        Marks { end, word: word << (start + LEN - end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: MarkKinds = MarkKinds { colons: true, www: true, at: true, dots: true };
    const NONE: MarkKinds = MarkKinds { colons: false, www: false, at: false, dots: false };

    /// The expected result of [`MarkKinds::in_frame`] for one byte.
    fn is_mark(wanted: MarkKinds, [before, here, next, after]: [u8; 4]) -> bool {
        let is_inner = before > b' ' && (next.is_ascii_alphanumeric() || !next.is_ascii());
        let is_www = wanted.www && before.eq_ignore_ascii_case(&b'w');
        match here {
            b':' => {
                let is_word = wanted.colons && before > b'/' && before.is_ascii();
                let is_label = next == b' ' && after > b' ' && after.is_ascii();
                let is_sign = next == b'/' || is_word && (!is_label || before | 0x20 == b'o');
                if wanted.set() == LITERALS { (next, after) == (b'/', b'/') } else { is_sign }
            }
            b'@' => wanted.at && (is_inner || !wanted.dots),
            b'.' => is_inner && wanted.holds_dot(next, after) || is_www,
            _ => false,
        }
    }

    /// Whether a mark is at `at`, if a dot after fewer than three `w` is not counted.
    fn is_mark_at(wanted: MarkKinds, text: &[u8], at: usize) -> bool {
        let byte = |at: usize| text.get(at).copied().unwrap_or_default();
        let has_w = |before: usize| byte(at.wrapping_sub(before)).eq_ignore_ascii_case(&b'w');
        let www = wanted.www && has_w(2) && has_w(3);
        is_mark(MarkKinds { www, ..wanted }, [at - 1, at, at + 1, at + 2].map(byte))
    }

    /// All marks of `text` after its first byte.
    fn marks_of(search: MarkSearch, text: &[u8]) -> Vec<usize> {
        marks_from(search, text, 1, true)
    }

    /// The marks of `text` from `from` on. Those that the search may find or not are left out: a dot after fewer `w`, and an
    /// `@` that is not wanted.
    fn marks_from(search: MarkSearch, text: &[u8], from: usize, last: bool) -> Vec<usize> {
        let (mut marks, mut ahead, mut found) = (Marks::default(), Ahead::default(), Vec::new());
        while marks.searched() < text.len() && search.next(&mut marks, &mut ahead, text, from, last)
        {
            marks.pass(from);
            while let Some(at) = marks.first() {
                assert!(b":@.".contains(&text[at]), "{:?} at {at}", text.escape_ascii());
                if text[at] == b':' || is_mark_at(search.wanted, text, at) {
                    found.push(at);
                }
                marks.drop_first();
            }
        }
        found
    }

    /// The search with the widest vectors of this processor, and with the vectors that every processor supports.
    fn searches(wanted: MarkKinds) -> [MarkSearch; 2] {
        [Level::new(), Level::baseline()].map(|level| MarkSearch { level, wanted })
    }

    #[test]
    fn only_marks_with_permitted_neighbours_are_found() {
        let wanted = [
            ALL,
            NONE,
            MarkKinds { colons: true, ..NONE },
            MarkKinds { www: true, ..NONE },
            MarkKinds { at: true, ..NONE },
            MarkKinds { dots: true, ..NONE },
        ];
        for here in [b':', b'@', b'.', b'w', 0xAE] {
            for other in 0..=u8::MAX {
                let around = [
                    [other, here, b'a', b'b'],
                    [b'a', here, other, b'b'],
                    [b'a', here, b'/', other],
                    [b'1', here, b'a', other],
                    [b'W', here, b'1', other],
                    [b'w', b'W', b'w', here],
                ];
                let text = around.concat();
                let spaced = around.join(&[b' '; 70][..]);
                for wanted in wanted {
                    for text in [&text, &spaced] {
                        let expected: Vec<_> =
                            (1..text.len()).filter(|&at| is_mark_at(wanted, text, at)).collect();
                        for search in searches(wanted) {
                            assert_eq!(marks_of(search, text), expected, "{text:?} {wanted:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn texts_of_any_length_are_searched_to_their_end() {
        // These pseudorandom numbers are the same in every run.
        let mut state = 1_u32;
        let mut any = |bytes: &[u8]| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes[state as usize % (1 << 24) / 7 % bytes.len()]
        };
        for len in 0..200 {
            for _ in 0..50 {
                let text: Vec<u8> = (0..len).map(|_| any(b"::@@...wa1/# ,\xC3")).collect();
                let expected: Vec<_> =
                    (1..text.len()).filter(|&at| is_mark_at(ALL, &text, at)).collect();
                for search in searches(ALL) {
                    assert_eq!(marks_of(search, &text), expected, "{:?}", text.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn rare_marks_are_found_from_every_offset() {
        // These pseudorandom numbers are the same in every run.
        let mut state = 1_u32;
        let mut below = |end: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state as usize / (1 << 16) % end
        };
        let sets = [
            ALL,
            MarkKinds { at: true, colons: true, ..NONE },
            MarkKinds { at: true, www: true, ..NONE },
            MarkKinds { www: true, ..NONE },
        ];
        for round in 0..40_000 {
            let mut text = b"the text of a message, without any mark ".repeat(9);
            text.truncate(60 + below(300));
            for _ in 0..below(4) {
                let marks = ["://", "www.", "www.", "a@b", "a.b", "a:", " ."];
                let (mark, at) = (marks[below(marks.len())], below(text.len()));
                text.splice(at..at, mark.bytes());
            }
            let (wanted, from) = (sets[round % sets.len()], 1 + below(text.len()));
            for (from, last) in [(1, true), (from, true), (from, false)] {
                // Without the end of the text, the neighbours of its last bytes are not known.
                let end = if last { text.len() } else { text.len() - AFTER };
                let is_expected = |at: &usize| is_mark_at(wanted, &text, *at);
                let expected: Vec<_> = (from..end).filter(is_expected).collect();
                for search in searches(wanted) {
                    let begins = from > 1 || search.begin(&mut Ahead::default(), &text);
                    let found = marks_from(search, &text, from, last);
                    let found = if begins { found } else { Vec::new() };
                    assert_eq!(found, expected, "{:?} {from} {last}", text.escape_ascii());
                }
            }
        }
    }

    /// A search may begin at the dot, behind an earlier match.
    #[test]
    fn a_dot_after_www_is_found_from_every_offset() {
        for search in searches(MarkKinds { www: true, ..NONE }) {
            for (before, after) in (0..150).flat_map(|at| (0..150).map(move |len| (at, len))) {
                let text = [&b"a".repeat(before)[..], b"www.", &b"b".repeat(after)].concat();
                let dot = before + 3;
                for from in [before.max(1), dot - 1, dot] {
                    assert_eq!(marks_from(search, &text, from, true), [dot], "{before} {after}");
                }
            }
        }
    }

    #[test]
    fn marks_are_found_at_every_offset() {
        for search in searches(ALL) {
            for at in 1..1300 {
                let mut text = vec![b'a'; 1302];
                text[at] = b':';
                assert_eq!(marks_of(search, &text), [at]);
                assert_eq!(marks_of(search, &text[..=at]), [at]);
                let begins = |text| search.begin(&mut Ahead::default(), text);
                assert!(begins(&text) && begins(&text[..=at]) && !begins(&text[..at]));
            }
            assert!(marks_of(search, b"").is_empty() && marks_of(search, b":").is_empty());
        }
    }

    #[test]
    fn removed_marks_are_not_found_again() {
        let text = [b"a:".repeat(700), b"b".repeat(600)].concat();
        for search in searches(ALL) {
            for pass in [0, 1, 2, 63, 64, 65, 66, 500, 1023, 1024, 1025, 1026, 1399, 1400, 5000] {
                let (mut marks, mut ahead) = (Marks::default(), Ahead::default());
                while pass < text.len()
                    && search.next(&mut marks, &mut ahead, &text, pass.max(1), true)
                {
                    marks.pass(pass);
                    if marks.first().is_some() {
                        break;
                    }
                }
                let mut slid = marks;
                slid.slide(pass.min(text.len()));
                let next = (pass.max(1)..1400).find(|at| at % 2 == 1);
                assert_eq!(marks.first(), next, "without the marks before {pass}");
                assert_eq!(slid.first(), next.map(|at| at - pass), "after sliding by {pass}");
            }
        }
    }
}
