//! What a component of a plain URI is made of: bytes that no rule has an opinion on.

use crate::ascii::{ByteSet, HEXDIG};
use crate::find::work;
use crate::text::block::{self, Block};
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::uri;

/// The bytes of a component that wake nobody.
#[derive(Debug)]
pub(crate) struct Alphabet {
    narrow: ByteSet,
    /// The same with `,` and `;`, which separate URIs where another one follows.
    wide: ByteSet,
    /// What ends a component without a doubt.
    ends: ByteSet,
    /// Whether all that is usual is in it.
    is_usual: bool,
    /// Whether letters outside ASCII are in it.
    is_wide: bool,
}

/// A component that was read.
#[derive(Clone, Copy)]
pub(super) struct Component {
    /// Where it ends.
    pub(super) end: usize,
    /// Whether there is a letter outside ASCII in it.
    pub(super) is_wide: bool,
}

/// How much of a list is read before it is asked whether another URI has begun.
const STEP: usize = 256;

impl Alphabet {
    /// `body` without the delimiters of the next components, and with letters outside ASCII if it `is_wide`.
    pub(crate) fn new(body: ByteSet, delimiters: &[u8], is_wide: bool) -> Alphabet {
        let separators = ByteSet::of(b",;");
        let narrow = body.without(ByteSet::of(delimiters));
        let mut doubts = narrow.or(separators).or(ByteSet::of(b"%("));
        if is_wide {
            doubts = doubts.or(ByteSet::range(0x80, u8::MAX));
        }
        Alphabet {
            narrow: narrow.without(separators),
            wide: narrow.or(separators),
            ends: ByteSet::range(0, u8::MAX).without(doubts),
            is_usual: block::USUAL.without(narrow) == ByteSet::EMPTY,
            is_wide,
        }
    }

    /// The component that begins at `start` in `text`, with the triplets of percent-encoding and with
    /// brackets that it opens itself. `block` is of the same text.
    ///
    /// `None` where a separator or a bracket stands and another URI behind it.
    #[inline]
    pub(super) fn read(&self, text: &[u8], block: Block, start: usize) -> Option<Component> {
        if !self.is_usual {
            return self.read_on(text, start, start);
        }
        let end = start + block.usual_len(start);
        if !self.ends.contains(chars::byte_at(text, end)) {
            return self.read_on(text, start, end);
        }
        work::add(end - start);
        Some(Component { end, is_wide: false })
    }

    /// The same byte by byte, where the component is known up to `at`.
    #[inline(never)]
    fn read_on(&self, text: &[u8], start: usize, mut at: usize) -> Option<Component> {
        let mut is_wide = false;
        let mut open = 0_u32;
        // From where on no other URI was looked for. In a list the next one is near: who read on to
        // its end would do so again from each. So it is behind a bracket that opens.
        let mut list = None;
        loop {
            let set = if list.is_some() { &self.wide } else { &self.narrow };
            let ahead = text.get(at..)?;
            let step = set.run_len(ahead.get(..STEP).unwrap_or(ahead));
            work::add(step + 3);
            at += step;
            if let Some(from) = &mut list {
                let read = text.get(*from..at)?;
                if memchr::memmem::find(read, b"://").is_some() {
                    return None;
                }
                *from = at.saturating_sub(2).max(*from);
            }
            match text.get(at..)? {
                [b'%', high, low, ..] if HEXDIG.contains(*high) && HEXDIG.contains(*low) => at += 3,
                [b',' | b';', ..] => list = list.or(Some(start)),
                [b'(', ..] => {
                    list = list.or(Some(start));
                    open += 1;
                    at += 1;
                }
                [b')', ..] if open > 0 => {
                    open -= 1;
                    at += 1;
                }
                _ if step == STEP => {}
                // It may be closed in the next component.
                [b'?' | b'#', ..] if open > 0 => return None,
                rest => match wide_letter(rest).filter(|_| self.is_wide) {
                    Some(len) => {
                        is_wide = true;
                        at += len;
                    }
                    None => return Some(Component { end: at, is_wide }),
                },
            }
        }
    }
}

/// The length of the letter outside ASCII that begins `text`, if an IRI may hold it anywhere behind its
/// authority and no rule has an opinion on it.
fn wide_letter(text: &[u8]) -> Option<usize> {
    let (c, len) = chars::first(text).filter(|(c, _)| !c.is_ascii())?;
    let is_letter = matches!(glyph::glyph(c), Glyph::Letter | Glyph::Cjk);
    (is_letter && uri::is_ucschar(c)).then_some(len)
}
