//! The candidate that no rule has an opinion on: most URIs and addresses in most texts.
//!
//! All stages would pass such a draft on as it came, so it is not drafted at all. The answer is the
//! one of the long way, which [`Finder::explain`](super::Finder::explain) always takes: the fixtures
//! and a property compare the two.
//!
//! `web`, `address` and `domain` find such a match; `void`, `at` and `dot` tell at one look that there is
//! none.

pub(super) mod address;
mod alphabet;
pub(super) mod at;
pub(super) mod domain;
pub(super) mod dot;
mod finding;
mod sleep;
mod tail;
pub(super) mod void;
pub(super) mod web;

pub(crate) use finding::Finding;
pub(crate) use sleep::Sleep;
