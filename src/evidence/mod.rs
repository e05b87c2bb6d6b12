//! Evidence: whether a bare URI that reaches the end of its line continues on the next line.
//!
//! A bare URI is a URI without delimiters around it. If a mail program broke the line inside the URI,
//! the two parts must be joined; if the author ended the line after the URI, they must not. The text
//! does not show which of the two happened, so the finder weighs evidence.
//!
//! - A fact ([`Fact`]) is a statement about the line end that is true or false. Facts are about the end
//!   of the URI above, the beginning of the line below, the width of the lines, and the text nearby.
//! - A weight is a number in the [`table`], in hundredths. Each row of the table has facts, and its
//!   weight counts if all of them hold; the first row has no facts and always counts. A positive weight
//!   supports a join.
//! - The sum of the weights that count is the natural logarithm of the odds of a join, because the weights come from a
//!   logistic regression on labelled line ends.
//! - The confidence is the probability of a join in percent, computed from the sum. The rule `fold`
//!   joins where the confidence reaches the threshold of the configuration. Below the threshold, a join
//!   of at least [`WORTH_A_READING`] percent is reported as an alternate.
//! - The bars (`Spot::is_barred`) are conditions under which the finder never joins and weighs nothing:
//!   the URI is complete before the line ends, or the next line begins with something else.
//!
//! Text that was extracted from a laid-out page needs other facts: its columns have no meaning, but the room at the end
//! of each line is known (`room`, `rooms.in`). A line end inside an e-mail address has a table of weights as well
//! (`address`, `addresses.in`).
//!
//! Each decision reads a bounded part of the text: the 1,024 bytes before the trigger of the URI, which is the limit
//! for every candidate, and the [`AHEAD`] bytes after the token below. The widths of lines come from at most 12 lines
//! on either side. The work is therefore linear, and a stream yields the same decisions as the whole text.
//!
//! Two designs were rejected. Fixed conditions ("the URI is the only text on its line", "the line is
//! full") fitted the texts for which they were written and failed on others. A list of all words, which
//! would separate prose from URIs better, is a hundred times as large as the tables in `words`.

mod above;
mod address;
mod around;
mod below;
mod bytes;
mod classes;
mod facts;
mod room;
mod seam;
mod spot;
mod table;
mod words;

pub(crate) use address::{AddressSpot, Broken};
#[cfg(feature = "explain")]
pub(crate) use facts::Fact;
pub(crate) use facts::FactSet;
pub(crate) use spot::{AHEAD, Spot};
pub(crate) use table::Term;
#[cfg(feature = "explain")]
pub use table::evidence;

/// A join below the threshold is reported as an alternate if its confidence is at least this many percent.
pub(crate) const WORTH_A_READING: u8 = 15;

/// Whether `token` is one of the most common English words.
pub(crate) fn is_word(token: &[u8]) -> bool {
    words::is_common(token)
}

/// The facts that hold at a line end, and the sum of their weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence {
    pub(crate) facts: FactSet,
    /// The table with the weights of the facts.
    table: &'static [Term],
    /// The sum of the weights that count, in hundredths.
    pub(crate) sum: i32,
}

impl Evidence {
    /// The evidence at a line end. It is `None` if a bar applies: the URI is complete before the line
    /// ends, or the next line begins with something else.
    ///
    /// The cheapest facts are determined first. As soon as the confidence can no longer reach `least` percent, the
    /// remaining facts are skipped. The evidence is then incomplete, and its confidence is below `least`.
    pub(crate) fn at(spot: &Spot<'_>, least: u8) -> Option<Evidence> {
        if spot.is_barred() {
            return None;
        }
        if let Some(fits) = spot.room {
            return Some(Evidence::whole(spot.facts_with_room(fits), table::ROOMS));
        }
        let stages = [Spot::note_parts, Spot::note_text_nearby, Spot::note_lines_nearby];
        let rests = [spot.parts_possible(), around::OF_TEXT, around::OF_LINES];
        let mut facts = FactSet::default();
        spot.note_line_end(&mut facts);
        let mut evidence = Evidence::of(facts);
        for (at, note) in stages.iter().enumerate() {
            let rest = rests.iter().skip(at).fold(FactSet::default(), |all, rest| all.or(*rest));
            if percent(evidence.sum + table::gain(facts, rest)) < least {
                #[cfg(test)]
                assert!(Evidence::at(spot, 0).is_some_and(|whole| whole.confidence() < least));
                break;
            }
            note(spot, &mut facts);
            evidence = Evidence::of(facts);
        }
        Some(evidence)
    }

    fn of(facts: FactSet) -> Evidence {
        Evidence { facts, table: table::LINE_ENDS, sum: table::sum(facts) }
    }

    /// The evidence at a line end inside an e-mail address.
    pub(crate) fn of_address(spot: &AddressSpot<'_>) -> Evidence {
        Evidence::whole(spot.facts(), table::ADDRESSES)
    }

    /// The evidence of all `facts`, with the weights of `table`.
    fn whole(facts: FactSet, table: &'static [Term]) -> Evidence {
        let evidence = Evidence { facts, table, sum: 0 };
        let sum = evidence.terms().map(|term| i32::from(term.weight)).sum();
        Evidence { sum, ..evidence }
    }

    /// The rows of the table whose facts all hold.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &'static Term> + use<> {
        let facts = self.facts;
        self.table.iter().filter(move |term| facts.has_all(term.set))
    }

    /// The probability of the join in percent, from 0 to 100.
    pub(crate) fn confidence(&self) -> u8 {
        percent(self.sum)
    }
}

/// Converts `sum`, the natural logarithm of the odds in hundredths, to a probability in percent.
pub(crate) fn percent(sum: i32) -> u8 {
    let odds = (f64::from(sum) / 100.0).exp();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
    let percent = (odds / (1.0 + odds) * 100.0).round() as u8;
    percent
}
