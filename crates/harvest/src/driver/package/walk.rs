//! Calls the readers of the members of a package, once for each member and within the limits.

use std::io::Read;
use std::sync::Arc;

use linkwright::uri::UriBuf;

use super::super::document::Document;
use super::super::held;
use super::super::session::Session;
use crate::archive::zip::Package;
use crate::detect::Format;
use crate::encoding::{self, Head, Plan};
use crate::model::{DiagnosticKind, Location, Unit};
use crate::reading::Archive;
use crate::sink::Sink;

/// The kind of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PackageKind {
    OpenXml,
    Odf,
    Epub,
}

/// The kind of the package, determined from the names of its members; `None` for an archive that is not a package.
fn kind(package: &Package<'_>) -> Option<PackageKind> {
    let has = |name: &str| package.find(name).is_some();
    if has("META-INF/container.xml") && !has("content.xml") {
        return Some(PackageKind::Epub);
    }
    if has("META-INF/manifest.xml") && (has("content.xml") || has("encrypted-package")) {
        return Some(PackageKind::Odf);
    }
    let is_document = has("[Content_Types].xml")
        || ["word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"].into_iter().any(has);
    if is_document {
        return Some(PackageKind::OpenXml);
    }
    (has("content.xml") && has("mimetype")).then_some(PackageKind::Odf)
}

/// A package that is being read.
pub(super) struct PackageWalk<'w, 'r> {
    pub(super) kind: PackageKind,
    pub(super) session: &'w mut Session<'r>,
    pub(super) location: &'w Location,
    pub(super) package: Package<'w>,
    /// For each member, whether it was read or left out.
    pub(super) is_read: Vec<bool>,
    count: u64,
    /// Whether the package is not read any further, because a limit was exceeded or the visitor has stopped.
    is_over: bool,
}

impl<'w, 'r> PackageWalk<'w, 'r> {
    /// Opens an archive as a package; `None` if the archive is not a package.
    #[inline(never)]
    pub(super) fn open(
        session: &'w mut Session<'r>,
        location: &'w Location,
        archive: &'w mut dyn Archive,
    ) -> Option<Box<PackageWalk<'w, 'r>>> {
        let package = Package::open(archive, session.budget())?;
        Some(Box::new(PackageWalk {
            kind: kind(&package)?,
            is_read: vec![false; package.len()],
            session,
            location,
            package,
            count: 0,
            is_over: false,
        }))
    }
}

impl PackageWalk<'_, '_> {
    /// The members that have not been read or left out yet.
    pub(super) fn rest(&self) -> Vec<usize> {
        let rest = self.is_read.iter().enumerate().filter(|(_, is_read)| !**is_read);
        rest.map(|(at, _)| at).collect()
    }

    /// Leaves out a member that cannot contain links of the document. Nothing is reported.
    pub(super) fn pass(&mut self, at: usize) {
        if let Some(is_read) = self.is_read.get_mut(at) {
            *is_read = true;
        }
    }

    /// Marks a member as read, and returns whether to read it now. Each member is read at most once, and none is read
    /// after a limit was reached.
    fn begin(&mut self, at: usize) -> bool {
        let is_new = self.is_read.get_mut(at).is_some_and(|one| !core::mem::replace(one, true));
        if self.is_over || !is_new {
            return false;
        }
        self.count += 1;
        self.is_over = self.session.is_beyond(self.count, &self.location.place, "members")
            || self.session.tick().is_break();
        !self.is_over
    }

    /// The location of a member.
    fn place(&self, at: usize) -> Location {
        let name = self.package.name(at);
        self.location.member("zip", name, at as u64 + 1)
    }

    /// Reads a part into memory, and calls `read` with it. `unit` is the unit of its links.
    pub(super) fn part(
        &mut self,
        at: usize,
        base: Option<&UriBuf>,
        unit: Option<Unit>,
        read: &mut dyn FnMut(&[u8], &mut dyn Sink),
    ) {
        let unit = unit.map(Arc::new);
        self.open_member(at, &mut |session, location, reader| {
            location.base = base.cloned();
            location.unit.clone_from(&unit);
            let (held, is_cut) = Document::new(session, location, Format::Xml, reader).hold();
            location.is_cut |= is_cut;
            held::read(session, location, Format::Xml, &held, read);
        });
    }

    /// Reads a member that is a separate document; `media_type` is the type that the package declares for it.
    pub(super) fn member(&mut self, at: usize, media_type: Option<&str>, base: Option<&UriBuf>) {
        let name = self.package.name(at).to_owned();
        self.open_member(at, &mut |session, location, reader| {
            location.base = base.cloned();
            location.media_type = media_type.map(str::to_owned);
            (session.readers.stream)(session, location, &name, reader);
        });
    }

    /// Opens a member, unless it was read before, and calls `read` with its location and its content.
    fn open_member(
        &mut self,
        at: usize,
        read: &mut dyn FnMut(&mut Session<'_>, &mut Location, &mut dyn Read),
    ) {
        if !self.begin(at) {
            return;
        }
        let mut location = self.place(at);
        let place = location.place.clone();
        let session = &mut *self.session;
        let opened = self.package.open_member(at, &place, &mut |reader| {
            read(session, &mut location, reader);
        });
        if let Err(diagnostic) = opened {
            self.session.diagnostic(&diagnostic.skipping());
        }
        if let Err(diagnostic) = self.package.check_ratio(&self.location.place) {
            self.session.diagnostic(&diagnostic);
            self.is_over = true;
        }
    }

    /// Reports that a member is left out.
    pub(super) fn skip(&mut self, at: usize, kind: DiagnosticKind, message: &str) {
        if self.begin(at) {
            let place = self.place(at).place;
            self.session.skip(&place, kind, message);
        }
    }

    /// The text of a member that describes other members. The member is read again later as a part, and only then are
    /// damage and limits reported.
    pub(super) fn look(&mut self, name: &str) -> Option<Vec<u8>> {
        let at = self.package.find(name).filter(|_| !self.is_over)?;
        let (limit, _) = self.session.room(Format::Xml);
        let before = self.package.unpacked();
        let mut bytes = Vec::new();
        let place = self.location.place.clone();
        let opened = self.package.open_member(at, &place, &mut |reader| {
            // The bytes before an error are enough.
            let _ = reader.take(limit as u64).read_to_end(&mut bytes);
        });
        self.package.set_unpacked(before);
        self.session.meter.limit.take();
        opened.ok()?;
        let head = Head::of(&bytes);
        Some(match encoding::plan(head, Format::Xml.declared_encoding(head.bytes())) {
            Plan::AsIs => bytes.strip_prefix(encoding::BOM).unwrap_or(&bytes).to_vec(),
            Plan::Decode { encoding, .. } => {
                encoding.decode_with_bom_removal(&bytes).0.into_owned().into_bytes()
            }
        })
    }
}
