//! The text around a URI in its source, and whether markup can be inserted there.
//!
//! An inserted `<` or `[` may be parsed together with the text before it: after a backslash it is text, after `!` a
//! link is an image, and whether `*` is a mark depends on its neighbours.

use pulldown_cmark::Options;

use crate::span::Span;

/// The form of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `<uri>`
    Angle,
    /// `[text](uri)`
    Inline,
}

/// The maximum amount of punctuation after a URI that is skipped to see whether the word continues. After more
/// punctuation, the word is considered to have ended.
const CLOSING: usize = 16;

/// A place in the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'s> {
    pub(super) source: &'s str,
    pub(super) span: Span,
    pub(super) options: Options,
    /// Whether markup is open at the place (see [`open_markup`]).
    pub(super) has_open_markup: bool,
}

impl<'s> Place<'s> {
    /// Whether a link of this form may be put around the place. `before` is the text of the run before the place.
    pub(super) fn permits(&self, form: Form, before: &[u8]) -> bool {
        let is_bound = self.is_escaped()
            || is_target(before)
            || (form == Form::Inline && self.is_bracketed())
            || (form == Form::Angle
                && (self.is_wrapped() || self.has_open_markup || self.makes_directive()))
            || (self.options.contains(Options::ENABLE_MATH) && self.touches(b'$'));
        !is_bound
    }

    /// Whether the adjacent text may be parsed differently with a link here, so that the result has to be checked.
    pub(super) fn is_doubtful(&self) -> bool {
        // How quotes and tildes are parsed with these extensions is hard to predict.
        let uneasy = Options::ENABLE_SUBSCRIPT.union(Options::ENABLE_SMART_PUNCTUATION);
        self.options.intersects(uneasy) || self.holds_backtick() || self.is_crowded()
    }

    fn bytes_before(&self) -> &'s [u8] {
        self.source.as_bytes().get(..self.span.start()).unwrap_or_default()
    }

    fn bytes_after(&self) -> &'s [u8] {
        self.source.as_bytes().get(self.span.end()..).unwrap_or_default()
    }

    /// Whether a backslash before the place would turn the markup into text.
    fn is_escaped(&self) -> bool {
        let slashes = self.bytes_before().iter().rev().take_while(|byte| **byte == b'\\').count();
        slashes % 2 == 1
    }

    /// Whether the text before the place would give an inserted bracket another meaning: `![text](uri)` is an image,
    /// `[x][text]` a reference, `[[text]]` a wiki link.
    fn is_bracketed(&self) -> bool {
        match self.bytes_before().last() {
            Some(b'!' | b']') => true,
            Some(b'[') => self.options.contains(Options::ENABLE_WIKILINKS),
            _ => false,
        }
    }

    /// Whether the URI is already between `<` and `>` without being an autolink for this parser. Other parsers may read
    /// it as an autolink.
    fn is_wrapped(&self) -> bool {
        self.bytes_before().last() == Some(&b'<') && self.bytes_after().first() == Some(&b'>')
    }

    /// Whether the inserted `<` and `>` would complete a directive: `{{<` opens a shortcode, and `>}}` closes one.
    fn makes_directive(&self) -> bool {
        self.bytes_before().ends_with(b"{{") || self.bytes_after().starts_with(b"}}")
    }

    fn touches(&self, byte: u8) -> bool {
        self.bytes_before().last() == Some(&byte) || self.bytes_after().first() == Some(&byte)
    }

    /// Whether the word continues before or after the place, or a mark of emphasis is next to it. The rest of the word may
    /// look like another URI when it is separated from the link, and how the mark is read depends on its neighbours.
    fn is_crowded(&self) -> bool {
        let before = self.source.get(..self.span.start()).unwrap_or_default();
        let after = self.source.get(self.span.end()..).unwrap_or_default();
        let goes_on = |c: char| !c.is_whitespace();
        let outer = before.chars().next_back().filter(|c| !"([{<\"'".contains(*c));
        let inner = after.chars().take(CLOSING).find(|c| !".,:;?!)]}>\"'".contains(*c));
        outer.is_some_and(goes_on) || inner.is_some_and(goes_on)
    }

    /// Whether the place has a backtick. A backtick after an inserted backslash is a separate run of length one, and
    /// may close a code span that was text before.
    fn holds_backtick(&self) -> bool {
        memchr::memchr(b'`', self.span.of(self.source.as_bytes())).is_some()
    }
}

/// Whether `before` ends in `[x](`, or in `[x]:` from the beginning of a line on, after which an inserted word would complete
/// a link or a definition.
fn is_target(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let before = before.strip_suffix(b"<").unwrap_or(before).trim_ascii_end();
    let line = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = before.get(line..).unwrap_or_default().trim_ascii_start();
    before.ends_with(b"](") || before.ends_with(b"]:") && line.starts_with(b"[")
}

/// The beginning of the first declaration or instruction in a text, which the next `>` would end.
pub(super) fn open_markup(text: &[u8]) -> Option<usize> {
    let is_open = |at: &usize| matches!(text.get(at + 1), Some(b'!' | b'?'));
    memchr::memchr_iter(b'<', text).find(is_open)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(source: &str) -> Place<'_> {
        let start = source.find("http").unwrap();
        let len = source[start..].find([' ', '*', '"']).unwrap_or(source.len() - start);
        let has_open_markup = open_markup(&source.as_bytes()[..start]).is_some();
        let (span, options) = (Span::new(start, start + len), Options::empty());
        Place { source, span, options, has_open_markup }
    }

    #[test]
    fn the_adjacent_text_decides_which_forms_are_permitted() {
        for (source, angle, inline) in [
            ("see http://a.example", true, true),
            (r"\http://a.example", false, false),
            (r"\\http://a.example", true, true),
            ("!http://a.example", true, false),
            ("[a]http://a.example", true, false),
            ("[a]( http://a.example", false, false),
            ("[a]: http://a.example", false, false),
            ("x\n [a]: http://a.example", false, false),
            ("see [a]: http://a.example", true, true),
            ("<!A http://a.example", false, true),
            ("{{http://a.example b", false, true),
        ] {
            let before = &source.as_bytes()[..source.find("http").unwrap()];
            assert_eq!(place(source).permits(Form::Angle, before), angle, "{source}");
            assert_eq!(place(source).permits(Form::Inline, before), inline, "{source}");
        }
    }

    #[test]
    fn words_marks_and_backticks_make_a_place_doubtful() {
        for source in [
            r"\\http://a.example",
            "!http://a.example",
            "(*http://a.example* b",
            "*http://a.example*.",
            "see http://a.example/``b",
            "http://a.example\"x",
        ] {
            assert!(place(source).is_doubtful(), "{source}");
        }
        for source in ["see http://a.example", "(http://a.example \"", "[a]: http://a.example"] {
            assert!(!place(source).is_doubtful(), "{source}");
        }
    }
}
