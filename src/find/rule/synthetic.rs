//! Rules of the tests: one of each stage, on ASCII and beyond. None of them is in force unless a test names it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::JoinReason;

const fn rule(name: &'static str, stage: Stage, when: Facts, act: Act) -> Rule {
    Rule {
        info: RuleInfo::new(name, "a rule of the tests", "the tests"),
        stage,
        kinds: Kinds::ALL,
        when,
        hopeless: Facts::NONE,
        reads: Reads::Candidate,
        act,
    }
}

pub(crate) const OPEN: Rule =
    rule("synthetic-open", Stage::Open, Facts::BEFORE_GLUE, Act::Shape(behind_hash));
pub(crate) const FOLD: Rule =
    rule("synthetic-fold", Stage::Fold, Facts::LINE_TOKEN, Act::Shape(below));
pub(crate) const JOIN: Rule =
    rule("synthetic-join", Stage::Join, Facts::ALWAYS, Act::Shape(joined));
pub(crate) const CUT: Rule =
    rule("synthetic-cut", Stage::Cut, Facts::IN_SEPARATOR, Act::Shape(at_semicolon));
pub(crate) const CUT_WIDE: Rule =
    rule("synthetic-cut-wide", Stage::Cut, Facts::IN_WIDE, Act::Shape(at_letter));
pub(crate) const TRIM: Rule =
    rule("synthetic-trim", Stage::Trim, Facts::LAST_MARK, Act::Shape(without_underscore));
pub(crate) const TRIM_WIDE: Rule =
    rule("synthetic-trim-wide", Stage::Trim, Facts::IN_WIDE, Act::Shape(without_particle));
pub(crate) const JUDGE: Rule =
    rule("synthetic-judge", Stage::Judge, Facts::ALWAYS, Act::Judge(one_label));
pub(crate) const JUDGE_WIDE: Rule =
    rule("synthetic-judge-wide", Stage::Judge, Facts::IN_WIDE, Act::Judge(wide_path));

fn behind_hash(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_before() == b'#' { Verdict::Reject("synthetic") } else { Verdict::Pass }
}

fn below(draft: &mut Draft<'_>) -> Verdict {
    match draft.edge.as_deref() {
        Some(edge) if edge.token.of(draft.text) == b"zz" => draft.fold(JoinReason::Fold),
        _ => Verdict::Pass,
    }
}

fn joined(draft: &mut Draft<'_>) -> Verdict {
    if draft.last_piece() == b"zz" { Verdict::Reject("synthetic") } else { Verdict::Pass }
}

fn cut_at(draft: &mut Draft<'_>, at: Option<usize>) -> Verdict {
    let Some(at) = at else { return Verdict::Pass };
    draft.cut(at);
    Verdict::Changed
}

fn at_semicolon(draft: &mut Draft<'_>) -> Verdict {
    let at = draft.bytes().find(|&(_, byte)| byte == b';').map(|(at, _)| at);
    cut_at(draft, at)
}

fn at_letter(draft: &mut Draft<'_>) -> Verdict {
    let at = memchr::memmem::find(draft.last_piece(), "가".as_bytes());
    cut_at(draft, at.map(|at| draft.last_start() + at))
}

fn without_underscore(draft: &mut Draft<'_>) -> Verdict {
    let end = draft.end();
    cut_at(draft, (draft.last_byte() == b'_').then(|| end - 1))
}

fn without_particle(draft: &mut Draft<'_>) -> Verdict {
    let particle = "를".as_bytes();
    let end = draft.end();
    cut_at(draft, draft.last_piece().ends_with(particle).then(|| end - particle.len()))
}

fn one_label(_: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let is_one = uri.has_authority() && !uri.host().contains('.');
    if is_one { Verdict::Reject("synthetic") } else { Verdict::Pass }
}

fn wide_path(_: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    if uri.path().contains('나') { Verdict::Reject("synthetic") } else { Verdict::Pass }
}
