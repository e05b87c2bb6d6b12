//! Searches of a whole text.

use linkwright::Finder;

use crate::records::Records;
use crate::units::Units;

/// Adds a record for each match of `text`, and returns how many there are.
pub(crate) fn find(finder: &Finder, text: &str, out: &mut Records) -> i32 {
    let mut units = Units::default();
    let mut count = 0;
    let mut matches = finder.find_iter(text);
    while let Some(found) = &matches.next() {
        out.add(found, text, &mut units);
        count += 1;
    }
    count
}
