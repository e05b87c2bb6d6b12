//! tar: members one after the other, read as they come.
//!
//! The entries are taken raw, and the long names of GNU and pax are put together here: the library
//! reads them whole, and an archive may declare a name of 8 GiB. What is lost by it are the sizes that
//! pax records have: of members beyond 8 GiB that were not written by GNU tar.

use core::ops::ControlFlow;
use std::io::{self, Read};

use tar::{Entries, Entry, EntryType, PaxExtensions};

use super::member_sink::MemberSink;
use crate::model::{Diagnostic, DiagnosticKind, Place};

/// The longest name, or set of pax records, that is read.
const NAMES: u64 = 64 * 1024;

/// Whether a file that begins so is an archive: the mark of POSIX and GNU in its first header.
pub(crate) fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

/// Gives the members of the archive at `place` to `sink`, up to the first that cannot be read.
pub(crate) fn read(
    input: &mut dyn Read,
    place: &Place,
    sink: &mut dyn MemberSink,
) -> io::Result<()> {
    let mut archive = tar::Archive::new(input);
    let mut members = Members { sink, place, long_name: None };
    let mut entries = archive.entries()?.raw(true);
    while let Some(mut entry) = next(&mut entries)? {
        if members.take(&mut entry).is_break() {
            break;
        }
    }
    Ok(())
}

/// The next entry, in a box: a member may be an archive, and the stack is not ours alone.
fn next<'e, R: Read>(entries: &mut Entries<'e, R>) -> io::Result<Option<Box<Entry<'e, R>>>> {
    entries.next().transpose().map(|entry| entry.map(Box::new))
}

/// The members of an archive.
struct Members<'m> {
    sink: &'m mut dyn MemberSink,
    place: &'m Place,
    /// What an entry said about the name of the next one.
    long_name: Option<Vec<u8>>,
}

impl Members<'_> {
    /// Takes an entry: a member, or what is said about the next one.
    fn take(&mut self, entry: &mut Entry<'_, impl Read>) -> ControlFlow<()> {
        let kind = entry.header().entry_type();
        if kind.is_gnu_longname() {
            self.long_name = Some(long_name(entry));
        } else if kind.is_pax_local_extensions() {
            self.long_name = pax_path(&records(entry)).or(self.long_name.take());
        } else if !kind.is_gnu_longlink() && !kind.is_pax_global_extensions() {
            let name = self.long_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
            let name = String::from_utf8_lossy(&name).into_owned();
            return self.member(&name, kind, entry);
        }
        self.sink.tick()
    }

    fn member(&mut self, name: &str, kind: EntryType, entry: &mut dyn Read) -> ControlFlow<()> {
        if kind.is_file() || kind.is_contiguous() {
            return self.sink.member(name, entry);
        }
        if kind.is_gnu_sparse() {
            let (place, message) = (self.place.enter(name), "a sparse file, not read");
            self.sink.diagnostic(&Diagnostic::skip(&place, DiagnosticKind::Unsupported, message));
        }
        self.sink.tick()
    }
}

fn records(entry: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What cannot be read shows when the next entry is.
    let _ = entry.take(NAMES).read_to_end(&mut bytes);
    bytes
}

/// A name that fills an entry, with a NUL at its end.
fn long_name(entry: &mut impl Read) -> Vec<u8> {
    let mut name = records(entry);
    let end = memchr::memchr(0, &name).unwrap_or(name.len());
    name.truncate(end);
    name
}

/// The `path` of pax records, each of which is `length key=value` and a line feed.
fn pax_path(records: &[u8]) -> Option<Vec<u8>> {
    let found = PaxExtensions::new(records).filter_map(Result::ok);
    let paths = found.filter(|record| record.key_bytes() == b"path");
    paths.last().map(|record| record.value_bytes().to_vec())
}
