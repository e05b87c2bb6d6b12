//! Bare hosts: where one ends, and what speaks for its being a name at all (RFC 1123, RFC 5890).
//!
//! The only user of the list of top-level domains.

use super::work;
use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::span::Span;
use crate::text::glyph::Glyph;
use crate::text::{chars, glyph};

/// The longest name that the Domain Name System allows, with room for a final dot.
pub(crate) const MAX_HOST_LEN: usize = 254;

/// A run of labels and dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Labels {
    /// The whole run, without a final dot.
    pub(crate) span: Span,
    /// The last label, or the part of it before CJK text.
    pub(crate) last: Span,
    /// How many labels there are.
    pub(crate) count: usize,
    /// No label is empty, too long, or has a hyphen at its end.
    pub(crate) well_formed: bool,
    /// There is a character outside ASCII.
    pub(crate) wide: bool,
    /// Every label is a number.
    pub(crate) numeric: bool,
}

/// The labels that begin at `start`, up to [`MAX_HOST_LEN`] bytes; with `iri`, letters of any
/// script count.
pub(crate) fn labels(text: &[u8], start: usize, iri: bool) -> Labels {
    let limit = text.len().min(start + MAX_HOST_LEN);
    let mut at = start;
    let mut found = Labels {
        span: Span::new(start, start),
        last: Span::new(start, start),
        count: 0,
        well_formed: true,
        wide: false,
        numeric: true,
    };
    loop {
        let label = label(text, at, limit, iri);
        work::add(label.end - at);
        if label.end == at {
            break;
        }
        found.count += 1;
        found.last = Span::new(at, label.end);
        found.wide |= label.wide;
        found.numeric &= label.numeric;
        at = label.end;
        if label.cut || chars::byte_at(text, at) != b'.' || at >= limit {
            break;
        }
        found.well_formed &= is_well_formed(found.last.of(text));
        at += 1;
    }
    // `a.com-`: the hyphen is a dash behind the name.
    let hyphens = found.last.of(text).iter().rev().take_while(|&&byte| byte == b'-').count();
    found.last = Span::new(found.last.start(), found.last.end() - hyphens);
    found.span = Span::new(start, found.last.end());
    found.well_formed &= is_well_formed(found.last.of(text));
    // `a..b` and `a.-`: the dot was followed by no label.
    found.well_formed &= !(chars::byte_at(text, found.span.end()) == b'.'
        && chars::byte_at(text, found.span.end() + 1) == b'.'
        && chars::byte_at(text, found.span.end() + 2).is_ascii_alphanumeric());
    found
}

/// What a label is made of in ASCII.
static LABEL: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-"));

struct Label {
    end: usize,
    wide: bool,
    numeric: bool,
    /// CJK text touches an ASCII label: the name ends here.
    cut: bool,
}

fn label(text: &[u8], start: usize, limit: usize, iri: bool) -> Label {
    let mut label = Label { end: start, wide: false, numeric: true, cut: false };
    let mut ascii = true;
    while let Some(&byte) = text.get(label.end)
        && label.end < limit
    {
        if LABEL.contains(byte) {
            label.numeric &= byte.is_ascii_digit();
            label.end += 1;
            continue;
        }
        let Some((c, len)) = wide_letter(text, label.end, iri) else { break };
        if ascii
            && glyph::is_cjk(c)
            && label.end > start
            && is_tld(Span::new(start, label.end).of(text))
        {
            label.cut = true;
            break;
        }
        ascii = false;
        label.wide = true;
        label.numeric = false;
        label.end += len;
    }
    label
}

fn wide_letter(text: &[u8], at: usize, iri: bool) -> Option<(char, usize)> {
    let rest = text.get(at..)?;
    if !iri || rest.first()?.is_ascii() {
        return None;
    }
    chars::first(rest).filter(|&(c, _)| is_host_letter(c))
}

/// Whether a host outside ASCII may hold `c`.
pub(crate) fn is_host_letter(c: char) -> bool {
    matches!(glyph::glyph(c), Glyph::Letter | Glyph::Cjk | Glyph::Joiner)
}

/// RFC 1123, 2.1: letters, digits and inner hyphens, at most 63 bytes.
pub(crate) fn is_well_formed(label: &[u8]) -> bool {
    !label.is_empty() && label.len() <= 63 * 4 && !label.starts_with(b"-") && !label.ends_with(b"-")
}

/// Where the labels that end before `end` begin; at most as far back as `floor`.
pub(crate) fn label_start(text: &[u8], floor: usize, end: usize, iri: bool) -> usize {
    let floor = floor.max(end.saturating_sub(MAX_HOST_LEN));
    let mut at = end;
    while at > floor {
        let byte = chars::byte_before(text, at);
        if LABEL.contains(byte) {
            at -= 1;
            continue;
        }
        if byte < 0x80 || !iri {
            break;
        }
        match chars::last(Span::new(floor, at).of(text)) {
            Some((c, len)) if is_host_letter(c) => at -= len,
            _ => break,
        }
    }
    work::add(end - at);
    at
}

/// Names that no registry delegates, but that people write addresses with (RFC 6761, RFC 7686).
const SPECIAL: [&[u8]; 6] = [b"example", b"internal", b"local", b"localhost", b"onion", b"test"];

/// Whether `label` is a name set apart for documentation, tests and local use.
pub(crate) fn is_special(label: &[u8]) -> bool {
    SPECIAL.iter().any(|name| name.eq_ignore_ascii_case(label))
}

/// Whether `label` alone is a top-level domain.
#[cfg(feature = "domains")]
pub(crate) fn is_tld(label: &[u8]) -> bool {
    is_delegated(label)
}

