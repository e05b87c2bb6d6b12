//! Finds runs of text in bytes of unknown structure.

use core::ops::Range;

use encoding_rs::Encoding;

/// A run of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The range of its bytes.
    pub(crate) place: Range<usize>,
    pub(crate) encoding: &'static Encoding,
}

/// The shortest run that may contain a link, in characters: `a@b.ch`.
const SHORTEST: usize = 6;

/// A run of at least this length ends at the next blank. A run without a blank ends at twice this length.
const LONGEST: usize = 1 << 16;

/// The runs in `bytes` that may contain a link, in order: UTF-16LE at even and at odd offsets, and single bytes.
pub(crate) fn runs(bytes: &[u8]) -> Vec<Run> {
    let wide = encoding_rs::UTF_16LE;
    let narrow = encoding_rs::WINDOWS_1252;
    let mut runs = Vec::new();
    let add = |encoding, is_part, width| {
        move |place| Run { place: declared(bytes, place, is_part, width), encoding }
    };
    for start in [0, 1] {
        let units = bytes.get(start..).unwrap_or_default().as_chunks().0;
        let units = units.iter().map(|two| u16::from_le_bytes(*two));
        runs.extend(texts(units, is_wide, 2, start).into_iter().map(add(wide, is_wide, 2)));
    }
    let units = bytes.iter().map(|byte| u16::from(*byte));
    runs.extend(texts(units, is_narrow, 1, 0).into_iter().map(add(narrow, is_narrow, 1)));
    runs.sort_by_key(|run| run.place.start);
    runs
}

/// The part of a run that is text by the length in front of it, if only one or two characters follow that part: they
/// are the next length or the head of the next record. The text may begin with one or two characters outside ASCII that
/// the run does not contain (see `is_junk_before`). If the text is UTF-16, the run may begin with the length instead,
/// or with the text before it.
fn declared(
    bytes: &[u8],
    place: Range<usize>,
    is_part: fn(u16, u16) -> bool,
    width: usize,
) -> Range<usize> {
    let unit = |at| {
        if width == 2 {
            u16_at(bytes, at)
        } else {
            bytes.get(at).map_or(0, |byte| u16::from(*byte))
        }
    };
    let is_text = |at: &usize| unit(*at) >= 0x80 && is_part(unit(*at), 0);
    let starts = |from: usize| {
        let earlier = (1..=2).map_while(move |count| from.checked_sub(count * width));
        core::iter::once(from).chain(earlier.take_while(is_text))
    };
    let ascii = place.clone().step_by(width).find(|at| unit(*at) < 0x80).unwrap_or(place.start);
    let later = (0..2).map(|count| place.start + count * width).take_while(is_text);
    let end = starts(place.start)
        .chain(later.map(|start| start + width))
        .chain(starts(ascii))
        .find_map(|start| declared_end(bytes, start..place.end, width));
    place.start..end.unwrap_or(place.end)
}

/// The end of the text at the start of `place` by the length in front of it. Excel writes the length as 8 or 16 bits and
/// a byte for the width of the characters, `PowerPoint` as 32 bits (MS-XLS, section 2.5.293; MS-PPT, section 2.3.1).
fn declared_end(bytes: &[u8], place: Range<usize>, width: usize) -> Option<usize> {
    let before = |len: usize| place.start.checked_sub(len).unwrap_or(usize::MAX);
    let is_width = bytes.get(before(1)).is_some_and(|byte| usize::from(*byte) == width - 1);
    let of_width = |len: usize| if is_width { len } else { 0 };
    let lens = [
        of_width(usize::from(u16_at(bytes, before(3)))),
        of_width(bytes.get(before(2)).map_or(0, |byte| usize::from(*byte))),
        usize::try_from(u32_at(bytes, before(4))).map_or(0, |len| len / width),
    ];
    let count = place.len() / width;
    let is_len = |len: &usize| *len > 0 && (1..=2).contains(&count.saturating_sub(*len));
    lens.into_iter().find(is_len).map(|len| place.start + len * width)
}

/// The kinds of the records with shared strings, and of the records that continue a record.
const STRINGS: u16 = 0xFC;
const CONTINUE: u16 = 0x3C;

/// The records of a stream of Excel (MS-XLS, section 2.1.4): their kinds, and their ranges with their heads.
pub(super) fn records(bytes: &[u8]) -> impl Iterator<Item = (u16, Range<usize>)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at;
        at = bytes.len().min(start + 4 + usize::from(u16_at(bytes, start + 2)));
        (start + 4 <= bytes.len()).then(|| (u16_at(bytes, start), start..at))
    })
}

