//! Sums over an input, and over the portions of an input.

use super::limit_lines::LimitLines;

/// The sums over an input.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Whether a message has reported its data that was not read.
    pub(super) has_failed: bool,
    /// Whether the list of skipped inputs has the input itself.
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
    /// Adds the sums of a portion, which follows all that were added before.
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
