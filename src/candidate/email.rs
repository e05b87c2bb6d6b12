//! The local part of an address, read backwards from its `@` (RFC 5322, 3.2.3: dot-atom).

use super::lookaround::Letters;
use super::{escape, host};
use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::text::link_terms;
use crate::uri::pct;
use crate::work;

/// The maximum length of a local part in bytes (RFC 5321, 4.5.3.1.1).
pub(crate) const MAX_LOCAL_LEN: usize = 64;

/// The number of bytes before an `@` in which its local part is read: a character more, so that one that is too long is
/// seen, and is not cut.
const WINDOW: usize = MAX_LOCAL_LEN + 4;

/// A local part that was read backwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalPart {
    /// The offset of its first byte.
    pub(crate) start: usize,
    /// Whether a `mailto:` URI can contain it without percent-encoding.
    pub(crate) is_plain: bool,
    /// Whether a program may have generated it: it has five digits or more, or a `$`, which names seldom have.
    pub(crate) is_made: bool,
}

impl LocalPart {
    /// The local part before the `@` at `at`.
    ///
    /// `None` if the text before the `@` is not a local part, or if it is longer than [`MAX_LOCAL_LEN`]. Also `None` if
    /// only the end of the text could be a local part (`a..b@h`, `a.@h`, `bug\-tar@h`, `a&b@h`), because the address with
    /// that local part would be another mailbox.
    pub(crate) fn before(
        text: &[u8],
        floor: usize,
        at: usize,
        letters: Letters,
    ) -> Option<LocalPart> {
        let floor = floor.max(at.saturating_sub(WINDOW));
        let mut rest = Span::new(floor, at).of(text);
        // A dot is stray if an `@` or another dot follows it.
        let (mut has_stray_dot, mut is_before_mark) = (false, true);
        while let [head @ .., byte] = rest {
            let is_dot = *byte == b'.';
            has_stray_dot |= is_dot & is_before_mark;
            is_before_mark = is_dot;
            rest = if LOCAL.contains(*byte) {
                head
            } else {
                let after = text.get(floor + rest.len()..).unwrap_or_default();
                let len = if *byte < 0x80 { 0 } else { letter_len(rest, after, letters) };
                match rest.get(..rest.len() - len) {
                    Some(head) if len > 0 => head,
                    _ => break,
                }
            };
        }
        let start = floor + rest.len();
        work::add(at - start);
        let before = Span::new(floor.min(start), start).of(text);
        let local = Span::new(start, at).of(text);
        if has_stray_dot || local.len() > MAX_LOCAL_LEN || is_tail(before, local) {
            return None;
        }
        let trimmed = trim_opening(without_time(before, without_escape(before, local)?));
        match trimmed.len() {
            0 => None,
            _ if is_password(before, trimmed) => None,
            len => Some(LocalPart::of(text, at - len, at)),
        }
    }

    /// The local part before the `@` at `at` in UTS #58: the run of characters with the property `Link_Email`. `None` if
    /// it is longer than [`MAX_LOCAL_LEN`], if it begins or ends with a dot or has two dots in a row, or if it has
    /// letters that the option `email_utf8` would permit.
    pub(crate) fn linked(
        text: &[u8],
        floor: usize,
        at: usize,
        letters: Letters,
    ) -> Option<LocalPart> {
        let floor = floor.max(at.saturating_sub(WINDOW));
        let mut is_permitted = true;
        let mut rest = Span::new(floor, at).of(text);
        while let Some((c, len)) = chars::last(rest)
            && link_terms::is_email(c)
        {
            is_permitted &= c.is_ascii() || letters == Letters::All || !glyph::is_cjk(c);
            rest = rest.get(..rest.len() - len).unwrap_or_default();
        }
        let start = floor + rest.len();
        work::add(at - start);
        let local = Span::new(start, at).of(text);
        let is_dot_atom = local.split(|&byte| byte == b'.').all(|atom| !atom.is_empty());
        let is_local = is_dot_atom && is_permitted && local.len() <= MAX_LOCAL_LEN;
        is_local.then(|| LocalPart::of(text, start, at))
    }

    /// The local part that is the text from `start` to the `@` at `at`.
    pub(crate) fn of(text: &[u8], start: usize, at: usize) -> LocalPart {
        // The loop has no branches, because the processor could not predict them.
        let (mut digits, mut is_plain, mut has_dollar) = (0_u32, true, false);
        for &byte in Span::new(start, at).of(text) {
            digits += u32::from(byte.is_ascii_digit());
            is_plain &= PLAIN.contains(byte);
            has_dollar |= byte == b'$';
        }
        LocalPart { start, is_plain, is_made: digits >= 5 || has_dollar }
    }
}

/// The characters that a `mailto:` URI can contain without percent-encoding.
static PLAIN: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(MARKS));

/// `atext` and the dot of RFC 5322, without the characters that structure the text around an address: `to=a@h`,
/// `{a@h}`, `` `a@h` ``.
static LOCAL: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(MARKS)).or(ByteSet::of(b"!#$%'*/~"));

/// Whether `local`, after `before`, is only the end of a longer local part: `a&b@h`, `a?b@h`, `用户.b@h`. RFC 5322 allows
/// these characters in a local part. It also allows `=`, `|` and others, but before an address they nearly always structure
/// the text.
fn is_tail(before: &[u8], local: &[u8]) -> bool {
    matches!(before, [.., inner, b'&' | b'?' | b'^'] if inner.is_ascii_alphanumeric() || *inner >= 0x80)
        || local.first().is_some_and(|mark| MARKS.contains(mark)) && glyph::ends_in_cjk(before)
}

