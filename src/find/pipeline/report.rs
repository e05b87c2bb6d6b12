//! Makes a match from a validated draft, from a candidate to which no rule applies, or from the match of a pattern.

use std::sync::Arc;

use crate::candidate::extent::Extent;
use crate::candidate::lookaround::Lookaround;
use crate::candidate::pieces::Pieces;
use crate::find::pipeline::compiled::Compiled;
use crate::find::pipeline::lazy_uri::LazyUri;
use crate::find::pipeline::matches::{Match, MatchExtra};
use crate::find::pipeline::run::Validated;
use crate::find::pipeline::validate::{self, AlternateBuilder, Proof};
use crate::patterns::{PatternMatch, PatternTarget};
use crate::rules;
use crate::rules::draft::Draft;
use crate::span::Span;
use crate::text::graphemes;
use crate::vocabulary::flags::{Flag, Flags};
use crate::vocabulary::{Delimiter, Join, MatchKind, RuleSet};

/// Makes the match from a validated draft. `base` is the offset of the window in the text.
pub(crate) fn found<'w>(
    compiled: &Compiled,
    base: usize,
    draft: &mut Draft<'w>,
    proved: Validated<'w>,
) -> Match<'w> {
    let mut flags = validate::flags(draft, &proved.text, &proved.proof);
    if compiled.flags_doubt {
        let is_glued = draft.scheme().is_some() && draft.byte_before().is_ascii_digit();
        flags.set_if(Flag::GluedDigit, is_glued);
        flags.set_if(Flag::Differential, rules::is_differential(draft));
    }
    flags.set_if(Flag::Incomplete, rules::is_incomplete(draft));
    let span = Span::new(draft.start(), draft.end());
    flags.set_if(Flag::OffGrapheme, graphemes::are_split(draft.text, draft.floor, span));
    // The delimiters and the text between them; without delimiters, from the prefix (`URL:`) to the end of the URI.
    let bare = || draft.prefix.map(|prefix| Span::new(prefix.start(), draft.end()));
    let wrapper = draft.wrapper.or_else(bare);
    let recipe = AlternateBuilder::new(draft, &compiled.validator, base);
    let parts = proved.proof.parts;
    let lazy_uri = proved.proof.form.map(LazyUri::new);
    let (uri, iri) = proved.proof.into_made();
    let is_rare =
        uri.is_some() || recipe.is_some() || draft.prefix.is_some() || !draft.proposals.is_empty();
    let extra = is_rare.then(|| {
        let joins = draft.proposals.iter();
        Box::new(MatchExtra {
            joins: joins
                .map(|join| Join {
                    gap: join.gap.shifted(base),
                    reason: join.reason,
                    confidence: join.confidence,
                })
                .collect(),
            prefix: draft.prefix.map(|span| span.shifted(base)),
            uri,
            iri,
            builder: recipe,
            ..MatchExtra::default()
        })
    });
    Match {
        kind: draft.kind(),
        delimiter: draft.delimiter,
        confidence: draft.confidence,
        flags,
        rules: draft.fired,
        wrapper: wrapper.map(|span| span.shifted(base)),
        pieces: core::mem::take(&mut draft.pieces).shifted(base),
        text: proved.text,
        parts,
        lazy_uri,
        extra,
    }
}

/// Makes the match for a candidate to which no rule applies, except perhaps the rule about angle brackets. `text` is
/// the text of the candidate. If the candidate is directly between angle brackets, `brackets` is the index of that rule
/// in the table.
#[inline]
pub(crate) fn untouched<'w>(
    read: &Extent,
    text: &'w str,
    proof: &Proof,
    brackets: Option<usize>,
    base: usize,
) -> Match<'w> {
    let mut rules = RuleSet::default();
    let wrapper = brackets.map(|rule| {
        rules.insert(rule);
        Span::new(read.start - 1, read.end + 1).shifted(base)
    });
    Match {
        kind: read.kind,
        delimiter: if wrapper.is_some() { Delimiter::Angle } else { Delimiter::None },
        confidence: 100,
        flags: Flags::default(),
        rules,
        pieces: Pieces::One(Span::new(read.start, read.end).shifted(base)),
        wrapper,
        text: text.into(),
        parts: proof.parts,
        lazy_uri: proof.form.map(LazyUri::new),
        extra: None,
    }
}

/// Makes the match of a pattern; `lookaround` contains the text around it. `None` if the template of the pattern did
/// not produce a target, or if the text is not UTF-8.
pub(crate) fn pattern<'w>(
    matched: PatternMatch,
    lookaround: &Lookaround<'w>,
    base: usize,
) -> Option<Match<'w>> {
    let span = matched.span;
    let text = core::str::from_utf8(span.of(lookaround.text)).ok()?;
    let target = matched.target?;
    let mut flags = Flags::default();
    flags.set_if(Flag::OffGrapheme, graphemes::are_split(lookaround.text, lookaround.floor, span));
    Some(linked(text, span.shifted(base), flags, target, Some(matched.name)))
}

/// Makes the match of a link that the caller found. `None` if `span` is not a part of `text`, or if `target` is not a
/// URI-reference.
pub(crate) fn own<'t>(text: &'t str, span: Span, target: &str) -> Option<Match<'t>> {
    let text = text.get(span.range()).filter(|text| !text.is_empty())?;
    Some(linked(text, span, Flags::default(), PatternTarget::of(target)?, None))
}

fn linked(
    text: &str,
    span: Span,
    flags: Flags,
    target: PatternTarget,
    pattern: Option<Arc<str>>,
) -> Match<'_> {
    let parts = target.uri.as_uri().parts();
    let extra = MatchExtra {
        uri: Some(target.uri),
        reference: target.reference,
        pattern,
        ..MatchExtra::default()
    };
    Match {
        kind: MatchKind::Pattern,
        delimiter: Delimiter::None,
        confidence: 100,
        flags,
        rules: RuleSet::default(),
        pieces: Pieces::One(span),
        wrapper: None,
        text: text.into(),
        parts,
        lazy_uri: None,
        extra: Some(Box::new(extra)),
    }
}
