//! The contents of a PDF, independent of the decoder that reads them.

use crate::wire::Problem;

/// A rectangle on a page: left, bottom, right and top, in points.
pub(crate) type Rectangle = [f32; 4];

/// A part of a PDF. A decoder yields the kinds of parts in the order in which the variants are declared here, except
/// that a problem may come at any point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PdfPart {
    /// The base of the relative URIs in actions.
    Base(String),
    /// An entry of the information dictionary, or a value of the XMP metadata.
    Metadata(Entry),
    /// An item of the outline.
    Bookmark(Bookmark),
    /// A page.
    Page(Page),
    /// An embedded file.
    Attachment(Attachment),
    /// Something that was not read.
    Problem(Problem),
}

/// An entry of the metadata: its name and its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// An item of the outline, and the URI of its target.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bookmark {
    pub(crate) title: String,
    pub(crate) uri: Option<String>,
}

/// An embedded file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attachment {
    pub(crate) name: String,
    pub(crate) media_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// The text, the links and the notes of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Page {
    /// The number of the page, counted from 1.
    pub(crate) number: u32,
    /// The label that the document gives to the page, such as `iv`.
    pub(crate) label: Option<String>,
    /// The runs of text, in the order of the content stream.
    pub(crate) runs: Vec<Run>,
    pub(crate) links: Vec<PageLink>,
    pub(crate) notes: Vec<Note>,
}

/// A run of text on one baseline, in one font and size.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Run {
    pub(crate) text: String,
    /// The beginning of the baseline.
    pub(crate) from: [f32; 2],
    /// The end of the baseline.
    pub(crate) to: [f32; 2],
    pub(crate) area: Rectangle,
    /// The size of the font.
    pub(crate) size: f32,
    /// The direction of the baseline, in counter-clockwise quarter turns: 0 to 3.
    pub(crate) turn: u8,
}

/// A link from a page to a URI. A link has no area if it comes from an action of the whole page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PageLink {
    pub(crate) uri: String,
    pub(crate) area: Option<Rectangle>,
    /// Whether viewers hide the link.
    pub(crate) is_hidden: bool,
}

/// Text that is on a page, but not in the content stream of the page: a comment, or the value of a form field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Note {
    pub(crate) text: String,
    /// The subtype of the annotation.
    pub(crate) kind: String,
    pub(crate) author: Option<String>,
    /// The name of the form field.
    pub(crate) field: Option<String>,
    pub(crate) area: Option<Rectangle>,
    /// Whether viewers hide the annotation.
    pub(crate) is_hidden: bool,
}
