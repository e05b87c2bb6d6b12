//! Reads tar archives in the formats of POSIX, GNU and Seventh Edition Unix.
//!
//! The crate `tar` is not used, because it stops at the first damaged header, and holds names of any length in memory.

mod header;

use core::cell::Cell;
use core::ops::ControlFlow;
use std::io::{self, Read};

use super::ratio_limit::Counted;
use crate::model::{Diagnostic, DiagnosticKind, Limit, Limits, Place};
use crate::reading::{Exactly, drain};
use crate::sink::MemberSink;
use header::{About, Header, LEN};

/// Whether a file that begins with `head` is an archive: its first header has the signature `ustar` of POSIX and GNU,
/// or a correct checksum.
pub(crate) fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
        || (head.first() != Some(&0) && head.first_chunk().is_some_and(header::is_header))
}

/// Passes the members of the archive at `place` to `sink`. After a damaged header, reading continues at the next valid
/// header. If the file contains several archives, all of them are read.
pub(crate) fn read(
    input: &mut dyn Read,
    place: &Place,
    limits: &Limits,
    sink: &mut dyn MemberSink,
) -> io::Result<()> {
    let offset = Cell::new(0);
    let input = Counted { reader: input, count: &offset };
    let (about, state) = (About::default(), State::Inside);
    let mut walk = TarWalk { input, place, limits, sink, about, state };
    while let Some(block) = walk.block()? {
        let flow = match Header::of(&block) {
            Some(header) => walk.take(&header)?,
            None => walk.pass(block.iter().all(|byte| *byte == 0)),
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// The kind of the last block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A part of an entry.
    Inside,
    /// A damaged header, or a block after one.
    Lost,
    /// The end of an archive: zeros, and any bytes that pad the file after them.
    Ended,
}

struct TarWalk<'w, 'r> {
    input: Counted<'w, &'w mut (dyn Read + 'r)>,
    place: &'w Place,
    limits: &'w Limits,
    sink: &'w mut dyn MemberSink,
    /// What earlier entries say about the next entry.
    about: About,
    state: State,
}

impl TarWalk<'_, '_> {
    /// The next block; `None` at the end.
    ///
    /// Not inlined, and the block is on the heap, to save stack space: a member may be another archive, and the stacks of
    /// threads are small.
    #[inline(never)]
    fn block(&mut self) -> io::Result<Option<Box<[u8; LEN]>>> {
        let mut block = Vec::new();
        let len = (&mut self.input).take(LEN as u64).read_to_end(&mut block)?;
        match Box::try_from(block) {
            Ok(block) => Ok(Some(block)),
            Err(_) if len > 0 => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(_) => Ok(None),
        }
    }

    /// Skips a block that is not a header.
    fn pass(&mut self, is_zero: bool) -> ControlFlow<()> {
        if is_zero {
            self.state = State::Ended;
        } else if self.state == State::Inside {
            self.state = State::Lost;
            let message = "a damaged header; reading continues at the next one";
            let diagnostic = Diagnostic::new(self.place, DiagnosticKind::Malformed, message);
            self.sink.diagnostic(&diagnostic.at(self.input.count.get() - LEN as u64));
        }
        self.sink.tick()
    }

    /// Reads an entry: a member, or a description of the next member.
    fn take(&mut self, header: &Header) -> io::Result<ControlFlow<()>> {
        self.state = State::Inside;
        self.skip_map(header.is_extended)?;
        let len = self.about.len.unwrap_or(header.len);
        let mut data = Exactly { rest: (&mut self.input).take(len) };
        if header.is_file() {
            let about = core::mem::take(&mut self.about);
            // Of a sparse file, the archive contains the data without the holes.
            let name = String::from_utf8_lossy(about.name().unwrap_or(&header.name));
            let flow = self.sink.member(&name, &mut data);
            if flow.is_break() {
                return Ok(flow);
            }
            // The reader of the member has reported a failure, if there was one.
            let _ = drain(&mut data);
        } else {
            let mut records = || records(&mut data, self.limits, self.place, self.sink);
            match header.kind {
                b'L' => self.about.long_name = Some(header::until_nul(&records()).to_vec()),
                b'x' | b'X' => self.about.read(&records()),
                // The target of the next entry, which is a link, and records about all later entries.
                b'K' | b'g' => {}
                _ => self.about = About::default(),
            }
            drain(&mut data)?;
        }
        // The padding of the last entry may be missing.
        drain(&mut (&mut self.input).take(len.wrapping_neg() % LEN as u64))?;
        Ok(self.sink.tick())
    }

    /// Skips the blocks between the header and the data that contain the rest of the map of a sparse file.
    fn skip_map(&mut self, mut is_extended: bool) -> io::Result<()> {
        while is_extended {
            let block = self.block()?.ok_or(io::ErrorKind::UnexpectedEof)?;
            // The byte after 21 pieces says whether another block follows.
            is_extended = block.get(504).is_some_and(|byte| *byte != 0);
        }
        Ok(())
    }
}

/// The data of an entry that is a name or a set of records, up to the limit.
fn records(
    data: &mut dyn Read,
    limits: &Limits,
    place: &Place,
    sink: &mut dyn MemberSink,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let limit = limits.len(Limit::MemberName);
    // If this fails, the failure is reported when the rest of the entry is read.
    let _ = data.take(limit.saturating_add(1) as u64).read_to_end(&mut bytes);
    if bytes.len() > limit {
        bytes.truncate(limit);
        let message = format!("a name with fields of more than {limit} bytes, cut there");
        sink.diagnostic(&Diagnostic::new(place, Limit::MemberName, message));
    }
    bytes
}
