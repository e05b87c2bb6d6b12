//! Counts and facts about an input, or about a portion of an input.

use super::limit_lines::LimitLines;

/// Counts and facts about an input.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Whether a message has reported that data of the input was not read.
    pub(super) has_failed: bool,
    /// Whether the list of skipped inputs has an entry for the input itself.
    pub(super) is_accounted: bool,
    /// The number of links that are reported.
    pub(super) taken: u64,
    /// The number of references that are not URIs, even after repair, and are left out.
    pub(super) invalid: u64,
    /// The number of relative references that are left out because no base is known.
    pub(super) relative: u64,
    /// The limits that were reached.
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
