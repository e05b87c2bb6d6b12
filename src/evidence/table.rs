//! Tables of evidence. Each row has a condition, and a weight for or against a join or a link. The rows are data, in a
//! file for each table. The sum of the weights that count is the natural logarithm of the odds, in hundredths.
//!
//! `crates/fit` computes the weights of `line_ends.in` from labelled line ends; see `docs/joins.md`.

use super::facts::{Fact, FactSet};

/// A row of a table: what must hold, and the weight that then counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<T> {
    /// Facts that must all hold, or a function that tests the condition.
    pub(super) holds: T,
    /// The weight in hundredths.
    pub(super) weight: i16,
    why: &'static str,
}

/// A row with a function.
pub(crate) const fn clue<T: Copy>(holds: T, weight: i16, why: &'static str) -> Row<T> {
    // Only explanations have reasons.
    Row { holds, weight, why: if cfg!(feature = "explain") { why } else { "" } }
}

/// A row with facts. Its weight counts if all of them hold.
pub(super) type FactRow = Row<FactSet>;

const fn row(facts: &[Fact], weight: i16, why: &'static str) -> FactRow {
    clue(FactSet::of(facts), weight, why)
}

/// A row that counts, for explanations: the names of its facts, the weight in hundredths, and the reason. A row with a
/// function has no names.
pub(crate) type Term = (Vec<&'static str>, i16, &'static str);

impl FactRow {
    pub(super) fn shown(&self) -> Term {
        (self.holds.iter().map(Fact::name).collect(), self.weight, self.why)
    }
}

/// The rows of a table of functions that count: those whose numbers are in `held`.
pub(crate) fn clues<T>(table: &[Row<T>], held: FactSet) -> Vec<Term> {
    let rows = held.numbers().filter_map(|number| table.get(number));
    rows.map(|row| (Vec::new(), row.weight, row.why)).collect()
}

/// The rows about line ends. The first row has no facts and always counts. Rows with one fact follow, then rows with
/// several facts.
pub(super) static LINE_ENDS: &[FactRow] = &include!("line_ends.in");

/// The rows about line ends inside an e-mail address. The sum is 0 if no fact holds.
pub(super) static ADDRESSES: &[FactRow] = &include!("addresses.in");

/// The rows about line ends whose room is known, in text that was laid out.
pub(super) static ROOMS: &[FactRow] = &include!("rooms.in");

/// Returns the most that the facts in `others` could add to the sum of `facts`: the sum of the positive weights of the
/// rows about line ends that would count in addition if these facts held.
pub(super) fn gain(facts: FactSet, others: FactSet) -> i32 {
    let all = facts.or(others);
    let is_new = |row: &&FactRow| row.holds.has_any(others);
    let rows = LINE_ENDS.iter().filter(|row| row.weight > 0 && all.has_all(row.holds));
    rows.filter(is_new).map(|row| i32::from(row.weight)).sum()
}

/// The rows of the table, for the program that fits the weights and for the tests of the facts.
#[cfg(feature = "explain")]
pub fn evidence() -> impl Iterator<Item = (Vec<&'static str>, i16, &'static str)> {
    LINE_ENDS.iter().map(Row::shown)
}
