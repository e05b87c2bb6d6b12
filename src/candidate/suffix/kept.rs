//! A cache that records whether the last label of a name is delegated according to the public suffix list.

use core::cell::Cell;

use super::is_encoded_tld;
use crate::public_suffix::is_label_delegated;

/// Whether a name of two labels or more that ends in the ASCII `label` ends in a delegated top-level domain: `None` if
/// the answer depends on other labels of the name.
///
/// Texts repeat the same few labels. A lookup in the cache is faster than a search in the list, which has a branch for
/// each letter.
#[inline]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    let Some(kept) = Kept::of(label) else { return look_up(label) };
    ANSWERS.with(|answers| {
        let Some(answer) = answers.get(kept.slot()) else { return look_up(label) };
        if let Some(is_delegated) = kept.answer(answer.get()) {
            return Some(is_delegated);
        }
        let is_delegated = look_up(label);
        if let Some(is_delegated) = is_delegated {
            answer.set(kept.with(is_delegated));
        }
        is_delegated
    })
}

/// The answer without the cache. The label may be an A-label.
fn look_up(label: &[u8]) -> Option<bool> {
    match is_label_delegated(label) {
        Some(false) => Some(is_encoded_tld(label)),
        known => known,
    }
}

std::thread_local! {
    /// Each slot contains the last label that was looked up in it, and the answer for that label.
    static ANSWERS: [Cell<u64>; SLOTS] = const { [const { Cell::new(0) }; SLOTS] };
}

const SLOTS: usize = 512;

/// A label that the cache can contain. It is in lower case, and its bytes are the low bytes of a number, the last one
/// lowest.
#[derive(Clone, Copy)]
struct Kept(u64);

impl Kept {
    /// `None` for labels of eight bytes or more, which are rare.
    #[inline]
    fn of(label: &[u8]) -> Option<Kept> {
        let mut bytes = [0; 8];
        if label.len() >= bytes.len() {
            return None;
        }
        // Digits and hyphens already have the bit that is set for lower case.
        bytes.iter_mut().zip(label.iter().rev()).for_each(|(to, byte)| *to = *byte | 0x20);
        Some(Kept(u64::from_le_bytes(bytes)))
    }

    fn slot(self) -> usize {
        // Multiplying by the golden ratio distributes similar labels over the slots.
        (self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize
    }

    /// The answer in the slot `known`, if it is the one for this label.
    fn answer(self, known: u64) -> Option<bool> {
        [false, true].into_iter().find(|is| known == self.with(*is))
    }

    const fn with(self, is_delegated: bool) -> u64 {
        self.0 | (1 + is_delegated as u64) << 56
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::public_suffix::is_delegated;

    #[test]
    fn the_last_label_determines_the_result_for_the_whole_name() {
        for name in ["example.com", "EXAMPLE.COM", "foo.ck", "a.b.np", "example.coma", "a.example"]
        {
            let last = name.rsplit('.').next().unwrap().as_bytes();
            // The second answer comes from the cache.
            for _ in 0..2 {
                assert_eq!(is_delegated_label(last), Some(is_delegated(name.as_bytes())), "{name}");
            }
        }
        assert_eq!(is_delegated_label(&[b'a'; 64]), Some(false));
        assert_eq!(is_delegated_label(b"xn--p1ai"), Some(true));
        assert_eq!(is_delegated_label(b"ZA"), None);
        assert!(is_delegated(b"co.za") && !is_delegated(b"a.za"));
    }
}