/// Whether the name `host` ends in a top-level domain that is delegated.
///
/// The whole name is asked because some top-level domains take registrations only at the third
/// level (`*.ck`).
#[cfg(feature = "domains")]
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    if !host.is_ascii() {
        let text = core::str::from_utf8(host);
        return text.is_ok_and(|host| is_listed(host.to_lowercase().as_bytes()));
    }
    // The list knows lower case only.
    let mut lower = [0; MAX_HOST_LEN];
    let Some(lower) = lower.get_mut(..host.len()) else { return false };
    lower.copy_from_slice(host);
    lower.make_ascii_lowercase();
    is_listed(lower)
}

/// Whether the list has a rule for `name`, which is in lower case.
#[cfg(feature = "domains")]
fn is_listed(name: &[u8]) -> bool {
    use psl::Psl as _;

    let suffix = Suffixes.suffix(name);
    suffix.is_some_and(|suffix| suffix.is_known() || suffix.as_bytes().contains(&b'.'))
}

/// Whether a name of two labels and more that ends in `label`, in ASCII, ends in a top-level domain
/// that is delegated: `None` where the label alone does not tell.
#[cfg(feature = "domains")]
#[inline]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    use psl::Psl as _;

    /// The only label that is in the list with others before it, and neither alone nor with any.
    const UNDECIDED: &[u8] = b"za";

    let mut lower = [0; 63];
    let Some(lower) = lower.get_mut(..label.len()) else { return Some(false) };
    lower.copy_from_slice(label);
    lower.make_ascii_lowercase();
    // With a label before it, for those that take registrations only at the third level.
    let suffix = Suffixes.find([&*lower, b"a"].into_iter());
    let is_listed = suffix.typ.is_some() || suffix.len > lower.len();
    (lower != UNDECIDED).then_some(is_listed)
}

/// The part of a host name that somebody can register, by the public suffix list: the public suffix
/// and the label before it. `None` for a name that is a public suffix itself, and for one label
/// that is none.
///
/// The list knows lower case only. An IP address is no name, and is not told from one here.
///
/// ```
/// use linkwright::find::registrable_domain;
///
/// assert_eq!(registrable_domain("www.example.co.uk"), Some("example.co.uk"));
/// assert_eq!(registrable_domain("www.example.com."), Some("example.com"));
/// assert_eq!(registrable_domain("co.uk"), None);
/// ```
#[cfg(feature = "domains")]
pub fn registrable_domain(name: &str) -> Option<&str> {
    use psl::Psl as _;

    // Without the dot of the root, if it is written.
    let domain = Suffixes.domain(name.as_bytes())?.trim();
    core::str::from_utf8(domain.as_bytes()).ok()
}

/// The public suffix list. It is compiled into code, once for each type of iterator that it is asked
/// with: 650 KB a type. Here it is always asked with the same one.
#[cfg(feature = "domains")]
struct Suffixes;

#[cfg(feature = "domains")]
impl psl::Psl for Suffixes {
    fn find<'a, T: Iterator<Item = &'a [u8]>>(&self, mut labels: T) -> psl::Info {
        let labels: &mut dyn Iterator<Item = &'a [u8]> = &mut labels;
        psl::List.find(labels)
    }
}

/// Without the list every label of two letters or more could be one.
#[cfg(not(feature = "domains"))]
pub(crate) fn is_tld(label: &[u8]) -> bool {
    label.len() >= 2 && label.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
}

/// Without the list a label of letters could be one, and no other.
#[cfg(not(feature = "domains"))]
#[expect(clippy::unnecessary_wraps, reason = "the list knows of labels that do not tell")]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    Some(is_tld(label))
}

/// Without the list every name whose last label is letters only could be delegated.
#[cfg(not(feature = "domains"))]
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    host.rsplit(|&byte| byte == b'.').next().is_some_and(is_tld)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (&str, usize, bool) {
        let labels = labels(text.as_bytes(), 0, true);
        (&text[labels.span.range()], labels.count, labels.well_formed)
    }

    #[test]
    fn labels_end_with_the_name() {
        assert_eq!(found("www.example.com/a"), ("www.example.com", 3, true));
        assert_eq!(found("example.com. Then"), ("example.com", 2, true));
        assert_eq!(found("президент.рф!"), ("президент.рф", 2, true));
        assert_eq!(found("a..b"), ("a", 1, false));
        assert_eq!(found("-a.com"), ("-a.com", 2, false));
    }

    #[cfg(feature = "domains")]
    #[test]
    fn an_ascii_tld_ends_before_cjk() {
        assert_eq!(found("example.comこれは"), ("example.com", 2, true));
        assert!(is_delegated("а.рф".as_bytes()));
        assert!(is_delegated(b"EXAMPLE.COM"));
        assert!(is_delegated(b"foo.co.uk"));
        assert!(is_delegated(b"foo.ck"));
        assert!(!is_delegated(b"example.coma"));
        assert!(!is_delegated(b"a.example"));
    }

    #[cfg(feature = "domains")]
    #[test]
    fn the_last_label_tells_what_the_name_does() {
        for name in ["example.com", "EXAMPLE.COM", "foo.ck", "a.b.np", "example.coma", "a.example"]
        {
            let last = name.rsplit('.').next().unwrap().as_bytes();
            assert_eq!(is_delegated_label(last), Some(is_delegated(name.as_bytes())), "{name}");
        }
        assert_eq!(is_delegated_label(&[b'a'; 64]), Some(false));
        assert_eq!(is_delegated_label(b"ZA"), None);
        assert!(is_delegated(b"co.za") && !is_delegated(b"a.za"));
    }
}
