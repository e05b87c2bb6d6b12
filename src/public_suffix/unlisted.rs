//! Without the list: what a top-level domain looks like.

/// Without the list every label of two letters or more could be a top-level domain.
pub(crate) fn is_tld(label: &[u8]) -> bool {
    label.len() >= 2 && label.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
}

/// Without the list only the last label of a name decides.
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    host.rsplit(|&byte| byte == b'.').next().is_some_and(is_tld)
}
