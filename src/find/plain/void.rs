//! The colon with a blank behind it: most colons that could end the scheme of a `mailto:` or a `tel:`
//! end a word.

use super::sleep::Sleep;
use crate::find::candidate;
use crate::find::draft::Place;
use crate::text::chars;

/// Whether nothing begins at the colon at `place.at`, for there is nothing behind it and nothing
/// before it that could enclose what follows the blank.
pub(crate) fn is_void(sleep: &Sleep, place: &Place<'_>) -> bool {
    let behind = [1, 2].map(|ahead| chars::byte_at(place.text, place.at + ahead));
    // At the end of a line it may go on below.
    let is_blank = matches!(behind, [b' ', next] if next > b' ');
    is_blank && sleep.is_open(place, candidate::scheme_run(*place).start())
}
