//! Collects the text and the marked links of a document in a format such as AsciiDoc, LaTeX or Texinfo.
//!
//! The document becomes one run of text, in which the escapes of the format are decoded and each marked link is
//! replaced by a character that no URI contains.

use std::collections::HashMap;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::anchor::Target;
use crate::model::Origin;
use crate::sink::Sink;

/// The character that replaces a marked link in the run, and separates texts from each other. No URI contains this
/// character, so no URI extends across it.
const MARK: &[u8] = b"\x1A";

/// At the end of a paragraph, a run of at least this many bytes is searched. A shorter run continues with the next
/// paragraph.
const LONG: usize = 1 << 16;

/// A link that is marked by the format.
#[derive(Debug)]
pub(super) struct Marked {
    /// The reference, with its escapes decoded.
    pub(super) reference: String,
    /// The span of the reference in the document.
    pub(super) place: Span,
    /// The name of the macro or command.
    pub(super) name: &'static str,
    /// The span of the displayed text of the link; may be empty.
    pub(super) label: Span,
}

impl Marked {
    /// Whether the reference has a scheme, and therefore needs no base.
    pub(super) fn is_absolute(&self) -> bool {
        has_scheme(&self.reference)
    }
}

/// Whether `reference` begins with a scheme of at least two characters. A single letter is a Windows drive.
pub(super) fn has_scheme(reference: &str) -> bool {
    let is_in_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    reference.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(is_in_scheme)
    })
}

/// Collects the text and the links of a document, in order.
pub(super) struct MarkedText<'d> {
    document: &'d [u8],
    run: TextRun<'d>,
    links: Vec<Marked>,
}

impl<'d> MarkedText<'d> {
    /// An empty collection for `document`.
    pub(super) const fn new(document: &'d [u8]) -> MarkedText<'d> {
        MarkedText { document, run: TextRun::new(document), links: Vec::new() }
    }

    /// Adds the text at `span`, which has no escapes.
    pub(super) fn text(&mut self, span: Span) {
        self.run.push_source(span);
    }

    /// Adds `meaning`, the decoded form of the text at `span`.
    pub(super) fn meaning(&mut self, meaning: &[u8], span: Span) {
        self.run.push_decoded(meaning, span);
    }

    /// Adds `text`, the decoded form of the text at `span`, separated from the text around it.
    pub(super) fn apart(&mut self, text: &[u8], span: Span) {
        self.border(span.start());
        if text == span.of(self.document) {
            self.run.push_source(span);
        } else {
            self.run.push_decoded(text, span);
        }
        self.border(span.end());
    }

    /// Separates the text before and after `at`.
    pub(super) fn border(&mut self, at: usize) {
        self.run.push_decoded(MARK, Span::new(at, at));
    }

    /// Adds a link. The caller adds its label as text.
    pub(super) fn link(&mut self, link: Marked) {
        self.run.push_decoded(MARK, link.place);
        self.links.push(link);
    }

    /// Ends a paragraph: reports the collected text and links if the text is long.
    pub(super) fn end_paragraph(&mut self, sink: &mut dyn Sink) {
        if self.run.text().len() >= LONG {
            self.report(sink);
        }
    }

    /// Reports the marked links and the links that are found in the text, in the order of the document.
    pub(super) fn report(&mut self, sink: &mut dyn Sink) {
        let run = core::mem::replace(&mut self.run, TextRun::new(self.document));
        let mut links = self.links.drain(..).peekable();
        let mut label: Option<(Span, Target)> = None;
        let finder = sink.finder().clone();
        let mut matches = finder.find_iter(run.text());
        for found in matches.by_ref() {
            if sink.is_cancelled() {
                return;
            }
            let at = run.map().around(found.span()).start();
            while let Some(link) = links.next_if(|link| link.place.start() <= at) {
                label = Some((link.label, Target::new(&link.reference)));
                give(&link, sink);
            }
            // A URI in a label is not reported if it only repeats the target of the link.
            let is_repetition = label.as_ref().is_some_and(|(label, target)| {
                label.range().contains(&at) && target.is_repeated_by(&found)
            });
            if !is_repetition {
                sink.found(&found, Some(run.map()));
            }
        }
        sink.too_long(matches.skipped_too_long());
        for link in links {
            if sink.is_cancelled() {
                return;
            }
            give(&link, sink);
        }
    }
}

fn give(link: &Marked, sink: &mut dyn Sink) {
    sink.existing(&link.reference, link.place, Origin::Attribute, link.name);
}

/// The names that a document defines, and their values: attributes in AsciiDoc, flags in Texinfo.
#[derive(Debug)]
pub(super) struct Definitions {
    values: HashMap<Vec<u8>, Vec<u8>>,
    /// The maximum total length of the values that may still be inserted, in bytes.
    left: usize,
}

impl Default for Definitions {
    fn default() -> Definitions {
        Definitions { values: HashMap::new(), left: EXPANDED }
    }
}

/// The maximum total length, in bytes, of all values that are inserted in place of names in a document. Without this
/// limit, a short document could expand to a very long text.
const EXPANDED: usize = 1 << 20;

/// The maximum length of a value, in bytes.
const LONGEST: usize = 4096;

impl Definitions {
    /// Sets the value of `name` for the rest of the document. A value of more than 4 KiB is not stored, and `name` then
    /// has no value.
    pub(super) fn define(&mut self, name: &[u8], value: Vec<u8>) {
        if value.len() <= LONGEST {
            self.values.insert(name.to_owned(), value);
        } else {
            self.values.remove(name);
        }
    }

