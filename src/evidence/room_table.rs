//! The weights of the facts at a line end of a text that was laid out.

use super::facts::Fact;
use super::table::{Term, row};

/// The rows, by which the finder decides whether a bare URI continues on the next line of a page.
pub(super) static TABLE: [Term; 5] = [
    row(&[], -250, "most line ends at which a URI ends are no breaks"),
    row(
        &[Fact::SegmentTooWide],
        300,
        "the next part of the URI would not have fitted before the edge of the column",
    ),
    row(
        &[Fact::SegmentFits],
        -300,
        "the next part of the URI would have fitted, so no program had a reason to break there",
    ),
    row(&[Fact::EndsInMark], 200, "typesetters break URIs after marks"),
    row(&[Fact::Alone], 100, "the rest of a URI is often the only text on its line"),
];

/// The rows of the table of evidence for text that was laid out, by which the finder decides whether a bare URI continues
/// on the next line of a page ([`Input::line_rooms`](crate::find::Input::line_rooms)).
///
/// ```
/// let mut rows = linkwright::find::room_evidence().iter();
/// assert!(rows.any(|term| term.facts().eq(["segment-fits"]) && term.weight() < 0));
/// ```
pub fn room_evidence() -> &'static [Term] {
    &TABLE
}
