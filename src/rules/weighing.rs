//! Whether a text without a scheme is a link: clues for and against a link, whose weights determine a confidence.
//!
//! A bare name may be code, and an address may be a Message-ID. No single fact separates them, so a rule
//! has a table of clues, each with a weight. The weights are in the unit of the evidence for joins: hundredths of the
//! natural logarithm of the odds.

use crate::evidence;

/// A row of a table of clues: the clue, and the function that tests whether it applies.
pub(super) struct ClueRow<F> {
    /// The weight in hundredths, and the fact in words.
    pub(super) clue: (i16, &'static str),
    pub(super) holds: F,
}

pub(super) const fn row<F: Copy>(weight: i16, holds: F, why: &'static str) -> ClueRow<F> {
    // Only explanations contain clues.
    let why = if cfg!(feature = "explain") { why } else { "" };
    ClueRow { clue: (weight, why), holds }
}

/// The clues that apply, as indices into the table of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighing {
    held: u64,
    sum: i32,
    table: fn(usize) -> Option<(i16, &'static str)>,
    /// The prefix that makes the text another URI if it is not a link, such as `mid:`.
    otherwise: Option<&'static str>,
}

impl Weighing {
    /// An empty set of clues. `table` returns the clue of each row; it has at most 64 rows.
    pub(super) fn new(table: fn(usize) -> Option<(i16, &'static str)>) -> Weighing {
        Weighing { held: 0, sum: 0, table, otherwise: None }
    }

    /// Adds the clues of `rows` for which `holds` is true, in the order of the table. Once no further clue can raise the
    /// confidence to `least` percent, the remaining clues are skipped.
    pub(super) fn gather<F: Copy>(
        mut self,
        rows: &[ClueRow<F>],
        holds: impl Fn(F) -> bool,
        least: u8,
    ) -> Weighing {
        // The sum of the weights for a link that may still be added.
        let mut rest: i32 = rows.iter().map(|row| i32::from(row.clue.0.max(0))).sum();
        for (at, row) in rows.iter().enumerate() {
            rest -= i32::from(row.clue.0.max(0));
            if holds(row.holds) {
                self.held |= 1 << at;
                self.sum += i32::from(row.clue.0);
            }
            if self.sum + rest < 0 && evidence::percent(self.sum + rest) < least {
                break;
            }
        }
        self
    }

    /// Sets the prefix that makes the text another URI if it is not a link, such as `mid:`.
    pub(super) fn or_else(self, scheme: &'static str) -> Weighing {
        Weighing { otherwise: Some(scheme), ..self }
    }

    /// The prefix that makes the text another URI if it is not a link, such as `mid:`.
    pub(crate) fn otherwise(&self) -> Option<&'static str> {
        self.otherwise
    }

    pub(crate) fn clues(&self) -> impl Iterator<Item = (i16, &'static str)> {
        let Weighing { held, table, .. } = *self;
        (0..64).filter(move |row| held >> row & 1 == 1).filter_map(table)
    }

    /// The strongest clue against a link.
    pub(crate) fn objection(&self) -> &'static str {
        self.clues().min_by_key(|clue| clue.0).map_or("", |clue| clue.1)
    }

    /// The probability of a link in percent, from 0 to 100.
    pub(crate) fn confidence(&self) -> u8 {
        evidence::percent(self.sum)
    }
}
