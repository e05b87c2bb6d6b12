//! Directives, and the document with a mask in place of each.

use std::borrow::Cow;

use crate::span::Span;

/// A part of a document that is not meant for the Markdown parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    pub(super) span: Span,
    /// Whether text replaces the directive and may continue the word next to it: `https://a.example/{{ page }}`. A word
    /// ends at other directives.
    pub(super) prints: bool,
}

/// `source` with a mask in place of each directive of `list`.
pub(super) fn masked<'s>(source: &'s str, list: &[Directive]) -> Cow<'s, str> {
    if list.is_empty() {
        return Cow::Borrowed(source);
    }
    let mut masked = String::with_capacity(source.len());
    let mut done = 0;
    for Directive { span, .. } in list {
        masked.push_str(source.get(done..span.start()).unwrap_or_default());
        push_mask(&mut masked, span.len());
        done = span.end();
    }
    masked.push_str(source.get(done..).unwrap_or_default());
    Cow::Owned(masked)
}

/// Appends `len` bytes of characters that are not in the grammar of URIs and IRIs, and that Markdown reads as text,
/// even in the destination of a link. No ASCII character meets both conditions. A single byte therefore becomes DEL,
/// although Markdown does not accept DEL in a destination.
fn push_mask(masked: &mut String, len: usize) {
    let mut left = len;
    if left % 2 == 1 {
        let odd = if left >= 3 { '\u{FFFF}' } else { '\u{7F}' };
        masked.push(odd);
        left -= odd.len_utf8();
    }
    masked.extend(core::iter::repeat_n('\u{91}', left / 2));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_has_the_length_of_its_directive() {
        for len in 0..9 {
            let mut mask = String::new();
            push_mask(&mut mask, len);
            assert_eq!(mask.len(), len);
        }
    }
}
