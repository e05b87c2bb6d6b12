//! Rules of the extended autolinks of GitHub Flavored Markdown.

use super::draft::{Draft, Verdict};
use super::draft_uri::DraftUri;
use super::rule::{Kinds, Rule, Stage};
use crate::candidate::facts::Facts;
use crate::candidate::gfm;
use crate::candidate::scheme::SchemeForm;
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::MatchKind;

/// An extended autolink with a scheme does not begin directly after a letter or a digit.
pub(super) const GFM_START: Rule =
    Rule::open("gfm-start", gfm_start).kinds(Kinds::URI).when(Facts::BEFORE_GLUE).documented(
        "no letter or digit is directly before the scheme of a link",
        "GitHub Flavored Markdown, 6.9; its implementations allow marks before a scheme",
    );

fn gfm_start(draft: &mut Draft<'_>) -> Verdict {
    // The text after the scheme may contain another link: `1mailto:a www.b.example`.
    Verdict::Yield(draft.body(), "a letter or digit is directly before it")
        .when(draft.byte_before().is_ascii_alphanumeric())
}

/// `mailto:` and `xmpp:` autolinks consist of a scheme and an address; `xmpp:` may have a resource after it.
pub(super) const GFM_ADDRESS: Rule = Rule::shape("gfm-address", Stage::Cut, gfm_address)
    .kinds(Kinds::URI)
    .when(Facts::FORM)
    .documented(
        "`mailto:` and `xmpp:` end with the address; `xmpp:` may have one resource",
        "GitHub Flavored Markdown, 6.9: extended protocol autolink",
    );

fn gfm_address(draft: &mut Draft<'_>) -> Verdict {
    let Some(scheme) = draft.scheme().filter(|scheme| scheme.is_address()) else {
        return Verdict::Pass;
    };
    let body = Span::new(draft.body(), draft.end()).of(draft.text);
    let address = memchr::memchr(b'@', body)
        .and_then(|at| gfm::address(draft.text, draft.body(), draft.body() + at).ok());
    let Some(address) = address.filter(|address| address.start() == draft.body()) else {
        // `mailto:a/jane@h.example`: the address inside it is still a candidate.
        return Verdict::Yield(draft.body(), "there is no address after the scheme");
    };
    let resource =
        if scheme.shape == SchemeForm::Xmpp { resource_len(draft, address.end()) } else { 0 };
    draft.cut_at(Some(address.end() + resource).filter(|&end| end < draft.end()))
}

/// The length of the `/` at `at` and the letters, digits, `@` and dots after it.
fn resource_len(draft: &Draft<'_>, at: usize) -> usize {
    let Some([b'/', rest @ ..]) = draft.text.get(at..) else { return 0 };
    let is_resource = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'.');
    let len = chars::split_run(rest, is_resource).0.len();
    if len > 0 { len + 1 } else { 0 }
}

/// Trims the end of an extended autolink as GFM specifies, and also trims U+2069.
pub(super) const GFM_TAIL: Rule =
    Rule::trim("gfm-tail", gfm_tail).kinds(Kinds::HOSTS).when(Facts::LAST_MARK).documented(
        "trailing punctuation, unmatched `)` and entity references are not part of an autolink",
        "GitHub Flavored Markdown, 6.9: extended autolink path validation",
    );

fn gfm_tail(draft: &Draft<'_>) -> Option<usize> {
    let whole = Span::new(draft.start(), draft.end()).of(draft.text);
    draft.end_without(whole.len() - trim(whole).len())
}

fn trim(mut link: &[u8]) -> &[u8] {
    let count = |wanted: u8| link.iter().filter(|&&byte| byte == wanted).count();
    let (opened, mut closed) = (count(b'('), count(b')'));
    loop {
        link = match link {
            [rest @ .., b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"'] => {
                rest
            }
            // U+2069: chat clients put links in isolates, and comrak does not link the end of an
            // isolate.
            [rest @ .., 0xE2, 0x81, 0xA9] => rest,
            [rest @ .., b')'] if closed > opened => {
                closed -= 1;
                rest
            }
            // The `;` may end an entity reference.
            [rest @ .., b';'] => {
                let (before, name) = chars::split_last_run(rest, |byte| byte.is_ascii_alphabetic());
                before.strip_suffix(b"&").filter(|_| !name.is_empty()).unwrap_or(rest)
            }
            _ => return link,
        };
    }
}

/// An extended autolink has a valid domain, exactly as specified by GFM.
pub(super) const GFM_DOMAIN: Rule = Rule::judge("gfm-domain", gfm_domain)
    .kinds(Kinds::URI.or(Kinds::WWW))
    .when(Facts::NAME_ODD)
    .documented(
        "the domain has segments of letters, digits, `-` and `_`, and no `_` in the last two",
        "GitHub Flavored Markdown, 6.9: valid domain",
    );

fn gfm_domain(draft: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    let is_web = draft.scheme().is_some_and(|scheme| scheme.shape == SchemeForm::Web);
    let holds = match draft.kind() {
        MatchKind::Www => begins_with_domain(draft) && uri.host().contains('.'),
        MatchKind::Uri if is_web => begins_with_domain(draft),
        _ => true,
    };
    // `http://|jane@h.example`: the address inside it is still a candidate.
    Verdict::Yield(draft.body(), "its domain is not valid in GFM").when(!holds)
}

/// Whether the text before trimming begins with a valid domain: `www.a.example_` does not.
fn begins_with_domain(draft: &Draft<'_>) -> bool {
    draft.authority().is_some_and(|authority| {
        let untrimmed = Span::new(authority.start(), draft.extent());
        gfm::begins_with_domain(untrimmed.of(draft.text))
    })
}
