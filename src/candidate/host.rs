//! Finds where a bare host begins and ends (RFC 1123, RFC 5890).

use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::candidate::suffix;
use crate::public_suffix;
use crate::span::Span;
use crate::text::block::{self, Block};
use crate::text::chars::WIDE_DOT;
use crate::text::glyph::Glyph;
use crate::text::wordlist::WordList;
use crate::text::{chars, glyph};
use crate::work;

/// The length of the longest name that the Domain Name System allows, with a final dot.
pub(crate) const MAX_HOST_LEN: usize = suffix::MAX_NAME_LEN;

/// A run of labels and dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Labels {
    /// The whole run, without a final dot.
    pub(crate) span: Span,
    /// The last label, or the part of it before CJK text.
    pub(crate) last: Span,
    /// Whether no label is empty or too long, and none begins or ends with a hyphen.
    pub(crate) well_formed: bool,
    /// Whether a label has a character outside ASCII.
    pub(crate) wide: bool,
    /// Whether every label is a number.
    pub(crate) numeric: bool,
}

impl Labels {
    /// Whether there is at most one label.
    pub(crate) fn is_lone(&self) -> bool {
        self.last.start() == self.span.start()
    }
}

/// The labels that begin at `start`, up to [`MAX_HOST_LEN`] bytes; with `iri`, they may have letters of any script.
#[inline]
pub(crate) fn labels(text: &[u8], start: usize, iri: bool) -> Labels {
    plain_labels(text, start).unwrap_or_else(|| {
        any_labels(text, start, if iri { LabelStyle::Iri } else { LabelStyle::Ascii })
    })
}

/// The labels that begin at `start`, as UTS #58 reads them: `。` is a dot as well, and a label does not end before CJK
/// text.
pub(crate) fn link_labels(text: &[u8], start: usize) -> Labels {
    plain_labels(text, start).unwrap_or_else(|| any_labels(text, start, LabelStyle::Uts58))
}

/// Which characters are part of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelStyle {
    Ascii,
    Iri,
    Uts58,
}

/// The length of the dot between labels at `at`; 0 if there is none.
fn dot_len(text: &[u8], at: usize, style: LabelStyle) -> usize {
    match text.get(at..).unwrap_or_default() {
        [b'.', ..] => 1,
        rest if style == LabelStyle::Uts58 && rest.starts_with(WIDE_DOT.as_bytes()) => {
            WIDE_DOT.len()
        }
        _ => 0,
    }
}

/// The span of the labels that begin at `start`, and the span of the last label. `None` unless the labels are ASCII,
/// well formed, without two hyphens in a row, and shorter than a block.
#[inline]
pub(crate) fn plain_run(text: &[u8], start: usize) -> Option<(Span, Span)> {
    let rest = text.get(start..)?;
    let mut block = Block::head(rest);
    let mut run = block::run_len(block.names, 0);
    if run >= Block::HEAD {
        block = Block::of(rest);
        run = block::run_len(block.names, 0);
    }
    if run == 0 || run >= Block::LEN || chars::byte_at(rest, run) >= 0x80 {
        return None;
    }
    work::add(run);
    let len = run - usize::from(chars::byte_before(rest, run) == b'.');
    let marks = block.marks & ((1 << len) - 1);
    // The name has two dots or hyphens in a row, or it begins or ends with a dot or a hyphen.
    if len == 0 || marks & (marks >> 1 | 1) != 0 || marks >> (len - 1) != 0 {
        return None;
    }
    let mut last = (u64::BITS - marks.leading_zeros()) as usize;
    if last > 0 && chars::byte_before(rest, last) == b'-' {
        last = memchr::memrchr(b'.', rest.get(..last)?).map_or(0, |dot| dot + 1);
    }
    Some((Span::new(start, start + len), Span::new(start + last, start + len)))
}

