//! Handles `<svg/>` and `<math/>`. A tree builder closes such an element at once, but the tokenizer of `lol_html`
//! leaves it open.
//!
//! Until a later tag makes the tokenizer leave the element, the tokenizer reads the content of `<script>` as markup, as
//! it does in every SVG element, and nothing is linked. If an element with raw text, or another element that SVG treats
//! differently, comes before that tag, nothing is linked in the rest of the document.

use super::elements::{is_one_of, is_raw};

/// Records whether the tokenizer and a tree builder disagree.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    is_astray: bool,
}

/// The effect of a tag while the tokenizer and a tree builder disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// Reading continues.
    Fine,
    /// The rest cannot be read reliably.
    Lost,
}

impl Foreign {
    pub(super) const fn is_astray(&self) -> bool {
        self.is_astray
    }

    /// Processes a start tag with this name; `ends_in_slash` says whether it ends in `/>`.
    pub(super) fn start(
        &mut self,
        name: &[u8],
        ends_in_slash: bool,
        is_in_foreign: bool,
    ) -> Finding {
        let begins = matches!(name, b"svg" | b"math");
        if self.is_astray && (begins || is_read_otherwise(name)) {
            return Finding::Lost;
        }
        if begins && ends_in_slash {
            self.is_astray = true;
            // Inside a real SVG element, the tokenizer then has one more open element than a tree builder, so the SVG
            // ends at a different tag for each of them.
            return if is_in_foreign { Finding::Lost } else { Finding::Fine };
        }
        self.is_astray = self.is_astray && !leads_out(name);
        Finding::Fine
    }

    /// Processes an end tag with this name.
    pub(super) fn end(&mut self, name: &[u8]) {
        self.is_astray &= !matches!(name, b"p" | b"br");
    }
}

/// Whether the tag creates a different element in SVG or `MathML` than in HTML, or makes the tokenizer read its
/// attributes.
fn is_read_otherwise(name: &[u8]) -> bool {
    #[rustfmt::skip]
    const NAMES: &[&str] = &[
        "noscript", "desc", "foreignobject", "mi", "mo", "mn", "ms", "mtext", "annotation-xml",
        "font",
    ];
    is_raw(name) || is_one_of(NAMES, name)
}

/// Whether the start tag ends SVG and `MathML` (HTML standard, 13.2.6.5).
fn leads_out(name: &[u8]) -> bool {
    #[rustfmt::skip]
    const NAMES: &[&str] = &[
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em",
        "embed", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing",
        "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong", "strike",
        "sub", "sup", "table", "tt", "u", "ul", "var",
    ];
    is_one_of(NAMES, name)
}
