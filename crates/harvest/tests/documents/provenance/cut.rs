//! Cuts the bytes of a link out of its file, using only the record of the link.

use core::ops::Range;
use std::borrow::Cow;
use std::io::{Cursor, Read};

use encoding_rs::Encoding;
use linkwright_harvest::{Located, NoBytes, Step, TransferEncoding};

/// How the recorded place of a link was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Proof {
    /// The bytes that the record locates, cut out of the stream, are the text of the link.
    Cut,
    /// The record locates no bytes. The text of the link is at its offsets in the decoded body of the part.
    Decoded(NoBytes),
    /// The record locates no bytes, and only the ranges of the message and of the body were checked.
    Told(NoBytes),
}

/// Verifies that `link` is at the place that its record reports, and returns an error if it is not.
pub(crate) fn prove(file: &[u8], link: &Located<'_>) -> Result<Proof, String> {
    let wrong = |what: &str| {
        let pieces = link.source_pieces();
        format!("{what}: {} {:?} {pieces:?} {:?}", link.place(), link.text(), link.source())
    };
    let source = link.source();
    let stream = stream(file, source.steps()).ok_or_else(|| wrong("no such stream"))?;
    let message = source.message().unwrap_or(0..stream.len() as u64);
    let body = source.body().unwrap_or(message.clone());
    if !(message.start <= body.start && body.end <= message.end && of(&stream, &message).is_some())
    {
        return Err(wrong("the body is not in the message"));
    }
    match link.source_pieces() {
        Ok(pieces) => {
            let is_empty = link.text().is_empty();
            let bytes = cut(&stream, &pieces, &body).filter(|bytes| bytes.is_empty() == is_empty);
            let bytes = bytes.ok_or_else(|| wrong("no such bytes"))?;
            match text_of(&bytes, link.encoding()) {
                Some(text) if text == link.text() => Ok(Proof::Cut),
                // A line end that is a single CR in the file is LF in the text.
                Some(text) if text.replace('\r', "\n") == link.text() => Ok(Proof::Cut),
                text => Err(wrong(&format!("other bytes, {text:?}"))),
            }
        }
        Err(why @ NoBytes::EncodedWord) => Ok(Proof::Told(why)),
        Err(why) => {
            let body = of(&stream, &body).ok_or_else(|| wrong("no such body"))?;
            match decoded(body, link) {
                Some(text) if text == link.text() => Ok(Proof::Decoded(why)),
                // Decoders differ on damaged data.
                _ if why == NoBytes::TransferEncoding => Ok(Proof::Told(why)),
                text => Err(wrong(&format!("another text, {text:?}"))),
            }
        }
    }
}

fn of<'b>(bytes: &'b [u8], range: &Range<u64>) -> Option<&'b [u8]> {
    bytes.get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?)
}

/// The bytes at `pieces`; `None` unless the pieces ascend, do not touch, and are inside `body`.
fn cut(stream: &[u8], pieces: &[Range<u64>], body: &Range<u64>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut last = None;
    for piece in pieces {
        let follows = last.is_none_or(|end| piece.start > end);
        let is_inside = body.start <= piece.start && piece.end <= body.end;
        if (piece.is_empty() && pieces.len() > 1) || !follows || !is_inside {
            return None;
        }
        bytes.extend_from_slice(of(stream, piece)?);
        last = Some(piece.end);
    }
    (!pieces.is_empty()).then_some(bytes)
}

/// `bytes` decoded from `encoding`.
fn text_of(bytes: &[u8], encoding: &str) -> Option<String> {
    let encoding = Encoding::for_label(encoding.as_bytes())?;
    Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
}

/// The text of a link at its offsets in the decoded body.
fn decoded(body: &[u8], link: &Located<'_>) -> Option<String> {
    let body = without_encoding(body, link.source().transfer_encoding());
    let text = match link.encoding() {
        "UTF-8" => body,
        encoding => text_of(&body, encoding)?.into_bytes(),
    };
    let pieces: Option<Vec<&[u8]>> =
        link.pieces().iter().map(|piece| text.get(piece.range())).collect();
    Some(String::from_utf8_lossy(&pieces?.concat()).into_owned())
}

/// The stream that results from applying `steps` to `file`.
fn stream<'f>(file: &'f [u8], steps: &[Step]) -> Option<Cow<'f, [u8]>> {
    let mut stream = Cow::Borrowed(file);
    for step in steps {
        stream = Cow::Owned(undo(&stream, step)?);
    }
    Some(stream)
}

fn undo(stream: &[u8], step: &Step) -> Option<Vec<u8>> {
    let number = usize::try_from(step.number.unwrap_or(1) - 1).ok()?;
    let name = step.member.as_deref().unwrap_or_default();
    match step.undo {
        "gzip" | "bzip2" | "xz" | "zstd" => decompress(stream, step.undo),
        "tar" => {
            let mut archive = tar::Archive::new(stream);
            let entries = archive.entries().ok()?.filter_map(Result::ok);
            let mut files = entries.filter(|entry| entry.header().entry_type().is_file());
            let mut file = files.nth(number)?;
            (*file.path_bytes() == *name.as_bytes()).then(|| read(&mut file))?
        }
        "zip" => {
            let mut archive = zip::ZipArchive::new(Cursor::new(stream)).ok()?;
            let mut file = archive.by_index(number).ok()?;
            (file.name_raw() == name.as_bytes()).then(|| read(&mut file))?
        }
        name => {
            let encoding = TransferEncoding::ALL.into_iter().find(|one| one.name() == name)?;
            let [start, end] = step.bytes?;
            Some(without_encoding(of(stream, &(start..end))?, encoding))
        }
    }
}

fn decompress(stream: &[u8], format: &str) -> Option<Vec<u8>> {
    match format {
        "gzip" => read(&mut flate2::read::MultiGzDecoder::new(stream)),
        "bzip2" => read(&mut bzip2::read::MultiBzDecoder::new(stream)),
        "xz" => read(&mut lzma_rust2::XzReader::new(stream, true)),
        _ => read(&mut ruzstd::decoding::StreamingDecoder::new(stream).ok()?),
    }
}

fn read(reader: &mut dyn Read) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn without_encoding(bytes: &[u8], encoding: TransferEncoding) -> Vec<u8> {
    match encoding {
        TransferEncoding::Base64 => base64(bytes),
        TransferEncoding::QuotedPrintable => quoted_printable(bytes),
        _ => bytes.to_vec(),
    }
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    let value = |byte: &u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let values: Vec<u8> = bytes.iter().filter_map(value).collect();
    let mut decoded = Vec::new();
    for four in values.chunks(4) {
        let bits = four.iter().fold(0, |bits, value| bits << 6 | u32::from(*value));
        let bits = bits << (6 * (4 - four.len()));
        decoded.extend_from_slice(&bits.to_be_bytes()[1..four.len().max(1)]);
    }
    decoded
}

fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let content = line.trim_ascii_end();
        let end = &line[line.strip_suffix(b"\n").map_or(line.len(), <[u8]>::len)..];
        let end = if line.ends_with(b"\r\n") { b"\r\n" } else { end };
        let (content, end) = match content.strip_suffix(b"=") {
            Some(content) => (content, &b""[..]),
            None => (content, end),
        };
        let mut rest = content;
        while let [first, after @ ..] = rest {
            let code = after.get(..2).filter(|_| *first == b'=');
            let code = code.and_then(|code| str::from_utf8(code).ok());
            let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
            decoded.push(byte.unwrap_or(*first));
            rest = if byte.is_some() { &after[2..] } else { after };
        }
        decoded.extend_from_slice(end);
    }
    decoded
}
