//! The table of evidence for e-mail addresses: the weight of each fact about a line end inside an address.
//!
//! The weights are set by hand; `docs/joins.md` explains why.

use super::facts::Fact;
use super::table::{Term, row};

/// The rows. The sum of the weights that count is the natural logarithm of the odds of a join, in hundredths. It is 0
/// if no fact holds.
#[rustfmt::skip]
pub(super) static TABLE: [Term; 30] = [
    row(&[Fact::EndsInHyphen], 150, "mailers break an address after its hyphens, and a hyphen that is used as a dash has a blank before it"),
    row(&[Fact::TrailingBlank], 80, "soft breaks leave a blank where they break an address"),
    row(&[Fact::BeginsLine], -150, "a word alone on its line is a heading or the end of a letter"),
    row(&[Fact::Opened], 50, "the opener shows that an address or a quotation begins here"),
    row(&[Fact::ClosedBelow], 200, "the closer shows that the address ends below"),
    row(&[Fact::DeeperIndent], -100, "a deeper indent begins a new part of the text"),
    row(&[Fact::DepthDiffers], -300, "lines with different reply marks have different authors"),
    row(&[Fact::DepthWitnessed], 250, "the neighbouring lines show that the reply was wrapped after it was quoted"),
    row(&[Fact::CommonWord], -400, "the sentence continues with a common word"),
    row(&[Fact::CapitalWord], -200, "a capital begins a sentence or a name"),
    row(&[Fact::TokenFits], -100, "the token fits on the line above, so a program had no reason to break there"),
    row(&[Fact::WholeNearby], 400, "the text nearby contains the joined address without a break"),
    row(&[Fact::EndsInDot], -450, "a sentence ends in a dot, and an address may begin the next line"),
    row(&[Fact::AfterAngle], 300, "only an address or a URI follows an angle bracket"),
    row(&[Fact::AfterRecipient], 250, "a list of recipients continues with an address"),
    row(&[Fact::AfterField], 100, "the field contains addresses"),
    row(&[Fact::ThenSeparator], 100, "the address is an entry in a list of recipients"),
    row(&[Fact::HeadIsWord], -300, "the word belongs to the sentence before the address"),
    row(&[Fact::HeadIsCapital], -300, "a name or a heading begins with a capital, and few mailboxes do"),
    row(&[Fact::HeadIsNumber], -350, "a number before an address is a telephone number or a date"),
    row(&[Fact::HeadNearby], 200, "mailboxes that begin alike often occur in the same text"),
    row(&[Fact::NameNearby], 150, "the text nearby contains the joined name"),
    row(&[Fact::TailNearby], -300, "the text nearby uses the part below as an address"),
    row(&[Fact::FitsEarly], -250, "programs do not break short lines"),
    row(&[Fact::FillsLine], 100, "the token did not fit on the line above"),
    row(&[Fact::CutsDomain], 350, "the part above is not an address without the part below"),
    row(&[Fact::WholeDomain], -600, "the part above is a whole address"),
    row(&[Fact::DomainBelow], 250, "the line below begins with the end of a domain"),
    row(&[Fact::EndsInDot, Fact::AfterAngle, Fact::ClosedBelow], 200, "a sentence does not end inside angle brackets"),
    row(&[Fact::FitsEarly, Fact::AfterAngle], 150, "a reply that was wrapped twice has short lines"),
];