/// The labels that begin at `start`, if [`plain_run`] can read them.
#[inline]
fn plain_labels(text: &[u8], start: usize) -> Option<Labels> {
    let (span, last) = plain_run(text, start)?;
    let name = span.of(text);
    let is_number = is_number(last.of(text));
    Some(Labels {
        span,
        last,
        well_formed: true,
        wide: false,
        numeric: is_number && name.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.'),
    })
}

pub(crate) fn is_number(label: &[u8]) -> bool {
    label.iter().all(u8::is_ascii_digit)
}

/// The labels that begin at `start`, read byte by byte, whatever they contain.
#[inline(never)]
fn any_labels(text: &[u8], start: usize, style: LabelStyle) -> Labels {
    let limit = text.len().min(start + MAX_HOST_LEN);
    let mut at = start;
    let mut found = Labels {
        span: Span::new(start, start),
        last: Span::new(start, start),
        well_formed: true,
        wide: false,
        numeric: true,
    };
    loop {
        let label = label(text, at, limit, style);
        work::add(label.end - at);
        if label.end == at {
            break;
        }
        found.last = Span::new(at, label.end);
        found.wide |= label.wide;
        found.numeric &= label.numeric;
        at = label.end;
        let dot = dot_len(text, at, style);
        if label.cut || dot == 0 || at >= limit {
            break;
        }
        found.well_formed &= is_well_formed(found.last.of(text));
        found.wide |= dot > 1 && at + dot < limit;
        at += dot;
    }
    // In `a.com-` the hyphen is a dash after the name.
    let hyphens = found.last.of(text).iter().rev().take_while(|&&byte| byte == b'-').count();
    found.last = Span::new(found.last.start(), found.last.end() - hyphens);
    found.span = Span::new(start, found.last.end());
    found.well_formed &= is_well_formed(found.last.of(text));
    // In `a..b` no label follows the first dot.
    found.well_formed &= !(chars::byte_at(text, found.span.end()) == b'.'
        && chars::byte_at(text, found.span.end() + 1) == b'.'
        && chars::byte_at(text, found.span.end() + 2).is_ascii_alphanumeric());
    found
}

/// The start of the name. If CJK text touches its first label, as in `ここでexample.org`, the name starts after that
/// text. A name whose later labels also have characters outside ASCII is internationalized, and includes the CJK text.
pub(crate) fn start_after_cjk(text: &[u8], labels: &Labels) -> usize {
    let start = labels.span.start();
    let name = labels.span.of(text);
    let wide = name.iter().rposition(|&byte| byte >= 0x80).map_or(0, |last| last + 1);
    let is_first = memchr::memchr(b'.', name).is_some_and(|dot| wide < dot);
    let runs_in = || {
        name.get(..wide).is_some_and(glyph::ends_in_cjk)
            && name.get(wide).is_some_and(u8::is_ascii_alphanumeric)
    };
    if wide > 0 && is_first && runs_in() { start + wide } else { start }
}

/// The ASCII characters of labels.
static LABEL: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-"));

struct Label {
    end: usize,
    wide: bool,
    numeric: bool,
    /// Whether the name ends here, because the label is an ASCII top-level domain and CJK text follows it directly.
    cut: bool,
}

