//! Rules about the text before a candidate: whether it may begin there, and which prefix belongs to it.

use super::draft::{Draft, Verdict};
use super::rule::{Kinds, Rule};
use super::unicode;
use crate::candidate::facts::Facts;
use crate::candidate::{host, lines, scheme};
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph;
use crate::vocabulary::flags::Flag;

/// `blob:http://h`, `view-source:http://h`: the inner URI is a part of the outer one.
///
/// Browsers interpret such a URI as one resource, and the URIs of some of these schemes run code. The inner URI is not
/// linked, even if the finder does not search for the outer scheme.
pub(super) const CARRIER_SCHEME: Rule = Rule::open("carrier-scheme", carrier_scheme)
    .kinds(Kinds::HOSTS)
    .when(Facts::BEFORE_COLON)
    .documented(
        "a URI directly after a scheme such as `blob:`, whose URIs contain another URI or code, is not a separate link",
        "RFC 3986, 7; RFC 6454",
    );

fn carrier_scheme(draft: &mut Draft<'_>) -> Verdict {
    let Some(before) = draft.before().strip_suffix(b":") else { return Verdict::Pass };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let (_, name) = chars::split_last_run(before, is_name);
    Verdict::Reject(
        "it directly follows a scheme such as `blob:`, whose URIs contain another URI or code",
    )
    .when(scheme::is_carrier(name))
}

/// `http://http://t.cn/R`: a whole URI follows the `://` of another one.
///
/// By RFC 3986 the host would be `http` with an empty port, which no author intends: usually a URI was pasted after a
/// typed scheme. The rule links the inner URI and sets a flag.
pub(super) const NESTED_START: Rule = Rule::open("nested-start", nested_start)
    .kinds(Kinds::URI)
    .when(Facts::NESTED.or(Facts::BEFORE_GLUE))
    .documented(
        "if a URI directly follows the `://` of another one, the inner one is linked",
        "RFC 3986, 3.2.2: `http` would be the host",
    );

fn nested_start(draft: &mut Draft<'_>) -> Verdict {
    if draft.facts.meets(Facts::NESTED) {
        return Verdict::Yield(draft.body() + 2, "another URI begins directly after its `://`");
    }
    let is_inner = draft.is_hierarchical() && is_after_scheme(draft.before());
    draft.flags.set_if(Flag::NestedStart, is_inner);
    Verdict::Changed.when(is_inner)
}

fn is_after_scheme(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b"://") else { return false };
    let (_, name) = chars::split_last_run(before, |byte| byte.is_ascii_alphabetic());
    scheme::look_up(name).is_some()
}

/// `ｈttp://h`, `éhttp://h`: a Latin letter outside ASCII is directly before the scheme.
///
/// ASCII letters before a scheme are read as part of the scheme. Letters of other scripts (CJK, Cyrillic, Arabic) look
/// different from a scheme and do not prevent the link.
pub(super) const GLUED_WORD: Rule =
    Rule::open("glued-word", glued_word).kinds(Kinds::HOSTS).when(Facts::BEFORE_WIDE).documented(
        "a Latin letter outside ASCII directly before a scheme makes the scheme part of a word",
        "RFC 3986, 3.1: a scheme is ASCII",
    );

fn glued_word(draft: &mut Draft<'_>) -> Verdict {
    let is_latin = |(c, _): (char, usize)| !c.is_ascii() && glyph::is_latin(c);
    Verdict::Reject("a letter is directly before it")
        .when(chars::last(draft.before()).is_some_and(is_latin))
}

/// A link never begins inside a run of characters that a reader sees as one token.
///
/// `exa\u{200B}mple.com` looks like `example.com`, but its second half, `mple.com`, is another host.
pub(super) const VISUAL_START: Rule =
    Rule::open("visual-start", visual_start).when(Facts::BEFORE_WIDE).documented(
        "a link does not begin after an invisible character inside a word",
        "RFC 3987, 4.1; Unicode Technical Report 36",
    );

