//! Reads the strings of binary property lists (`bplist00`), the format of `.webloc` files on macOS.
//!
//! Containers are not followed, because the table of offsets lists every object. A string that overlaps another string
//! is reported as damaged.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::value;
use crate::model::DiagnosticKind;
use crate::sink::Sink;

const MARK: &[u8] = b"bplist0";

/// The length of the trailer, which contains the position of the offset table.
const TRAILER: usize = 32;

pub(crate) fn is_property_list(head: &[u8]) -> bool {
    head.starts_with(MARK)
}

pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let Some(mut offsets) = offsets(document) else {
        let message = "a binary property list without its offset table; it is searched as text";
        sink.diagnostic(Some(document.len()), DiagnosticKind::Truncated, message);
        return sink.search(document, Span::new(0, document.len()));
    };
    offsets.sort_unstable();
    offsets.dedup();
    let (mut end, mut is_damaged) = (MARK.len(), false);
    for at in offsets {
        if sink.is_cancelled() {
            return;
        }
        match string(document, at) {
            Ok(None) => {}
            Ok(Some((_, place))) if place.start() < end => is_damaged = true,
            Ok(Some((is_wide, place))) => {
                end = place.end();
                search(document, place, is_wide, sink);
            }
            Err(()) => is_damaged = true,
        }
    }
    if is_damaged {
        let message = "a binary property list with damaged strings, which were left out";
        sink.diagnostic(None, DiagnosticKind::Malformed, message);
    }
}

/// The offsets of all objects; `None` if the table is not in the file.
fn offsets(document: &[u8]) -> Option<Vec<usize>> {
    let trailer = document.get(document.len().checked_sub(TRAILER)?..)?;
    let width = usize::from(*trailer.get(6)?);
    let count = number(trailer.get(8..16)?)?;
    let start = number(trailer.get(24..32)?)?;
    if !(1..=8).contains(&width) {
        return None;
    }
    let table = document.get(start..start.checked_add(count.checked_mul(width)?)?)?;
    table.chunks_exact(width).map(number).collect()
}

/// The big-endian number in `bytes`; `None` if it is too large.
fn number(bytes: &[u8]) -> Option<usize> {
    let number = bytes.iter().try_fold(0_u64, |number, byte| {
        number.checked_mul(256).map(|number| number + u64::from(*byte))
    })?;
    usize::try_from(number).ok()
}

/// Returns whether the string at `at` is in UTF-16, and the span of the string; `None` if the object at `at` is not a
/// string. It is an error if the object is not in the file, or if the string has an invalid length or extends past the
/// end of the file.
fn string(document: &[u8], at: usize) -> Result<Option<(bool, Span)>, ()> {
    let marker = *document.get(at).ok_or(())?;
    let width = match marker >> 4 {
        5 | 7 => 1,
        6 => 2,
        _ => return Ok(None),
    };
    let (mut count, mut start) = (usize::from(marker & 15), at + 1);
    if count == 15 {
        let size =
            document.get(start).filter(|size| **size >> 4 == 1 && **size & 15 <= 3).ok_or(())?;
        let len = 1 << (size & 15);
        count = document.get(start + 1..start + 1 + len).and_then(number).ok_or(())?;
        start += 1 + len;
    }
    let end = count.checked_mul(width).and_then(|len| start.checked_add(len)).ok_or(())?;
    let is_inside = end <= document.len();
    if is_inside { Ok(Some((width == 2, Span::new(start, end)))) } else { Err(()) }
}

fn search(document: &[u8], place: Span, is_wide: bool, sink: &mut dyn Sink) {
    if !is_wide {
        return value::search(document, place, sink);
    }
    let units: Vec<u16> =
        place.of(document).as_chunks().0.iter().map(|two| u16::from_be_bytes(*two)).collect();
    let mut run = TextRun::new(document);
    let mut at = place.start();
    for char in char::decode_utf16(units) {
        let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
        let len = 2 * char.len_utf16();
        run.push_decoded(char.encode_utf8(&mut [0; 4]).as_bytes(), Span::new(at, at + len));
        at += len;
    }
    value::search_run(&run, sink);
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes, survives};
    use super::read;

    /// A property list that contains `objects`. The first object is the top object.
    fn list(objects: &[&[u8]]) -> Vec<u8> {
        let mut file = b"bplist00".to_vec();
        let mut table = Vec::new();
        for object in objects {
            table.push(u8::try_from(file.len()).unwrap());
            file.extend_from_slice(object);
        }
        let start = file.len() as u64;
        file.extend(&table);
        file.extend([0, 0, 0, 0, 0, 0, 1, 1]);
        for number in [table.len() as u64, 0, start] {
            file.extend(number.to_be_bytes());
        }
        file
    }

    fn webloc() -> Vec<u8> {
        let wide: Vec<u8> =
            "http://b.example/é".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let wide = [&[0x6F, 0x10, 18][..], &wide].concat();
        list(&[b"\xD1\x01\x02", b"SURL", b"\x5F\x10\x12http://a.example/.", &wide, b"\x23........"])
    }

    #[test]
    fn strings_are_read() {
        let file = webloc();
        assert_eq!(links(read, &file), ["http://a.example/.", "http://b.example/%C3%A9"]);
    }

    #[test]
    fn damaged_lists_are_reported() {
        let file = webloc();
        let cut = notes(read, &file[..file.len() - 1]);
        assert_eq!(cut.diagnostics.len(), 1);
        let outside = list(&[b"\x5F\x10\xFFhttp://a.example/"]);
        assert_eq!(notes(read, &outside).diagnostics.len(), 1);
    }

    #[test]
    fn broken_lists_are_read() {
        survives(read, &webloc());
    }
}
