//! Evidence: whether a bare URI that reaches the end of its line goes on in the line below.
//!
//! A mailer breaks a line because the next piece does not fit, and a sentence goes on because it is not
//! over. Neither can be seen, but both leave traces: in the last bytes above, the first ones below, the
//! widths of the lines, and the text around. Each trace is a [`Fact`]; the [`table`] says what it weighs.
//! The sum of the weights is the logarithm of the odds for a join (a logistic regression on line ends
//! that people labelled). Fixed conditions, "alone on its line" or "full width", were tried first and
//! did not hold on texts for which they were not written.
//!
//! Only a constant number of bytes is looked at: `BEHIND` before the URI, `AHEAD` after the token below.

mod above;
mod around;
mod below;
mod bytes;
mod facts;
mod seam;
mod spot;
mod table;
mod words;

pub(crate) use facts::{Fact, FactSet};
pub(crate) use spot::{AHEAD, Spot};
pub use table::{Term, evidence};

/// A join that is less likely, in percent, is no other reading.
pub(crate) const WORTH_A_READING: u8 = 15;

/// What was weighed at a line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Evidence {
    pub(crate) facts: FactSet,
    /// The sum of the weights in hundredths.
    pub(crate) sum: i32,
}

impl Evidence {
    /// The evidence at a line end; `None` where the URI ended before, or something else begins below.
    pub(crate) fn at(spot: &Spot<'_>) -> Option<Evidence> {
        if spot.is_barred() {
            return None;
        }
        let mut facts = FactSet::default();
        spot.note_above(&mut facts);
        spot.note_seam(&mut facts);
        spot.note_below(&mut facts);
        spot.note_around(&mut facts);
        let weights = terms(facts).map(|term| i32::from(term.weight));
        Some(Evidence { facts, sum: i32::from(table::BIAS) + weights.sum::<i32>() })
    }

    /// How likely the join is, in percent.
    pub(crate) fn confidence(&self) -> u8 {
        let odds = (f64::from(self.sum) / 100.0).exp();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
        let percent = (odds / (1.0 + odds) * 100.0).round() as u8;
        percent
    }
}

/// The rows of the table of which all facts hold.
pub(crate) fn terms(facts: FactSet) -> impl Iterator<Item = &'static Term> {
    table::TABLE.iter().filter(move |term| facts.has_all(term.set))
}
