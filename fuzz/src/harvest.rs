//! Checks that any bytes can be read as a document without a panic, that the reported URIs are valid, and that reading
//! the document again reports the same links and diagnostics.

use core::ops::{ControlFlow, Range};
use std::borrow::Cow;

use linkwright_harvest::{Diagnostic, Harvester, Located, Outcome, Visitor};

/// The name and the content of the document in an input: the first line of the input is the ending of the name, so an
/// input means the same when formats are added. An unknown ending leaves the detection to the content.
fn document(data: &[u8]) -> Option<(String, Cow<'_, [u8]>)> {
    let end = data.iter().position(|byte| *byte == b'\n')?;
    let (ending, document) = (core::str::from_utf8(&data[..end]).ok()?, &data[end + 1..]);
    let name = format!("a.{ending}");
    let package = package(&name, document);
    Some((name, package.map_or(Cow::Borrowed(document), Cow::Owned)))
}

/// The packages that are built from a document, with the names of their parts. In the document, the parts are separated
/// by U+001E.
const PACKAGES: [(&str, &[&str]); 5] = [
    (
        "a.docx",
        &[
            "word/document.xml",
            "word/_rels/document.xml.rels",
            "word/comments.xml",
            "docProps/app.xml",
        ],
    ),
    (
        "a.xlsx",
        &[
            "xl/worksheets/sheet1.xml",
            "xl/sharedStrings.xml",
            "xl/workbook.xml",
            "xl/_rels/workbook.xml.rels",
        ],
    ),
    (
        "a.pptx",
        &["ppt/slides/slide1.xml", "ppt/slides/_rels/slide1.xml.rels", "ppt/presentation.xml"],
    ),
    ("a.odt", &["content.xml", "META-INF/manifest.xml", "mimetype", "meta.xml"]),
    ("a.epub", &["a.opf", "META-INF/container.xml", "a.xhtml", "META-INF/encryption.xml"]),
];

/// The package called `name`, with the parts of `document`; `None` if `PACKAGES` has no such name.
fn package(name: &str, document: &[u8]) -> Option<Vec<u8>> {
    let (_, names) = PACKAGES.iter().find(|(package, _)| *package == name)?;
    let mut archive = Stored::default();
    let contents = document.split(|byte| *byte == 0x1E).chain(core::iter::repeat(&b""[..]));
    for (name, content) in names.iter().zip(contents) {
        archive.add(name, content);
    }
    Some(archive.finish())
}

/// A zip archive with uncompressed members, so that the fuzzer can change their content.
#[derive(Default)]
struct Stored {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl Stored {
    fn add(&mut self, name: &str, content: &[u8]) {
        let u32_of = |len: usize| u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes();
        let offset = u32_of(self.bytes.len());
        let name_len = u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes();
        // The version; zeros for the flags, the compression and the time; then the checksum and the lengths.
        let mut header = vec![10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for part in [crc32(content).to_le_bytes(), u32_of(content.len()), u32_of(content.len())] {
            header.extend(part);
        }
        header.extend([name_len[0], name_len[1], 0, 0]);
        self.bytes
            .extend(b"PK\x03\x04".iter().chain(&header).chain(name.as_bytes()).chain(content));
        self.directory
            .extend(b"PK\x01\x02\x0A\0".iter().chain(&header).chain(&[0; 10]).chain(&offset));
        self.directory.extend(name.as_bytes());
        self.count += 1;
    }

    fn finish(mut self) -> Vec<u8> {
        let (start, len) = (self.bytes.len(), self.directory.len());
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.count.to_le_bytes().into_iter().chain(self.count.to_le_bytes()));
        for number in [len, start] {
            self.bytes.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        }
        self.bytes.extend([0, 0]);
        self.bytes
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(crc & 1));
    let byte = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc));
    !bytes.iter().fold(u32::MAX, byte)
}

/// The links and diagnostics as text.
#[derive(Default)]
struct Heard<'f> {
    file: &'f [u8],
    links: Vec<String>,
    diagnostics: Vec<String>,
    /// The number of diagnostics that are failures.
    harmful: u64,
    /// The number of diagnostics about a whole file, member or part that was skipped.
    skips: u64,
}

impl Visitor for Heard<'_> {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let uri = link.uri().map(|uri| uri.to_string());
        if let Some(uri) = &uri {
            assert!(fluent_uri::Uri::parse(uri.as_str()).is_ok(), "fluent-uri: {uri}");
            assert!(iri_string::types::UriStr::new(uri).is_ok(), "iri-string: {uri}");
        }
        let bytes = link.source_pieces();
        if let (Ok(pieces), []) = (&bytes, link.source().steps()) {
            check_bytes(self.file, link, pieces);
        }
        self.links.push(format!("{}@{:?} {:?} {bytes:?}", link.place(), link.span(), uri));
        ControlFlow::Continue(())
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.diagnostics.push(diagnostic.to_string());
        self.harmful += u64::from(!diagnostic.kind().is_harmless());
        self.skips += u64::from(diagnostic.is_skip());
    }
}

fn read<'f>(name: &str, data: &'f [u8]) -> Heard<'f> {
    let mut heard = Heard { file: data, ..Heard::default() };
    let summary = Harvester::new().read(name, data, &mut heard);
    assert_eq!(usize::try_from(summary.links), Ok(heard.links.len()));
    assert_eq!(summary.diagnostics, heard.harmful);
    assert_eq!(summary.skipped, heard.skips);
    // An input without a diagnostic must have been read, because a diagnostic reports any other outcome.
    assert!(!heard.diagnostics.is_empty() || summary.outcome() == Outcome::Read);
    assert!(summary.outcome() != Outcome::Skipped || heard.links.is_empty());
    heard
}

/// Checks that the pieces of a link are in the file and in order. In UTF-8, their bytes must be the text of the link.
fn check_bytes(file: &[u8], link: &Located<'_>, pieces: &[Range<u64>]) {
    let at = |offset: u64| usize::try_from(offset).unwrap();
    let range = |piece: &Range<u64>| at(piece.start)..at(piece.end);
    let bytes: Vec<u8> = pieces.iter().flat_map(|piece| &file[range(piece)]).copied().collect();
    assert!(pieces.is_sorted_by(|one, next| one.end < next.start), "{pieces:?}");
    if link.encoding() == "UTF-8" {
        let text = String::from_utf8_lossy(&bytes).replace('\r', "\n");
        assert_eq!(text, link.text().replace('\r', "\n"));
    }
}

/// The number of links in the document of an input.
#[allow(dead_code, reason = "only the tests of the harvester call it")]
pub fn links(data: &[u8]) -> usize {
    document(data).map_or(0, |(name, document)| read(&name, &document).links.len())
}

/// Reads the document of an input.
pub fn check(data: &[u8]) {
    let Some((name, document)) = document(data) else { return };
    let first = read(&name, &document);
    let second = read(&name, &document);
    assert_eq!((&first.links, &first.diagnostics), (&second.links, &second.diagnostics));
    // The name `a.txt` only means text, so the result must be the same as for standard input.
    if name == "a.txt" {
        let nameless = read("", &document);
        assert_eq!((first.links, first.diagnostics), (nameless.links, nameless.diagnostics));
    }
}
