//! The facts about a line end, and sets of them.

macro_rules! facts {
    ($($(#[$doc:meta])+ $fact:ident $name:literal,)+) => {
        /// Something that holds of a line end, of the text before it, or of the line below.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Fact { $($(#[$doc])+ $fact,)+ }

        impl Fact {
            const ALL: &[Fact] = &[$(Fact::$fact,)+];

            /// The name of the fact in the output of `explain` and in labelled files.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Fact::$fact => $name,)+ }
            }
        }
    };
}

facts! {
    /// The text is declared format=flowed.
    Flowed "flowed",

    /// The text above ends in `-`.
    EndsInHyphen "ends-in-hyphen",
    /// It ends in `/`.
    EndsInSlash "ends-in-slash",
    /// One blank is between the text and the line break.
    TrailingBlank "trailing-blank",
    /// The text above ends with its host, which has a top-level domain.
    BareHost "bare-host",
    /// It ends in `.git`.
    Repository "repository",
    /// It ends in a segment with an `@` and a domain, as links to archived messages do.
    WholeMessageId "whole-message-id",
    /// It ends in a folder that holds one entry for each commit, ticket, page or message.
    FolderOfEntries "folder-of-entries",
    /// It ends in a hexadecimal number of the length of a hash.
    EndsInHash "ends-in-hash",
    /// It ends in a key of a query without `=`.
    KeyWithoutValue "key-without-value",
    /// It ends in a file with an extension, and no separator follows below.
    WholeFile "whole-file",
    /// It ends in one of the commonest words.
    EndsInWord "ends-in-word",
    /// It ends in letters in which no word ends.
    EndsInsideWord "ends-inside-word",
    /// It ends in three letters that are no common word.
    EndsInStump "ends-in-stump",
    /// It has fewer than 25 bytes.
    ShortAbove "short-above",
    /// It has more than 60 bytes.
    LongAbove "long-above",
    /// An opening bracket or quote stands directly before the URI, and is not closed above.
    Opened "opened",
    /// What was opened is closed in the token below, or directly after it.
    ClosedBelow "closed-below",
    /// Nothing but marks stands before the URI on its line.
    BeginsLine "begins-line",
    /// A word and a colon stand before it.
    AfterLabel "after-label",
    /// Other text stands before it.
    AfterText "after-text",
    /// The line is an entry of a list of Debian packages, in which a suite follows the URI.
    PackageSource "package-source",

    /// A letter or digit is on both sides of the break.
    Glued "glued",
    /// The same, both lower case.
    GluedLower "glued-lower",
    /// The same, letters, one of them in upper case.
    GluedUpper "glued-upper",
    /// The same, both digits.
    GluedDigits "glued-digits",
    /// The letters on either side look like a word each.
    GluedWords "glued-words",
    /// Letters or digits on both sides, and a line of fewer than 60 columns.
    GluedEarly "glued-early",
    /// The letters on both sides are one word, or neither half is a word.
    OneWord "one-word",
    /// The hexadecimal digits on both sides are one number.
    OneNumber "one-number",
    /// A whole hash is below, and the text above does not ask for one.
    HashApart "hash-apart",
    /// The text above ends in `#`, and a path is below.
    FragmentThenPath "fragment-then-path",
    /// The text above ends in `/`, and a host is below.
    SlashThenHost "slash-then-host",
    /// The text above ends in `:`, and a port is below.
    PortBelow "port-below",

    /// The token begins in lower case, after punctuation.
    BeginsLower "begins-lower",
    /// It begins with a digit, after punctuation.
    BeginsWithDigit "begins-with-digit",
    /// It begins with `?`, `&`, `=` or `#`.
    BeginsQuery "begins-query",
    /// It begins with `&` after a query, or with `?` where there is not one yet.
    NextParameter "next-parameter",
    /// It begins with a byte that seldom goes on with a URI.
    BeginsOdd "begins-odd",
    /// It begins with `.` and an extension.
    BeginsExtension "begins-extension",
    /// It begins with letters with which no word begins.
    BeginsInsideWord "begins-inside-word",
    /// It is one of the commonest words.
    CommonWord "common-word",
    /// It is a word with a capital.
    CapitalWord "capital-word",
    /// It has three bytes or fewer.
    ShortToken "short-token",
    /// It has more than 30 bytes.
    LongToken "long-token",
    /// It has letters and digits.
    MixedToken "mixed-token",
    /// It is a number.
    NumberToken "number-token",
    /// It is a whole hash.
    HashToken "hash-token",
    /// `/` is inside.
    TokenSlash "token-slash",
    /// It ends in a file extension.
    TokenExtension "token-extension",
    /// `.` is inside.
    TokenDot "token-dot",
    /// `=`, `&`, `%` or `?` is inside.
    TokenQuery "token-query",
    /// `-` is inside.
    TokenHyphen "token-hyphen",
    /// `#` is inside.
    TokenFragment "token-fragment",
    /// `,` is inside.
    TokenComma "token-comma",
    /// It is a word and a colon.
    TokenLabel "token-label",
    /// It holds a Message-ID.
    TokenMessageId "token-message-id",
    /// It closes a bracket that it does not open.
    TokenCloser "token-closer",

    /// Nothing follows the token on its line.
    Alone "alone",
    /// A blank and a word follow it.
    ThenWord "then-word",
    /// A closer touches it.
    ThenCloser "then-closer",
    /// Something else follows it.
    ThenOther "then-other",
    /// The line after the token's begins with a URI.
    UriBelow "uri-below",
    /// Both lines are indented alike.
    SameIndent "same-indent",
    /// The line below is indented deeper.
    DeeperIndent "deeper-indent",
    /// The lines differ in the number of reply marks.
    DepthDiffers "depth-differs",
    /// The same, and a neighbour of one has the depth of the other.
    DepthWitnessed "depth-witnessed",

    /// The line has 30 to 44 columns.
    Columns30 "columns30",
    /// The line has 45 to 59 columns.
    Columns45 "columns45",
    /// The line has 60 to 67 columns.
    Columns60 "columns60",
    /// The line has 68 to 71 columns.
    Columns68 "columns68",
    /// The line has 72 to 75 columns.
    Columns72 "columns72",
    /// The line has 76 to 80 columns.
    Columns76 "columns76",
    /// The line has 81 to 85 columns.
    Columns81 "columns81",
    /// The line has more than 85 columns.
    Columns86 "columns86",
    /// The line is as wide as the widest line of prose nearby, give or take two columns.
    AtWidth "at-width",
    /// It is four to eight columns narrower.
    NearWidth "near-width",
    /// The token with a blank before it would have fitted in that width.
    TokenFits "token-fits",
    /// The token has more than 50 columns.
    WideToken "wide-token",
    /// A line nearby has a longer URI that is not broken.
    LongerUriNearby "longer-uri-nearby",
    /// The URI has been joined over a line end before this one.
    Chain "chain",
    /// The last bytes above and the first ones below stand together elsewhere nearby.
    WholeNearby "whole-nearby",
    /// The token stands as a word of its own nearby.
    TokenNearby "token-nearby",
}

/// A set of facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FactSet(u128);

// Each fact has a bit.
const _: () = assert!(Fact::ALL.len() <= u128::BITS as usize);

impl FactSet {
    /// The set of `facts`.
    pub(super) const fn of(facts: &[Fact]) -> FactSet {
        let (mut set, mut rest) = (0, facts);
        while let [fact, others @ ..] = rest {
            set |= 1 << *fact as u32;
            rest = others;
        }
        FactSet(set)
    }

    /// Adds `fact` where it `holds`.
    pub(super) fn note(&mut self, fact: Fact, holds: bool) {
        self.0 |= u128::from(holds) << fact as u32;
    }

    pub(super) const fn has(self, fact: Fact) -> bool {
        self.0 >> fact as u32 & 1 == 1
    }

    /// Whether all of `others` are in the set.
    pub(super) const fn has_all(self, others: FactSet) -> bool {
        self.0 & others.0 == others.0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Fact> {
        Fact::ALL.iter().copied().filter(move |&fact| self.has(fact))
    }
}