fn label(text: &[u8], start: usize, limit: usize, style: LabelStyle) -> Label {
    let mut label = Label { end: start, wide: false, numeric: true, cut: false };
    let mut ascii = true;
    // The start of the symbols that may end the label.
    let mut symbols = None;
    while let Some(&byte) = text.get(label.end)
        && label.end < limit
    {
        if LABEL.contains(byte) {
            if symbols.is_some() {
                break;
            }
            label.numeric &= byte.is_ascii_digit();
            label.end += 1;
            continue;
        }
        let is_wide = byte >= 0x80 && style != LabelStyle::Ascii;
        let rest = text.get(label.end..).filter(|_| is_wide);
        let Some((c, len)) = rest.and_then(chars::first) else { break };
        match host_char(c) {
            None => break,
            Some(HostChar::Symbol) => symbols = symbols.or(Some(label.end)),
            Some(HostChar::Joiner) if symbols.is_some() => {}
            Some(_) if symbols.is_some() => break,
            Some(_)
                if ascii && style == LabelStyle::Iri && meets_cjk(text, start, label.end, c) =>
            {
                label.cut = true;
                break;
            }
            Some(_) => label.wide = true,
        }
        ascii = false;
        label.end += len;
    }
    if let Some(symbols) = symbols {
        let next = chars::byte_at(text, label.end + 1);
        let is_label = chars::byte_at(text, label.end) == b'.'
            && (next.is_ascii_alphanumeric() || next >= 0x80);
        label.wide |= is_label;
        label.end = if is_label { label.end } else { symbols };
    }
    label.numeric &= !label.wide;
    label
}

/// Whether `c` is a CJK letter, and the text from `start` to `end`, directly before it, is a top-level domain.
fn meets_cjk(text: &[u8], start: usize, end: usize, c: char) -> bool {
    glyph::is_cjk(c) && end > start && public_suffix::is_delegated(Span::new(start, end).of(text))
}

/// The role of a character outside ASCII in a label.
enum HostChar {
    /// A letter, a mark or a digit of a script, as in IDNA 2008 (RFC 5892).
    Letter,
    Joiner,
    /// An emoji, an arrow or another symbol.
    ///
    /// RFC 5892 disallows symbols. Next to a name they are decoration or punctuation (`→example.com`), but some
    /// registries have sold names with emoji at the end of a label (`i❤.ws`). There they belong to the label, because
    /// the name without them is another host.
    Symbol,
}

/// Whether `c` is an arrow, an emoji or another symbol outside ASCII that decorates the name after it.
pub(crate) fn is_decoration(c: char) -> bool {
    c == '·' || !c.is_ascii() && matches!(host_char(c), Some(HostChar::Symbol))
}

fn host_char(c: char) -> Option<HostChar> {
    match glyph::glyph(c) {
        // The table of `is_alphanumeric` is searched from the beginning of a part of it.
        Glyph::Letter
            if glyph::is_frequent_letter(c)
                || c.is_alphanumeric()
                || c == '·'
                || glyph::is_mark(c) =>
        {
            Some(HostChar::Letter)
        }
        Glyph::Letter => Some(HostChar::Symbol),
        Glyph::Cjk | Glyph::Hyphen => Some(HostChar::Letter),
        Glyph::Joiner => Some(HostChar::Joiner),
        _ => None,
    }
}

/// Whether `label`, a run of letters, digits and hyphens, is not empty, does not begin or end with a hyphen (RFC 1123,
/// 2.1), and has at most 252 bytes, which is the length of 63 characters of four bytes.
pub(crate) fn is_well_formed(label: &[u8]) -> bool {
    !label.is_empty() && label.len() <= 63 * 4 && !label.starts_with(b"-") && !label.ends_with(b"-")
}

/// The start of the label that ends at `end`; not before `floor`.
pub(crate) fn label_start(text: &[u8], floor: usize, end: usize, iri: bool) -> usize {
    let floor = floor.max(end.saturating_sub(MAX_HOST_LEN));
    let (mut at, mut has_letters) = (end, false);
    while at > floor {
        let byte = chars::byte_before(text, at);
        if LABEL.contains(byte) {
            has_letters = true;
            at -= 1;
            continue;
        }
        if byte < 0x80 || !iri {
            break;
        }
        let Some((c, len)) = chars::last(Span::new(floor, at).of(text)) else { break };
        match host_char(c) {
            Some(HostChar::Symbol) if has_letters => break,
            Some(HostChar::Letter) => has_letters = true,
            Some(_) => {}
            None => break,
        }
        at -= len;
    }
    work::add(end - at);
    at
}

