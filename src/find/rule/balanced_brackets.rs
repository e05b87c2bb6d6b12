//! `(see http://h/wiki/A_(b))`: a closing bracket that the URI did not open ends it.
//!
//! One count a kind, read once from the left; recounting for each bracket of the tail is what made
//! other finders quadratic.

use crate::ascii::ByteSet;
use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::sets;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "balanced-brackets",
        "a closing bracket that nothing in the URI opened ends it",
        "RFC 3986 allows `(` and `)`; running text encloses with them",
    ),
    stage: Stage::Cut,
    kinds: Kinds::ALL,
    when: Facts::IN_CLOSER,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    match first_unopened(draft) {
        Some(at) => {
            draft.cut(at);
            Verdict::Changed
        }
        None => Verdict::Pass,
    }
}

fn first_unopened(draft: &Draft<'_>) -> Option<usize> {
    static BRACKET: ByteSet = sets::BRACKET;
    let [mut round, mut square, mut curly] = [0_u32; 3];
    let brackets = draft.bytes_from(draft.body()).filter(|(_, byte)| BRACKET.contains(*byte));
    for (at, byte) in brackets {
        let (open, opens) = match byte {
            b'(' => (&mut round, true),
            b')' => (&mut round, false),
            b'[' => (&mut square, true),
            b']' => (&mut square, false),
            b'{' => (&mut curly, true),
            b'}' => (&mut curly, false),
            _ => continue,
        };
        match (opens, open.checked_sub(1)) {
            (true, _) => *open += 1,
            (false, Some(fewer)) => *open = fewer,
            (false, None) => return Some(at),
        }
    }
    None
}
