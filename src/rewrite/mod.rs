//! Rewriting: a container in, the same container out, with its bare URIs as links.
//!
//! A container is read by its own parser, which says where its text stands; the URIs are found in
//! that text, decoded; and the output is the input's bytes with markup spliced in. So whatever the
//! parser does not understand, and whatever is no UTF-8, stays as it was.
//!
//! - [`source_map`]: a run of text out of a container, and the way back from its decoded bytes to
//!   the source;
//! - [`splice`]: insertions and replacements at offsets of the source.

#[cfg(feature = "html")]
#[cfg_attr(docsrs, doc(cfg(feature = "html")))]
pub mod html;
#[cfg(feature = "markdown")]
#[cfg_attr(docsrs, doc(cfg(feature = "markdown")))]
pub mod markdown;
pub mod source_map;
pub mod splice;
