//! From a proved draft to the match that is reported.

use super::completion::Completion;
use super::draft::{Draft, Pieces};
use super::flags::{Flag, Flags};
use super::matches::{Match, Others, Rare};
use super::program::Program;
use super::reading::{self, Recipe};
use super::rule;
use super::settle::Proved;
use super::user::UserMatch;
use super::vocabulary::{Delimiter, Join, MatchKind, RuleSet};
use crate::span::Span;
use crate::text::{chars, graphemes};

/// The match that a draft became; `base` is how far into the text the window begins.
pub(crate) fn found<'w>(
    program: &Program,
    base: usize,
    draft: &mut Draft<'w>,
    proved: Proved<'w>,
) -> Match<'w> {
    let mut flags = reading::flags(draft, &proved.text, &proved.proof);
    if program.flags_doubt {
        let is_glued = draft.scheme.is_some() && draft.byte_before().is_ascii_digit();
        flags.set_if(Flag::GluedDigit, is_glued);
        flags.set_if(Flag::Differential, rule::is_differential(draft));
    }
    flags.set_if(Flag::OffGrapheme, is_off_grapheme(draft));
    let recipe = Recipe::new(draft, &program.reader, base);
    let parts = proved.proof.parts;
    let hazards_unread = !proved.proof.hides_its_text();
    let completion = proved.proof.making.map(Completion::new);
    let uri = proved.proof.into_made();
    let is_rare =
        uri.is_some() || recipe.is_some() || draft.prefix.is_some() || !draft.proposals.is_empty();
    let rare = is_rare.then(|| {
        let joins = draft.proposals.iter();
        Box::new(Rare {
            joins: joins
                .map(|join| Join { gap: join.gap.shifted(base), reason: join.reason })
                .collect(),
            prefix: draft.prefix.map(|span| span.shifted(base)),
            uri,
            rule_name: None,
            others: recipe.map_or(Others::None, Others::Recipe),
        })
    });
    Match {
        kind: draft.kind,
        delimiter: draft.delimiter,
        flags,
        hazards_unread,
        rules: draft.fired,
        wrapper: wrapper(draft).map(|span| span.shifted(base)),
        pieces: core::mem::take(&mut draft.pieces).shifted(base),
        text: proved.text,
        parts,
        completion,
        rare,
    }
}

/// The match of a rule of the caller's.
pub(crate) fn user(user: UserMatch, window: &[u8], base: usize) -> Option<Match<'_>> {
    let text = core::str::from_utf8(user.span.of(window)).ok()?;
    let parts = user.uri.as_uri().parts();
    let rare = Rare { uri: Some(user.uri), rule_name: Some(user.name), ..Rare::default() };
    Some(Match {
        kind: MatchKind::Rule,
        delimiter: Delimiter::None,
        flags: Flags::default(),
        hazards_unread: false,
        rules: RuleSet::default(),
        pieces: Pieces::One(user.span.shifted(base)),
        wrapper: None,
        text: text.into(),
        parts,
        completion: None,
        rare: Some(Box::new(rare)),
    })
}

/// The delimiters, or the bare prefix, with what they stand around.
fn wrapper(draft: &Draft<'_>) -> Option<Span> {
    let bare = || draft.prefix.map(|prefix| Span::new(prefix.start(), draft.end()));
    draft.wrapper.or_else(bare)
}

/// Whether an end of the draft lies inside what a reader sees as one character.
fn is_off_grapheme(draft: &Draft<'_>) -> bool {
    let begin = draft.start();
    let wide_after = draft.byte_after() >= 0x80;
    let wide_before = begin > draft.floor
        && (chars::byte_before(draft.text, begin) >= 0x80
            || chars::byte_at(draft.text, begin) >= 0x80);
    (wide_after && !graphemes::is_boundary(draft.text, draft.end()))
        || (wide_before && !graphemes::is_boundary(draft.text, begin))
}