fn visual_start(draft: &mut Draft<'_>) -> Verdict {
    let mut before = draft.before();
    // Longer runs of controls do not occur in real text.
    for hidden in 0..16 {
        let Some((c, len)) = chars::last(before) else { break };
        if !unicode::is_hidden(c) {
            return Verdict::Reject("it is the end of a word that contains an invisible character")
                .when(hidden > 0 && is_word(c));
        }
        before = before.get(..before.len() - len).unwrap_or_default();
    }
    Verdict::Pass
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '@' | '%' | ':')
}

/// `5http://h`: a footnote number that text extraction left before the scheme.
///
/// The digit may also be the end of another word. The rule therefore rejects the URI, unless the option `doubtful` is
/// on.
pub(super) const GLUED_DIGIT: Rule =
    Rule::open("glued-digit", glued_digit).kinds(Kinds::URI).when(Facts::BEFORE_GLUE).documented(
        "a digit directly before a scheme makes the scheme part of a word",
        "RFC 3986, 3.1: `5http` is not a scheme",
    );

fn glued_digit(draft: &mut Draft<'_>) -> Verdict {
    Verdict::Reject("a digit is directly before its scheme")
        .when(draft.scheme().is_some() && draft.byte_before().is_ascii_digit())
}

/// `http://192.0.2[.]1/`, `jane[at]h.example`: a separator in brackets, with which authors write a host that nobody
/// should follow.
pub(super) const DEFANGED: Rule =
    Rule::open("defanged", defanged).when(Facts::HOST_ODD.or(Facts::BEFORE_SIGN)).documented(
        "a URI or an address whose `.`, `:` or `@` is in brackets is not a link, and neither are its parts; with the option `defanged` it is found, but never linked",
        "reports of malicious hosts: `hxxp://h[.]example`",
    );

/// Whether `rule` is [`DEFANGED`].
pub(crate) fn is_defanged(rule: &Rule) -> bool {
    rule.info.name() == DEFANGED.info.name()
}

fn defanged(draft: &mut Draft<'_>) -> Verdict {
    let name = draft.authority().map_or(&[][..], |authority| authority.of(draft.text));
    let before = draft.before();
    let ends_before = |len| {
        let at = before.len().checked_sub(len);
        at.is_some_and(|at| {
            let found = host::separator_in_brackets(before.get(at..).unwrap_or_default());
            found.is_some_and(|(found, _)| found == len)
        })
    };
    let goes_on =
        |at| host::separator_in_brackets(name.get(at..)?).filter(|(len, _)| at + len < name.len());
    Verdict::Reject("a separator in brackets shows that it should not be a link")
        .when((3..=5).any(ends_before) || (1..name.len()).any(|at| goes_on(at).is_some()))
}

/// `<URL:http://h>`, `URL: http://h`: the prefix that RFC 3986, Appendix C, describes.
///
/// `URL:` and `URI:` are not read as schemes. Only one prefix is removed, and a URI must follow it.
pub(super) const URL_PREFIX: Rule = Rule::open("url-prefix", url_prefix)
    .when(Facts::BEFORE_COLON.or(Facts::BEFORE_BLANKS))
    .documented(
        "`URL:` or `URI:` before a URI is not part of the URI, even if blanks or one line break are between them",
        "RFC 3986, Appendix C, describes the prefix \"URL:\"",
    );

fn url_prefix(draft: &mut Draft<'_>) -> Verdict {
    if draft.prefix.is_some() || !matches!(draft.byte_before(), b':' | b' ' | b'\t' | b'\n' | b'\r')
    {
        return Verdict::Pass;
    }
    let end = lines::back_over_break(draft.text, draft.floor, draft.start());
    // The text of a previous match is not a prefix.
    let floor = draft.floor.max(draft.taken);
    let Some(start) = end.checked_sub(4).filter(|&start| start >= floor) else {
        return Verdict::Pass;
    };
    let Some((word, b":")) = Span::new(start, end).of(draft.text).split_at_checked(3) else {
        return Verdict::Pass;
    };
    let before = if start > draft.floor { chars::byte_before(draft.text, start) } else { 0 };
    // `pr-url:` is the name of a field.
    let is_glued = before.is_ascii_alphanumeric() || matches!(before, b'-' | b'_' | b'.');
    if is_glued || !scheme::is_uri_label(word) {
        return Verdict::Pass;
    }
    draft.prefix = Some(Span::new(start, end));
    Verdict::Changed
}
