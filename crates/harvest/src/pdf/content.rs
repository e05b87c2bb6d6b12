//! The contents of a PDF, independent of the decoder that reads them.

use serde::{Deserialize, Serialize};

use crate::wire::Problem;

/// A rectangle on a page: left, bottom, right and top, in points.
pub(crate) type Rectangle = [f32; 4];

/// A part of a PDF. A decoder yields the kinds of parts in the order in which the variants are declared here, except
/// that a problem may come at any point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// An item of the outline, and the URI of its target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bookmark {
    pub(crate) title: String,
    pub(crate) uri: Option<String>,
}

/// An embedded file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) name: String,
    pub(crate) media_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// The text, the links and the notes of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// A run of text on one baseline, in one font and size. Its coordinates are those of the page after `turn` clockwise quarter
/// turns, with which the text goes from left to right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) text: String,
    /// The beginning of the baseline.
    pub(crate) from: [f32; 2],
    /// The end of the baseline.
    pub(crate) to: [f32; 2],
    pub(crate) area: Rectangle,
    /// The size of the font, which is positive.
    pub(crate) size: f32,
    /// The direction of the baseline on the page, in counter-clockwise quarter turns: 0 to 3.
    pub(crate) turn: u8,
}

/// A link from a page to a URI. A link has no area if it comes from an action of the whole page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PageLink {
    pub(crate) uri: String,
    pub(crate) area: Option<Rectangle>,
    /// Whether viewers hide the link.
    pub(crate) is_hidden: bool,
}

/// Text that is on a page, but not in the content stream of the page: a comment, or the value of a form field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// The number itself, or 0 if it is infinite or no number, which a hostile transformation can make.
pub(super) const fn finite(number: f32) -> f32 {
    if number.is_finite() { number } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use super::*;
    use crate::model::DiagnosticKind;
    use crate::wire::{read_parts, write_parts};

    fn parts() -> Vec<PdfPart> {
        let run = Run { text: "x ü".to_owned(), size: 9.5, turn: 3, ..Run::default() };
        let link = PageLink { uri: "a:b".to_owned(), area: Some([1.0; 4]), is_hidden: true };
        let note = Note { text: "n".to_owned(), author: Some("A".to_owned()), ..Note::default() };
        let page = Page {
            number: 7,
            label: Some("vii".to_owned()),
            runs: vec![run.clone(), run],
            links: vec![link],
            notes: vec![note],
        };
        let (name, text) = ("Title".to_owned(), "t".to_owned());
        let bytes = vec![0, 255];
        vec![
            PdfPart::Base("http://b/".to_owned()),
            PdfPart::Metadata(Entry { name, text }),
            PdfPart::Bookmark(Bookmark { title: "b".to_owned(), uri: Some("u:".to_owned()) }),
            PdfPart::Page(page),
            PdfPart::Attachment(Attachment { name: "f".to_owned(), media_type: None, bytes }),
            PdfPart::Problem(Problem {
                cause: DiagnosticKind::Malformed.into(),
                is_skip: true,
                message: "m".to_owned(),
            }),
        ]
    }

    #[test]
    fn every_part_can_be_written_and_read() {
        let mut bytes = Vec::new();
        write_parts(&mut bytes, |take| {
            assert!(parts().into_iter().try_for_each(take).is_continue());
        })
        .unwrap();
        let (mut rest, mut received) = (&*bytes, Vec::new());
        let mut take = |part: PdfPart| {
            received.push(part);
            ControlFlow::Continue(())
        };
        read_parts(&mut rest, &mut take).unwrap();
        assert_eq!(received, parts());
        assert!(rest.is_empty());
    }

    #[test]
    fn every_truncated_document_is_an_error() {
        let mut bytes = Vec::new();
        write_parts(&mut bytes, |take| _ = parts().into_iter().try_for_each(take)).unwrap();
        for len in 0..bytes.len() {
            let mut take = |_: PdfPart| ControlFlow::Continue(());
            let read = read_parts(&mut &bytes[..len], &mut take);
            assert_eq!(read.unwrap_err().kind(), std::io::ErrorKind::UnexpectedEof, "cut to {len}");
        }
    }
}
