//! Links the bare URIs of a Markdown document, in its source or in the events of pulldown-cmark, and lists its links.
//!
//! | task | items |
//! |---|---|
//! | add links to the source of a document | [`MarkdownLinker`], [`rewrite()`] |
//! | link while pulldown-cmark parses | `LinkEventsWithOffset` |
//! | list all links of a document | `links_and_events` |
//!
//! The items of the last two rows need the feature `pulldown-cmark-0-13`, which is named after the version of pulldown-cmark
//! whose types they use. The caller also needs `pulldown-cmark` 0.13 as a dependency, for the parser and the renderer.
//! The first row needs only the feature `markdown`. No item of this module makes a link with a scheme that runs code.
//!
//! Text that looks continuous to a reader is searched as one text: character references, escapes and line breaks are
//! decoded, a link counts as the text that it shows, and marks of emphasis inside a URI in the source belong to the URI,
//! as in GFM. Nothing is linked in code, links and images, HTML, mathematics, front matter, the definitions of references,
//! or where an author has escaped the characters that make a link (`http\://a.example`, `jane\@a.example`).
//!
//! A URI that goes on in the next line by the evidence of the finder is listed whole, and in the events each of its pieces
//! is a link to the whole URI. In a document it stays bare, because in Markdown a URI outside `<` and `>` ends with its
//! line, and a link would lead to its first half.
//!
//! Parts of a document that are meant for other programs are kept unchanged as well: front matter, the directives of
//! template languages and site generators, and the tags, expressions and modules of MDX. They are recognized by their
//! syntax; [`MarkdownLinkerBuilder::dialect`] says otherwise ([`Dialect`]). A URI ends before a directive. If the output of the directive may continue the URI (`https://a.example/{{ page }}`), the URI
//! stays bare.
//!
//! The parser holds a node in memory for each mark. What follows the first [`MOST_MARKS`] marks of a document is not
//! read ([`Directives::unread`]), so that a hostile document of 16 MB takes less than 300 MB of memory.
//!
//! With [`Preset::Gfm`](crate::find::Preset::Gfm) the links are those of the autolink extension of GitHub Flavored
//! Markdown, with one difference: here a character reference or an escape in a URI is decoded, as elsewhere in
//! Markdown; in GFM it is plain text.
//!
//! # A Markdown preprocessor
//!
//! `examples/markdown_preprocessor.rs`:
//!
#![cfg_attr(feature = "pulldown-cmark-0-13", doc = "```no_run")]
#![cfg_attr(not(feature = "pulldown-cmark-0-13"), doc = "```ignore")]
#![doc = include_str!("../../../examples/markdown_preprocessor.rs")]
//! ```
//!
//! It writes:
//!
//! ```html
#![doc = include_str!("../../../examples/markdown_preprocessor.out")]
//! ```

mod borders;
mod dialect;
mod edit;
mod events;
mod extensions;
mod form;
mod linker;
#[cfg(feature = "pulldown-cmark-0-13")]
mod links;
mod raw;
mod run;
mod search;
mod verify;
mod walk;

pub use dialect::{Dialect, Directives, MOST_MARKS};
#[cfg(feature = "pulldown-cmark-0-13")]
#[cfg_attr(docsrs, doc(cfg(feature = "pulldown-cmark-0-13")))]
pub use events::LinkEventsWithOffset;
pub use extensions::{Extensions, GITHUB};
pub use linker::{MarkdownLinker, MarkdownLinkerBuilder, Style, rewrite};
#[cfg(feature = "pulldown-cmark-0-13")]
#[cfg_attr(docsrs, doc(cfg(feature = "pulldown-cmark-0-13")))]
pub use links::{Existing, ExistingKind, MarkdownLink, Seen, links_and_events};
