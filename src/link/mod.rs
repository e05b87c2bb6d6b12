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
#[cfg(feature = "html")]
mod existing;
mod flow;
mod html;
mod mailto;
mod policy;
mod stream;
mod subject;
mod terminal;
mod treatment;

#[cfg(feature = "markdown")]
pub(crate) use allowed::Allowed;
pub use builder::{HtmlLinkerBuilder, Newlines};
pub use chunks::LinkStream;
pub use display::Shorten;
pub use html::HtmlLinker;
pub use subject::{Context, Link};
pub use terminal::{TerminalLinker, TerminalLinkerBuilder};
pub use treatment::Treatment;

#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) use attributes::Attributes;
#[cfg(feature = "html")]
pub(crate) use attributes::write_one as write_attribute;
#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) use decision::{Decision, Linked, Once, fallible};
#[cfg(feature = "html")]
pub(crate) use elements::WITHOUT_LINKS;
#[cfg(feature = "markdown")]
pub(crate) use {decision::Hook, display::Display, policy::policy, treatment::Treatments};
