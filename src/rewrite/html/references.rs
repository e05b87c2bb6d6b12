//! Decodes character references (HTML standard, 13.2.5.72 to 13.2.5.80).

use std::sync::LazyLock;

use entities::ENTITIES;

use crate::rewrite::source_map::TextRun;
use crate::span::Span;

/// Where a reference is. In an attribute, a name without a `;` is not always a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReferencePlace {
    Text,
    Attribute,
}

/// The reference at the beginning of `text`, which begins with `&`: its characters (a name may denote two), and its
/// length as written.
pub(super) fn reference<'b>(
    text: &[u8],
    place: ReferencePlace,
    buffer: &'b mut [u8; 4],
) -> Option<(&'b str, usize)> {
    let (c, len) = match text.get(1..)? {
        [b'#', b'x' | b'X', rest @ ..] => numeric(rest, 16, 3)?,
        [b'#', rest @ ..] => numeric(rest, 10, 2)?,
        [first, ..] if first.is_ascii_alphabetic() => return named(text, place),
        _ => return None,
    };
    Some((c.encode_utf8(buffer), len))
}

/// The value of an attribute at `span`, with its references decoded.
pub(super) fn decode_attribute(html: &[u8], span: Span) -> TextRun<'_> {
    let mut run = TextRun::new(html);
    decode(html, span, ReferencePlace::Attribute, &mut run);
    run
}

/// Appends the text at `span` to `run`, with its references decoded.
pub(super) fn decode<'s>(html: &'s [u8], span: Span, place: ReferencePlace, run: &mut TextRun<'s>) {
    let (mut at, end) = (span.start(), span.end());
    while let Some(found) = memchr::memchr(b'&', Span::new(at, end).of(html)) {
        run.push_source(Span::new(at, at + found));
        at += found;
        let mut buffer = [0; 4];
        let found = reference(Span::new(at, end).of(html), place, &mut buffer);
        let len = if let Some((text, len)) = found {
            run.push_decoded(text.as_bytes(), Span::new(at, at + len));
            len
        } else {
            run.push_source(Span::new(at, at + 1));
            1
        };
        at += len;
    }
    run.push_source(Span::new(at, end));
}

/// The numeric reference whose digits are at the beginning of `digits`; `head` is the length of the part before them.
fn numeric(digits: &[u8], base: u32, head: usize) -> Option<(char, usize)> {
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(base);
    let len = digits.iter().take_while(is_digit).count();
    if len == 0 {
        return None;
    }
    let value = digits.iter().take(len).fold(0_u32, |value, &digit| {
        let digit = char::from(digit).to_digit(base).unwrap_or(0);
        value.saturating_mul(base).saturating_add(digit)
    });
    let semicolon = usize::from(digits.get(len) == Some(&b';'));
    Some((character(value), head + len + semicolon))
}

/// The character with this number, or its replacement according to the standard.
fn character(value: u32) -> char {
    let known = value.checked_sub(0x80).and_then(|at| WINDOWS_1252.get(usize::try_from(at).ok()?));
    match known {
        Some(&c) if c != '\0' => c,
        _ => char::from_u32(value).filter(|&c| c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// The characters that references to the C1 controls (`&#128;` to `&#159;`) denote; NUL if the reference denotes the
/// control itself.
#[rustfmt::skip]
const WINDOWS_1252: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0',
    '\0', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// The length of the longest name, `&CounterClockwiseContourIntegral;`, and the length of the longest name that needs
/// no `;`.
const LONGEST: usize = 33;
const LONGEST_OPEN: usize = 7;

fn named(text: &[u8], place: ReferencePlace) -> Option<(&'static str, usize)> {
    let letters = text.iter().skip(1).take(LONGEST).take_while(|b| b.is_ascii_alphanumeric());
    let len = 1 + letters.count();
    if text.get(len) == Some(&b';')
        && let Some(characters) = text.get(..=len).and_then(lookup)
    {
        return Some((characters, len + 1));
    }
    // Without a `;`, the longest name that may omit the `;` is used.
    let mut open = (2..=len.min(LONGEST_OPEN)).rev();
    let (characters, len) = open.find_map(|len| Some((lookup(text.get(..len)?)?, len)))?;
    let next = text.get(len).copied().unwrap_or(b' ');
    let is_part =
        place == ReferencePlace::Attribute && (next == b'=' || next.is_ascii_alphanumeric());
    (!is_part).then_some((characters, len))
}

fn lookup(name: &[u8]) -> Option<&'static str> {
    // The list in the crate is not in the order that the binary search needs.
    static SORTED: LazyLock<Vec<(&[u8], &str)>> = LazyLock::new(|| {
        let rows = ENTITIES.iter().map(|one| (one.entity.as_bytes(), one.characters));
        let mut rows: Vec<_> = rows.collect();
        rows.sort_unstable();
        rows
    });
    // A shortcut for the most frequent reference.
    if name == b"&amp;" {
        return Some("&");
    }
    let at = SORTED.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    SORTED.get(at).map(|(_, characters)| *characters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_matching_name_is_decoded() {
        let read = |text: &str| named(text.as_bytes(), ReferencePlace::Text);
        assert_eq!(read("&amp;b"), Some(("&", 5)));
        assert_eq!(read("&ampb"), Some(("&", 4)));
        assert_eq!(read("&notit;"), Some(("¬", 4)));
        assert_eq!(read("&notin;"), Some(("∉", 7)));
        assert_eq!(read("&fjlig;"), Some(("fj", 7)));
        assert_eq!(read("&CounterClockwiseContourIntegral;"), Some(("∳", 33)));
        assert_eq!(read("&b=1"), None);
        for text in ["& ", "&"] {
            assert_eq!(reference(text.as_bytes(), ReferencePlace::Text, &mut [0; 4]), None);
        }
    }

    #[test]
    fn invalid_numbers_are_replaced() {
        let read = |text: &str| {
            let mut buffer = [0; 4];
            let (text, len) = reference(text.as_bytes(), ReferencePlace::Text, &mut buffer)?;
            Some((text.chars().next()?, len))
        };
        assert_eq!(read("&#58;//"), Some((':', 5)));
        assert_eq!(read("&#x3Ax"), Some((':', 5)));
        assert_eq!(read("&#0;"), Some(('\u{FFFD}', 4)));
        assert_eq!(read("&#128;"), Some(('€', 6)));
        assert_eq!(read("&#129;"), Some(('\u{81}', 6)));
        assert_eq!(read("&#99999999999;"), Some(('\u{FFFD}', 14)));
        assert_eq!(read("&#xD800"), Some(('\u{FFFD}', 7)));
        assert_eq!(read("&#;"), None);
        assert_eq!(read("&#x;"), None);
    }

    #[test]
    fn in_attributes_names_that_look_like_parameters_are_kept() {
        let decode = |value: &str| {
            let run = decode_attribute(value.as_bytes(), Span::new(0, value.len()));
            String::from_utf8_lossy(run.text()).into_owned()
        };
        assert_eq!(decode("?a=1&amp;b=2&copy=3&lt"), "?a=1&b=2&copy=3<");
        assert_eq!(decode("&copy;&#58;&"), "©:&");
    }

    #[test]
    fn the_constants_are_the_lengths_of_the_longest_names() {
        let longest = ENTITIES.iter().map(|one| one.entity.len()).max();
        let open = ENTITIES.iter().filter(|one| !one.entity.ends_with(';'));
        assert_eq!(longest, Some(LONGEST));
        assert_eq!(open.map(|one| one.entity.len()).max(), Some(LONGEST_OPEN));
    }
}
