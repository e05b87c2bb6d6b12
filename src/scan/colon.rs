//! The filter for colons without `//` after them. Most of these colons follow an ordinary word, and the two bytes
//! before a colon usually show that the word is not a scheme.

use crate::candidate::scheme;

/// The pairs of bytes with which the names of schemes that may lack `//` end. For each last byte, the set has one bit
/// for each letter that may come before it.
#[derive(Clone, Debug)]
pub(super) struct Colons(Box<[u32; 128]>);

impl Colons {
    /// The set for these schemes. Without a list, the set contains every pair whose last byte is a letter or digit.
    pub(super) fn new(schemes: Option<&[&str]>) -> Colons {
        let mut colons = Colons(Box::new([0; 128]));
        match schemes {
            None => colons.insert_all(),
            Some(schemes) => schemes
                .iter()
                .filter(|name| scheme::may_lack_slashes(name))
                .for_each(|name| colons.insert(name.as_bytes())),
        }
        colons
    }

    fn insert(&mut self, name: &[u8]) {
        match name {
            [.., before, last] if before.is_ascii_alphabetic() => {
                for last in [last.to_ascii_lowercase(), last.to_ascii_uppercase()] {
                    if let Some(befores) = self.0.get_mut(usize::from(last)) {
                        *befores |= bit(*before);
                    }
                }
            }
            // If the name has only one letter, or if its second-to-last byte is not a letter, every pair is added.
            _ => self.insert_all(),
        }
    }

    /// Adds every pair whose last byte is a letter or digit.
    fn insert_all(&mut self) {
        for (last, befores) in (0_u8..).zip(self.0.iter_mut()) {
            if last.is_ascii_alphanumeric() {
                *befores = u32::MAX;
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|befores| *befores == 0)
    }

    /// Whether a scheme of the set may end with these two bytes. The test has no branches, because the processor cannot
    /// predict how words end.
    #[inline]
    pub(super) fn hold(&self, before: u8, last: u8) -> bool {
        let befores = self.0.get(usize::from(last)).copied().unwrap_or_default();
        befores & bit(before) != 0
    }
}

/// The bit of a letter, which is the same in upper and lower case.
const fn bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_contains_the_last_bytes_of_the_listed_schemes() {
        let colons = Colons::new(Some(&["mailto", "http"]));
        assert!(colons.hold(b't', b'o') && colons.hold(b'T', b'O'));
        assert!(!colons.hold(b't', b'p') && !colons.hold(b'o', b'n') && !colons.hold(b't', 0xEF));
        assert!(Colons::new(Some(&["http"])).is_empty());
    }

    #[test]
    fn without_a_list_the_set_contains_every_pair_that_ends_in_a_letter_or_digit() {
        let colons = Colons::new(None);
        assert!(colons.hold(b' ', b'a') && colons.hold(b'1', b'2'));
        assert!(!colons.hold(b'a', b' ') && !colons.hold(b'a', b')'));
    }
}
