//! Tests of `linkwright::uri`, which is the grammar of RFC 3986 and RFC 3987 and nothing else.
//!
//! The oracles stand in files of their own: `abnf` translates the grammar as it is printed in the
//! RFCs, `peers` asks two other parsers, `laws` states what holds for every text.

#![allow(clippy::print_stdout, reason = "`--nocapture` shows how much was tried")]

mod abnf;
mod errors;
mod examples;
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
mod suites;
mod taken;
mod witnesses;
