//! Batches of messages that were found in a mailbox and have not been read yet. Several threads can read such batches.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;

use super::location::Location;
use super::resume_point::ResumePoint;

/// Some messages of a mailbox, in order. [`Harvester::read_messages`](crate::Harvester::read_messages) can read them on
/// any thread.
///
/// A [`Visitor`](crate::Visitor) with a [`Divider`](crate::Divider) receives them.
#[derive(Debug)]
pub struct Messages {
    bytes: Vec<u8>,
    all: Vec<Found>,
    budget: Arc<Spent>,
    /// How many bytes had been decompressed from the file when these messages were found, without the bytes that
    /// `budget` counts.
    before: u64,
    /// How many bytes the whole file may decompress to.
    limit: u64,
    reading: Reading,
}

/// A message. It begins where the message before it ends.
#[derive(Debug)]
struct Found {
    location: Location,
    end: usize,
    resume_point: Option<ResumePoint>,
}

/// The number of bytes that were decompressed from the settled messages of a file and that its session has not counted
/// yet.
#[derive(Debug, Default)]
pub(crate) struct Spent {
    unpacked: AtomicU64,
    is_over: AtomicBool,
}

/// The result of reading the messages.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    /// How many bytes were decompressed before these messages, as far as that was known.
    start: u64,
    /// How many bytes were decompressed by the end of these messages, including those of the messages before them.
    end: u64,
    /// Whether the limit of decompression was reached.
    is_over: bool,
}

impl Messages {
    /// The messages are passed to the visitor as soon as their total length is at least this many bytes.
    pub(crate) const FULL: usize = 64 * 1024;

    /// The greatest length, in bytes, of a message that is passed to the visitor. Passing a message copies it, so
    /// longer messages are read immediately instead.
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

    /// Whether there are enough messages to pass to the visitor.
    pub(crate) const fn is_full(&self) -> bool {
        self.bytes.len() >= Messages::FULL
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Each message with its location, and with the resume point before it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Location, &[u8], Option<ResumePoint>)> {
        self.all.iter().scan(0, |start, found| {
            let message = self.bytes.get(*start..found.end).unwrap_or_default();
            *start = found.end;
            Some((&found.location, message, found.resume_point))
        })
    }

    /// The total length of the messages, in bytes.
    pub const fn weight(&self) -> usize {
        self.bytes.len()
    }

    /// How many bytes were decompressed before these messages, as far as that is known.
    pub(crate) fn unpacked_before(&self) -> u64 {
        self.before.saturating_add(self.budget.unpacked.load(Ordering::Acquire))
    }

    /// Records how many bytes had been decompressed before the messages were read (`start`) and after (`end`).
    pub(crate) const fn was_read(&mut self, start: u64, end: u64, is_over: bool) {
        self.reading = Reading { start, end, is_over };
    }

    /// Confirms the reports about these messages. Must be called in the order of the mailbox, once for each
    /// [reading](crate::Harvester::read_messages).
    ///
    /// Returns `false` if two conditions hold: the file, up to the end of these messages, decompresses to more than its
    /// [limit](crate::Limits::unpacked_bytes), and when these messages were read, it was not yet known how many bytes
    /// all messages before them decompress to. The caller then has to drop the reports, and to read and settle the
    /// messages again. The second call returns `true`.
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

    /// Whether the reading of the file ends after these messages, because the file decompresses to more than its limit.
    /// Valid after they are [settled](Messages::settle).
    pub fn is_last(&self) -> bool {
        self.budget.is_over()
    }
}

impl Spent {
    /// How many bytes were decompressed since the last call.
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
    fn settling_adds_the_decompressed_bytes_of_all_messages() {
        let budget = Arc::default();
        let [mut first, mut second, mut third] = [(); 3].map(|()| Messages::new(&budget, 10, 100));
        // All three were read at the same time, each as if it were the first.
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
    fn messages_are_returned_in_order() {
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
