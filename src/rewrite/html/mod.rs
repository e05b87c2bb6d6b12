//! Adds anchors to the URIs in the text of an HTML document, and keeps all other bytes.
//!
//! The reader follows the tokenizer of the HTML standard, and tracks as much of the tree as the reading of text needs.
//! Where this is not enough to know how every browser reads the document, nothing more is linked. Text that looks continuous to a reader is searched as one text: character
//! references are decoded, and a URI continues through `<wbr>`, through a soft hyphen after its authority, through the
//! elements `b`, `i`, `em`, `strong`, `u` and `font` that open and close inside it, and through `mark`, which may
//! highlight any part of it. A host that visibly continues after the tag of any inline element is not linked:
//! `<span>collections.abc.</span><span>Set</span>`.
//!
//! Nothing is linked in elements that the reader edits, clicks or operates with keys: those with `contenteditable`,
//! with the `role` of a button, a link, a menu item and the like, or with a handler for clicks or keys (`onclick`).
//!
//! A `<br>` and a line break inside `pre` are line breaks of the text, and a bare URI may continue after them. Browsers
//! show any other line break of the source as a space, so it is treated as a space.
//!
//! ```
//! use linkwright::{Finder, link::HtmlLinker};
//!
//! let linker = HtmlLinker::builder(&Finder::new()).rel("").build()?;
//! let page = b"<P>1 < 2, http://a.example/?x=1&amp;y=2 <code>http://b.example</code>";
//! let linked = linker.rewrite(page);
//! assert_eq!(
//!     String::from_utf8_lossy(&linked),
//!     "<P>1 < 2, <a href=\"http://a.example/?x=1&amp;y=2\">http://a.example/?x=1&amp;y=2</a> \
//!      <code>http://b.example</code>",
//! );
//! # Ok::<(), linkwright::options::OptionError>(())
//! ```

mod anchor;
pub mod attribute;
mod code;
mod context;
mod elements;
mod existing;
mod interactive;
mod linkable;
mod list_links;
mod lookahead;
mod noscript;
mod reader;
mod references;
mod refresh;
mod rewriter;
mod run;
mod srcset;
mod tag;
mod word;

use self::linkable::{Own, Wanted};
use self::run::Item;
use crate::find::{Finder, Match};
use crate::link::WITHOUT_LINKS;
use crate::rewrite::source_map::SourceMap;

pub use code::is_code_element;
pub use existing::Existing;
pub use list_links::{Part, base, list_links};

/// The names of the elements in which the default settings write no link.
fn without_links() -> Vec<Box<str>> {
    WITHOUT_LINKS.iter().map(|&name| name.into()).collect()
}

/// A link of a document: a URI in its text, or an existing link.
#[derive(Debug)]
#[non_exhaustive]
pub enum HtmlLink<'a> {
    /// A URI in text. Its offsets refer to the decoded text; the map converts them to offsets of the document.
    Text(&'a Match<'a>, &'a SourceMap),
    /// A link that the document already has.
    Existing(&'a Existing<'a>),
}

/// Calls `each` for each link of `html`: the existing links, and the URIs in its text where a link is permitted.
///
/// ```
/// use linkwright::{Finder, rewrite::html::{self, HtmlLink}};
///
/// let mut links = Vec::new();
/// html::links(&Finder::new(), b"<img src=/x.png> http&colon;//a.example", |link| match link {
///     HtmlLink::Text(found, map) => {
///         links.push((found.uri().as_str().to_owned(), map.span(found.span()).unwrap().range()));
///     }
///     HtmlLink::Existing(link) => links.push((link.value().to_owned(), link.span().range())),
///     _ => {}
/// });
/// assert_eq!(links, [("/x.png".into(), 9..15), ("http://a.example".into(), 17..39)]);
/// ```
pub fn links(finder: &Finder, html: &[u8], mut each: impl FnMut(HtmlLink<'_>)) {
    linkable::read(html, finder, &without_links(), Wanted::References, |item| match item {
        Item::Found(found, map) => each(HtmlLink::Text(found, map)),
        Item::Held(Own::Reference(link)) => each(HtmlLink::Existing(&link)),
        Item::Held(Own::Anchor(_)) => {}
    });
}
