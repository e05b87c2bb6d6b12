//! Makes untrusted text safe to show: characters that control a terminal or hide text are replaced.

use std::borrow::Cow;

/// Replaces control characters, and characters that hide or move text, with visible characters.
///
/// ASCII control characters become their Unicode control pictures (ESC becomes `␛`), which take one column each. The
/// other replaced characters become `�`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| picture(c) == c) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(picture).collect())
    }
}

/// The character to show instead of `c`: `c` itself if it is harmless.
pub fn picture(c: char) -> char {
    match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        _ if c.is_control() || is_hidden(c) => '\u{FFFD}',
        _ => c,
    }
}

/// Line separators, direction controls and marks, zero-width spaces and tags, which hide or move text. The joiners
/// U+200C and U+200D are excluded, because emoji and several scripts need them.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
        | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_controls_are_replaced() {
        assert_eq!(visible("a\x1b[31mb\r\n\x7f"), "a␛[31mb␍␊␡");
        assert_eq!(visible("\u{9b}31m \u{202e}x"), "\u{FFFD}31m \u{FFFD}x");
        assert!(matches!(visible("plain 日本 👨‍👩‍👧"), Cow::Borrowed(_)));
    }
}
