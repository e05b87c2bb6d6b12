//! From one format to another, with links: the table that `linkify` and `pipe` read.
//!
//! A new pair of formats is a row of [`CONVERSIONS`]; a format whose own links can be listed is a
//! row of [`LISTINGS`].

mod format;
mod html;
mod listed;
mod mail;
mod markdown;
mod stream;

use core::cell::OnceCell;
use std::borrow::Cow;

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Schemes};
use linkwright::link::{AttributeError, HtmlLinker, LinkStream, Shorten, TerminalLinker};
use linkwright::rewrite::markdown::MarkdownLinker;
use linkwright_harvest::Harvester;

use crate::options::OptionError;
pub(crate) use format::{From, To, is_mdx};
pub(crate) use listed::{Listed, Warning};
pub(crate) use stream::{Broken, by_line, head, stream};

/// What the links are to look like.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "What a link looks like")]
pub(crate) struct LinkArgs {
    /// An attribute of each link in HTML; may be given more than once
    #[arg(long = "attr", value_name = "NAME=VALUE", value_parser = attribute)]
    attributes: Vec<(String, String)>,

    /// The `rel` of each link, `noopener noreferrer nofollow` if it is not given; "" for none
    #[arg(long, value_name = "WORDS")]
    rel: Option<String>,

    /// The `target` of each link, such as `_blank`
    #[arg(long, value_name = "NAME")]
    target: Option<String>,

    /// The `class` of each link
    #[arg(long, value_name = "WORDS")]
    class: Option<String>,

    /// Shorten the text of a link to N characters; the host and the last segment are kept
    #[arg(long, value_name = "N")]
    truncate: Option<usize>,

    /// Leave `http://`, `https://`, `ftp://` and `mailto:` out of the text of a link
    #[arg(long)]
    strip_scheme: bool,

    #[command(flatten)]
    markdown: MarkdownArgs,
}

/// How links are written in Markdown.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Markdown")]
pub(crate) struct MarkdownArgs {
    /// Write each link as [text](uri): MDX has no <uri>
    #[arg(long)]
    mdx: bool,

    /// Put a URI together again that is broken over lines between `<` and `>`
    #[arg(long)]
    mend: bool,
}

impl LinkArgs {
    /// The first flag that has no effect on outputs of these formats.
    pub(crate) fn without_effect(&self, outputs: &[To]) -> Option<&'static str> {
        let html = [
            (!self.attributes.is_empty(), "--attr"),
            (self.rel.is_some(), "--rel"),
            (self.target.is_some(), "--target"),
            (self.class.is_some(), "--class"),
            (self.truncate.is_some(), "--truncate"),
            (self.strip_scheme, "--strip-scheme"),
        ];
        let markdown = [(self.markdown.mdx, "--mdx"), (self.markdown.mend, "--mend")];
        let typed = |flags: &[(bool, &'static str)], to: To| {
            let flag = flags.iter().find(|(is_typed, _)| *is_typed).map(|(_, flag)| *flag);
            flag.filter(|_| !outputs.contains(&to))
        };
        typed(&html, To::Html).or_else(|| typed(&markdown, To::Markdown))
    }
}

fn attribute(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

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
}

impl Linkers {
    /// For what a finder of `builder` finds. Its schemes are the ones that are linked, but for
    /// those that run code: the library never links them.
    ///
    /// # Errors
    /// In words: what is wrong with an option of the finder, or with an attribute.
    pub(crate) fn new(builder: FinderBuilder, args: &LinkArgs) -> Result<Linkers, OptionError> {
        let finder = builder.build().map_err(|error| OptionError::of(&error))?;
        let mut terminal = TerminalLinker::new(&finder);
        terminal.schemes(Schemes::Any);
        let markdown = markdown::linker(&finder, &args.markdown);
        let html = html_linker(&finder, args).map_err(|error| OptionError::of(&error))?;
        let (mail, args) = (OnceCell::new(), args.clone());
        let unwraps = false;
        Ok(Linkers { finder, html, markdown, terminal, unwraps, mail, builder, args })
    }

    /// The same for MDX.
    pub(crate) fn mdx(&self) -> Result<Linkers, OptionError> {
        let mut args = self.args.clone();
        args.markdown.mdx = true;
        Linkers::new(self.builder.clone(), &args)
    }

    /// The same for texts whose lines flow (RFC 3676).
    fn flowed(&self, delsp: bool) -> Result<Linkers, String> {
        let mut builder = self.builder.clone();
        builder.flowed(true).delsp(delsp);
        Linkers::new(builder, &self.args).map_err(|error| error.to_string())
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

fn html_linker(finder: &Finder, args: &LinkArgs) -> Result<HtmlLinker, AttributeError> {
    let mut html = HtmlLinker::new(finder);
    html.schemes(Schemes::Any).strip_scheme(args.strip_scheme);
    if let Some(limit) = args.truncate {
        html.shorten(Shorten::Smart, limit);
    }
    if let Some(rel) = &args.rel {
        html.rel(rel)?;
    }
    html.target(args.target.as_deref().unwrap_or_default())?;
    html.class(args.class.as_deref().unwrap_or_default())?;
    for (name, value) in &args.attributes {
        html.attribute(name, value)?;
    }
    Ok(html)
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
pub(crate) type Whole = for<'i> fn(&Linkers, &'i [u8]) -> Result<Cow<'i, [u8]>, String>;

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
