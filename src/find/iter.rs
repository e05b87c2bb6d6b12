//! The matches of a whole text, one after the other.

use std::collections::VecDeque;

use super::config::Readings;
use super::draft::Window;
use super::input::Input;
use super::kernel::{Scan, State};
use super::matches::Match;
use super::program::Program;
use super::settle::Unobserved;

/// The matches in a text, from left to right; see [`Finder::find_iter`](super::Finder::find_iter).
#[derive(Debug)]
pub struct FindIter<'f, 'h> {
    program: &'f Program,
    state: State,
    window: Window<'h>,
    is_over: bool,
    all_readings: bool,
    /// The other readings of the last match, to be reported next.
    queue: VecDeque<Match<'h>>,
}

impl<'f, 'h> FindIter<'f, 'h> {
    pub(crate) fn new(program: &'f Program, input: Input<'h>) -> FindIter<'f, 'h> {
        FindIter {
            program,
            state: State::at(input.base()),
            window: input.window(),
            is_over: false,
            all_readings: program.readings == Readings::All,
            queue: VecDeque::new(),
        }
    }

    /// How many tokens so far were longer than `max_len`, and therefore are no links.
    pub fn skipped_too_long(&self) -> u64 {
        self.state.skipped_too_long
    }

    /// Only the primary readings, which do not overlap.
    pub(crate) fn primary(mut self) -> FindIter<'f, 'h> {
        self.all_readings = false;
        self
    }
}

impl<'h> Iterator for FindIter<'_, 'h> {
    type Item = Match<'h>;

    fn next(&mut self) -> Option<Match<'h>> {
        if let Some(queued) = self.queue.pop_front() {
            return Some(queued);
        }
        if self.is_over {
            return None;
        }
        let found =
            Scan::new(self.program, &mut self.state, self.window, true, &mut Unobserved).next();
        self.is_over = found.is_none();
        if self.all_readings
            && let Some(found) = &found
        {
            self.queue.extend(readings(found));
        }
        found
    }
}

/// The other readings of a match, as matches of their own.
pub(crate) fn readings<'h>(primary: &Match<'h>) -> impl Iterator<Item = Match<'h>> {
    let alternates = primary.alternates();
    let primary = (!alternates.is_empty()).then(|| primary.clone());
    let readings = primary
        .map(|primary| alternates.into_iter().filter_map(move |other| primary.as_reading(other)));
    readings.into_iter().flatten()
}
