//! Conversions from one format to another that add links, for `linkify` and `pipe`.
//!
//! To support a new pair of formats, add a row to [`CONVERSIONS`].

mod bare;
mod converted;
mod format;
mod html;
mod link_args;
mod linkers;
mod markdown;
mod stream;

use linkwright::link::LinkStream;

pub(crate) use converted::Converted;
pub(crate) use format::{From, To, is_mail, is_mdx, pair_name};
pub(crate) use link_args::LinkArgs;
pub(crate) use linkers::Linkers;
pub(crate) use stream::{by_line, head, stream};

/// A conversion from one format to another.
#[derive(Debug)]
pub(crate) struct Conversion {
    pub(crate) from: From,
    pub(crate) to: To,
    pub(crate) run: Whole,
    /// Converts chunk by chunk, for formats that need not be in memory as a whole.
    pub(crate) stream: Option<Chunks>,
}

/// Converts an input that is in memory. If nothing changes, the output may borrow the input.
pub(crate) type Whole = for<'i> fn(&Linkers, &'i [u8]) -> Result<Converted<'i>, String>;

/// Makes a stream that converts a text chunk by chunk.
pub(crate) type Chunks = fn(&Linkers) -> LinkStream<'_>;

/// All conversions.
const CONVERSIONS: &[Conversion] = &[
    Conversion {
        stream: Some(|linkers| linkers.html.stream()),
        ..whole(From::Text, To::Html, html::text_to_html)
    },
    whole(From::Html, To::Html, html::html_to_html),
    Conversion {
        stream: Some(|linkers| linkers.terminal.stream()),
        ..whole(From::Text, To::Terminal, html::text_to_terminal)
    },
    whole(From::Markdown, To::Markdown, markdown::markdown_to_markdown),
];

/// A row for a conversion that needs the whole input.
const fn whole(from: From, to: To, run: Whole) -> Conversion {
    Conversion { from, to, run, stream: None }
}

/// The conversion between two formats, or an error that lists the possible conversions.
pub(crate) fn conversion(from: From, to: To) -> Result<&'static Conversion, String> {
    let found = CONVERSIONS.iter().find(|one| (one.from, one.to) == (from, to));
    found.ok_or_else(|| {
        let known = CONVERSIONS.iter().map(|one| pair_name((one.from, one.to)));
        let known: Vec<String> = known.collect();
        format!("cannot convert {}; possible: {}", pair_name((from, to)), known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pair_of_formats_has_two_conversions() {
        for (at, one) in CONVERSIONS.iter().enumerate() {
            let is_same = |other: &Conversion| (other.from, other.to) == (one.from, one.to);
            assert!(!CONVERSIONS[..at].iter().any(is_same), "{}", pair_name((one.from, one.to)));
        }
    }

    #[test]
    fn the_error_for_an_unsupported_conversion_lists_the_supported_ones() {
        let error = conversion(From::Html, To::Terminal).unwrap_err();
        assert!(error.starts_with("cannot convert html to terminal; possible: text to html, "));
    }
}
