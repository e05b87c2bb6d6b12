//! The text before a text, as far as it makes a trigger with it, or tells that one stands for nothing.

use super::references::{self, Place, Reference};
use crate::find::{Finder, Hits};

/// How much text before a tag and behind it can make a trigger together, one byte less than
/// `www.` has.
const JOINED: usize = 3;

/// The text so far, as far as what follows asks for it.
#[derive(Debug)]
pub(super) struct Before {
    end: [u8; JOINED],
    /// The last byte that is no blank.
    visible: u8,
    /// Whether something that delimits may stand before its last word, or before `word:`.
    opens: bool,
}

impl Before {
    pub(super) const NOTHING: Before = Before { end: [0; JOINED], visible: b'.', opens: false };

    /// Whether the trigger at `at` in the text that follows stands for something.
    ///
    /// Most colons end a word of a sentence. Behind those there is no URI, unless it is delimited,
    /// and its scheme stands behind what delimits it: `<mailto: jane@a.example>`.
    pub(super) fn tells(&self, text: &[u8], at: usize) -> bool {
        match (text.get(at), text.get(at + 1)) {
            // The text behind the next tag tells.
            (Some(b':'), None) => false,
            (Some(b':'), Some(next)) if next.is_ascii_whitespace() => self.opens(text, at),
            _ => true,
        }
    }

    /// Whether a trigger arises where `text` stands directly behind.
    pub(super) fn joins(&self, finder: &Finder, text: &[u8]) -> bool {
        let head = text.get(..JOINED).unwrap_or(text);
        let [.., last] = self.end;
        let may_join = matches!(last, b':' | b'/' | b'@' | b'.' | b'w' | b'W')
            || head.get(..2).unwrap_or(head).contains(&b':');
        may_join && self.joined(finder, text, &[&self.end, head].concat())
    }

    /// The same with both sides of the border put together.
    fn joined(&self, finder: &Finder, text: &[u8], joined: &[u8]) -> bool {
        let is_sentence = |at: usize| joined.get(at + 1).is_none_or(u8::is_ascii_whitespace);
        let mut hits = Hits::new(finder);
        let mut from = 0;
        while let Some(hit) = hits.next(joined, from) {
            from = hit + 1;
            let tells = match hit.checked_sub(JOINED) {
                Some(at) => self.tells(text, at),
                None if joined.get(hit) == Some(&b':') && is_sentence(hit) => self.opens,
                None => true,
            };
            if tells {
                return true;
            }
        }
        false
    }

    /// Whether something that delimits may stand before the word that ends at `end` of the text
    /// that follows.
    fn opens(&self, text: &[u8], end: usize) -> bool {
        let text = text.get(..end).unwrap_or_default();
        let word = text.iter().rev().take_while(|byte| is_scheme(**byte)).count();
        let before = text.get(..text.len() - word).unwrap_or_default();
        match before.trim_ascii_end().last() {
            Some(&byte) => may_delimit(byte),
            None if before.is_empty() && is_scheme(self.end[JOINED - 1]) => self.opens,
            None => may_delimit(self.visible),
        }
    }

    /// Takes the text that follows.
    pub(super) fn push(&mut self, text: &[u8]) {
        self.opens = self.opens(text, text.len() - usize::from(text.ends_with(b":")));
        for &byte in text.get(text.len().saturating_sub(JOINED)..).unwrap_or_default() {
            let [_, b, c] = self.end;
            self.end = [b, c, byte];
        }
        if let Some(&visible) = text.trim_ascii_end().last() {
            self.visible = visible;
        }
    }
}

/// RFC 3986, 3.1: what a scheme may hold.
const fn is_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// Whether `byte` may be the end of what a URI stands behind: a quote, `<`, a reference to one of
/// them.
fn may_delimit(byte: u8) -> bool {
    !byte.is_ascii_alphanumeric() && !b".,)]}!?-/".contains(&byte)
}

/// Whether `text` has a reference to a character that triggers are made of, or one that makes an
/// `@` or a dot before it stand between words.
pub(super) fn has_telling_reference(text: &[u8]) -> bool {
    memchr::memchr_iter(b'&', text).any(|at| {
        let (before, reference) = text.split_at_checked(at).unwrap_or_default();
        let is_between = matches!(before.last(), Some(b'@' | b'.'));
        let tells = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(c, ':' | '/' | '@' | '.' | '\u{AD}')
                || is_between && !c.is_ascii()
        };
        match references::reference(reference, Place::Text) {
            Some(Reference::Named(decoded, _)) => decoded.chars().any(tells),
            Some(Reference::Numeric(c, _)) => tells(c),
            None => false,
        }
    })
}
