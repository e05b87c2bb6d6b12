//! Packages: archives whose members are parts of one document.
//!
//! A package is recognized by its members, whatever its name. Its parts are read in the order of the document,
//! each with what other parts say about it; all other members are documents of their own.
//!
//! A package has no URL, so these are the bases of relative references:
//! - Open XML: the base of the package itself, or what the document declares (`HyperlinkBase`);
//! - ODF: the part in the package as if that were a folder (ODF 1.3, part 2, section 3.7), if the package has
//!   a base. Without one they stay as they are written;
//! - EPUB: the path of the part, so that a reference is the path of the part that it leads to.

mod epub;
mod odf;
mod open_xml;

use std::io::Read;

use linkwright::uri::UriBuf;

use super::document::Document;
use super::held;
use super::session::Session;
use crate::archive::zip::{Archive, Package};
use crate::detect::Format;
use crate::encoding::{self, Head, Plan};
use crate::model::{Diagnostic, DiagnosticKind, Location};
use crate::sink::Sink;

/// Reads a member that is a separate document.
pub(super) type ReadMember = fn(&mut Session<'_>, &mut Location, &str, &mut dyn Read);

/// What kind of package it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    OpenXml,
    Odf,
    Epub,
}

/// Reads a package; `false` for any other archive.
///
/// Of the functions here, few are on the stack while a member is read: packages may be in one another.
pub(super) fn read<'w>(
    session: &'w mut Session<'_>,
    location: &'w Location,
    archive: &'w mut dyn Archive,
    read_member: ReadMember,
) -> bool {
    let Some(mut walk) = open(session, location, archive, read_member) else { return false };
    let documents = read_parts(&mut walk);
    for at in documents {
        walk.member(at, None, None);
    }
    true
}

/// Reads the parts of the document; returns the members that are other documents.
#[inline(never)]
fn read_parts(walk: &mut Walk<'_, '_>) -> Vec<usize> {
    match walk.kind {
        Kind::OpenXml => open_xml::read(walk),
        Kind::Odf => odf::read(walk),
        Kind::Epub => epub::read(walk),
    }
}

#[inline(never)]
fn open<'w, 'r>(
    session: &'w mut Session<'r>,
    location: &'w Location,
    archive: &'w mut dyn Archive,
    read_member: ReadMember,
) -> Option<Box<Walk<'w, 'r>>> {
    let package = Package::open(archive, session.budget())?;
    Some(Box::new(Walk {
        kind: kind(&package)?,
        is_read: vec![false; package.len()],
        session,
        location,
        package,
        read_member,
        count: 0,
        is_over: false,
    }))
}

/// What kind of package has these members.
fn kind(package: &Package<'_>) -> Option<Kind> {
    let has = |name: &str| package.find(name).is_some();
    if has("META-INF/container.xml") && !has("content.xml") {
        return Some(Kind::Epub);
    }
    if has("META-INF/manifest.xml") && (has("content.xml") || has("encrypted-package")) {
        return Some(Kind::Odf);
    }
    let is_document = has("[Content_Types].xml")
        || ["word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"].into_iter().any(has);
    if is_document {
        return Some(Kind::OpenXml);
    }
    (has("content.xml") && has("mimetype")).then_some(Kind::Odf)
}

/// The reading of a package.
struct Walk<'w, 'r> {
    kind: Kind,
    session: &'w mut Session<'r>,
    location: &'w Location,
    package: Package<'w>,
    read_member: ReadMember,
    /// The members that were read, or left out.
    is_read: Vec<bool>,
    count: usize,
    /// A limit has ended the reading.
    is_over: bool,
}

impl Walk<'_, '_> {
    /// The members that were not read yet.
    fn rest(&self) -> Vec<usize> {
        let rest = self.is_read.iter().enumerate().filter(|(_, is_read)| !**is_read);
        rest.map(|(at, _)| at).collect()
    }

    /// Leaves a member out that holds no links of the document.
    fn pass(&mut self, at: usize) {
        if let Some(is_read) = self.is_read.get_mut(at) {
            *is_read = true;
        }
    }

