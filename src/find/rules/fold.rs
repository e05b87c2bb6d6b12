//! Rules about hard line breaks: whether a bare URI goes on in the line below.

use super::continuation;
use super::rule::{Kinds, Rule};
use crate::find::candidate::draft::{Draft, Verdict};
use crate::find::candidate::facts::Facts;
use crate::find::candidate::line_end;
use crate::find::candidate::line_end::LineEnd;
use crate::find::vocabulary::{JoinReason, Reads};

/// A bare URI that ends its line in a single hyphen goes on with the token below.
///
/// People and mailers break long URIs after a hyphen that is there anyway. The next token has to
/// look like the rest: it is alone on its line, or has structure, or the line was long enough
/// to need breaking. A dash after a host is punctuation unless a dot or slash follows in the
/// token.
pub(super) const BARE_HYPHEN: Rule = Rule::fold("bare-hyphen", bare_hyphen)
    .kinds(Kinds::URI.or(Kinds::WWW))
    .when(Facts::LINE_HYPHEN)
    .reads(Reads::Line)
    .documented(
        "a bare URI that ends its line in a hyphen goes on below",
        "RFC 3986, Appendix C, and 14 breaks of bare URIs in mail",
    );

/// Lines shorter than this had no need to be broken.
const LONG_LINE: usize = 45;

fn bare_hyphen(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.as_deref() else { return Verdict::Pass };
    let last = draft.last_piece();
    let is_single = last.ends_with(b"-") && !last.ends_with(b"--");
    let token = line_end.token.of(draft.text);
    let begins = token.first().is_some_and(u8::is_ascii_alphanumeric);
    let may_go_on = begins
        && line_end.is_clean
        && line_end.blanks == 0
        && continuation::may_go_on(draft, line_end);
    if !is_single || !may_go_on {
        return Verdict::Pass;
    }
    let fits = if draft.ends_in_authority() {
        continuation::without_points(token).iter().any(|byte| matches!(byte, b'.' | b'/'))
    } else {
        looks_like_rest(line_end, token)
    };
    if fits { draft.fold(JoinReason::Hyphen) } else { Verdict::Pass }
}

fn looks_like_rest(line_end: &LineEnd, token: &[u8]) -> bool {
    line_end.is_alone || line_end.width >= LONG_LINE || continuation::has_structure(token)
}

/// A mailer filled the line and went on below: 76 columns of URI, and the rest alone on the next
/// line.
///
/// Two facts give the precision, not the width: in every hard wrap that was found the URI begins its
/// line (a mailer moves a long word to a line of its own before it cuts it), and the rest is
/// alone. A fold never decides about the authority. What is complete stays as it is: a known file
/// extension with nothing that goes on, a plain word below.
pub(super) const FOLD: Rule = Rule::fold("fold", fold)
    .kinds(Kinds::URI)
    .when(Facts::LINE_TOKEN)
    .reads(Reads::Line)
    .documented(
        "a URI that fills its line from the beginning goes on with the token alone below",
        "25 different hard wraps in 16,612 messages, 16 of them at 76 columns",
    );

fn fold(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.as_deref() else { return Verdict::Pass };
    let fits = line_end.blanks == 0
        && line_end.is_alone
        && line_end.has_width(70..=80)
        && draft.is_hierarchical()
        && !draft.ends_in_authority()
        && continuation::begins_line(draft, line_end)
        && continuation::may_go_on(draft, line_end)
        && goes_on(draft.last_piece(), line_end.token.of(draft.text), line_end);
    if fits { draft.fold(JoinReason::Fold) } else { Verdict::Pass }
}

fn goes_on(text: &[u8], token: &[u8], line_end: &LineEnd) -> bool {
    !continuation::is_complete_before(text, token)
        && (continuation::has_structure(token) || is_cut_word(text, token, line_end))
}

/// Letters only: the text must ask for more, or the width be that of a mailer and the token no
/// word.
fn is_cut_word(text: &[u8], token: &[u8], line_end: &LineEnd) -> bool {
    if !token.iter().all(u8::is_ascii_alphabetic) {
        return false;
    }
    let is_lower = token.iter().all(u8::is_ascii_lowercase);
    let is_open = match text.last() {
        Some(b'.' | b'=' | b'&' | b'?' | b'_' | b'+' | b'~' | b'%') => true,
        // A name below a folder is a signature.
        Some(b'/') => is_lower,
        _ => false,
    };
    let is_usual = |width| matches!(width, 72 | 76 | 78 | 79 | 80);
    let is_stump = token.len() <= 5
        && is_lower
        && !continuation::is_stop_word(token)
        && (is_usual(line_end.width) || is_usual(line_end.content_width));
    is_open || is_stump
}

/// `http://h/cgi-bin/` and `Page?id=7` below: a typist broke the URI where it has a joint.
///
/// After `/`, or between the parts of a query, no width is needed: the token below carries the
/// marks of the part that the joint asks for, and is alone on its line. Prose after a slash
/// does not, which is why a plain word is never enough.
pub(super) const NATURAL_BREAK: Rule = Rule::fold("natural-break", natural_break)
    .kinds(Kinds::URI)
    .when(Facts::LINE_TOKEN)
    .reads(Reads::Line)
    .documented(
        "a URI broken at `/`, `?`, `&` or `=` goes on with a token of the fitting form",
        "breaks in mail at widths below 70, read one by one",
    );

