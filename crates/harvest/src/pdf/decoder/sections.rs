//! Measures the cross-reference sections and the object streams before the decoder reads them.
//!
//! pdfboss decodes both kinds of streams without a callback, up to 256 MiB each, and does not check the number of
//! objects that a stream declares. Without the limits of this module, a short file could fill the memory.

use std::collections::{BTreeSet, HashSet};

use pdfboss_core::parser::{NoResolve, Parser};
use pdfboss_core::xref::{self, Xref, XrefEntry};
use pdfboss_core::{Object, Stream};

use super::expansion;

/// The maximum number of decoded bytes of all cross-reference streams. Such a stream has a few bytes for each object.
const SECTION_BYTES: u64 = 32 << 20;

/// The maximum number of decoded bytes of one object stream. Programs put a few hundred objects into one stream.
const OBJECT_STREAM_BYTES: u64 = 32 << 20;

/// The maximum number of sections of a document. Each incremental save adds a section.
const SECTIONS: usize = 10_000;

/// Measures the sections and the object streams of a document. The error describes what is too large or invalid.
pub(super) fn check(data: &[u8]) -> Result<(), String> {
    check_sections(data)?;
    let Ok(xref) = xref::load_xref(data) else { return Ok(()) };
    check_object_streams(data, &xref)
}

/// Follows the sections from the newest to the oldest, and measures the sections that are streams.
fn check_sections(data: &[u8]) -> Result<(), String> {
    let mut waiting: Vec<usize> = xref::startxref(data).into_iter().collect();
    let mut seen = HashSet::new();
    let mut left = SECTION_BYTES;
    while let Some(at) = waiting.pop() {
        if !seen.insert(at) {
            continue;
        }
        if seen.len() > SECTIONS {
            return Err(format!("more than {SECTIONS} cross-reference sections"));
        }
        if let Some(stream) = stream_at(data, at) {
            let len = expansion::length(&stream, left, &Object::clone);
            left = left.checked_sub(len).ok_or_else(|| {
                format!("cross-reference streams of more than {SECTION_BYTES} bytes")
            })?;
        }
        let Ok(section) = xref::parse_section_at(data, at) else { continue };
        let next = [section.prev, section.xrefstm].into_iter().flatten();
        waiting.extend(
            next.filter_map(|next| usize::try_from(next).ok()).filter(|&at| at < data.len()),
        );
    }
    Ok(())
}

/// Measures each stream that contains objects.
fn check_object_streams(data: &[u8], xref: &Xref) -> Result<(), String> {
    let numbers: BTreeSet<u32> = xref.iter().filter_map(|(_, entry)| container(entry)).collect();
    for number in numbers {
        let Some(XrefEntry::InFile { offset, .. }) = xref.get(number) else { continue };
        let at = usize::try_from(offset).unwrap_or(usize::MAX);
        let Some(stream) = stream_at(data, at) else { continue };
        let count = stream.dict.get("N").and_then(Object::as_int);
        let most = i64::try_from(stream.data.len()).unwrap_or(i64::MAX).saturating_mul(1032);
        if !count.is_some_and(|count| (0..=most).contains(&count)) {
            return Err(format!("the object stream {number} has an invalid number of objects"));
        }
        if expansion::check(&stream, OBJECT_STREAM_BYTES, &Object::clone).is_err() {
            return Err(format!(
                "the object stream {number} has more than {OBJECT_STREAM_BYTES} bytes"
            ));
        }
    }
    Ok(())
}

/// The number of the stream that contains the object.
const fn container(entry: XrefEntry) -> Option<u32> {
    match entry {
        XrefEntry::InStream { stream_num, .. } => Some(stream_num),
        _ => None,
    }
}

fn stream_at(data: &[u8], at: usize) -> Option<Stream> {
    let is_table = data.get(at..).is_none_or(|rest| rest.trim_ascii_start().starts_with(b"xref"));
    if is_table {
        return None;
    }
    let (_, object) = Parser::at(data, at).parse_indirect(&NoResolve).ok()?;
    object.as_stream().cloned()
}
