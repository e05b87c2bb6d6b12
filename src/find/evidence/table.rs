//! The table of evidence: what each fact about a line end weighs, for a join or against it.
//!
//! `crates/fit` computes the weights from labelled line ends and prints this file; see `docs/joins.md`.

use super::facts::Fact::{self, *};
use super::facts::FactSet;

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
pub(super) const BIAS: i16 = -197;

/// The rows, the facts of one in their order first.
#[rustfmt::skip]
pub(super) static TABLE: [Term; 86] = [
    row(&[Flowed], -150, "a soft break of flowed text has a blank, and a hard break is meant"),
    row(&[EndsInHyphen], 228, "mailers break after a hyphen of the URI, and no complete URI ends in one"),
    row(&[EndsInSlash], -65, "a folder is a complete URI"),
    row(&[TrailingBlank], 152, "Apple Mail, Outlook and soft breaks leave a blank where they break a URI"),
    row(&[BareHost], -1, "a host is a complete URI"),
    row(&[Repository], -136, "a branch or tag follows a repository"),
    row(&[WholeMessageId], -193, "the link to an archived message ends with its Message-ID"),
    row(&[FolderOfEntries], 163, "the entry of the folder is missing"),
    row(&[EndsInHash], -63, "a whole hash is the end of a link to a commit"),
    row(&[KeyWithoutValue], 58, "the value of the key is missing"),
    row(&[WholeFile], -133, "a file name with its extension is complete"),
    row(&[EndsInWord], -177, "a whole word is a better end than a half"),
    row(&[EndsInsideWord], -158, "names and abbreviations end links as well"),
    row(&[EndsInStump], 58, "a short stump is the beginning of a word"),
    row(&[ShortAbove], -84, "a short URI was not broken for its length"),
    row(&[ClosedBelow], 93, "what is opened before the URI closes after it"),
    row(&[BeginsLine], -82, "a URI on a line of its own is mostly whole"),
    row(&[AfterLabel], -223, "a program wrote the label and the URI, and did not wrap them"),
    row(&[PackageSource], -96, "a suite follows the URI of a repository of packages"),
    row(&[GluedLower], 70, "letters on both sides may be one word"),
    row(&[GluedUpper], -82, "a capital begins a word"),
    row(&[GluedDigits], 95, "digits on both sides may be one number"),
    row(&[GluedWords], -111, "two whole words are two words"),
    row(&[GluedEarly], -66, "only a full line is cut inside a word"),
    row(&[OneNumber], 133, "the hexadecimal digits on both sides are one number"),
    row(&[OneWord], 108, "the letters on both sides are one word"),
    row(&[HashApart], -117, "a hash stands beside a URI that does not ask for one"),
    row(&[FragmentThenPath], -54, "no fragment begins with a slash"),
    row(&[SlashThenHost], 21, "a host begins something else"),
    row(&[PortBelow], 35, "a port follows a colon"),
    row(&[BeginsLower], 118, "a path goes on in lower case"),
    row(&[BeginsWithDigit], 65, "a number goes on with a path"),
    row(&[BeginsQuery], -54, "parts of queries stand in programs and tables as well"),
    row(&[NextParameter], 36, "a query goes on with its next part"),
    row(&[BeginsOdd], -79, "URIs seldom have such bytes"),
    row(&[BeginsExtension], 155, "a file name is cut before its extension"),
    row(&[BeginsInsideWord], 56, "no word begins like that, so the break cut one"),
    row(&[CommonWord], -208, "a sentence goes on"),
    row(&[CapitalWord], -108, "a sentence begins, or a name stands there"),
    row(&[ShortToken], -140, "a short token is a word or a mark"),
    row(&[LongToken], 154, "prose has no tokens of that length"),
    row(&[MixedToken], 105, "prose seldom mixes letters and digits"),
    row(&[NumberToken], 69, "a number may be the rest of a path"),
    row(&[HashToken], -94, "a hash names a commit on a line of its own"),
    row(&[TokenSlash], 116, "a path goes on"),
    row(&[TokenExtension], 169, "a file name ends the URI"),
    row(&[TokenDot], 93, "the name of a file goes on"),
    row(&[TokenQuery], 164, "a query goes on"),
    row(&[TokenHyphen], 80, "words with hyphens are common in paths"),
    row(&[TokenFragment], 193, "a fragment follows a path"),
    row(&[TokenComma], -122, "a comma without a blank is rare in a URI"),
    row(&[TokenLabel], -159, "a word with a colon is a label"),
    row(&[TokenMessageId], 77, "a link to an archived message goes on with a Message-ID"),
    row(&[Alone], 235, "the rest of a URI stands alone on its line"),
    row(&[ThenWord], -130, "text goes on after the token"),
    row(&[ThenCloser], -44, "the closer belongs to something that the text below opened"),
    row(&[ThenOther], -63, "what follows is no sentence"),
    row(&[UriBelow], -95, "the token is an entry of a list of links"),
    row(&[SameIndent], 40, "a program that wraps keeps the indent"),
    row(&[DeeperIndent], -133, "a deeper indent begins something else"),
    row(&[DepthDiffers], 30, "a reply that is wrapped again gains marks or loses them"),
    row(&[DepthWitnessed], 44, "the neighbours show that the reply was wrapped after it was quoted"),
    row(&[Columns30], -145, "a line of that width is seldom full"),
    row(&[Columns45], 61, "a line of that width may be broken at a joint"),
    row(&[Columns60], 90, "programs wrap at that width"),
    row(&[Columns68], 133, "programs wrap at that width"),
    row(&[Columns72], 96, "programs wrap at that width"),
    row(&[Columns76], 127, "programs wrap at that width"),
    row(&[Columns81], -85, "few programs wrap at that width"),
    row(&[Columns86], -188, "a line of that width was not wrapped"),
    row(&[NearWidth], 79, "the next part of the URI did not fit"),
    row(&[TokenFits], -116, "the token would have fitted on the line above"),
    row(&[Chain], 144, "a URI that was broken once is broken again"),
    row(&[WholeNearby], 186, "the joined URI stands whole nearby"),
    row(&[TokenNearby], -198, "the token is a name that the text uses elsewhere"),
    row(&[LongAbove, AtWidth], 169, "a long URI that fills its line was cut"),
    row(&[Opened, MixedToken], -101, "a remark holds a URI and the number of a version"),
    row(&[AfterText, Glued], -187, "a program moves a long word to a new line before it cuts it"),
    row(&[AfterText, Alone], -247, "after text, the rest would be followed by text"),
    row(&[MixedToken, LongToken], -105, "a long token of letters and digits is an identifier"),
    row(&[MixedToken, TokenHyphen], -142, "the name of a version is written with hyphens"),
    row(&[MixedToken, TokenCloser], -100, "the closer belongs to a remark that began before the URI"),
    row(&[TokenDot, WideToken], -123, "a wide token with dots is a path or a host of its own"),
    row(&[Columns68, Glued], -41, "programs that cut words fill 72 columns and more"),
    row(&[NearWidth, Glued], -80, "a program that cuts words fills its lines"),
    row(&[LongerUriNearby, Glued], -193, "the program does not cut URIs: a longer one is whole"),
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
