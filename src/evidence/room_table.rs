//! The table of evidence for text that was laid out: the weight of each fact about a line end whose room is known.
//!
//! The weights come from a logistic regression on 93 line ends of typeset documents, labelled by the link annotations
//! in the documents. The weight of `segment-fits` is lower than the result of the regression, because one program
//! typeset nearly all of those documents. Of 138 line ends of documents from other sources, 51 are
//! joins. A confidence of 65 percent is reached by 45 of the joins and by no other line end.

use super::facts::Fact;
use super::table::{Term, row};

/// The rows. The sum of the weights that count is the natural logarithm of the odds of a join, in hundredths.
#[rustfmt::skip]
pub(super) static TABLE: [Term; 22] = [
    row(&[], -208, "most URIs at a line end are complete"),
    row(&[Fact::SegmentTooWide], 131, "the next part of the URI did not fit before the edge of the column"),
    row(&[Fact::SegmentFits], -250, "the next part of the URI would have fitted, so no program had a reason to break there"),
    row(&[Fact::EndsInMark], 33, "typesetters break URIs after marks"),
    row(&[Fact::EndsInSlash], 46, "typesetters break a URI after a slash rather than elsewhere"),
    row(&[Fact::EndsInPoint], -21, "the mark may end the sentence"),
    row(&[Fact::CapitalWord], -153, "a capital begins a sentence or a name"),
    row(&[Fact::CommonWord], -129, "the sentence continues with a common word"),
    row(&[Fact::Alone], 87, "the rest of a URI is often the only text on its line"),
    row(&[Fact::ShortToken], -132, "a short token is usually a word or a mark"),
    row(&[Fact::LongToken], 41, "prose seldom has a token of this length"),
    row(&[Fact::TokenSlash], 147, "slashes are common in paths and rare in prose"),
    row(&[Fact::TokenDot], 94, "a dot inside the token is common in file names"),
    row(&[Fact::TokenQuery], 28, "prose seldom contains the marks of a query"),
    row(&[Fact::TokenExtension], 51, "prose seldom contains file names, and many URIs end in one"),
    row(&[Fact::TokenHyphen], 116, "words with hyphens are common in paths"),
    row(&[Fact::MixedToken], 17, "prose seldom mixes letters and digits in one token"),
    row(&[Fact::Glued], -32, "typesetters seldom break between two letters or digits"),
    row(&[Fact::BeginsLower], 127, "a path often continues in lower case"),
    row(&[Fact::WholeNearby], 10, "the text nearby contains the joined URI without a break"),
    row(&[Fact::Opened], 26, "the opener shows that the URI goes on to its closer"),
    row(&[Fact::ClosedBelow], 15, "the bracket that was opened before the URI is closed below"),
];
