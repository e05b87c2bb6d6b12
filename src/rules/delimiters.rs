//! Rules that enclose a candidate: angle brackets and quotes (RFC 3986, Appendix C).

use super::draft::{Draft, Verdict};
use super::enclosed;
use super::rule::{Kinds, Rule};
use crate::candidate::facts::Facts;
use crate::candidate::lines;
use crate::candidate::pieces::Pieces;
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::{Delimiter, MatchKind, Reads};

/// `<uri>`: everything up to `>` belongs to the URI, and blanks and line breaks are dropped.
///
/// If an opener encloses something else (prose, a tag, another URI), the candidate is read without
/// delimiters.
pub(super) const ANGLE_BRACKETS: Rule = Rule::open("angle-brackets", angle_brackets)
    .when(Facts::BEFORE_ANGLE.or(Facts::BEFORE_WIDE).or(Facts::BEFORE_BLANKS))
    .reads(Reads::Enclosure)
    .documented(
        "between `<` and `>`, or `⟨` and `⟩`, nothing is trimmed and whitespace is ignored",
        "RFC 3986, Appendix C: \"Using <> angle brackets around each URI is especially recommended\"",
    );

/// Whether `rule` is [`ANGLE_BRACKETS`].
pub(crate) fn is_angle_brackets(rule: &Rule) -> bool {
    rule.info.name() == ANGLE_BRACKETS.info.name()
}

fn angle_brackets(draft: &mut Draft<'_>) -> Verdict {
    let at = lines::back_over_break(draft.text, draft.floor, draft.outset());
    let Some((opener, closer)) = opener_before(draft, at) else { return Verdict::Pass };
    match draft.kind() {
        MatchKind::Uri => enclose_uri(draft, opener, closer),
        MatchKind::Email => enclose_exactly(draft, opener, closer, draft.end()),
        _ => enclose_exactly(draft, opener, closer, draft.extent()),
    }
}

/// The opener directly before `at`, and its closer. Manual pages use `⟨` and `⟩`.
fn opener_before(draft: &Draft<'_>, at: usize) -> Option<(Span, char)> {
    let (c, len) = chars::last(Span::new(draft.floor.max(draft.taken), at).of(draft.text))?;
    let closer = match c {
        '<' => '>',
        '⟨' => '⟩',
        _ => return None,
    };
    Some((Span::new(at - len, at), closer))
}

fn enclose_uri(draft: &mut Draft<'_>, opener: Span, closer: char) -> Verdict {
    let Some(enclosed) = enclosed::enclosed(draft, opener.start(), &[closer]) else {
        return Verdict::Pass;
    };
    draft.pieces = enclosed.pieces;
    draft.proposals = enclosed.proposals;
    draft.enclose(Delimiter::Angle, opener.start(), enclosed.end)
}

/// A text without a scheme is enclosed only if nothing but blanks separates it from the brackets:
/// `<www.example.com>`, `<a@h>`.
fn enclose_exactly(draft: &mut Draft<'_>, opener: Span, closer: char, end: usize) -> Verdict {
    let at = lines::skip_blanks(draft.text, end);
    let found = draft.text.get(at..).and_then(chars::first);
    let Some((_, len)) = found.filter(|&(c, _)| c == closer) else {
        draft.note_reach(at + closer.len_utf8());
        return Verdict::Pass;
    };
    if end != draft.end() {
        draft.pieces = Pieces::One(Span::new(draft.start(), end));
    }
    draft.enclose(Delimiter::Angle, opener.start(), at + len)
}

/// `"uri"`: the quotes enclose a URI, and line breaks between them are dropped.
///
/// Quotes enclose prose as well, so the rule `inner-blank` ends the URI at a blank on the same line. The punctuation
/// before the closing quote usually belongs to the sentence: it is trimmed, and the untrimmed reading is an alternate.
pub(super) const DOUBLE_QUOTES: Rule = Rule::open("double-quotes", double_quotes)
    .when(Facts::BEFORE_QUOTE)
    .reads(Reads::Enclosure)
    .documented(
        "between `\"` and `\"` line breaks are ignored",
        "RFC 3986, Appendix C: \"usually within double-quotes\"",
    );

