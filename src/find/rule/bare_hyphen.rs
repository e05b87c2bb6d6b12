//! A bare URI that ends its line in a single hyphen goes on with the token below.
//!
//! People and mailers break long URIs after a hyphen that is there anyway. The next token has to
//! look like the rest: it is alone on its line, or has structure, or the line was long enough
//! to need breaking. A dash after a host is punctuation unless a dot or slash follows in the
//! token.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::edge::Edge;
use crate::find::facts::Facts;
use crate::find::tail;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "bare-hyphen",
        "a bare URI that ends its line in a hyphen goes on below",
        "RFC 3986, Appendix C, and 14 breaks of bare URIs in mail",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI.or(Kinds::WWW),
    when: Facts::LINE_HYPHEN,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

/// Lines shorter than this had no need to be broken.
const LONG_LINE: usize = 45;

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.edge.as_deref() else { return Verdict::Pass };
    let last = draft.last_piece();
    let is_single = last.ends_with(b"-") && !last.ends_with(b"--");
    let token = edge.token.of(draft.text);
    let begins = token.first().is_some_and(u8::is_ascii_alphanumeric);
    let may_go_on = begins && edge.is_clean && edge.blanks == 0 && tail::may_go_on(draft, edge);
    if !is_single || !may_go_on {
        return Verdict::Pass;
    }
    let fits = if draft.ends_in_authority() {
        tail::without_points(token).iter().any(|byte| matches!(byte, b'.' | b'/'))
    } else {
        looks_like_rest(edge, token)
    };
    if fits { draft.fold(JoinReason::Hyphen) } else { Verdict::Pass }
}

fn looks_like_rest(edge: &Edge, token: &[u8]) -> bool {
    edge.is_alone || edge.width >= LONG_LINE || tail::has_structure(token)
}
