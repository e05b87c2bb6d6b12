//! Merges equal links into one row, which has the number of links and, if the output lists locations, all their
//! locations.

use std::collections::HashMap;

use super::batch::Entry;
use super::sink::{Sink, Tally};
use crate::exit::Failure;

/// The distinct links found so far.
///
/// The memory use grows with the number of distinct links. For each link, its normal form is stored. If the output has
/// counts, the row of its first occurrence and a counter are stored too. If the output lists locations, the locations
/// are also stored, up to the limit `places`.
#[derive(Debug)]
pub(super) struct Unique {
    /// The number of each link, by its key.
    numbers: HashMap<Box<[u8]>, usize>,
    /// The counted links by number; empty if links are not counted.
    links: Vec<Seen>,
    /// Whether rows have the number of equal links, so that they are written at the end. If not, the first of several
    /// equal links is written at once, and later ones are dropped.
    is_counted: bool,
    /// How many locations of each link are kept; `None` if they are not listed.
    max_places: Option<u64>,
}

/// A link, with the row of its first occurrence.
#[derive(Debug)]
struct Seen {
    head: Box<[u8]>,
    count: u64,
    /// The locations, as [`Tally`] has them.
    places: Vec<u8>,
}

impl Unique {
    pub(super) fn new(is_counted: bool, max_places: Option<u64>) -> Unique {
        Unique { numbers: HashMap::new(), links: Vec::new(), is_counted, max_places }
    }

    /// Adds an entry, and returns whether it must be written now.
    pub(super) fn see(&mut self, entry: Entry<'_>) -> bool {
        let known = self.numbers.get(entry.key).copied();
        let number = known.unwrap_or(self.numbers.len());
        if known.is_none() {
            self.numbers.insert(entry.key.into(), number);
        }
        if !self.is_counted {
            return known.is_none();
        }
        if known.is_none() {
            self.links.push(Seen { head: entry.head.into(), count: 0, places: Vec::new() });
        }
        let seen = &mut self.links[number];
        seen.count += 1;
        if self.max_places.is_some_and(|most| seen.count <= most) {
            seen.places.extend_from_slice(entry.place);
        }
        false
    }

    /// Writes the counted links to `sink`, in the order of their first occurrences.
    pub(super) fn pour(self, sink: &mut dyn Sink) -> Result<(), Failure> {
        drop(self.numbers);
        for seen in self.links {
            let places = self.max_places.map(|_| &*seen.places);
            sink.entry(&seen.head, Some(Tally { count: seen.count, places }))?;
        }
        Ok(())
    }
}
