//! The words, ports and addresses that the checks compare with.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

include!("words.in");

/// Whether `text` is one of the `words`. The case of letters is ignored.
pub(super) fn is_word(text: impl AsRef<[u8]>, words: &[&str]) -> bool {
    words.iter().any(|word| text.as_ref().eq_ignore_ascii_case(word.as_bytes()))
}
