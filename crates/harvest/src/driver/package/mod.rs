//! Packages: archives whose members are parts of one document.
//!
//! A package is recognized by its members, whatever its name. A part is read together with its relationships. All
//! other members are read as separate documents.
//!
//! The parts of a package have no URLs, so relative references have these bases:
//! - Open XML: the base that the document declares (`HyperlinkBase`), or the base of the package;
//! - ODF: the path of the part below the base of the package, as if the package were a folder (ODF 1.3, part 2, section
//!   3.7). If the package has no base, references stay relative;
//! - EPUB: the path of the part, so that a resolved reference is the path of the part that it refers to.

mod epub;
mod office;
mod path;
mod walk;

use super::session::Session;
use crate::model::Location;
use crate::reading::Archive;
use walk::{PackageKind, PackageWalk};

/// Reads a package and returns `true`; returns `false` for any other archive.
///
/// While a member is read, only a few functions of this module are on the stack, because packages may be nested and the
/// stack is small.
pub(super) fn read<'w>(
    session: &'w mut Session<'_>,
    location: &'w Location,
    archive: &'w mut dyn Archive,
) -> bool {
    let Some(mut walk) = PackageWalk::open(session, location, archive) else { return false };
    let documents = read_parts(&mut walk);
    for at in documents {
        walk.member(at, None, None);
    }
    true
}

/// Reads the parts of the document, and returns the members that are separate documents.
#[inline(never)]
fn read_parts(walk: &mut PackageWalk<'_, '_>) -> Vec<usize> {
    match walk.kind {
        PackageKind::OpenXml | PackageKind::Odf => office::read(walk),
        PackageKind::Epub => epub::read(walk),
    }
}
