//! Reads tar archives in the formats of POSIX, GNU and Seventh Edition Unix.
//!
//! The crate `tar` decodes the fields of headers. This module reads the sequence of entries itself, because the crate
//! stops at the first damaged header, reads only the first archive if a file contains several, and holds names of any
//! length in memory.

mod block;
mod entry;
mod sparse;

use core::cell::Cell;
use core::ops::ControlFlow;
use std::io::{self, Read};

use super::ratio_limit::{Budget, Unpacked};
use crate::model::{Diagnostic, DiagnosticKind, Place};
use crate::sink::MemberSink;
use block::{Blocks, Data};
use entry::{About, EntryKind, TarEntry};
use sparse::{Layout, Sparse};

/// The length of the longest name, or of the longest set of pax records, that is read.
const NAMES: u64 = 64 * 1024;

/// Whether a file that begins with `head` is an archive: its first header has the signature `ustar` of POSIX and GNU,
/// or a correct checksum.
pub(crate) fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
        || (head.first() != Some(&0) && head.first_chunk().is_some_and(block::is_header))
}

/// Passes the members of the archive at `place` to `sink`. After a damaged header, reading continues at the next valid
/// header. If the file contains several archives, all of them are read.
pub(crate) fn read(
    input: &mut dyn Read,
    place: &Place,
    budget: Budget<'_>,
    sink: &mut dyn MemberSink,
) -> io::Result<()> {
    let blocks = Blocks::new(input);
    let mut walk =
        TarWalk { blocks, place, budget, sink, about: About::default(), state: State::Inside };
    while let Some(block) = walk.blocks.next()? {
        let flow = if let Some(entry) = TarEntry::of(block) {
            walk.take(&entry)?
        } else {
            let is_zero = block.iter().all(|byte| *byte == 0);
            walk.pass(is_zero)
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

struct TarWalk<'w> {
    blocks: Blocks<'w>,
    place: &'w Place,
    budget: Budget<'w>,
    sink: &'w mut dyn MemberSink,
    /// What earlier entries say about the next entry.
    about: About,
    state: State,
}

impl TarWalk<'_> {
    /// Skips a block that is not a header.
    fn pass(&mut self, is_zero: bool) -> ControlFlow<()> {
        if is_zero {
            self.state = State::Ended;
        } else if self.state == State::Inside {
            self.state = State::Lost;
            let message = "a damaged header; reading continues at the next one";
            let diagnostic = Diagnostic::new(self.place, DiagnosticKind::Malformed, message);
            self.sink.diagnostic(&diagnostic.at(self.blocks.offset() - 512));
        }
        self.sink.tick()
    }

    /// Reads an entry: a member, or a description of the next member.
    fn take(&mut self, entry: &TarEntry) -> io::Result<ControlFlow<()>> {
        self.state = State::Inside;
        let len = self.about.size().unwrap_or(entry.len);
        let mut data = Data::new(&mut self.blocks, len);
        let flow = match entry.kind {
            EntryKind::LongName => {
                self.about.set_name(&records(&mut data));
                self.sink.tick()
            }
            EntryKind::Records => {
                self.about.set_records(&records(&mut data));
                self.sink.tick()
            }
            EntryKind::LongLink | EntryKind::GlobalRecords => self.sink.tick(),
            EntryKind::Other => {
                self.about = About::default();
                self.sink.tick()
            }
            EntryKind::File | EntryKind::Sparse => {
                let about = core::mem::take(&mut self.about);
                let name = about.name().unwrap_or(&entry.name);
                let name = String::from_utf8_lossy(name).into_owned();
                let layout = match entry.kind {
                    EntryKind::Sparse => sparse::of_gnu(&entry.layout, &mut data),
                    _ => about.layout(&mut data),
                };
                let mut members =
                    Members { place: self.place, budget: self.budget, sink: self.sink };
                members.member(&name, layout, &mut data)
            }
        };
        data.finish(flow.is_break())?;
        Ok(flow)
    }
}

/// The data of an entry that is a name or a set of records, up to the limit [`NAMES`].
fn records(data: &mut Data<'_, '_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // If this fails, the failure is reported when the rest of the entry is read.
    let _ = data.take(NAMES).read_to_end(&mut bytes);
    bytes
}

struct Members<'m> {
    place: &'m Place,
    budget: Budget<'m>,
    sink: &'m mut dyn MemberSink,
}

impl Members<'_> {
    /// Reads a member. If it has a layout, it is a sparse file, and its holes are filled with zeros.
    fn member(
        &mut self,
        name: &str,
        layout: Option<Layout>,
        data: &mut Data<'_, '_>,
    ) -> ControlFlow<()> {
        let Some(layout) = layout else { return self.sink.member(name, data) };
        if !layout.fits(data.left()) {
            let message = "a sparse file with a broken map, read without its holes";
            let place = self.place.enter(name);
            self.sink.diagnostic(&Diagnostic::new(&place, DiagnosticKind::Malformed, message));
            return self.sink.member(name, data);
        }
        // Holes take no space in the archive: a few bytes may declare terabytes of them.
        let (packed, unpacked) = (Cell::new(data.left()), Cell::new(0));
        let sparse = Sparse::new(layout, data);
        self.sink.member(name, &mut Unpacked::new(sparse, &packed, &unpacked, self.budget))
    }
}
