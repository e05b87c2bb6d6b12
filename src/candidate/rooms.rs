//! The room at the ends of lines, in text that was extracted from a page.

/// The room at the end of a line, which is the empty space up to the right edge of the column, in text that was
/// extracted from a page.
///
/// On a page, the position of a line end shows more than the line break alone. If the next piece of a URI would have
/// fitted before the right edge of the column, no program had a reason to break the URI there.
/// [`Input::line_rooms`](crate::find::Input::line_rooms) passes the rooms of a text to a finder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRoom {
    /// The offset of the line break.
    pub end: usize,
    /// The number of bytes of the next line that would have fitted in the room; 0 if the line is full.
    pub fits: usize,
}

/// The rooms of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rooms<'r> {
    /// The rooms, sorted by offset.
    rooms: &'r [LineRoom],
    /// The offset in the whole text at which the window begins.
    base: usize,
}

impl<'r> Rooms<'r> {
    pub(crate) const fn new(rooms: &'r [LineRoom], base: usize) -> Rooms<'r> {
        Rooms { rooms, base }
    }

    /// The number of bytes of the next line that would have fitted before the line break at the offset `end` of the
    /// window; `None` if it is not known.
    pub(crate) fn fits(&self, end: usize) -> Option<usize> {
        let end = end + self.base;
        let found = self.rooms.binary_search_by_key(&end, |room| room.end).ok()?;
        self.rooms.get(found).map(|room| room.fits)
    }
}
