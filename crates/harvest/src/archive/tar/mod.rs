//! Reads tar archives in the formats of POSIX, GNU and Seventh Edition Unix.
//!
//! The crate `tar` decodes the fields of headers. This module reads the sequence of entries itself, because the crate
//! stops at the first damaged header, reads only the first archive if a file contains several, and holds names of any
//! length in memory.

mod block;
mod entry;

use core::ops::ControlFlow;
use std::io::{self, Read};

use crate::model::{Diagnostic, DiagnosticKind, Limit, Limits, Place};
use crate::sink::MemberSink;
use block::{Blocks, Data};
use entry::{About, EntryKind, TarEntry};

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
    limits: &Limits,
    sink: &mut dyn MemberSink,
) -> io::Result<()> {
    let blocks = Blocks::new(input);
    let (about, state) = (About::default(), State::Inside);
    let mut walk = TarWalk { blocks, place, limits, sink, about, state };
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
    limits: &'w Limits,
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
                self.about.set_name(&records(&mut data, self.limits, self.place, self.sink));
                self.sink.tick()
            }
            EntryKind::Records => {
                self.about.set_records(&records(&mut data, self.limits, self.place, self.sink));
                self.sink.tick()
            }
            EntryKind::LongLink | EntryKind::GlobalRecords => self.sink.tick(),
            EntryKind::Other => {
                self.about = About::default();
                self.sink.tick()
            }
            EntryKind::File { is_extended } => {
                let about = core::mem::take(&mut self.about);
                data.skip_map(is_extended)?;
                // Of a sparse file, the archive contains the data without the holes.
                let name = String::from_utf8_lossy(about.name().unwrap_or(&entry.name));
                self.sink.member(&name, &mut data)
            }
        };
        data.finish(flow.is_break())?;
        Ok(flow)
    }
}

/// The data of an entry that is a name or a set of records, up to the limit.
fn records(
    data: &mut Data<'_, '_>,
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
