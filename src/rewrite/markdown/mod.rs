//! Markdown: its bare URIs become links, in the source, in the events of pulldown-cmark, or in a
//! list.

mod borders;
mod edit;
mod events;
mod existing;
mod form;
mod linker;
mod links;
mod place;
mod raw;
mod run;
mod search;
mod verify;
mod walk;
mod wrapped;

pub use events::{LinkEvents, LinkEventsWithOffset};
pub use existing::{Existing, ExistingKind};
pub use linker::{MarkdownLinker, Style, rewrite};
pub use links::{MarkdownLink, links};
