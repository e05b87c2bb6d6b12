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
//! The same kind of table decides whether a bare name is a domain and whether an address is a Message-ID. Its rows have
//! functions in place of facts, and stand with their rules (`rules::bare_domain`, `rules::message_id`).
//!
//! Text that was extracted from a laid-out page needs other facts: its columns have no meaning, but the room at the end
//! of each line is known (`rooms.in`). A line end inside an e-mail address has a table of weights as well
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
mod seam;
mod spot;
mod table;
mod words;

pub(crate) use address::{AddressSpot, Broken};
#[cfg(feature = "explain")]
pub(crate) use facts::Fact;
pub(crate) use facts::FactSet;
pub(crate) use spot::{AHEAD, Spot};
use table::FactRow;
#[cfg(feature = "explain")]
pub use table::evidence;
pub(crate) use table::{Row, Term, clue, clues};
pub(crate) use words::is_common as is_word;

/// A join below the threshold is reported as an alternate if its confidence is at least this many percent.
pub(crate) const WORTH_A_READING: u8 = 15;

/// The maximum number of rows of a table of functions.
pub(crate) const MOST_CLUES: usize = u128::BITS as usize;

/// What holds, and the sum of the weights of the rows that count for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence {
    /// The facts that hold; for a table of functions, the numbers of the rows that hold.
    pub(crate) held: FactSet,
    /// The sum of the weights that count, in hundredths.
    pub(crate) sum: i32,
    table: Table,
}

/// A table, from which explanations take the rows that count.
#[derive(Clone, Copy, Debug)]
enum Table {
    Facts(&'static [FactRow]),
    /// A table of functions: the [`clues`] of its rows.
    Clues(fn(FactSet) -> Vec<Term>),
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
            return Some(Evidence::of(spot.facts_with_room(fits), table::ROOMS));
        }
        let stages = [Spot::note_parts, Spot::note_text_nearby, Spot::note_lines_nearby];
        let rests = [spot.parts_possible(), around::OF_TEXT, around::OF_LINES];
        let mut facts = FactSet::default();
        spot.note_line_end(&mut facts);
        for (at, note) in stages.iter().enumerate() {
            let rest = rests.iter().skip(at).fold(FactSet::default(), |all, rest| all.or(*rest));
            if percent(table::sum(facts) + table::gain(facts, rest)) < least {
                #[cfg(test)]
                assert!(Evidence::at(spot, 0).is_some_and(|whole| whole.confidence() < least));
                break;
            }
            note(spot, &mut facts);
        }
        let table = Table::Facts(table::LINE_ENDS);
        Some(Evidence { held: facts, sum: table::sum(facts), table })
    }

    /// The evidence at a line end inside an e-mail address.
    pub(crate) fn of_address(spot: &AddressSpot<'_>) -> Evidence {
        Evidence::of(spot.facts(), table::ADDRESSES)
    }

    /// The evidence of all `facts`, with the weights of `table`.
    fn of(facts: FactSet, table: &'static [FactRow]) -> Evidence {
        let rows = table.iter().filter(|row| facts.has_all(row.holds));
        let sum = rows.map(|row| i32::from(row.weight)).sum();
        Evidence { held: facts, sum, table: Table::Facts(table) }
    }

    /// The evidence of the rows of `table`, at most [`MOST_CLUES`], for which `holds` is true, in their order. Once no
    /// further row can raise the confidence to `least` percent, the remaining rows are skipped.
    pub(crate) fn of_rows<T: Copy>(
        table: &[Row<T>],
        holds: impl Fn(T) -> bool,
        least: u8,
        clues: fn(FactSet) -> Vec<Term>,
    ) -> Evidence {
        let mut evidence =
            Evidence { held: FactSet::default(), sum: 0, table: Table::Clues(clues) };
        let gain = |row: &Row<T>| i32::from(row.weight.max(0));
        // The sum of the positive weights that may still be added.
        let mut rest: i32 = table.iter().map(gain).sum();
        for (number, row) in table.iter().enumerate() {
            rest -= gain(row);
            if holds(row.holds) {
                evidence.held.add(number);
                evidence.sum += i32::from(row.weight);
            }
            let most = evidence.sum + rest;
            if most < 0 && percent(most) < least {
                break;
            }
        }
        evidence
    }

    /// The rows that count.
    pub(crate) fn terms(&self) -> Vec<Term> {
        match self.table {
            Table::Facts(rows) => {
                let rows = rows.iter().filter(|row| self.held.has_all(row.holds));
                rows.map(Row::shown).collect()
            }
            Table::Clues(clues) => clues(self.held),
        }
    }

    /// The reason of the strongest row against a join or a link.
    pub(crate) fn objection(&self) -> &'static str {
        self.terms().into_iter().min_by_key(|term| term.1).map_or("", |term| term.2)
    }

    /// The probability of the join or the link in percent, from 0 to 100.
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
