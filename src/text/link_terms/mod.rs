//! The properties of characters that UTS #58 (Unicode Link Detection and Formatting) defines: which characters end a
//! link, which may be inside it but not at its end, and which brackets belong together.
//!
//! The table has 4.2 KB: the runs of characters with the same properties, and an index, so that a lookup reads at most
//! 16 runs. The properties of ASCII characters are unpacked at compile time.

use super::chars;
use crate::ascii::{ByteMap, byte_map};

// `INDEX`, `RUNS` and `PAIRS`.
include!("table.in");

/// The property `Link_Term`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkTerm {
    /// The character ends a link.
    Hard,
    /// The character belongs to the link.
    Include,
    /// The character belongs to the link if more of the link follows.
    Soft,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
}

/// The property `Link_Term` of `c`.
pub(crate) fn term(c: char) -> LinkTerm {
    match class(c) & !EMAIL {
        0 => LinkTerm::Hard,
        1 => LinkTerm::Include,
        2 => LinkTerm::Soft,
        3 => LinkTerm::Open,
        _ => LinkTerm::Close,
    }
}

/// The property `Link_Email` of `c`: whether the local part of an address may contain it.
pub(crate) fn is_email(c: char) -> bool {
    class(c) & EMAIL != 0
}

/// The bit for `Link_Email` in a class.
const EMAIL: u8 = 8;

static ASCII: ByteMap<u8> = byte_map!(ascii_class);

const fn ascii_class(byte: u8) -> u8 {
    if byte < 0x80 { class_from(byte as u32, 0, 0) } else { 0 }
}

#[inline]
fn class(c: char) -> u8 {
    let code = u32::from(c);
    if let Ok(byte @ ..0x80) = u8::try_from(code) {
        return ASCII.of(byte);
    }
    let next = INDEX.partition_point(|&(start, _)| start <= code);
    let (start, at) = next.checked_sub(1).and_then(|at| INDEX.get(at)).copied().unwrap_or_default();
    class_from(code, start, at as usize)
}

/// The class of `code`, searched from the run at `at`, whose first character is `start`.
#[expect(clippy::indexing_slicing, reason = "the runs contain every code point")]
const fn class_from(code: u32, mut start: u32, mut at: usize) -> u8 {
    loop {
        let first = RUNS[at];
        let (mut len, mut bits, mut byte) = ((first >> 4 & 7) as u32, 3, first);
        while byte & 0x80 != 0 {
            at += 1;
            byte = RUNS[at];
            len |= ((byte & 0x7F) as u32) << bits;
            bits += 7;
        }
        start += len;
        if code < start {
            return first & 0xF;
        }
        at += 1;
    }
}

/// The opening bracket that belongs to the closing bracket `close` (the property `Link_Bracket`).
fn opener(close: char) -> Option<char> {
    match PAIRS.iter().find(|pair| pair.0 == close) {
        Some(&(_, opener)) => Some(opener),
        None => char::from_u32(u32::from(close) - 1),
    }
}

/// A part of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkPart {
    Path,
    Query,
    Fragment,
}

/// The place in the path, the query and the fragment of a link, and the brackets that are open there.
#[derive(Clone, Debug)]
pub(crate) struct LinkPlace {
    pub(crate) part: LinkPart,
    open: Vec<char>,
    /// The last two characters.
    last: [char; 2],
}

impl LinkPlace {
    /// The beginning of the path.
    pub(crate) fn new() -> LinkPlace {
        LinkPlace { part: LinkPart::Path, open: Vec::new(), last: ['\0'; 2] }
    }

    /// Reads the next character; `false` if it is a closing bracket whose opening bracket was not the last one.
    ///
    /// The brackets are forgotten where another part begins, and at the syntax inside a part: at a `/` of the path, at
    /// `=` and `&` of the query, and at `:~:` of the fragment.
    #[inline]
    pub(crate) fn read(&mut self, c: char) -> bool {
        let next = match (self.part, c) {
            (LinkPart::Path, '?') => Some(LinkPart::Query),
            (LinkPart::Path | LinkPart::Query, '#') => Some(LinkPart::Fragment),
            (LinkPart::Path, '/') | (LinkPart::Query, '=' | '&') => Some(self.part),
            (LinkPart::Fragment, ':') if self.last == [':', '~'] => Some(self.part),
            _ => None,
        };
        self.last = [self.last[1], c];
        if let Some(part) = next {
            self.part = part;
            self.open.clear();
            return true;
        }
        match term(c) {
            LinkTerm::Open => self.open.push(c),
            LinkTerm::Close if !self.closes(c) => return false,
            LinkTerm::Close => _ = self.open.pop(),
            _ => {}
        }
        true
    }

