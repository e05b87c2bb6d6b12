//! Sinks that count rows instead of writing them.

use core::cmp::Reverse;
use std::collections::HashMap;

use super::row_sink::{Sink, Tally};
use crate::exit::Failure;
use crate::verbs::extract::output::Output;
use crate::verbs::extract::table::Table;

/// Writes the number of rows as one line.
#[derive(Debug)]
pub(in crate::verbs::extract) struct Total {
    out: Output,
    end: &'static [u8],
    rows: u64,
}

impl Total {
    pub(in crate::verbs::extract) fn new(out: Output, end: &'static [u8]) -> Total {
        Total { out, end, rows: 0 }
    }
}

impl Sink for Total {
    fn entry(&mut self, _: &[u8], _: Option<Tally<'_>>) -> Result<(), Failure> {
        self.rows += 1;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.out.write(self.rows.to_string().as_bytes());
        self.out.write(self.end);
        self.out.finish()
    }

    fn abandon(&mut self) -> Result<(), Failure> {
        self.out.abandon()
    }
}

/// Discards all rows.
#[derive(Debug)]
pub(in crate::verbs::extract) struct Nowhere;

impl Sink for Nowhere {
    fn entry(&mut self, _: &[u8], _: Option<Tally<'_>>) -> Result<(), Failure> {
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn abandon(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

/// Writes the number of rows for each label, the most frequent labels first. Labels with the same count are sorted by
/// name.
#[derive(Debug)]
pub(in crate::verbs::extract) struct Counts {
    table: Table,
    counts: HashMap<Box<[u8]>, u64>,
}

impl Counts {
    pub(in crate::verbs::extract) fn new(table: Table) -> Counts {
        Counts { table, counts: HashMap::new() }
    }
}

impl Sink for Counts {
    fn entry(&mut self, head: &[u8], _: Option<Tally<'_>>) -> Result<(), Failure> {
        match self.counts.get_mut(head) {
            Some(count) => *count += 1,
            None => {
                self.counts.insert(head.into(), 1);
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let mut counts: Vec<(Box<[u8]>, u64)> = self.counts.drain().collect();
        counts.sort_unstable_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
        for (label, count) in &counts {
            self.table.row(&String::from_utf8_lossy(label), *count)?;
        }
        self.table.finish()
    }

    fn abandon(&mut self) -> Result<(), Failure> {
        self.table.abandon()
    }
}
