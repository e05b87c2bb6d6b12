//! Finds the places at which the tokenizer may continue in two ways, because a tree builder determines how the
//! tokenizer reads the text after a tag.
//!
//! In SVG and `MathML`, the content of elements such as `style` is markup and not raw text; in `<select>`, many tags
//! are ignored; and a `<script>` in a comment in a script has its own end tag. As long as the names of the tags show
//! that no raw text is affected, nothing is ambiguous.

use super::super::elements::is_raw;

/// The open elements in which tags may be ambiguous.
#[derive(Debug, Default)]
pub(super) struct Ambiguity {
    /// SVG or `MathML`.
    foreign: Option<Foreign>,
    is_in_select: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foreign {
    Svg,
    Math,
}

impl Foreign {
    fn named(name: &[u8]) -> Option<Foreign> {
        if name.eq_ignore_ascii_case(b"svg") {
            Some(Foreign::Svg)
        } else if name.eq_ignore_ascii_case(b"math") {
            Some(Foreign::Math)
        } else {
            None
        }
    }
}

impl Ambiguity {
    /// Whether a tag could be read in two ways here.
    pub(super) fn is_possible(&self) -> bool {
        self.is_in_select || self.foreign.is_some()
    }

    /// Processes a start tag with this name, in lower case; `None` if its effect is ambiguous.
    pub(super) fn start(&mut self, name: &[u8]) -> Option<()> {
        let begins = Foreign::named(name);
        let is_ambiguous = self.is_in_select && is_unclear_in_select(name)
            || self.foreign.is_some() && (begins.is_some() || leads_back_to_html(name));
        self.is_in_select |= name == b"select";
        self.foreign = self.foreign.or(begins);
        (!is_ambiguous).then_some(())
    }

    /// Processes an end tag with this name, whose case is ignored.
    pub(super) fn end(&mut self, name: &[u8]) {
        if self.is_possible() {
            self.is_in_select &= !name.eq_ignore_ascii_case(b"select");
            self.foreign.take_if(|foreign| Foreign::named(name) == Some(*foreign));
        }
    }

    /// Processes raw text after a start tag with this name, in lower case; `None` if some parser does not read it as
    /// raw text.
    pub(super) fn raw_text(&self, name: &[u8], raw: &[u8]) -> Option<()> {
        let is_raw = match name {
            b"plaintext" => self.foreign.is_none(),
            // A `<script>` in a comment in a script has its own end tag.
            b"script" => self.foreign.is_none() && !has_script_in_comment(raw),
            _ => self.foreign.is_none() || memchr::memchr(b'<', raw).is_none(),
        };
        is_raw.then_some(())
    }
}

/// Whether the tag may end a `<select>` without an end tag, or may be ignored in `<select>` although raw text follows
/// the tag elsewhere.
fn is_unclear_in_select(name: &[u8]) -> bool {
    let is_ending = matches!(name, b"select" | b"input" | b"keygen" | b"template" | b"noscript");
    is_ending || is_raw(name) && name != b"script"
}

/// Whether `name` is the name of an element of SVG or `MathML` whose content may be HTML.
fn leads_back_to_html(name: &[u8]) -> bool {
    matches!(
        name,
        b"foreignobject" | b"desc" | b"mi" | b"mo" | b"mn" | b"ms" | b"mtext" | b"annotation-xml"
    )
}

fn has_script_in_comment(raw: &[u8]) -> bool {
    let comment = memchr::memmem::find(raw, b"<!--").and_then(|at| raw.get(at..));
    comment.is_some_and(|comment| {
        memchr::memchr_iter(b'<', comment).any(|at| {
            let name = comment.get(at + 1..at + 7);
            name.is_some_and(|name| name.eq_ignore_ascii_case(b"script"))
        })
    })
}