/// A stream of Excel without the heads inside its shared strings, which may be in the middle of a URL; `None` if there
/// are none. If a text continues, the byte for the width of its characters follows the head.
pub(crate) fn without_breaks(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut joined, mut is_shared, mut end) = (Vec::new(), false, 0);
    for (kind, place) in records(bytes) {
        is_shared = kind == STRINGS || (is_shared && kind == CONTINUE);
        let is_break = is_shared && kind == CONTINUE;
        let has_width = bytes.get(place.start + 4).is_some_and(|byte| *byte < 2);
        let head = if is_break { 4 + usize::from(has_width) } else { 0 };
        joined.extend_from_slice(bytes.get(place.start + head..place.end).unwrap_or_default());
        end = place.end;
    }
    joined.extend_from_slice(bytes.get(end..).unwrap_or_default());
    (joined.len() < bytes.len()).then_some(joined)
}

/// The ranges of the runs in `units` that may contain a link. `is_part` returns whether a unit continues a run; its
/// second parameter is the previous unit of the run.
fn texts(
    units: impl Iterator<Item = u16>,
    is_part: fn(u16, u16) -> bool,
    width: usize,
    start: usize,
) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut run = OpenRun::default();
    let mut at = 0;
    for unit in units {
        let is_long = run.len >= 2 * LONGEST || (run.len >= LONGEST && is_blank(unit));
        if !is_part(unit, run.last) || is_long || run.is_junk_before(unit) {
            places.extend(run.end(at, width, start));
        }
        if is_part(unit, run.last) {
            run.push(unit);
        }
        at += 1;
    }
    places.extend(run.end(at, width, start));
    places
}

/// The run that is being read.
#[derive(Default)]
struct OpenRun {
    len: usize,
    last: u16,
    has_ascii: bool,
    /// Whether the run contains `:`, `@` or `.`. Every link contains at least one of these characters.
    has_mark: bool,
}

impl OpenRun {
    fn push(&mut self, unit: u16) {
        self.len += 1;
        self.last = unit;
        self.has_ascii |= unit < 0x80;
        self.has_mark |= [b':', b'@', b'.'].map(u16::from).contains(&unit);
    }

    /// Whether the run is one or two characters outside ASCII, and `unit` begins a word. Such characters are probably
    /// the bytes of a number.
    fn is_junk_before(&self, unit: u16) -> bool {
        let is_word = u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_alphanumeric());
        is_word && !self.has_ascii && (1..=2).contains(&self.len)
    }

    /// Ends the run before the unit at `at`, and returns its range if it may contain a link.
    fn end(&mut self, at: usize, width: usize, start: usize) -> Option<Range<usize>> {
        let run = core::mem::take(self);
        let place = start + (at - run.len) * width..start + at * width;
        (run.len >= SHORTEST && run.has_mark).then_some(place)
    }
}

const fn is_blank(unit: u16) -> bool {
    matches!(unit, 0x09 | 0x0A | 0x0D | 0x20)
}

const fn is_ascii(unit: u16) -> bool {
    is_blank(unit) || matches!(unit, 0x21..=0x7E)
}

fn is_narrow(unit: u16, _: u16) -> bool {
    is_ascii(unit) || matches!(unit, 0x82..=0x8C | 0x91..=0x9C | 0xA0..=0xFF)
}

/// Whether a UTF-16 unit continues a run. An ideograph directly after a visible ASCII character ends the run, because
/// it is probably not text. If it is text, a link ends before it anyway.
fn is_wide(unit: u16, last: u16) -> bool {
    let is_ideograph = |unit| matches!(unit, 0x2E80..=0xD7FF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF);
    is_ascii(unit)
        || matches!(unit, 0xA0..=0x2E7F)
        || (is_ideograph(unit) && !matches!(last, 0x21..=0x7E))
}

/// The 32-bit number at an offset; 0 if it extends beyond the end.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |four| u32::from_le_bytes(*four))
}

