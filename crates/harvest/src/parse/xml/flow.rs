//! How the elements of office documents divide their text (ECMA-376, part 1; ODF 1.3, part 3).
//!
//! Formatting may divide a URI into runs at any position, and notes, shapes and deletions stand inside the text that
//! they do not belong to. One table for all vocabularies says what an element does to the text around it. What the
//! table does not name is a text of its own, which neither joins other texts nor divides the text around it.

use super::vocabulary::Vocabulary;

/// What an element does to the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Ends the text before it, and the text in it ends with it.
    Cut,
    /// Contains a text of its own. The text around it continues after it.
    Apart,
    /// Its text is part of the text around it.
    Inline,
    /// Is a character of the text around it.
    Char(&'static str),
}

/// The elements of Open XML whose text continues in the text around them.
#[rustfmt::skip]
const INLINE: &[&str] = &[
    "r", "t", "rPr", "pPr", "hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "customXml", "dir", "bdo",
    "fldSimple", "fldChar", "fld", "instrText", "delText", "delInstrText", "AlternateContent", "ruby", "rubyBase", "oMath",
    "hlinkClick", "hlinkHover",
];

/// The elements of ODF that interrupt the paragraph in which they stand.
#[rustfmt::skip]
const APART: &[&str] = &[
    "p", "h", "note", "annotation", "frame", "text-box", "custom-shape", "title", "desc", "ruby-text", "change-info",
];

impl Flow {
    /// The flow of the element with the local name `local`. `is_in_text` says whether its parent is a paragraph or
    /// continues one.
    pub(super) fn of(vocabulary: Vocabulary, local: &str, is_in_text: bool) -> Flow {
        match (vocabulary, local) {
            (Vocabulary::OpenXml, "tab" | "ptab") | (Vocabulary::OpenDocument, "tab") => {
                Flow::Char("\t")
            }
            (Vocabulary::OpenXml, "br" | "cr") | (Vocabulary::OpenDocument, "line-break") => {
                Flow::Char("\n")
            }
            (Vocabulary::OpenXml, "noBreakHyphen") => Flow::Char("-"),
            (Vocabulary::OpenDocument, "s") => Flow::Char(" "),
            (Vocabulary::OpenXml, _) if INLINE.contains(&local) => Flow::Inline,
            (Vocabulary::OpenDocument, _) if is_in_text && !APART.contains(&local) => Flow::Inline,
            (Vocabulary::OpenXml | Vocabulary::OpenDocument, _) => Flow::Apart,
            _ => Flow::Cut,
        }
    }
}

/// Whether the element begins a paragraph of ODF, whose inner elements continue its text.
pub(super) fn is_paragraph(vocabulary: Vocabulary, local: &str) -> bool {
    vocabulary == Vocabulary::OpenDocument && matches!(local, "p" | "h")
}

/// Whether blanks in the element of Open XML with this name are text. Between other elements they only indent the
/// markup.
pub(super) fn keeps_blanks(name: &str) -> bool {
    let local = name.rsplit(':').next().unwrap_or(name);
    matches!(local, "t" | "delText" | "instrText" | "delInstrText")
}