fn double_quotes(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_before() != b'"' || !draft.is_bare() || draft.outset() <= draft.taken {
        return Verdict::Pass;
    }
    let opener = draft.outset() - 1;
    // An address has no blanks, so the closer must follow it directly.
    if draft.kind() == MatchKind::Email {
        return match draft.byte_after() {
            b'"' => draft.enclose(Delimiter::DoubleQuote, opener, draft.end() + 1),
            _ => Verdict::Pass,
        };
    }
    let Some(enclosed) = enclosed::enclosed(draft, opener, &['"']) else { return Verdict::Pass };
    draft.quote(enclosed, opener, Delimiter::DoubleQuote)
}

/// `“uri”`, `„uri“`, `«uri»`, `»uri«`, `「uri」`: quotation marks of other languages, next to the
/// URI.
///
/// RFC 3987 allows most of these characters in an IRI. After an opener, the closer still ends the IRI.
pub(super) const TYPOGRAPHIC_QUOTES: Rule = Rule::open("typographic-quotes", typographic_quotes)
    .kinds(Kinds::HOSTS)
    .when(Facts::BEFORE_WIDE)
    .reads(Reads::Enclosure)
    .documented(
        "typographic quotes, guillemets and corner brackets next to a URI enclose it",
        "RFC 3986, Appendix C, applied to the quotes of other languages",
    );

/// The closers of an opening quote; empty for any other character.
const fn closers(opener: char) -> &'static [char] {
    match opener {
        '“' => &['”', '“'],
        '„' | '‟' => &['“', '”'],
        '”' => &['”'],
        '‘' => &['’'],
        '‚' | '‛' => &['‘', '’'],
        '«' => &['»'],
        '»' => &['«', '»'],
        '‹' => &['›'],
        '›' => &['‹', '›'],
        '「' => &['」'],
        '『' => &['』'],
        '｢' => &['｣'],
        '〝' => &['〟', '〞'],
        _ => &[],
    }
}

fn typographic_quotes(draft: &mut Draft<'_>) -> Verdict {
    let Some((opener, len)) = chars::last(draft.before()) else { return Verdict::Pass };
    let (closers, opener) = (closers(opener), draft.outset() - len);
    if closers.is_empty() || !draft.is_bare() || opener < draft.taken {
        return Verdict::Pass;
    }
    let Some(enclosed) = enclosed::enclosed(draft, opener, closers) else { return Verdict::Pass };
    draft.quote(enclosed, opener, Delimiter::TypographicQuote)
}

/// `'uri'` and `` `uri` ``: the quotes enclose a URI on one line, if the opener directly precedes
/// it.
///
/// A URI may contain an apostrophe (`it's`), so the closer is the first apostrophe that no word follows directly. A URI
/// cannot contain a backtick.
pub(super) const SINGLE_QUOTES: Rule =
    Rule::open("single-quotes", single_quotes).when(Facts::BEFORE_QUOTE).documented(
        "`'` or a backtick before a URI opens a quotation, which the next such mark closes",
        "RFC 3986, Appendix C, applied to the quotes of programs",
    );

fn single_quotes(draft: &mut Draft<'_>) -> Verdict {
    let (text, mark) = (draft.text, draft.byte_before());
    let (by, closer) = match mark {
        b'\'' => {
            let closer = draft.bytes_from(draft.body()).find(|&(at, _)| is_closer(text, at));
            (Delimiter::SingleQuote, closer.map_or(draft.end(), |(at, _)| at))
        }
        b'`' => (Delimiter::Backtick, draft.extent()),
        _ => return Verdict::Pass,
    };
    if !draft.is_bare() || chars::byte_at(text, closer) != mark || closer <= draft.start() {
        return Verdict::Pass;
    }
    draft.cut(closer);
    draft.enclose(by, draft.outset() - 1, closer + 1)
}

/// Whether the byte at `at` is an apostrophe that closes a quotation.
pub(crate) fn is_closer(text: &[u8], at: usize) -> bool {
    chars::byte_at(text, at) == b'\'' && !is_word(chars::byte_at(text, at + 1))
}

/// Whether a URI continues after an apostrophe if `byte` follows the apostrophe.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || byte >= 0x80
        || matches!(byte, b'_' | b'-' | b'/' | b'%' | b'=' | b'&' | b'\'')
}
