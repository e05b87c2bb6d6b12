//! The local part of an address, read backwards from its `@` (RFC 5322, 3.2.3: dot-atom).

use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::find::work;
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};

/// RFC 5321, 4.5.3.1.1: the longest local part, in bytes.
pub(crate) const MAX_LOCAL_LEN: usize = 64;

/// Where the local part that ends before the `@` at `at` begins.
///
/// `None` where there is not one, where it is longer than [`MAX_LOCAL_LEN`], and where its dots are
/// so that a shorter one would name another mailbox (`a..b@h`, `a.@h`).
pub(crate) fn local_part_start(text: &[u8], floor: usize, at: usize, iri: bool) -> Option<usize> {
    let floor = floor.max(at.saturating_sub(MAX_LOCAL_LEN + 1));
    let mut start = at;
    let (mut has_stray_dot, mut is_before_dot) = (false, true);
    while start > floor {
        let byte = chars::byte_before(text, start);
        has_stray_dot |= byte == b'.' && is_before_dot;
        is_before_dot = byte == b'.';
        if ATEXT.contains(byte) {
            start -= 1;
        } else if byte >= 0x80 && iri {
            match chars::last(Span::new(floor, start).of(text)) {
                Some((c, len)) if glyph::glyph(c) == Glyph::Letter => start -= len,
                _ => break,
            }
        } else {
            break;
        }
    }
    work::add(at - start);
    let local = Span::new(start, at).of(text);
    if has_stray_dot || local.len() > MAX_LOCAL_LEN {
        return None;
    }
    let before = Span::new(floor.min(start), start).of(text);
    let local = without_escape(before, local)?;
    start = at - trim_opening(without_time(before, local)).len();
    (start < at).then_some(start)
}

/// `local` after an escape of roff that ends in it: `\fIjane@h` has a change of the font before `jane`. `None` where the
/// escape is a character of the local part, as in `bug\-tar@h`: a part of the name is another mailbox.
fn without_escape<'t>(before: &[u8], local: &'t [u8]) -> Option<&'t [u8]> {
    match (before, local) {
        ([.., b'\\'], [b'-' | b'\'', ..]) => None,
        ([.., b'\\'], [b'f', b'A'..=b'Z' | b'0'..=b'9', rest @ ..])
        | ([.., b'\\', b'f', b'('], [_, _, rest @ ..]) => Some(rest),
        _ => Some(local),
    }
}

/// `local` after the end of a time with a mark: `12:46:36Z!jane@h` in lists of changes. A path of hosts (`gate!jane@h`)
/// is a local part.
fn without_time<'t>(before: &[u8], local: &'t [u8]) -> &'t [u8] {
    let [.., b'0'..=b'9', b':'] = before else { return local };
    match local {
        [b'0'..=b'5', b'0'..=b'9', b'!', rest @ ..]
        | [b'0'..=b'5', b'0'..=b'9', b'Z', b'!', rest @ ..] => rest,
        _ => local,
    }
}

/// Whether a `mailto:` URI contains `local` without percent-encoding.
pub(crate) fn is_plain(local: &[u8]) -> bool {
    static PLAIN: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"._+-"));
    local.iter().all(|&byte| PLAIN.contains(byte))
}

/// Whether a program may have made `local`: names have fewer than five digits, and no `$`.
pub(crate) fn is_made(local: &[u8]) -> bool {
    let digits = local.iter().filter(|byte| byte.is_ascii_digit()).count();
    digits >= 5 || local.contains(&b'$')
}

/// RFC 5322 `atext` and the dot, less the characters that structure the text around an address: `to=a@h`,
/// `{a@h}`, `` `a@h` ``.
static ATEXT: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"!#$%'*+-/_~."));

/// Takes off what is before an address rather than in it.
///
/// Two hyphens are a dash. One may be the rest of an address that a line break cut (`usrp-`, `-users@h`):
/// it keeps its hyphen, and is not linked.
fn trim_opening(mut local: &[u8]) -> &[u8] {
    loop {
        local = match local {
            [b'.' | b'\'' | b'*' | b'/' | b'!' | b'#', rest @ ..] => rest,
            [b'-', b'-', rest @ ..] => {
                let hyphens = rest.iter().take_while(|&&byte| byte == b'-').count();
                rest.get(hyphens..).unwrap_or_default()
            }
            _ => return local,
        };
    }
}

/// How many bytes at the beginning of `local` are emphasis that closes after the address: `_jane@h_`, `~~jane@h~~.`
pub(crate) fn emphasis(local: &[u8], behind: &[u8]) -> usize {
    let Some(&mark @ (b'_' | b'~')) = local.first() else { return 0 };
    let is_mark = |&&byte: &&u8| byte == mark;
    let opened = local.iter().take_while(is_mark).count();
    let points = behind.iter().take(2).take_while(|byte| b".:!?".contains(byte)).count();
    let behind = behind.get(points..).unwrap_or_default();
    let closed = behind.iter().take(3).take_while(is_mark).count();
    let next = behind.get(closed).copied().unwrap_or_default();
    let is_closed = closed == opened && opened < local.len() && !next.is_ascii_alphanumeric();
    if is_closed { opened } else { 0 }
}

/// The `mailto:` URI of the address `local@host`.
pub(crate) fn to_mailto(address: &str) -> String {
    ["mailto:", &to_path(address)].concat()
}

/// The address `local@host` as the path of a URI (RFC 6068, section 2; RFC 2392: what is not allowed in a local part
/// there is percent-encoded).
pub(crate) fn to_path(address: &str) -> String {
    let mut path = String::with_capacity(address.len());
    for c in address.chars() {
        match c {
            '%' => path.push_str("%25"),
            '/' => path.push_str("%2F"),
            '?' => path.push_str("%3F"),
            '#' => path.push_str("%23"),
            '&' => path.push_str("%26"),
            c => path.push(c),
        }
    }
    path
}
