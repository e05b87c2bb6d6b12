//! The text around a bare name: commands, tables, and the other names in it.

use crate::candidate::{host, suffix};
use crate::span::Span;
use crate::text::chars;

/// What the text around a name says about it.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about the text")]
pub(super) struct Around {
    /// A URI, a name with `www.` or an address has the same host, or a host under the same domain.
    pub(super) is_named: bool,
    /// Another name begins with the same label, and does not end in a top-level domain: `post.id` beside `post.title`.
    /// Names that do (`alias.co` beside `alias.br`) are no clue: it held for 24 of 618 labelled names, and removed one link
    /// that was wrong and one that was right, because people have several domains.
    pub(super) has_siblings: bool,
    /// Another name has the same top-level domain.
    pub(super) has_neighbours: bool,
    /// A dot joins two words, and the second one is no top-level domain: `lah.Save`.
    pub(super) has_joined: bool,
    /// The top-level domain is a word of the text.
    pub(super) has_word: bool,
    /// A line begins with `#+`, as in Org.
    pub(super) is_org: bool,
    /// The text has as many brackets and operators as a program.
    pub(super) is_program: bool,
}

/// The maximum number of dots at which names are read, on each side of a name. People write fewer in the bytes that are
/// read; in a long list of names, each name would read all others near it.
const DOTS: usize = 8;

/// In a program, at least one of so many bytes is a bracket, an equals sign or a semicolon.
const MARKS: usize = 40;

/// So many of these marks are in a sentence as well.
const FEW: usize = 7;

impl Around {
    /// Reads the text before and after a name with these labels.
    pub(super) fn of(texts: [&[u8]; 2], host: &[u8], first: &[u8], tld: &[u8]) -> Around {
        let mut around = Around::default();
        // The last two labels are the domain that a person registers, in most countries.
        let dots = host.iter().rev().enumerate().filter(|(_, byte)| **byte == b'.');
        let len = dots.map(|(at, _)| at).nth(1).unwrap_or(host.len());
        let domain = host.get(host.len() - len..).unwrap_or(host);
        for text in texts {
            around.is_org |= tld == b"org" && has_pair(text, *b"#+");
            around.has_word |= has_word(text, tld);
        }
        let marks = texts.iter().copied().map(marks).sum::<usize>();
        around.is_program =
            marks.saturating_sub(FEW) * MARKS > texts.iter().map(|text| text.len()).sum::<usize>();
        let [before, after] = texts;
        let dots = memchr::memrchr_iter(b'.', before).take(DOTS).map(|dot| (before, dot));
        let dots = dots.chain(memchr::memchr_iter(b'.', after).take(DOTS).map(|dot| (after, dot)));
        for (text, dot) in dots.filter(|(text, dot)| !is_same(text, *dot, host, first)) {
            around.read(text, dot, domain, first, tld);
        }
        around
    }

    /// Reads the name around the dot at `dot`, if there is one.
    fn read(&mut self, text: &[u8], dot: usize, domain: &[u8], first: &[u8], tld: &[u8]) {
        if !chars::byte_at(text, dot + 1).is_ascii_alphanumeric() {
            return;
        }
        let start = host::label_start(text, 0, dot, true);
        if start == dot || start > 0 && chars::byte_before(text, start) == b'.' {
            return;
        }
        let labels = host::labels(text, start, true);
        let (name, last) = (labels.span.of(text), labels.last.of(text));
        if labels.is_lone() || labels.numeric {
            return;
        }
        let before = text.get(..start).unwrap_or_default();
        let is_host =
            before.ends_with(b"://") || before.ends_with(b"@") || name.starts_with(b"www.");
        let ends_in = |end: &[u8]| {
            let at = name.len().checked_sub(end.len());
            at.and_then(|at| name.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
        };
        let head = Span::new(start, dot).of(text);
        self.is_named |= is_host && ends_in(domain);
        if is_host || before.ends_with(b"/") {
            return;
        }
        self.has_neighbours |= last.eq_ignore_ascii_case(tld) && !ends_in(domain);
        let is_member = head.eq_ignore_ascii_case(first);
        if (is_member || !self.has_joined) && suffix::is_delegated_label(last) == Some(false) {
            self.has_siblings |= is_member;
            self.has_joined |= name.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'.');
        }
    }
}

/// Whether the dot at `dot` is that of the same name, with blanks around it, which says nothing new. Chats and logs
/// repeat names, and comparing a name is faster than reading it.
fn is_same(text: &[u8], dot: usize, host: &[u8], first: &[u8]) -> bool {
    let Some(start) = dot.checked_sub(first.len()) else { return false };
    let is_border = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    text.get(start..).is_some_and(|rest| rest.starts_with(host) && is_border(rest.get(host.len())))
        && is_border(start.checked_sub(1).and_then(|at| text.get(at)))
}

/// The number of brackets, equals signs and semicolons in `text`. The numbers of the parts fit in a byte, so the compiler
/// makes vector instructions of the loop.
fn marks(text: &[u8]) -> usize {
    let is_mark = |byte: &u8| matches!(byte, b'(' | b')' | b'{' | b'}' | b'=' | b';');
    let parts = text.chunks(128);
    parts.map(|part| usize::from(part.iter().map(|it| u8::from(is_mark(it))).sum::<u8>())).sum()
}

/// Whether `word` stands between blanks in `text`.
fn has_word(text: &[u8], word: &[u8]) -> bool {
    let Some(first) = word.first() else { return false };
    // Few words begin with the same letter, and a loop without branches over all bytes is faster than one over the words.
    let pairs = text.iter().zip(text.get(1..).unwrap_or_default());
    let begins = pairs.fold(u8::from(text.first() == Some(first)), |any, (before, byte)| {
        any | (u8::from(before.is_ascii_whitespace()) & u8::from(byte == first))
    });
    begins > 0 && text.split(u8::is_ascii_whitespace).any(|it| it == word)
}

fn has_pair(text: &[u8], pair: [u8; 2]) -> bool {
    let [first, second] = pair;
    memchr::memchr_iter(first, text).any(|at| text.get(at + 1) == Some(&second))
}

/// Whether `before`, the text on the line before a name, begins with the prompt of a shell.
pub(super) fn is_command(before: &[u8]) -> bool {
    before.trim_ascii_start().starts_with(b"$ ")
}

/// Whether a name is in a cell of a table: a `|` is directly before or after it, and another one on the line.
pub(super) fn is_cell(before: &[u8], after: &[u8]) -> bool {
    let left = before.trim_ascii_end().ends_with(b"|");
    let right = after.trim_ascii_start().starts_with(b"|");
    let bars = || {
        [before, after].iter().map(|text| memchr::memchr_iter(b'|', text).count()).sum::<usize>()
    };
    (left || right) && bars() > 1 && !has_pair(before, *b"||")
}
