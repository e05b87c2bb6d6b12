//! What a character outside ASCII is to a reader: a letter, a space, a bracket, nothing visible.
//!
//! The classes are the ones that delimiting needs, no finer. They are ranges written by hand
//! rather than tables of a Unicode crate: which of the many punctuation marks end a link is a
//! decision of this project, and the lookup stays a short `match`.

/// The class of a character outside ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    /// A letter, digit, symbol or mark: part of a word.
    Letter,
    /// A letter of a script that is written without spaces, so that words touch what follows.
    Cjk,
    /// A space of any width.
    Space,
    /// Punctuation that ends a sentence or a part of it, fullwidth and CJK forms included.
    Stop,
    /// The horizontal ellipsis: ends a URI where nothing follows.
    Ellipsis,
    /// A bracket that opens; the character is its closer.
    Open(char),
    /// A bracket that closes.
    Close,
    /// A quote mark that encloses.
    Quote,
    /// An apostrophe: a quote mark, or part of a word.
    Apostrophe,
    /// Nothing to see, such as a zero-width space.
    Invisible,
    /// A joiner, part of words in several scripts.
    Joiner,
    /// A control that opens or turns a direction.
    BidiOpen,
    /// A control that closes a direction, or a mark.
    BidiClose,
    /// Never part of text: controls, noncharacters, object replacement.
    Control,
}

/// The class of `c`, which is outside ASCII.
pub(crate) fn glyph(c: char) -> Glyph {
    match c {
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
        '“' | '”' | '„' | '‟' | '‘' | '‚' | '‛' | '«' | '»' | '‹' | '›' | '〝' | '〞' | '〟'
        | '＂' => Glyph::Quote,
        '—'
        | '―'
        | '、'
        | '。'
        | '，'
        | '．'
        | '；'
        | '：'
        | '！'
        | '？'
        | '｜'
        | '｡'
        | '､'
        | '‖'
        | '؟'
        | '،'
        | '؛'
        | '।'
        | '॥'
        | '۔'
        | '︰'..='︴' => Glyph::Stop,
        _ => bracket(c).unwrap_or(if is_cjk(c) { Glyph::Cjk } else { Glyph::Letter }),
    }
}

fn bracket(c: char) -> Option<Glyph> {
    Some(match c {
        '（' => Glyph::Open('）'),
        '［' => Glyph::Open('］'),
        '｛' => Glyph::Open('｝'),
        '「' => Glyph::Open('」'),
        '『' => Glyph::Open('』'),
        '【' => Glyph::Open('】'),
        '〔' => Glyph::Open('〕'),
        '〖' => Glyph::Open('〗'),
        '〈' => Glyph::Open('〉'),
        '《' => Glyph::Open('》'),
        '｢' => Glyph::Open('｣'),
        '⟨' => Glyph::Open('⟩'),
        '＜' => Glyph::Open('＞'),
        '）' | '］' | '｝' | '」' | '』' | '】' | '〕' | '〗' | '〉' | '》' | '｣' | '⟩' | '＞' => {
            Glyph::Close
        }
        _ => return None,
    })
}

/// Whether `c` belongs to a script whose words are not set apart by spaces.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}'
        | '\u{3031}'..='\u{303C}' | '\u{3041}'..='\u{318F}' | '\u{31A0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FFDC}'
        | '\u{20000}'..='\u{3FFFD}')
}

/// Whether `c` is a letter that a reader takes for one of the Latin alphabet.
pub(crate) fn is_latin(c: char) -> bool {
    matches!(c,
        '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' | '\u{212A}' | '\u{212B}'
        | '\u{FB00}'..='\u{FB06}' | '\u{FF10}'..='\u{FF19}' | '\u{FF21}'..='\u{FF3A}'
        | '\u{FF41}'..='\u{FF5A}')
}
