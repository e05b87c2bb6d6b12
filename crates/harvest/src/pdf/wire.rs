//! The format in which a decoder in another process sends the parts of a PDF.
//!
//! A part is written as its tag, followed by its members in the order of their declaration. Numbers are little-endian.
//! A text is written as its length and its bytes, and a list as its length and its elements. An optional member is
//! written as one byte, which is followed by the value if the byte is 1. The format has no version, because the same
//! program writes and reads it.

use std::io::{self, Read, Write};

use super::content::{Attachment, Bookmark, Entry, Note, Page, PageLink, PdfPart, Problem, Run};
use crate::model::DiagnosticKind;

/// A value that can be written as bytes and read again.
trait Wire: Sized {
    fn write(&self, to: &mut dyn Write) -> io::Result<()>;
    fn read(from: &mut dyn Read) -> io::Result<Self>;
}

pub(super) fn write(part: &PdfPart, to: &mut dyn Write) -> io::Result<()> {
    part.write(to)
}

/// Reads a part; `None` after the [end](write_end).
pub(super) fn read(from: &mut dyn Read) -> io::Result<Option<PdfPart>> {
    let tag = u8::read(from)?;
    if tag == END { Ok(None) } else { read_tagged(tag, from).map(Some) }
}

/// Writes the end mark. If it is missing, the other process has failed.
pub(super) fn write_end(to: &mut dyn Write) -> io::Result<()> {
    END.write(to)
}

const END: u8 = 0;

fn read_tagged(tag: u8, from: &mut dyn Read) -> io::Result<PdfPart> {
    Ok(match tag {
        1 => PdfPart::Base(Wire::read(from)?),
        2 => PdfPart::Metadata(Wire::read(from)?),
        3 => PdfPart::Bookmark(Wire::read(from)?),
        4 => PdfPart::Page(Wire::read(from)?),
        5 => PdfPart::Attachment(Wire::read(from)?),
        6 => PdfPart::Problem(Wire::read(from)?),
        _ => return Err(invalid("an unknown tag")),
    })
}

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
        let tag = u8::read(from)?;
        read_tagged(tag, from)
    }
}

/// Implements [`Wire`] for structures. The members are written in the order in which they are listed.
macro_rules! members {
    ($($name:ident { $($member:ident),+ })+) => {$(
        impl Wire for $name {
            fn write(&self, to: &mut dyn Write) -> io::Result<()> {
                $(self.$member.write(to)?;)+
                Ok(())
            }

            fn read(from: &mut dyn Read) -> io::Result<$name> {
                Ok($name { $($member: Wire::read(from)?,)+ })
            }
        }
    )+};
}

members! {
    Entry { name, text }
    Bookmark { title, uri }
    Attachment { name, media_type, bytes }
    Problem { kind, is_skip, message }
    Page { number, label, runs, links, notes }
    Run { text, from, to, area, size, turn }
    PageLink { uri, area, is_hidden }
    Note { text, kind, author, field, area, is_hidden }
}

/// Implements [`Wire`] for numbers, in little-endian order.
macro_rules! numbers {
    ($($number:ty)+) => {$(
        impl Wire for $number {
            fn write(&self, to: &mut dyn Write) -> io::Result<()> {
                to.write_all(&self.to_le_bytes())
            }

            fn read(from: &mut dyn Read) -> io::Result<$number> {
                let mut bytes = [0; size_of::<$number>()];
                from.read_exact(&mut bytes)?;
                Ok(<$number>::from_le_bytes(bytes))
            }
        }
    )+};
}

numbers! { u8 u32 f32 }

impl Wire for bool {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        u8::from(*self).write(to)
    }

    fn read(from: &mut dyn Read) -> io::Result<bool> {
        Ok(u8::read(from)? != 0)
    }
}

impl<const N: usize> Wire for [f32; N] {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        self.iter().try_for_each(|number| number.write(to))
    }

    fn read(from: &mut dyn Read) -> io::Result<[f32; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = f32::read(from)?;
        }
        Ok(numbers)
    }
}

impl Wire for Vec<u8> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        write_len(self.len(), to)?;
        to.write_all(self)
    }

    /// Memory is allocated for received bytes only, so a false length does not fill the memory.
    fn read(from: &mut dyn Read) -> io::Result<Vec<u8>> {
        let len = u64::from(u32::read(from)?);
        let mut bytes = Vec::new();
        let read = from.take(len).read_to_end(&mut bytes)?;
        if read as u64 == len { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Wire for String {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        write_len(self.len(), to)?;
        to.write_all(self.as_bytes())
    }

    fn read(from: &mut dyn Read) -> io::Result<String> {
        String::from_utf8(Wire::read(from)?).map_err(|_| invalid("a text that is not UTF-8"))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        self.is_some().write(to)?;
        self.as_ref().map_or(Ok(()), |value| value.write(to))
    }

    fn read(from: &mut dyn Read) -> io::Result<Option<T>> {
        if bool::read(from)? { T::read(from).map(Some) } else { Ok(None) }
    }
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

impl Wire for DiagnosticKind {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let number = DiagnosticKind::ALL.iter().position(|kind| kind == self);
        u8::try_from(number.unwrap_or_default()).unwrap_or_default().write(to)
    }

    fn read(from: &mut dyn Read) -> io::Result<DiagnosticKind> {
        let kind = DiagnosticKind::ALL.get(usize::from(u8::read(from)?));
        kind.copied().ok_or_else(|| invalid("an unknown kind of diagnostic"))
    }
}

fn write_len(len: usize, to: &mut dyn Write) -> io::Result<()> {
    u32::try_from(len).map_err(|_| invalid("more than 4 GiB"))?.write(to)
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

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
                kind: DiagnosticKind::Malformed,
                is_skip: true,
                message: "m".to_owned(),
            }),
        ]
    }

    #[test]
    fn every_part_can_be_written_and_read() {
        let mut bytes = Vec::new();
        for part in parts() {
            write(&part, &mut bytes).unwrap();
        }
        write_end(&mut bytes).unwrap();
        let (mut rest, mut read_parts) = (&*bytes, Vec::new());
        while let Some(part) = read(&mut rest).unwrap() {
            read_parts.push(part);
        }
        assert_eq!(read_parts, parts());
        assert!(rest.is_empty());
    }

    #[test]
    fn every_truncated_part_is_an_error() {
        for part in parts() {
            let mut bytes = Vec::new();
            write(&part, &mut bytes).unwrap();
            for len in 0..bytes.len() {
                assert!(read(&mut &bytes[..len]).is_err(), "{part:?} cut to {len}");
            }
        }
    }
}
