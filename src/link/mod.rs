//! Linking: one match becomes markup, and plain text becomes a text with links.
//!
//! - [`HtmlLinker`]: plain text becomes HTML; with the feature `html`, an HTML document keeps its
//!   bytes and gains links (`rewrite::html`).
//! - [`TerminalLinker`]: plain text becomes text for a terminal, with hyperlinks that it can open.
//!
//! All output is escaped while it is written, once and in one pass. Placeholders were rejected, because
//! a hostile text could contain them as well. The linkers have a separate list of permitted schemes,
//! whatever the finder searches for: `javascript:`, `data:` and `vbscript:` are never on it.
//!
//! # A chat message
//!
#![cfg_attr(feature = "patterns", doc = "```")]
#![cfg_attr(not(feature = "patterns"), doc = "```no_run")]
#![doc = include_str!("../../examples/chat.rs")]
//! ```
//!
//! It writes:
//!
//! ```html
#![doc = include_str!("../../examples/chat.out")]
//! ```
//!
//! # A filter for a mail reader on a terminal
//!
//! ```
#![doc = include_str!("../../examples/mail_filter.rs")]
//! ```
//!
//! It writes (ESC is shown as `\\e`):
//!
//! ```text
#![doc = include_str!("../../examples/mail_filter.out")]
//! ```

mod allowed;
mod attributes;
mod builder;
mod chunks;
mod decision;
mod display;
mod elements;
mod escape;
mod flow;
mod html;
mod stream;
mod styles;
mod terminal;

#[cfg(feature = "markdown")]
pub(crate) use allowed::Allowed;
pub use builder::{HtmlLinkerBuilder, Newlines};
pub use chunks::LinkStream;
pub use decision::Link;
pub use display::Shorten;
pub use html::HtmlLinker;
pub use terminal::{TerminalLinker, TerminalLinkerBuilder};

#[cfg(feature = "html")]
pub(crate) use decision::Decision;
#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) use decision::Linked;
#[cfg(feature = "html")]
pub(crate) use elements::WITHOUT_LINKS;
