//! Office documents: each part is read as XML, together with its relationships.
//!
//! The parts are read in the order of the archive. The unit of a link says to what part of the document it belongs; it
//! is taken from the name of the part: `ppt/slides/slide3.xml` is slide 3.

use std::collections::HashSet;

use linkwright::uri::UriBuf;

use super::path::{has_ending, resolve};
use super::walk::{PackageKind, PackageWalk};
use crate::model::{self, DiagnosticKind, Origin, Unit};
use crate::parse::xml::{self, Part, Relations, Uses};

/// Reads a document, and returns the embedded members, which are separate documents.
pub(super) fn read(walk: &mut PackageWalk<'_, '_>) -> Vec<usize> {
    skip_encrypted(walk);
    let names = names(walk);
    let declared = declared_base(walk);
    let mut embedded = Vec::new();
    let mut relations = Vec::new();
    for at in walk.rest() {
        let name = walk.package.name(at).to_owned();
        let base = || match walk.kind {
            PackageKind::Odf => path_base(walk, &name),
            _ => declared.clone().or_else(|| walk.location.base.clone()),
        };
        match role(&name) {
            Role::Nothing => walk.pass(at),
            Role::Relations => relations.push(at),
            Role::Document => embedded.push(at),
            Role::Part => {
                let base = base();
                part(walk, at, &name, base.as_ref(), &names);
            }
        }
    }
    // The relationships of parts that are missing or are no XML.
    for at in relations {
        let name = walk.package.name(at).to_owned();
        let base = declared.clone().or_else(|| walk.location.base.clone());
        read_one(walk, at, (&name, base.as_ref()), Part::ALONE);
    }
    embedded
}

/// Reads a part and its relationships.
fn part(
    walk: &mut PackageWalk<'_, '_>,
    at: usize,
    name: &str,
    base: Option<&UriBuf>,
    names: &HashSet<String>,
) {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let list = format!("{folder}/_rels/{file}.rels");
    let list = list.trim_start_matches('/');
    let relations = walk.look(list).map(|list| xml::relations(&list)).unwrap_or_default();
    let is_member = |one: &str| !one.starts_with("../") && names.contains(&resolve(name, one));
    let is_metadata = name.starts_with("docProps/") || file == "meta.xml";
    let origin = if is_metadata { Origin::Metadata } else { Origin::Text };
    let is_odf = walk.kind == PackageKind::Odf;
    let relations: Option<&Relations> = (!is_odf).then_some(&relations);
    let known = Part { relations, uses: None, is_member: &is_member, origin };
    let uses = read_one(walk, at, (name, base), known);
    if let Some(at) = walk.package.find(list) {
        read_one(walk, at, (name, base), Part { uses: Some(&uses), ..Part::ALONE });
    }
}

/// Reads the member at `at`, with the unit and the base of the part called `name`.
fn read_one(
    walk: &mut PackageWalk<'_, '_>,
    at: usize,
    (name, base): (&str, Option<&UriBuf>),
    known: Part<'_>,
) -> Uses {
    let mut uses = Uses::new();
    walk.part(at, base, unit(name), &mut |part, sink| uses = xml::read_part(part, known, sink));
    uses
}

/// The unit of the links in a part, from the name of the part.
fn unit(name: &str) -> Option<Unit> {
    #[rustfmt::skip]
    const NOTES: &[(&str, &str)] = &[
        ("notesSlide", "speaker notes"), ("slideLayout", "layout"), ("slideMaster", "master"), ("header", "header"),
        ("footer", "footer"), ("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment"),
        ("comment", "comment"), ("threadedComment", "comment"),
    ];
    let file = name.rsplit('/').next()?;
    let stem = file.strip_suffix(".xml")?;
    let kind = stem.trim_end_matches(|char: char| char.is_ascii_digit());
    let note = NOTES.iter().find(|(one, _)| *one == kind).map(|(_, note)| (*note).to_owned());
    let slide = stem.get(kind.len()..)?.parse().ok().filter(|_| kind == "slide");
    let sheet = (kind == "sheet").then(|| stem.to_owned());
    let unit = Unit { slide, sheet, note, ..Unit::default() };
    (unit != Unit::default()).then_some(unit)
}

/// The role of a member in the package.
enum Role {
    /// A member without links of the document: a list of members, settings, a program, a signature, custom data, a
    /// thumbnail, or the drawn copy of a diagram.
    Nothing,
    Relations,
    Part,
    /// A picture or an embedded document.
    Document,
}

fn role(name: &str) -> Role {
    #[rustfmt::skip]
    const FOLDERS: &[&str] = &[
        "customxml/", "_xmlsignatures/", "package/services/", "docprops/thumbnail.", "meta-inf/", "configurations2/",
        "basic/", "dialogs/",
    ];
    #[rustfmt::skip]
    const FILES: &[&str] = &[
        "[content_types].xml", "mimetype", "settings.xml", "manifest.rdf", "layout-cache",
    ];
    const INSIDE: &[&str] = &["/printersettings/", "/diagrams/drawing", "/persons/", "/theme/"];
    let name = name.to_ascii_lowercase();
    if FOLDERS.iter().any(|folder| name.starts_with(folder))
        || INSIDE.iter().any(|inside| name.contains(inside))
        || FILES.contains(&name.rsplit('/').next().unwrap_or_default())
            && !name.starts_with("word/")
    {
        Role::Nothing
    } else if has_ending(&name, "rels") {
        Role::Relations
    } else if has_ending(&name, "xml") || has_ending(&name, "vml") {
        Role::Part
    } else {
        Role::Document
    }
}

/// The base that an Open XML document declares for its relative links.
fn declared_base(walk: &mut PackageWalk<'_, '_>) -> Option<UriBuf> {
    let mut declared = None;
    xml::each_tag(&walk.look("docProps/app.xml")?, &mut |local, _, text| {
        if local == "HyperlinkBase" && declared.is_none() {
            declared = Some(text.trim().to_owned());
        }
    });
    model::base_of(&declared?, walk.location.base.as_ref())
}

/// The base of a part of ODF: its path below the base of the package, as if the package were a folder.
fn path_base(walk: &PackageWalk<'_, '_>, name: &str) -> Option<UriBuf> {
    let package = walk.location.base.as_ref()?;
    let whole = package.as_str().split(['#', '?']).next().unwrap_or_default();
    model::base_of(&format!("{}/{name}", whole.trim_end_matches('/')), None)
}

/// Reports the encrypted members of ODF, which are left out.
fn skip_encrypted(walk: &mut PackageWalk<'_, '_>) {
    let manifest = walk.look("META-INF/manifest.xml").unwrap_or_default();
    let (mut last, mut encrypted) = (String::new(), Vec::new());
    xml::each_tag(&manifest, &mut |local, value, _| match local {
        "file-entry" => last = value("full-path"),
        "encryption-data" => encrypted.push(core::mem::take(&mut last)),
        _ => {}
    });
    for name in encrypted {
        if let Some(at) = walk.package.find(&name) {
            walk.skip(at, DiagnosticKind::Encrypted, "an encrypted member, not opened");
        }
    }
}

/// The names of the members, and of the folders that contain a `content.xml`: the name of an embedded object of ODF is
/// the name of its folder.
fn names(walk: &PackageWalk<'_, '_>) -> HashSet<String> {
    let all = (0..walk.package.len()).map(|at| walk.package.name(at));
    let folders = all.clone().filter_map(|name| name.strip_suffix("/content.xml"));
    all.chain(folders).map(str::to_owned).collect()
}
