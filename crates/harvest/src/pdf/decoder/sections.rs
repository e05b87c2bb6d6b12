//! Measures the cross-reference sections and the object streams before the decoder reads them.
//!
//! pdfboss decodes both kinds of streams without a callback, up to 256 MiB each, and does not check the number of
//! objects that a stream declares. Without the limits of this module, a short file could fill the memory.

use std::collections::{BTreeSet, HashSet};

use pdfboss_core::parser::{NoResolve, Parser};
use pdfboss_core::xref::{self, Xref, XrefEntry};
use pdfboss_core::{Object, Stream};

use super::expansion;
use crate::model::{Cause, DiagnosticKind, Limit, Limits};

/// What is too large or invalid.
type Refusal = (Cause, String);

/// Measures the sections and the object streams of a document.
pub(super) fn check(data: &[u8], limits: &Limits) -> Result<(), Refusal> {
    check_sections(data, limits)?;
    let Ok(xref) = xref::load_xref(data) else { return Ok(()) };
    check_object_streams(data, &xref, limits)
}

/// Follows the sections from the newest to the oldest, and measures the sections that are streams.
fn check_sections(data: &[u8], limits: &Limits) -> Result<(), Refusal> {
    let mut waiting: Vec<usize> = xref::startxref(data).into_iter().collect();
    let mut seen = HashSet::new();
    let bytes = limits.get(Limit::Objects);
    let (mut left, most) = (bytes, limits.len(Limit::Sections));
    while let Some(at) = waiting.pop() {
        if !seen.insert(at) {
            continue;
        }
        if seen.len() > most {
            let message = format!("more than {most} cross-reference sections");
            return Err((Limit::Sections.into(), message));
        }
        if let Some(stream) = stream_at(data, at) {
            let len = expansion::length(&stream, left, &Object::clone);
            left = left.checked_sub(len).ok_or_else(|| {
                let message = format!("cross-reference streams of more than {bytes} bytes");
                (Cause::from(Limit::Objects), message)
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
fn check_object_streams(data: &[u8], xref: &Xref, limits: &Limits) -> Result<(), Refusal> {
    let bytes = limits.get(Limit::Objects);
    let numbers: BTreeSet<u32> = xref.iter().filter_map(|(_, entry)| container(entry)).collect();
    for number in numbers {
        let Some(XrefEntry::InFile { offset, .. }) = xref.get(number) else { continue };
        let at = usize::try_from(offset).unwrap_or(usize::MAX);
        let Some(stream) = stream_at(data, at) else { continue };
        let count = stream.dict.get("N").and_then(Object::as_int);
        let most = i64::try_from(stream.data.len()).unwrap_or(i64::MAX).saturating_mul(1032);
        if !count.is_some_and(|count| (0..=most).contains(&count)) {
            let message = format!("the object stream {number} has an invalid number of objects");
            return Err((DiagnosticKind::Malformed.into(), message));
        }
        if expansion::check(&stream, bytes, &Object::clone).is_err() {
            let message = format!("the object stream {number} has more than {bytes} bytes");
            return Err((Limit::Objects.into(), message));
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
