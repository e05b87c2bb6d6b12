//! From one format to another, with links: the table that `linkify` and `pipe` read.
//!
//! A new pair of formats is a row of [`CONVERSIONS`]; a format whose own links can be listed is a
//! row of [`LISTINGS`].

mod format;
mod html;
mod link_args;
mod listed;
mod mail;
mod markdown;
mod nesting;
mod sanitizer;
mod stream;

use core::cell::OnceCell;
use std::borrow::Cow;

use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::link::{HtmlLinker, LinkStream, TerminalLinker};
use linkwright::options::OptionError;
use linkwright::rewrite::markdown::MarkdownLinker;
use linkwright_harvest::Harvester;

pub(crate) use format::{From, To, is_mdx};
pub(crate) use link_args::LinkArgs;
pub(crate) use listed::{Listed, Warning};
pub(crate) use sanitizer::{Sanitizer, SanitizerArgs};
pub(crate) use stream::{Broken, by_line, head, stream};

/// Everything that a conversion may need.
#[derive(Clone, Debug)]
pub(crate) struct Linkers {
    pub(crate) finder: Finder,
    pub(crate) html: HtmlLinker,
    pub(crate) markdown: MarkdownLinker,
    pub(crate) terminal: TerminalLinker,
    /// Whether records tell what a service wrapped into their URIs.
    pub(crate) unwraps: bool,
    /// What reads mail: three finders, which are built when there is some.
    mail: OnceCell<Harvester>,
    builder: FinderBuilder,
    args: LinkArgs,
    sanitizer_args: SanitizerArgs,
    sanitizer: Sanitizer,
    /// Treats the links that rendered Markdown has, and finds nothing, if that was asked for.
    authors: Option<HtmlLinker>,
}

impl Linkers {
    /// For what a finder of `builder` finds.
    pub(crate) fn new(
        builder: FinderBuilder,
        args: &LinkArgs,
        sanitizer: &SanitizerArgs,
    ) -> Result<Linkers, OptionError> {
        let finder = builder.build()?;
        let nothing = || Finder::builder().kinds([]).build();
        let authors = args.treats_existing().then(|| args.html(&nothing()?)).transpose()?;
        Ok(Linkers {
            html: args.html(&finder)?,
            markdown: args.markdown(&finder)?,
            terminal: args.terminal(&finder)?,
            sanitizer: Sanitizer::new(sanitizer, args.look()),
            sanitizer_args: sanitizer.clone(),
            authors,
            finder,
            unwraps: false,
            mail: OnceCell::new(),
            builder,
            args: args.clone(),
        })
    }

    /// The same for MDX.
    pub(crate) fn mdx(&self) -> Result<Linkers, OptionError> {
        Linkers::new(self.builder.clone(), &self.args.clone().mdx(), &self.sanitizer_args)
    }

    /// The same for texts whose lines flow (RFC 3676).
    fn flowed(&self, delsp: bool) -> Result<Linkers, String> {
        let mut builder = self.builder.clone();
        builder.flowed(true).delsp(delsp);
        Linkers::new(builder, &self.args, &self.sanitizer_args).map_err(|error| error.to_string())
    }

    /// What reads mail.
    fn mail(&self) -> Result<&Harvester, String> {
        if let Some(mail) = self.mail.get() {
            return Ok(mail);
        }
        let mail = mail::harvester(&self.builder)?;
        Ok(self.mail.get_or_init(|| mail))
    }
}

/// A way from one format to another.
#[derive(Debug)]
pub(crate) struct Conversion {
    pub(crate) from: From,
    pub(crate) to: To,
    pub(crate) run: Whole,
    /// The same for an input of any length, where that need not be read as a whole.
    pub(crate) stream: Option<Chunks>,
}

/// Makes of an input what it is in another format; where nothing changes, it is the input itself.
pub(crate) type Whole = for<'i> fn(&Linkers, &'i [u8]) -> Result<Converted<'i>, String>;

/// What a conversion has made.
#[derive(Debug)]
pub(crate) struct Converted<'i> {
    pub(crate) output: Cow<'i, [u8]>,
    /// What could not be done; each begins with the place, which follows the name of the input: `:3:1: ...`.
    pub(crate) complaints: Vec<String>,
}

impl Converted<'_> {
    /// A new text.
    fn written(text: String) -> Self {
        Converted { output: text.into_bytes().into(), complaints: Vec::new() }
    }
}

impl<'i> core::convert::From<Cow<'i, [u8]>> for Converted<'i> {
    fn from(output: Cow<'i, [u8]>) -> Converted<'i> {
        Converted { output, complaints: Vec::new() }
    }
}

/// What makes of a text that comes in chunks what it is in another format.
pub(crate) type Chunks = fn(&Linkers) -> LinkStream<'_>;

/// Every conversion there is.
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
    whole(From::Markdown, To::Html, markdown::markdown_to_html),
    whole(From::Mail, To::Html, mail::mail_to_html),
    whole(From::Mail, To::Terminal, mail::mail_to_terminal),
];

/// A conversion of an input that has to be there as a whole.
const fn whole(from: From, to: To, run: Whole) -> Conversion {
    Conversion { from, to, run, stream: None }
}

/// The links of a text in a format, those that it has and those that are found.
type Listing = fn(&Linkers, &[u8]) -> Result<Vec<Listed>, String>;

/// The formats that have links of their own.
const LISTINGS: &[(From, Listing)] =
    &[(From::Html, html::links), (From::Markdown, markdown::links), (From::Mail, mail::links)];

/// The conversion from one format to another.
pub(crate) fn conversion(from: From, to: To) -> Result<&'static Conversion, String> {
    let found = CONVERSIONS.iter().find(|one| (one.from, one.to) == (from, to));
    found.ok_or_else(|| {
        let known: Vec<String> = CONVERSIONS.iter().map(Conversion::name).collect();
        format!("from {} to {} is not supported; {} are", from.name(), to.name(), known.join(", "))
    })
}

/// How the links of a format are listed; `None` for plain text, whose links are only found.
pub(crate) fn listing(from: From) -> Option<Listing> {
    LISTINGS.iter().find(|(format, _)| *format == from).map(|(_, listing)| *listing)
}

/// `bytes` as text, with U+FFFD for bytes that are not UTF-8.
///
/// Asked first is whether all of it is: that goes by words of several bytes, and the repair byte by byte.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

impl Conversion {
    fn name(&self) -> String {
        format!("{} to {}", self.from.name(), self.to.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_has_one_row() {
        for (at, one) in CONVERSIONS.iter().enumerate() {
            let is_same = |other: &Conversion| (other.from, other.to) == (one.from, one.to);
            assert!(!CONVERSIONS[..at].iter().any(is_same), "{}", one.name());
        }
    }

    #[test]
    fn an_error_says_what_there_is() {
        let error = conversion(From::Html, To::Terminal).unwrap_err();
        assert!(error.starts_with("from html to terminal is not supported; text to html, "));
    }
}
