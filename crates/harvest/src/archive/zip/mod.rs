//! Reads zip archives: the members that the central directory lists, or, if the directory is missing or damaged, the
//! members in the order of their local headers.

use core::cell::Cell;
use core::hash::{Hash as _, Hasher as _};
use core::ops::ControlFlow;
use std::collections::HashSet;
use std::hash::DefaultHasher;
use std::io::{Read, SeekFrom};

mod entry;
mod local;
mod package;

use entry::{Directory, Entry, directory, entries};
use local::Local;
pub(crate) use package::Package;

use super::ratio_limit::{Budget, Counted, Unpacked};
use crate::model::{Diagnostic, DiagnosticKind, Place};
use crate::reading::{self, Archive};
use crate::sink::MemberSink;
use crate::window::Window;

/// Whether a file that begins with `head` is an archive: it begins with a member, or is an empty archive.
pub(crate) fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// Whether the first member shows that the archive is an office document: a part of Open XML, or the media type of
/// ODF.
pub(crate) fn is_office(head: &[u8]) -> bool {
    const FIRST: &[&[u8]] =
        &[b"[Content_Types].xml", b"_rels/.rels", b"word/", b"xl/", b"ppt/", b"docProps/"];
    first_name(head).is_some_and(|rest| {
        FIRST.iter().any(|name| rest.starts_with(name))
            || rest.starts_with(b"mimetypeapplication/vnd.oasis.opendocument.")
    })
}

/// Whether the first member shows that the archive is an EPUB book.
pub(crate) fn is_epub(head: &[u8]) -> bool {
    first_name(head).is_some_and(|rest| rest.starts_with(b"mimetypeapplication/epub+zip"))
}

/// The bytes after the local header of the first member: its name, and its content if it has no extra field.
fn first_name(head: &[u8]) -> Option<&[u8]> {
    if head.starts_with(b"PK\x03\x04") { head.get(30..) } else { None }
}

/// Passes the members of the archive at `place` to `sink`.
pub(crate) fn read(
    archive: &mut dyn Archive,
    place: &Place,
    budget: Budget<'_>,
    sink: &mut dyn MemberSink,
) {
    let mut members =
        Members { sink, place, budget, packed: 0, unpacked: Cell::new(0), read: HashSet::new() };
    let is_whole = match directory(archive) {
        Ok((directory, len)) => {
            members.packed = len;
            members.by_directory(&directory)
        }
        Err(error) => {
            members.report_lost(error);
            false
        }
    };
    if !is_whole {
        members.in_order(archive);
    }
}

/// The members of an archive.
struct Members<'m> {
    sink: &'m mut dyn MemberSink,
    place: &'m Place,
    budget: Budget<'m>,
    /// The length of the archive, and the sum of all decompressed bytes. The limit on the ratio also applies to these
    /// totals, because members may share compressed bytes.
    packed: u64,
    unpacked: Cell<u64>,
    /// The hashes of the names of the members that were read through the directory.
    read: HashSet<u64>,
}

