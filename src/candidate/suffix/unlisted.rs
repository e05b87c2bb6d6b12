//! The test for top-level domains without the list, by the form of the label.

use crate::public_suffix::is_tld;

/// Whether `label` has the form of a top-level domain.
#[expect(clippy::unnecessary_wraps, reason = "with the list, some labels alone give no answer")]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    Some(is_tld(label))
}