    /// Whether no bracket is open.
    #[inline]
    pub(crate) const fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Passes characters up to `last`. No bracket is open, and they are neither brackets nor `#`, `?`, `:` or `~`.
    #[inline]
    pub(crate) const fn pass(&mut self, last: char) {
        self.last = ['\0', last];
    }

    /// Whether the closing bracket `c` belongs to the bracket that was opened last.
    pub(crate) fn closes(&self, c: char) -> bool {
        self.open.last().is_some_and(|&open| Some(open) == opener(c))
    }

    /// The offset of the first closing bracket in `text` that does not belong to the link, whose path begins with
    /// `text`. The text ends at the first byte that is not UTF-8.
    pub(crate) fn first_unopened(&mut self, text: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some((c, len)) = text.get(at..).and_then(chars::first) {
            if !self.read(c) {
                return Some(at);
            }
            at += len;
        }
        None
    }
}

/// `text` without the soft characters at its end.
pub(crate) fn without_soft_end(mut text: &[u8]) -> &[u8] {
    while let Some((c, len)) = chars::last(text)
        && term(c) == LinkTerm::Soft
    {
        text = text.get(..text.len() - len).unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_their_properties() {
        let terms = [
            (LinkTerm::Hard, " \t\n\u{A0}\u{3000}\u{E000}\u{10FFFF}"),
            (LinkTerm::Include, "aZ0/#%\\|`^_~é字ก\u{200D}😀"),
            (LinkTerm::Soft, "!\"',.:;?«»。，！་".trim_end_matches('་')),
            (LinkTerm::Open, "<([{（「⟨"),
            (LinkTerm::Close, ">)]}）」⟩"),
        ];
        for (expected, text) in terms {
            for c in text.chars() {
                assert_eq!(term(c), expected, "{c:?}");
            }
        }
        assert!("aZ0!#$%&'*+-/=?^_`{|}~.éя字".chars().all(is_email));
        assert!(!" \"(),:;<>@[\\]。（".chars().any(is_email));
    }

    /// Every run has an entry, so every character has a class, and the index points to runs.
    #[test]
    fn the_index_agrees_with_the_runs() {
        for &(start, at) in &INDEX {
            let near = start.saturating_sub(1)..(start + 2);
            for c in near.filter_map(char::from_u32) {
                assert_eq!(class(c), class_from(u32::from(c), 0, 0), "{c:?}, {at}");
            }
        }
        assert_eq!(class(char::MAX), 0);
    }

    #[test]
    fn closing_brackets_have_opening_ones() {
        for (open, close) in
            [('(', ')'), ('<', '>'), ('[', ']'), ('（', '）'), ('［', '］'), ('⦍', '⦐')]
        {
            assert_eq!(opener(close), Some(open));
        }
        let closers = ('\u{80}'..=char::MAX).filter(|&c| term(c) == LinkTerm::Close);
        assert!(closers.clone().all(|c| opener(c).is_some_and(|c| term(c) == LinkTerm::Open)));
        assert_eq!(closers.count(), 60);
    }

    #[test]
    fn brackets_are_forgotten_at_the_syntax_inside_a_part() {
        let rest = |text: &str| LinkPlace::new().first_unopened(text.as_bytes());
        assert_eq!(rest("/a(b[c])d"), None);
        assert_eq!(rest("/a(b]"), Some(4));
        assert_eq!(rest("/a(b/c)"), Some(6));
        assert_eq!(rest("/a?b(c/d)e"), None);
        assert_eq!(rest("/a?b(c=d)"), Some(8));
        assert_eq!(rest("/a?b(c&d)"), Some(8));
        assert_eq!(rest("/a(?b)"), Some(5));
        assert_eq!(rest("#a(b/c=d)e"), None);
        assert_eq!(rest("#a(:~:b)"), Some(7));
        assert_eq!(without_soft_end("a.b.。,".as_bytes()), b"a.b");
    }
}
