//! Detects the format of a document from its name, its media type and its first bytes.
//!
//! # How to add a format
//! Add a variant of [`Format`] with its names (in `format`), a function that recognizes its content (listed in
//! `content`; the function itself is in the module of the parser, because it uses the grammar of the format), and the
//! reader that the driver calls for it (in `driver::readers`). A format that is recognized but not read only needs a
//! row in `signature`.

mod content;
mod data;
mod encrypted;
mod format;
mod signature;

pub use data::data_name;
pub use format::Format;

pub(crate) use data::{data, left_out};
pub(crate) use encrypted::PGP_ARMOR;
