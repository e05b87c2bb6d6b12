//! A text that grows.

use linkwright::Finder;
use linkwright::find::StreamFinder;

use crate::records::Records;
use crate::units::Units;

/// A search of a text that grows, and the end of the text.
#[derive(Debug)]
pub(crate) struct Stream {
    finder: StreamFinder,
    habits: Habits,
    text: String,
    units: Units,
}

/// The options of a finder that matter for what is settled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Whether it joins lines, so that an address may begin on the line before its `@`.
    pub(crate) joins: bool,
    /// Whether `。` is a dot of host names (UTS #58).
    pub(crate) wide_dots: bool,
}

/// How much of the settled text is kept, for the offsets of matches that begin in it.
const KEPT: usize = 1024;

impl Stream {
    pub(crate) fn new(finder: &Finder, habits: Habits) -> Stream {
        Stream { finder: finder.stream(), habits, text: String::new(), units: Units::default() }
    }

    /// Adds `chunk`. The numbers are: the end of the settled text, then the records of the matches.
    pub(crate) fn push(&mut self, chunk: &str, out: &mut Records) -> i32 {
        let Stream { finder, text, units, .. } = self;
        text.push_str(chunk);
        out.numbers.push(0);
        let mut count = 0;
        finder.push(chunk.as_bytes(), |found| {
            out.add(&found, text.as_bytes(), units);
            count += 1;
        });
        let end = units.base + text.len();
        let pending = finder.pending().map_or(end, linkwright::Span::start);
        let settled = self.settled(pending);
        if let Some(first) = out.numbers.first_mut() {
            *first = self.units.before(self.text.as_bytes(), settled);
        }
        self.forget(settled);
        count
    }

    /// Ends the text, and begins a new one.
    pub(crate) fn finish(&mut self, out: &mut Records) -> i32 {
        let Stream { finder, text, units, .. } = self;
        let mut count = 0;
        out.numbers.push(units.before(text.as_bytes(), units.base + text.len()));
        finder.finish(|found| {
            out.add(&found, text.as_bytes(), units);
            count += 1;
        });
        text.clear();
        *units = Units::default();
        count
    }

    /// The offset before which no match begins any more, if the finder may still find matches from `pending` on, which is
    /// the beginning of a run without blanks.
    fn settled(&self, pending: usize) -> usize {
        let at = pending - self.units.base;
        let (decided, run) = self.text.split_at_checked(at).unwrap_or((&self.text, ""));
        let settled = if self.habits.joins { last_token(decided) } else { at };
        if settled < at
            || run.contains([':', '@', '.', '[', '(', '{', '\u{FF0E}', '\u{FF61}'])
            || run.contains("ww")
        {
            return self.units.base + settled;
        }
        // In a text without blanks and without a sign of a link, no link extends over a mark like these.
        let is_stop = |c: char| match c {
            '\u{3002}' => !self.habits.wide_dots,
            c => "、，；：！？（）「」『』【】《》".contains(c),
        };
        let stop = run.char_indices().rev().find(|&(_, c)| is_stop(c));
        self.units.base + at + stop.map_or(0, |(stop, c)| stop + c.len_utf8())
    }

    /// Drops the text before `settled` once it is most of the text, so each byte is moved once on average.
    fn forget(&mut self, settled: usize) {
        let len = (settled - self.units.base).saturating_sub(KEPT);
        if len <= self.text.len() / 2 || !self.text.is_char_boundary(len) {
            return;
        }
        self.units.before(self.text.as_bytes(), self.units.base + len);
        self.text.drain(..len);
        self.units.base += len;
    }
}

/// The beginning of the last token of `text`, if a line break follows it: what comes next may be the rest of an address.
/// Otherwise the length of the text.
fn last_token(text: &str) -> usize {
    let token = text.trim_end_matches(|c: char| c.is_whitespace() || ">|:".contains(c));
    if text.get(token.len()..).unwrap_or_default().contains(['\n', '\r']) {
        token.rfind(char::is_whitespace).map_or(0, |blank| blank + 1)
    } else {
        text.len()
    }
}
