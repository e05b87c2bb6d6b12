//! zip: members by the central directory where the file can be searched, and one after the other
//! where it cannot or the directory is lost.

use core::cell::Cell;
use core::ops::ControlFlow;
use std::io::{Read, Seek, SeekFrom};

use zip::ZipReadOptions;
use zip::read::{Config, ZipFile, read_zipfile_from_stream};
use zip::result::{ZipError, ZipResult};
use zip::unstable::read::ZipIterable;

use super::member_sink::MemberSink;
use super::ratio_limit::{self, Budget, Counted, Unpacked};
use crate::model::{Diagnostic, DiagnosticKind, Place};
use crate::reading;

/// Whether a file that begins so is an archive: a member, or the end of an empty one.
pub(crate) fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// Gives the members of the archive at `place` to `sink`.
pub(crate) fn read(
    mut archive: impl Read + Seek,
    place: &Place,
    budget: Budget<'_>,
    sink: &mut dyn MemberSink,
) {
    let packed = archive.seek(SeekFrom::End(0)).unwrap_or(0);
    let mut members = Members { sink, place, budget, packed, unpacked: Cell::new(0) };
    match ZipIterable::try_new(&mut archive, Config::default()) {
        Ok(mut directory) => members.by_directory(&mut directory),
        Err(error) => {
            members.report_lost(&error);
            let _ = archive.seek(SeekFrom::Start(0));
            members.in_order(&mut archive);
        }
    }
}

/// The members of an archive.
struct Members<'m> {
    sink: &'m mut dyn MemberSink,
    place: &'m Place,
    budget: Budget<'m>,
    /// The length of the archive, and all that came out of it: members may share their bytes.
    packed: u64,
    unpacked: Cell<u64>,
}

impl Members<'_> {
    fn by_directory(&mut self, directory: &mut ZipIterable<impl Read + Seek>) {
        let Ok(entries) = directory.files() else { return };
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => return self.report(&error),
            };
            let name = name(entry.name_raw(), entry.name());
            let done = match entry.with_reader(entries.reader_mut(), ZipReadOptions::default()) {
                Ok(mut file) => self.member(&name, &mut file),
                Err(error) => {
                    let place = self.place.enter(&name);
                    self.sink.diagnostic(&failure(&place, &error).skipping());
                    ControlFlow::Continue(())
                }
            };
            if done.is_break() {
                return;
            }
        }
    }

    /// The members in the order of the archive, up to the first one that cannot be read.
    fn in_order(&mut self, archive: &mut impl Read) {
        loop {
            match read_zipfile_from_stream(archive) {
                Ok(Some(mut file)) => {
                    let name = name(file.name_raw(), file.name());
                    if self.member(&name, &mut file).is_break() {
                        return;
                    }
                }
                Ok(None) => return,
                Err(error) => return self.report(&error),
            }
        }
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

    /// Members that share their bytes are each within the ratio, but not all of them together.
    fn check_all(&mut self) -> ControlFlow<()> {
        let ratio = self.budget.limits.ratio;
        if ratio_limit::is_within(ratio, self.packed, self.unpacked.get()) {
            return ControlFlow::Continue(());
        }
        let message = format!("grows more than {ratio} times, the other members were not read");
        self.sink.diagnostic(&Diagnostic::new(self.place, DiagnosticKind::Ratio, message));
        ControlFlow::Break(())
    }

    /// The central directory cannot be read; what has a beginning has most often lost its end.
    fn report_lost(&mut self, error: &ZipError) {
        if !matches!(error, ZipError::InvalidArchive(_)) {
            return self.report(error);
        }
        let message = "the central directory is lost, read from the front";
        self.sink.diagnostic(&Diagnostic::new(self.place, DiagnosticKind::Truncated, message));
    }

    /// The archive cannot be read further.
    fn report(&mut self, error: &ZipError) {
        self.sink.diagnostic(&failure(self.place, error));
    }
}

/// The diagnostic for an archive or a member at `place` that cannot be read.
fn failure(place: &Place, error: &ZipError) -> Diagnostic {
    let kind = match error {
        ZipError::Io(error) => return reading::failure(place, error),
        ZipError::UnsupportedArchive(_)
        | ZipError::InvalidPassword
        | ZipError::CompressionMethodNotSupported(_) => DiagnosticKind::Unsupported,
        _ => DiagnosticKind::Malformed,
    };
    Diagnostic::new(place, kind, error.to_string())
}

/// The name of a member, as it was written where it is in no encoding that zip knows.
fn name(raw: &[u8], decoded: ZipResult<std::borrow::Cow<'_, str>>) -> String {
    match decoded {
        Ok(name) => name.into_owned(),
        Err(_) => String::from_utf8_lossy(raw).into_owned(),
    }
}