/// The 16-bit number at an offset; 0 if it extends beyond the end.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |two| u16::from_le_bytes(*two))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> Vec<String> {
        let decode = |run: Run| {
            String::from_utf8(
                run.encoding.decode_with_bom_removal(&bytes[run.place]).0.into_owned().into_bytes(),
            )
            .expect("decoded text is UTF-8")
        };
        runs(bytes).into_iter().map(decode).collect()
    }

    fn utf16(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn utf16_and_single_byte_texts_are_found_at_any_offset() {
        let text = "http://a.example/ö";
        for before in [&b"\0\0\x01"[..], b"\x01\0\x02\0", b""] {
            let wide = [before, &utf16(text), b"\0\0\x13\x01"].concat();
            assert_eq!(texts(&wide), [text]);
        }
        assert_eq!(texts(b"\x01\x02http://a.example/\x94\0\x01a.b"), ["http://a.example/\u{201D}"]);
        assert_eq!(texts(&utf16("http://a.example/\u{65E5}")), ["http://a.example/"]);
        assert_eq!(texts(&utf16("\u{65E5} www.a.example")), ["\u{65E5} www.a.example"]);
    }

    #[test]
    fn a_length_in_front_of_a_text_ends_it() {
        let url = "http://a.example/";
        let wide = utf16(url);
        // Two strings of Excel, the second of 48 characters; literals of formulas; two texts of PowerPoint.
        for bytes in [
            [b"\0\x11\0\0", url.as_bytes(), b"\x30\0\0"].concat(),
            [b"\0\x11\0\x01", &*wide, b"\x30\0\x01"].concat(),
            [b"\x17\x11\0", url.as_bytes(), b"\x42\x01"].concat(),
            [b"\xBA\x0F\x22\0\0\0", &*wide, b"\x30\0\xBA\x0F\x06\0\0\0"].concat(),
            [b"\xA8\x0F\x11\0\0\0", url.as_bytes(), b"\x30\0\xBA\x0F"].concat(),
        ] {
            assert_eq!(texts(&bytes), [url], "{bytes:?}");
        }
        // The run begins after the umlauts, the text before them.
        let after = |text: &'static str| [b"\x30\0\x01", &*utf16(text)].concat();
        for (bytes, expected) in [
            (b"\0\x15\0\0\xDCn http://a.example/b\x30\0\0".to_vec(), "n http://a.example/b"),
            (b"\0\x16\0\0\xDC\xEFn http://a.example/b\x30\0\0".to_vec(), "n http://a.example/b"),
            (
                [b"\0\x15\0\x01", &*utf16("\u{DC}n http://a.example/b"), &after("x")].concat(),
                "\u{1500}\u{100}\u{DC}n http://a.example/b",
            ),
            // No length, and a length of ASCII characters that the run does not contain.
            (b"\0\x40\0\0\xDCn http://a.example/b\x30\0\0".to_vec(), "n http://a.example/b0"),
            (b"\0\x15\0\0\x01n http://a.example/b\x30\0\0".to_vec(), "n http://a.example/b0"),
        ] {
            assert_eq!(texts(&bytes), [expected], "{bytes:?}");
        }
        let other = [b"\0\x11\0\0", url.as_bytes(), b"abc\0"].concat();
        assert_eq!(texts(&other), ["http://a.example/abc"]);
    }

    #[test]
    fn shared_strings_are_joined() {
        let record = |kind: u16, data: &[u8]| {
            let len = u16::try_from(data.len()).unwrap().to_le_bytes();
            [&kind.to_le_bytes()[..], &len, data].concat()
        };
        let first = record(STRINGS, b"........\x04\0\0ab");
        let inside = [&*first, &record(CONTINUE, b"\0cd\x02\0\0e"), &record(CONTINUE, b"\0f")];
        assert!(without_breaks(&inside.concat()).unwrap().ends_with(b"\x04\0\0abcd\x02\0\0ef"));
        let between = [&*first, &record(CONTINUE, b"\x04\0\0ijkl"), &record(1, b"x")].concat();
        assert!(without_breaks(&between).unwrap().ends_with(b"ab\x04\0\0ijkl\x01\0\x01\0x"));
        let other = [record(1, b"a"), record(CONTINUE, b"\0b")].concat();
        assert_eq!(without_breaks(&other), None);
        for end in 0..between.len() {
            let _ = without_breaks(&between[..end]);
        }
    }

    #[test]
    fn long_texts_are_cut_at_blanks() {
        let text = "http://a.example/ ".repeat(20_000);
        let all = texts(text.as_bytes());
        assert!(all.len() > 2 && all.iter().all(|run| run.len() <= LONGEST + 32));
        assert_eq!(all.concat().replace(' ', ""), text.replace(' ', ""));
        assert!(runs(&vec![b'.'; 1 << 20]).len() <= 8);
    }
}
