//! Markdown: its bare URIs become links, in the source, in the events of pulldown-cmark, or in a
//! list.
//!
//! | for | there is |
//! |---|---|
//! | a renderer over pulldown-cmark | [`LinkEventsWithOffset`], [`LinkEvents`] |
//! | a file that is to have its links | [`MarkdownLinker`], [`rewrite()`] |
//! | all links of a document | [`links()`], [`links_and_events`] |
//!
//! What runs on for a reader is searched as one text: character references, escapes and line
//! breaks are understood, and marks of emphasis inside a URI's source are a part of it, as in GFM.
//! Nothing is linked in code, in links and images, in HTML, in mathematics, in front matter, in the
//! definitions of references, or where an author has escaped what would make a link
//! (`http\://a.example`, `jane\@a.example`).
//!
//! With [`Preset::Gfm`](crate::find::Preset::Gfm) the links are those of the autolink extension of
//! GitHub Flavored Markdown, with one difference: here a character reference or an escape in a URI means
//! its character, as everywhere in Markdown; there it is plain text.
//!
//! # A Markdown preprocessor
//!
//! `examples/markdown_preprocessor.rs`:
//!
//! ```no_run
#![doc = include_str!("../../../examples/markdown_preprocessor.rs")]
//! ```
//!
//! It writes:
//!
//! ```html
#![doc = include_str!("../../../examples/markdown_preprocessor.out")]
//! ```

mod borders;
mod builder;
mod edit;
mod events;
mod existing;
mod form;
mod gate;
mod linker;
mod links;
mod place;
mod raw;
mod run;
mod search;
mod verify;
mod walk;
mod wrapped;

pub use builder::{GITHUB, MarkdownLinkerBuilder, Style};
pub use events::{LinkEvents, LinkEventsWithOffset};
pub use existing::{Existing, ExistingKind};
pub use linker::{MarkdownLinker, rewrite};
pub use links::{MarkdownLink, Seen, links, links_and_events};
