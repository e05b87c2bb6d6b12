//! The traits that receive the links of a document from parsers, and the members of an archive.

use core::ops::ControlFlow;
use std::io::Read;
use std::sync::Arc;

use linkwright::find::Input;
use linkwright::rewrite::{SourceMap, TextRun};
use linkwright::uri::UriBuf;
use linkwright::{Finder, Match, Span};

use crate::model::{Diagnostic, DiagnosticKind, Origin, Unit};

/// Receives the links of a document from a parser, in order. Every span is one of the document (or window) that the
/// parser was given.
pub(crate) trait Sink {
    /// The finder for the text of the document. It is cheap to clone.
    fn finder(&self) -> &Finder;

    /// Receives a link that was found in text of that origin. Its offsets are those of the document, or those of the
    /// decoded text of `map`, which converts them to the document.
    fn found_as(&mut self, found: &Match<'_>, map: Option<&SourceMap>, origin: Origin);

    /// As [`found_as`](Sink::found_as), for text that is not code.
    fn found(&mut self, found: &Match<'_>, map: Option<&SourceMap>) {
        self.found_as(found, map, Origin::Text);
    }

    /// Receives a link of the document: `reference`, with its escapes decoded, at `span`. `name` is the construct that
    /// contains it: the attribute, the element, the field, the property.
    fn existing(&mut self, reference: &str, span: Span, origin: Origin, name: &str);

    /// As [`existing`](Sink::existing), for a reference that the document writes in pieces, because formatting changes
    /// inside it.
    fn existing_in(&mut self, reference: &str, pieces: &[Span], origin: Origin, name: &str) {
        if let (Some(first), Some(last)) = (pieces.first(), pieces.last()) {
            self.existing(reference, Span::new(first.start(), last.end()), origin, name);
        }
    }

    /// Whether [`shows`](Sink::shows) is to be called. If not, parsers need not find the texts of links.
    fn wants_displayed_text(&self) -> bool {
        false
    }

    /// Sets the text that the next link shows.
    fn shows(&mut self, _text: &str) {}

    /// Sets the unit of the next links.
    fn unit(&mut self, unit: Option<Arc<Unit>>);

    /// Sets the base that the document declares. Later references are resolved against it.
    fn base(&mut self, reference: &str);

    /// The current base. A part of a document may have another base, and then this one is restored after the part.
    fn current_base(&self) -> Option<UriBuf>;

    /// Restores a base.
    fn restore_base(&mut self, base: Option<UriBuf>);

    /// Receives a fault of the document, with its offset if that is known.
    fn diagnostic(&mut self, at: Option<usize>, kind: DiagnosticKind, message: &str);

    /// Receives the number of tokens of a search that were too long for a link.
    fn too_long(&mut self, tokens: u64);

    /// Whether the caller has cancelled the reading, so that long work can end early.
    fn is_cancelled(&self) -> bool;
}

/// The methods of a sink that only call the same method of `self.outer`: all except those with positions.
macro_rules! hand_on {
    () => {
        fn finder(&self) -> &linkwright::Finder {
            self.outer.finder()
        }

        fn wants_displayed_text(&self) -> bool {
            self.outer.wants_displayed_text()
        }

        fn shows(&mut self, text: &str) {
            self.outer.shows(text);
        }

        fn unit(&mut self, unit: Option<std::sync::Arc<crate::model::Unit>>) {
            self.outer.unit(unit);
        }

        fn base(&mut self, reference: &str) {
            self.outer.base(reference);
        }

        fn current_base(&self) -> Option<linkwright::uri::UriBuf> {
            self.outer.current_base()
        }

        fn restore_base(&mut self, base: Option<linkwright::uri::UriBuf>) {
            self.outer.restore_base(base);
        }

        fn too_long(&mut self, tokens: u64) {
            self.outer.too_long(tokens);
        }

        fn is_cancelled(&self) -> bool {
            self.outer.is_cancelled()
        }
    };
}

pub(crate) use hand_on;

/// Receives the members of an archive, in order. [`ControlFlow::Break`] ends the reading of the archive.
pub(crate) trait MemberSink {
    /// Receives a file. Its content can be read only during the call.
    fn member(&mut self, name: &str, content: &mut dyn Read) -> ControlFlow<()>;

    /// Receives a report about damage in the archive, or about a member that is left out.
    fn diagnostic(&mut self, diagnostic: &Diagnostic);

    /// Called after an entry that is not a file, so that the receiver can end the reading there as well.
    fn tick(&mut self) -> ControlFlow<()>;
}

/// A sink that ignores everything, for readings that only look something up.
#[derive(Debug, Default)]
pub(crate) struct Discard(Finder);

impl Sink for Discard {
    fn finder(&self) -> &Finder {
        &self.0
    }

    fn found_as(&mut self, _: &Match<'_>, _: Option<&SourceMap>, _: Origin) {}

    fn existing(&mut self, _: &str, _: Span, _: Origin, _: &str) {}

    fn unit(&mut self, _: Option<Arc<Unit>>) {}

    fn base(&mut self, _: &str) {}

    fn current_base(&self) -> Option<UriBuf> {
        None
    }

    fn restore_base(&mut self, _: Option<UriBuf>) {}

    fn diagnostic(&mut self, _: Option<usize>, _: DiagnosticKind, _: &str) {}

    fn too_long(&mut self, _: u64) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

impl dyn Sink + '_ {
    /// Searches the text of `document` at `span`, which has no escapes.
    pub(crate) fn search(&mut self, document: &[u8], span: Span) {
        let finder = self.finder().clone();
        let mut matches = finder.find_iter(Input::new(document).span(span));
        for found in matches.by_ref() {
            self.found(&found, None);
            if self.is_cancelled() {
                return;
            }
        }
        self.too_long(matches.skipped_too_long());
    }

    /// Searches a run of decoded text.
    pub(crate) fn search_run(&mut self, run: &TextRun<'_>) {
        self.search_run_as(run, |_| Origin::Text);
    }

    /// Searches a run of decoded text; `origin` returns the origin of a match.
    pub(crate) fn search_run_as(
        &mut self,
        run: &TextRun<'_>,
        origin: impl Fn(&Match<'_>) -> Origin,
    ) {
        let finder = self.finder().clone();
        let mut matches = finder.find_iter(run.text());
        for found in matches.by_ref() {
            self.found_as(&found, Some(run.map()), origin(&found));
            if self.is_cancelled() {
                return;
            }
        }
        self.too_long(matches.skipped_too_long());
    }
}
