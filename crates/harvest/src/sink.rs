//! The traits [`Sink`], which receives the links of a document from a parser, and [`MemberSink`], which receives the
//! members of an archive.

use core::ops::ControlFlow;
use std::io::Read;
use std::sync::Arc;

use linkwright::find::Input;
use linkwright::rewrite::{SourceMap, TextRun};
use linkwright::uri::UriBuf;
use linkwright::{Finder, Match, Span};

use crate::model::{Cause, Diagnostic, Limits, Origin, Unit};

/// Receives the links of a document from a parser, in order. Unless a method takes a map, its spans and offsets refer
/// to the document (or window) that the parser was given.
pub(crate) trait Sink {
    /// The finder for the text of the document. It is cheap to clone.
    fn finder(&self) -> &Finder;

    /// The limits for the document. A parser that reaches one reports it with [`note`](Sink::note).
    fn limits(&self) -> &Limits;

    /// Receives a link that the finder found in text of the given `origin`. If `map` is given, the offsets of the link
    /// refer to decoded text, and `map` converts them to offsets of the document.
    fn found_as(&mut self, found: &Match<'_>, map: Option<&SourceMap>, origin: Origin);

    /// Calls [`found_as`](Sink::found_as) with [`Origin::Text`].
    fn found(&mut self, found: &Match<'_>, map: Option<&SourceMap>) {
        self.found_as(found, map, Origin::Text);
    }

    /// Receives a link in a field of a mail header that was decoded from encoded words. The position of the link is all of
    /// `span`, because the positions of single characters are not known after decoding.
    fn found_within(&mut self, found: &Match<'_>, span: Span, origin: Origin);

    /// Receives a link of the document: `reference`, with its escapes decoded, at `pieces`. These are several if formatting
    /// divides the reference. `name` is the name of the attribute, element, field or property that contains it.
    fn existing_in(&mut self, reference: &str, pieces: &[Span], origin: Origin, name: &str);

    /// Whether the texts that links show are wanted. If not, parsers need not find them.
    fn wants_displayed_text(&self) -> bool {
        false
    }

    /// Sets the text that the next link shows. Parsers call [`shows`](#method.shows).
    fn set_shown(&mut self, _text: String) {}

    /// Sets the unit of all following links. Only PDF has several units in one document.
    #[cfg_attr(not(feature = "pdf"), allow(dead_code, reason = "only PDF sets it"))]
    fn unit(&mut self, unit: Option<Arc<Unit>>);

    /// Sets the base that the document declares. Later references are resolved against it.
    fn base(&mut self, reference: &str);

    /// The current base. A parser saves it before a part that may declare another base, and restores it after the part.
    fn current_base(&mut self) -> &mut Option<UriBuf>;

    /// Receives a report of a fault in the document, or of a limit that was reached. `at` is its offset, if the offset
    /// is known. Parsers call [`diagnostic`](#method.diagnostic).
    fn note(&mut self, at: Option<usize>, cause: Cause, message: &str);

    /// Receives the number of tokens that a search skipped because they are longer than a link may be.
    fn too_long(&mut self, tokens: u64);

    /// Whether the caller has cancelled the reading, so that long work can end early.
    fn is_cancelled(&self) -> bool;
}

/// Receives the members of an archive, in order. [`ControlFlow::Break`] ends the reading of the archive.
pub(crate) trait MemberSink {
    /// Receives a file. Its content can be read only during the call.
    fn member(&mut self, name: &str, content: &mut dyn Read) -> ControlFlow<()>;

    /// Receives a report about damage in the archive, or about a member that is left out.
    fn diagnostic(&mut self, diagnostic: &Diagnostic);

    /// Called after an entry that is not a file, so that the receiver can also end the reading at such an entry.
    fn tick(&mut self) -> ControlFlow<()>;
}

impl dyn Sink + '_ {
    /// Reports a link of the document whose reference is at `span`.
    pub(crate) fn existing(&mut self, reference: &str, span: Span, origin: Origin, name: &str) {
        self.existing_in(reference, &[span], origin, name);
    }

    /// Reports a fault in the document, or a limit that was reached.
    pub(crate) fn diagnostic(
        &mut self,
        at: impl Into<Option<usize>>,
        cause: impl Into<Cause>,
        message: &str,
    ) {
        self.note(at.into(), cause.into(), message);
    }

    /// Sets the text that the next link shows, if such texts are wanted and the text is not blank.
    pub(crate) fn shows(&mut self, text: impl FnOnce() -> Option<String>) {
        if self.wants_displayed_text()
            && let Some(text) = text().filter(|text| !text.trim().is_empty())
        {
            self.set_shown(text);
        }
    }

    /// Searches a text, and calls `take` with each match.
    pub(crate) fn search_with<'t>(
        &mut self,
        text: impl Into<Input<'t>>,
        mut take: impl FnMut(&mut dyn Sink, &Match<'_>),
    ) {
        let finder = self.finder().clone();
        let mut matches = finder.find_iter(text);
        for found in matches.by_ref() {
            take(self, &found);
            if self.is_cancelled() {
                return;
            }
        }
        self.too_long(matches.skipped_too_long());
    }

    /// Searches the text of `document` at `span`, which has no escapes.
    pub(crate) fn search(&mut self, document: &[u8], span: Span) {
        self.search_with(Input::new(document).span(span), |sink, found| sink.found(found, None));
    }

    /// Searches a run of decoded text for links.
    pub(crate) fn search_run(&mut self, run: &TextRun<'_>) {
        self.search_run_as(run, |_| Some(Origin::Text));
    }

    /// Searches a run of decoded text for links; `origin` returns the origin of a match, or `None` if the match is not
    /// reported.
    pub(crate) fn search_run_as(
        &mut self,
        run: &TextRun<'_>,
        origin: impl Fn(&Match<'_>) -> Option<Origin>,
    ) {
        self.search_with(run.text(), |sink, found| {
            if let Some(origin) = origin(found) {
                sink.found_as(found, Some(run.map()), origin);
            }
        });
    }
}
