//! The tables of evidence: the weight of each fact about a line end, for or against a join. The rows are data, in a
//! file for each table. The sum of the weights that count is the natural logarithm of the odds of a join, in hundredths.
//!
//! `crates/fit` computes the weights of `line_ends.in` from labelled line ends; see `docs/joins.md`.

use super::facts::{Fact, FactSet};

/// A row of the table: facts, and the weight that counts if all of them hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    facts: &'static [Fact],
    pub(super) set: FactSet,
    pub(super) weight: i16,
    #[cfg(feature = "explain")]
    why: &'static str,
}

#[cfg(feature = "explain")]
impl Term {
    /// The names of the facts, the weight in hundredths, and the reason.
    pub(crate) fn shown(&self) -> (Vec<&'static str>, i16, &'static str) {
        (self.facts.iter().map(|fact| fact.name()).collect(), self.weight, self.why)
    }
}

#[cfg_attr(
    not(feature = "explain"),
    expect(unused_variables, reason = "only explanations have reasons")
)]
const fn row(facts: &'static [Fact], weight: i16, why: &'static str) -> Term {
    Term {
        facts,
        set: FactSet::of(facts),
        weight,
        #[cfg(feature = "explain")]
        why,
    }
}

/// The rows about line ends. The first row has no facts and always counts. Rows with one fact follow, then rows with
/// several facts.
pub(super) static LINE_ENDS: &[Term] = &include!("line_ends.in");

/// The rows about line ends inside an e-mail address. The sum is 0 if no fact holds.
pub(super) static ADDRESSES: &[Term] = &include!("addresses.in");

/// The rows about line ends whose room is known, in text that was laid out.
pub(super) static ROOMS: &[Term] = &include!("rooms.in");

/// The number of rows that have at most one fact; they come first.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const SINGLE: usize = {
    let mut len = 0;
    while LINE_ENDS[len].facts.len() <= 1 {
        len += 1;
    }
    len
};

/// The weight of each fact that has a row to itself, indexed by the number of the fact. With this array, a sum takes
/// one step for each fact that holds, and few facts hold at any line end.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
static WEIGHTS: [i16; Fact::ALL.len()] = {
    let mut weights = [0; Fact::ALL.len()];
    let mut at = 1;
    while at < SINGLE {
        weights[LINE_ENDS[at].facts[0] as usize] = LINE_ENDS[at].weight;
        at += 1;
    }
    weights
};

/// Returns the sum of the weights of the rows whose facts are all in `facts`, in hundredths.
pub(super) fn sum(facts: FactSet) -> i32 {
    let single = facts.numbers().filter_map(|number| WEIGHTS.get(number));
    let others = LINE_ENDS.iter().take(1).chain(LINE_ENDS.iter().skip(SINGLE));
    let others = others.filter(|term| facts.has_all(term.set)).map(|term| &term.weight);
    single.chain(others).map(|&weight| i32::from(weight)).sum()
}

/// Returns the most that the facts in `others` could add to the sum of `facts`: the sum of the positive weights of the
/// rows that would count in addition if these facts held.
pub(super) fn gain(facts: FactSet, others: FactSet) -> i32 {
    let single = others.numbers().filter_map(|number| WEIGHTS.get(number).copied());
    let all = facts.or(others);
    let rows = LINE_ENDS.iter().skip(SINGLE).filter(|term| all.has_all(term.set));
    let rows = rows.filter(|term| term.set.has_any(others)).map(|term| term.weight);
    single.chain(rows).map(|weight| i32::from(weight.max(0))).sum()
}

/// The rows of the table, for the program that fits the weights and for the tests of the facts.
#[cfg(feature = "explain")]
pub fn evidence() -> impl Iterator<Item = (Vec<&'static str>, i16, &'static str)> {
    LINE_ENDS.iter().map(Term::shown)
}
