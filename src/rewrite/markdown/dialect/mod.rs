//! Dialects of Markdown, in which parts of a document are meant for another program. These parts, called directives,
//! are neither changed nor searched.
//!
//! Each dialect finds its directives in the source, before any parser reads it. The directives are masked, and the
//! parser and the search read the masked document, which has the same offsets. Links are inserted between directives.
//!
//! Another design, which compared a list of directives with the events of the parser, was rejected: a fence or a
//! bracket inside a directive would change how the parser reads the text after the directive.

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
