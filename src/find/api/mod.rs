//! The calls of the finder: iterators, streams, and explanations over the one pipeline.

#[cfg(test)]
mod declared;
pub(crate) mod explain;
pub(crate) mod finder;
#[cfg(any(feature = "html", feature = "markdown"))]
pub(crate) mod hits;
pub(crate) mod input;
pub(crate) mod iter;
pub(crate) mod stream;