    /// Whether a member is to be read now: not twice, and not more than are allowed.
    fn begin(&mut self, at: usize) -> bool {
        let is_new = self.is_read.get_mut(at).is_some_and(|one| !core::mem::replace(one, true));
        if self.is_over || !is_new {
            return false;
        }
        self.count += 1;
        let limit = self.session.settings().limits.members;
        if self.count > limit {
            let message = format!("more than {limit} members, the others were not read");
            let place = &self.location.place;
            self.session.diagnostic(&Diagnostic::new(place, DiagnosticKind::TooMany, message));
            self.is_over = true;
        }
        self.is_over |= self.session.tick().is_break();
        !self.is_over
    }

    /// The location of a member.
    fn place(&self, at: usize) -> Location {
        let name = self.package.name(at);
        let source = self.location.source.member(Format::Zip.name(), name, self.package.number(at));
        self.location.member(name, source)
    }

    /// Reads a part by `read`.
    fn part(
        &mut self,
        at: usize,
        base: Option<&UriBuf>,
        read: &mut dyn FnMut(&[u8], &mut dyn Sink),
    ) {
        self.open(at, &mut |session, location, reader| {
            location.base = base.cloned();
            let (held, is_cut) = Document::new(session, location, "", reader).hold();
            let held = held.into_owned();
            location.is_cut |= is_cut;
            let finder = session.settings().finders.plain.clone();
            held::read_decoded(session, location, finder, Format::Xml, &held, read);
        });
    }

    /// Reads a member that is a separate document; `media_type` is what the package says about it.
    fn member(&mut self, at: usize, media_type: Option<&str>, base: Option<&UriBuf>) {
        let name = self.package.name(at).to_owned();
        let read_member = self.read_member;
        self.open(at, &mut |session, location, reader| {
            location.base = base.cloned();
            location.media_type = media_type.map(str::to_owned);
            read_member(session, location, &name, reader);
        });
    }

    /// Opens a member for `read`, once.
    fn open(
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

    /// Says that a member is left out.
    fn skip(&mut self, at: usize, kind: DiagnosticKind, message: &str) {
        if self.begin(at) {
            let place = self.place(at).place;
            self.session.diagnostic(&Diagnostic::skip(&place, kind, message));
        }
    }

    /// The text of a member that says something about others. It is read again as a part, where damage and
    /// limits are reported, so here they are not.
    fn look(&mut self, name: &str) -> Option<Vec<u8>> {
        let at = self.package.find(name).filter(|_| !self.is_over)?;
        let limit = self.session.settings().limits.held_bytes as u64;
        let before = self.package.unpacked();
        let mut bytes = Vec::new();
        let place = self.location.place.clone();
        let opened = self.package.open_member(at, &place, &mut |reader| {
            // What comes before an error is enough.
            let _ = reader.take(limit).read_to_end(&mut bytes);
        });
        self.package.set_unpacked(before);
        self.session.meter().limit.take();
        opened.ok()?;
        let head = Head::of(&bytes);
        Some(match encoding::plan(head, Format::Xml.declared_encoding(head.bytes())) {
            Plan::AsIs => bytes.strip_prefix(encoding::BOM).unwrap_or(&bytes).to_vec(),
            Plan::Decode { charset, .. } => charset.decode(&bytes).0,
        })
    }
}

/// Whether the name of a member ends with a dot and `ending`.
fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, one)| one.eq_ignore_ascii_case(ending))
}

/// The path of a part that `reference` leads to, from the part called `from`; without fragment and query.
fn resolve(from: &str, reference: &str) -> String {
    let path = reference.split(['#', '?']).next().unwrap_or_default();
    let path = percent_decoded(path);
    let mut folders: Vec<&str> = match path.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => from.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect(),
    };
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(folders.pop()),
            segment => folders.push(segment),
        }
    }
    folders.join("/")
}

fn percent_decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| first == b'%');
        let digits = digits.and_then(|digits| str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn references_lead_to_parts() {
        for (from, reference, expected) in [
            ("word/document.xml", "media/a.png", "word/media/a.png"),
            ("word/document.xml", "/docProps/a.xml", "docProps/a.xml"),
            ("OEBPS/Text/a.xhtml", "../Styles/b%20c.css?x#y", "OEBPS/Styles/b c.css"),
            ("a.opf", "../../b", "b"),
            ("a.opf", "", ""),
            ("a.opf", "b%zz%", "b%zz%"),
        ] {
            assert_eq!(resolve(from, reference), expected);
        }
    }
}
