//! Rules about a bare URI at the end of its line. Some line breaks clearly divide it: a deleted soft break of format=flowed
//! (RFC 3676), a break in a percent triplet, a break between a scheme and its `//`, a break at the hyphen of a
//! typesetter, and a break in a host that is none without the next line. All others are weighed.

use super::draft::{Draft, Verdict};
use super::rule::{Kinds, Rule};
use crate::candidate::line_end::LineEnd;
use crate::candidate::name;
use crate::evidence::{self, Evidence};
use crate::vocabulary::{JoinReason, MatchKind};

/// format=flowed with `DelSp`=yes: the blank at the end of a line was added to break the line.
///
/// One blank at the beginning of the next line is stuffing (RFC 3676, 4.4). Two blanks are an indent that the author
/// wrote, so the URI does not continue.
pub(super) const FLOWED_DELSP: Rule = Rule::fold("flowed-delsp", flowed_delsp).documented(
    "with DelSp=yes a soft line break is deleted, and the URI continues",
    "RFC 3676, 4.1 and 4.6",
);

fn flowed_delsp(draft: &mut Draft<'_>) -> Verdict {
    match draft.line_end.as_ref() {
        Some(line_end)
            if line_end.blanks == 1
                && line_end.next.indent() <= 1
                && line_end.own.depth == line_end.next.depth =>
        {
            draft.fold(JoinReason::Delsp, 100)
        }
        _ => Verdict::Pass,
    }
}

/// `..Release%` and `3A%20X` on the next line: a percent triplet that the break divides proves the join.
pub(super) const PERCENT_SPLIT: Rule = Rule::fold("percent-split", percent_split).documented(
    "a percent triplet that a line break divides is joined",
    "RFC 3986, 2.1: \"%\" HEXDIG HEXDIG, never fewer digits",
);

fn percent_split(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.as_ref() else { return Verdict::Pass };
    let missing = match draft.last_piece() {
        [.., b'%'] => 2,
        [.., b'%', digit] if digit.is_ascii_hexdigit() => 1,
        _ => return Verdict::Pass,
    };
    let digits = line_end.token.of(draft.text).iter().take_while(|byte| byte.is_ascii_hexdigit());
    let is_apart = line_end.own.depth != line_end.next.depth || line_end.blanks > 0;
    if digits.take(missing).count() < missing || is_apart || draft.ends_in_authority() {
        return Verdict::Pass;
    }
    draft.fold(JoinReason::PercentSplit, 100)
}

/// `https:` and `//docs.example.org/guide` on the next line: `https:` is not a whole URI, and `//` with a host
/// continues it.
pub(super) const SCHEME_SPLIT: Rule = Rule::fold("scheme-split", scheme_split)
    .kinds(Kinds::URI)
    .documented(
        "a scheme at the end of a line continues with the `//` and the host at the beginning of the next line",
        "RFC 3986, 3: the authority follows the scheme and `:`",
    );

fn scheme_split(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.as_ref() else { return Verdict::Pass };
    if draft.end() != draft.body() {
        return Verdict::Pass;
    }
    let token = line_end.token.of(draft.text);
    let host = token.strip_prefix(b"//").unwrap_or_default();
    let host = host.split(|byte| matches!(byte, b'/' | b'?' | b'#')).next().unwrap_or_default();
    let has_domain = host.iter().skip(1).any(|&byte| byte == b'.')
        && host.first().is_some_and(u8::is_ascii_alphanumeric)
        && host.last().is_some_and(u8::is_ascii_alphanumeric);
    if !has_domain || line_end.own.depth != line_end.next.depth {
        return Verdict::Pass;
    }
    draft.fold(JoinReason::Fold, 95)
}

/// `/docs/or‐` and `ganization` on the next line: a hyphen U+00AD or U+2010 before a line break shows that a typesetter
/// divided a word, so the URI continues. The rule `soft-hyphen` then decides whether the hyphen belongs to the URI.
pub(super) const TYPESET_BREAK: Rule = Rule::fold("typeset-break", typeset_break).documented(
    "a typeset hyphen (U+00AD or U+2010) before a line break shows that the URI continues",
    "groff writes U+2010 where it breaks a word: 40 of 40 line ends in manual pages",
);

