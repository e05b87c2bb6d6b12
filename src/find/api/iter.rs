//! The iterator over the matches of a text.

use core::convert::identity;
use core::iter::{self, FusedIterator};

use crate::candidate::lookaround::Window;
use crate::candidate::rooms::{LineRoom, Rooms};
use crate::find::api::input::Input;
use crate::find::choices::Readings;
use crate::find::pipeline::compiled::Compiled;
use crate::find::pipeline::kernel::Scan;
use crate::find::pipeline::matches::Match;
use crate::find::pipeline::run::Unobserved;
use crate::find::pipeline::state::State;
use crate::scan::Ahead;

/// The matches in a text, from left to right; see [`Finder::find_iter`](crate::find::Finder::find_iter).
///
/// It is small, because a search of a chat message without a link takes little longer than to make and move it.
#[derive(Debug)]
pub struct FindIter<'f, 'h> {
    compiled: &'f Compiled,
    state: State,
    /// The text, or the bytes of a text that may not be UTF-8.
    text: Result<&'h str, &'h [u8]>,
    rooms: &'h [LineRoom],
    /// What was searched ahead in a long text, after its first match.
    ahead: Option<Box<Ahead>>,
}

/// A text of more bytes than this keeps what was searched ahead. If it were searched again after each match, a list of
/// links would take a fifth longer.
const LONG: usize = 1024;

impl<'f, 'h> FindIter<'f, 'h> {
    #[inline]
    pub(crate) fn new(compiled: &'f Compiled, input: Input<'h>) -> FindIter<'f, 'h> {
        let mut state = State::at(input.base());
        state.all_readings = compiled.readings == Readings::All;
        FindIter { compiled, state, text: input.text(), rooms: input.rooms, ahead: None }
    }

    /// The number of tokens so far that are not links because they are longer than `max_len`.
    pub fn skipped_too_long(&self) -> u64 {
        self.state.skipped_too_long()
    }

    #[inline]
    fn is_over(&self, ahead: &mut Ahead) -> bool {
        let Compiled { triggers, patterns, defanged, .. } = self.compiled;
        let text = self.text.map_or_else(identity, str::as_bytes);
        patterns.is_none()
            && defanged.is_none()
            && self.state.resume == 0
            && triggers.are_absent(ahead, text)
    }

    fn window(&self) -> Window<'h> {
        Window::new(self.text, Rooms::new(self.rooms, self.state.base))
    }

    fn scan(&mut self, new: &mut Ahead) -> Option<Match<'h>> {
        let window = self.window();
        if self.state.taken > 0 && self.ahead.is_none() && window.bytes.len() > LONG {
            self.ahead = Some(Box::default());
        }
        let ahead = self.ahead.as_deref_mut().unwrap_or(new);
        Scan::new(self.compiled, &mut self.state, ahead, &window, true, Unobserved).next()
    }

    /// The next match, if all readings are reported. A primary match comes before its alternates.
    fn next_reading(&mut self) -> Option<Match<'h>> {
        if self.state.known().is_some_and(|rare| !rare.readings.is_empty()) {
            return self.state.rare().readings.pop();
        }
        let found = self.scan(&mut Ahead::default());
        if let Some(found) = found.as_ref().filter(|found| found.extra.is_some()) {
            let queue = &mut self.state.rare().readings;
            queue.extend(readings(found).map(Match::into_owned));
            queue.reverse();
        }
        found
    }

    /// Limits the iterator to the primary readings, which do not overlap.
    pub(crate) fn primary(mut self) -> FindIter<'f, 'h> {
        self.state.all_readings = false;
        self
    }
}

impl<'h> Iterator for FindIter<'_, 'h> {
    type Item = Match<'h>;

    fn next(&mut self) -> Option<Match<'h>> {
        if self.state.all_readings {
            return self.next_reading();
        }
        let mut ahead = Ahead::default();
        if self.is_over(&mut ahead) { None } else { self.scan(&mut ahead) }
    }

    /// One scan finds all matches, so that no text is searched ahead for triggers more than once.
    #[inline]
    fn fold<B, F: FnMut(B, Match<'h>) -> B>(mut self, init: B, f: F) -> B {
        if self.state.all_readings {
            return iter::from_fn(|| self.next_reading()).fold(init, f);
        }
        let mut ahead = Ahead::default();
        if self.is_over(&mut ahead) {
            return init;
        }
        let window = self.window();
        let ahead = self.ahead.as_deref_mut().unwrap_or(&mut ahead);
        Scan::new(self.compiled, &mut self.state, ahead, &window, true, Unobserved).fold(init, f)
    }
}

impl FusedIterator for FindIter<'_, '_> {}

/// The other readings of a match, as separate matches.
pub(crate) fn readings<'h>(primary: &Match<'h>) -> impl Iterator<Item = Match<'h>> {
    primary.alternates().iter().map(|other| primary.as_reading(other))
}

#[cfg(test)]
mod tests {
    use super::FindIter;
    use crate::Finder;
    use crate::find::{Input, Preset};
    use crate::span::Span;

    #[test]
    fn the_state_of_a_search_is_small() {
        let size = size_of::<FindIter<'_, '_>>();
        assert!(size <= 160, "{size}");
    }

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
