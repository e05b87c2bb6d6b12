//! Counters for an input or a portion of an input.

use super::limit_lines::LimitLines;

/// What happened while an input was read.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Whether a message reported that data of the input was not read.
    pub(super) has_failed: bool,
    /// Whether the list of skipped inputs has an entry for the input as a whole.
    pub(super) is_accounted: bool,
    /// The number of links that are reported.
    pub(super) taken: u64,
    /// The number of invalid references that were left out.
    pub(super) invalid: u64,
    /// The number of relative references that were left out because no base is known.
    pub(super) relative: u64,
    /// The limits that were exceeded.
    pub(super) limits: LimitLines,
}

impl Sums {
    /// Adds the sums of the next portion.
    pub(super) fn add(&mut self, other: Sums) {
        let Sums { has_failed, is_accounted, taken, invalid, relative, limits } = other;
        self.has_failed |= has_failed;
        self.is_accounted |= is_accounted;
        self.taken += taken;
        self.invalid += invalid;
        self.relative += relative;
        self.limits.append(limits);
    }
}
