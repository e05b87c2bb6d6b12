//! Compressed files: gzip, zstd, bzip2 and xz.
//!
//! The content is read as a file with the same name, but without the extension: `notes.txt.gz` is read as the text file
//! `notes.txt`, and `a.tar.gz` as the archive `a.tar`. The place of a link does not name the content as a member.

use core::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::{DeflateDecoder, ZlibDecoder};
use lzma_rust2::XzReader;

use super::bzip2::Bzip2;
use super::codec::Codec;
use super::gzip::{self, Gzip};
use super::ratio_limit::{Budget, Counted, Unpacked};
use super::zstd::{self, Zstd};
use crate::reading::CHUNK;

/// Extensions of compressed files that determine the extension of the content.
const TARS: &[(&str, &str)] = &[
    (".tgz", ".tar"),
    (".tbz", ".tar"),
    (".tbz2", ".tar"),
    (".txz", ".tar"),
    (".tzst", ".tar"),
    (".svgz", ".svg"),
];

/// The most memory that the xz decoder may use: the size of the dictionary of `xz -9`.
const WINDOW: usize = 64 << 20;

pub(crate) type Packed<'p> = Box<dyn BufRead + 'p>;

/// A function that makes a decoder of its input.
pub(crate) type Open = for<'p> fn(Packed<'p>) -> Decoder<'p>;

/// A reader of decompressed bytes: the only way to the decoders of this module and of the crates under it. A decoder that
/// has failed is not read again, because its state may be invalid: it could panic, or never end. Further reads return
/// the same error.
pub(crate) struct Decoder<'p> {
    reader: Box<dyn Read + 'p>,
    failure: Option<(io::ErrorKind, String)>,
}

impl<'p> Decoder<'p> {
    fn new(reader: impl Read + 'p) -> Decoder<'p> {
        Decoder { reader: Box::new(reader), failure: None }
    }
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some((kind, message)) = &self.failure {
            return Err(io::Error::new(*kind, message.clone()));
        }
        let read = self.reader.read(buffer);
        if let Err(error) = &read
            && error.kind() != io::ErrorKind::Interrupted
        {
            self.failure = Some((error.kind(), error.to_string()));
        }
        read
    }
}

pub(crate) fn gzip(packed: Packed<'_>) -> Decoder<'_> {
    Decoder::new(Members { packed, codec: Box::new(Gzip::new()), is_inside: true })
}

pub(crate) fn bzip2(packed: Packed<'_>) -> Decoder<'_> {
    Decoder::new(Bzip2::new(packed, true))
}

pub(crate) fn xz(packed: Packed<'_>) -> Decoder<'_> {
    let limit = u32::try_from(WINDOW / 1024).unwrap_or(u32::MAX);
    Decoder::new(XzReader::new_mem_limit(packed, true, limit))
}

pub(crate) fn zstd(packed: Packed<'_>) -> Decoder<'_> {
    Decoder::new(Members { packed, codec: Box::new(Zstd::new()), is_inside: false })
}

/// The content coding `deflate` of HTTP: zlib data.
pub(crate) fn zlib(packed: Packed<'_>) -> Decoder<'_> {
    Decoder::new(ZlibDecoder::new(packed))
}

/// DEFLATE without a header, as many servers send the content coding `deflate`. Reads no byte after the end of the data.
pub(crate) fn deflate(packed: Packed<'_>) -> Decoder<'_> {
    Decoder::new(DeflateDecoder::new(packed))
}

/// The content coding `br` of HTTP (RFC 7932).
pub(crate) fn brotli(packed: Packed<'_>) -> Decoder<'_> {
    Decoder::new(brotli_decompressor::Decompressor::new(packed, CHUNK))
}

/// The decoder of a compression method of zip (APPNOTE, section 4.4.5); `None` if the method is unknown.
pub(super) fn zip(method: u16, packed: Packed<'_>) -> Option<Decoder<'_>> {
    Some(match method {
        0 => Decoder::new(packed),
        8 => deflate(packed),
        // Reads no byte after the end of the data.
        12 => Decoder::new(Bzip2::new(packed, false)),
        93 => zstd(packed),
        95 => xz(packed),
        _ => return None,
    })
}

/// Calls `take` with a reader of the decompressed bytes of `input`. The reader is made by `open`,
/// and applies the limits of `budget`.
pub(crate) fn read(
    input: &mut dyn Read,
    open: Open,
    budget: Budget<'_>,
    take: &mut dyn FnMut(&mut dyn Read),
) {
    let packed = Cell::new(0);
    let counted = Counted { reader: input, count: &packed };
    let reader = open(Box::new(BufReader::with_capacity(CHUNK, counted)));
    take(&mut Unpacked::new(reader, &packed, budget));
}

/// Whether a file that begins with `head` is gzip.
pub(crate) fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(gzip::MAGIC)
}

/// Whether a file that begins with `head` is zstd.
pub(crate) fn is_zstd(head: &[u8]) -> bool {
    head.starts_with(zstd::MAGIC)
}

/// Whether a file that begins with `head` is bzip2: the signature of bzip2 is followed by the signature of a block or
/// of the end of the stream.
pub(crate) fn is_bzip2(head: &[u8]) -> bool {
    head.starts_with(b"BZh") && matches!(head.get(4..10), Some(b"1AY&SY" | b"\x17rE8P\x90"))
}

/// Whether a file that begins with `head` is xz.
pub(crate) fn is_xz(head: &[u8]) -> bool {
    head.starts_with(b"\xFD7zXZ\0")
}

/// The name of the content of the compressed file called `name`.
pub(crate) fn inner_name(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    for (ending, tar) in TARS {
        if let Some(stem) = lower.strip_suffix(ending) {
            return format!("{}{tar}", name.get(..stem.len()).unwrap_or_default());
        }
    }
    match name.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') => stem.to_owned(),
        _ => name.to_owned(),
    }
}

/// The data of all members of a file.
struct Members<'p> {
    packed: Packed<'p>,
    codec: Box<dyn Codec>,
    is_inside: bool,
}

impl Read for Members<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_inside && self.codec.begin(&mut self.packed)?.is_none() {
                return Ok(0);
            }
            self.is_inside = true;
            let read = self.codec.decode(&mut self.packed, buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.is_inside = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that fails, and must not be read again.
    struct Fails(u32);

    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => Err(io::ErrorKind::Interrupted.into()),
                2 => Err(io::Error::new(io::ErrorKind::InvalidData, "damaged")),
                _ => unreachable!("read after an error"),
            }
        }
    }

    #[test]
    fn a_decoder_is_not_read_after_its_error() {
        let mut decoder = Decoder::new(Fails(0));
        let mut read = || decoder.read(&mut [0; 8]).unwrap_err();
        assert_eq!(read().kind(), io::ErrorKind::Interrupted);
        for _ in 0..3 {
            let error = read();
            assert_eq!(
                (error.kind(), &*error.to_string()),
                (io::ErrorKind::InvalidData, "damaged")
            );
        }
    }

    #[test]
    fn the_content_is_named_like_the_file_without_its_extension() {
        assert_eq!(inner_name("a/notes.txt.gz"), "a/notes.txt");
        assert_eq!(inner_name("A.TGZ"), "A.tar");
        assert_eq!(inner_name("a.b/c"), "a.b/c");
    }
}
