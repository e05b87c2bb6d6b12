//! Adds anchors to the URIs in the text of an HTML document, and keeps all other bytes.
//!
//! The reader follows the tokenizer of the HTML standard, and tracks as much of the tree as the reading of text needs.
//! Where this is not enough to know how every browser reads the document, nothing more is linked. Text that looks continuous to a reader is searched as one text: character
//! references are decoded, and a URI continues through `<wbr>`, through a soft hyphen after its authority, through the
//! elements `b`, `i`, `em`, `strong`, `u` and `font` that open and close inside it, and through `mark`, which may
//! highlight any part of it. A host that visibly continues after the tag of any inline element is not linked:
//! `<span>collections.abc.</span><span>Set</span>`.
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
mod linkable;
mod list_links;
mod lookahead;
mod noscript;
mod reader;
mod references;
mod rewriter;
mod run;
mod tag;

pub use code::is_code_element;
pub use existing::{Existing, Part};
pub use list_links::{base, list_links};
