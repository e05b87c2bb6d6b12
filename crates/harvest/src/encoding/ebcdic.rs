//! EBCDIC in IBM code page 037, which mainframes use. `encoding_rs` does not include it. The table comes from the
//! Unicode Consortium, with two exceptions: both line ends (0x15 NEL, 0x25 LF) become LF, and most control characters
//! become U+001A.

use std::sync::LazyLock;

/// The characters that the bytes from 0x40 to 0xFF encode.
const PRINTABLE: &str = "\u{20}\u{A0}âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@'=\"\
    Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×{ABCDEFGHI\u{AD}ôöòóõ\
    }JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\u{9F}";

/// The characters that all bytes encode. Bytes below 0x40 become U+001A unless they are tabs, form feeds or line ends.
static CHARS: LazyLock<Vec<char>> = LazyLock::new(|| {
    let control = |byte: u8| match byte {
        0x05 => '\t',
        0x0C => '\u{C}',
        0x0D => '\r',
        0x15 | 0x25 => '\n',
        _ => '\u{1A}',
    };
    (0..0x40).map(control).chain(PRINTABLE.chars()).collect()
});

/// The character that `byte` encodes.
pub(super) fn char(byte: u8) -> char {
    CHARS.get(usize::from(byte)).copied().unwrap_or('\u{1A}')
}

/// Whether a text is EBCDIC. Decoded as EBCDIC, nearly all of it must be printable ASCII or white space, and at least
/// half of it letters and digits. It must contain hardly any ASCII blanks and line feeds, and either many EBCDIC blanks
/// or a `://` in EBCDIC. A text of fewer than sixteen bytes is too short to tell.
pub(super) fn is_it(text: &[u8]) -> bool {
    let count = |is: fn(u8) -> bool| text.iter().filter(|byte| is(**byte)).count();
    let has_link = || memchr::memmem::find(text, b"\x7A\x61\x61").is_some();
    // The bytes of an ASCII blank and line feed are control characters in EBCDIC, whereas nearly every text in another
    // encoding contains them.
    text.len() >= 16
        && count(|byte| matches!(byte, b' ' | b'\n')) * 100 <= text.len()
        && (count(|byte| byte == 0x40) * 25 >= text.len() || has_link())
        && count(is_usual) * 100 >= text.len() * 97
        && count(is_letter) * 2 >= text.len()
}

fn is_letter(byte: u8) -> bool {
    char(byte).is_ascii_alphanumeric()
}

fn is_usual(byte: u8) -> bool {
    let char = char(byte);
    char.is_ascii_graphic() || matches!(char, ' ' | '\n' | '\r' | '\t' | '\u{C}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_matches_code_page_037() {
        for (byte, expected) in [
            (0x40, ' '),
            (0x4B, '.'),
            (0x6D, '_'),
            (0x7A, ':'),
            (0x7F, '"'),
            (0x80, 'Ø'),
            (0x81, 'a'),
            (0xA1, '~'),
            (0xC1, 'A'),
            (0xE0, '\\'),
            (0xF0, '0'),
            (0xFF, '\u{9F}'),
            (0x25, '\n'),
            (0, '\u{1A}'),
        ] {
            assert_eq!(char(byte), expected, "{byte:#x}");
        }
    }
}
