//! The unit of a structured document that contains a link: a page, a cell, a slide.

/// A rectangle on a page, in points of 1/72 inch. As in PDF, the y axis goes up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PageBox {
    /// The x coordinate of the left edge.
    pub left: f32,
    /// The y coordinate of the bottom edge.
    pub bottom: f32,
    /// The x coordinate of the right edge.
    pub right: f32,
    /// The y coordinate of the top edge.
    pub top: f32,
}

/// The unit of a structured document that contains a link. The reader of a format sets the fields that the format has;
/// all others are `None`, empty or `false`.
///
/// The unit helps people to find the link in the program that shows the document. Programs that cut out bytes use
/// [`Located::source_pieces`](crate::Located::source_pieces) instead.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Unit {
    /// The page, counted from 1.
    pub page: Option<u32>,
    /// The page as the document numbers it: `iv`, `A-3`.
    pub page_label: Option<String>,
    /// The position of the link on the page: one box for each line.
    pub boxes: Vec<PageBox>,
    /// The name of the part that contains the sheet, such as `sheet2`, or the name of a table of a database.
    pub sheet: Option<String>,
    /// The column and the row of a table of a database, such as `url:7`.
    pub cell: Option<String>,
    /// The number of the slide in the name of its part: 3 for `ppt/slides/slide3.xml`.
    pub slide: Option<u32>,
    /// The kind of a text outside the body: `footnote`, `comment`, `header`, `speaker notes`.
    pub note: Option<String>,
    /// The author of the comment.
    pub author: Option<String>,
    /// The name of the form field or the outline entry that contains the link.
    pub field: Option<String>,
    /// Whether the text is not shown.
    pub is_hidden: bool,
    /// Whether the link was found without parsing the format: the bytes were searched for runs of text, so the ends of
    /// the link are less certain.
    pub is_scan: bool,
}
