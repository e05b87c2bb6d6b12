//! The parser of RFC 3986 and what is built on it.

pub(crate) mod class;
mod compose;
