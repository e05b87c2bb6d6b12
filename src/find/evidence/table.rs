//! The table of evidence: the weight of each fact about a line end, for a join or against it.
//!
//! `crates/fit` computes the weights from labelled line ends and prints the rows; see `docs/joins.md`.

use super::facts::{Fact, FactSet};

/// A row of the table: one or more facts, and the weight that counts if all of them hold.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    facts: &'static [Fact],
    pub(super) set: FactSet,
    pub(super) weight: i16,
    why: &'static str,
}

impl Term {
    /// The names of the facts that must all hold for the weight to count.
    pub fn facts(&self) -> impl Iterator<Item = &'static str> {
        self.facts.iter().map(|fact| fact.name())
    }

    /// The weight in hundredths. A positive weight speaks for a join, a negative one against it. The
    /// sum of the weights is the natural logarithm of the odds that the URI continues below.
    pub const fn weight(&self) -> i16 {
        self.weight
    }

    /// The reason for the row, in one sentence.
    pub const fn why(&self) -> &'static str {
        self.why
    }
}

const fn row(facts: &'static [Fact], weight: i16, why: &'static str) -> Term {
    Term { facts, set: FactSet::of(facts), weight, why }
}

/// The sum, in hundredths, before any row is added. It is negative because most URIs end with their
/// line.
pub(super) const BIAS: i16 = -198;

