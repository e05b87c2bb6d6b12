//! Escapes of the fixtures: a notation for invisible characters.

use core::fmt::Write as _;

/// The bytes that `text` denotes.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = decode_one(&rest[at + 1..], &mut bytes)
            .ok_or_else(|| format!("unknown escape: {}", &rest[at..]))?;
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

/// Decodes the escape after a backslash into `bytes`; returns the text after the escape.
fn decode_one<'t>(rest: &'t str, bytes: &mut Vec<u8>) -> Option<&'t str> {
    let letter = rest.chars().next()?;
    let after = &rest[letter.len_utf8()..];
    match letter {
        'u' => return decode_char(after, bytes),
        'x' => {
            bytes.push(u8::from_str_radix(after.get(..2)?, 16).ok()?);
            return after.get(2..);
        }
        'n' => bytes.push(b'\n'),
        'r' => bytes.push(b'\r'),
        't' => bytes.push(b'\t'),
        's' => bytes.push(b' '),
        '\\' => bytes.push(b'\\'),
        _ => return None,
    }
    Some(after)
}

fn decode_char<'t>(rest: &'t str, bytes: &mut Vec<u8>) -> Option<&'t str> {
    let (digits, after) = rest.strip_prefix('{')?.split_once('}')?;
    let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    Some(after)
}

/// `bytes` in a readable form, from which [`decode`] restores them.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| encode_char(c, &mut out));
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02X}");
        }
    }
    out
}

fn encode_char(c: char, out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\\' => out.push_str("\\\\"),
        _ if c.is_control() || is_invisible(c) => {
            let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
        }
        _ => out.push(c),
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{A0}' | '\u{61C}' | '\u{3000}' | '\u{FEFF}')
        || ('\u{2000}'..='\u{200F}').contains(&c)
        || ('\u{2028}'..='\u{202F}').contains(&c)
        || ('\u{205F}'..='\u{206F}').contains(&c)
}
