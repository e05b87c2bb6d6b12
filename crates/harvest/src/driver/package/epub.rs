//! EPUB: reads the package file, then the parts in the order of the spine, then the remaining members.

use std::collections::HashMap;

use linkwright::uri::UriBuf;

use super::path::{has_ending, resolve};
use super::walk::PackageWalk;
use crate::model::{self, DiagnosticKind};
use crate::parse::office::{self, ManifestItem, Opf};
use crate::parse::{html, xml};

/// Reads a book; returns the members that the book does not list.
pub(super) fn read(walk: &mut PackageWalk<'_, '_>) -> Vec<usize> {
    let container = walk.look("META-INF/container.xml").unwrap_or_default();
    skip_encrypted(walk);
    let mut types = HashMap::new();
    for file in office::root_files(&container) {
        let Some(at) = walk.package.find(&file) else { continue };
        let opf = walk.look(&file).map(|opf| Opf::list(&opf)).unwrap_or_default();
        walk.part(at, base(&file).as_ref(), &mut |part, sink| office::read_opf(part, sink));
        for ManifestItem { href, media_type } in opf.items {
            let name = resolve(&file, &href);
            if let Some(at) = walk.package.find(&name) {
                types.insert(at, media_type.clone());
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

fn part(walk: &mut PackageWalk<'_, '_>, at: usize, media_type: Option<&str>) {
    let name = walk.package.name(at).to_owned();
    let base = base(&name);
    if is_page(&name, media_type) {
        walk.part(at, base.as_ref(), &mut |page, sink| {
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

/// The base of a part: its path in the book.
fn base(name: &str) -> Option<UriBuf> {
    model::package_base(name)
}

/// Reports the encrypted members and the obfuscated fonts, which are left out.
fn skip_encrypted(walk: &mut PackageWalk<'_, '_>) {
    let list = walk.look("META-INF/encryption.xml").unwrap_or_default();
    for (name, is_font) in office::encrypted_references(&list) {
        let Some(at) = walk.package.find(&resolve("", &name)) else { continue };
        if is_font {
            walk.skip(at, DiagnosticKind::Binary, "an obfuscated font, not searched");
        } else {
            walk.skip(at, DiagnosticKind::Unsupported, "an encrypted member, not opened");
        }
    }
}
