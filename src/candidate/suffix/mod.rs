//! Whether a host ends in a top-level domain that is delegated.
//!
//! With the feature `domains` a table of the public suffix list decides; without it, the form of the label.

#[cfg(feature = "domains")]
mod kept;
mod special;
#[cfg(not(feature = "domains"))]
mod unlisted;

pub(crate) use crate::public_suffix::{is_delegated, is_tld};
#[cfg(feature = "domains")]
pub(crate) use kept::is_delegated_label;
pub(crate) use special::{MAX_NAME_LEN, is_special};
#[cfg(not(feature = "domains"))]
pub(crate) use unlisted::is_delegated_label;
