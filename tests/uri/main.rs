//! Tests of `linkwright::uri`, which contains only the grammar of RFC 3986 and RFC 3987.
//!
//! Each oracle has a file: `abnf` translates the grammar of the RFCs, `peers` compares with two other parsers, and
//! `laws` states properties of every text.

#![allow(clippy::print_stdout, reason = "`--nocapture` shows how much was tried")]

mod abnf;
mod errors;
mod examples;
mod flagged;
mod generate;
mod grammar;
mod hazards;
mod ladder;
mod ladder_peers;
mod laws;
mod pairs;
mod peers;
mod pseudo_code;
mod resolution;
mod rfc2396_names;
#[cfg(feature = "serde")]
mod serde_types;
mod suites;
mod taken;
mod witnesses;
mod wrapped;
