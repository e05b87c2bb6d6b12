//! linkwright finds URIs in text as people and programs really write them, validates each one with an RFC 3986 parser,
//! and reports where in the text it is.
//!
//! ```
//! use linkwright::Finder;
//!
//! let text = "The slides are at <http://www.example.net/talks/\n autumn.pdf>, or ask ada@example.org.";
//! let finder = Finder::new();
//! let uris: Vec<String> = finder.find_iter(text).map(|found| found.uri().to_string()).collect();
//! assert_eq!(uris, ["http://www.example.net/talks/autumn.pdf", "mailto:ada@example.org"]);
//! ```
//!
//! | module | purpose |
//! |---|---|
//! | [`find`] | the [`Finder`], its options and its matches; [`find::guide`] compares it with `regex` and `linkify` |
//! | [`link`] | plain text to HTML, or to text with hyperlinks for a terminal |
//! | [`rewrite`] | links in HTML documents (feature `html`) and in Markdown (feature `markdown`) |
//! | [`uri`] | the parser, which can be used without the finder; normalization, comparison, resolution, hazards |
//! | [`options`] | setting options by name, from strings or JSON, and the table of all options |
//! | [`text`] | offsets in characters and UTF-16 code units, lines and columns; the rows and cells of a terminal |
//! | [`span`] | the [`Span`], a range of bytes |
//!
//! # Presets
//!
//! A [`Preset`](find::Preset) is a set of values for all options. [`Finder::preset`] returns a finder with these
//! values. [`FinderBuilder::preset`](find::FinderBuilder::preset) sets them in a builder, which can then change single
//! options.
//!
//! | preset | purpose |
//! |---|---|
//! | [`Mail`](find::Preset::Mail), the default | mail and prose: known schemes, `www.`, addresses, IRIs, URIs broken across lines |
//! | [`Chat`](find::Preset::Chat) | chat messages: like `Mail`, but with bare domains and without joining lines |
//! | [`Gfm`](find::Preset::Gfm) | the autolinks of GitHub Flavored Markdown |
//! | [`Uts58`](find::Preset::Uts58) | the link detection of Unicode Technical Standard #58 |
//! | [`Archive`](find::Preset::Archive) | harvesting: any scheme, bare domains, every reading of ambiguous text |
//! | [`Rfc`](find::Preset::Rfc) | RFC 3986 to the letter: any scheme, only ASCII, no repairs |
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `domains` (default) | bare domains such as `example.com` |
//! | `descriptions` (default) | [`OptionInfo::about`](options::OptionInfo::about) |
//! | `explain` (default) | [`Finder::explain`], and the texts that describe rules |
//! | `joins` (default) | URIs that are broken over lines, which [`Finder::new`] joins; [`Finder::preset`] |
//! | `patterns` | [`FinderBuilder::pattern`](find::FinderBuilder::pattern): tickets, mentions |
//! | `registrable-domains` | `find::registrable_domain`, which uses the public suffix list |
//! | `idn` | non-ASCII hosts as A-labels in [`Match::uri`] |
//! | `security` | hazard reports for hosts that mix scripts or look like other hosts (UTS 39), for invalid A-labels, and for text that is not NFC |
//! | `html` | `rewrite::html` and `HtmlLinker::rewrite`, for HTML documents |
//! | `markdown` | `rewrite::markdown`, for Markdown documents |
//! | `pulldown-cmark-0-13` | adapters for the events of pulldown-cmark 0.13; includes `markdown` |
//! | `serde` | `Serialize` and `Deserialize` for URIs, spans and hazards |
//!
//! # Guarantees
//!
//! - [`Match::uri`] is a valid URI according to RFC 3986. The text of a match is the concatenation of its pieces. The
//!   pieces are in order, and they start and end on character boundaries.
//! - The search takes time linear in the length of the text, the memory for a stream is bounded, and no input causes a
//!   panic.
//! - A stream yields the same matches at the same offsets, however it is divided into chunks.
//! - The linkers escape their output. By default, they link only schemes that are safe to click. They insert markup
//!   into a document without changing its other bytes, with a few exceptions in Markdown.
//!
//! `PROMISES.md` in the repository states each guarantee exactly and names its tests. `docs/` contains, among other
//! pages, a tour, the rules, the options, the security of rewriting, and migration notes for users of linkify, regex,
//! bleach and linkify-it.
// The library reads hostile text, and no measurement has justified `unsafe` code.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

mod ascii;
mod candidate;
mod evidence;
pub mod find;
pub mod link;
pub mod options;
mod patterns;
mod public_suffix;
pub mod rewrite;
mod rules;
mod scan;
pub mod span;
pub mod text;
pub mod uri;
mod vocabulary;
#[cfg(not(feature = "count-work"))]
mod work;
#[cfg(feature = "count-work")]
#[doc(hidden)]
pub mod work;

#[doc(inline)]
pub use find::{Finder, Match};
#[doc(inline)]
pub use span::Span;

/// Runs the examples in the README and in some pages of `docs/` as doctests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/coming-from.md")]
    struct ComingFrom;
    #[doc = include_str!("../docs/linkify.md")]
    struct Linkify;
    #[doc = include_str!("../docs/security.md")]
    struct Security;
    #[doc = include_str!("../docs/tour.md")]
    struct Tour;
}
