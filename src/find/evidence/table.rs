//! The table of evidence: what each fact about a line end weighs, for a join or against it.
//!
//! `crates/fit` computes the weights from labelled line ends and prints this file; see `docs/joins.md`.

use super::facts::{Fact, FactSet};

/// A row of the table: facts that hold together, and what they weigh.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    facts: &'static [Fact],
    pub(super) set: FactSet,
    pub(super) weight: i16,
    why: &'static str,
}

impl Term {
    /// The names of the facts that have to hold together.
    pub fn facts(&self) -> impl Iterator<Item = &'static str> {
        self.facts.iter().map(|fact| fact.name())
    }

    /// What they weigh, in hundredths: for a join if it is positive. The sum of the weights is the
    /// logarithm of the odds that the URI goes on below.
    pub const fn weight(&self) -> i16 {
        self.weight
    }

    /// Why, in a sentence.
    pub const fn why(&self) -> &'static str {
        self.why
    }
}

const fn row(facts: &'static [Fact], weight: i16, why: &'static str) -> Term {
    Term { facts, set: FactSet::of(facts), weight, why }
}

/// What a line end weighs of which no fact holds.
pub(super) const BIAS: i16 = -207;

/// The rows, the facts of one in their order first.
#[rustfmt::skip]
pub(super) static TABLE: [Term; 87] = [
    row(&[Fact::Flowed], -168, "a soft break of flowed text has a blank, and a hard break is meant"),
    row(&[Fact::EndsInHyphen], 261, "mailers break after a hyphen of the URI, and no complete URI ends in one"),
    row(&[Fact::EndsInSlash], -69, "a folder is a complete URI"),
    row(&[Fact::TrailingBlank], 173, "Apple Mail, Outlook and soft breaks leave a blank where they break a URI"),
    row(&[Fact::BareHost], 0, "a host is a complete URI"),
    row(&[Fact::Repository], -139, "a branch or tag follows a repository"),
    row(&[Fact::WholeMessageId], -227, "the link to an archived message ends with its Message-ID"),
    row(&[Fact::FolderOfEntries], 210, "the entry of the folder is missing"),
    row(&[Fact::EndsInHash], -81, "a whole hash is the end of a link to a commit"),
    row(&[Fact::KeyWithoutValue], 72, "the value of the key is missing"),
    row(&[Fact::WholeFile], -235, "a file name with its extension is complete"),
    row(&[Fact::EndsInWord], -200, "a whole word is a better end than a half"),
    row(&[Fact::EndsInsideWord], -198, "names and abbreviations end links as well"),
    row(&[Fact::EndsInStump], 66, "a short stump is the beginning of a word"),
    row(&[Fact::ShortAbove], -107, "a short URI was not broken for its length"),
    row(&[Fact::ClosedBelow], 140, "what is opened before the URI closes after it"),
    row(&[Fact::BeginsLine], -105, "a URI on a line of its own is mostly whole"),
    row(&[Fact::AfterLabel], -257, "a program wrote the label and the URI, and did not wrap them"),
    row(&[Fact::PackageSource], -112, "a suite follows the URI of a repository of packages"),
    row(&[Fact::GluedLower], 92, "letters on both sides may be one word"),
    row(&[Fact::GluedUpper], -97, "a capital begins a word"),
    row(&[Fact::GluedDigits], 116, "digits on both sides may be one number"),
    row(&[Fact::GluedWords], -128, "two whole words are two words"),
    row(&[Fact::GluedEarly], -76, "only a full line is cut inside a word"),
    row(&[Fact::OneNumber], 158, "the hexadecimal digits on both sides are one number"),
    row(&[Fact::OneWord], 122, "the letters on both sides are one word"),
    row(&[Fact::HashApart], -142, "a hash stands beside a URI that does not ask for one"),
    row(&[Fact::FragmentThenPath], -71, "no fragment begins with a slash"),
    row(&[Fact::SlashThenHost], 25, "a host begins something else"),
    row(&[Fact::PortBelow], 43, "a port follows a colon"),
    row(&[Fact::BeginsLower], 127, "a path goes on in lower case"),
    row(&[Fact::BeginsWithDigit], 79, "a number goes on with a path"),
    row(&[Fact::BeginsQuery], -74, "parts of queries stand in programs and tables as well"),
    row(&[Fact::NextParameter], 52, "a query goes on with its next part"),
    row(&[Fact::BeginsOdd], -106, "URIs seldom have such bytes"),
    row(&[Fact::BeginsExtension], 181, "a file name is cut before its extension"),
    row(&[Fact::BeginsInsideWord], 54, "no word begins like that, so the break cut one"),
    row(&[Fact::CommonWord], -238, "a sentence goes on"),
    row(&[Fact::CapitalWord], -101, "a sentence begins, or a name stands there"),
    row(&[Fact::ShortToken], -160, "a short token is a word or a mark"),
    row(&[Fact::LongToken], 186, "prose has no tokens of that length"),
    row(&[Fact::MixedToken], 130, "prose seldom mixes letters and digits"),
    row(&[Fact::NumberToken], 80, "a number may be the rest of a path"),
    row(&[Fact::HashToken], -123, "a hash names a commit on a line of its own"),
    row(&[Fact::TokenSlash], 130, "a path goes on"),
    row(&[Fact::TokenExtension], 192, "a file name ends the URI"),
    row(&[Fact::TokenDot], 96, "the name of a file goes on"),
    row(&[Fact::TokenQuery], 199, "a query goes on"),
    row(&[Fact::TokenHyphen], 102, "words with hyphens are common in paths"),
    row(&[Fact::TokenFragment], 241, "a fragment follows a path"),
    row(&[Fact::TokenComma], -154, "a comma without a blank is rare in a URI"),
    row(&[Fact::TokenLabel], -181, "a word with a colon is a label"),
    row(&[Fact::TokenMessageId], 106, "a link to an archived message goes on with a Message-ID"),
    row(&[Fact::Alone], 255, "the rest of a URI stands alone on its line"),
    row(&[Fact::ThenWord], -146, "text goes on after the token"),
    row(&[Fact::ThenCloser], -51, "the closer belongs to something that the text below opened"),
    row(&[Fact::ThenOther], -71, "what follows is no sentence"),
    row(&[Fact::UriBelow], -117, "the token is an entry of a list of links"),
    row(&[Fact::SameIndent], 41, "a program that wraps keeps the indent"),
    row(&[Fact::DeeperIndent], -157, "a deeper indent begins something else"),
    row(&[Fact::DepthDiffers], 28, "a reply that is wrapped again gains marks or loses them"),
    row(&[Fact::DepthWitnessed], 50, "the neighbours show that the reply was wrapped after it was quoted"),
    row(&[Fact::Columns30], -174, "a line of that width is seldom full"),
    row(&[Fact::Columns45], 69, "a line of that width may be broken at a joint"),
    row(&[Fact::Columns60], 104, "programs wrap at that width"),
    row(&[Fact::Columns68], 150, "programs wrap at that width"),
    row(&[Fact::Columns72], 109, "programs wrap at that width"),
    row(&[Fact::Columns76], 155, "programs wrap at that width"),
    row(&[Fact::Columns81], -95, "few programs wrap at that width"),
    row(&[Fact::Columns86], -212, "a line of that width was not wrapped"),
    row(&[Fact::NearWidth], 91, "the next part of the URI did not fit"),
    row(&[Fact::TokenFits], -128, "the token would have fitted on the line above"),
    row(&[Fact::Chain], 161, "a URI that was broken once is broken again"),
    row(&[Fact::WholeNearby], 232, "the joined URI stands whole nearby"),
    row(&[Fact::TokenNearby], -224, "the token is a name that the text uses elsewhere"),
    row(&[Fact::LongAbove, Fact::AtWidth], 199, "a long URI that fills its line was cut"),
    row(&[Fact::Opened, Fact::MixedToken], -110, "a remark holds a URI and the number of a version"),
    row(&[Fact::AfterText, Fact::Glued], -204, "a program moves a long word to a new line before it cuts it"),
    row(&[Fact::AfterText, Fact::Glued, Fact::Columns76], -230, "a line of prose is full at that width, not cut"),
    row(&[Fact::AfterText, Fact::Alone], -304, "after text, the rest would be followed by text"),
    row(&[Fact::MixedToken, Fact::LongToken], -139, "a long token of letters and digits is an identifier"),
    row(&[Fact::MixedToken, Fact::TokenHyphen], -175, "the name of a version is written with hyphens"),
    row(&[Fact::MixedToken, Fact::TokenCloser], -113, "the closer belongs to a remark that began before the URI"),
    row(&[Fact::TokenDot, Fact::WideToken], -157, "a wide token with dots is a path or a host of its own"),
    row(&[Fact::Columns68, Fact::Glued], -35, "programs that cut words fill 72 columns and more"),
    row(&[Fact::NearWidth, Fact::Glued], -91, "a program that cuts words fills its lines"),
    row(&[Fact::LongerUriNearby, Fact::Glued], -221, "the program does not cut URIs: a longer one is whole"),
];

/// The rows of the table of evidence.
///
/// ```
/// let hyphen = linkwright::find::evidence().iter().find(|term| term.facts().eq(["ends-in-hyphen"]));
/// assert!(hyphen.is_some_and(|term| term.weight() > 0));
/// ```
pub fn evidence() -> &'static [Term] {
    &TABLE
}
