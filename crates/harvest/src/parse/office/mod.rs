//! Reads the parts of office documents in the formats Open XML (ECMA-376) and `OpenDocument` (OASIS), and the package
//! files of EPUB books.
//!
//! Each function reads one part. A [`Context`] contains the data that a part needs from other parts. The driver decides
//! which parts of a package are read, and in which order.
//!
//! Text is searched paragraph by paragraph, because formatting may divide a URI into runs at any position. URIs that
//! name a namespace, a relationship type or a content type are not links, and are not reported.

mod authors;
mod context;
mod field;
mod fields;
mod formula;
mod literals;
mod markup;
mod names;
mod odf;
mod odf_table;
mod opf;
mod paragraph;
mod position;
mod properties;
mod relationships;
mod sheet;
mod story;
mod strings;
mod workbook;

use std::collections::HashSet;

use super::xml;
use crate::sink::Sink;
use markup::root;
use names::Space;

pub(crate) use authors::list as authors;
pub(crate) use context::Context;
pub(crate) use odf::{encrypted_members, read as read_odf};
pub(crate) use opf::{ManifestItem, Opf, encrypted_references, read as read_opf, root_files};
pub(crate) use properties::base as declared_base;
pub(crate) use relationships::{
    Relationship, Uses, list as relationships, read as read_relationships,
};
pub(crate) use sheet::{SheetUses, StringCell};
pub(crate) use strings::{read as read_strings, with_links as strings_with_links};
pub(crate) use workbook::list as listed;

/// Reads a part of an Open XML document: text, a sheet or properties, depending on its outermost element. Returns
/// `None` for any other part, which is not read.
pub(crate) fn read_part(
    document: &[u8],
    context: &Context,
    strings: &HashSet<u32>,
    sink: &mut dyn Sink,
) -> Option<SheetUses> {
    let (space, local) = root(document)?;
    match space {
        Space::Sheet => Some(sheet::read(document, context, strings, sink)),
        Space::Properties => {
            properties::read(document, sink);
            Some(SheetUses::default())
        }
        // This part is a rendered copy of the text of a diagram, so it is not read.
        Space::OpenXml if local == "drawing" => Some(SheetUses::default()),
        // The drawings of a sheet are VML in an element without a namespace.
        Space::Other if local == "xml" => Some(story_uses(document, context, sink)),
        space if space.is_open_xml() => Some(story_uses(document, context, sink)),
        _ => None,
    }
}

/// Reads XML of any kind, including a part of an office document outside its package, and a flat ODF document.
pub(crate) fn read_xml(document: &[u8], sink: &mut dyn Sink) {
    match root(document) {
        Some((Space::Office, local)) if local.starts_with("document") => {
            odf::read_flat(document, sink);
        }
        Some((Space::Relations, _)) => relationships::read(document, &Uses::new(), sink),
        // This is a single file that contains all parts of a package.
        Some((Space::OpenXml, local)) if local == "package" => xml::read(document, sink),
        Some((space, _)) if space.is_open_xml() => {
            read_part(document, &Context::default(), &HashSet::new(), sink);
        }
        _ => xml::read(document, sink),
    }
}

fn story_uses(document: &[u8], context: &Context, sink: &mut dyn Sink) -> SheetUses {
    let relations = story::read(document, context, sink);
    SheetUses { relations, strings: Vec::new() }
}
