//! Merges equal links into one row, which has the number of links and, if the output lists locations, all their
//! locations.

use std::collections::{HashMap, HashSet};

use super::batch::Entry;
use super::sink::{Sink, Tally};
use crate::exit::Failure;

/// The distinct links found so far.
///
/// The memory use grows with the number of distinct links. For each link, its normal form is stored. If the output has
/// counts, the row of its first occurrence and a counter are stored too. If the output lists locations, the locations
/// are also stored, up to the limit of `--max-places`.
#[derive(Debug)]
pub(super) enum Unique {
    /// The first of several equal links is written at once, and later ones are dropped.
    First(HashSet<Box<[u8]>>),
    /// Rows have the number of equal links, so they are written at the end.
    Counted(Counted),
}

/// The counted links, in the order of their first occurrences.
#[derive(Debug, Default)]
pub(super) struct Counted {
    numbers: HashMap<Box<[u8]>, usize>,
    links: Vec<Seen>,
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
    pub(super) fn first() -> Unique {
        Unique::First(HashSet::new())
    }

    pub(super) fn counted(max_places: Option<u64>) -> Unique {
        Unique::Counted(Counted { max_places, ..Counted::default() })
    }

    /// Adds an entry, and returns whether it must be written now.
    pub(super) fn see(&mut self, entry: Entry<'_>) -> bool {
        match self {
            Unique::First(keys) => {
                let is_new = !keys.contains(entry.key);
                if is_new {
                    keys.insert(entry.key.into());
                }
                is_new
            }
            Unique::Counted(counted) => {
                counted.see(entry);
                false
            }
        }
    }

    /// Writes the links that have not been written yet to `sink`.
    pub(super) fn pour(self, sink: &mut dyn Sink) -> Result<(), Failure> {
        match self {
            Unique::First(_) => Ok(()),
            Unique::Counted(counted) => counted.pour(sink),
        }
    }
}

impl Counted {
    fn see(&mut self, entry: Entry<'_>) {
        let number = match self.numbers.get(entry.key) {
            Some(&number) => number,
            None => self.add(entry),
        };
        let seen = &mut self.links[number];
        seen.count += 1;
        if self.max_places.is_some_and(|most| seen.count <= most) {
            seen.places.extend_from_slice(entry.place);
        }
    }

    fn add(&mut self, entry: Entry<'_>) -> usize {
        let number = self.links.len();
        self.numbers.insert(entry.key.into(), number);
        self.links.push(Seen { head: entry.head.into(), count: 0, places: Vec::new() });
        number
    }

    fn pour(self, sink: &mut dyn Sink) -> Result<(), Failure> {
        drop(self.numbers);
        for seen in self.links {
            let places = self.max_places.map(|_| &*seen.places);
            sink.entry(&seen.head, Some(Tally { count: seen.count, places }))?;
        }
        Ok(())
    }
}
