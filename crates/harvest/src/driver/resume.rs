//! Begins to read a file at a resume point.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use super::document::count_lines;
use super::readers::Reader;
use super::session::Session;
use super::start::Start;
use super::warc;
use crate::detect::Format;
use crate::encoding::Plan;
use crate::mail::mbox;
use crate::model::ResumePoint;

/// How many bytes before the point are searched again. Links that begin in these bytes are not reported a second time.
/// The finder needs the bytes because the text before a link can change how the link is read. The finder never needs
/// more bytes than this.
const LEAD: u64 = 64 * 1024;

/// Moves the file to the position at which reading begins. Returns the position in the text, which is used only for
/// plain text and records. If the point is not valid for the file any more, returns `None` and leaves the position of
/// the file unchanged; the file is then read from its beginning.
pub(super) fn begin(
    session: &Session<'_>,
    (format, plan): (Format, Plan),
    mut file: &File,
    from: ResumePoint,
) -> Option<Start> {
    // The position is after the head, which was read before.
    let position = file.stream_position().ok()?;
    let has_lead = !session.settings().separate_lines;
    let start = match (Reader::of(format), plan) {
        _ if from.offset() == 0 => Ok(None),
        (Reader::Mailbox, _) => mailbox(file, from),
        (Reader::Warc, _) => warc::go_to(file, from).map(|found| found.then(Start::default)),
        (Reader::Stream, Plan::AsIs) if has_lead => text(file, from, LEAD),
        (Reader::Stream | Reader::Records { .. }, Plan::AsIs) => text(file, from, 0),
        _ => Ok(None),
    };
    if let Ok(Some(start)) = start {
        return Some(start);
    }
    file.seek(SeekFrom::Start(position)).ok()?;
    None
}

fn mailbox(file: &File, from: ResumePoint) -> io::Result<Option<Start>> {
    Ok(mbox::go_to(file, from.offset())?.then(Start::default))
}

/// Moves the file to the first line that begins in the `lead` bytes before the point, or to the point itself if `lead`
/// is 0. `None` if no line begins at the point.
fn text(mut file: &File, from: ResumePoint, lead: u64) -> io::Result<Option<Start>> {
    // The byte before the point must be the end of a line.
    let begin = from.offset().saturating_sub(lead.max(1));
    let mut before = Vec::new();
    file.seek(SeekFrom::Start(begin))?;
    file.take(from.offset() - begin).read_to_end(&mut before)?;
    if before.len() as u64 != from.offset() - begin || !before.ends_with(b"\n") {
        return Ok(None);
    }
    let skipped = match memchr::memchr(b'\n', &before) {
        _ if lead == 0 => before.len(),
        Some(end) if begin > 0 => end + 1,
        _ => 0,
    };
    let offset = begin + skipped as u64;
    file.seek(SeekFrom::Start(offset))?;
    let again = count_lines(before.get(skipped..).unwrap_or_default());
    let lines = usize::try_from(from.lines()).unwrap_or(0).saturating_sub(again);
    Ok(usize::try_from(offset).ok().map(|offset| Start { lines, ..Start::at(offset) }))
}
