//! The facts about a line end, and sets of facts.
//!
//! The URI above is the part of the URI before the line break. The token below is the run of URI characters that begins
//! the next line; most facts about it leave out the punctuation and the closing brackets at its end. The text nearby is
//! the 1,024 bytes on either side; the lines nearby are at most 12 lines of this text on either side.
//!
//! A text was laid out if it was extracted from a page and the room at the end of each line is known. The line end may
//! also be inside an e-mail address. Then "the URI above" is the part of the address above the line end, and the facts
//! about addresses at the end of the list apply as well.

macro_rules! facts {
    ($($(#[$doc:meta])+ $fact:ident $name:literal,)+) => {
        /// A statement about a line end that is either true or false.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Fact { $($(#[$doc])+ $fact,)+ }

        impl Fact {
            pub(super) const ALL: &[Fact] = &[$(Fact::$fact,)+];

            /// The name of the fact in the output of `explain` and in labelled files.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Fact::$fact => $name,)+ }
            }
        }
    };
}

include!("facts.in");

/// A set of facts, or of the rows of a table of functions, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FactSet(u128);

// Each fact is one bit of a set.
const _: () = assert!(Fact::ALL.len() <= u128::BITS as usize);

impl FactSet {
    /// The set of `facts`.
    pub(super) const fn of(facts: &[Fact]) -> FactSet {
        let (mut set, mut rest) = (0, facts);
        while let [fact, others @ ..] = rest {
            set |= 1 << *fact as u32;
            rest = others;
        }
        FactSet(set)
    }

    /// The facts of this set and of `other`.
    pub(super) const fn or(self, other: FactSet) -> FactSet {
        FactSet(self.0 | other.0)
    }

    /// Adds `fact` to the set if it `holds`.
    pub(super) fn note(&mut self, fact: Fact, holds: bool) {
        self.0 |= u128::from(holds) << fact as u32;
    }

    /// Adds the fact or row with this number.
    pub(super) fn add(&mut self, number: usize) {
        self.0 |= 1 << number;
    }

    /// Whether `fact` is in the set.
    pub(super) const fn has(self, fact: Fact) -> bool {
        self.0 >> fact as u32 & 1 == 1
    }

    /// Whether all of `others` are in the set.
    pub(super) const fn has_all(self, others: FactSet) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether one of `others` is in the set.
    pub(super) const fn has_any(self, others: FactSet) -> bool {
        self.0 & others.0 != 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The number of the first fact of the set.
    pub(super) const fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The numbers of the facts of the set, in the order of their declaration.
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        let after = |set: &FactSet| Some(FactSet(set.0 & set.0.wrapping_sub(1)));
        core::iter::successors(Some(self), after).take_while(|set| set.0 != 0).map(FactSet::first)
    }

    /// The facts of the set, in the order of their declaration.
    pub(crate) fn iter(self) -> impl Iterator<Item = Fact> {
        Fact::ALL.iter().copied().filter(move |&fact| self.has(fact))
    }
}
