//! Without the list: what a top-level domain looks like.

/// Without the list every label of two letters or more could be one.
pub(crate) fn is_tld(label: &[u8]) -> bool {
    label.len() >= 2 && label.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
}

/// Without the list a label of letters could be one, and no other.
#[expect(clippy::unnecessary_wraps, reason = "the list knows of labels that do not tell")]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    Some(is_tld(label))
}

/// Without the list every name whose last label is letters only could be delegated.
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    host.rsplit(|&byte| byte == b'.').next().is_some_and(is_tld)
}
