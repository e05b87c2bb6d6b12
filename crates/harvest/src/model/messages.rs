//! Messages of a mailbox that were found and are not read yet: the work that threads share.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;

use super::location::Location;
use super::resume_point::ResumePoint;

/// Some messages of a mailbox, in their order, to be read by
/// [`Harvester::read_messages`](crate::Harvester::read_messages) on any thread.
///
/// A [`Visitor`](crate::Visitor) with a [`Divider`](crate::Divider) gets them.
#[derive(Debug)]
pub struct Messages {
    bytes: Vec<u8>,
    all: Vec<Found>,
    budget: Arc<Spent>,
    /// What the file had decompressed when these messages were found, without what is in `budget`.
    before: u64,
    /// What all of it may decompress to.
    limit: u64,
    reading: Reading,
}

/// A message, before which the one before ends.
#[derive(Debug)]
struct Found {
    location: Location,
    end: usize,
    resume_point: Option<ResumePoint>,
}

/// What the settled messages of a file have decompressed, beside what its session counts.
#[derive(Debug, Default)]
pub(crate) struct Spent {
    unpacked: AtomicU64,
    is_over: AtomicBool,
}

/// How the messages were read.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    /// What had been decompressed before them, as far as that was known.
    start: u64,
    /// What had been decompressed after them.
    end: u64,
    /// Nothing more may be decompressed.
    is_over: bool,
}

impl Messages {
    /// How much text is given at a time, in bytes.
    pub(crate) const FULL: usize = 64 * 1024;

    /// A longer message is not copied.
    pub(crate) const LARGE: usize = 1024 * 1024;

    pub(crate) fn new(budget: &Arc<Spent>, before: u64, limit: u64) -> Messages {
        Messages {
            bytes: Vec::with_capacity(Messages::FULL),
            all: Vec::new(),
            budget: Arc::clone(budget),
            before,
            limit,
            reading: Reading::default(),
        }
    }

    pub(crate) fn push(
        &mut self,
        location: Location,
        message: &[u8],
        resume_point: Option<ResumePoint>,
    ) {
        self.bytes.extend_from_slice(message);
        self.all.push(Found { location, end: self.bytes.len(), resume_point });
    }

    /// Whether they are enough for one turn.
    pub(crate) const fn is_full(&self) -> bool {
        self.bytes.len() >= Messages::FULL
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Each message with its place, and with the resume point before it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Location, &[u8], Option<ResumePoint>)> {
        self.all.iter().scan(0, |start, found| {
            let message = self.bytes.get(*start..found.end).unwrap_or_default();
            *start = found.end;
            Some((&found.location, message, found.resume_point))
        })
    }

    /// Their length in bytes, about.
    pub const fn weight(&self) -> usize {
        self.bytes.len()
    }

    /// What was decompressed before these messages, as far as that is known.
    pub(crate) fn unpacked_before(&self) -> u64 {
        self.before.saturating_add(self.budget.unpacked.load(Ordering::Acquire))
    }

    /// They were read with a meter that showed `start` before and shows `end` now.
    pub(crate) const fn was_read(&mut self, start: u64, end: u64, is_over: bool) {
        self.reading = Reading { start, end, is_over };
    }

    /// Takes what was reported of these messages for good. To be called in the order of the mailbox,
    /// once for each [reading](crate::Harvester::read_messages).
    ///
    /// `false` if all messages so far decompress to more than the
    /// [limit](crate::Limits::unpacked_bytes) of a file, which other threads cannot know: what was
    /// reported is then to be dropped, and the messages are to be read and settled again, which
    /// gives `true`.
    pub fn settle(&self) -> bool {
        let Reading { start, end, is_over } = self.reading;
        let before = self.unpacked_before();
        let unpacked = end.saturating_sub(start);
        let is_within = !is_over && before.saturating_add(unpacked) <= self.limit;
        if start != before && !is_within {
            return false;
        }
        self.budget.unpacked.fetch_add(unpacked, Ordering::AcqRel);
        self.budget.is_over.fetch_or(is_over, Ordering::AcqRel);
        true
    }

    /// Whether nothing of the file is to be read any more: it decompresses to too much. Known when
    /// these messages are [settled](Messages::settle).
    pub fn is_last(&self) -> bool {
        self.budget.is_over()
    }
}

impl Spent {
    /// What was decompressed since this was asked.
    pub(crate) fn take(&self) -> u64 {
        self.unpacked.swap(0, Ordering::AcqRel)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_decompress_is_known_when_it_is_settled() {
        let budget = Arc::default();
        let [mut first, mut second, mut third] = [(); 3].map(|()| Messages::new(&budget, 10, 100));
        // Read at the same time, each as if it were the first.
        first.was_read(10, 60, false);
        second.was_read(10, 40, false);
        third.was_read(10, 40, false);
        assert!(first.settle() && second.settle());
        assert_eq!(third.unpacked_before(), 90);
        assert!(!third.settle());
        third.was_read(90, 101, true);
        assert!(!second.is_last() && third.settle() && third.is_last());
        assert_eq!(budget.take(), 91);
    }

    #[test]
    fn messages_in_their_order() {
        let mut messages = Messages::new(&Arc::default(), 0, 0);
        assert!(messages.is_empty() && messages.iter().next().is_none());
        for text in ["one", "", "three"] {
            messages.push(Location::default(), text.as_bytes(), None);
        }
        let texts: Vec<&[u8]> = messages.iter().map(|(_, message, _)| message).collect();
        assert_eq!(texts, [&b"one"[..], b"", b"three"]);
        assert!(!messages.is_full() && messages.weight() == 8);
    }
}
