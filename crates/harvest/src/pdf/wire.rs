//! The parts of a PDF as a decoder in another process sends them.

use std::io::{self, Read, Write};

use super::content::{Attachment, Bookmark, Entry, Note, Page, PageLink, PdfPart, Run};
use crate::wire::{Wire, invalid, members, write_len};

impl Wire for PdfPart {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        match self {
            PdfPart::Base(base) => (1_u8.write(to)?, base.write(to)?).1,
            PdfPart::Metadata(entry) => (2_u8.write(to)?, entry.write(to)?).1,
            PdfPart::Bookmark(bookmark) => (3_u8.write(to)?, bookmark.write(to)?).1,
            PdfPart::Page(page) => (4_u8.write(to)?, page.write(to)?).1,
            PdfPart::Attachment(attachment) => (5_u8.write(to)?, attachment.write(to)?).1,
            PdfPart::Problem(problem) => (6_u8.write(to)?, problem.write(to)?).1,
        }
        Ok(())
    }

    fn read(from: &mut dyn Read) -> io::Result<PdfPart> {
        Ok(match u8::read(from)? {
            1 => PdfPart::Base(Wire::read(from)?),
            2 => PdfPart::Metadata(Wire::read(from)?),
            3 => PdfPart::Bookmark(Wire::read(from)?),
            4 => PdfPart::Page(Wire::read(from)?),
            5 => PdfPart::Attachment(Wire::read(from)?),
            6 => PdfPart::Problem(Wire::read(from)?),
            _ => return Err(invalid("an unknown tag")),
        })
    }
}

members! {
    Entry { name, text }
    Bookmark { title, uri }
    Attachment { name, media_type, bytes }
    Page { number, label, runs, links, notes }
    Run { text, from, to, area, size, turn }
    PageLink { uri, area, is_hidden }
    Note { text, kind, author, field, area, is_hidden }
}

/// Implements [`Wire`] for lists of structures. Lists of bytes have a separate implementation.
macro_rules! lists {
    ($($element:ident)+) => {$(
        impl Wire for Vec<$element> {
            fn write(&self, to: &mut dyn Write) -> io::Result<()> {
                write_len(self.len(), to)?;
                self.iter().try_for_each(|element| element.write(to))
            }

            fn read(from: &mut dyn Read) -> io::Result<Vec<$element>> {
                let len = u32::read(from)?;
                (0..len).map(|_| $element::read(from)).collect()
            }
        }
    )+};
}

lists! { Run PageLink Note }

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use super::*;
    use crate::model::DiagnosticKind;
    use crate::wire::{Problem, read_parts, write_parts};

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
    fn every_truncated_part_is_an_error() {
        for part in parts() {
            let mut bytes = Vec::new();
            part.write(&mut bytes).unwrap();
            for len in 0..bytes.len() {
                assert!(PdfPart::read(&mut &bytes[..len]).is_err(), "{part:?} cut to {len}");
            }
        }
    }
}
