//! What the text of a group is: the destinations of RTF.

/// What the text of a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// Text for readers.
    Body,
    /// Nothing, but a group in it may be another destination.
    Frame,
    /// Nothing, with all groups in it.
    Dead,
    /// The fonts and their character sets.
    Fonts,
    /// The instruction of the field of that number.
    Instruction(usize),
    /// The tag of HTML that the document was made of.
    Tag,
    /// A value of that kind.
    Value(Value),
}

/// A value that is a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// What relative references are resolved against.
    Base,
    /// The target of a link of a shape, and the fragment of it.
    ShapeTarget,
    ShapeFragment,
    /// The author of the comment that follows.
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
    /// Its name.
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

/// What a control word begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    Destination(Destination),
    Note(Note),
    Field,
    Instruction,
    Result,
    /// A text that a group in it has in Unicode.
    Alternatives,
    /// That text.
    Unicode,
    /// The cells, numbers and the like are text as if they were not in a group.
    Nothing,
}

/// What the word begins in a group of `outer`; `None` for any other word.
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

/// The names of properties are words with another meaning in text.
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

/// Destinations without text for readers, that may come without `\*`.
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
