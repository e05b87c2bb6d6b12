//! Reads zip archives: the members that the central directory lists, or, if the directory is missing or damaged, the
//! members in the order of their local headers.

use core::cell::Cell;
use core::hash::{Hash as _, Hasher as _};
use core::ops::ControlFlow;
use std::collections::HashSet;
use std::hash::DefaultHasher;
use std::io::{Read, Seek, SeekFrom};

use zip::ZipReadOptions;
use zip::read::{Config, ZipFile};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;

mod entry;
mod local;
mod package;

use entry::{failure, name};
use local::{Local, Window};
pub(crate) use package::{Archive, Package};

use super::ratio_limit::{self, Budget, Counted, Unpacked};
use crate::model::{Diagnostic, DiagnosticKind, Place};
use crate::reading;
use crate::sink::MemberSink;

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
    mut archive: impl Read + Seek,
    place: &Place,
    budget: Budget<'_>,
    sink: &mut dyn MemberSink,
) {
    let packed = archive.seek(SeekFrom::End(0)).unwrap_or(0);
    let mut members =
        Members { sink, place, budget, packed, unpacked: Cell::new(0), read: HashSet::new() };
    let is_whole = match directory(&mut archive) {
        Ok(mut directory) => members.by_directory(&mut directory),
        Err(error) => {
            members.report_lost(&error);
            false
        }
    };
    if !is_whole {
        members.in_order(archive);
    }
}

/// The central directory. It is boxed to save stack space, because archives may be nested, and the stacks of threads
/// are small.
#[inline(never)]
fn directory<R: Read + Seek>(archive: R) -> Result<Box<ZipIterable<R>>, Box<ZipError>> {
    ZipIterable::try_new(archive, Config::default()).map(Box::new).map_err(Box::new)
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
    fn by_directory(&mut self, directory: &mut ZipIterable<impl Read + Seek>) -> bool {
        let Ok(entries) = directory.files() else { return false };
        while let Some(entry) = entries.next() {
            let Ok(entry) = entry else { return self.report_damaged() };
            let raw_name = hash(entry.name_raw());
            let name = name(entry.name_raw(), entry.name());
            let file = entry.with_reader(entries.reader_mut(), ZipReadOptions::default());
            let done = match file.map(Box::new) {
                Ok(mut file) => self.member(&name, &mut file),
                // The directory refers to bytes that are not a member.
                Err(ZipError::InvalidArchive(_)) => return self.report_damaged(),
                Err(error) => {
                    let place = self.place.enter(&name);
                    self.sink.diagnostic(&failure(&place, &error).skipping());
                    ControlFlow::Continue(())
                }
            };
            self.read.insert(raw_name);
            if done.is_break() {
                return true;
            }
        }
        true
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
    fn in_order(&mut self, mut archive: impl Read + Seek) {
        let _ = archive.seek(SeekFrom::Start(0));
        let taken = Cell::new(0);
        let archive = &mut Window::new(archive, &taken);
        loop {
            let local = match Local::next(archive) {
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
        archive: &mut Window<'_, impl Read>,
        packed: &Cell<u64>,
    ) -> ControlFlow<()> {
        let name = String::from_utf8_lossy(&local.name).into_owned();
        let content = if local.is_encrypted() { None } else { local.content(archive) };
        let Some(content) = content else {
            let message = "an encrypted member, or an unknown compression method";
            let place = self.place.enter(&name);
            let kind = DiagnosticKind::Unsupported;
            self.sink.diagnostic(&Diagnostic::skip(&place, kind, message));
            return self.sink.tick();
        };
        let unpacked = Cell::new(0);
        let file = Unpacked::new(content, packed, &unpacked, self.budget);
        let mut of_all = Counted { reader: file, count: &self.unpacked };
        self.sink.member(&name, &mut of_all)?;
        // Skips the rest of the data. The reader of the member has reported a failure, if there was one.
        let _ = reading::drain(&mut of_all);
        self.check_all()
    }

    fn member(&mut self, name: &str, file: &mut ZipFile<'_, impl Read>) -> ControlFlow<()> {
        if !file.is_file() {
            return self.sink.tick();
        }
        let (packed, unpacked) = (Cell::new(file.compressed_size()), Cell::new(0));
        let file = Unpacked::new(file, &packed, &unpacked, self.budget);
        let mut of_all = Counted { reader: file, count: &self.unpacked };
        self.sink.member(name, &mut of_all)?;
        self.check_all()
    }

    /// Stops reading if all members together exceed the ratio. Members that share bytes may exceed it together even
    /// if each of them is within it.
    fn check_all(&mut self) -> ControlFlow<()> {
        let ratio = self.budget.limits.ratio;
        if ratio_limit::is_within(ratio, self.packed, self.unpacked.get()) {
            return ControlFlow::Continue(());
        }
        let message = format!(
            "decompresses to more than {ratio} times its size; the other members were not read"
        );
        self.sink.diagnostic(&Diagnostic::new(self.place, DiagnosticKind::Ratio, message));
        ControlFlow::Break(())
    }

    /// Reports that the central directory cannot be read. The directory is at the end of an archive, so its end is
    /// probably missing.
    fn report_lost(&mut self, error: &ZipError) {
        if !matches!(error, ZipError::InvalidArchive(_)) {
            return self.report(error);
        }
        let message = "the central directory is missing; the members are read in order";
        self.sink.diagnostic(&Diagnostic::new(self.place, DiagnosticKind::Truncated, message));
    }

    /// Reports that the archive cannot be read further.
    fn report(&mut self, error: &ZipError) {
        self.sink.diagnostic(&failure(self.place, error));
    }
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
