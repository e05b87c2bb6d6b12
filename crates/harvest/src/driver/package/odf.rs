//! ODF: the content, the styles with headers and footers, the metadata, and embedded objects.

use std::collections::HashSet;

use linkwright::uri::UriBuf;

use super::path;
use super::walk::PackageWalk;
use crate::model::{self, DiagnosticKind};
use crate::parse::office;

/// Reads a document, and returns the embedded members, which are separate documents.
pub(super) fn read(walk: &mut PackageWalk<'_, '_>) -> Vec<usize> {
    let manifest = walk.look("META-INF/manifest.xml").unwrap_or_default();
    for name in office::encrypted_members(&manifest) {
        if let Some(at) = walk.package.find(&name) {
            walk.skip(at, DiagnosticKind::Unsupported, "an encrypted member, not opened");
        }
    }
    let names = names(walk);
    for name in ["content.xml", "styles.xml", "meta.xml"] {
        if let Some(at) = walk.package.find(name) {
            part(walk, at, &names);
        }
    }
    let mut embedded = Vec::new();
    for at in walk.rest() {
        let name = walk.package.name(at).to_owned();
        let file = name.rsplit('/').next().unwrap_or_default();
        if is_passed(&name) {
            walk.pass(at);
        } else if matches!(file, "content.xml" | "styles.xml" | "meta.xml") {
            part(walk, at, &names);
        } else {
            embedded.push(at);
        }
    }
    embedded
}

/// Whether a member cannot contain links of the document, because it is a list of members, settings, a program or a
/// signature.
fn is_passed(name: &str) -> bool {
    const FOLDERS: &[&str] = &["META-INF/", "Configurations2/", "Basic/", "Dialogs/"];
    const FILES: &[&str] = &["mimetype", "settings.xml", "manifest.rdf", "layout-cache"];
    let file = name.rsplit('/').next().unwrap_or_default();
    FOLDERS.iter().any(|folder| name.starts_with(folder)) || FILES.contains(&file)
}

/// The names of the members and of their folders. A reference to an embedded object is the name of
/// a folder.
fn names(walk: &PackageWalk<'_, '_>) -> HashSet<String> {
    let mut names = HashSet::new();
    for at in 0..walk.package.len() {
        let name = walk.package.name(at);
        names.insert(name.to_owned());
        let folders = name.match_indices('/').take(DEEPEST).filter_map(|(end, _)| name.get(..end));
        names.extend(folders.map(str::to_owned));
    }
    names
}

/// At most this many of the folders that contain a member are listed, beginning with the outermost one.
const DEEPEST: usize = 4;

fn part(walk: &mut PackageWalk<'_, '_>, at: usize, names: &HashSet<String>) {
    let name = walk.package.name(at).to_owned();
    let is_member = |reference: &str| {
        !reference.starts_with("../") && names.contains(&path::resolve(&name, reference))
    };
    let base = base(walk, &name);
    walk.part(at, base.as_ref(), &mut |part, sink| office::read_odf(part, &is_member, sink));
}

/// The base of a part: its path below the base of the package, as if the package were a folder.
fn base(walk: &PackageWalk<'_, '_>, name: &str) -> Option<UriBuf> {
    let package = walk.location.base.as_ref()?;
    let whole = package.as_str().split(['#', '?']).next().unwrap_or_default();
    model::base_of(&format!("{}/{name}", whole.trim_end_matches('/')), None)
}
