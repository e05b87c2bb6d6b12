//! Linking: one match becomes markup, and plain text becomes a text with links.
//!
//! What is written here is escaped where it is written, once and in one pass: there are no
//! placeholders that a hostile text could hold as well.