/// Whether `local` follows a word and a colon, and has a character that names of mailboxes seldom have: a password with its
/// user (`jane:pa$$word@h`), or the rest of an identifier (`a:b#@h`, `news:b3f$1@h`).
///
/// RFC 5322 does not allow the colon in a local part, and most often the word is a label (`mail:jane@h`). But of 22 texts
/// of mail and of lists of URIs in which such a character follows as well, none was an address.
fn is_password(before: &[u8], local: &[u8]) -> bool {
    matches!(before, [.., inner, b':'] if inner.is_ascii_alphanumeric())
        && local.iter().any(|byte| b"!#$%*".contains(byte))
}

/// The marks between the words of a local part.
const MARKS: &[u8] = b".-_+";

/// The length of the letter outside ASCII at the end of `text`, if it belongs to the local part; otherwise 0. The rest of
/// the local part and its `@` follow in `after`.
///
/// In a script without blanks between words, the text before an address touches it: `请发邮件至foo@h`. There a letter or
/// digit of another script begins the local part. A name that continues in the same script, or after a mark
/// (`用户.foo@h`), has no visible beginning but that of the run of letters. A change between two such scripts is none,
/// because kana and Han letters are in one word (`お客様@h`).
fn letter_len(text: &[u8], after: &[u8], letters: Letters) -> usize {
    let Some((c, len)) = chars::last(text) else { return 0 };
    let goes_on = match glyph::glyph(c) {
        Glyph::Letter | Glyph::Hyphen => letters != Letters::None,
        Glyph::Cjk if letters == Letters::All => {
            let next = chars::first(after);
            after.first().is_some_and(|byte| *byte == b'@' || MARKS.contains(byte))
                || next.is_some_and(|(next, _)| glyph::is_cjk(next))
        }
        _ => false,
    };
    if goes_on { len } else { 0 }
}

/// `local` without an escape sequence at its beginning. In roff, `\fIjane@h` has a font change before `jane`; in a
/// string, `\njane@h` has a line end. `None` if the escape sequence is a character of the local part, as in
/// `bug\-tar@h`: without it, the address would be another mailbox.
fn without_escape<'t>(before: &[u8], local: &'t [u8]) -> Option<&'t [u8]> {
    match (before, local) {
        ([.., b'\\'], [b'-' | b'\'', ..]) => None,
        ([.., b'\\'], [b'f', b'A'..=b'Z' | b'0'..=b'9', rest @ ..])
        | ([.., b'\\', b'f', b'('], [_, _, rest @ ..]) => Some(rest),
        _ => local.get(escape::head_len(before, local)?..),
    }
}

/// `local` without the end of a time and a `!` at its beginning. Change logs contain `12:46:36Z!jane@h`, where `local`
/// is `36Z!jane`. A path of hosts (`gate!jane@h`) is not removed, because it belongs to the local part.
fn without_time<'t>(before: &[u8], local: &'t [u8]) -> &'t [u8] {
    let [.., b'0'..=b'9', b':'] = before else { return local };
    match local {
        [b'0'..=b'5', b'0'..=b'9', b'!', rest @ ..]
        | [b'0'..=b'5', b'0'..=b'9', b'Z', b'!', rest @ ..] => rest,
        _ => local,
    }
}

/// `local` without the marks and symbols at its beginning that do not belong to the address, as in `→jane@h`.
///
/// Two hyphens are a dash. A single hyphen may belong to an address that a line break divides (`usrp-`, `-users@h`).
/// The local part keeps it, and the rule `address-context` rejects the address unless the break is joined.
fn trim_opening(mut local: &[u8]) -> &[u8] {
    loop {
        local = match local {
            [b'.' | b'\'' | b'*' | b'/' | b'!' | b'#', rest @ ..] => rest,
            [b'-', b'-', rest @ ..] => chars::split_run(rest, |byte| byte == b'-').1,
            _ => match chars::first(local) {
                Some((c, len)) if host::is_decoration(c) => local.get(len..).unwrap_or_default(),
                _ => return local,
            },
        };
    }
}

/// The number of bytes at the beginning of `local` that mark emphasis, if the same marks close it after the address:
/// `_jane@h_`, `~~jane@h~~.`
pub(crate) fn emphasis(local: &[u8], after: &[u8]) -> usize {
    let Some(&mark @ (b'_' | b'~')) = local.first() else { return 0 };
    let is_mark = |&&byte: &&u8| byte == mark;
    let opened = local.iter().take_while(is_mark).count();
    let points = after.iter().take(2).take_while(|byte| b".:!?".contains(byte)).count();
    let after = after.get(points..).unwrap_or_default();
    let closed = after.iter().take(3).take_while(is_mark).count();
    let next = after.get(closed).copied().unwrap_or_default();
    let is_closed = closed == opened && opened < local.len() && !next.is_ascii_alphanumeric();
    if is_closed { opened } else { 0 }
}

/// The URI of the address `local@host` that begins with `scheme` and its colon. Characters that have another meaning in
/// its path (RFC 6068, section 2; RFC 2392) are percent-encoded.
pub(crate) fn to_uri(scheme: &str, address: &str) -> String {
    let mut uri = scheme.to_owned();
    for c in address.chars() {
        match c {
            '%' | '/' | '?' | '#' | '&' => pct::push(&mut uri, c as u8),
            c => uri.push(c),
        }
    }
    uri
}
