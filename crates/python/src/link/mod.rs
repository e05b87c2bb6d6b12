//! Adds links to text, HTML, Markdown and terminal output.

mod decide;
pub(crate) mod functions;
pub(crate) mod linker;
pub(crate) mod seen;
pub(crate) mod stream;
