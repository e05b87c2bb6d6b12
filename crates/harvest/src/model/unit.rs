//! The unit of a structured document that contains a link: a page, a cell, a slide.

/// A rectangle on a page, in points of 1/72 inch. As in PDF, the y axis goes up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "[f32; 4]"))]
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

impl From<PageBox> for [f32; 4] {
    /// The left, bottom, right and top edges.
    fn from(of: PageBox) -> [f32; 4] {
        [of.left, of.bottom, of.right, of.top]
    }
}

/// The unit of a structured document that contains a link. The reader of a format sets the fields that the format has;
/// all others are `None`, empty or `false`.
///
/// The unit helps people to find the link in the program that shows the document. Programs that cut out bytes use
/// [`Located::source_pieces`](crate::Located::source_pieces) instead.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Unit {
    /// The page, counted from 1.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub page: Option<u32>,
    /// The number of the slide in the name of its part: 3 for `ppt/slides/slide3.xml`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub slide: Option<u32>,
    /// The page as the document numbers it: `iv`, `A-3`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub page_label: Option<String>,
    /// The name of the part that contains the sheet, such as `sheet2`, or the name of a table of a database.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub sheet: Option<String>,
    /// The column and the row of a table of a database, such as `url:7`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub cell: Option<String>,
    /// The kind of a text outside the body: `footnote`, `comment`, `header`, `speaker notes`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub note: Option<String>,
    /// The author of the comment.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub author: Option<String>,
    /// The name of the form field or the outline entry that contains the link.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub field: Option<String>,
    /// The position of the link on the page: one box for each line.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub boxes: Vec<PageBox>,
    /// Whether the text is not shown.
    #[cfg_attr(feature = "serde", serde(rename = "hidden", skip_serializing_if = "is_false"))]
    pub is_hidden: bool,
    /// Whether the link was found without parsing the format: the bytes were searched for runs of text, so the ends of
    /// the link are less certain.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "confidence", serialize_with = "as_scan", skip_serializing_if = "is_false")
    )]
    pub is_scan: bool,
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn as_scan<S: serde::Serializer>(_: &bool, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str("scan")
}
