//! Dialects of Markdown, for property tests.

use linkwright::rewrite::markdown::Dialect;
use proptest::prelude::*;

/// A strategy for dialects.
pub(crate) fn dialects() -> impl Strategy<Value = Dialect> {
    prop::sample::select(Dialect::ALL)
}
