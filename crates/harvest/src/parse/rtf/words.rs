//! Control words and symbols that are characters.

/// The text of a control word that is a character; `None` for other words.
pub(super) fn text(word: &[u8]) -> Option<&'static str> {
    Some(match word {
        b"line" | b"lbr" | b"softline" => "\n",
        b"tab" => "\t",
        b"emdash" => "\u{2014}",
        b"endash" => "\u{2013}",
        b"emspace" => "\u{2003}",
        b"enspace" => "\u{2002}",
        b"qmspace" => "\u{2005}",
        b"bullet" => "\u{2022}",
        b"lquote" => "\u{2018}",
        b"rquote" => "\u{2019}",
        b"ldblquote" => "\u{201C}",
        b"rdblquote" => "\u{201D}",
        b"zwj" => "\u{200D}",
        b"zwnj" => "\u{200C}",
        _ => return None,
    })
}

/// Whether a control word ends a paragraph, a section, a page, a column, a cell or a row.
pub(super) fn ends_paragraph(word: &[u8]) -> bool {
    matches!(
        word,
        b"par" | b"sect" | b"page" | b"column" | b"cell" | b"nestcell" | b"row" | b"nestrow"
    )
}

/// The text of a control symbol; empty for a symbol that is not a character.
pub(super) fn symbol(byte: u8) -> &'static str {
    match byte {
        b'\\' => "\\",
        b'{' => "{",
        b'}' => "}",
        b'~' => "\u{A0}",
        b'_' => "-",
        b'\t' => "\t",
        _ => "",
    }
}
