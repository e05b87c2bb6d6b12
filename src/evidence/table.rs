//! The table of evidence: the weight of each fact about a line end, for or against a join.
//!
//! `crates/fit` computes the weights from labelled line ends and prints the rows; see `docs/joins.md`.

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
pub(super) const fn row(facts: &'static [Fact], weight: i16, why: &'static str) -> Term {
    Term {
        facts,
        set: FactSet::of(facts),
        weight,
        #[cfg(feature = "explain")]
        why,
    }
}

/// The rows. The first row has no facts and always counts. Rows with one fact follow, then rows with several facts.
#[rustfmt::skip]
pub(super) static TABLE: [Term; 92] = [
    row(&[], -200, "most URIs end with their line"),
    row(&[Fact::Flowed], -107, "in flowed text a soft break leaves a blank, so a break without a blank is intended"),
    row(&[Fact::EndsInHyphen], 361, "mailers break a URI after its hyphens, and complete URIs seldom end in a hyphen"),
    row(&[Fact::EndsInDot], -39, "typesetters break a URI after a dot, and writers end a sentence with one"),
    row(&[Fact::EndsInComma], -511, "a comma after a URI belongs to the text"),
    row(&[Fact::EndsOpen], 113, "a URI seldom ends in one of `? # = & _`"),
    row(&[Fact::TrailingBlank], 251, "Apple Mail, Outlook and soft breaks leave a blank where they break a URI"),
    row(&[Fact::Repository], -166, "the URI of a repository is complete, and a branch or tag often follows it"),
    row(&[Fact::WholeMessageId], -310, "a link to an archived message ends with the Message-ID"),
    row(&[Fact::FolderOfEntries], 121, "a link to a folder of commits, tickets, pages or messages needs the name of an entry"),
    row(&[Fact::EndsInHash], -167, "a link to a commit ends with the whole hash"),
    row(&[Fact::WholeFile], -302, "a file name with an extension is complete"),
    row(&[Fact::EndsInWord], -221, "a URI more often ends with a whole word than inside a word"),
    row(&[Fact::EndsInsideWord], -193, "no word ends with these letters, so they are a name or an abbreviation, and many URIs end with one"),
    row(&[Fact::EndsInStump], 124, "three letters that are not a word are probably the beginning of a longer word"),
    row(&[Fact::ShortAbove], -100, "a short URI fits on a line, so a program had no reason to break it"),
    row(&[Fact::ClosedBelow], 310, "the closer of the bracket shows that the URI ends below"),
    row(&[Fact::BeginsLine], -145, "a URI at the beginning of its line is usually whole"),
    row(&[Fact::AfterLabel], -325, "programs that write a label and a URI do not wrap the URI"),
    row(&[Fact::PackageSource], -303, "a suite follows the URI in a list of package sources"),
    row(&[Fact::GluedLower], 108, "lower-case letters on both sides are often parts of one word"),
    row(&[Fact::GluedUpper], -135, "a capital begins a new word"),
    row(&[Fact::GluedDigits], 129, "digits on both sides are often parts of one number"),
    row(&[Fact::GluedWords], -184, "a URI with a break between two whole words usually ends there"),
    row(&[Fact::GluedEarly], -188, "programs cut words only where the line is full"),
    row(&[Fact::OneNumber], 215, "the hexadecimal digits on both sides are one number"),
    row(&[Fact::OneWord], 194, "the letters on both sides are one word"),
    row(&[Fact::CutsExtension], 390, "the break is inside a file extension"),
    row(&[Fact::HashApart], -223, "a hash on the next line identifies a commit and does not continue this URI"),
    row(&[Fact::FragmentThenPath], -663, "a fragment does not begin with a slash"),
    row(&[Fact::BeginsLower], 159, "a path often continues in lower case"),
    row(&[Fact::BeginsWithDigit], 101, "a path often continues with a digit"),
    row(&[Fact::BeginsQuery], -148, "`?`, `&`, `=` or `#` at the beginning of a line is also common in program text and tables"),
    row(&[Fact::NextParameter], 161, "a query begins or continues below"),
    row(&[Fact::BeginsOdd], -71, "the rest of a URI seldom begins with a mark other than `/ . ? & = # - _ %`"),
    row(&[Fact::BeginsSlash], 241, "a path often continues with a slash"),
    row(&[Fact::BeginsExtension], 335, "the break is between a file name and its extension"),
    row(&[Fact::CommonWord], -248, "the sentence continues with a common word"),
    row(&[Fact::CapitalWord], -181, "a capital begins a sentence or a name"),
    row(&[Fact::ShortToken], -207, "a short token is usually a word or a mark"),
    row(&[Fact::LongToken], 222, "prose seldom has a token of this length"),
    row(&[Fact::MixedToken], 143, "prose seldom mixes letters and digits in one token"),
    row(&[Fact::NumberToken], 123, "a number is often the last part of a path"),
    row(&[Fact::HashToken], -296, "a hash on the next line often identifies a commit"),
    row(&[Fact::TokenSlash], 176, "slashes are common in paths and rare in prose"),
    row(&[Fact::TokenExtension], 226, "prose seldom contains file names, and many URIs end in one"),
    row(&[Fact::TokenDot], 69, "a dot inside the token is common in file names"),
    row(&[Fact::TokenQuery], 330, "prose seldom contains the marks of a query"),
    row(&[Fact::TokenHyphen], 154, "words with hyphens are common in paths"),
    row(&[Fact::TokenFragment], 439, "prose seldom contains a fragment"),
    row(&[Fact::TokenLabel], -250, "a word with a colon is a label of new text"),
    row(&[Fact::TokenMessageId], 154, "the token has an `@`, like a Message-ID at the end of a link to an archived message"),
    row(&[Fact::Alone], 264, "the rest of a URI is often the only text on its line"),
    row(&[Fact::ThenWord], -180, "a word after the token shows that a sentence continues"),
    row(&[Fact::ThenOther], -48, "other text after the token seldom follows the rest of a URI"),
    row(&[Fact::UriBelow], -190, "the line after the token begins with a URI, so the lines are a list"),
    row(&[Fact::MoreBelow], -60, "the token is an entry of a list"),
    row(&[Fact::SameIndent], 28, "programs that wrap lines keep the indent"),
    row(&[Fact::DeeperIndent], -361, "a deeper indent begins a new part of the text"),
    row(&[Fact::LeavesComment], -303, "the comment ends above, and a program goes on below"),
    row(&[Fact::DepthDiffers], 66, "a program that wraps a quoted reply changes its reply marks"),
    row(&[Fact::DepthWitnessed], 153, "the neighbouring lines show that the reply was wrapped after it was quoted"),
    row(&[Fact::Columns0], -299, "a line of fewer than 45 columns is seldom full"),
    row(&[Fact::Columns60], 40, "many programs wrap at 60 to 67 columns"),
    row(&[Fact::Columns68], 101, "many programs wrap at 68 to 71 columns"),
    row(&[Fact::Columns72], 99, "many programs wrap at 72 to 75 columns"),
    row(&[Fact::Columns76], 210, "many programs wrap at 76 to 80 columns"),
    row(&[Fact::Columns81], -161, "few programs wrap at 81 to 85 columns"),
    row(&[Fact::Columns86], -128, "a line of more than 85 columns was not wrapped"),
    row(&[Fact::NearWidth], 153, "the line has room for a few bytes, but the next part of the URI did not fit"),
    row(&[Fact::EvenLines], 23, "the neighbouring lines are full, and so is this one"),
    row(&[Fact::TokenFits], -53, "the token fits on the line above, so a program had no reason to break there"),
    row(&[Fact::Chain], 293, "a program that broke the URI once breaks it again"),
    row(&[Fact::WholeNearby], 361, "the text nearby contains the joined URI without a break"),
    row(&[Fact::TokenNearby], -197, "the text nearby contains the token as a separate word"),
    row(&[Fact::TrailingBlank, Fact::ThenWord], -113, "writers also leave a blank at the end of a line, and the sentence continues below"),
    row(&[Fact::EndsInDot, Fact::BeginsLower], 225, "a sentence does not begin in lower case"),
    row(&[Fact::EvenLines, Fact::Columns86], 266, "text from pages has wide lines of about the same width"),
    row(&[Fact::AfterLabel, Fact::NextParameter], 340, "a query that continues below proves that the program wrapped it"),
    row(&[Fact::FolderOfEntries, Fact::HashToken], 634, "a link to a folder of commits needs the hash of a commit"),
    row(&[Fact::EndsOpen, Fact::HashToken], 450, "a key without its value, and a value"),
    row(&[Fact::CutsExtension, Fact::Glued, Fact::ShortToken], 500, "a few letters that complete an extension are no word"),
    row(&[Fact::LongAbove, Fact::AtWidth], 261, "a long URI that fills its line was cut"),
    row(&[Fact::AfterText, Fact::Glued], -276, "programs move a long word to the next line and do not cut it"),
    row(&[Fact::AfterText, Fact::Glued, Fact::Columns76], -250, "prose fills a line of this width, so the break is between two words"),
    row(&[Fact::AfterText, Fact::Alone], -361, "if the URI continued, more of the sentence would follow the token"),
    row(&[Fact::MixedToken, Fact::LongToken], -148, "a long token of letters and digits is often an identifier"),
    row(&[Fact::MixedToken, Fact::TokenHyphen], -256, "names of versions and identifiers contain letters, digits and hyphens"),
    row(&[Fact::MixedToken, Fact::TokenCloser], -180, "the closer belongs to a bracket that was opened before the URI"),
    row(&[Fact::TokenDot, Fact::WideToken], -154, "a wide token with dots is often a separate path or host"),
    row(&[Fact::NearWidth, Fact::Glued], -166, "programs that cut words fill the whole line"),
    row(&[Fact::LongerUriNearby, Fact::Glued], -269, "a longer URI nearby is whole, so the program does not cut URIs"),
];

