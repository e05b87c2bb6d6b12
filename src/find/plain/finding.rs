//! What the short ways find: a match in one piece, without all that few matches have.

use crate::find::completion::{Completion, Making};
use crate::find::draft::{Pieces, Window};
use crate::find::flags::Flags;
use crate::find::matches::Match;
use crate::find::vocabulary::{Delimiter, MatchKind, RuleSet};
use crate::span::Span;
use crate::uri::Parts;

/// A match, in offsets of the window.
pub(crate) struct Finding {
    pub(super) kind: MatchKind,
    /// Where it stands, without its delimiters.
    pub(super) span: Span,
    /// What encloses it: nothing, or a byte on either side.
    pub(super) delimiter: Delimiter,
    pub(super) rules: RuleSet,
    /// What makes the URI of it, if it is none itself.
    pub(super) making: Option<Making>,
    /// The components of the URI, or of the IRI.
    pub(super) parts: Parts,
}

impl Finding {
    /// The match that is handed out; `base` is how far into the text the window begins. `None` where
    /// the window is no UTF-8.
    #[inline]
    pub(crate) fn reported(self, window: Window<'_>, base: usize) -> Option<Match<'_>> {
        let Finding { kind, span, delimiter, rules, making, parts } = self;
        let is_enclosed = delimiter != Delimiter::None;
        Some(Match {
            kind,
            delimiter,
            flags: Flags::default(),
            hazards_unread: true,
            rules,
            pieces: Pieces::One(span.shifted(base)),
            wrapper: is_enclosed.then(|| Span::new(span.start() + base - 1, span.end() + base + 1)),
            text: window.str(span)?.into(),
            parts,
            completion: making.map(Completion::new),
            rare: None,
        })
    }
}
