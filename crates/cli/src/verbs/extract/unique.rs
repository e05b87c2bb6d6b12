//! Merges rows: equal links into one row with their number (`--unique`), and all links with the same label (`--by`).

use core::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::batch::Entry;
use super::sink::{Sink, Tally};
use crate::exit::Failure;

/// The distinct rows found so far. The memory use grows with their number.
#[derive(Debug)]
pub(super) struct Unique {
    /// The keys of all rows, if later rows with the same key are dropped.
    seen: Option<HashSet<Box<[u8]>>>,
    counted: Option<Counted>,
}

/// Rows that are counted, and written at the end.
#[derive(Debug, Default)]
struct Counted {
    /// Whether rows with the same text are merged, and the most frequent come first. If not, rows with the same key are
    /// merged, and are in the order of their first occurrences.
    is_by_label: bool,
    numbers: HashMap<Box<[u8]>, usize>,
    rows: Vec<CountedUri>,
}

/// A row with the number of its occurrences.
#[derive(Debug)]
struct CountedUri {
    head: Box<[u8]>,
    count: u64,
    /// The locations, as [`Tally`] has them.
    places: Vec<u8>,
}

impl Unique {
    /// `is_unique` means that links with equal keys are merged, `is_counted` that rows have counts, and `is_by_label` that
    /// rows are labels. If not all of them are counted, the first of several equal rows is written at once.
    pub(super) fn new(is_unique: bool, is_counted: bool, is_by_label: bool) -> Unique {
        let is_seen = is_unique && (is_by_label || !is_counted);
        let counts = is_by_label || is_unique && is_counted;
        Unique {
            seen: is_seen.then(HashSet::new),
            counted: counts.then(|| Counted { is_by_label, ..Counted::default() }),
        }
    }

    /// Adds an entry, and returns whether it must be written now.
    pub(super) fn see(&mut self, entry: Entry<'_>) -> bool {
        if let Some(seen) = &mut self.seen {
            if seen.contains(entry.key) {
                return false;
            }
            seen.insert(entry.key.into());
        }
        let Some(counted) = &mut self.counted else { return true };
        counted.add(entry);
        false
    }

    /// Writes the counted rows to `sink`.
    pub(super) fn pour(self, sink: &mut dyn Sink) -> Result<(), Failure> {
        let Some(mut counted) = self.counted else { return Ok(()) };
        if counted.is_by_label {
            counted.rows.sort_unstable_by(|a, b| {
                (Reverse(a.count), &a.head).cmp(&(Reverse(b.count), &b.head))
            });
        }
        drop(counted.numbers);
        counted.rows.iter().try_for_each(|CountedUri { head, count, places }| {
            sink.entry(head, Some(Tally { count: *count, places }))
        })
    }
}

impl Counted {
    fn add(&mut self, entry: Entry<'_>) {
        let key = if self.is_by_label { entry.head } else { entry.key };
        let known = self.numbers.get(key).copied();
        let number = known.unwrap_or(self.rows.len());
        if known.is_none() {
            self.numbers.insert(key.into(), number);
            self.rows.push(CountedUri { head: entry.head.into(), count: 0, places: Vec::new() });
        }
        let seen = &mut self.rows[number];
        seen.count += 1;
        seen.places.extend_from_slice(entry.place);
    }
}