/// Whether `host` is a name that can resolve; it may have a final dot. It consists of letters of any script, digits,
/// hyphens inside labels, underscores outside the last label, and harmless percent-encoding, but has no sub-delims.
pub(crate) fn is_name(host: &[u8]) -> bool {
    let host = host.strip_suffix(b".").unwrap_or(host);
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let fits = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'%') || *byte >= 0x80
    };
    let is_formed =
        |label: &[u8]| !label.is_empty() && !label.starts_with(b"-") && !label.ends_with(b"-");
    host.split(|&byte| byte == b'.').all(is_formed)
        && host.iter().all(fits)
        && !last.contains(&b'_')
        && is_harmless(host)
}

/// The length of the plain name at the beginning of `text`: letters, digits, inner hyphens, and dots between labels,
/// without an `@` after them. If no port, path, query or fragment follows, the name may end in a dot or a hyphen, which
/// belongs to the sentence.
///
/// `None` for any other host, and for a name that is longer than a block. The caller then reads the host byte by byte.
#[inline]
pub(crate) fn plain_name_len(text: &[u8], mut block: Block) -> Option<usize> {
    let mut len = block::run_len(block.names, 0);
    if len == Block::HEAD {
        block = Block::of(text);
        len = block::run_len(block.names, 0);
    }
    if len == Block::LEN || !text.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let marks = block.marks & ((1 << len) - 1);
    let is_followed_well = match text.get(len) {
        Some(b'/' | b'?' | b'#' | b':') => marks >> (len - 1) == 0,
        Some(b'@') => false,
        _ => true,
    };
    // Two marks in a row are nearly always the hyphens of an A-label, such as `xn--p1ai`.
    let has_pair = marks & marks >> 1 != 0;
    (is_followed_well && (!has_pair || is_name_of(text, len))).then_some(len)
}

/// Whether the first `len` bytes are a name. Not inlined, because few hosts need this test.
#[cold]
#[inline(never)]
fn is_name_of(text: &[u8], len: usize) -> bool {
    text.get(..len).is_some_and(is_name)
}

/// Whether each percent-encoded character may be in a name. If another character is encoded (`%2F`, `%40`), browsers
/// use a different host, or reject the URI.
fn is_harmless(host: &[u8]) -> bool {
    memchr::memchr_iter(b'%', host).all(|at| {
        let hex = host.get(at + 1..at + 3).and_then(|hex| core::str::from_utf8(hex).ok());
        let octet = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        octet.is_some_and(|octet| octet.is_ascii_alphanumeric() || octet == b'-' || octet >= 0x80)
    })
}

/// Whether the text `after` a name continues it, so that the name is a part of a longer token.
pub(crate) fn is_glued_to(after: &[u8]) -> bool {
    match after {
        [b'@' | b'_' | b'\\', ..] | [b'(', b')', ..] => true,
        [b'[' | b'(' | b'{', ..] => separator_in_brackets(after)
            .is_some_and(|(len, _)| after.get(len).is_some_and(u8::is_ascii_alphanumeric)),
        // In `name.sk+box@h` the name begins the local part of an address. In code, `+` may be an operator.
        [b'+', next, ..] => next.is_ascii_alphanumeric(),
        // In `host:word` the word may be a path on a server, or the value of a key. In `host:80` a port follows.
        [b':', rest @ ..] => {
            rest.starts_with(b"//") || chars::byte_at(rest, 0).is_ascii_alphabetic()
        }
        _ => false,
    }
}

/// The length of `[.]`, `(at)` or another separator of a host in brackets at the beginning of `text`, and the separator.
pub(crate) fn separator_in_brackets(text: &[u8]) -> Option<(usize, &'static str)> {
    let [b'[' | b'(' | b'{', rest @ ..] = text else { return None };
    let len = rest.iter().take(4).position(|byte| matches!(byte, b']' | b')' | b'}'))?;
    let inner = core::str::from_utf8(rest.get(..len)?).ok()?;
    let separators = [".", ":", "://", "@"].map(|one| (one, one));
    let mut separators = separators.into_iter().chain([("dot", "."), ("at", "@")]);
    let (_, separator) = separators.find(|(name, _)| name.eq_ignore_ascii_case(inner))?;
    Some((len + 2, separator))
}

