//! A mailer filled the line and went on below: 76 columns of URI, and the rest alone on the next
//! line.
//!
//! Two facts give the precision, not the width: in every hard wrap that was found the URI begins its
//! line (a mailer moves a long word to a line of its own before it cuts it), and the rest is
//! alone. A fold never decides about the authority. What is complete stays as it is: a known file
//! extension with nothing that goes on, a plain word below.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::edge::Edge;
use crate::find::facts::Facts;
use crate::find::tail;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "fold",
        "a URI that fills its line from the beginning goes on with the token alone below",
        "25 different hard wraps in 16,612 messages, 16 of them at 76 columns",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI,
    when: Facts::LINE_TOKEN,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.edge.as_deref() else { return Verdict::Pass };
    let fits = edge.blanks == 0
        && edge.is_alone
        && edge.has_width(70..=80)
        && draft.is_hierarchical()
        && !draft.ends_in_authority()
        && tail::begins_line(draft, edge)
        && tail::may_go_on(draft, edge)
        && goes_on(draft.last_piece(), edge.token.of(draft.text), edge);
    if fits { draft.fold(JoinReason::Fold) } else { Verdict::Pass }
}

fn goes_on(text: &[u8], token: &[u8], edge: &Edge) -> bool {
    !tail::is_complete_before(text, token)
        && (tail::has_structure(token) || is_cut_word(text, token, edge))
}

/// Letters only: the text must ask for more, or the width be that of a mailer and the token no
/// word.
fn is_cut_word(text: &[u8], token: &[u8], edge: &Edge) -> bool {
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
        && !tail::is_stop_word(token)
        && (is_usual(edge.width) || is_usual(edge.content_width));
    is_open || is_stump
}
