//! The unit of a structured document that a link is in: a page, a cell, a slide, a paragraph.

/// A rectangle on a page, in points of 1/72 inch. As in PDF, the y axis goes up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PageBox {
    /// The x of its left edge.
    pub left: f32,
    /// The y of its bottom edge.
    pub bottom: f32,
    /// The x of its right edge.
    pub right: f32,
    /// The y of its top edge.
    pub top: f32,
}

/// The unit of a structured document that a link is in. A format sets the members that it has; all others
/// are `None`, empty or `false`.
///
/// It is for people, who look for the link in the program that shows the document. For programs that cut out
/// bytes there is [`Located::source_pieces`](crate::Located::source_pieces).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a member of a row")]
pub struct Unit {
    /// The page, from 1 on.
    pub page: Option<u32>,
    /// The page as the document numbers it: `iv`, `A-3`.
    pub page_label: Option<String>,
    /// Where the link is on the page: one box for each line.
    pub boxes: Vec<PageBox>,
    /// The paragraph of the part, from 1 on.
    pub paragraph: Option<u32>,
    /// The name of the sheet, or of the table of a database.
    pub sheet: Option<String>,
    /// The cell of the sheet, as in `B2`; the column and row of a table.
    pub cell: Option<String>,
    /// The slide, from 1 on, in the order of the presentation.
    pub slide: Option<u32>,
    /// What the text is beside the body: `footnote`, `comment`, `header`, `speaker notes`.
    pub note: Option<String>,
    /// Who wrote the comment or made the change.
    pub author: Option<String>,
    /// The field or the formula that makes the link: `HYPERLINK`.
    pub field: Option<String>,
    /// The link goes on, before or after what is reported, with something that the document computes.
    pub is_partial: bool,
    /// The text was deleted, and the document keeps it.
    pub is_deleted: bool,
    /// The text is not shown.
    pub is_hidden: bool,
    /// The bytes were scanned for text without the structure of the format, so the ends of the link are less
    /// certain.
    pub is_scan: bool,
}
