//! What speaks for a host's being a name at all: a top-level domain that is delegated.
//!
//! With the feature `domains` the public suffix list is asked, and without it what a label looks like.

#[cfg(feature = "domains")]
mod kept;
#[cfg(feature = "domains")]
mod listed;
mod special;
#[cfg(not(feature = "domains"))]
mod unlisted;

#[cfg(feature = "domains")]
pub(crate) use kept::is_delegated_label;
#[cfg(feature = "domains")]
pub use listed::registrable_domain;
#[cfg(feature = "domains")]
pub(crate) use listed::{is_delegated, is_tld};
pub(crate) use special::{MAX_NAME_LEN, is_special};
#[cfg(not(feature = "domains"))]
pub(crate) use unlisted::{is_delegated, is_delegated_label, is_tld};
