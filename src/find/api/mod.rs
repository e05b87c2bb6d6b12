//! The public interfaces of the finder: iterators, streams and explanations. All of them use the same pipeline.

#[cfg(test)]
mod declared_tests;
#[cfg(feature = "explain")]
pub(crate) mod explain;
pub(crate) mod finder;
#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) mod hits;
pub(crate) mod input;
pub(crate) mod iter;
pub(crate) mod spans;
pub(crate) mod stream;
