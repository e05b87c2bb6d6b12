//! The class of a non-ASCII character: a letter, a space, a bracket, an invisible character, and so on.
//!
//! The module has only the classes that are needed to delimit links. The ranges of characters are written by hand
//! rather than taken from a Unicode crate, because this project decides which of the many punctuation marks end a link,
//! and because the lookup remains a short `match`.

use std::borrow::Cow;

use super::chars;

/// The class of a non-ASCII character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    /// A letter, digit, symbol or mark, which is a part of a word.
    Letter,
    /// A letter of a script in which a word may follow other text without a space.
    Cjk,
    /// A space of any width.
    Space,
    /// Punctuation that ends a sentence or a part of it, including fullwidth and CJK forms.
    Stop,
    /// The horizontal ellipsis, which ends a URI if nothing follows.
    Ellipsis,
    /// An opening bracket; the field is its closer.
    Open(char),
    /// A closing bracket.
    Close,
    /// A quotation mark that encloses text.
    Quote,
    /// The hyphen U+2010 or U+2011, which typesetters print for `-`.
    Hyphen,
    /// An apostrophe, which is a quotation mark or a part of a word.
    Apostrophe,
    /// An invisible character such as a zero-width space.
    Invisible,
    /// A joiner, which is a part of words in several scripts.
    Joiner,
    /// A control that begins or changes a text direction.
    BidiOpen,
    /// A control that ends a text direction, or a direction mark.
    BidiClose,
    /// A character that is never a part of text: a control, a noncharacter, or the object replacement character.
    Control,
}

/// The class of `c`, which must not be ASCII.
pub(crate) fn glyph(c: char) -> Glyph {
    match c {
        // These three are a part of later arms. Most characters are in them, and are found without the other tests.
        _ if is_frequent_letter(c) => Glyph::Letter,
        '\u{3041}'..='\u{3096}'
        | '\u{30A1}'..='\u{30FA}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}' => Glyph::Cjk,
        '、' | '。' | '，' | '：' => Glyph::Stop,
        '\u{80}'..='\u{9F}' | '\u{FFF9}'..='\u{FFFF}' | '\u{2028}' | '\u{2029}' => Glyph::Control,
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => {
            Glyph::Space
        }
        '\u{AD}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{180E}' => {
            Glyph::Invisible
        }
        '\u{200C}' | '\u{200D}' => Glyph::Joiner,
        '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' | '\u{2066}'..='\u{2068}' => {
            Glyph::BidiOpen
        }
        '\u{202C}' | '\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{61C}' => Glyph::BidiClose,
        '…' => Glyph::Ellipsis,
        '’' => Glyph::Apostrophe,
        '\u{2010}' | '\u{2011}' => Glyph::Hyphen,
        '“' | '”' | '„' | '‟' | '‘' | '‚' | '‛' | '«' | '»' | '‹' | '›' | '〝' | '〞' | '〟'
        | '＂' => Glyph::Quote,
        _ if is_stop(c) => Glyph::Stop,
        _ if is_cjk(c) => Glyph::Cjk,
        ..'⟨' => Glyph::Letter,
        _ => bracket(c).unwrap_or(Glyph::Letter),
    }
}

/// Whether `c` is one of the most frequent letters outside ASCII: Latin, Greek, Cyrillic, Hebrew, Arabic or Devanagari.
pub(crate) const fn is_frequent_letter(c: char) -> bool {
    matches!(c,
        '\u{DF}'..='\u{F6}' | '\u{F8}'..='\u{24F}' | '\u{3B1}'..='\u{3C9}' | '\u{400}'..='\u{481}'
        | '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{64A}' | '\u{904}'..='\u{939}')
}

/// Each opening bracket, followed by its closer.
const BRACKETS: &str = "⟨⟩〈〉《》「」『』【】〔〕〖〗（）＜＞［］｛｝｢｣";

fn bracket(c: char) -> Option<Glyph> {
    let at = BRACKETS.chars().position(|one| one == c)?;
    let next = BRACKETS.chars().nth(at + 1).filter(|_| at % 2 == 0);
    Some(next.map_or(Glyph::Close, Glyph::Open))
}

/// Whether `c` is a punctuation mark of Chinese or Japanese, a dash, or ends a sentence in another script than Latin: the
/// characters of the Basic Multilingual Plane with the property `Sentence_Terminal` (Unicode Standard Annex 44), and the
/// Tibetan shads, which are used as such.
const fn is_stop(c: char) -> bool {
    matches!(c,
        '—' | '―' | '、' | '。' | '，' | '．' | '；' | '：' | '！' | '？' | '｜' | '｡' | '､' | '‖' | '،' | '؛'
        | '︐'..='︙' | '︰'..='︴' | '﹐'..='﹗' |
        '\u{589}' | '\u{61D}'..='\u{61F}' | '\u{6D4}' | '\u{700}'..='\u{702}' | '\u{7F9}'
        | '\u{837}' | '\u{839}' | '\u{83D}' | '\u{83E}' | '\u{964}' | '\u{965}' | '\u{F08}' | '\u{F0D}'..='\u{F12}' | '\u{104A}'
        | '\u{104B}' | '\u{1362}' | '\u{1367}' | '\u{1368}' | '\u{166E}' | '\u{1735}' | '\u{1736}'
        | '\u{17D4}' | '\u{17D5}' | '\u{1803}' | '\u{1809}' | '\u{1944}' | '\u{1945}'
        | '\u{1AA8}'..='\u{1AAB}' | '\u{1B5A}' | '\u{1B5B}' | '\u{1B5E}' | '\u{1B5F}' | '\u{1C3B}'
        | '\u{1C3C}' | '\u{1C7E}' | '\u{1C7F}' | '\u{203C}' | '\u{203D}' | '\u{2047}'..='\u{2049}'
        | '\u{2E2E}' | '\u{2E3C}' | '\u{A4FF}' | '\u{A60E}' | '\u{A60F}' | '\u{A6F3}' | '\u{A6F7}'
        | '\u{A876}' | '\u{A877}' | '\u{A8CE}' | '\u{A8CF}' | '\u{A92F}' | '\u{A9C8}' | '\u{A9C9}'
        | '\u{AA5D}'..='\u{AA5F}' | '\u{AAF0}' | '\u{AAF1}' | '\u{ABEB}')
}

