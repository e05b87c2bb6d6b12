//! Reads the package file of an EPUB book, which contains the metadata of the book, and lists its parts and their
//! order.

use std::collections::HashMap;
use std::sync::Arc;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::markup::{Handler, Tag, Text, walk};
use super::names::{Name, Space};
use super::properties;
use crate::model::{Origin, Unit};
use crate::sink::{Discard, Sink};

/// A part of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ManifestItem {
    /// The reference, relative to the package file.
    pub(crate) href: String,
    /// The media type, in lower case.
    pub(crate) media_type: String,
}

/// The parts that a package file lists.
#[derive(Debug, Default)]
pub(crate) struct Opf {
    /// The parts of the spine in reading order, followed by all parts of the manifest. The parts of the spine therefore
    /// occur twice.
    pub(crate) items: Vec<ManifestItem>,
}

impl Opf {
    /// Reads a package file.
    pub(crate) fn list(document: &[u8]) -> Opf {
        let mut lists = Lists::default();
        walk(document, &mut lists, &mut Discard::default());
        let by_id: HashMap<&str, &ManifestItem> =
            lists.manifest.iter().map(|(id, item)| (&**id, item)).collect();
        let spine = lists.spine.iter().filter_map(|id| by_id.get(&**id).copied());
        let items = spine.chain(lists.manifest.iter().map(|(_, item)| item));
        Opf { items: items.cloned().collect() }
    }
}

/// The package files that `META-INF/container.xml` lists.
pub(crate) fn root_files(container: &[u8]) -> Vec<String> {
    let mut lists = Lists::default();
    walk(container, &mut lists, &mut Discard::default());
    lists.root_files
}

/// The references to members in `META-INF/encryption.xml`, and whether each member is an obfuscated font.
pub(crate) fn encrypted_references(list: &[u8]) -> Vec<(String, bool)> {
    let mut lists = Lists::default();
    walk(list, &mut lists, &mut Discard::default());
    lists.encrypted
}

#[derive(Default)]
struct Lists {
    manifest: Vec<(String, ManifestItem)>,
    spine: Vec<String>,
    root_files: Vec<String>,
    /// The algorithm of the encryption method that was read last.
    algorithm: String,
    /// The references to encrypted members, and whether each member is an obfuscated font.
    encrypted: Vec<(String, bool)>,
}

/// The algorithms that obfuscate fonts: the algorithm of EPUB 3.3, section 4.4, and an older algorithm by Adobe.
const OBFUSCATIONS: &[&str] =
    &["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

impl Handler for Lists {
    fn start(&mut self, tag: &Tag<'_>, _: &mut dyn Sink) {
        let text = |name| tag.own_text(name).unwrap_or_default();
        match tag.name.local {
            "item" => {
                let media_type = text("media-type").to_ascii_lowercase();
                self.manifest.push((text("id"), ManifestItem { href: text("href"), media_type }));
            }
            "itemref" => self.spine.push(text("idref")),
            "EncryptionMethod" => self.algorithm = text("Algorithm"),
            "CipherReference" => {
                let is_font = OBFUSCATIONS.contains(&&*self.algorithm);
                self.encrypted.push((text("URI"), is_font));
            }
            "rootfile" => self.root_files.push(text("full-path")),
            _ => {}
        }
    }

    fn end(&mut self, _: Name<'_>, _: Span, _: &mut dyn Sink) {}

    fn text(&mut self, _: Text<'_>) {}
}

/// Reports the links of a package file: the links in its metadata, and the references to linked records and to parts
/// that are not in the package.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    walk(document, &mut Package { document, run: TextRun::new(document), field: None }, sink);
}

struct Package<'d> {
    document: &'d [u8],
    run: TextRun<'d>,
    /// The name of the open metadata element.
    field: Option<String>,
}

impl Handler for Package<'_> {
    fn start(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        self.run = TextRun::new(self.document);
        self.field = None;
        match (tag.name.space, tag.name.local) {
            (Space::DublinCore, local) => self.field = Some(local.to_owned()),
            (_, "meta") => {
                let name = tag.own_text("property").or_else(|| tag.own_text("name"));
                let name = name.unwrap_or_default();
                if let Some(content) = tag.own("content") {
                    properties::search(&content.run, &name, sink);
                }
                self.field = Some(name);
            }
            // Parts in the package are read separately, so references to them are not reported.
            (_, "item") => reference(tag, is_absolute, Origin::Attribute, sink),
            (_, "link") => reference(tag, |_| true, Origin::Metadata, sink),
            _ => {}
        }
    }

    fn end(&mut self, _: Name<'_>, _: Span, sink: &mut dyn Sink) {
        let run = core::mem::replace(&mut self.run, TextRun::new(self.document));
        if let Some(field) = self.field.take() {
            properties::search(&run, &field, sink);
        }
    }

    fn text(&mut self, text: Text<'_>) {
        text.push_to(&mut self.run);
    }
}

fn reference(tag: &Tag<'_>, is_link: fn(&str) -> bool, origin: Origin, sink: &mut dyn Sink) {
    let Some(href) = tag.own("href").filter(|href| is_link(&href.text())) else { return };
    let field = tag.own_text("rel");
    sink.unit(field.is_some().then(|| Arc::new(Unit { field, ..Unit::default() })));
    sink.existing(&href.text(), href.place(), origin, "href");
    sink.unit(None);
}

fn is_absolute(reference: &str) -> bool {
    reference.split_once(':').is_some_and(|(scheme, _)| !scheme.contains(['/', '?', '#']))
}
