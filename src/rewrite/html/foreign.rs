//! `<svg/>`: closed at once for a tree builder, and open for the tokenizer.
//!
//! Until a tag comes that makes the tokenizer leave what it takes for SVG, it reads `<script>` as
//! it would be read there: as markup. So nothing is linked before that tag, and if raw text comes
//! first, nothing behind it.

use super::elements::{is_one_of, is_raw};

/// Whether the tokenizer has gone astray.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    is_astray: bool,
}

/// What a tag means for a tokenizer that has gone astray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// Nothing new.
    Fine,
    /// There is no telling how it reads on.
    Lost,
}

impl Foreign {
    pub(super) const fn is_astray(&self) -> bool {
        self.is_astray
    }

    /// Takes a start tag of that name, which ends in `/>` or not.
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
            // In a real SVG the way back would lead to the wrong place.
            return if is_in_foreign { Finding::Lost } else { Finding::Fine };
        }
        self.is_astray = self.is_astray && !leads_out(name);
        Finding::Fine
    }

    /// Takes an end tag of that name.
    pub(super) fn end(&mut self, name: &[u8]) {
        self.is_astray &= !matches!(name, b"p" | b"br");
    }
}

/// Whether the tag begins something else in SVG or `MathML` than in HTML, or makes the tokenizer
/// look at its attributes.
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
