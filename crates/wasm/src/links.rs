//! Searches of a whole text.

use linkwright::Finder;

use crate::records::Records;
use crate::units::Units;

/// Adds a record for each match of a text, which has this number of code units, and returns how many there are.
pub(crate) fn find(finder: &Finder, text: &[u8], len: usize, out: &mut Records) -> i32 {
    let mut units = Units::of_whole(text, len);
    let mut count = 0;
    let mut matches = finder.find_iter(text);
    while let Some(found) = &matches.next() {
        out.add(found, text, &mut units);
        count += 1;
    }
    count
}
