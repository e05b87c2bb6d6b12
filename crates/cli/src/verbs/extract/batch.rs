//! The output of a worker: encoded entries, ready to be written, counted or compared.

use std::io;

use linkwright_harvest::Outcome;

use super::journal::Input;
use super::reason::Reason;

/// One link in the form that sinks receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<'b> {
    /// The key by which links are compared; empty if links are not compared.
    pub(super) key: &'b [u8],
    /// The encoded row.
    pub(super) head: &'b [u8],
    /// The encoded location of the link; empty if only the first location is kept.
    pub(super) place: &'b [u8],
}

/// Entries and notes about problems, both in the order of the input.
///
/// All entries share one buffer, so a batch takes few allocations, however many links there are.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    /// The bytes that follow each head. A batch that has only heads can be written as is, because these bytes are
    /// already in the buffer.
    end: &'static [u8],
    ends: Vec<Ends>,
    /// Whether there are keys or locations between the heads.
    has_more: bool,
    notes: Vec<Note>,
    /// The report about the end of the input, in the last batch of the input.
    pub(super) done: Option<Done>,
}

/// An input that has been processed.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// The input as the journal records it; `None` for tasks without an input.
    pub(super) input: Option<Input>,
    /// The outcome of reading the input; `None` if the task does not count as an input, such as a folder without files.
    pub(super) outcome: Option<Outcome>,
    /// Whether there was anything to read.
    pub(super) is_read: bool,
}

impl Done {
    /// The report for a task that reads nothing and has no journal entry.
    pub(super) const fn skipped() -> Done {
        Done { input: None, outcome: Some(Outcome::Skipped), is_read: false }
    }
}

/// The ends of the three parts of an entry.
#[derive(Clone, Copy, Debug)]
struct Ends {
    key: usize,
    head: usize,
    place: usize,
}

/// A message about an input, or a count of such messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The message, on one line and without control characters. Empty if the note is only counted.
    pub(super) text: String,
    /// The reason, under which the summary counts the note.
    pub(super) reason: Reason,
    pub(super) count: u64,
    /// Whether something could not be read, which makes the exit status 2.
    pub(super) is_failure: bool,
    /// The line for the list of `--skipped`; empty without that option.
    pub(super) entry: Vec<u8>,
}

impl Note {
    /// Whether both notes are only counted, for the same reason.
    fn counts_the_same(&self, other: &Note) -> bool {
        let only_counts = |note: &Note| note.text.is_empty() && note.entry.is_empty();
        only_counts(self)
            && only_counts(other)
            && (self.reason, self.is_failure) == (other.reason, other.is_failure)
    }
}

/// The size in bytes at which a batch is full and handed to the writer.
pub(super) const FULL: usize = 32 * 1024;

impl Batch {
    /// An empty batch whose heads are followed by `end`.
    pub(super) fn ending(end: &'static [u8]) -> Batch {
        Batch { end, ..Batch::default() }
    }

    /// Adds an entry; `head` appends the row.
    pub(super) fn push(
        &mut self,
        key: &[u8],
        head: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
        place: &[u8],
    ) -> io::Result<()> {
        self.has_more |= !key.is_empty() || !place.is_empty();
        self.bytes.extend_from_slice(key);
        let key = self.bytes.len();
        head(&mut self.bytes)?;
        let head = self.bytes.len();
        self.bytes.extend_from_slice(self.end);
        self.bytes.extend_from_slice(place);
        self.ends.push(Ends { key, head, place: self.bytes.len() });
        Ok(())
    }

    /// Adds a note. If it and the last note are only counted, for the same reason, the last count is increased instead.
    pub(super) fn note(&mut self, note: Note) {
        match self.notes.last_mut() {
            Some(last) if last.counts_the_same(&note) => last.count += note.count,
            _ => self.notes.push(note),
        }
    }

    pub(super) fn notes(&self) -> &[Note] {
        &self.notes
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.ends.iter().scan(0, |start, ends| {
            let entry = Entry {
                key: &self.bytes[*start..ends.key],
                head: &self.bytes[ends.key..ends.head],
                place: &self.bytes[ends.head + self.end.len()..ends.place],
            };
            *start = ends.place;
            Some(entry)
        })
    }

    /// All heads, each followed by `end`. `None` if the batch has keys or locations, or a different `end`.
    pub(super) fn heads(&self, end: &[u8]) -> Option<&[u8]> {
        (self.end == end && !self.has_more).then_some(&self.bytes)
    }

    pub(super) fn has_rows(&self) -> bool {
        !self.ends.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.notes.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        let notes =
            self.notes.iter().map(|note| note.text.len() + note.entry.len() + size_of::<Note>());
        self.bytes.len() + self.ends.len() * size_of::<Ends>() + notes.sum::<usize>() >= FULL
    }
}
