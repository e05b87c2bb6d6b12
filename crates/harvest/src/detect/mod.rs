//! Which format a document has, by its name, its media type and its first bytes.
//!
//! # How a format is added
//! A variant of [`Format`] with its names (`format`), a function that recognizes its content
//! (`content`; it is in the module of the parser, whose grammar it uses), and the reader that the driver
//! takes for it (`driver::readers`). What is recognized and not read is a row in `signature`.

mod content;
mod data;
mod encrypted;
mod format;
mod signature;

pub use data::data_name;
pub use format::Format;

pub(crate) use data::{data, left_out};
pub(crate) use encrypted::PGP_ARMOR;
