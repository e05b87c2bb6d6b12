//! Text of strangers, made safe to show: nothing in it controls a terminal.

use core::fmt;
use std::borrow::Cow;

use unicode_width::UnicodeWidthChar as _;

/// `text` with each invisible character replaced by a visible one.
///
/// Control characters become their pictures (ESC is `␛`), so that each takes one column. Characters that reorder or
/// hide text, and invalid UTF-8, become `�`.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| picture(c) == c) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(picture).collect())
    }
}

/// The replacement of `c` on a terminal: `c` itself, if that is harmless.
pub(crate) fn picture(c: char) -> char {
    match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        _ if c.is_control() || is_hidden(c) => '\u{FFFD}',
        _ => c,
    }
}

/// Line separators, direction controls and marks, zero-width spaces and tags, which hide or move text. The joiners
/// U+200C and U+200D are not among them, because emoji and several scripts need them.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
        | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}')
}

/// The number of columns that `c` takes on a terminal.
pub(crate) fn columns(c: char) -> usize {
    c.width().unwrap_or(1)
}

/// `text` on one line, shortened to a line: the middle of a long text is left out.
pub(crate) struct Short<'t>(pub(crate) &'t str);

/// The longest text that [`Short`] shows in full, and the length that it keeps of each end of a longer one, in
/// characters.
const SHORT: usize = 100;
const SHORT_END: usize = 48;

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = visible(self.0);
        let len = text.chars().count();
        if len <= SHORT {
            return f.write_str(&text);
        }
        let head: String = text.chars().take(SHORT_END).collect();
        let tail: String = text.chars().skip(len - SHORT_END).collect();
        write!(f, "{head}…{tail}")
    }
}

/// The styles of the output; without colour all of them are plain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// File names.
    pub(crate) path: anstyle::Style,
    /// Line numbers and other secondary text.
    pub(crate) place: anstyle::Style,
    /// Links.
    pub(crate) link: anstyle::Style,
    /// Text that is not a link.
    pub(crate) reject: anstyle::Style,
    /// Names of rules.
    pub(crate) rule: anstyle::Style,
    /// Text that a reader can skip.
    pub(crate) dim: anstyle::Style,
}

impl Palette {
    pub(crate) fn new(color: bool) -> Palette {
        if !color {
            return Palette::default();
        }
        let ink = |color: anstyle::AnsiColor| anstyle::Style::new().fg_color(Some(color.into()));
        Palette {
            path: ink(anstyle::AnsiColor::Magenta),
            place: ink(anstyle::AnsiColor::Green),
            link: ink(anstyle::AnsiColor::Green).bold(),
            reject: ink(anstyle::AnsiColor::Red).bold(),
            rule: ink(anstyle::AnsiColor::Cyan),
            dim: anstyle::Style::new().dimmed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(visible("a\x1b[31mb\r\n\x7f"), "a␛[31mb␍␊␡");
        assert_eq!(visible("\u{9b}31m \u{202e}x"), "\u{FFFD}31m \u{FFFD}x");
        assert!(matches!(visible("plain 日本 👨‍👩‍👧"), Cow::Borrowed(_)));
    }

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(Short(&"x".repeat(100)).to_string().chars().count(), 100);
        assert_eq!(Short(&"x".repeat(101)).to_string().chars().count(), 97);
    }
}
