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
    while start > floor {
        let byte = chars::byte_before(text, start);
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
    if local.len() > MAX_LOCAL_LEN || local.ends_with(b".") || has_double_dot(local) {
        return None;
    }
    start = at - trim_opening(local).len();
    (start < at).then_some(start)
}

/// Whether a `mailto:` URI contains `local` without percent-encoding.
pub(crate) fn is_plain(local: &[u8]) -> bool {
    static PLAIN: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"._+-"));
    local.iter().all(|&byte| PLAIN.contains(byte))
}

/// RFC 5322 `atext` and the dot, less the characters that structure the text around an address: `to=a@h`,
/// `{a@h}`, `` `a@h` ``.
static ATEXT: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"!#$%'*+-/_~."));

fn has_double_dot(local: &[u8]) -> bool {
    local.windows(2).any(|pair| pair == b"..")
}

/// Takes off what is before an address rather than in it.
fn trim_opening(local: &[u8]) -> &[u8] {
    let opening = |byte: &u8| matches!(byte, b'.' | b'\'' | b'*' | b'/' | b'!' | b'#');
    let skip = local.iter().take_while(|byte| opening(byte)).count();
    local.get(skip..).unwrap_or_default()
}

/// The `mailto:` URI of the address `local@host` (RFC 6068, section 2: what is not allowed in a
/// local part there is percent-encoded).
pub(crate) fn to_mailto(address: &str) -> String {
    let mut uri = String::with_capacity("mailto:".len() + address.len());
    uri.push_str("mailto:");
    for c in address.chars() {
        match c {
            '%' => uri.push_str("%25"),
            '/' => uri.push_str("%2F"),
            '?' => uri.push_str("%3F"),
            '#' => uri.push_str("%23"),
            '&' => uri.push_str("%26"),
            c => uri.push(c),
        }
    }
    uri
}