/// The rows. Rows with one fact come first, in the order of [`Fact`]; rows with several facts follow.
#[rustfmt::skip]
pub(super) static TABLE: [Term; 86] = [
    row(&[Fact::Flowed], -163, "in flowed text a soft break leaves a blank, so a break without a blank is intended"),
    row(&[Fact::EndsInHyphen], 260, "mailers break a URI after its hyphens, and complete URIs seldom end in a hyphen"),
    row(&[Fact::EndsInSlash], -65, "the URI of a folder is complete"),
    row(&[Fact::TrailingBlank], 172, "Apple Mail, Outlook and soft breaks leave a blank where they break a URI"),
    row(&[Fact::Repository], -149, "the URI of a repository is complete, and a branch or tag often follows it"),
    row(&[Fact::WholeMessageId], -226, "a link to an archived message ends with the Message-ID"),
    row(&[Fact::FolderOfEntries], 155, "a link to such a folder needs the name of an entry"),
    row(&[Fact::EndsInHash], -81, "a link to a commit ends with the whole hash"),
    row(&[Fact::KeyWithoutValue], 68, "a key in a query needs a value"),
    row(&[Fact::WholeFile], -229, "a file name with an extension is complete"),
    row(&[Fact::EndsInWord], -179, "a URI more often ends with a whole word than inside a word"),
    row(&[Fact::EndsInsideWord], -195, "many complete URIs end with a name or an abbreviation"),
    row(&[Fact::EndsInStump], 75, "three letters that are not a word are probably the beginning of a longer word"),
    row(&[Fact::ShortAbove], -112, "a short URI fits on a line, so a program had no reason to break it"),
    row(&[Fact::ClosedBelow], 140, "the closer of the bracket shows that the URI ends below"),
    row(&[Fact::BeginsLine], -109, "a URI at the beginning of its line is usually whole"),
    row(&[Fact::AfterLabel], -259, "programs that write a label and a URI do not wrap the URI"),
    row(&[Fact::PackageSource], -116, "a suite follows the URI in a list of package sources"),
    row(&[Fact::GluedLower], 80, "lower-case letters on both sides are often parts of one word"),
    row(&[Fact::GluedUpper], -88, "a capital begins a new word"),
    row(&[Fact::GluedDigits], 113, "digits on both sides are often parts of one number"),
    row(&[Fact::GluedWords], -142, "a URI with a break between two whole words usually ends there"),
    row(&[Fact::GluedEarly], -72, "programs cut words only where the line is full"),
    row(&[Fact::OneNumber], 158, "the hexadecimal digits on both sides are one number"),
    row(&[Fact::OneWord], 133, "the letters on both sides are one word"),
    row(&[Fact::HashApart], -148, "a hash on the next line names a commit and does not continue this URI"),
    row(&[Fact::FragmentThenPath], -72, "a fragment does not begin with a slash"),
    row(&[Fact::SlashThenHost], 28, "a path may contain a host, as in links to archived pages"),
    row(&[Fact::PortBelow], 40, "a port follows the colon of a host"),
    row(&[Fact::BeginsLower], 127, "a path often continues in lower case"),
    row(&[Fact::BeginsWithDigit], 98, "a path often continues with a digit"),
    row(&[Fact::BeginsQuery], -79, "parts of queries are also common in program text and tables"),
    row(&[Fact::NextParameter], 47, "the next parameter continues the query"),
    row(&[Fact::BeginsOdd], -110, "URIs seldom contain such a byte at this place"),
    row(&[Fact::BeginsExtension], 179, "the break is between a file name and its extension"),
    row(&[Fact::BeginsInsideWord], 51, "no word begins with these letters, so the break is inside a word"),
    row(&[Fact::CommonWord], -230, "the sentence continues with a common word"),
    row(&[Fact::CapitalWord], -108, "a capital begins a sentence or a name"),
    row(&[Fact::ShortToken], -166, "a short token is usually a word or a mark"),
    row(&[Fact::LongToken], 188, "prose seldom has a token of this length"),
    row(&[Fact::MixedToken], 126, "prose seldom mixes letters and digits in one token"),
    row(&[Fact::NumberToken], 85, "a number is often the last part of a path"),
    row(&[Fact::HashToken], -112, "a hash on the next line often names a commit"),
    row(&[Fact::TokenSlash], 127, "prose seldom contains slashes, and paths do"),
    row(&[Fact::TokenExtension], 208, "prose seldom contains file names, and many URIs end in one"),
    row(&[Fact::TokenDot], 84, "a dot inside the token is common in file names"),
    row(&[Fact::TokenQuery], 193, "prose seldom contains the marks of a query"),
    row(&[Fact::TokenHyphen], 99, "words with hyphens are common in paths"),
    row(&[Fact::TokenFragment], 243, "prose seldom contains a fragment"),
    row(&[Fact::TokenComma], -151, "a URI seldom contains a comma"),
    row(&[Fact::TokenLabel], -178, "a word with a colon is a label of new text"),
    row(&[Fact::TokenMessageId], 115, "a link to an archived message continues with the Message-ID"),
    row(&[Fact::Alone], 253, "the rest of a URI is often the only text on its line"),
    row(&[Fact::ThenWord], -145, "a word after the token shows that a sentence continues"),
    row(&[Fact::ThenCloser], -49, "the closer belongs to a bracket or quote in the text below"),
    row(&[Fact::ThenOther], -71, "other text after the token seldom follows the rest of a URI"),
    row(&[Fact::UriBelow], -124, "a URI on the line after it shows a list, and the token is an entry of the list"),
    row(&[Fact::SameIndent], 36, "programs that wrap lines keep the indent"),
    row(&[Fact::DeeperIndent], -159, "a deeper indent begins a new part of the text"),
    row(&[Fact::DepthDiffers], 31, "a program that wraps a quoted reply changes its reply marks"),
    row(&[Fact::DepthWitnessed], 51, "the neighbouring lines show that the reply was wrapped after it was quoted"),
    row(&[Fact::Columns30], -170, "a line of 30 to 44 columns is seldom full"),
    row(&[Fact::Columns45], 69, "a line of 45 to 59 columns may be full, if a long part of the URI follows"),
    row(&[Fact::Columns60], 101, "many programs wrap at 60 to 67 columns"),
    row(&[Fact::Columns68], 150, "many programs wrap at 68 to 71 columns"),
    row(&[Fact::Columns72], 113, "many programs wrap at 72 to 75 columns"),
    row(&[Fact::Columns76], 164, "many programs wrap at 76 to 80 columns"),
    row(&[Fact::Columns81], -94, "few programs wrap at 81 to 85 columns"),
    row(&[Fact::Columns86], -205, "a line of more than 85 columns was not wrapped"),
    row(&[Fact::NearWidth], 87, "the line has room for a few bytes, but the next part of the URI did not fit"),
    row(&[Fact::TokenFits], -118, "the token fits on the line above, so a program had no reason to break there"),
    row(&[Fact::Chain], 159, "a program that broke the URI once breaks it again"),
    row(&[Fact::WholeNearby], 242, "the text nearby contains the joined URI without a break"),
    row(&[Fact::TokenNearby], -224, "the text nearby uses the token as a name"),
    row(&[Fact::LongAbove, Fact::AtWidth], 198, "a long URI that fills its line was cut"),
    row(&[Fact::Opened, Fact::MixedToken], -113, "the bracket holds a URI and then a version number"),
    row(&[Fact::AfterText, Fact::Glued], -203, "programs move a long word to the next line and do not cut it"),
    row(&[Fact::AfterText, Fact::Glued, Fact::Columns76], -230, "prose fills a line of this width, so the break is between two words"),
    row(&[Fact::AfterText, Fact::Alone], -301, "if the URI continued, more of the sentence would follow the token"),
    row(&[Fact::MixedToken, Fact::LongToken], -136, "a long token of letters and digits is often an identifier"),
    row(&[Fact::MixedToken, Fact::TokenHyphen], -182, "the name of a version contains letters, digits and hyphens"),
    row(&[Fact::MixedToken, Fact::TokenCloser], -115, "the closer belongs to a bracket that was opened before the URI"),
    row(&[Fact::TokenDot, Fact::WideToken], -155, "a wide token with dots is often a separate path or host"),
    row(&[Fact::Columns68, Fact::Glued], -30, "programs that cut words fill 72 columns or more"),
    row(&[Fact::NearWidth, Fact::Glued], -101, "programs that cut words fill the whole line"),
    row(&[Fact::LongerUriNearby, Fact::Glued], -236, "a longer URI nearby is whole, so the program does not cut URIs"),
];

