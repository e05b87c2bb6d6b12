//! Dialects of Markdown, which give parts of a document to another program. These parts are neither changed nor
//! searched.
//!
//! Each dialect finds its directives in the source, before any parser reads it. The directives are masked, and the
//! parser and the search read the masked document, which has the same offsets. Links are inserted between directives.
//!
//! A list of directives that is compared with the events of the parser was rejected: a fence or a bracket inside a
//! directive would change how the parser reads the text after it.

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
