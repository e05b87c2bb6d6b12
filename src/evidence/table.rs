//! Tables of evidence. Each row has a condition, and a weight for or against a join or a link. The rows are data, in a
//! file for each table. The sum of the weights that count is the natural logarithm of the odds, in hundredths.
//!
//! `crates/fit` writes the weights of `line_ends.in` and of `src/rules/bare_domain.in`, from labelled text; see
//! `docs/joins.md` and `docs/names.md`. It finds the row of a weight by its sentence, which no other row of the table has.

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

/// The number of rows about line ends that have at most one fact; they come first.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const SINGLE: usize = {
    let mut len = 0;
    while LINE_ENDS[len].holds.len() <= 1 {
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
        weights[LINE_ENDS[at].holds.first()] = LINE_ENDS[at].weight;
        at += 1;
    }
    weights
};

/// Returns the sum of the weights of the rows about line ends whose facts are all in `facts`, in hundredths.
pub(super) fn sum(facts: FactSet) -> i32 {
    let single = facts.numbers().filter_map(|number| WEIGHTS.get(number));
    let others = LINE_ENDS.iter().take(1).chain(LINE_ENDS.iter().skip(SINGLE));
    let others = others.filter(|row| facts.has_all(row.holds)).map(|row| &row.weight);
    single.chain(others).map(|&weight| i32::from(weight)).sum()
}

/// Returns the most that the facts in `others` could add to the sum of `facts`: the sum of the positive weights of the
/// rows about line ends that would count in addition if these facts held.
pub(super) fn gain(facts: FactSet, others: FactSet) -> i32 {
    let single = others.numbers().filter_map(|number| WEIGHTS.get(number).copied());
    let all = facts.or(others);
    let rows = LINE_ENDS.iter().skip(SINGLE).filter(|row| all.has_all(row.holds));
    let rows = rows.filter(|row| row.holds.has_any(others)).map(|row| row.weight);
    single.chain(rows).map(|weight| i32::from(weight.max(0))).sum()
}

/// The rows of the table of line ends, for the tests of the facts.
#[cfg(feature = "explain")]
pub fn evidence() -> impl Iterator<Item = (Vec<&'static str>, i16, &'static str)> {
    LINE_ENDS.iter().map(Row::shown)
}
