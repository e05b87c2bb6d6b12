//! Collects the text and the marked links of a document in a format such as AsciiDoc or LaTeX.
//!
//! The document becomes one run of text, in which the escapes of the format are decoded and each marked link is
//! replaced by a character that no URI contains.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::anchor::Target;
use super::runs;
use crate::model::Origin;
use crate::sink::Sink;

/// The character that replaces a marked link in the run, and separates texts from each other. No URI contains this
/// character, so no URI extends across it.
const MARK: &[u8] = b"\x1A";

/// The maximum number of bytes of a label that are examined.
pub(super) const LABEL: usize = 512;

/// A link that is marked by the format.
#[derive(Debug)]
pub(super) struct Marked {
    /// The reference, with its escapes decoded.
    pub(super) reference: String,
    /// The span of the reference in the document.
    pub(super) place: Span,
    /// The name of the macro or command.
    pub(super) name: &'static str,
    /// The span of the label of the link; may be empty.
    pub(super) label: Span,
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
    /// The text, in which the escapes are decoded.
    pub(super) run: TextRun<'d>,
    links: Vec<Marked>,
}

impl<'d> MarkedText<'d> {
    /// An empty collection for `document`.
    pub(super) const fn new(document: &'d [u8]) -> MarkedText<'d> {
        MarkedText { document, run: TextRun::new(document), links: Vec::new() }
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

    /// Reports what was collected, if the text is long.
    pub(super) fn end_long(&mut self, sink: &mut dyn Sink) {
        if runs::is_long(&self.run) {
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
                sink.existing(&link.reference, link.place, Origin::Attribute, link.name);
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
            sink.existing(&link.reference, link.place, Origin::Attribute, link.name);
        }
    }
}

/// The rest of `document` from the offset `at` on.
pub(super) fn rest(document: &[u8], at: usize) -> &[u8] {
    document.get(at..).unwrap_or_default()
}

/// The offset of the bracket `close` that closes the one at `open`, in the same paragraph. Brackets between them are
/// counted if `nests`, and the byte after a backslash is skipped. The error is the offset at which the search ended
/// without success: the caller does not search from a bracket before it again, so that all searches in a document take
/// linear time.
pub(super) fn closing(
    document: &[u8],
    open: usize,
    close: u8,
    nests: bool,
) -> Result<usize, usize> {
    let opening = document.get(open).copied();
    let (mut depth, mut at, mut is_blank_line) = (0_usize, open, false);
    while let Some(&byte) = document.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' if is_blank_line => break,
            _ if byte == close && depth <= 1 => return Ok(at),
            _ if byte == close => depth -= 1,
            _ if Some(byte) == opening && (nests || at == open) => depth += 1,
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
    fn brackets_are_closed_in_their_paragraph() {
        let braces = |text: &[u8]| closing(text, 0, b'}', true);
        assert_eq!(braces(b"{a{b}c}d"), Ok(6));
        assert_eq!(braces(b"{a\\}b}"), Ok(5));
        assert_eq!(braces(b"{a\n\n}"), Err(3));
        assert_eq!(braces(b"{a\n \r\n}"), Err(5));
        assert_eq!(braces(b"{a\nb\n}"), Ok(5));
        assert_eq!(braces(b"{a"), Err(2));
        assert_eq!(closing(b"[a[b]c]", 0, b']', false), Ok(4));
    }
}
