//! The iterator over the matches of a text.

use core::iter::FusedIterator;

use crate::candidate::lookaround::Window;
use crate::find::api::input::Input;
use crate::find::choices::Readings;
use crate::find::pipeline::compiled::Compiled;
use crate::find::pipeline::kernel::Scan;
use crate::find::pipeline::matches::Match;
use crate::find::pipeline::run::Unobserved;
use crate::find::pipeline::state::State;

/// The matches in a text, from left to right; see [`Finder::find_iter`](crate::find::Finder::find_iter).
#[derive(Debug)]
pub struct FindIter<'f, 'h> {
    compiled: &'f Compiled,
    state: State,
    window: Window<'h>,
    all_readings: bool,
    /// The other readings of the last match, to be reported next, in reverse order.
    queue: Vec<Match<'h>>,
}

impl<'f, 'h> FindIter<'f, 'h> {
    #[inline]
    pub(crate) fn new(compiled: &'f Compiled, input: Input<'h>) -> FindIter<'f, 'h> {
        FindIter {
            compiled,
            state: State::at(input.base()),
            window: input.window(),
            all_readings: compiled.readings == Readings::All,
            queue: Vec::new(),
        }
    }

    /// The number of tokens so far that are not links because they are longer than `max_len`.
    pub fn skipped_too_long(&self) -> u64 {
        self.state.skipped_too_long
    }

    #[inline]
    fn scan(&mut self) -> Scan<'_, 'h, Unobserved> {
        Scan::new(self.compiled, &mut self.state, &self.window, true, Unobserved)
    }

    /// The next match, if all readings are reported. A primary match comes before its alternates.
    fn next_reading(&mut self) -> Option<Match<'h>> {
        if let Some(queued) = self.queue.pop() {
            return Some(queued);
        }
        let found = self.scan().next();
        if let Some(found) = found.as_ref().filter(|found| found.extra.is_some()) {
            self.queue.extend(readings(found));
            self.queue.reverse();
        }
        found
    }

    /// Limits the iterator to the primary readings, which do not overlap.
    pub(crate) fn primary(mut self) -> FindIter<'f, 'h> {
        self.all_readings = false;
        self
    }
}

impl<'h> Iterator for FindIter<'_, 'h> {
    type Item = Match<'h>;

    fn next(&mut self) -> Option<Match<'h>> {
        if self.all_readings { self.next_reading() } else { self.scan().next() }
    }
}

impl FusedIterator for FindIter<'_, '_> {}

/// The other readings of a match, as separate matches.
pub(crate) fn readings<'h>(primary: &Match<'h>) -> impl Iterator<Item = Match<'h>> {
    primary.alternates().iter().map(|other| primary.as_reading(other))
}

#[cfg(test)]
mod tests {
    use crate::Finder;
    use crate::find::{Input, Preset};
    use crate::span::Span;

    #[test]
    fn a_span_is_searched_without_the_text_around_it() {
        let text = "x http://a.example/long-\nname/b.html\n";
        let finder = Finder::new();
        let alone = finder.find_iter(&text[2..]).next().unwrap();
        let span = Span::new(2, text.len());
        let found = finder.find_iter(Input::from(text).span(span)).next().unwrap();
        assert_eq!(found.uri().as_str(), "http://a.example/long-name/b.html");
        assert_eq!(found.uri(), alone.uri());
        assert_eq!(found.pieces()[1], alone.pieces()[1].shifted(2));
    }

    #[test]
    fn a_wrapper_without_a_closer_ends_where_its_reading_ends() {
        let finder = Finder::preset(Preset::Archive);
        let wrappers: Vec<_> = finder
            .find_iter("URL:magnet:?xt=|,")
            .map(|found| (found.span().end(), found.wrapper().unwrap().range()))
            .collect();
        assert_eq!(wrappers, [(16, 0..16), (17, 0..17)]);
    }
}
