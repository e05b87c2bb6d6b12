//! Links in text, HTML, Markdown and terminals.

mod decide;
pub(crate) mod functions;
pub(crate) mod linker;
pub(crate) mod seen;
pub(crate) mod stream;
