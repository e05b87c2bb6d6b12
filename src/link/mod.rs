//! Linkers convert plain text to HTML or to text for a terminal, and turn the URIs in it into links.
//!
//! - [`HtmlLinker`] converts plain text to HTML. With the feature `html`, it also adds links to an HTML document and
//!   leaves all other bytes unchanged (`rewrite::html`).
//! - [`TerminalLinker`] converts plain text to text for a terminal, with hyperlinks.
//!
//! All output is escaped once, while it is written. A design that first writes placeholders for the links was rejected,
//! because a hostile text could contain such placeholders.
//!
//! # What becomes a link
//!
//! The defaults of the linkers are safe for untrusted text:
//!
//! | | by default | option |
//! |---|---|---|
//! | scheme | web, mail, phone, chat and news ([`Schemes::Clickable`]); `file`, `ssh`, `smb` and others are found but stay text | `schemes`, `link_scheme` |
//! | schemes that run code; hosts and addresses that begin with `-` | stay text | none |
//! | `mailto` | a link without `attach` and other harmful headers | none |
//! | a hazard of the severity `danger`, such as a host that looks like another one | stays text | `on_danger` |
//! | a host that was cut, such as `https://www` at the end of a line | stays text | `on_danger` |
//! | a hazard of the severity `warn` | marked with a class and a title in HTML, a link elsewhere | `on_warning` |
//! | `rel` in HTML | `noopener noreferrer nofollow` | `rel` |
//!
//! The finder has a separate list of the schemes that it searches for.
//!
//! The HTML made from a plain text can be inserted between two tags of a page, and the output for a terminal is safe to
//! show. HTML made from HTML is only as safe as its input: `HtmlLinker::rewrite` adds links and does not remove
//! scripts, so untrusted HTML must be sanitized first.
//!
//! # A decision for each link
//!
//! A closure receives each [`Link`] before it is written. These examples show several closures, each with an input and
//! its output:
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
//! // A title with the whole URI, if the text of the link is shortened and the title is no warning.
//! fn title(link: &mut Link<'_>) {
//!     if link.label() != link.text() && link.attribute("title").is_none() {
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
//! // Web links go to a page of this site, which redirects to their targets.
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
//! // The mention of a member has a class; other mentions stay text.
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
//! `examples/forum.rs` also changes the links that a document already has, and `examples/bleach.rs` implements the
//! callbacks of `bleach.linkify`.
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
//! `docs/mail.md` in the repository has a program that shows a message: decoded, with quotations and signatures, its HTML
//! cleaned, and the links that the sender wrote judged like those that are found.
//!
//! # A filter for a mail reader on a terminal
//!
//! ```
#![doc = include_str!("../../examples/mail_filter.rs")]
//! ```
//!
//! It writes (ESC is shown as `\e`):
//!
//! ```text
#![doc = include_str!("../../examples/mail_filter.out")]
//! ```

mod allowed;
mod attributes;
mod builder;
mod decision;
mod display;
mod elements;
mod escape;
#[cfg(feature = "html")]
mod existing;
mod flow;
mod html;
mod mailto;
mod page;
mod policy;
mod screen;
mod stream;
mod styles;
mod subject;
mod terminal;
mod treatment;

#[cfg(feature = "markdown")]
pub(crate) use allowed::Allowed;
pub use builder::{HtmlLinkerBuilder, Newlines};
pub use display::Shorten;
pub use html::HtmlLinker;
pub use stream::LinkStream;
pub use subject::{Context, Link};
pub use terminal::{TerminalLinker, TerminalLinkerBuilder};
pub use treatment::Treatment;

#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) use attributes::Attributes;
#[cfg(feature = "html")]
pub(crate) use attributes::write_one as write_attribute;
#[cfg(feature = "markdown")]
pub(crate) use decision::Decision;
#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) use decision::{Linked, Once, fallible};
#[cfg(any(feature = "markdown", all(test, feature = "html")))]
pub(crate) use elements::WITHOUT_LINKS;
#[cfg(feature = "html")]
pub(crate) use escape::text as escape_text;
// Public for the readers of documents in this repository.
#[cfg(feature = "html")]
#[doc(hidden)]
pub use existing::href_hazards;
#[cfg(feature = "markdown")]
pub(crate) use {decision::Hook, display::Display, policy::policy, treatment::Treatments};
