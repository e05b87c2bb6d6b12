//! The facts about a line end, and sets of facts.
//!
//! The URI above is the part of the URI before the line break. The token below is the run of URI characters that begins
//! the next line; most facts about it leave out the punctuation and the closing brackets at its end. The text nearby is
//! the 1,024 bytes on either side; the lines nearby are at most 12 lines of this text on either side.
//!
//! A text was laid out if it was extracted from a page and the room at the end of each line is known. The line end may
//! also be inside an e-mail address. Then "the URI above" is the part of the address above the line end, and the facts
//! about addresses at the end of the list apply as well.

macro_rules! facts {
    ($($(#[$doc:meta])+ $fact:ident $name:literal,)+) => {
        /// A statement about a line end that is either true or false.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Fact { $($(#[$doc])+ $fact,)+ }

        impl Fact {
            pub(super) const ALL: &[Fact] = &[$(Fact::$fact,)+];

            /// The name of the fact in the output of `explain` and in labelled files.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Fact::$fact => $name,)+ }
            }
        }
    };
}

facts! {
    /// The message declares that its text is format=flowed (RFC 3676).
    Flowed "flowed",

    /// The URI above ends in `-`.
    EndsInHyphen "ends-in-hyphen",
    /// The URI above ends in `/`.
    EndsInSlash "ends-in-slash",
    /// The URI above ends in `,` or `;`.
    EndsInComma "ends-in-comma",
    /// The URI above ends in one of `? # = & _`, after which a URI usually has more.
    EndsOpen "ends-open",
    /// Exactly one blank is between the URI above and the line break.
    TrailingBlank "trailing-blank",
    /// The URI above ends in `.git`.
    Repository "repository",
    /// The last segment of the URI above contains an `@` and a domain after it, as in links to archived messages.
    WholeMessageId "whole-message-id",
    /// The URI above ends in a folder that has one entry for each commit, ticket, page or message.
    FolderOfEntries "folder-of-entries",
    /// The URI above ends in a hexadecimal number that has the length of a hash.
    EndsInHash "ends-in-hash",
    /// The path above ends in a file name with a known extension, and the token below begins with a letter or digit.
    WholeFile "whole-file",
    /// The last letters above form one of the most common English words.
    EndsInWord "ends-in-word",
    /// The last two letters above are a pair that seldom ends an English word.
    EndsInsideWord "ends-inside-word",
    /// The URI above ends in exactly three letters that are not a common word, and the token begins with a letter.
    EndsInStump "ends-in-stump",
    /// The URI above has fewer than 25 bytes.
    ShortAbove "short-above",
    /// The URI above has more than 60 bytes.
    LongAbove "long-above",
    /// An opening bracket or quote is directly before the URI, and the URI above does not contain its closer.
    Opened "opened",
    /// The token below, or the byte after it, closes a bracket or quote that was opened above.
    ClosedBelow "closed-below",
    /// The URI begins its line, or only a list or footnote marker precedes it.
    BeginsLine "begins-line",
    /// The text before the URI on its line ends in a colon.
    AfterLabel "after-label",
    /// The URI has text before it on its line, and that text does not end in a colon.
    AfterText "after-text",
    /// The line is an entry of a list of Debian packages (`deb` or `deb-src`); such entries name a suite after the URI.
    PackageSource "package-source",

    /// A letter or digit is on each side of the break.
    Glued "glued",
    /// A lower-case letter is on each side of the break.
    GluedLower "glued-lower",
    /// A letter is on each side of the break, and at least one of the two is in upper case.
    GluedUpper "glued-upper",
    /// A digit is on each side of the break.
    GluedDigits "glued-digits",
    /// Three or more letters are on each side of the break, and each side looks like a whole word.
    GluedWords "glued-words",
    /// A letter or digit is on each side of the break, the line above has fewer than 60 columns, and the URI was not
    /// joined over an earlier line end.
    GluedEarly "glued-early",
    /// The letters on both sides of the break look like one word: together they are a common word, or one side does not
    /// look like a whole word.
    OneWord "one-word",
    /// The hexadecimal digits on both sides of the break look like one number.
    OneNumber "one-number",
    /// The token below is a whole hash, and the URI above ends neither in `=` or `-` nor in a folder that has one
    /// entry for each commit.
    HashApart "hash-apart",
    /// The break is inside a known file extension or after its dot: `.h` above and `tml` below, `.` and `html`.
    CutsExtension "cuts-extension",
    /// The URI above ends in `#`, and the token below begins with `/`.
    FragmentThenPath "fragment-then-path",

    /// The token below begins with a lower-case letter, and the URI above ends in punctuation.
    BeginsLower "begins-lower",
    /// The token below begins with a digit, and the URI above ends in punctuation.
    BeginsWithDigit "begins-with-digit",
    /// The token below begins with `?`, `&`, `=` or `#`.
    BeginsQuery "begins-query",
    /// The token below begins with `&` where the URI above has a query or fragment, with `?` where it has neither, or
    /// with `=` where the last parameter of its query has no `=`.
    NextParameter "next-parameter",
    /// The token below begins with a byte that seldom begins the rest of a URI.
    BeginsOdd "begins-odd",
    /// The token below begins with `/`.
    BeginsSlash "begins-slash",
    /// The token below begins with `.` and a known file extension.
    BeginsExtension "begins-extension",
    /// The token below is one of the most common English words, also before an apostrophe (`it's`).
    CommonWord "common-word",
    /// The token below is a capital followed by lower-case letters, and is not a common word.
    CapitalWord "capital-word",
    /// The token below has three bytes or fewer.
    ShortToken "short-token",
    /// The token below has more than 30 bytes.
    LongToken "long-token",
    /// The token below has both letters and digits.
    MixedToken "mixed-token",
    /// The token below is a number, which may contain `.`, `-` and `:`.
    NumberToken "number-token",
    /// The token below is a whole hash or a UUID: hexadecimal digits, as many as a hash has.
    HashToken "hash-token",
    /// The token below contains `/` after its first byte.
    TokenSlash "token-slash",
    /// The token below ends in a known file extension.
    TokenExtension "token-extension",
    /// The token below contains `.` between its first and its last byte.
    TokenDot "token-dot",
    /// The token below contains `=`, `&`, `%` or `?` between its first and its last byte.
    TokenQuery "token-query",
    /// The token below contains `-` between its first and its last byte.
    TokenHyphen "token-hyphen",
    /// The token below contains `#` between its first and its last byte.
    TokenFragment "token-fragment",
    /// The token below is a label: a word and a colon, or a place in a source file and a colon.
    TokenLabel "token-label",
    /// The token below contains an `@`, and is not an e-mail address; it is probably a Message-ID.
    TokenMessageId "token-message-id",
    /// The token below has more `)` than `(`.
    TokenCloser "token-closer",

    /// The token below is the last text on its line.
    Alone "alone",
    /// The token below is followed by a blank and a word.
    ThenWord "then-word",
    /// The token below is followed on its line by text that does not begin with a blank and a word.
    ThenOther "then-other",
    /// The token is the last text on its line, and the next line begins with a URI.
    UriBelow "uri-below",
    /// The token is the last text on its line, its line is more than ten columns narrower than the line above, and the
    /// next line has one token as well, like an entry of a list.
    MoreBelow "more-below",
    /// The two lines have the same number of reply marks and the same indent.
    SameIndent "same-indent",
    /// The two lines have the same number of reply marks, and the line below has a deeper indent.
    DeeperIndent "deeper-indent",
    /// The line above is a comment of a program, and the line below is not.
    LeavesComment "leaves-comment",
    /// The two lines have different numbers of reply marks.
    DepthDiffers "depth-differs",
    /// The two lines have different numbers of reply marks, and a line next to one of them has as many as the other.
    DepthWitnessed "depth-witnessed",

    /// The line above has fewer than 45 columns.
    Columns0 "columns0",
    /// The line above has 60 to 67 columns.
    Columns60 "columns60",
    /// The line above has 68 to 71 columns.
    Columns68 "columns68",
    /// The line above has 72 to 75 columns.
    Columns72 "columns72",
    /// The line above has 76 to 80 columns.
    Columns76 "columns76",
    /// The line above has 81 to 85 columns.
    Columns81 "columns81",
    /// The line above has more than 85 columns.
    Columns86 "columns86",
    /// The line above is about as wide as the widest line of prose nearby: at most one column narrower and at most two
    /// columns wider.
    AtWidth "at-width",
    /// The line above is four to eight columns narrower than the widest line of prose nearby.
    NearWidth "near-width",
    /// The line before the line above, or the line of the token, is prose and about as wide as the line above: at most 15
    /// percent wider or narrower.
    EvenLines "even-lines",
    /// The token below and a blank before it fit on the line above without making it wider than the prose nearby.
    TokenFits "token-fits",
    /// The token below has more than 50 columns up to the next blank.
    WideToken "wide-token",
    /// A line nearby ends in a URI of more than 20 bytes, and is more than two columns wider than the line above.
    LongerUriNearby "longer-uri-nearby",
    /// The URI was already joined over an earlier line end.
    Chain "chain",
    /// The text nearby contains the last 12 bytes above and the first 8 bytes below without a break between them, or
    /// all of the joined address.
    WholeNearby "whole-nearby",
    /// The text nearby contains the token below as a separate word.
    TokenNearby "token-nearby",

    /// The URI above, or the part of an e-mail address above, ends in `.`.
    EndsInDot "ends-in-dot",
    /// `<` is directly before the address.
    AfterAngle "after-angle",
    /// `,` or `;` is before the address, and another address before that: it is in a list of recipients.
    AfterRecipient "after-recipient",
    /// The line above begins with the name of a header field for addresses or of a trailer: `Cc:`, `Reported-by:`.
    AfterField "after-field",
    /// The part of an address below is directly followed by `,` or `;`.
    ThenSeparator "then-separator",
    /// The part of an address above is a common word followed by `-` or `.`.
    HeadIsWord "head-is-word",
    /// The part of an address above begins with a capital.
    HeadIsCapital "head-is-capital",
    /// The part of an address above has no letters.
    HeadIsNumber "head-is-number",
    /// The text nearby contains another address that begins with the part above.
    HeadNearby "head-nearby",
    /// The text nearby contains the part above joined with the first word below, in upper or lower case.
    NameNearby "name-nearby",
    /// The text nearby contains the part of an address below as a separate address, not at the beginning of a line.
    TailNearby "tail-nearby",
    /// The line above and the token below have fewer than 60 columns together.
    FitsEarly "fits-early",
    /// The line above and the token below have 72 columns or more together.
    FillsLine "fills-line",
    /// The text was laid out, and the first segment of the token below would have fitted at the end of the line above.
    /// A segment ends after a mark, such as a slash or a dot.
    SegmentFits "segment-fits",
    /// The text was laid out, and the first segment of the token below would not have fitted at the end of the line
    /// above.
    SegmentTooWide "segment-too-wide",
    /// The text was laid out, and the URI above ends in a mark (a byte that is neither a letter nor a digit).
    /// Typesetters break URIs after marks.
    EndsInMark "ends-in-mark",
    /// The text was laid out, and the URI above ends in a mark that also ends a sentence or a part of one.
    EndsInPoint "ends-in-point",

    /// The domain of the address above does not end in a top-level domain.
    CutsDomain "cuts-domain",
    /// The domain of the address above ends in a top-level domain.
    WholeDomain "whole-domain",
    /// The part of a domain below contains a dot, a digit or another byte that is not a letter, or is a label that
    /// occurs nearly only in domains, such as `com`.
    DomainBelow "domain-below",
}

/// A set of facts, or of the rows of a table of functions, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FactSet(u128);

// Each fact is one bit of a set.
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

    /// The facts of this set and of `other`.
    pub(super) const fn or(self, other: FactSet) -> FactSet {
        FactSet(self.0 | other.0)
    }

    /// Adds `fact` to the set if it `holds`.
    pub(super) fn note(&mut self, fact: Fact, holds: bool) {
        self.0 |= u128::from(holds) << fact as u32;
    }

    /// Adds the fact or row with this number.
    pub(super) fn add(&mut self, number: usize) {
        self.0 |= 1 << number;
    }

    /// Whether `fact` is in the set.
    pub(super) const fn has(self, fact: Fact) -> bool {
        self.0 >> fact as u32 & 1 == 1
    }

    /// Whether all of `others` are in the set.
    pub(super) const fn has_all(self, others: FactSet) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether one of `others` is in the set.
    pub(super) const fn has_any(self, others: FactSet) -> bool {
        self.0 & others.0 != 0
    }

    /// The numbers of the facts of the set, in the order of their declaration.
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        (0..u128::BITS as usize).filter(move |number| self.0 >> number & 1 == 1)
    }

    /// The facts of the set, in the order of their declaration.
    pub(crate) fn iter(self) -> impl Iterator<Item = Fact> {
        Fact::ALL.iter().copied().filter(move |&fact| self.has(fact))
    }
}
