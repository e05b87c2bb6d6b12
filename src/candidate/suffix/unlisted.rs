//! Without the list: what a top-level domain looks like.

use crate::public_suffix::is_tld;

/// Without the list a label of letters could be one, and no other.
#[expect(clippy::unnecessary_wraps, reason = "the list knows of labels that do not tell")]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    Some(is_tld(label))
}
