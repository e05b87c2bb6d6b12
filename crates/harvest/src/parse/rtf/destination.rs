//! The destinations of RTF: the kinds of text in groups.

/// The kind of text in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// Text that readers see.
    Body,
    /// Text that is not read. A group in it may be another destination, whose text is read.
    Frame,
    /// Text that is not read, including the text of all groups in it.
    Dead,
    /// The fonts and their character sets.
    Fonts,
    /// The instruction of the field with this number.
    Instruction(usize),
    /// A tag of the HTML that the document was converted from.
    Tag,
    /// A value of the given kind.
    Value(Value),
}

/// A value: the text of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The base for relative references.
    Base,
    /// The target of the link of a shape.
    ShapeTarget,
    /// The fragment of the link of a shape.
    ShapeFragment,
    /// The author of the next comment.
    Author,
    /// A property of the document.
    Property,
}

/// A part of the document whose text is not in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    Footnote,
    Endnote,
    Header,
    Footer,
    Comment,
    Shape,
}

impl Note {
    /// The name of the part in the unit of a link.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Note::Footnote => "footnote",
            Note::Endnote => "endnote",
            Note::Header => "header",
            Note::Footer => "footer",
            Note::Comment => "comment",
            Note::Shape => "shape",
        }
    }
}

/// The construct that a control word begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    Destination(Destination),
    Note(Note),
    Field,
    Instruction,
    Result,
    /// A text, followed by a group with the same text in Unicode.
    Alternatives,
    /// The group with the Unicode text inside `Alternatives`.
    Unicode,
    /// No construct: the text of the group is read like the text around the group. This applies to the result of an
    /// object and to the name of a list.
    Nothing,
}

/// The construct that `word` begins in a group with the destination `outer`; `None` if `word` does not begin a
/// construct.
pub(super) fn of(word: &[u8], outer: Destination) -> Option<Begins> {
    use Begins::{Field, Instruction, Nothing, Result, Unicode};
    use Destination::{Dead, Fonts, Frame, Tag};
    Some(match word {
        b"fonttbl" => Begins::Destination(Fonts),
        b"field" => Field,
        b"fldinst" => Instruction,
        b"fldrslt" => Result,
        b"upr" => Begins::Alternatives,
        b"ud" => Unicode,
        b"htmltag" => Begins::Destination(Tag),
        b"result" | b"listname" => Nothing,
        b"info" | b"pict" | b"object" | b"shp" | b"shpinst" | b"shpgrp" | b"shppict" | b"sp"
        | b"sv" | b"hl" | b"picprop" | b"userprops" | b"do" | b"background" => {
            Begins::Destination(Frame)
        }
        _ if is_dead(word) => Begins::Destination(Dead),
        _ => return note(word).map(Begins::Note).or_else(|| value(word, outer)),
    })
}

fn note(word: &[u8]) -> Option<Note> {
    Some(match word {
        b"footnote" => Note::Footnote,
        b"header" | b"headerl" | b"headerr" | b"headerf" => Note::Header,
        b"footer" | b"footerl" | b"footerr" | b"footerf" => Note::Footer,
        b"annotation" => Note::Comment,
        b"shptxt" | b"dptxbxtext" => Note::Shape,
        _ => return None,
    })
}

/// The value that `word` begins. The words for properties are recognized only in a `Frame`, because they have other
/// meanings in text.
fn value(word: &[u8], outer: Destination) -> Option<Begins> {
    let value = match word {
        b"atnauthor" => Value::Author,
        b"hlinkbase" if outer == Destination::Frame => Value::Base,
        b"hlsrc" => Value::ShapeTarget,
        b"hlloc" => Value::ShapeFragment,
        b"title" | b"subject" | b"author" | b"manager" | b"company" | b"category" | b"keywords"
        | b"comment" | b"doccomm" | b"staticval"
            if outer == Destination::Frame =>
        {
            Value::Property
        }
        _ => return None,
    };
    Some(Begins::Destination(Destination::Value(value)))
}

/// Whether a word begins a destination whose text readers do not see. Such words may occur without `\*`, which marks
/// ignorable destinations.
fn is_dead(word: &[u8]) -> bool {
    const WORDS: &[&[u8]] = &[
        b"stylesheet",
        b"colortbl",
        b"filetbl",
        b"revtbl",
        b"objdata",
        b"nonshppict",
        b"listtext",
        b"pntext",
        b"pntxta",
        b"pntxtb",
        b"ftnsep",
        b"ftnsepc",
        b"ftncn",
        b"aftnsep",
        b"aftnsepc",
        b"aftncn",
        b"xe",
        b"tc",
        b"sn",
        b"shprslt",
        b"hlfr",
        b"operator",
        b"creatim",
        b"revtim",
        b"printim",
        b"buptim",
        b"propname",
        b"template",
        b"mhtmltag",
    ];
    WORDS.contains(&word)
}
