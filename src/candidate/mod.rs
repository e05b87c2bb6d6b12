//! Reads candidates: a candidate is the longest text around a trigger that may be a URI. Its facts describe its bytes
//! and the text around it.
//!
//! These modules do not decide whether a candidate is a link; the rules do. [`syntax`] finds the beginning of a
//! candidate, and [`scanner`] reads it.

pub(crate) mod broken_address;
pub(crate) mod email;
mod escape;
pub(crate) mod extension;
pub(crate) mod extent;
pub(crate) mod facts;
pub(crate) mod gfm;
pub(crate) mod host;
pub(crate) mod line_end;
pub(crate) mod lines;
pub(crate) mod lookaround;
pub(crate) mod name;
pub(crate) mod pieces;
pub(crate) mod quoted_printable;
pub(crate) mod rooms;
pub(crate) mod scanner;
pub(crate) mod scheme;
pub(crate) mod suffix;
pub(crate) mod syntax;