fn typeset_break(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.take_if(|line_end| line_end.hyphen > 0) else {
        return Verdict::Pass;
    };
    let token = line_end.token.of(draft.text);
    let divides = draft.last_byte().is_ascii_alphanumeric()
        && token.first().is_some_and(u8::is_ascii_alphanumeric);
    let is_apart = line_end.own.depth != line_end.next.depth;
    // After a whole host the hyphen belongs to a word such as `example.com-based`.
    if !divides || is_apart || (draft.ends_in_authority() && !cuts_host(draft, token)) {
        return Verdict::Pass;
    }
    draft.fold_typeset(line_end)
}

/// `https://wiki.debian.` and `org/FrontPage` on the next line: the first line has no host without the second one.
///
/// The host ends in a dot or hyphen or is empty, or the next line begins with a dot. Its last label is no top-level
/// domain, and together with the next line it is a host with one. A single word of prose on the next line that is also a
/// top-level domain, as in `is down`, does not complete a host.
pub(super) const BROKEN_HOST: Rule = Rule::fold("broken-host", broken_host).documented(
    "a host that is broken at a dot or hyphen, and is none without the next line, is joined",
    "74 of 74 line ends in mail, manuals and text of PDF files",
);

fn broken_host(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.as_ref() else { return Verdict::Pass };
    let token = line_end.token.of(draft.text);
    let is_mark = |byte: u8| matches!(byte, b'.' | b'-' | b'/');
    let seams = [draft.last_byte(), token.first().copied().unwrap_or(0)].map(is_mark);
    if seams == [false; 2] || seams == [true; 2] || !cuts_host(draft, token) {
        return Verdict::Pass;
    }
    let is_hyphen = draft.last_byte() == b'-';
    draft.fold(if is_hyphen { JoinReason::Hyphen } else { JoinReason::Fold }, 97)
}

/// Whether the draft ends in a host that has no top-level domain, and `token` completes it. A single word of prose does
/// not complete a host.
fn cuts_host(draft: &Draft<'_>, token: &[u8]) -> bool {
    let Some(authority) = draft.authority().filter(|authority| authority.end() == draft.end())
    else {
        return false;
    };
    let host: Vec<u8> = draft.bytes_from(authority.start()).map(|(_, byte)| byte).collect();
    let word = token.trim_ascii_end();
    let is_word = evidence::is_word(word.strip_suffix(b".").unwrap_or(word));
    !is_word && name::completes_host(&host, token)
}

/// Joins a bare URI at the end of its line with the token below, if the confidence reaches the threshold.
///
/// The configuration sets the threshold. For mail it is high, because a wrong join creates a wrong link. For archives
/// it is lower, because there a missed join is worse. A join below the threshold, but with a confidence of at least
/// [`evidence::WORTH_A_READING`] percent, is an alternate.
pub(super) const FOLD: Rule = Rule::fold("fold", fold).documented(
    "a bare URI continues on the next line if the evidence at the line end supports it",
    "4,700 labelled line ends from 16 sources; see docs/joins.md",
);

fn fold(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_hierarchical() && draft.kind() != MatchKind::Www {
        return Verdict::Pass;
    }
    let worth = draft.limits.join_confidence.min(evidence::WORTH_A_READING);
    let least = if draft.is_explained { 0 } else { worth };
    let weighed = draft.spot().and_then(|spot| Evidence::at(&spot, least));
    let Some(evidence) = weighed else { return Verdict::Pass };
    let confidence = evidence.confidence();
    let is_joined = confidence >= draft.limits.join_confidence;
    if let Some(LineEnd { token, gap, .. }) = draft.line_end {
        draft.note_reach(token.end() + evidence::AHEAD);
        draft.note_weighed(gap, evidence, is_joined);
    }
    if !is_joined {
        draft.doubt = (confidence >= evidence::WORTH_A_READING).then_some(confidence);
        return Verdict::Pass;
    }
    let last = draft.last_piece();
    let is_hyphen = last.ends_with(b"-") && !last.ends_with(b"--");
    draft.fold(if is_hyphen { JoinReason::Hyphen } else { JoinReason::Fold }, confidence)
}
