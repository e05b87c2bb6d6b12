//! Compressed files: gzip, zstd, bzip2 and xz.
//!
//! What is in one has no name but that of the file without the ending, and adds no member to the
//! place: `notes.txt.gz` is the text `notes.txt`, and `a.tar.gz` has the members of `a.tar`.

use core::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::gauge::{Counted, Unpacked};
use crate::document::{self, Document};
use crate::input::CHUNK;

/// Endings that say more than that the file is compressed.
const TARS: &[(&str, &str)] = &[
    (".tgz", ".tar"),
    (".tbz", ".tar"),
    (".tbz2", ".tar"),
    (".txz", ".tar"),
    (".tzst", ".tar"),
    (".svgz", ".svg"),
];

/// The largest dictionary or window that a file may ask for: what the strongest common setting asks
/// for, and no more than a document that is held.
const WINDOW: usize = 64 << 20;

type Packed<'p> = BufReader<Box<dyn Read + 'p>>;

type Open = for<'p> fn(Packed<'p>) -> Box<dyn Read + 'p>;

pub(crate) fn gzip(document: &mut Document<'_, '_>) {
    read(document, |packed| Box::new(MultiGzDecoder::new(packed)));
}

pub(crate) fn bzip2(document: &mut Document<'_, '_>) {
    read(document, |packed| Box::new(MultiBzDecoder::new(packed)));
}

pub(crate) fn xz(document: &mut Document<'_, '_>) {
    read(document, |packed| {
        let limit = u32::try_from(WINDOW / 1024).unwrap_or(u32::MAX);
        Box::new(XzReader::new_mem_limit(packed, true, limit))
    });
}

pub(crate) fn zstd(document: &mut Document<'_, '_>) {
    read(document, |packed| Box::new(Frames::new(packed)));
}

/// Reads what `open` unpacks.
fn read(document: &mut Document<'_, '_>, open: Open) {
    let run = &mut *document.run;
    let (meter, limits) = (run.meter(), run.settings().limits);
    let (packed, unpacked) = (Cell::new(0), Cell::new(0));
    let counted = Counted { reader: &mut *document.input, count: &packed };
    let reader = open(BufReader::with_capacity(CHUNK, Box::new(counted)));
    let mut reader = Unpacked::new(reader, &packed, &unpacked, meter, limits);
    let mut site = document.site.clone();
    site.depth += 1;
    site.media_type = None;
    document::read(run, &mut site, &inner_name(&document.name), &mut reader);
}

/// The name of what is in a compressed file.
fn inner_name(name: &str) -> String {
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

/// A zstd file: one frame after the other, some of which hold no data (RFC 8878, section 3.1).
struct Frames<'p> {
    packed: Packed<'p>,
    /// The frame that is being read. One decoder serves all: it is large.
    decoder: Box<FrameDecoder>,
    is_in_frame: bool,
}

impl<'p> Frames<'p> {
    fn new(packed: Packed<'p>) -> Frames<'p> {
        let mut decoder = Box::new(FrameDecoder::new());
        decoder.set_max_window_size(WINDOW as u64);
        Frames { packed, decoder, is_in_frame: false }
    }

    /// Goes on to the next frame; says whether there is one.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.packed.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.packed) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = (&mut self.packed).take(u64::from(length));
                    io::copy(&mut skipped, &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_in_frame && !self.next_frame()? {
                return Ok(0);
            }
            self.is_in_frame = true;
            let read = frame(&mut self.decoder, &mut self.packed, buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.is_in_frame = false;
        }
    }
}

/// Reads on in a frame; 0 at its end.
fn frame(
    decoder: &mut FrameDecoder,
    packed: &mut Packed<'_>,
    buffer: &mut [u8],
) -> io::Result<usize> {
    while decoder.can_collect() == 0 && !decoder.is_finished() {
        decoder
            .decode_blocks(&mut *packed, BlockDecodingStrategy::UptoBlocks(1))
            .map_err(io::Error::other)?;
    }
    decoder.read(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_what_is_inside() {
        assert_eq!(inner_name("a/notes.txt.gz"), "a/notes.txt");
        assert_eq!(inner_name("A.TGZ"), "A.tar");
        assert_eq!(inner_name("a.b/c"), "a.b/c");
    }
}
