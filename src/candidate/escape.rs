//! Escape sequences before a word: `\n` and `\u003C` in source code, JSON and logs, and `ESC[1m` of terminals.
//!
//! Nothing separates the letters of an escape sequence from the word after it: in `"\njane@h"` the address is `jane@h`.

/// The number of bytes before a word that are searched for a quote or a blank.
const NEAR: usize = 64;

/// The number of bytes at the beginning of `word` that belong to an escape sequence whose backslash is the last byte of
/// `before`; 0 without an escape sequence.
///
/// `None` if the escaped character is a part of the word, as in `\u00E9mile`.
pub(crate) fn head_len(before: &[u8], word: &[u8]) -> Option<usize> {
    let Some(before) = before.strip_suffix(b"\\") else { return Some(terminal_len(before, word)) };
    match word {
        [b'u', digits @ ..] => character(before, digits.get(..4)),
        [b'x', digits @ ..] => character(before, digits.get(..2)),
        [b'n' | b'r' | b't', ..] if is_in_string(before) => Some(1),
        _ => Some(0),
    }
}

/// The number of bytes at the beginning of `word` that belong to a control sequence of a terminal (ECMA-48, 5.4), whose
/// `ESC [` is in `before`: in `ESC[0;1mjane` the `m`, or with the digits the `1m`. 0 without a control sequence.
pub(crate) fn terminal_len(before: &[u8], word: &[u8]) -> usize {
    let is_parameter = |byte: &&u8| matches!(byte, b'0'..=b'?');
    // Nearly all words follow a blank or a bracket.
    if !matches!(before.last(), Some(b'[' | b'0'..=b'?')) {
        return 0;
    }
    let inside = word.iter().take_while(is_parameter).count();
    let parameters = before.iter().rev().take(MAX_PARAMETERS).take_while(is_parameter).count();
    let begins = before.get(..before.len() - parameters).is_some_and(|it| it.ends_with(b"\x1B["));
    let ends = word.get(inside).is_some_and(u8::is_ascii_alphabetic);
    if begins && ends { inside + 1 } else { 0 }
}

/// The maximum number of parameter bytes of a control sequence. Colours have up to 19.
const MAX_PARAMETERS: usize = 32;

/// Whether a control sequence of a terminal ends at the end of `text`.
pub(crate) fn ends_terminal(text: &[u8]) -> bool {
    let Some((before, word)) = text.split_last_chunk::<1>() else { return false };
    word.first().is_some_and(u8::is_ascii_alphabetic) && terminal_len(before, word) > 0
}

/// The result of [`head_len`] for an escape sequence with hexadecimal `digits`, such as `\u003C` or `\x3C`.
fn character(before: &[u8], digits: Option<&[u8]>) -> Option<usize> {
    let is_number = |digits: &&[u8]| digits.iter().all(u8::is_ascii_hexdigit);
    let Some(digits) = digits.filter(is_number) else { return Some(0) };
    let value = core::str::from_utf8(digits).ok().and_then(|it| u32::from_str_radix(it, 16).ok());
    let c = value.and_then(char::from_u32)?;
    // In `o\u0027neil` the escaped apostrophe is a part of the word. In `\u0027neil\u0027` it is a quotation mark.
    let joins = !c.is_control() && !c.is_whitespace() && !matches!(c, '<' | '>' | '"');
    let is_inner = joins && before.last().is_some_and(u8::is_ascii_alphanumeric);
    (!c.is_alphanumeric() && !is_inner).then_some(digits.len() + 1)
}

/// Whether the text before a backslash belongs to a string, and not to a path (`C:\new`, `DOMAIN\nancy`). It belongs to
/// a string if a quote or an escape sequence is before the backslash, or if no word touches the backslash.
fn is_in_string(before: &[u8]) -> bool {
    let near = before.get(before.len().saturating_sub(NEAR)..).unwrap_or_default();
    let is_border = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"';
    let token =
        near.iter().rposition(is_border).map_or(near, |at| near.get(at + 1..).unwrap_or_default());
    let is_path = match token {
        [drive, b':'] | [drive, b':', b'\\', ..] => drive.is_ascii_alphabetic(),
        [b'\\', b'\\', ..] | [.., b'\\'] => true,
        _ => false,
    };
    let is_touched = match near {
        [.., b'\\', b'n' | b'r' | b't'] => false,
        _ => near.last().is_some_and(u8::is_ascii_alphanumeric),
    };
    !is_path && (!is_touched || near.contains(&b'"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_distinguished_from_paths() {
        let len = |text: &str| {
            let at = text.rfind('\\').unwrap() + 1;
            let (before, word) = text.split_at(at);
            head_len(before.as_bytes(), word.as_bytes())
        };
        for (text, expected) in [
            (r"\njane", Some(1)),
            (r#""a\njane"#, Some(1)),
            (r#""a\r\njane"#, Some(1)),
            (r"bye.\tjane", Some(1)),
            (r"bye\r\njane", Some(1)),
            (r"x \u003Cjane", Some(5)),
            (r"a\x3cjane", Some(3)),
            (r"\u0027jane", Some(5)),
            (r"a\u0027jane", None),
            (r"\u00e9mile", None),
            (r"C:\njane", Some(0)),
            (r"DOMAIN\nancy", Some(0)),
            (r"C:\users\nancy", Some(0)),
            (r"\\nancy", Some(0)),
            (r"\usepackage", Some(0)),
            (r"\fIjane", Some(0)),
        ] {
            assert_eq!(len(text), expected, "{text}");
        }
        assert_eq!(head_len(b"x", b"njane"), Some(0));
    }
}
