//! Dialects of Markdown, in which parts of a document are meant for another program. These parts, called directives,
//! are neither changed nor searched.
//!
//! Directives are found in the source, before any parser reads it. They are masked, and the parser and the search read
//! the masked document, which has the same offsets. Links are inserted between directives.
//!
//! Another design, which compared a list of directives with the events of the parser, was rejected: a fence or a
//! bracket inside a directive would change how the parser reads the text after the directive.

mod budget;
mod directives;
mod front_matter;
mod mask;
mod mdx;
mod templates;

pub use budget::MOST_MARKS;
pub use directives::{Dialect, Directives};
