//! Counts how many inputs of a run were read, partly read and skipped, and why.

use indicatif::HumanCount;
use linkwright_harvest::Outcome;

use super::batch::Note;
use super::progress::{Progress, plural};
use super::reason::Counts;
use crate::exit::warn;

/// The outcomes of the inputs, and the reasons why inputs, members and parts were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Account {
    read: u64,
    partly: u64,
    skipped: u64,
    /// Everything that was left out or went wrong.
    reasons: Counts,
    /// The kinds of data that were not read and that no message has reported yet.
    unnamed: Counts,
}

impl Account {
    pub(super) fn note(&mut self, note: &Note) {
        self.reasons.add(note.reason, note.count);
        if note.text.is_empty() && note.reason.is_unread_kind() {
            self.unnamed.add(note.reason, note.count);
        }
    }

    /// Counts an input that has been processed.
    pub(super) fn input(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Read => self.read += 1,
            Outcome::Skipped => self.skipped += 1,
            _ => self.partly += 1,
        }
    }

    /// Prints the summary: the amount of work, the numbers of inputs, and a line for each reason.
    pub(super) fn summarize(&self, progress: &Progress) {
        progress.summarize();
        let Account { read, partly, skipped, .. } = *self;
        warn(format_args!(
            "{}: {} read, {} partly read, {} skipped",
            plural(read + partly + skipped, "input"),
            HumanCount(read),
            HumanCount(partly),
            HumanCount(skipped),
        ));
        for (reason, count) in self.reasons.iter() {
            warn(format_args!("{} × {}", HumanCount(count), reason.name()));
        }
    }

    /// Prints one line with the kinds of data that were not read, at the end of a run without a summary.
    /// `lists_skipped` tells whether `--skipped` is given.
    pub(super) fn close(&self, lists_skipped: bool) {
        if self.unnamed.is_empty() {
            return;
        }
        let list = (!lists_skipped).then_some("--skipped FILE lists");
        let (words, options) = (self.unnamed.words(), self.unnamed.options(list));
        warn(format_args!("not searched: {words}{options}"));
    }
}
