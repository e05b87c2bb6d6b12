//! Builds PDFs, byte by byte.

use core::fmt::Write as _;
use std::io::Write as _;

/// The objects of a PDF, numbered from 1 in the order in which they are added. The first object is the catalog.
#[derive(Clone, Default)]
pub(crate) struct Pdf {
    objects: Vec<Vec<u8>>,
}

impl Pdf {
    /// A document whose catalog has the entries in `catalog`. The next object to add must be the page tree.
    pub(crate) fn new(catalog: &str) -> Pdf {
        let catalog = format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>");
        Pdf { objects: vec![catalog.into_bytes()] }
    }

    /// Adds an object; returns its number.
    pub(crate) fn object(&mut self, text: &str) -> usize {
        self.objects.push(text.as_bytes().to_vec());
        self.objects.len()
    }

    /// Adds a stream whose dictionary has `entries`; returns its number.
    pub(crate) fn stream(&mut self, entries: &str, data: &[u8]) -> usize {
        let head = format!("<< {entries} /Length {} >>\nstream\n", data.len());
        self.objects.push([head.as_bytes(), data, b"\nendstream"].concat());
        self.objects.len()
    }

    /// Replaces an object.
    pub(crate) fn replace(&mut self, number: usize, text: &str) {
        self.objects[number - 1] = text.as_bytes().to_vec();
    }

    /// The bytes of the document, with a cross-reference table and with the entries in `trailer`.
    pub(crate) fn bytes(&self, trailer: &str) -> Vec<u8> {
        let mut bytes = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", self.objects.len() + 1);
        for (at, object) in self.objects.iter().enumerate() {
            let _ = writeln!(table, "{:010} 00000 n ", bytes.len());
            bytes.extend(format!("{} 0 obj\n", at + 1).bytes());
            bytes.extend(object);
            bytes.extend(b"\nendobj\n");
        }
        let (start, size) = (bytes.len(), self.objects.len() + 1);
        bytes.extend(table.bytes());
        let end = format!(
            "trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n"
        );
        bytes.extend(end.bytes());
        bytes
    }
}

/// A document of one page with this content. Objects 1 to 5 are the catalog, the page tree, the page, the content and
/// the font.
pub(crate) fn one_page(catalog: &str, page: &str, content: &str) -> Pdf {
    let mut pdf = Pdf::new(catalog);
    pdf.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    pdf.object(&format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R \
         /Resources << /Font << /F 5 0 R >> >> {page} >>"
    ));
    pdf.stream("", content.as_bytes());
    // Each letter is half as wide as the font size.
    let widths = "500 ".repeat(95);
    pdf.object(&format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar 32 /LastChar 126 /Widths [{widths}] \
         /Encoding /WinAnsiEncoding >>"
    ));
    pdf
}

/// The content of a page with these lines, each at its x and y position. The font size is 10 points, so a letter is 5
/// points wide.
pub(crate) fn lines(lines: &[(u32, u32, &str)]) -> String {
    let line = |(x, y, text): &(u32, u32, &str)| {
        let text = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
        format!("BT /F 10 Tf {x} {y} Td ({text}) Tj ET\n")
    };
    lines.iter().map(line).collect()
}

/// `data`, compressed with deflate.
pub(crate) fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}
