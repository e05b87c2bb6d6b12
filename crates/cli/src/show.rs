//! How text is shown on a terminal: untrusted text, colours and widths.

use core::fmt;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
pub(crate) use linkwright_harvest::record::visible::{picture, visible};
use unicode_width::UnicodeWidthChar as _;

/// The number of columns that `c` takes on a terminal.
pub(crate) fn columns(c: char) -> usize {
    c.width().unwrap_or(1)
}

/// Displays a text on one line. The middle of a long text is left out.
pub(crate) struct Short<'t>(pub(crate) &'t str);

/// The maximum number of characters that [`Short`] shows in full. Of a longer text, it shows only the first and the
/// last [`SHORT_END`] characters.
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

/// When to use colour, or to write the location of links. `Auto` depends on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

impl When {
    /// Whether to colour standard output. `auto` depends on the terminal and on `NO_COLOR`, `CLICOLOR`,
    /// `CLICOLOR_FORCE` and `TERM`.
    pub(crate) fn is_wanted(self) -> bool {
        match self {
            When::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
            When::Always => true,
            When::Never => false,
        }
    }
}

/// The styles of the output. Without colour, all styles are plain.
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
    /// Explanations, which a reader can skip.
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
    fn the_middle_of_a_long_text_is_left_out() {
        assert_eq!(Short(&"x".repeat(100)).to_string().chars().count(), 100);
        assert_eq!(Short(&"x".repeat(101)).to_string().chars().count(), 97);
    }
}
