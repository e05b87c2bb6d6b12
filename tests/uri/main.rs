//! Tests of `linkwright::uri`: the parser and the other functions for single URIs.
//!
//! `abnf` and `grammar` compare the parser with the grammar in the RFCs, `peers` compares it with two other parsers,
//! and `laws` tests properties that hold for every text.

#![allow(clippy::print_stdout, reason = "`--nocapture` shows how many texts were tried")]

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
#[cfg(feature = "domains")]
mod minimal;
mod pairs;
mod peers;
mod pseudo_code;
mod resolution;
mod rfc2396_names;
mod suites;
mod taken;
mod witnesses;
mod wrapped;
