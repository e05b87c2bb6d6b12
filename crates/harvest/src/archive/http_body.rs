//! Decodes the body of an HTTP message, within the limits of decompression: first its transfer coding, then its content
//! codings (RFC 9112, section 7; RFC 9110, section 8.4).
//!
//! Many crawlers store the decoded body with the original header, which still lists the codings. So a coding is decoded
//! only if the body begins like data in that coding.

use core::cell::Cell;
use std::borrow::Cow;
use std::io::{BufReader, Cursor, Read};

use super::chunked;
use super::compressed::{self, Open};
use super::ratio_limit::{Budget, Counted, Unpacked};
use crate::reading::CHUNK;

/// The codings of a body, as its header lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Codings {
    is_chunked: bool,
    /// The content codings, in the order in which they were applied.
    content: Vec<Content>,
    /// The first unknown coding.
    unknown: Option<String>,
}

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Gzip,
    Deflate,
    Zstd,
    Brotli,
}

impl Codings {
    /// The codings that the values of `Transfer-Encoding` and `Content-Encoding` list.
    pub(crate) fn of(transfer: &str, content: &str) -> Codings {
        let mut codings = Codings::default();
        for name in content.split(',').chain(transfer.split(',')) {
            match &*name.trim().to_ascii_lowercase() {
                "" | "identity" | "none" => {}
                "chunked" => codings.is_chunked = true,
                "gzip" | "x-gzip" => codings.content.push(Content::Gzip),
                "deflate" => codings.content.push(Content::Deflate),
                "zstd" => codings.content.push(Content::Zstd),
                "br" => codings.content.push(Content::Brotli),
                other => codings.unknown = codings.unknown.or_else(|| Some(other.to_owned())),
            }
        }
        codings
    }

    /// Whether the body has no codings.
    pub(crate) const fn is_empty(&self) -> bool {
        !self.is_chunked && self.content.is_empty()
    }

    /// The number of content codings that can be decoded.
    pub(crate) const fn len(&self) -> usize {
        self.content.len()
    }

    /// The name of the first coding that cannot be decoded, if there is one.
    pub(crate) fn unknown(&self) -> Option<&str> {
        self.unknown.as_deref()
    }
}

/// Calls `take` with a reader of the decoded body. Returns the fault in its chunks, if there is one.
pub(crate) fn read(
    body: &[u8],
    codings: &Codings,
    budget: Budget<'_>,
    take: &mut dyn FnMut(&mut dyn Read),
) -> Option<chunked::ChunkProblem> {
    let (body, problem) =
        if codings.is_chunked { chunked::decode(body) } else { (Cow::Borrowed(body), None) };
    let counts = vec![Cell::new(0); codings.content.len()];
    let mut reader: Box<dyn Read + '_> = Box::new(&*body);
    for (content, packed) in codings.content.iter().rev().zip(&counts) {
        let mut begins = Vec::new();
        // A reader that fails here fails again when the rest is read.
        let _ = reader.by_ref().take(4).read_to_end(&mut begins);
        let open = content.open(&begins);
        reader = Box::new(Cursor::new(begins).chain(reader));
        let Some(open) = open else { continue };
        let counted = Counted { reader, count: packed };
        let decoded = open(Box::new(BufReader::with_capacity(CHUNK, counted)));
        reader = Box::new(Unpacked::new(decoded, packed, budget));
    }
    take(&mut *reader);
    problem
}

impl Content {
    /// The decoder of this coding; `None` if a body that begins with these bytes does not have this coding.
    fn open(self, begins: &[u8]) -> Option<Open> {
        match self {
            Content::Gzip => compressed::is_gzip(begins).then_some(compressed::gzip),
            Content::Zstd => compressed::is_zstd(begins).then_some(compressed::zstd),
            // Some servers send `deflate` with the zlib header, as the RFC requires, and others without it.
            Content::Deflate => match begins {
                [first, second, ..] if is_zlib(*first, *second) => Some(compressed::zlib),
                _ => (!is_text(begins)).then_some(compressed::deflate),
            },
            Content::Brotli => (!is_text(begins)).then_some(compressed::brotli),
        }
    }
}

/// Whether zlib data can begin with these bytes (RFC 1950, section 2.2).
const fn is_zlib(first: u8, second: u8) -> bool {
    first & 0x0F == 8 && (first as u16 * 256 + second as u16).is_multiple_of(31)
}

/// Whether these may be the first bytes of uncompressed text, such as a page, JSON or a style sheet.
fn is_text(begins: &[u8]) -> bool {
    begins.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n'))
        || begins.starts_with(b"\xEF\xBB\xBF")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;
    use crate::archive::Meter;
    use crate::model::Limits;

    const TEXT: &[u8] = b"<p>text, and more text";

    fn decode(body: &[u8], transfer: &str, content: &str) -> (Vec<u8>, bool) {
        let meter = Meter::default();
        let budget = Budget { meter: &meter, limits: &Limits::default() };
        let mut out = Vec::new();
        let codings = Codings::of(transfer, content);
        let problem = read(body, &codings, budget, &mut |reader| {
            reader.read_to_end(&mut out).unwrap();
        });
        (out, problem.is_some())
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn chunks(text: &[u8], len: usize) -> Vec<u8> {
        let chunk =
            |chunk: &[u8]| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat();
        let mut body: Vec<u8> = text.chunks(len).flat_map(chunk).collect();
        body.extend(b"0\r\n\r\n");
        body
    }

    #[test]
    fn codings_are_decoded() {
        let zlib = {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(TEXT).unwrap();
            encoder.finish().unwrap()
        };
        let deflate = {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(TEXT).unwrap();
            encoder.finish().unwrap()
        };
        let whole = (TEXT.to_vec(), false);
        assert_eq!(decode(&gzip(TEXT), "", "gzip"), whole);
        assert_eq!(decode(&gzip(&gzip(TEXT)), "", "gzip, X-GZIP"), whole);
        assert_eq!(decode(&zlib, "", "deflate"), whole);
        assert_eq!(decode(&deflate, "", "deflate"), whole);
        assert_eq!(decode(&chunks(&gzip(TEXT), 1), "chunked", "gzip"), whole);
        assert_eq!(decode(&chunks(TEXT, 5), "Chunked", ""), whole);
    }

    #[test]
    fn codings_that_the_body_does_not_have_are_ignored() {
        let whole = (TEXT.to_vec(), false);
        for content in ["gzip", "deflate", "br", "zstd", "gzip, br", "identity", "x-unknown"] {
            assert_eq!(decode(TEXT, "chunked", content), whole, "{content}");
        }
        assert_eq!(Codings::of("", "gzip, x-own").unknown(), Some("x-own"));
    }
}
