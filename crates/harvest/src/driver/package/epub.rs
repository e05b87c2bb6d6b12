//! EPUB: reads the package file, then the parts in the order of the spine, then the remaining members.

use std::collections::HashMap;

use super::path::{has_ending, resolve};
use super::walk::PackageWalk;
use crate::model::{DiagnosticKind, Origin, package_base};
use crate::parse::html;
use crate::parse::xml::{self, Part};

/// Reads a book; returns the members that the book does not list.
pub(super) fn read(walk: &mut PackageWalk<'_, '_>) -> Vec<usize> {
    let container = walk.look("META-INF/container.xml").unwrap_or_default();
    skip_encrypted(walk);
    let mut files = Vec::new();
    xml::each_tag(&container, &mut |local, value, _| {
        if local == "rootfile" {
            files.push(value("full-path"));
        }
    });
    for file in files {
        let Some(at) = walk.package.find(&file) else { continue };
        let parts = parts(&walk.look(&file).unwrap_or_default());
        // The parts in the package are read themselves, so references to them are not reported.
        let is_member = |reference: &str| !reference.contains(':');
        let known = Part { is_member: &is_member, origin: Origin::Metadata, ..Part::ALONE };
        walk.part(at, package_base(&file).as_ref(), None, &mut |part, sink| {
            xml::read_part(part, known, sink);
        });
        for (href, media_type) in parts {
            let name = resolve(&file, &href);
            if let Some(at) = walk.package.find(&name) {
                part(walk, at, Some(&media_type));
            }
        }
    }
    let mut others = Vec::new();
    for at in walk.rest() {
        let name = walk.package.name(at);
        if name == "mimetype" || name.starts_with("META-INF/") && has_ending(name, "xml") {
            walk.pass(at);
        } else if is_page(name, None) {
            part(walk, at, None);
        } else {
            others.push(at);
        }
    }
    others
}

/// The parts that a package file lists, with their media types: the parts of the spine in reading order, then all parts.
fn parts(package: &[u8]) -> Vec<(String, String)> {
    let (mut items, mut spine) = (Vec::new(), Vec::new());
    xml::each_tag(package, &mut |local, value, _| match local {
        "item" => {
            let media_type = value("media-type").to_ascii_lowercase();
            items.push((value("id"), (value("href"), media_type)));
        }
        "itemref" => spine.push(value("idref")),
        _ => {}
    });
    let by_id: HashMap<_, _> = items.iter().cloned().collect();
    let spine = spine.iter().filter_map(|id| by_id.get(id).cloned());
    spine.chain(items.iter().map(|(_, part)| part.clone())).collect()
}

fn part(walk: &mut PackageWalk<'_, '_>, at: usize, media_type: Option<&str>) {
    let name = walk.package.name(at).to_owned();
    let base = package_base(&name);
    if is_page(&name, media_type) {
        walk.part(at, base.as_ref(), None, &mut |page, sink| {
            if html::reads_as_html(page) {
                html::read(page, sink);
            } else {
                xml::read(page, sink);
            }
        });
    } else {
        walk.member(at, media_type, base.as_ref());
    }
}

fn is_page(name: &str, media_type: Option<&str>) -> bool {
    match media_type {
        Some(media_type) => media_type == "application/xhtml+xml",
        None => has_ending(name, "xhtml") || has_ending(name, "xht"),
    }
}

/// The algorithms that obfuscate fonts: the algorithm of EPUB 3.3, section 4.4, and an older algorithm by Adobe.
const OBFUSCATIONS: &[&str] =
    &["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// Reports the encrypted members and the obfuscated fonts, which are left out.
fn skip_encrypted(walk: &mut PackageWalk<'_, '_>) {
    let list = walk.look("META-INF/encryption.xml").unwrap_or_default();
    let (mut algorithm, mut encrypted) = (String::new(), Vec::new());
    xml::each_tag(&list, &mut |local, value, _| match local {
        "EncryptionMethod" => algorithm = value("Algorithm"),
        "CipherReference" => encrypted.push((value("URI"), OBFUSCATIONS.contains(&&*algorithm))),
        _ => {}
    });
    for (name, is_font) in encrypted {
        let Some(at) = walk.package.find(&resolve("", &name)) else { continue };
        if is_font {
            walk.skip(at, DiagnosticKind::Binary, "an obfuscated font, not searched");
        } else {
            walk.skip(at, DiagnosticKind::Encrypted, "an encrypted member, not opened");
        }
    }
}
