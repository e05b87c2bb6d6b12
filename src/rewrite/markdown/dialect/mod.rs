//! Dialects of Markdown: the parts of a document that another program reads. They are neither changed nor read as text.
//!
//! Each dialect finds its directives in the source, before any parser reads it. They are masked, and the parser
//! and the search see the masked document, which has the same offsets. Links are inserted between directives.
//!
//! Rejected: a list of directives beside the events of the parser. A fence or a bracket inside a directive would
//! change how the text after it is read.

mod directive;
mod directives;
mod front_matter;
mod hashnode;
mod hugo;
mod kramdown;
mod liquid;
mod mdbook;
mod mdx;
mod pandoc;
mod set;
mod templates;

pub use directives::Directives;
pub use set::Dialects;
