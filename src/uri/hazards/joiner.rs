//! Joiners that a script or an emoji requires (RFC 5892, appendix A; UTS 51, 2.3).

const NON_JOINER: char = '\u{200C}';
const JOINER: char = '\u{200D}';

/// Whether `char` is a joiner that is required between its neighbours: Persian words contain ZERO
/// WIDTH NON-JOINER; Indic conjuncts and emoji contain ZERO WIDTH JOINER.
pub(super) fn is_needed(before: Option<char>, char: char, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    // A joiner after an Indic letter shapes that letter, even at the end of a word.
    if char == JOINER && is_indic(before) {
        return true;
    }
    let Some(after) = after else { return false };
    match char {
        NON_JOINER | JOINER if has_joining_script(before) && has_joining_script(after) => true,
        JOINER => is_emoji(before) && is_emoji(after),
        _ => false,
    }
}

/// Whether `char` is a letter or sign of the scripts from Devanagari to Sinhala.
const fn is_indic(char: char) -> bool {
    matches!(char, '\u{900}'..='\u{DFF}')
}

/// Whether `char` is a letter of Arabic or a related script, of an Indic script, or of a script of
/// South East Asia.
const fn has_joining_script(char: char) -> bool {
    matches!(
        char,
        '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{E00}'..='\u{EFF}' | '\u{F00}'..='\u{FFF}'
            | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{18AF}' | '\u{1900}'..='\u{1CFF}'
            | '\u{A840}'..='\u{A8FF}' | '\u{A930}'..='\u{AAFF}' | '\u{ABC0}'..='\u{ABFF}'
            | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{11000}'..='\u{11FFF}'
            | '\u{1E900}'..='\u{1E95F}'
    )
}

/// Whether `char` is a symbol, a skin tone or the selector of an emoji sequence.
const fn is_emoji(char: char) -> bool {
    matches!(
        char,
        '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}' | '\u{FE0F}'
            | '\u{1F000}'..='\u{1FAFF}'
    )
}
