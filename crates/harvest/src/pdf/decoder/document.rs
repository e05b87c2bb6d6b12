//! Reads the parts of a document in order: the base, the metadata, the outline, the pages, the embedded files.

use core::ops::ControlFlow;

use pdfboss_core::{Dict, Document, Object, ObjectSource};

use super::guard::Guard;
use super::report::{Take, part};
use super::{attachments, outline, pages};
use crate::pdf::content::{Entry, PdfPart};
use crate::pdf::xmp;

pub(super) fn read(document: &Document, guard: &Guard<'_>, take: Take<'_>) -> ControlFlow<()> {
    let mut catalog = Dict::default();
    part(guard, "the catalog", take, |_| {
        catalog = guard.dictionary(document.xref().trailer.get("Root")).unwrap_or_default();
    })?;
    part(guard, "the metadata", take, |parts| read_metadata(document, guard, &catalog, parts))?;
    part(guard, "the outline", take, |parts| outline::read(document, guard, &catalog, parts))?;
    pages::read(document, guard, take)?;
    attachments::read(document, guard, take)
}

fn read_metadata(document: &Document, guard: &Guard<'_>, catalog: &Dict, parts: &mut Vec<PdfPart>) {
    let uris = guard.dictionary(catalog.get("URI"));
    if let Some(base) = uris.and_then(|uris| guard.text(uris.get("Base"))) {
        parts.push(PdfPart::Base(base));
    }
    let info = guard.dictionary(document.xref().trailer.get("Info")).unwrap_or_default();
    let mut entries: Vec<Entry> = info
        .iter()
        .filter_map(|(name, value)| {
            Some(Entry { name: name.0.clone(), text: guard.text(Some(value))? })
        })
        .collect();
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    let stream = catalog.get("Metadata").and_then(|metadata| guard.resolve(metadata).ok());
    if let Some(Object::Stream(stream)) = stream
        && let Ok(packet) = guard.stream_data(&stream)
    {
        entries.extend(xmp::entries(&packet));
    }
    parts.extend(entries.into_iter().map(PdfPart::Metadata));
}
