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

/// How safe a form is at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Safety {
    Safe,
    /// The adjacent text may be parsed differently: the result has to be checked.
    Doubtful,
    Unsafe,
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
    /// How safe it is to put a link of this form around the place. `before` is the text of the run before the place.
    pub(super) fn safety(&self, form: Form, before: &[u8]) -> Safety {
        let is_bound = self.is_escaped()
            || is_target(before)
            || (form == Form::Inline && self.is_bracketed())
            || (form == Form::Angle && (self.is_wrapped() || self.has_open_markup))
            || self.makes_directive(form)
            || (self.options.contains(Options::ENABLE_MATH) && self.touches(b'$'));
        if is_bound {
            Safety::Unsafe
        } else if self.is_crowded() || self.changes_marks() {
            Safety::Doubtful
        } else {
            Safety::Safe
        }
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

    /// Whether the inserted mark would complete a directive: `{{` opens a shortcode, `}}` closes one, and `%` opens an
    /// embed ([`Dialect`](super::dialect::Dialect)).
    fn makes_directive(&self, form: Form) -> bool {
        match form {
            Form::Angle => {
                self.bytes_before().ends_with(b"{{") || self.bytes_after().starts_with(b"}}")
            }
            Form::Inline => self.bytes_before().last() == Some(&b'%'),
        }
    }

    fn touches(&self, byte: u8) -> bool {
        self.bytes_before().last() == Some(&byte) || self.bytes_after().first() == Some(&byte)
    }

    /// Whether the word continues before or after the place. The rest of the word may look like another URI when it is
    /// separated from the link.
    fn is_crowded(&self) -> bool {
        let before = self.source.get(..self.span.start()).unwrap_or_default();
        let after = self.source.get(self.span.end()..).unwrap_or_default();
        let goes_on = |c: char| !c.is_whitespace();
        let outer = before.chars().next_back().filter(|c| !"([{<\"'*_~".contains(*c));
        let inner = after.chars().take(CLOSING).find(|c| !".,:;?!)]}>\"'*_~".contains(*c));
        outer.is_some_and(goes_on) || inner.is_some_and(goes_on)
    }

    /// Whether adjacent marks may be parsed differently.
    fn changes_marks(&self) -> bool {
        // How `~~` is parsed with the extension for subscripts is hard to predict, whether strikethrough is enabled or
        // not.
        self.options.contains(Options::ENABLE_SUBSCRIPT)
            || self.holds_backtick()
            || self.changes_before()
            || self.changes_after()
    }

    /// Whether the place has a backtick. A backtick after an inserted backslash is a separate run of length one, and
    /// may close a code span that was text before.
    fn holds_backtick(&self) -> bool {
        memchr::memchr(b'`', self.span.of(self.source.as_bytes())).is_some()
    }

    /// Whether a mark directly before the place is parsed differently if punctuation follows it.
    fn changes_before(&self) -> bool {
        let before = self.source.get(..self.span.start()).unwrap_or_default();
        let first = self.source.get(self.span.start()..).and_then(|rest| rest.chars().next());
        let Some(mark) = before.chars().next_back().filter(|mark| self.is_mark(*mark)) else {
            return false;
        };
        let outer = before.trim_end_matches(mark).chars().next_back();
        reading(outer, first) != reading(outer, Some('<'))
    }

    /// Whether a mark directly after the place is parsed differently if punctuation precedes it.
    fn changes_after(&self) -> bool {
        let after = self.source.get(self.span.end()..).unwrap_or_default();
        let last = self.source.get(..self.span.end()).and_then(|text| text.chars().next_back());
        let Some(mark) = after.chars().next().filter(|mark| self.is_mark(*mark)) else {
            return false;
        };
        let outer = after.trim_start_matches(mark).chars().next();
        reading(last, outer) != reading(Some('>'), outer)
    }

    fn is_mark(&self, c: char) -> bool {
        match c {
            '*' | '_' | '~' | '^' => true,
            '"' | '\'' | '-' | '.' => self.options.contains(Options::ENABLE_SMART_PUNCTUATION),
            _ => false,
        }
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

/// The meaning of a run of marks between two characters, according to the rules of flanking (section 6.2 of
/// `CommonMark`): whether it is left-flanking and whether it is right-flanking. If it is both, the last two values say
/// whether punctuation precedes it and whether punctuation follows it, which matters for `_`.
fn reading(before: Option<char>, after: Option<char>) -> [bool; 4] {
    let (before, after) = (Side::of(before), Side::of(after));
    let is_left = after == Side::Word || (after == Side::Other && before != Side::Word);
    let is_right = before == Side::Word || (before == Side::Other && after != Side::Word);
    let is_both = is_left && is_right;
    [is_left, is_right, is_both && before == Side::Other, is_both && after == Side::Other]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Space,
    Word,
    /// Punctuation and symbols.
    Other,
}

impl Side {
    /// The side of a character; the beginning and the end of the text count as white space.
    fn of(c: Option<char>) -> Side {
        match c {
            Some(c) if c.is_alphanumeric() => Side::Word,
            Some(c) if !c.is_whitespace() => Side::Other,
            _ => Side::Space,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn safety(source: &str, form: Form) -> Safety {
        let start = source.find("http").unwrap();
        let len = source[start..].find([' ', '*', '"']).unwrap_or(source.len() - start);
        let span = Span::new(start, start + len);
        let before = &source.as_bytes()[..start];
        let (options, has_open_markup) = (Options::empty(), open_markup(before).is_some());
        Place { source, span, options, has_open_markup }.safety(form, before)
    }

    #[test]
    fn the_adjacent_text_decides_whether_a_form_is_safe() {
        for (source, angle, inline) in [
            ("see http://a.example", Safety::Safe, Safety::Safe),
            (r"\http://a.example", Safety::Unsafe, Safety::Unsafe),
            (r"\\http://a.example", Safety::Doubtful, Safety::Doubtful),
            ("!http://a.example", Safety::Doubtful, Safety::Unsafe),
            ("[a]http://a.example", Safety::Doubtful, Safety::Unsafe),
            ("[a]( http://a.example", Safety::Unsafe, Safety::Unsafe),
            ("[a]: http://a.example", Safety::Unsafe, Safety::Unsafe),
            ("x\n [a]: http://a.example", Safety::Unsafe, Safety::Unsafe),
            ("see [a]: http://a.example", Safety::Safe, Safety::Safe),
            ("<!A http://a.example", Safety::Unsafe, Safety::Safe),
            ("**http://a.example** b", Safety::Safe, Safety::Safe),
            ("(*http://a.example* b", Safety::Doubtful, Safety::Doubtful),
            ("*http://a.example*.", Safety::Doubtful, Safety::Doubtful),
            ("a*http://a.example* b", Safety::Doubtful, Safety::Doubtful),
            ("see http://a.example/``b", Safety::Doubtful, Safety::Doubtful),
            ("{{http://a.example b", Safety::Unsafe, Safety::Safe),
            ("%http://a.example b", Safety::Doubtful, Safety::Unsafe),
        ] {
            assert_eq!(safety(source, Form::Angle), angle, "{source}");
            assert_eq!(safety(source, Form::Inline), inline, "{source}");
        }
    }
}
