//! Whether a text without a scheme is a link: clues for and against a link, whose weights determine a confidence.
//!
//! A bare name may be code, and an address may be a Message-ID. No single fact separates them, so a rule
//! has a table of clues, each with a weight. The weights are in the unit of the evidence for joins: hundredths of the
//! natural logarithm of the odds.

/// A fact about a text without a scheme, with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clue {
    points: i8,
    why: &'static str,
}

/// A row of a table of clues: the clue, and the function that tests whether it applies.
pub(super) struct Evidence<F> {
    pub(super) clue: Clue,
    pub(super) holds: F,
}

pub(super) const fn evidence<F: Copy>(points: i8, holds: F, why: &'static str) -> Evidence<F> {
    // Only explanations contain clues.
    let why = if cfg!(feature = "explain") { why } else { "" };
    Evidence { clue: Clue { points, why }, holds }
}

/// The weight of one point in a table, in hundredths. The value is cautious: in the chat log on which the weights were
/// chosen, 11 of 13 names with a confidence of 57 percent are domains, and so are all 69 names with a confidence of 82
/// percent. Other logs are less regular.
const POINT: i16 = 60;

impl Clue {
    /// The weight in hundredths. A positive weight is evidence for a link, a negative one against it. The sum of the
    /// weights approximates the natural logarithm of the odds that the text is a link.
    pub const fn weight(&self) -> i16 {
        self.points as i16 * POINT
    }

    /// The fact, in words.
    pub const fn why(&self) -> &'static str {
        self.why
    }
}

/// The clues that apply, as indices into the table of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighing {
    held: u32,
    points: i32,
    table: fn(usize) -> Option<Clue>,
    /// The prefix that makes the text another URI if it is not a link, such as `mid:`.
    otherwise: Option<&'static str>,
}

impl Weighing {
    /// An empty set of clues. `table` returns the clue of each row; it has at most 32 rows.
    pub(super) fn new(table: fn(usize) -> Option<Clue>) -> Weighing {
        Weighing { held: 0, points: 0, table, otherwise: None }
    }

    /// Adds the clues that apply, in the order of the table. Clues for a link come first, so the sum only decreases
    /// after them. Once the confidence is below `least` percent, the remaining clues are skipped.
    pub(super) fn gather(
        mut self,
        rows: impl Iterator<Item = (Clue, bool)>,
        least: u8,
    ) -> Weighing {
        for (row, (clue, holds)) in rows.enumerate() {
            if holds {
                self.held |= 1 << row;
                self.points += i32::from(clue.points);
            }
            if clue.points < 0 && self.confidence() < least {
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

    pub(crate) fn clues(&self) -> impl Iterator<Item = Clue> {
        let Weighing { held, table, .. } = *self;
        (0..32).filter(move |row| held >> row & 1 == 1).filter_map(table)
    }

    /// The strongest clue against a link.
    pub(crate) fn objection(&self) -> &'static str {
        self.clues().min_by_key(|clue| clue.points).map_or("", |clue| clue.why)
    }

    /// The probability of a link in percent, from 0 to 100. It is more than 50 if the sum is positive.
    pub(crate) fn confidence(&self) -> u8 {
        let row = self.points.saturating_sub(FEWEST).max(0);
        let row = usize::try_from(row).unwrap_or_default();
        PERCENT.get(row).copied().unwrap_or(100)
    }
}

/// Whether a table has all clues for a link before those against it.
#[cfg(test)]
pub(super) fn is_in_order(clues: impl Iterator<Item = Clue>) -> bool {
    clues.map(|clue| clue.points < 0).is_sorted()
}

/// The sum of points for the first entry of [`PERCENT`].
const FEWEST: i32 = -9;

/// The confidence for each sum of points. A sum of 0 must be evidence against a link, so half a point is subtracted.
static PERCENT: [u8; 20] =
    [0, 1, 1, 2, 4, 6, 11, 18, 29, 43, 57, 71, 82, 89, 94, 96, 98, 99, 99, 100];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_follow_from_the_odds() {
        for points in FEWEST - 2..14 {
            let weighing = Weighing { points, ..Weighing::new(|_| None) };
            let odds = (f64::from((2 * points - 1) * i32::from(POINT)) / 200.0).exp();
            let percent = odds / (1.0 + odds) * 100.0;
            assert!((f64::from(weighing.confidence()) - percent).abs() <= 0.5, "{points}");
        }
    }
}
