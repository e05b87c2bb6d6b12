//! Text that somebody else wrote, made safe to show: nothing of it can steer a terminal.

use core::fmt;

pub(crate) use linkwright_record::visible::{picture, visible};
use unicode_width::UnicodeWidthChar as _;

/// How many columns of a terminal `c` takes.
pub(crate) fn columns(c: char) -> usize {
    c.width().unwrap_or(1)
}

/// `text` on one line, and no longer than a line: the middle of a long text is left out.
pub(crate) struct Short<'t>(pub(crate) &'t str);

/// The longest text that [`Short`] shows in full, and what it keeps of each end of a longer one,
/// in characters.
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

/// The styles of the output, all of them plain where there is no colour.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// File names.
    pub(crate) path: anstyle::Style,
    /// Line numbers and other side notes.
    pub(crate) place: anstyle::Style,
    /// What is a link.
    pub(crate) link: anstyle::Style,
    /// What is none.
    pub(crate) reject: anstyle::Style,
    /// Names of rules.
    pub(crate) rule: anstyle::Style,
    /// What can be passed over.
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
    fn long_texts_lose_their_middle() {
        assert_eq!(Short(&"x".repeat(100)).to_string().chars().count(), 100);
        assert_eq!(Short(&"x".repeat(101)).to_string().chars().count(), 97);
    }
}
