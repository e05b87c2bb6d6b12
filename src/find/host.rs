//! Bare hosts: where one begins and where it ends (RFC 1123, RFC 5890).

use super::suffix::{self, is_tld};
use super::work;
use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::span::Span;
use crate::text::glyph::Glyph;
use crate::text::{chars, glyph};

/// The longest name that the Domain Name System allows, with room for a final dot.
pub(crate) const MAX_HOST_LEN: usize = suffix::MAX_NAME_LEN;

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
    }
}
