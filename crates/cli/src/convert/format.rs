//! The formats of inputs and outputs, and how to recognize them by name and by file name.

use std::path::Path;

use clap::ValueEnum;
use linkwright_harvest::Format;

use crate::names::name_of;

/// The format of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// Plain text
    Text,
    /// HTML
    Html,
    /// Markdown
    Markdown,
}

/// The file name endings of XHTML, a kind of XML.
const XHTML: &[&str] = &["xhtml", "xht"];

/// Whether `path` names a message or a mailbox.
pub(crate) fn is_mail(path: &Path) -> bool {
    let format = Format::of_name(&path.to_string_lossy());
    format.is_some_and(|format| ["mail", "mbox"].contains(&format.name()))
}

pub(super) fn ends_with(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    endings.iter().any(|one| ending.eq_ignore_ascii_case(one))
}

/// The format of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// HTML
    Html,
    /// Markdown
    Markdown,
    /// Text for a terminal, with hyperlinks (OSC 8)
    Terminal,
}

impl From {
    /// The format called `name`.
    pub(crate) fn named(name: &str) -> Option<From> {
        From::from_str(name, false).ok()
    }

    /// The format of the file at `path`, by the endings that `extract` recognizes. Other formats and unknown endings
    /// count as text.
    pub(crate) fn of_file(path: &Path) -> From {
        let format = Format::of_name(&path.to_string_lossy());
        match format.map_or("", Format::name) {
            "html" => From::Html,
            "xml" if ends_with(path, XHTML) => From::Html,
            "markdown" => From::Markdown,
            _ => From::Text,
        }
    }

    /// Whether a file of this format can be rewritten in place.
    pub(crate) fn is_markup(self) -> bool {
        self != From::Text
    }
}

/// A conversion from one format to another or to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    Text,
    Terminal,
    Html,
    Markdown,
}

impl Conversion {
    /// The conversion between two formats, by default to HTML or to the same format, or an error that lists the possible
    /// conversions.
    pub(crate) fn of(from: From, to: Option<To>) -> Result<Conversion, String> {
        match (from, to) {
            (From::Text, None | Some(To::Html)) => Ok(Conversion::Text),
            (From::Text, Some(To::Terminal)) => Ok(Conversion::Terminal),
            (From::Html, None | Some(To::Html)) => Ok(Conversion::Html),
            (From::Markdown, None | Some(To::Markdown)) => Ok(Conversion::Markdown),
            (from, Some(to)) => Err(format!(
                "cannot convert {} to {}; possible: text to html, html to html, text to terminal, markdown to markdown",
                name_of(&from),
                name_of(&to)
            )),
        }
    }

    /// The formats as text for messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Conversion::Text => "text to html",
            Conversion::Terminal => "text to terminal",
            Conversion::Html => "html to html",
            Conversion::Markdown => "markdown to markdown",
        }
    }

    /// Whether the input is plain text, which can be converted while it is being read.
    pub(crate) const fn is_of_text(self) -> bool {
        matches!(self, Conversion::Text | Conversion::Terminal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_for_an_unsupported_conversion_lists_the_supported_ones() {
        let error = Conversion::of(From::Html, Some(To::Terminal)).unwrap_err();
        assert!(error.starts_with("cannot convert html to terminal; possible: text to html, "));
    }

    #[test]
    fn files_are_recognized_by_the_endings_of_extract() {
        for format in Format::all() {
            for ending in format.endings() {
                let name = format!("a.b.{}", ending.to_ascii_uppercase());
                let expected = match (format.name(), *ending) {
                    ("html", _) | ("xml", "xhtml" | "xht") => From::Html,
                    ("markdown", _) => From::Markdown,
                    _ => From::Text,
                };
                assert_eq!(From::of_file(Path::new(&name)), expected, "{name}");
            }
        }
        for name in ["a", "html", ".md", "a.docx", "a.html/b"] {
            assert_eq!(From::of_file(Path::new(name)), From::Text, "{name}");
        }
    }
}
