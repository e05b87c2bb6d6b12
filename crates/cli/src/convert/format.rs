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

/// Whether `path` names an MDX file: Markdown in which `<uri>` is not a link but an error.
pub(crate) fn is_mdx(path: &Path) -> bool {
    ends_with(path, &["mdx"])
}

/// Whether `path` names a message or a mailbox.
pub(crate) fn is_mail(path: &Path) -> bool {
    let format = Format::of_name(&path.to_string_lossy());
    format.is_some_and(|format| ["mail", "mbox"].contains(&format.name()))
}

fn ends_with(path: &Path, endings: &[&str]) -> bool {
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

    /// The output format if `--to` is absent.
    pub(crate) const fn default_to(self) -> To {
        match self {
            From::Text | From::Html => To::Html,
            From::Markdown => To::Markdown,
        }
    }

    /// Whether `to` is the same format, so that a file can be rewritten in place.
    pub(crate) const fn is_kept_by(self, to: To) -> bool {
        matches!((self, to), (From::Html, To::Html) | (From::Markdown, To::Markdown))
    }
}

impl To {
    /// The format called `name`.
    pub(crate) fn named(name: &str) -> Option<To> {
        To::from_str(name, false).ok()
    }
}

/// The formats of a conversion as text for messages: `html to markdown`.
pub(crate) fn pair_name((from, to): (From, To)) -> String {
    format!("{} to {}", name_of(&from), name_of(&to))
}

#[cfg(test)]
mod tests {
    use super::*;

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