/// The texts in which a top-level domain occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TldUse {
    /// Nearly only in domains: `com`.
    Domains,
    /// In the domains of a country, or in domains that give its two letters another meaning: `de`, `io`.
    Country,
    /// In domains, and as a word: `in`, `id`, `pizza`.
    Both,
    /// Mostly as a member, a method or a word, and in few domains: `map`, `email`, `data`.
    Words,
}

/// The texts in which the top-level domain `tld` occurs; `tld` may be in upper or lower case.
pub(crate) fn tld_use(tld: &[u8]) -> TldUse {
    let mut lower = [0; MAX_WORD_LEN];
    let Some(lower) = lower.get_mut(..tld.len()) else { return TldUse::Both };
    lower.copy_from_slice(tld);
    lower.make_ascii_lowercase();
    match &*lower {
        b"com" | b"org" | b"net" | b"edu" | b"gov" | b"mil" | b"arpa" => TldUse::Domains,
        _ if !tld.is_ascii() => TldUse::Country,
        word if is_short_word(word) => TldUse::Both,
        [_, _] => TldUse::Country,
        word if MEMBERS.contains(word) => TldUse::Words,
        _ => TldUse::Both,
    }
}

/// Whether `tld` has two letters and is a word of a European language or in code, or a file extension.
#[rustfmt::skip]
fn is_short_word(tld: &[u8]) -> bool {
    matches!(
        tld,
        b"ac" | b"ad" | b"al" | b"am" | b"an" | b"as" | b"at" | b"be" | b"by" | b"cf" | b"do" | b"eg" | b"es"
            | b"et" | b"gp" | b"gt" | b"id" | b"in" | b"is" | b"it" | b"la" | b"lt" | b"me" | b"ms" | b"my"
            | b"no" | b"ps" | b"sl" | b"so" | b"st" | b"sv" | b"tf" | b"to" | b"us" | b"vs"
    )
}

/// Names of members and methods, and words that often begin or end a sentence.
static MEMBERS: WordList = WordList::new(include_str!("members.txt"));

/// The length of the longest word in [`MEMBERS`], in bytes.
const MAX_WORD_LEN: usize = 10;

/// Whether a bare name that ends with the top-level domain `tld` may be code or prose. `after` is the text that follows
/// the name.
pub(crate) fn is_doubtful(tld: &[u8], after: &[u8]) -> bool {
    matches!(after, [b'(' | b'[' | b'=' | b'+' | b':' | b'!' | b'%' | b'|', ..])
        || tld_use(tld) != TldUse::Domains
        || begins_sentence(tld)
}

/// Whether `label` has both upper-case and lower-case letters, like the first word of a sentence.
pub(crate) fn begins_sentence(label: &[u8]) -> bool {
    label.iter().any(u8::is_ascii_uppercase) && label.iter().any(u8::is_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (&str, bool) {
        let labels = labels(text.as_bytes(), 0, true);
        (&text[labels.span.range()], labels.well_formed)
    }

    #[test]
    fn labels_end_with_the_name() {
        assert_eq!(found("www.example.com/a"), ("www.example.com", true));
        assert_eq!(found("example.com. Then"), ("example.com", true));
        assert_eq!(found("президент.рф!"), ("президент.рф", true));
        assert_eq!(found("a..b"), ("a", false));
        assert_eq!(found("-a.com"), ("-a.com", false));
    }

    #[cfg(feature = "domains")]
    #[test]
    fn an_ascii_tld_ends_before_cjk() {
        assert_eq!(found("example.comこれは"), ("example.com", true));
    }
}
