//! UTF-16 that does not say so.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// UTF-16 without a byte-order mark, in which every second byte of Western text is zero.
pub(super) fn detect(text: &[u8]) -> Option<&'static Encoding> {
    memchr::memchr(0, text)?;
    let pairs = text.as_chunks::<2>().0;
    let zeros = |at: usize| pairs.iter().filter(|pair| pair.get(at) == Some(&0)).count();
    let is_most = |zeros: usize| zeros * 10 > pairs.len() * 6;
    let is_few = |zeros: usize| zeros * 50 <= pairs.len();
    let (first, second) = (zeros(0), zeros(1));
    match () {
        () if pairs.len() < 4 => None,
        () if is_most(second) && is_few(first) => Some(UTF_16LE),
        () if is_most(first) && is_few(second) => Some(UTF_16BE),
        () => None,
    }
}
