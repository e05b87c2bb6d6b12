//! Patterns that the caller defines: a regular expression, and a template for the target of its matches.

#[cfg(not(feature = "patterns"))]
mod absent;
#[cfg(feature = "patterns")]
mod cursor;
#[cfg(feature = "patterns")]
mod expression;
#[cfg(feature = "patterns")]
mod line_filter;
#[cfg(feature = "patterns")]
mod problem;
#[cfg(feature = "patterns")]
mod search;
mod target;
#[cfg(feature = "patterns")]
mod template;

#[cfg(not(feature = "patterns"))]
pub(crate) use absent::{PatternCursor, Patterns};
pub(crate) use target::{PatternMatch, PatternTarget};
#[cfg(feature = "patterns")]
pub(crate) use {cursor::PatternCursor, search::Patterns};
