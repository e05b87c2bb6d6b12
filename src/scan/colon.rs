//! Which colons without `//` are worth a look: most of them end a word, and two letters tell.

use crate::candidate::scheme;

/// The last two bytes of the names of schemes that may go without `//`, as a set: for each last byte
/// the low bits of those that are before it.
#[derive(Clone, Debug)]
pub(super) struct Colons(Box<[u32; 128]>);

impl Colons {
    /// Those of these schemes; any if there is not a list.
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
            // Any word could end in it.
            _ => self.insert_all(),
        }
    }

    /// Whatever ends a word.
    fn insert_all(&mut self) {
        for (last, befores) in (0_u8..).zip(self.0.iter_mut()) {
            if last.is_ascii_alphanumeric() {
                *befores = u32::MAX;
            }
        }
    }

    /// Whether there is not one.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|befores| *befores == 0)
    }

    /// Whether the colon after these two bytes is worth a look. Without a branch, for no one can guess
    /// how words end.
    #[inline]
    pub(super) fn hold(&self, before: u8, last: u8) -> bool {
        let befores = self.0.get(usize::from(last)).copied().unwrap_or_default();
        befores & bit(before) != 0
    }
}

/// The bit of a letter, in either case.
const fn bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_end_like_a_scheme_are_worth_a_look() {
        let colons = Colons::new(Some(&["mailto", "http"]));
        assert!(colons.hold(b't', b'o') && colons.hold(b'T', b'O'));
        assert!(!colons.hold(b't', b'p') && !colons.hold(b'o', b'n') && !colons.hold(b't', 0xEF));
        assert!(Colons::new(Some(&["http"])).is_empty());
    }

    #[test]
    fn without_a_list_every_word_is() {
        let colons = Colons::new(None);
        assert!(colons.hold(b' ', b'a') && colons.hold(b'1', b'2'));
        assert!(!colons.hold(b'a', b' ') && !colons.hold(b'a', b')'));
    }
}
