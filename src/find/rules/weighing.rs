//! Whether a text without a scheme is a link: clues for and against, whose weights make a confidence.
//!
//! A bare name may be code, and an address may be a Message-ID. No single fact separates them, so a rule
//! has a table of clues, each with a weight. The weights are in the unit of the evidence for joins: hundredths of the
//! natural logarithm of the odds.

/// A fact about a text without a scheme, and how much it says for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clue {
    points: i8,
    why: &'static str,
}

/// What one point of a table is worth, in hundredths. That is cautious: of the names in the chat log on which the weights
/// were set, 11 of 13 with 57 percent are domains, and 69 of 69 with 82 percent; other logs are less regular.
const POINT: i16 = 60;

impl Clue {
    pub(super) const fn new(points: i8, why: &'static str) -> Clue {
        Clue { points, why }
    }

    /// The weight in hundredths. A positive weight speaks for a link, a negative one against it. The sum of the
    /// weights is the natural logarithm of the odds that the text is a link.
    pub const fn weight(&self) -> i16 {
        self.points as i16 * POINT
    }

    /// The fact, as a sentence.
    pub const fn why(&self) -> &'static str {
        self.why
    }
}

/// The clues that hold, by their places in the table of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighing {
    held: u32,
    table: fn(usize) -> Option<Clue>,
    /// What begins the URI that the text makes if it is not the link.
    otherwise: Option<&'static str>,
}

impl Weighing {
    /// The clues of `table` for which `holds`. The table has 32 rows at most.
    pub(super) fn new(table: fn(usize) -> Option<Clue>, holds: impl Fn(usize) -> bool) -> Weighing {
        let rows = (0..32).take_while(|&row| table(row).is_some());
        let held = rows.filter(|&row| holds(row)).fold(0, |held, row| held | 1 << row);
        Weighing { held, table, otherwise: None }
    }

    /// The same of a text that makes a URI after `scheme` if it is not the link.
    pub(super) fn or_else(self, scheme: &'static str) -> Weighing {
        Weighing { otherwise: Some(scheme), ..self }
    }

    /// What begins the URI that the text makes if it is not the link.
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
        let points: i32 = self.clues().map(|clue| i32::from(clue.points)).sum();
        // A sum of 0 decides against a link.
        let odds = (f64::from((2 * points - 1) * i32::from(POINT)) / 200.0).exp();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
        let percent = (odds / (1.0 + odds) * 100.0).round() as u8;
        percent
    }
}
