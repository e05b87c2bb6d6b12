//! Merges equal links into one row, with their number and, if the format has places, the place of
//! each.

use std::collections::{HashMap, HashSet};

use super::batch::Entry;
use super::sink::{Sink, Tally};
use crate::exit::Failure;

/// The different links that were found so far.
///
/// Memory grows with the number of different links. Each has its normal form; if the output has
/// counts, also its first row and a counter; if the output has places, also its places, which
/// `--max-places` limits.
#[derive(Debug)]
pub(super) enum Unique {
    /// The first of equal links is written at once, and the others are left out.
    First(HashSet<Box<[u8]>>),
    /// Each row has the count of equal links, and is written at the end.
    Counted(Counted),
}

/// Links that are counted, in the order in which each was seen first.
#[derive(Debug, Default)]
pub(super) struct Counted {
    numbers: HashMap<Box<[u8]>, usize>,
    links: Vec<Seen>,
    max_places: u64,
}

/// A link, with the row of its first occurrence.
#[derive(Debug)]
struct Seen {
    head: Box<[u8]>,
    count: u64,
    /// The places as a JSON array without its brackets.
    places: Vec<u8>,
}

impl Unique {
    pub(super) fn first() -> Unique {
        Unique::First(HashSet::new())
    }

    pub(super) fn counted(max_places: u64) -> Unique {
        Unique::Counted(Counted { max_places, ..Counted::default() })
    }

    /// Adds an entry; returns whether it must be written now.
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

    /// Writes to `sink` the links that are not yet written.
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
        if !entry.place.is_empty() && seen.count <= self.max_places {
            if !seen.places.is_empty() {
                seen.places.push(b',');
            }
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
            sink.entry(&seen.head, Some(Tally { count: seen.count, places: &seen.places }))?;
        }
        Ok(())
    }
}
