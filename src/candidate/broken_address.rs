//! Finds e-mail addresses that a line break divides after a hyphen or a dot, in the local part or in the domain.
//!
//! The trigger of an address is its `@`, so a candidate has only the text on the same line as the `@`. If the local
//! part is broken, its first half is on the line above; if the domain is broken, its second half is on the line below.
//! This module finds the two halves. The rules about broken addresses weigh whether the halves belong together.

use crate::candidate::email::{LocalPart, MAX_LOCAL_LEN};
use crate::candidate::facts::Facts;
use crate::candidate::host;
use crate::candidate::line_end::LineEnd;
use crate::candidate::lines::{self, TextBefore};
use crate::candidate::lookaround::Letters;
use crate::candidate::name;
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::MatchKind;

/// Two parts of an address, and the line end between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halves {
    /// The part above, with the hyphen or dot at its end.
    pub(crate) above: Span,
    pub(crate) below: Span,
    pub(crate) line_end: LineEnd,
}

/// The marks after which mailers break an address.
const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'-' | b'.')
}

/// Whether `byte` may be in the reply prefix or the indent of a line.
const fn is_prefix(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'>' | b'|' | 0xC2 | 0xA0)
}

/// [`Facts::HEAD_ABOVE`] if the address at `start` is the first text on its line, and the line above ends in a hyphen
/// or dot.
#[inline]
pub(crate) fn facts_above(text: &[u8], floor: usize, start: usize) -> Facts {
    let is_blank = |byte: u8| is_prefix(byte) || matches!(byte, b'\n' | b'\r');
    let may_begin = match text.get(floor..start) {
        Some([.., b'\n' | b'\r']) => true,
        Some([.., before, last]) => is_blank(*last) && is_blank(*before),
        _ => false,
    };
    Facts::HEAD_ABOVE.when(may_begin && mark_above(text, floor, start).is_some())
}

/// [`Facts::HOST_BELOW`] if a hyphen or dot at the end of its line follows the address that ends at `end`.
#[inline]
pub(crate) fn facts_below(text: &[u8], end: usize) -> Facts {
    let ends_line = is_mark(chars::byte_at(text, end))
        && chars::byte_at(text, end + 1) <= b' '
        && LineEnd::below(text, end + 1).is_some();
    Facts::HOST_BELOW.when(ends_line)
}

/// The offset after the hyphen or dot at the end of the line above. `None` if the line above ends in another character,
/// or if `start` is not the beginning of the content of its line.
pub(crate) fn mark_above(text: &[u8], floor: usize, start: usize) -> Option<usize> {
    let before = text.get(floor..start)?;
    let line = start - before.iter().rev().take_while(|&&byte| is_prefix(byte)).count();
    let ([above @ .., b'\r', b'\n'] | [above @ .., b'\n' | b'\r']) = text.get(floor..line)? else {
        return None;
    };
    let end = lines::back_over_blanks(text, floor, floor + above.len());
    let has_mark = end > floor && is_mark(chars::byte_before(text, end));
    let is_content = || lines::prefix(text, line, usize::MAX).content == start;
    (has_mark && is_content()).then_some(end)
}

/// The halves of an address whose local part may be broken. `below` is text with the form of a complete address at the
/// beginning of its line. The text before `taken` belongs to another match. `None` if the line above does not end in
/// text that may begin an address.
pub(crate) fn local_parts(
    text: &[u8],
    text_before: TextBefore,
    taken: usize,
    below: Span,
    letters: Letters,
) -> Option<Halves> {
    let end = mark_above(text, text_before.floor, below.start())?;
    let local_end = if chars::byte_before(text, end) == b'.' { end - 1 } else { end };
    let floor = text_before.floor.max(taken);
    if floor >= local_end {
        // The match of a pattern may contain the dot.
        return None;
    }
    let start = LocalPart::before(text, floor, local_end, letters)?.start;
    let above = Span::new(start, end);
    let local = memchr::memchr(b'@', below.of(text))?;
    let is_short = above.len() + local <= MAX_LOCAL_LEN;
    let line_end = LineEnd::at(text, text_before, end, LineEnd::below(text, end)?)?;
    let is_part = is_short
        && chars::byte_at(text, below.start()).is_ascii_alphanumeric()
        && is_head(above.of(text))
        && is_apart(text, text_before, line_end.own.content, start);
    is_part.then_some(Halves { above, below, line_end })
}

/// Whether `part` may begin the local part of an address. It must not end in two marks, because two marks are a dash or
/// an ellipsis.
fn is_head(part: &[u8]) -> bool {
    let is_name = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+' | 0x80..)
    };
    let (inner, begins) = match part {
        [first, inner @ .., _] => (inner, first.is_ascii_alphanumeric()),
        _ => return false,
    };
    begins && inner.iter().all(is_name) && !inner.last().copied().is_some_and(is_mark)
}

/// Whether a blank, a separator or an opener is before `start`, or the content of its line begins there.
fn is_apart(text: &[u8], text_before: TextBefore, content: usize, start: usize) -> bool {
    let before = if start > text_before.floor { chars::byte_before(text, start) } else { 0 };
    let is_border = matches!(
        before,
        b' ' | b'\t' | b'<' | b'(' | b'[' | b'"' | b'\'' | b'`' | b'*' | b',' | b';' | b':'
    );
    start == content || is_border
}

/// The halves of an address whose domain may be broken. `address` is the text before the hyphen or dot at the end of
/// its line. `None` if the domain, together with the labels on the line below, does not end in a top-level domain.
pub(crate) fn domain_parts(
    text: &[u8],
    text_before: TextBefore,
    address: Span,
    iri: bool,
) -> Option<Halves> {
    let above = Span::new(address.start(), address.end() + 1);
    let next = LineEnd::below(text, above.end())?;
    let line_end = LineEnd::at(text, text_before, above.end(), next)?;
    let labels = host::labels(text, line_end.token.start(), iri);
    let below = labels.span;
    let rest = text.get(below.end()..).unwrap_or_default();
    let is_labels = labels.well_formed
        && chars::byte_at(text, below.start()).is_ascii_alphanumeric()
        && !below.of(text).starts_with(b"www.")
        && !rest.starts_with(b"/")
        && !host::is_glued_to(rest);
    let local = memchr::memchr(b'@', above.of(text))?;
    let domain = Span::new(above.start() + local + 1, above.end());
    let whole = || [domain.of(text), below.of(text)].concat();
    (is_labels && has_tld(&whole(), iri)).then_some(Halves { above, below, line_end })
}

/// Whether `domain` is a well-formed name that ends in a top-level domain or a reserved one.
fn has_tld(domain: &[u8], iri: bool) -> bool {
    let labels = host::labels(domain, 0, iri);
    labels.span.len() == domain.len() && name::has_tld(domain, &labels, MatchKind::Email)
}
