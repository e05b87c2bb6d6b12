//! The control words and symbols that are characters or that begin a destination.

use crate::model::Origin;

/// The text that separates texts. No link contains a control character.
pub(super) const BORDER: &str = "\u{1A}";

/// What a control word makes of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// A part of the text around it.
    Text,
    /// Not text, but groups inside may be.
    Frame,
    /// Neither text nor anything else that is read.
    Dead,
    /// A text of its own, with the origin of its links.
    Apart(Origin),
    /// The base of relative references.
    Base,
    /// The instruction of a field.
    Instruction,
    /// The result of a field.
    Result,
}

/// The destination that the control word `word` begins; `None` if it begins nothing.
#[rustfmt::skip]
pub(super) fn destination(word: &[u8]) -> Option<Destination> {
    Some(match word {
        b"fldinst" => Destination::Instruction,
        b"fldrslt" => Destination::Result,
        b"hlinkbase" => Destination::Base,
        b"title" | b"subject" | b"author" | b"manager" | b"company" | b"category" | b"keywords" | b"comment"
        | b"doccomm" | b"staticval" => Destination::Apart(Origin::Metadata),
        b"footnote" | b"header" | b"headerl" | b"headerr" | b"headerf" | b"footer" | b"footerl" | b"footerr"
        | b"footerf" | b"annotation" | b"shptxt" | b"dptxbxtext" | b"hlsrc" => Destination::Apart(Origin::Text),
        b"result" => Destination::Text,
        b"info" | b"pict" | b"object" | b"shp" | b"shpinst" | b"shpgrp" | b"shppict" | b"sp" | b"sv" | b"hl"
        | b"picprop" | b"userprops" | b"do" | b"background" => Destination::Frame,
        b"stylesheet" | b"fonttbl" | b"colortbl" | b"filetbl" | b"revtbl" | b"objdata" | b"nonshppict" | b"listtext" | b"pntext"
        | b"pntxta" | b"pntxtb" | b"ftnsep" | b"ftnsepc" | b"ftncn" | b"aftnsep" | b"aftnsepc" | b"aftncn" | b"xe"
        | b"tc" | b"sn" | b"shprslt" | b"hlfr" | b"hlloc" | b"operator" | b"creatim" | b"revtim" | b"printim" | b"buptim"
        | b"propname" | b"template" | b"atnauthor" => Destination::Dead,
        _ => return None,
    })
}

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
        // What ends a paragraph, a section, a page, a column, a cell or a row.
        b"par" | b"sect" | b"page" | b"column" | b"cell" | b"nestcell" | b"row" | b"nestrow" => {
            BORDER
        }
        _ => return None,
    })
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
