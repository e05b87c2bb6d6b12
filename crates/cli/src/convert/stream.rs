//! Converts plain text to HTML or terminal text while reading it, so that memory use does not depend on the length of
//! the text.

use std::io::{self, BufRead as _, BufReader, Read, Write};

use super::converted::lossy;
use super::format::Conversion;
use super::linkers::Linkers;
use crate::exit::Failure;
use crate::input::Input;

/// An input that is read in chunks.
type Chunks = BufReader<Box<dyn Read>>;

/// Opens an input.
pub(crate) fn open(input: &Input) -> io::Result<Chunks> {
    Ok(BufReader::with_capacity(64 * 1024, input.open()?))
}

/// Copies `reader` to `out` chunk by chunk, or line by line if `by_line`, with links. Finished text is flushed before
/// every read that may block. Invalid UTF-8 becomes U+FFFD, just as in the conversion of a whole text. A failure with
/// a message concerns the input, any other failure the output.
pub(crate) fn stream(
    linkers: &Linkers,
    conversion: Conversion,
    by_line: bool,
    reader: &mut Chunks,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut stream = linkers.stream(conversion);
    let (mut read, mut written) = (Vec::new(), String::new());
    loop {
        let part = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            part => part.map_err(Failure::message)?,
        };
        let line = part.iter().position(|byte| by_line && *byte == b'\n');
        let (len, is_over) = (line.map_or(part.len(), |end| end + 1), part.is_empty());
        read.extend_from_slice(&part[..len]);
        reader.consume(len);
        let ends = is_over || line.is_some();
        let whole = if ends { read.len() } else { read.len() - begun(&read) };
        // Writing to a `String` does not fail.
        let _ = stream.push(&lossy(&read[..whole]), &mut written);
        read.drain(..whole);
        if ends {
            let _ = stream.finish(&mut written);
            stream = linkers.stream(conversion);
        }
        // By line, the buffer may have another whole line.
        if !reader.buffer().contains(&b'\n') {
            out.write_all(written.as_bytes()).and_then(|()| out.flush())?;
            written.clear();
        }
        if is_over {
            return Ok(());
        }
    }
}

/// The number of bytes of an incomplete character at the end of `bytes`; 0 if the last character is complete.
fn begun(bytes: &[u8]) -> usize {
    let is_begun = |tail: &&[u8]| {
        str::from_utf8(tail)
            .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    let tails = (1..=3).filter_map(|len| bytes.get(bytes.len().checked_sub(len)?..));
    tails.into_iter().find(is_begun).map_or(0, <[u8]>::len)
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
