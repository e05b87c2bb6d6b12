//! The output of a worker: entries as bytes, ready to be written, counted or compared.

use std::path::PathBuf;
use std::sync::Arc;

use linkwright_harvest::ResumePoint;

use super::file_state::FileState;
use super::reason::Reason;

/// One link, in the form that sinks receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<'b> {
    /// The key by which links are compared; empty if links are not compared.
    pub(super) key: &'b [u8],
    /// The encoded row.
    pub(super) head: &'b [u8],
    /// The place of the link; empty if only the first place is kept.
    pub(super) place: &'b [u8],
}

/// Entries, and notes about problems, each in the order of the input.
///
/// The entries follow each other in one buffer, so a copy takes few allocations, however many links
/// there are.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    /// The bytes after each head. If the batch has only heads, they can be written unchanged with
    /// these bytes.
    end: &'static [u8],
    ends: Vec<Ends>,
    /// Whether there are keys or places between the heads.
    has_more: bool,
    notes: Vec<Note>,
    reached: Option<Reached>,
}

/// An input, as recorded in a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// The name of the file; `-` for standard input.
    pub(super) name: PathBuf,
    /// The state of the file before the reading; `None` for a stream.
    pub(super) state: Option<FileState>,
    /// Whether the file was replaced and the rows of its former content are kept.
    pub(super) is_replaced: bool,
    /// The number of its rows that earlier runs have written; this run leaves them out.
    pub(super) given: u64,
}

/// A resume point: a position up to which the input was read and its rows are written or in the
/// batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    pub(super) input: Arc<Input>,
    pub(super) resume_point: ResumePoint,
    /// The number of entries of the batch before the resume point.
    pub(super) entries: usize,
}

/// The ends of the three parts of an entry.
#[derive(Clone, Copy, Debug)]
struct Ends {
    key: usize,
    head: usize,
    place: usize,
}

/// A message for people about an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// One line, without control characters. Empty if the note is only counted.
    pub(super) text: String,
    /// The reason, by which the summary counts the note.
    pub(super) reason: Reason,
    pub(super) count: u64,
    /// Whether something was lost, which makes the exit status 2.
    pub(super) is_failure: bool,
    /// The entry in the list of skipped inputs; empty without a list.
    pub(super) entry: Vec<u8>,
}

impl Note {
    /// Whether both notes have no text and count the same reason.
    fn counts_the_same(&self, other: &Note) -> bool {
        let only_counts = |note: &Note| note.text.is_empty() && note.entry.is_empty();
        only_counts(self)
            && only_counts(other)
            && (self.reason, self.is_failure) == (other.reason, other.is_failure)
    }
}

/// The size in bytes at which a batch is passed on.
pub(super) const FULL: usize = 32 * 1024;

impl Batch {
    /// An empty batch for heads that are written with `end` after them.
    pub(super) fn ending(end: &'static [u8]) -> Batch {
        Batch { end, ..Batch::default() }
    }

    /// Adds an entry; each function appends its part to the buffer.
    pub(super) fn push<E>(
        &mut self,
        key: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
        head: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
        place: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let start = self.bytes.len();
        key(&mut self.bytes)?;
        let key = self.bytes.len();
        head(&mut self.bytes)?;
        let head = self.bytes.len();
        self.bytes.extend_from_slice(self.end);
        let behind = self.bytes.len();
        place(&mut self.bytes)?;
        self.has_more |= key > start || self.bytes.len() > behind;
        self.ends.push(Ends { key, head, place: self.bytes.len() });
        Ok(())
    }

    /// Adds a note. A note without a text is added to the count of the last note, if that one
    /// counts the same.
    pub(super) fn note(&mut self, note: Note) {
        match self.notes.last_mut() {
            Some(last) if last.counts_the_same(&note) => last.count += note.count,
            _ => self.notes.push(note),
        }
    }

    /// Records that the input was read up to `resume_point`; a later call replaces this record.
    pub(super) fn reach(&mut self, input: &Arc<Input>, resume_point: ResumePoint) {
        let entries = self.ends.len();
        match &mut self.reached {
            Some(reached) if Arc::ptr_eq(&reached.input, input) => {
                (reached.resume_point, reached.entries) = (resume_point, entries);
            }
            reached => {
                *reached = Some(Reached { input: Arc::clone(input), resume_point, entries });
            }
        }
    }

    pub(super) const fn reached(&self) -> Option<&Reached> {
        self.reached.as_ref()
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

    /// All heads, with `end` after each; `None` if the batch has keys, places, or other bytes after
    /// its heads.
    pub(super) fn heads(&self, end: &[u8]) -> Option<&[u8]> {
        (self.end == end && !self.has_more).then_some(&self.bytes)
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.notes.is_empty() && self.reached.is_none()
    }

    pub(super) fn is_full(&self) -> bool {
        self.weight() >= FULL
    }

    /// The approximate number of bytes of memory that its content takes.
    pub(super) fn weight(&self) -> usize {
        let notes =
            self.notes.iter().map(|note| note.text.len() + note.entry.len() + size_of::<Note>());
        self.bytes.len() + self.ends.len() * size_of::<Ends>() + notes.sum::<usize>()
    }

    /// Removes the content, and keeps the memory for the next entries.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.has_more = false;
        self.notes.clear();
        self.reached = None;
    }
}