/// A shorter line would have held the rest.
const MIN_WIDTH: usize = 35;

fn natural_break(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.as_deref() else { return Verdict::Pass };
    let fits = line_end.blanks == 0
        && line_end.is_alone
        && line_end.content_width >= MIN_WIDTH
        && draft.is_hierarchical()
        && !draft.ends_in_authority()
        && continuation::may_go_on(draft, line_end)
        && is_joint(
            draft.last_piece(),
            continuation::without_points(line_end.token.of(draft.text)),
        )
        && !is_listing(draft, line_end);
    if fits { draft.fold(JoinReason::Fold) } else { Verdict::Pass }
}

fn is_joint(text: &[u8], token: &[u8]) -> bool {
    let has = |byte: u8| token.contains(&byte);
    match (text.last(), token.first()) {
        (Some(b'/'), Some(first)) if first.is_ascii_alphanumeric() => {
            (has(b'?') && has(b'=')) || (continuation::has_extension(token) && !has(b'@'))
        }
        (Some(b'&' | b'?'), Some(first)) => first.is_ascii_alphanumeric() && has(b'='),
        (_, Some(b'&' | b'?')) => has(b'='),
        (_, Some(b'=')) => text.contains(&b'?'),
        _ => false,
    }
}

/// `/2004/`, and below one file name after the other: a folder and what lies in it.
fn is_listing(draft: &Draft<'_>, line_end: &LineEnd) -> bool {
    draft.last_piece().ends_with(b"/")
        && line_end::lone_token(draft.text, line_end.below_start)
            .is_some_and(|token| continuation::has_extension(continuation::without_points(token)))
}

/// A line wider than mailers make them was cut all the same: the token below is the end of a file
/// name whose beginning is above.
pub(super) const FILE_TAIL: Rule = Rule::fold("file-tail", file_tail)
    .kinds(Kinds::URI.or(Kinds::WWW))
    .when(Facts::LINE_TOKEN)
    .reads(Reads::Line)
    .documented(
        "a wide line that ends inside a file name goes on with its extension below",
        "cuts in mail at widths above 80, read one by one",
    );

/// The rest of a name that was cut is short.
const MAX_TAIL: usize = 8;

fn file_tail(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.as_deref() else { return Verdict::Pass };
    let token = continuation::without_points(line_end.token.of(draft.text));
    let fits = line_end.blanks == 0
        && line_end.is_alone
        && line_end.content_width > 80
        && token.len() <= MAX_TAIL
        && token.first().is_some_and(u8::is_ascii_lowercase)
        && continuation::has_extension(token)
        && !draft.ends_in_authority()
        && continuation::begins_line(draft, line_end)
        && continuation::may_go_on(draft, line_end)
        && is_inside_name(draft.last_piece());
    if fits { draft.fold(JoinReason::Fold) } else { Verdict::Pass }
}

/// Whether the text ends in a segment that has no extension yet.
fn is_inside_name(text: &[u8]) -> bool {
    let segment = text.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    segment.last().is_some_and(u8::is_ascii_alphanumeric)
        && !segment.iter().any(|byte| matches!(byte, b'.' | b'?' | b'#'))
}

/// For archives of badly wrapped mail: any line of 60 columns or more may have been cut.
pub(super) const EAGER_FOLD: Rule = Rule::fold("eager-fold", eager_fold)
    .kinds(Kinds::URI)
    .when(Facts::LINE_TOKEN)
    .reads(Reads::Line)
    .documented(
        "a URI that ends a line of 60 columns or more goes on with a structured token below",
        "hard wraps at unusual widths; wrong more often than `fold`",
    );

fn eager_fold(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end.as_deref() else { return Verdict::Pass };
    let (text, token) = (draft.last_piece(), line_end.token.of(draft.text));
    let fits = line_end.blanks == 0
        && line_end.is_alone
        && line_end.width >= 60
        && draft.is_hierarchical()
        && !draft.ends_in_authority()
        && continuation::may_go_on(draft, line_end)
        && !continuation::is_complete_before(text, token)
        && continuation::has_structure(token);
    if fits { draft.fold(JoinReason::Fold) } else { Verdict::Pass }
}

/// A reply was wrapped after it was quoted: one of the two lines lost its prefix, or gained one.
///
/// A join between lines of different depth needs a witness: the line above the URI has the depth of
/// the rest, or the line below the rest has the depth of the URI.
pub(super) const MIS_WRAPPED_REPLY: Rule = Rule::fold("mis-wrapped-reply", mis_wrapped_reply)
    .kinds(Kinds::URI.or(Kinds::WWW))
    .when(Facts::FOLDED)
    .reads(Reads::Line)
    .documented(
        "lines of different depth are joined when their neighbours are quoted alike",
        "replies wrapped after quoting, in mail",
    );

fn mis_wrapped_reply(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.folded.as_deref() else { return Verdict::Pass };
    let witnessed =
        line_end.above == Some(line_end.next_depth) || line_end.below == Some(line_end.depth);
    match draft.proposals.last_mut() {
        Some(join) if !join.vouched && witnessed => {
            join.vouched = true;
            Verdict::Changed
        }
        _ => Verdict::Pass,
    }
}
