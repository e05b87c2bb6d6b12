//! A document, run by run.

use core::ops::Range;
use std::collections::VecDeque;

use pulldown_cmark::{Event, Options, Parser};

use super::gate::Gate;
use super::run::Run;
use super::search::Search;
use crate::find::Match;

/// An event, and where it stands in the source.
pub(super) type Located<'s> = (Event<'s>, Range<usize>);

/// What comes up on the way through a document.
pub(super) enum Visit<'v, 's> {
    /// Every event, in order.
    Event(&'v Event<'s>, &'v Range<usize>),
    /// The links of a run, behind its last event.
    Links(&'v Run<'s>, &'v [Match<'v>]),
}

/// Reads `source` from its beginning to its end.
pub(super) fn walk<'s>(
    search: &Search,
    source: &'s str,
    options: Options,
    visit: impl FnMut(Visit<'_, 's>),
) {
    walk_over(search, source, Parser::new_ext(source, options), visit);
}

/// The same with the parser of the caller, who has asked it something before.
pub(super) fn walk_over<'s>(
    search: &Search,
    source: &'s str,
    parser: Parser<'s>,
    mut visit: impl FnMut(Visit<'_, 's>),
) {
    let mut gate = Gate::new(search, Some(source));
    let mut held = Held::new(Some(source));
    for located in parser.into_offset_iter() {
        // Looked at where it is: an event is large, and few are kept.
        let (event, range) = &located;
        let is_taken = gate.takes(event, range);
        if !is_taken && !held.events.is_empty() {
            held.end(search, &mut gate, |run, links, _| visit(Visit::Links(run, links)));
            held.events.clear();
        }
        visit(Visit::Event(event, range));
        if is_taken {
            held.hold(search, &mut gate, located);
        } else {
            gate.pass(event, range);
        }
    }
    held.end(search, &mut gate, |run, links, _| visit(Visit::Links(run, links)));
}

/// The events of a run, until it is known what becomes of them.
#[derive(Debug)]
pub(super) struct Held<'s> {
    pub(super) events: VecDeque<Located<'s>>,
    run: Run<'s>,
    /// Whether there may be links among them.
    is_hot: bool,
    has_html: bool,
}

impl<'s> Held<'s> {
    pub(super) fn new(source: Option<&'s str>) -> Held<'s> {
        Held { events: VecDeque::new(), run: Run::new(source), is_hot: false, has_html: false }
    }

    #[inline]
    pub(super) fn hold(&mut self, search: &Search, gate: &mut Gate<'s>, located: Located<'s>) {
        match &located.0 {
            Event::Text(text) => {
                self.is_hot = self.is_hot || gate.is_hot(search, text, &located.1);
            }
            Event::InlineHtml(_) => self.has_html = true,
            _ => {}
        }
        self.events.push_back(located);
    }

    /// The run is complete; `done` is given its links, if there are any.
    pub(super) fn end(
        &mut self,
        search: &Search,
        gate: &mut Gate<'s>,
        done: impl FnOnce(&Run<'s>, &[Match<'_>], &mut VecDeque<Located<'s>>),
    ) {
        if self.is_hot {
            for (event, range) in &self.events {
                self.run.push(event, range, gate.raw());
            }
            let links = search.links(&self.run);
            if !links.is_empty() {
                done(&self.run, &links, &mut self.events);
            }
            self.run.clear();
        } else if self.has_html {
            for (event, _) in &self.events {
                if let Event::InlineHtml(html) = event {
                    gate.raw().read(html);
                }
            }
        }
        gate.raw().end_block();
        self.is_hot = false;
        self.has_html = false;
    }
}