/// The number of rows with one fact, which come first.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const SINGLE: usize = {
    let mut len = 0;
    while TABLE[len].facts.len() == 1 {
        len += 1;
    }
    len
};

/// The weight of each fact that has a row of its own, by the number of the fact. A sum is taken at each
/// line end, and few of the facts hold there.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
static WEIGHTS: [i16; Fact::ALL.len()] = {
    let mut weights = [0; Fact::ALL.len()];
    let mut at = 0;
    while at < SINGLE {
        weights[TABLE[at].facts[0] as usize] = TABLE[at].weight;
        at += 1;
    }
    weights
};

/// The sum of `BIAS` and the weights of the rows whose facts are all in `facts`, in hundredths.
pub(super) fn sum(facts: FactSet) -> i32 {
    let weights = facts.numbers().filter_map(|number| WEIGHTS.get(number));
    let several = TABLE.iter().skip(SINGLE).filter(|term| facts.has_all(term.set));
    let weights = weights.chain(several.map(|term| &term.weight));
    i32::from(BIAS) + weights.map(|&weight| i32::from(weight)).sum::<i32>()
}

/// The most that `facts` add to a sum: the positive weights of all rows with one of them.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
pub(super) const fn gain(facts: FactSet) -> i32 {
    let (mut gain, mut at) = (0, 0);
    while at < TABLE.len() {
        if TABLE[at].set.has_any(facts) && TABLE[at].weight > 0 {
            gain += TABLE[at].weight as i32;
        }
        at += 1;
    }
    gain
}

/// The rows of the table of evidence, by which the finder decides whether a bare URI continues on the
/// next line.
///
/// ```
/// let hyphen = linkwright::find::evidence().iter().find(|term| term.facts().eq(["ends-in-hyphen"]));
/// assert!(hyphen.is_some_and(|term| term.weight() > 0));
/// ```
pub fn evidence() -> &'static [Term] {
    &TABLE
}