/// Whether `c` is a mark in a word: a character of the general category M for which `char::is_alphanumeric` is false,
/// such as accents, viramas and vowel points. A few other signs of South Asian scripts are included, because that makes
/// the table shorter.
#[rustfmt::skip]
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5AF}' | '\u{658}' | '\u{6DF}'..='\u{6EC}'
        | '\u{740}'..='\u{74A}' | '\u{7EB}'..='\u{7FD}' | '\u{818}'..='\u{82D}' | '\u{859}'..='\u{85B}'
        | '\u{898}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}' | '\u{EBA}'..='\u{ECC}' | '\u{F0B}' | '\u{F18}'..='\u{F39}'
        | '\u{F3E}'..='\u{F84}' | '\u{F86}' | '\u{F87}' | '\u{FC6}' | '\u{1037}'..='\u{103A}' | '\u{135D}'..='\u{135F}'
        | '\u{1714}' | '\u{1715}' | '\u{1734}' | '\u{17B4}'..='\u{17D3}' | '\u{17DD}' | '\u{180B}'..='\u{180F}'
        | '\u{1939}'..='\u{193B}' | '\u{1A60}'..='\u{1A7F}' | '\u{1AB0}'..='\u{1B44}' | '\u{1B6B}'..='\u{1BF3}'
        | '\u{1C37}' | '\u{1CD0}'..='\u{1CF9}' | '\u{1DC0}'..='\u{1DFF}' | '\u{2CEF}'..='\u{2CF1}' | '\u{2D7F}'
        | '\u{302A}'..='\u{302F}' | '\u{A66F}'..='\u{A672}' | '\u{A67C}' | '\u{A67D}' | '\u{A6F0}' | '\u{A6F1}'
        | '\u{A806}' | '\u{A82C}' | '\u{A8C4}' | '\u{A8E0}'..='\u{A8F1}' | '\u{A92B}'..='\u{A92D}' | '\u{A953}'
        | '\u{A9B3}'..='\u{A9C0}' | '\u{AABF}'..='\u{AAC1}' | '\u{AAF6}' | '\u{ABEC}' | '\u{ABED}' | '\u{FE20}'..='\u{FE2F}'
        | '\u{10A38}'..='\u{11D97}' | '\u{16AF0}'..='\u{16AF4}' | '\u{16B30}'..='\u{16B36}' | '\u{1E130}'..='\u{1E94A}')
}

/// Whether `c`, directly after an ASCII letter, is text of a sentence around a URI: a letter of the Japanese
/// syllabaries, of the Korean alphabet or of a script of Southeast Asia that writes no spaces, an emoji, `™`, an arrow or
/// a shape.
pub(crate) const fn is_syllable(c: char) -> bool {
    is_southeast_asian(c)
        || matches!(c,
            '\u{1100}'..='\u{11FF}' | '\u{2122}' | '\u{2190}'..='\u{21FF}' | '\u{25A0}'..='\u{27BF}' | '\u{3041}'..='\u{318F}' | '\u{31F0}'..='\u{31FF}'
            | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}' | '\u{FF66}'..='\u{FFDC}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Whether `c` is a letter or mark of Thai, Lao, Myanmar or Khmer.
const fn is_southeast_asian(c: char) -> bool {
    matches!(c, '\u{E01}'..='\u{E3A}' | '\u{E40}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}')
}

/// Whether `c` belongs to a script in which a word may follow other text without a space.
pub(crate) fn is_cjk(c: char) -> bool {
    is_southeast_asian(c)
        || matches!(c,
        '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}'
        | '\u{3031}'..='\u{303C}' | '\u{3041}'..='\u{318F}' | '\u{31A0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FFDC}'
        | '\u{20000}'..='\u{3FFFD}')
}

/// Whether `text` ends in a letter of a script without blanks between words.
pub(crate) fn ends_in_cjk(text: &[u8]) -> bool {
    chars::last(text).is_some_and(|(c, _)| !c.is_ascii() && glyph(c) == Glyph::Cjk)
}

/// Whether people may read `c` as a letter of the Latin alphabet or as an ASCII digit.
pub(crate) fn is_latin(c: char) -> bool {
    matches!(c,
        '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' | '\u{212A}' | '\u{212B}'
        | '\u{FB00}'..='\u{FB06}' | '\u{FF10}'..='\u{FF19}' | '\u{FF21}'..='\u{FF3A}'
        | '\u{FF41}'..='\u{FF5A}')
}

/// `text` without the characters that a reader does not see: invisible ones, joiners, and controls of the direction.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| {
        use Glyph::{BidiClose, BidiOpen, Invisible, Joiner};
        !c.is_ascii() && matches!(glyph(c), Invisible | Joiner | BidiOpen | BidiClose)
    };
    if text.contains(is_hidden) { text.replace(is_hidden, "").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_letters_have_no_other_class() {
        for c in ('\u{80}'..=char::MAX).filter(|&c| is_frequent_letter(c)) {
            assert!(c.is_alphanumeric() && !is_stop(c) && !is_cjk(c), "{c}");
        }
    }
}
