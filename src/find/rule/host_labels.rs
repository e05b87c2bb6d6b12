//! The host of a web URI is a name that can resolve.
//!
//! The grammar allows far more in a reg-name than the Domain Name System does. A host that is cut
//! short would be another host, so the whole token is no link. An underscore is met in practice,
//! but in no top-level domain.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::scheme::Shape;
use crate::find::vocabulary::MatchKind;
use crate::text::block::{self, Block};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "host-labels",
        "the host of a web URI has no empty label, no stray hyphen, no sub-delim",
        "RFC 3986, 3.2.2: \"a registered name intended for lookup in the DNS\"; RFC 1123, 2.1",
    ),
    stage: Stage::Judge,
    wakes: Class::URI,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let is_web = draft.scheme.is_some_and(|scheme| scheme.shape == Shape::Web);
    if draft.kind != MatchKind::Uri || !is_web || uri.host_is_ip() {
        return Verdict::Pass;
    }
    if is_name(uri.host().as_bytes()) {
        Verdict::Pass
    } else {
        Verdict::Reject("its host is no name")
    }
}

/// One pass: a label begins behind each dot, and none is empty or has a hyphen at an end.
fn is_name(host: &[u8]) -> bool {
    let host = host.strip_suffix(b".").unwrap_or(host);
    let (mut before, mut faults, mut has_others) = (DOT, 0, false);
    for &byte in host {
        let kind = KINDS.of(byte);
        faults |= before & kind >> 2;
        has_others |= kind == OTHER;
        before = kind;
    }
    let is_formed = faults == 0 && !matches!(before, DOT | HYPHEN);
    is_formed && (!has_others || has_fitting_others(host))
}

/// The length of the plain name that begins `text`: letters, digits, inner hyphens, dots between
/// labels, and then whatever is no userinfo. Where no port, path, query or fragment follows, a dot or
/// a hyphen may end it, which belong to the sentence.
///
/// `None` where the host is anything else, a name that fills the `block` among it: those have to be looked
/// at.
#[inline]
pub(crate) fn plain_name_len(text: &[u8], block: Block) -> Option<usize> {
    let len = block::run_len(block.names, 0);
    if len == Block::LEN || !text.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let marks = block.marks & ((1 << len) - 1);
    let is_followed_well = match text.get(len) {
        Some(b'/' | b'?' | b'#' | b':') => marks >> (len - 1) == 0,
        Some(b'@') => false,
        _ => true,
    };
    // Two marks in a row: nearly always the hyphens of an A-label.
    let has_pair = marks & marks >> 1 != 0;
    (is_followed_well && (!has_pair || is_name_of(text, len))).then_some(len)
}

/// Whether the first `len` bytes are a name. Out of line: most hosts need not be asked.
#[cold]
#[inline(never)]
fn is_name_of(text: &[u8], len: usize) -> bool {
    text.get(..len).is_some_and(is_name)
}

/// The length of the port that begins `text`, with its colon, if it is one that exists.
pub(crate) fn plain_port_len(text: &[u8]) -> Option<usize> {
    let digits = text.get(1..)?.iter().take_while(|byte| byte.is_ascii_digit()).take(5);
    let (len, port) =
        digits.fold((1, 0), |(len, port), &digit| (len + 1, 10 * port + u32::from(digit - b'0')));
    (len > 1 && u16::try_from(port).is_ok()).then_some(len)
}

/// What a byte is to a label: two bits for what it is before another one, and two for what it is
/// behind one. Those of two neighbours meet where no name has the pair: an empty label, a hyphen at
/// an end of one.
const WORD: u8 = 0;
const DOT: u8 = 0b01_11;
const HYPHEN: u8 = 0b10_01;
const OTHER: u8 = 0b1_00_00_00;

/// The kind of each byte: sub-delims are `OTHER`, as are the few that need a second look.
static KINDS: Kinds = Kinds(kinds());

struct Kinds([u8; 256]);

impl Kinds {
    #[inline]
    fn of(&self, byte: u8) -> u8 {
        #[expect(clippy::indexing_slicing, reason = "a u8 cannot leave 256 entries")]
        self.0[byte as usize]
    }
}

const fn kinds() -> [u8; 256] {
    let mut kinds = [OTHER; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        #[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
        {
            kinds[byte as usize] = match byte {
                b'.' => DOT,
                b'-' => HYPHEN,
                _ if byte.is_ascii_alphanumeric() => WORD,
                _ => OTHER,
            };
        }
        byte += 1;
    }
    kinds
}

/// Letters of any script and underscores fit, the latter not in the last label; sub-delims do not.
fn has_fitting_others(host: &[u8]) -> bool {
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let fits = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'%') || *byte >= 0x80
    };
    host.iter().all(fits) && !last.contains(&b'_') && is_harmless(host)
}

/// A percent-encoded character that is none of a name (`%2F`, `%40`) makes browsers see another
/// host, or none.
fn is_harmless(host: &[u8]) -> bool {
    memchr::memchr_iter(b'%', host).all(|at| {
        let hex = host.get(at + 1..at + 3).and_then(|hex| core::str::from_utf8(hex).ok());
        let octet = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        octet.is_some_and(|octet| octet.is_ascii_alphanumeric() || octet == b'-' || octet >= 0x80)
    })
}
