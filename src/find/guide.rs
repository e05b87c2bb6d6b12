//! The calls that correspond to those of `regex`, `linkify` and `aho-corasick`. The module contains only documentation.
//!
//! # Search
//!
//! | `regex`, `aho-corasick` | `linkify` | here |
//! |---|---|---|
//! | `Regex::new(...)` | `LinkFinder::new()` | [`Finder::new`], [`Finder::preset`], [`Finder::builder`] |
//! | `find(text)` | `links(text).next()` | [`Finder::find`] |
//! | `is_match(text)` | - | [`Finder::is_match`] |
//! | `find_iter(text)` | `links(text)` | [`Finder::find_iter`] |
//! | - | `spans(text)` | [`Finder::spans`] |
//! | `replace_all(text, ...)` | - | [`Finder::replace_all`]; the result of a closure is inserted unchanged |
//! | `stream_find_iter(reader)` | - | [`Finder::stream_find_iter`], [`Finder::stream`] |
//! | `Match::start`, `end`, `range` | `Link::start`, `end` | [`Match::start`], [`end`](super::Match::end), [`range`](super::Match::range), [`span`](super::Match::span) |
//! | `Match::as_str` | `Link::as_str` | [`Match::as_str`], which is [`text`](super::Match::text) |
//! | - | `Link::kind` | [`Match::kind`] |
//! | - | - | [`Match::uri`]: the URI to follow, with a scheme even if the text has none |
//! | `Input`, `Span` | - | [`Input`], [`Span`] |
//!
//! ```
//! use linkwright::{Finder, find::MatchKind};
//!
//! let finder = Finder::new();
//! let text = "see http://a.example/ and www.b.example.";
//! assert!(finder.is_match(text));
//!
//! let found = finder.find(text).unwrap();
//! assert_eq!((found.start(), found.end(), found.range()), (4, 21, 4..21));
//! assert_eq!(found.as_str(), "http://a.example/");
//! assert_eq!(found.kind(), MatchKind::Uri);
//! assert_eq!(&text[found.span()], "http://a.example/");
//! assert_eq!(&text.as_bytes()[found.span()], b"http://a.example/");
//! assert_eq!(core::ops::Range::from(found.span()), 4..21);
//!
//! let uris: Vec<String> = finder.find_iter(text).map(|found| found.uri().to_string()).collect();
//! assert_eq!(uris, ["http://a.example/", "http://www.b.example"]);
//!
//! let mut markdown = String::new();
//! for segment in finder.spans(text) {
//!     match segment.found() {
//!         Some(found) => markdown += &format!("<{}>", found.uri()),
//!         None => markdown += segment.as_str(),
//!     }
//! }
//! assert_eq!(markdown, "see <http://a.example/> and <http://www.b.example>.");
//!
//! let upper = finder.replace_all(text, |found| found.as_str().to_uppercase());
//! assert_eq!(upper, "see HTTP://A.EXAMPLE/ and WWW.B.EXAMPLE.");
//! assert_eq!(finder.replace_all(text, |_| "..."), "see ... and ....");
//!
//! // An iterator that has ended always returns `None`, so `fuse` is not needed.
//! let mut matches = finder.find_iter("none");
//! assert!(matches.next().is_none() && matches.next().is_none());
//! ```
//!
//! # Options
//!
//! | `regex`, `aho-corasick` | `linkify` | here |
//! |---|---|---|
//! | `RegexBuilder::new(...)` | - | [`Finder::builder`], [`FinderBuilder::preset`] |
//! | - | `LinkFinder::kinds(&[...])` | [`FinderBuilder::kinds`] |
//! | - | `LinkFinder::url_must_have_scheme` | [`FinderBuilder::www`], [`FinderBuilder::domains`] |
//! | - | - | [`FinderBuilder::schemes`] |
//!
//! ```
//! use linkwright::Finder;
//! use linkwright::find::{MatchKind, Preset};
//!
//! let text = "http://a.example https://b.example jane@c.example";
//! let found = |finder: &Finder| -> Vec<String> {
//!     finder.find_iter(text).map(|found| found.as_str().to_owned()).collect()
//! };
//!
//! let preset: Preset = "chat".parse::<Preset>()?;
//! let emails = Finder::builder().preset(preset).kinds([MatchKind::Email]).build()?;
//! assert_eq!(found(&emails), ["jane@c.example"]);
//!
//! let secure = Finder::builder().schemes(["https"]).emails(false).build()?;
//! assert_eq!(found(&secure), ["https://b.example"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What differs
//!
//! - A match may have several [pieces](super::Match::pieces), because a URI that is broken across lines is joined.
//!   `as_str` is the joined text, and the text in `range` includes the gaps. With [`Wrap::Off`](super::Wrap::Off) every
//!   match has one piece.
//! - [`Finder::find`], [`Finder::find_iter`], [`Finder::is_match`] and [`Finder::explain`] take a `str` or bytes, and
//!   streams take bytes. The text of a match is always UTF-8. [`Finder::spans`] and
//!   [`Finder::replace_all`] take a `str`, because they return all of the text.
//! - A match borrows from the text. [`Match::into_owned`] returns a match that can be kept longer than the text.
//!   Explanations do not borrow, and [`Finder::stream`] returns a stream that does not borrow its finder.
//! - [`Match::as_str`] and [`Match::uri`] borrow from the match and not from the text, because the text of a joined
//!   match is not contiguous in the text that was searched. `find_iter(text).map(|found| found.as_str())` does not
//!   compile: call `to_owned`, or take `&text[found.range()]` or [`Segment::as_str`], which borrow from the text and
//!   include the gaps.
//! - Offsets count bytes. [`Offsets::span`] counts characters or UTF-16 code units; its spans must not index a `str`.
//! - The other readings of a match are its [`alternates`](super::Match::alternates). Their URIs and spans have the same
//!   types as those of the match.
//!
//! ```
//! use linkwright::Finder;
//! use linkwright::text::offsets::{Offsets, Units};
//! use linkwright::uri::Uri;
//!
//! let text = "> → <http://a.example/in-\n> notes>";
//! let finder = Finder::new();
//! let found = finder.find(text).unwrap();
//! assert_eq!(found.as_str(), "http://a.example/in-notes");
//! assert_eq!(&text[found.span()], "http://a.example/in-\n> notes");
//! let utf16 = Offsets::new(text).span(found.span(), Units::Utf16);
//! assert_eq!(utf16.range(), 5..33);
//!
//! let uri: Uri<'_> = found.uri();
//! let other: Uri<'_> = found.alternates()[0].uri();
//! assert_eq!((uri.path(), other.path()), ("/in-notes", "/innotes"));
//! ```
//!
//! [`Finder::builder`]: super::Finder::builder
//! [`Finder::explain`]: super::Finder::explain
//! [`Finder::find_iter`]: super::Finder::find_iter
//! [`Finder::find`]: super::Finder::find
//! [`Finder::stream`]: super::Finder::stream
//! [`Finder::is_match`]: super::Finder::is_match
//! [`Finder::new`]: super::Finder::new
//! [`Finder::preset`]: super::Finder::preset
//! [`Finder::replace_all`]: super::Finder::replace_all
//! [`Finder::spans`]: super::Finder::spans
//! [`Finder::stream_find_iter`]: super::Finder::stream_find_iter
//! [`Finder::stream`]: super::Finder::stream
//! [`FinderBuilder::domains`]: super::FinderBuilder::domains
//! [`FinderBuilder::kinds`]: super::FinderBuilder::kinds
//! [`FinderBuilder::preset`]: super::FinderBuilder::preset
//! [`FinderBuilder::schemes`]: super::FinderBuilder::schemes
//! [`FinderBuilder::www`]: super::FinderBuilder::www
//! [`Input`]: super::Input
//! [`Match::as_str`]: super::Match::as_str
//! [`Match::into_owned`]: super::Match::into_owned
//! [`Match::kind`]: super::Match::kind
//! [`Offsets::span`]: crate::text::offsets::Offsets::span
//! [`Match::start`]: super::Match::start
//! [`Match::uri`]: super::Match::uri
//! [`Segment::as_str`]: super::Segment::as_str
//! [`Span`]: crate::Span