/// The number of rows that have at most one fact; they come first.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const SINGLE: usize = {
    let mut len = 0;
    while TABLE[len].facts.len() <= 1 {
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
        weights[TABLE[at].facts[0] as usize] = TABLE[at].weight;
        at += 1;
    }
    weights
};

/// Returns the sum of the weights of the rows whose facts are all in `facts`, in hundredths.
pub(super) fn sum(facts: FactSet) -> i32 {
    let single = facts.numbers().filter_map(|number| WEIGHTS.get(number));
    let others = TABLE.iter().take(1).chain(TABLE.iter().skip(SINGLE));
    let others = others.filter(|term| facts.has_all(term.set)).map(|term| &term.weight);
    single.chain(others).map(|&weight| i32::from(weight)).sum()
}

/// Returns the most that the facts in `others` could add to the sum of `facts`: the sum of the positive weights of the
/// rows that would count in addition if these facts held.
pub(super) fn gain(facts: FactSet, others: FactSet) -> i32 {
    let single = others.numbers().filter_map(|number| WEIGHTS.get(number).copied());
    let all = facts.or(others);
    let rows = TABLE.iter().skip(SINGLE).filter(|term| all.has_all(term.set));
    let rows = rows.filter(|term| term.set.has_any(others)).map(|term| term.weight);
    single.chain(rows).map(|weight| i32::from(weight.max(0))).sum()
}

/// The rows of the table, for the program that fits the weights and for the tests of the facts.
#[cfg(feature = "explain")]
pub fn evidence() -> impl Iterator<Item = (Vec<&'static str>, i16, &'static str)> {
    TABLE.iter().map(Term::shown)
}
