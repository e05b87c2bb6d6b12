//! Converts plain text to HTML or terminal text while reading it, so that memory use does not depend on the length of
//! the text.

use std::io::{self, BufRead as _, BufReader, Read, Write};

use linkwright::link::LinkStream;

use super::converted::lossy;
use crate::exit::Failure;

/// The number of bytes to read at once.
const CHUNK: usize = 64 * 1024;

/// Copies `reader` to `out` chunk by chunk, with the links that `stream` adds. Finished text is flushed before the next
/// read, because that read may block. Invalid UTF-8 becomes U+FFFD, just as in the conversion of a whole text. A failure with
/// a message concerns the input, any other failure the output.
pub(crate) fn stream(
    mut stream: LinkStream<'_>,
    reader: &mut dyn Read,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    // The initial capacity suffices for a chunk with a few links.
    let mut written = String::with_capacity(CHUNK + CHUNK / 4);
    let mut buffer = vec![0; CHUNK];
    // The number of bytes at the start of the buffer that belong to a character whose other bytes are not read yet.
    let mut kept = 0;
    loop {
        let len = read(reader, &mut buffer[kept..]).map_err(Failure::message)?;
        let (filled, is_over) = (kept + len, len == 0);
        let whole = if is_over { filled } else { filled - begun(&buffer[..filled]) };
        // Writing to a `String` does not fail.
        let _ = stream.push(&lossy(&buffer[..whole]), &mut written);
        buffer.copy_within(whole..filled, 0);
        kept = filled - whole;
        if is_over {
            let _ = stream.finish(&mut written);
        }
        out.write_all(written.as_bytes()).and_then(|()| out.flush())?;
        written.clear();
        if is_over {
            return Ok(());
        }
    }
}

/// Reads the beginning of a stream, so that the caller can tell text from binary data. It reads only once, so that it
/// does not wait for more data of a live stream.
pub(crate) fn head(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = vec![0; CHUNK];
    let len = read(reader, &mut head)?;
    head.truncate(len);
    Ok(head)
}

/// Converts every line of `reader` with `run`, and writes the results to `out`. The results are flushed before every
/// read that may block.
pub(crate) fn by_line(
    mut run: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), String>,
    reader: &mut dyn Read,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut reader = BufReader::with_capacity(CHUNK, reader);
    let (mut line, mut written) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let len = reader.read_until(b'\n', &mut line).map_err(Failure::message)?;
        run(&line, &mut written).map_err(Failure::Message)?;
        if len == 0 || !reader.buffer().contains(&b'\n') {
            out.write_all(&written).and_then(|()| out.flush())?;
            written.clear();
        }
        if len == 0 {
            return Ok(());
        }
    }
}

/// Like `Read::read`, but retries when a signal interrupts the read.
fn read(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// The number of bytes of an incomplete character at the end of `bytes`; 0 if the last character is complete.
fn begun(bytes: &[u8]) -> usize {
    let tail = bytes.iter().rev().take(3).position(|byte| *byte >= 0xC0).map_or(0, |at| at + 1);
    let first = bytes[bytes.len() - tail..].first().copied().unwrap_or_default();
    let len = match first {
        0xF0..=0xF4 => 4,
        0xE0..=0xEF => 3,
        0xC2..=0xDF => 2,
        _ => 0,
    };
    if tail < len { tail } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_character_at_the_end_is_recognized() {
        for (bytes, len) in [
            (&b""[..], 0),
            (b"abc", 0),
            ("é".as_bytes(), 0),
            (b"a\xC3", 1),
            (b"\xE2\x80", 2),
            (b"\xF0\x9F\x8D", 3),
            ("🍄".as_bytes(), 0),
            // Continuation bytes alone do not begin a character.
            (b"\x80\x80\x80\x80", 0),
            (b"\xFFa", 0),
        ] {
            assert_eq!(begun(bytes), len, "{bytes:?}");
        }
    }
}