impl Members<'_> {
    /// Reads the members in the order of the directory, up to the first damage in the directory. Returns `false` if
    /// there is damage; the remaining members must then be read in the order of the archive.
    fn by_directory(&mut self, directory: &Directory<'_>) -> bool {
        let mut is_damaged = false;
        let is_whole = entries(directory, &mut |entry| {
            let place = self.place.enter(&entry.name);
            let flow = if entry.is_file {
                match entry.open(directory, &place) {
                    Ok(content) => self.member(&entry, content),
                    // The directory refers to bytes that are not a member.
                    Err(lost) if lost.kind() == DiagnosticKind::Malformed => {
                        is_damaged = true;
                        return false;
                    }
                    Err(diagnostic) => {
                        self.sink.diagnostic(&diagnostic);
                        ControlFlow::Continue(())
                    }
                }
            } else {
                self.sink.tick()
            };
            self.read.insert(hash(&entry.raw_name));
            flow.is_continue()
        });
        if is_damaged || !is_whole { self.report_damaged() } else { true }
    }

    /// Reports that the rest of the directory is not used. Always returns `false`.
    #[inline(never)]
    fn report_damaged(&mut self) -> bool {
        let message = "the central directory is damaged; the remaining members are read in order";
        self.sink.diagnostic(&Diagnostic::new(self.place, DiagnosticKind::Malformed, message));
        false
    }

    /// Reads the members in the order of the archive, except the members that were read through the directory. If a
    /// member cannot be read, reading continues at the next header.
    ///
    /// Not inlined, because the caller's stack frame exists once for each level of nesting and must be small.
    #[inline(never)]
    fn in_order(&mut self, archive: &mut dyn Archive) {
        self.packed = archive.seek(SeekFrom::End(0)).unwrap_or(0);
        let _ = archive.seek(SeekFrom::Start(0));
        let taken = Cell::new(0);
        let archive = &mut Counted { reader: Window::new(archive, 0, 0), count: &taken };
        loop {
            let local = match Local::next(&mut archive.reader) {
                Ok(Some(local)) => local,
                Ok(None) => return,
                Err(error) => return self.sink.diagnostic(&reading::failure(self.place, &error)),
            };
            taken.set(0);
            let is_read = self.read.contains(&hash(&local.name)) || !local.is_file();
            let flow = if is_read { self.sink.tick() } else { self.local(&local, archive, &taken) };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Reads a member; `packed` counts its compressed bytes.
    #[inline(never)]
    fn local(
        &mut self,
        local: &Local,
        archive: &mut Counted<'_, Window<&mut dyn Archive>>,
        packed: &Cell<u64>,
    ) -> ControlFlow<()> {
        let name = entry::name(&local.name);
        let is_encrypted = local.is_encrypted();
        let content = if is_encrypted { None } else { local.content(archive) };
        let Some(content) = content else {
            let (kind, message) = if is_encrypted {
                (DiagnosticKind::Encrypted, "an encrypted member, not opened")
            } else {
                (DiagnosticKind::Unsupported, "an unknown compression method")
            };
            let place = self.place.enter(&name);
            self.sink.diagnostic(&Diagnostic::skip(&place, kind, message));
            return self.sink.tick();
        };
        let file = Unpacked::new(content, packed, self.budget);
        let mut of_all = Counted { reader: file, count: &self.unpacked };
        self.sink.member(&name, &mut of_all)?;
        // Skips the rest of the data. The reader of the member has reported a failure, if there was one.
        let _ = reading::drain(&mut of_all);
        self.check_all()
    }

    #[inline(never)]
    fn member(&mut self, entry: &Entry, content: Box<dyn Read + '_>) -> ControlFlow<()> {
        let packed = Cell::new(entry.packed());
        let file = Unpacked::new(content, &packed, self.budget);
        let mut of_all = Counted { reader: file, count: &self.unpacked };
        self.sink.member(&entry.name, &mut of_all)?;
        self.check_all()
    }

    /// Stops reading if all members together exceed a limit.
    fn check_all(&mut self) -> ControlFlow<()> {
        match self.budget.check_all(self.place, self.packed, self.unpacked.get()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(diagnostic) => {
                self.sink.diagnostic(&diagnostic);
                ControlFlow::Break(())
            }
        }
    }

    /// Reports that the central directory cannot be read. The directory is at the end of an archive, so its end is
    /// probably missing.
    fn report_lost(&mut self, error: rawzip::Error) {
        let failure = entry::failure(self.place, error);
        if failure.kind() != DiagnosticKind::Malformed {
            return self.sink.diagnostic(&failure);
        }
        let message = "the central directory is missing; the members are read in order";
        self.sink.diagnostic(&Diagnostic::new(self.place, DiagnosticKind::Truncated, message));
    }
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
