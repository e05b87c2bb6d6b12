//! Bounds the decoded length of a stream without keeping the decoded bytes in memory.

use std::io::Read;

use flate2::read::{DeflateDecoder, ZlibDecoder};
use pdfboss_core::filters::{ascii_hex, ascii85};
use pdfboss_core::{Dict, Name, Object, Stream};

/// The largest number of bytes that one byte of DEFLATE decodes to.
const DEFLATE: u64 = 1032;

/// The largest number of bytes that one byte of LZW decodes to: a code has at least 9 bits, and decodes to at most
/// 4,096 bytes.
const LZW: u64 = 4096;
/// The largest number of bytes that one byte of run-length encoding decodes to: two bytes decode to at most 128 bytes.
const RUN_LENGTH: u64 = 64;

/// Why a stream is not decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The decoded length of the stream exceeds the limit.
    TooLong,
    /// The stream has an unknown filter, or a filter for pictures, which have no text.
    Picture,
}

/// Tests whether `stream` decodes to at most `limit` bytes. `resolve` resolves the references in its dictionary.
///
/// The filters of the stream determine an upper bound of its decoded length. If this bound is at most `limit`, the
/// stream is accepted, and nothing is decoded. If it is greater, the result depends on the compression. DEFLATE is
/// decoded into a small buffer, and the bytes are counted. LZW and run-length encoding are accepted, because the
/// decoder limits their output. A stream with several compressions, or without compression, is refused.
pub(super) fn check(
    stream: &Stream,
    limit: u64,
    resolve: &dyn Fn(&Object) -> Object,
) -> Result<(), Refusal> {
    let filters = filters(&stream.dict, resolve);
    let mut most = stream.data.len() as u64;
    let mut compressions = 0;
    for filter in &filters {
        let growth = match &*filter.0 {
            "FlateDecode" | "Fl" => DEFLATE,
            "LZWDecode" | "LZW" => LZW,
            "RunLengthDecode" | "RL" => RUN_LENGTH,
            "ASCIIHexDecode" | "AHx" | "Crypt" => 1,
            // The single byte `z` decodes to four bytes.
            "ASCII85Decode" | "A85" => 4,
            _ => return Err(Refusal::Picture),
        };
        compressions += usize::from(growth > 4);
        most = most.saturating_mul(growth);
    }
    let is_short =
        most <= limit || (compressions == 1 && is_counted_short(stream, &filters, limit));
    if is_short { Ok(()) } else { Err(Refusal::TooLong) }
}

/// An estimate of the decoded length of `stream`. If [`check`] refuses the stream, the estimate is `limit + 1`. If the
/// stream is accepted and has a single filter, the estimate is the decoded or the encoded length, whichever is greater.
/// For any other accepted stream, it is the encoded length.
pub(super) fn length(stream: &Stream, limit: u64, resolve: &dyn Fn(&Object) -> Object) -> u64 {
    if check(stream, limit, resolve).is_err() {
        return limit + 1;
    }
    let is_deflated = filters(&stream.dict, resolve).len() == 1;
    let counted = if is_deflated { inflated(&stream.data, limit) } else { 0 };
    counted.max(stream.data.len() as u64)
}

/// The names of the filters, in order.
fn filters(dict: &Dict, resolve: &dyn Fn(&Object) -> Object) -> Vec<Name> {
    let Some(value) = dict.get("Filter") else { return Vec::new() };
    match resolve(value) {
        Object::Name(name) => vec![name],
        Object::Array(items) => {
            let name = |item: &Object| resolve(item).as_name().cloned();
            items.iter().filter_map(name).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a stream with exactly one compression among its filters is accepted. Only DEFLATE is decoded and counted.
/// Streams with another compression and streams that cannot be decoded are accepted.
fn is_counted_short(stream: &Stream, filters: &[Name], limit: u64) -> bool {
    let mut data = stream.data.clone();
    for filter in filters {
        let decoded = match &*filter.0 {
            "ASCIIHexDecode" | "AHx" => ascii_hex::decode(&data),
            "ASCII85Decode" | "A85" => ascii85::decode(&data),
            "FlateDecode" | "Fl" => return inflated(&data, limit) <= limit,
            // The decoder stops the output of LZW and run-length encoding at 256 MiB.
            _ => return true,
        };
        let Ok(decoded) = decoded else { return true };
        data = decoded;
    }
    true
}

/// The inflated length of `data`, counted up to a little more than `limit`. The decoder may skip the zlib header of
/// damaged data, or decode the header as data. Data that does not expand as zlib is therefore also counted as raw
/// DEFLATE, with and without its first two bytes, and the greatest length is returned.
pub(super) fn inflated(data: &[u8], limit: u64) -> u64 {
    let zlib = count(ZlibDecoder::new(data), limit);
    let is_zlib = zlib > 0 && matches!(data, [head, ..] if head & 0x0F == 8);
    if is_zlib && zlib > data.len() as u64 {
        return zlib;
    }
    let after = data.get(2..).unwrap_or_default();
    let raw = [data, after].map(|data| count(DeflateDecoder::new(data), limit));
    raw.into_iter().fold(zlib, u64::max)
}

fn count(mut reader: impl Read, limit: u64) -> u64 {
    let mut buffer = [0; 16 * 1024];
    let mut len = 0;
    while len <= limit {
        match reader.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(read) => len += read as u64,
        }
    }
    len
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::ZlibEncoder};

    use super::*;

    fn deflated(len: usize) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&vec![b' '; len]).unwrap();
        encoder.finish().unwrap()
    }

    fn stream(filter: &[&str], data: Vec<u8>) -> Stream {
        let names = filter.iter().map(|name| Object::Name(Name((*name).to_owned())));
        let mut dict = Dict::new();
        dict.insert(Name("Filter".to_owned()), Object::Array(names.collect()));
        Stream { dict, data }
    }

    #[test]
    fn the_decoded_length_of_a_stream_is_bounded() {
        let decide =
            |filter: &[&str], data, limit| check(&stream(filter, data), limit, &Object::clone);
        assert_eq!(decide(&["FlateDecode"], deflated(100_000), 100_000), Ok(()));
        assert_eq!(decide(&["FlateDecode"], deflated(100_001), 100_000), Err(Refusal::TooLong));
        assert_eq!(
            decide(&["Fl"], deflated(100_001)[2..].to_vec(), 100_000),
            Err(Refusal::TooLong)
        );
        assert_eq!(decide(&["Fl", "Fl"], deflated(100), 100_000), Err(Refusal::TooLong));
        assert_eq!(decide(&["RL"], vec![0; 1000], 64_000), Ok(()));
        assert_eq!(decide(&["DCTDecode"], vec![0; 10], 100), Err(Refusal::Picture));
        assert_eq!(decide(&[], vec![0; 101], 100), Err(Refusal::TooLong));
    }

    #[test]
    fn the_count_ends_soon_after_the_limit() {
        assert!((1_000..20_000).contains(&inflated(&deflated(1 << 24), 1_000)));
        assert_eq!(inflated(b"no deflate", 1_000), 0);
    }
}
