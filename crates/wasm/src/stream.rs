//! A text that grows.

use linkwright::Finder;
use linkwright::find::StreamFinder;

use crate::records::Records;
use crate::units::Units;

/// A search of a text that grows, and the end of the text.
#[derive(Debug)]
pub(crate) struct Stream {
    finder: StreamFinder<'static>,
    text: String,
    units: Units,
}

/// How far before the undecided text a match may begin: a scheme, a local part and a host are shorter.
const REACH: usize = 1024;

impl Stream {
    pub(crate) fn new(finder: &Finder) -> Stream {
        Stream {
            finder: finder.clone().into_stream(),
            text: String::new(),
            units: Units::default(),
        }
    }

    /// Adds `chunk`. The numbers are: the end of the settled text, then the records of the matches.
    pub(crate) fn push(&mut self, chunk: &str, out: &mut Records) -> i32 {
        let Stream { finder, text, units } = self;
        text.push_str(chunk);
        out.numbers.push(0);
        let mut count = 0;
        finder.push(chunk.as_bytes(), |found| {
            out.add(&found, text, units);
            count += 1;
        });
        let end = units.base + text.len();
        let pending = finder.pending().map_or(end, linkwright::Span::start);
        let settled = self.settled(pending);
        if let Some(first) = out.numbers.first_mut() {
            *first = self.units.before(&self.text, settled);
        }
        self.forget(settled);
        count
    }

    /// Ends the text, and begins a new one.
    pub(crate) fn finish(&mut self, out: &mut Records) -> i32 {
        let Stream { finder, text, units } = self;
        let mut count = 0;
        out.numbers.push(units.before(text, units.base + text.len()));
        finder.finish(|found| {
            out.add(&found, text, units);
            count += 1;
        });
        text.clear();
        *units = Units::default();
        count
    }

    /// The offset before which no match begins any more, if the finder has decided the text before `pending`.
    fn settled(&self, pending: usize) -> usize {
        let at = pending - self.units.base;
        let floor = at.saturating_sub(REACH);
        let decided = self.text.get(..at).unwrap_or(&self.text);
        let blank = decided.rfind(char::is_whitespace).unwrap_or(0);
        let mut settled = blank.max(floor);
        while !self.text.is_char_boundary(settled) {
            settled += 1;
        }
        self.units.base + settled
    }

    /// Drops the text before `settled` once it is most of the text, so each byte is moved once on average.
    fn forget(&mut self, settled: usize) {
        let len = (settled - self.units.base).saturating_sub(REACH);
        if len <= self.text.len() / 2 || !self.text.is_char_boundary(len) {
            return;
        }
        self.units.before(&self.text, self.units.base + len);
        self.text.drain(..len);
        self.units.base += len;
    }
}
