//! Linking: one match becomes markup, and plain text becomes a text with links.
//!
//! - [`HtmlLinker`]: plain text becomes HTML; with the feature `html`, links are added to an HTML document, which keeps
//!   its bytes (`rewrite::html`).
//!
//! All output is escaped once, while it is written. Placeholders were rejected, because a hostile text could contain
//! them.
//!
//! # What becomes a link
//!
//! The defaults of the linkers are safe for text of strangers:
//!
//! | | by default | option |
//! |---|---|---|
//! | scheme | web, mail, phone, chat and news ([`Schemes::Clickable`]); `file`, `ssh`, `smb` and others are found and stay text | `schemes`, `link_scheme` |
//! | schemes that run code, hosts and addresses that begin with `-` | never | none |
//! | `mailto` | without `attach` and other headers that do harm | none |
//! | a hazard of the severity `danger`: a host that looks like another one | stays text | `on_danger` |
//! | a hazard of the severity `warn` | marked with a class and a title in HTML, a link elsewhere | `on_warning` |
//! | `rel` in HTML | `noopener noreferrer nofollow` | `rel` |
//!
//! The finder has a separate list of the schemes that it searches for.
//!
//! The HTML for a plain text can be inserted into a page between two tags, and the output for a terminal is safe to
//! show. HTML from HTML is as safe as its input: `HtmlLinker::rewrite` adds links and removes nothing, so HTML of
//! strangers must be sanitized first.
//! # A decision for each link
//!
//! A closure receives each [`Link`] before it is written. Recipes, each with an input and its output:
//!
#![cfg_attr(feature = "patterns", doc = "```")]
#![cfg_attr(not(feature = "patterns"), doc = "```ignore")]
//! use linkwright::{Finder, link::{HtmlLinker, Link, Shorten}, uri::pct};
//!
//! let finder = Finder::builder()
//!     .pattern("mention", r"\B@([a-z]+)", "/users/$1")
//!     .pattern("ticket", r"#([0-9]+)", "/issues/$1")
//!     .build()?;
//! let mut builder = HtmlLinker::builder(&finder);
//! let linker = builder.rel("").shorten(Shorten::End, 18).build()?;
//! let written = |text: &str, decide: fn(&mut Link<'_>)| {
//!     linker.try_linkify(text, |link| Ok::<(), ()>(decide(link))).unwrap_or_default()
//! };
//!
//! // `nofollow`, but only for other hosts.
//! fn nofollow(link: &mut Link<'_>) {
//!     let host = link.uri().and_then(|uri| uri.authority()).map(|authority| authority.host());
//!     if host.is_some_and(|host| host.as_str() != "a.example") {
//!         link.set_attribute("rel", "nofollow").ok();
//!     }
//! }
//! assert_eq!(
//!     written("http://a.example http://b.example", nofollow),
//!     "<a href=\"http://a.example\">http://a.example</a> \
//!      <a href=\"http://b.example\" rel=\"nofollow\">http://b.example</a>",
//! );
//!
//! // The whole URI as the title of a text that is shortened.
//! fn title(link: &mut Link<'_>) {
//!     if link.label() != link.text() {
//!         let uri = link.href().to_owned();
//!         link.set_attribute("title", &uri).ok();
//!     }
//! }
//! assert_eq!(
//!     written("http://a.example/long/path", title),
//!     "<a href=\"http://a.example/long/path\" title=\"http://a.example/long/path\">http://a.example/…</a>",
//! );
//!
//! // A class for each kind.
//! fn class(link: &mut Link<'_>) {
//!     if let Some(kind) = link.kind() {
//!         link.set_attribute("class", kind.name()).ok();
//!     }
//! }
//! assert_eq!(
//!     written("bo@a.example", class),
//!     "<a href=\"mailto:bo@a.example\" class=\"email\">bo@a.example</a>",
//! );
//!
//! // Links to other sites through a page of this one, which a relative reference names.
//! fn proxy(link: &mut Link<'_>) {
//!     if link.href().starts_with("http") {
//!         let target = pct::encode(link.href(), &pct::UNRESERVED).into_owned();
//!         link.set_href(format!("/out?to={target}")).ok();
//!     }
//! }
//! assert_eq!(
//!     written("http://a.example", proxy),
//!     "<a href=\"/out?to=http%3A%2F%2Fa.example\">http://a.example</a>",
//! );
//!
//! // Mentions and tickets: some have a class, unknown members have no link.
//! fn mention(link: &mut Link<'_>) {
//!     match link.found().and_then(|found| found.pattern()) {
//!         Some("mention") if link.text() == "@ada" => _ = link.set_attribute("class", "member"),
//!         Some("mention") => link.remove(),
//!         _ => {}
//!     }
//! }
//! assert_eq!(
//!     written("@ada, @eve: #7", mention),
//!     "<a href=\"/users/ada\" class=\"member\">@ada</a>, @eve: <a href=\"/issues/7\">#7</a>",
//! );
//! # Ok::<(), linkwright::options::OptionError>(())
//! ```
//!
//! `examples/forum.rs` has the same over the links that a document already has, and `examples/bleach.rs` the callbacks of
//! `bleach.linkify`.
//!
//! [`Schemes::Clickable`]: crate::find::Schemes::Clickable
//!
//! # A chat message
//!
#![cfg_attr(feature = "patterns", doc = "```")]
#![cfg_attr(not(feature = "patterns"), doc = "```no_run")]
#![doc = include_str!("../../examples/chat.rs")]
//! ```
//!
//! Its output:
//!
//! ```html
#![doc = include_str!("../../examples/chat.out")]
//! ```
//!
//! # A mail reader
//!
#![cfg_attr(feature = "html", doc = "```no_run")]
#![cfg_attr(not(feature = "html"), doc = "```ignore")]
#![doc = include_str!("../../examples/mail_reader.rs")]
//! ```
//!
//! It writes:
//!
//! ```html
#![doc = include_str!("../../examples/mail_reader.out")]
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
#[cfg(any(feature = "html", feature = "markdown"))]
mod existing;
mod flow;
mod html;
mod mailto;
mod policy;
mod stream;
mod styles;
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
pub(crate) use existing::Treated;
#[cfg(feature = "markdown")]
pub(crate) use {decision::Hook, display::Display, policy::policy, treatment::Treatments};
