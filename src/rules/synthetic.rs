//! Rules for tests: at least one for each stage, some of them for characters outside ASCII. Each is enabled only if a
//! test names it.

use super::components::Components;
use super::draft::{Draft, Verdict};
use crate::candidate::facts::Facts;
use crate::rules::rule::Rule;
use crate::vocabulary::{JoinReason, Reads};

pub(super) const OPEN: Rule = Rule::open("synthetic-open", after_hash).when(Facts::BEFORE_GLUE);
pub(super) const FOLD: Rule = Rule::fold("synthetic-fold", below).when(Facts::LINE_TOKEN);
pub(super) const JOIN: Rule = Rule::join("synthetic-join", joined);
pub(super) const CUT: Rule = Rule::cut("synthetic-cut", at_semicolon).when(Facts::IN_SEPARATOR);
pub(super) const CUT_WIDE: Rule = Rule::cut("synthetic-cut-wide", at_letter).when(Facts::IN_WIDE);
pub(super) const TRIM: Rule =
    Rule::trim("synthetic-trim", without_underscore).when(Facts::LAST_MARK);
pub(super) const TRIM_WIDE: Rule =
    Rule::trim("synthetic-trim-wide", without_particle).when(Facts::IN_WIDE);
pub(super) const JUDGE: Rule = Rule::judge("synthetic-judge", one_label);
pub(super) const JUDGE_WIDE: Rule =
    Rule::judge("synthetic-judge-wide", wide_path).when(Facts::IN_WIDE);

/// A rule that reads the text after the candidate, so that a stream has to wait for this text.
pub(super) const JUDGE_LINE: Rule =
    Rule::judge("synthetic-judge-line", before_token).reads(Reads::Line);

fn after_hash(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_before() == b'#' { Verdict::Reject("synthetic") } else { Verdict::Pass }
}

fn below(draft: &mut Draft<'_>) -> Verdict {
    match draft.line_end.as_ref() {
        Some(line_end) if line_end.token.of(draft.text) == b"zz" => {
            draft.fold(JoinReason::Fold, 100)
        }
        _ => Verdict::Pass,
    }
}

fn joined(draft: &mut Draft<'_>) -> Verdict {
    if draft.last_piece() == b"zz" { Verdict::Reject("synthetic") } else { Verdict::Pass }
}

fn at_semicolon(draft: &mut Draft<'_>) -> Verdict {
    let at = draft.bytes().find(|&(_, byte)| byte == b';').map(|(at, _)| at);
    draft.cut_at(at)
}

fn at_letter(draft: &mut Draft<'_>) -> Verdict {
    let at = memchr::memmem::find(draft.last_piece(), "я".as_bytes());
    let start = draft.pieces.as_slice().last().map_or(0, |piece| piece.start());
    draft.cut_at(at.map(|at| start + at))
}

fn without_underscore(draft: &mut Draft<'_>) -> Verdict {
    let end = draft.end();
    draft.cut_at((draft.last_byte() == b'_').then(|| end - 1))
}

fn without_particle(draft: &mut Draft<'_>) -> Verdict {
    let particle = "를".as_bytes();
    let end = draft.end();
    draft.cut_at(draft.last_piece().ends_with(particle).then(|| end - particle.len()))
}

fn one_label(_: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let is_one = uri.has_authority() && !uri.host().contains('.');
    if is_one { Verdict::Reject("synthetic") } else { Verdict::Pass }
}

fn before_token(draft: &Draft<'_>, _: &Components<'_>) -> Verdict {
    let line = draft.after().split(|&byte| byte == b'\n').next().unwrap_or_default();
    if line.ends_with(b" zz") { Verdict::Reject("synthetic") } else { Verdict::Pass }
}

fn wide_path(_: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    if uri.path().contains('나') { Verdict::Reject("synthetic") } else { Verdict::Pass }
}
