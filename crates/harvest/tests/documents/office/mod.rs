//! Builds office documents and books, and checks that every link is found, whatever part it is in, and that nothing
//! else is reported.

mod books;
mod damaged;
mod odf;
mod sheets;
mod slides;
mod text;
mod writers;

use std::io::{Cursor, Write as _};

use linkwright_harvest::{Harvester, Located};

use super::support::{Found, read};

/// A package that contains `parts`.
pub(crate) fn package(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

const TYPES: &str = "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>\
    <Default Extension='rels' ContentType='http://no-link.example/'/></Types>";

/// The namespaces of Open XML, by their usual prefixes.
pub(crate) const NAMESPACES: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
    xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships' \
    xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main' \
    xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' \
    xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main' \
    xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math' \
    xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006' \
    xmlns:v='urn:schemas-microsoft-com:vml'";

/// An Open XML package that contains `parts`. The first tag of each part declares all namespaces.
pub(crate) fn open_xml(parts: &[(&str, &str)]) -> Vec<u8> {
    let made = parts.iter().map(|(name, content)| (*name, part(content)));
    let made: Vec<(&str, String)> =
        [("[Content_Types].xml", TYPES.to_owned())].into_iter().chain(made).collect();
    let parts: Vec<(&str, &[u8])> =
        made.iter().map(|(name, part)| (*name, part.as_bytes())).collect();
    package(&parts)
}

/// `content`, such as `<w:document/>`, with the declarations of all namespaces in its first tag.
pub(crate) fn part(content: &str) -> String {
    let end = content.find(['>', '/', ' ']).unwrap_or(content.len());
    let (first, rest) = content.split_at(end);
    format!("<?xml version='1.0' encoding='UTF-8'?>\n{first} {NAMESPACES}{rest}")
}

/// A part with relationships, each given as its identifier, the end of its type, and its target. A target without a
/// colon is a part.
pub(crate) fn relations(all: &[(&str, &str, &str)]) -> String {
    let mut text =
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
            .to_owned();
    for (id, kind, target) in all {
        let mode = if target.contains(':') { " TargetMode='External'" } else { "" };
        let one = format!(
            "<Relationship Id='{id}' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}' \
             Target='{target}'{mode}/>"
        );
        text += &one;
    }
    text + "</Relationships>"
}

/// One row `member: link unit` for each link, in the order in which the links were reported.
pub(crate) fn rows(found: &Found) -> Vec<String> {
    found.located.iter().map(row).collect()
}

fn row(link: &Located<'_>) -> String {
    let uri = link.uri().map(|uri| uri.to_string());
    let target = uri.or_else(|| Some(format!("({})", link.reference()?))).unwrap_or_default();
    let mut row = format!("{}: {target}", link.place().member().unwrap_or_default());
    let Some(unit) = link.unit() else { return row };
    for text in [&unit.sheet, &unit.note].into_iter().flatten() {
        row.extend([" ", text]);
    }
    if let Some(slide) = unit.slide {
        row.extend([&format!(" s{slide}")[..]]);
    }
    row
}

/// Reads a document with the text that its links show.
pub(crate) fn read_shown(name: &str, bytes: &[u8]) -> Found {
    read(&Harvester::builder().displayed_text(true).build().unwrap(), name, bytes)
}

/// Checks that the source bytes of each link, cut out of the member that contains it, are the text of the link.
pub(crate) fn assert_bytes(found: &Found, bytes: &[u8]) {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    for link in &found.located {
        let mut part = Vec::new();
        let member = link.place().member().unwrap();
        std::io::copy(&mut archive.by_name(member).unwrap(), &mut part).unwrap();
        let pieces = link.source_pieces().unwrap();
        let range = |at: &core::ops::Range<u64>| {
            usize::try_from(at.start).unwrap()..usize::try_from(at.end).unwrap()
        };
        let cut: Vec<u8> = pieces.iter().flat_map(|piece| &part[range(piece)]).copied().collect();
        if link.encoding() == "UTF-8" {
            assert_eq!(String::from_utf8_lossy(&cut), link.text(), "{member}");
        }
    }
}
