//! The directives of a document, and the document without them.

use core::ops::Range;
use std::borrow::Cow;

use super::directive::{Directive, Effect};
use super::set::Dialects;
use super::{front_matter, mdx, templates};
use crate::span::Span;

/// The directives of a document: front matter, tags and expressions of templates, JSX, modules.
///
/// [`Dialects::directives`] returns this list. A Markdown parser that reads [`masked`](Directives::masked) instead of
/// the document finds no directives, and its offsets are valid in the document.
#[derive(Clone, Debug)]
pub struct Directives<'s> {
    // INVARIANT: ascending, disjoint, at boundaries of characters.
    list: Vec<Directive>,
    source: &'s str,
    masked: Cow<'s, str>,
    is_mdx: bool,
}

impl Dialects {
    /// The directives of `source` in these dialects.
    ///
    /// ```
    /// use linkwright::rewrite::markdown::Dialects;
    ///
    /// let source = "See {{< ref \"a.md\" >}} and `{`.";
    /// let directives = Dialects::AUTO.directives(source);
    /// let spans: Vec<_> = directives.spans().map(|span| &source[span.range()]).collect();
    /// assert_eq!(spans, ["{{< ref \"a.md\" >}}"]);
    /// ```
    pub fn directives(self, source: &str) -> Directives<'_> {
        read(self, source)
    }
}

fn read(dialects: Dialects, source: &str) -> Directives<'_> {
    let mut list = Vec::new();
    let body = front_matter::read(dialects, source, &mut list);
    let is_mdx =
        dialects.contains(Dialects::MDX) || dialects.detects_mdx() && mdx::is_mdx(source, body);
    // In a document that was detected as MDX, `{{` opens an expression.
    if !is_mdx || !dialects.detects_mdx() {
        templates::read(dialects, source, body, &mut list);
    }
    if is_mdx {
        let known = masked(source, &list);
        mdx::read(&known, body, &mut list);
        list = merged(list);
    }
    Directives { source, masked: masked(source, &list), list, is_mdx }
}

impl Directives<'_> {
    /// The ranges of the directives, ascending and disjoint.
    pub fn spans(&self) -> impl ExactSizeIterator<Item = Span> {
        self.list.iter().map(|directive| directive.span)
    }

    /// The document with each directive replaced by characters that have no meaning in Markdown and cannot be in a URI.
    /// The result is as long as the document. If there are no directives, it is the document itself.
    ///
    /// ```
    /// use linkwright::rewrite::markdown::Dialects;
    ///
    /// let source = "[a]({% link a.md %})";
    /// let masked = Dialects::LIQUID.directives(source).masked().to_owned();
    /// assert_eq!((masked.len(), masked.find("[a](")), (source.len(), Some(0)));
    /// assert!(!masked.contains("link"));
    /// ```
    pub fn masked(&self) -> &str {
        &self.masked
    }

    /// Whether the document is MDX, in which `<uri>` is an error.
    pub const fn is_mdx(&self) -> bool {
        self.is_mdx
    }

    /// Whether a directive overlaps `span`.
    pub(in super::super) fn touch(&self, span: Span) -> bool {
        let next = self.list.partition_point(|one| one.span.end() <= span.start());
        self.list.get(next).is_some_and(|one| one.span.start() < span.end())
    }

    /// The original text at `range`; `None` if the masked document does not have `text` there.
    pub(in super::super) fn written(&self, text: &str, range: &Range<usize>) -> Option<&str> {
        let is_text = self.masked.get(range.clone()) == Some(text);
        self.source.get(range.clone()).filter(|_| is_text)
    }

    /// Whether the text that replaces a directive may belong to the same word as the URI at `span`.
    pub(in super::super) fn continues(&self, span: Span) -> bool {
        let text = self.masked.as_bytes();
        let prints = |one: &&Directive| one.effect == Effect::Prints;
        let next = self.list.partition_point(|one| one.span.start() < span.start());
        let before = next.checked_sub(1).and_then(|last| self.list.get(last)).filter(prints);
        let after = self.list.get(next).filter(prints);
        before.is_some_and(|one| is_joint(text, one.span.end(), span.start()))
            || after.is_some_and(|one| is_joint(text, span.end(), one.span.start()))
    }
}

/// Whether `start..end` has only characters that occur inside URIs and are trimmed from their ends.
fn is_joint(text: &[u8], start: usize, end: usize) -> bool {
    let between = text.get(start..end);
    between.is_some_and(|between| between.iter().all(|byte| b".,:;-_/@+~".contains(byte)))
}

/// The directives in order, with overlapping ones merged.
fn merged(mut list: Vec<Directive>) -> Vec<Directive> {
    list.sort_by_key(|one| (one.span.start(), usize::MAX - one.span.end()));
    let mut merged: Vec<Directive> = Vec::with_capacity(list.len());
    for one in list {
        match merged.last_mut() {
            Some(last) if one.span.start() < last.span.end() => {
                let end = last.span.end().max(one.span.end());
                last.span = Span::new(last.span.start(), end);
            }
            _ => merged.push(one),
        }
    }
    merged
}

/// `source` with a mask in place of each directive of `list`.
fn masked<'s>(source: &'s str, list: &[Directive]) -> Cow<'s, str> {
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
pub(super) mod testing {
    use super::Dialects;

    /// The directives of `source` in these dialects, each as its text.
    pub(in super::super) fn directives(dialects: Dialects, source: &str) -> Vec<&str> {
        let directives = dialects.directives(source);
        assert_eq!(directives.masked().len(), source.len());
        directives.spans().map(|span| &source[span.range()]).collect()
    }
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

    #[test]
    fn overlapping_directives_are_merged() {
        let directive =
            |start, end| Directive { span: Span::new(start, end), effect: Effect::Ends };
        let list = vec![directive(4, 6), directive(0, 3), directive(2, 5), directive(6, 7)];
        assert_eq!(merged(list), [directive(0, 6), directive(6, 7)]);
    }
}
