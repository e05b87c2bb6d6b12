//! The formats that are read and written, by name and by file name.

use std::path::Path;

use clap::ValueEnum;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// Plain text
    Text,
    /// HTML
    Html,
    /// Markdown
    Markdown,
    /// A mail message
    Mail,
}

/// What is written.
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
    /// The format of that name.
    pub(crate) fn named(name: &str) -> Option<From> {
        From::from_str(name, false).ok()
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            From::Text => "text",
            From::Html => "html",
            From::Markdown => "markdown",
            From::Mail => "mail",
        }
    }

    /// The format of a file of that name; text where the name says nothing.
    pub(crate) fn of_file(path: &Path) -> From {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("html" | "htm" | "xhtml") => From::Html,
            Some("md" | "markdown" | "mkd" | "mdown") => From::Markdown,
            Some("eml") => From::Mail,
            _ => From::Text,
        }
    }

    /// What it becomes when nobody says.
    pub(crate) const fn default_to(self) -> To {
        match self {
            From::Text | From::Html | From::Mail => To::Html,
            From::Markdown => To::Markdown,
        }
    }

    /// Whether `to` is the same format, so that a file can be rewritten in place.
    pub(crate) const fn is_kept_by(self, to: To) -> bool {
        matches!((self, to), (From::Html, To::Html) | (From::Markdown, To::Markdown))
    }
}

impl To {
    /// The format of that name.
    pub(crate) fn named(name: &str) -> Option<To> {
        To::from_str(name, false).ok()
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            To::Html => "html",
            To::Markdown => "markdown",
            To::Terminal => "terminal",
        }
    }
}
