//! Finds runs of text in bytes of unknown structure.

use core::ops::Range;

use crate::encoding::Charset;

/// A run of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The range of its bytes.
    pub(crate) place: Range<usize>,
    pub(crate) charset: Charset,
}

/// The shortest run that may contain a link, in characters: `a@b.ch`.
const SHORTEST: usize = 6;

/// A run of at least this length ends at the next blank. A run without a blank ends at twice this length.
const LONGEST: usize = 1 << 16;

/// The runs in `bytes` that may contain a link, in order: UTF-16LE at even and at odd offsets, and single bytes.
pub(crate) fn runs(bytes: &[u8]) -> Vec<Run> {
    let wide = Charset::Standard(encoding_rs::UTF_16LE);
    let narrow = Charset::Standard(encoding_rs::WINDOWS_1252);
    let mut runs = Vec::new();
    let add = |charset| move |place| Run { place, charset };
    for start in [0, 1] {
        let units = bytes.get(start..).unwrap_or_default().as_chunks().0;
        let units = units.iter().map(|two| u16::from_le_bytes(*two));
        runs.extend(texts(units, is_wide, 2, start).into_iter().map(add(wide)));
    }
    let units = bytes.iter().map(|byte| u16::from(*byte));
    runs.extend(texts(units, is_narrow, 1, 0).into_iter().map(add(narrow)));
    runs.sort_by_key(|run| run.place.start);
    runs
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

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> Vec<String> {
        let decode = |run: Run| {
            String::from_utf8(run.charset.decode(&bytes[run.place]).0)
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
    fn long_texts_are_cut_at_blanks() {
        let text = "http://a.example/ ".repeat(20_000);
        let all = texts(text.as_bytes());
        assert!(all.len() > 2 && all.iter().all(|run| run.len() <= LONGEST + 32));
        assert_eq!(all.concat().replace(' ', ""), text.replace(' ', ""));
        assert!(runs(&vec![b'.'; 1 << 20]).len() <= 8);
    }
}
