//! What is summed up over an input, and over the portions of one.

use super::limit_lines::LimitLines;

/// What is summed up over an input.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Whether a message has reported the data of it that was not read.
    pub(super) has_failed: bool,
    /// Whether the list of what is not read has the input itself.
    pub(super) is_accounted: bool,
    /// The links that are reported.
    pub(super) taken: u64,
    /// References that are not URIs even when they are repaired.
    pub(super) invalid: u64,
    /// Relative references without a base.
    pub(super) relative: u64,
    /// The limits that were reached.
    pub(super) limits: LimitLines,
}

impl Sums {
    /// Adds those of a portion, which comes after all that were added before.
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
