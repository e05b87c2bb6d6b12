//! Which names are delegated, by the public suffix list, and what a top-level domain looks like where the
//! list is not compiled in.

#[cfg(feature = "domains")]
mod listed;
#[cfg(feature = "registrable-domains")]
mod registrable;
#[cfg(feature = "domains")]
mod table;
#[cfg(not(feature = "domains"))]
mod unlisted;

#[cfg(feature = "domains")]
pub(crate) use listed::{is_delegated, is_label_delegated, is_tld};
#[cfg(feature = "registrable-domains")]
pub use registrable::registrable_domain;
#[cfg(not(feature = "domains"))]
pub(crate) use unlisted::{is_delegated, is_tld};
