//! `'uri'` and `` `uri` ``: they enclose on one line, and only when they were opened.
//!
//! An apostrophe may be in a URI (`it's`), so the closer is the first one after which no word
//! goes on. A backtick may not.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::Delimiter;
use crate::span::Span;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "single-quotes",
        "`'` or a backtick before a URI makes the next one a closer",
        "RFC 3986, Appendix C, for the quotes of programs",
    ),
    stage: Stage::Open,
    kinds: Kinds::ALL,
    when: Facts::BEFORE_APOSTROPHE.or(Facts::BEFORE_BACKTICK),
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    match draft.byte_before() {
        b'\'' => single_quoted(draft),
        b'`' if chars::byte_at(draft.text, draft.extent()) == b'`' => {
            enclose(draft, draft.extent(), Delimiter::Backtick)
        }
        _ => Verdict::Pass,
    }
}

fn single_quoted(draft: &mut Draft<'_>) -> Verdict {
    let text = draft.text;
    let closer = draft.bytes_from(draft.body()).find(|&(at, _)| is_closer(text, at));
    let closer = closer.map(|(at, _)| at);
    match closer {
        Some(closer) => enclose(draft, closer, Delimiter::SingleQuote),
        None if chars::byte_at(text, draft.end()) == b'\'' => {
            enclose(draft, draft.end(), Delimiter::SingleQuote)
        }
        None => Verdict::Pass,
    }
}

/// Whether the byte at `at` is an apostrophe that closes.
pub(crate) fn is_closer(text: &[u8], at: usize) -> bool {
    chars::byte_at(text, at) == b'\'' && !is_word(chars::byte_at(text, at + 1))
}

/// Whether the URI may go on with `byte` after an apostrophe.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || byte >= 0x80
        || matches!(byte, b'_' | b'-' | b'/' | b'%' | b'=' | b'&' | b'\'')
}

fn enclose(draft: &mut Draft<'_>, closer: usize, delimiter: Delimiter) -> Verdict {
    let opener = draft.outset() - 1;
    if closer <= draft.start() {
        return Verdict::Pass;
    }
    draft.cut(closer);
    draft.delimiter = delimiter;
    draft.wrapper = Some(Span::new(opener, closer + 1));
    Verdict::Changed
}
