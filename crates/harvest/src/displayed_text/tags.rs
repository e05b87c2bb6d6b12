//! Removes the tags from a text.

use linkwright::rewrite::separates_text;

/// About how many bytes of the text of a link are kept. A host or a URI in the text is usually among its first words.
pub(super) const MOST: usize = 512;

/// `text` without tags, with a line end for those that separate text. A `<` before another character than a letter, `/` or
/// `!` is text.
pub(super) fn without_tags(text: &[u8]) -> Vec<u8> {
    let mut is_tag = false;
    let mut kept = Vec::with_capacity(text.len());
    for (at, &byte) in text.iter().enumerate() {
        let begins = |next: &u8| next.is_ascii_alphabetic() || b"/!".contains(next);
        match byte {
            b'<' if text.get(at + 1).is_some_and(begins) => {
                is_tag = true;
                let name = text.get(at + 1..).unwrap_or_default();
                let name = name.strip_prefix(b"/").unwrap_or(name);
                let len = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                let name = name.get(..len).unwrap_or_default();
                if separates_text(name) {
                    kept.push(b'\n');
                }
            }
            b'>' if is_tag => is_tag = false,
            _ if !is_tag => kept.push(byte),
            _ => {}
        }
    }
    kept
}