    /// Removes the value of `name` for the rest of the document.
    pub(super) fn undefine(&mut self, name: &[u8]) {
        self.values.remove(name);
    }

    /// The value of `name`, to be inserted in place of the name. `None` if `name` is not defined, or if the total
    /// length of the inserted values would exceed the limit of 1 MiB.
    pub(super) fn expand(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let value = self.values.get(name)?;
        self.left = self.left.checked_sub(value.len())?;
        Some(value.clone())
    }

    /// The value of `name`. Its length does not count towards the limit of inserted bytes.
    pub(super) fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.values.get(name).map(Vec::as_slice)
    }
}

/// Finds closing braces. The time for all searches in a document is linear in its length.
#[derive(Debug, Default)]
pub(super) struct Closings {
    /// A `{` before this offset is treated as not closed, because the search from an earlier `{` ended at this offset
    /// without success.
    none_before: usize,
}

impl Closings {
    /// The offset of the `}` that closes the `{` at `open`, or the offset of a byte in `also` that comes earlier and is
    /// not in nested braces. `None` if the paragraph ends first, or if an earlier `{` of the paragraph is not closed.
    /// The byte after `escape` is skipped.
    pub(super) fn brace(
        &mut self,
        document: &[u8],
        open: usize,
        escape: u8,
        also: &[u8],
    ) -> Option<usize> {
        if open < self.none_before {
            return None;
        }
        let found = closing_brace(document, open, escape, also);
        found.map_err(|end| self.none_before = end).ok()
    }
}

/// The span of the label from its opening brace at `open` to its closing brace. A long label is cut off after `LABEL`
/// bytes.
pub(super) fn label(document: &[u8], open: usize, escape: u8) -> Span {
    let head = document.get(..document.len().min(open + LABEL)).unwrap_or_default();
    let close = closing_brace(head, open, escape, b"").unwrap_or(head.len());
    Span::new(open.min(close), close)
}

/// The maximum number of bytes of a label that are examined.
const LABEL: usize = 512;

/// Finds the offset for [`Closings::brace`]. The error is the offset at which the search ended without success.
fn closing_brace(document: &[u8], open: usize, escape: u8, also: &[u8]) -> Result<usize, usize> {
    let (mut depth, mut at) = (0_usize, open);
    let mut is_blank_line = false;
    while let Some(&byte) = document.get(at) {
        match byte {
            _ if byte == escape => at += 1,
            b'{' => depth += 1,
            b'}' if depth <= 1 => return Ok(at),
            b'}' => depth -= 1,
            b'\n' if is_blank_line => break,
            _ if depth == 1 && also.contains(&byte) => return Ok(at),
            _ => {}
        }
        is_blank_line = byte == b'\n' || (is_blank_line && byte.is_ascii_whitespace());
        at += 1;
    }
    Err(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_have_at_least_two_characters() {
        for (reference, expected) in [
            ("http://a", true),
            ("mailto:a@b", true),
            ("C:/a", false),
            ("a/b:c", false),
            (":a", false),
            ("", false),
        ] {
            assert_eq!(has_scheme(reference), expected, "{reference}");
        }
    }

    #[test]
    fn braces_are_closed_in_their_paragraph() {
        let close = |text: &[u8], also: &[u8]| Closings::default().brace(text, 0, b'\\', also);
        assert_eq!(close(b"{a{b}c}d", b""), Some(6));
        assert_eq!(close(b"{a{,}b,c}", b","), Some(6));
        assert_eq!(close(b"{a\\}b}", b""), Some(5));
        assert_eq!(close(b"{a\n\n}", b""), None);
        assert_eq!(close(b"{a\n \r\n}", b""), None);
        assert_eq!(close(b"{a\nb\n}", b""), Some(5));
        assert_eq!(close(b"{a", b""), None);
    }

    #[test]
    fn searches_from_many_open_braces_take_linear_time() {
        let text = vec![b'{'; 4_000_000];
        let mut closings = Closings::default();
        assert!((0..text.len()).all(|open| closings.brace(&text, open, b'\\', b"").is_none()));
    }

    #[test]
    fn the_expansion_of_values_is_limited() {
        let mut definitions = Definitions::default();
        definitions.define(b"a", vec![b'x'; LONGEST + 1]);
        assert_eq!(definitions.expand(b"a"), None);
        definitions.define(b"a", vec![b'x'; LONGEST]);
        let count = (0..10_000).filter(|_| definitions.expand(b"a").is_some()).count();
        assert_eq!(count, EXPANDED / LONGEST);
    }
}
