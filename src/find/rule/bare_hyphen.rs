//! A bare URI that ends its line in a single hyphen goes on with the token below.
//!
//! People and mailers break long URIs behind a hyphen that is there anyway. The next token has to
//! look like the rest: it stands alone on its line, or has structure, or the line was long enough
//! to need breaking. A dash behind a host is punctuation unless a dot or slash follows in the
//! token.

use super::super::class::Class;
use super::super::delimited;
use super::super::draft::{Draft, Proposal, Verdict};
use super::super::lines;
use super::super::matches::{JoinReason, MatchKind};
use super::{Act, Rule, RuleInfo, Stage};
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "bare-hyphen",
        "a bare URI that ends its line in a hyphen goes on below",
        "RFC 3986, Appendix C, and 14 breaks of bare URIs in mail",
    ),
    stage: Stage::Join,
    wakes: Class::HYPHEN,
    act: Act::Shape(shape),
};

/// Lines shorter than this had no need to be broken.
const LONG_LINE: usize = 45;

/// How many lines one URI may run over; seven pieces were seen.
const MAX_PIECES: usize = 16;

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let mut verdict = Verdict::Pass;
    while draft.is_bare()
        && matches!(draft.kind, MatchKind::Uri | MatchKind::Www)
        && draft.pieces.as_slice().len() < MAX_PIECES
        && let Some((gap, token)) = next_token(draft)
    {
        draft.pieces.push(token);
        draft.proposals.push(Proposal {
            gap,
            reason: JoinReason::Hyphen,
            vouched: true,
            hyphen: true,
        });
        draft.extent = token.end();
        verdict = Verdict::Changed;
    }
    verdict
}

/// The gap and the token below, if the draft goes on there.
fn next_token(draft: &Draft<'_>) -> Option<(Span, Span)> {
    let piece = *draft.pieces.as_slice().last()?;
    let last = piece.of(draft.text);
    if !last.ends_with(b"-") || last.ends_with(b"--") || draft.seen.meets(Class::HIGH) {
        return None;
    }
    let broken = lines::break_len(draft.text, piece.end());
    let start = lines::skip_blanks(draft.text, piece.end() + broken);
    if broken == 0 || delimited::starts_uri(draft.text, start) {
        return None;
    }
    let token = delimited::token(draft.text, start, draft.limits.max_bytes)?;
    let fits = if draft.ends_in_authority() {
        has_any(token.of(draft.text), b"./")
    } else {
        looks_like_rest(draft, piece, token)
    };
    fits.then(|| (Span::new(piece.end(), start), token))
}

fn looks_like_rest(draft: &Draft<'_>, piece: Span, token: Span) -> bool {
    let end = lines::skip_blanks(draft.text, token.end());
    let alone = end >= draft.text.len() || lines::break_len(draft.text, end) > 0;
    alone || line_width(draft, piece) >= LONG_LINE || has_structure(token.of(draft.text))
}

/// The bytes of the line up to the end of `piece`, as far back as may be looked.
fn line_width(draft: &Draft<'_>, piece: Span) -> usize {
    let line = Span::new(draft.floor, piece.end()).of(draft.text);
    let start = memchr::memrchr2(b'\n', b'\r', line).map_or(0, |at| at + 1);
    line.len() - start
}

/// Whether prose could not have written `token`: it has digits, or marks of a path or a query.
fn has_structure(token: &[u8]) -> bool {
    has_any(token, b"/=&%?#_0123456789")
        || token.get(1..token.len() - 1).is_some_and(|inner| has_any(inner, b"."))
}

fn has_any(token: &[u8], bytes: &[u8]) -> bool {
    token.iter().any(|byte| bytes.contains(byte))
}
