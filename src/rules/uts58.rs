//! Rules of the link detection of Unicode Technical Standard #58 (UTS #58).
//!
//! The scan of a candidate ends at the first character that is `Hard`. These rules decide where the link ends before
//! it, and whether its host is one.

use super::draft::{Draft, Verdict};
use super::rule::{Kinds, Rule, Stage};
use crate::candidate::email::LocalPart;
use crate::candidate::facts::Facts;
use crate::candidate::host;
use crate::candidate::name::has_tld;
use crate::candidate::scheme::SchemeForm;
use crate::candidate::suffix;
use crate::span::Span;
use crate::text::chars;
use crate::text::link_terms::{self, LinkPlace};
use crate::vocabulary::{MatchKind, Reads};

/// A link with `http`, `https` or `ftp` has a host that ends in a top-level domain, and no userinfo. `mailto:` ends with
/// its address.
///
/// An IP address and a reserved name such as `localhost` are hosts as well.
pub(super) const LINK_HOST: Rule = Rule::shape("link-host", Stage::Cut, link_host)
    .kinds(Kinds::URI.or(Kinds::EMAIL))
    .when(Facts::HOST_ODD.or(Facts::NO_TLD).or(Facts::FORM))
    .reads(Reads::Token)
    .documented(
        "the host of a link ends in a top-level domain; `mailto:` ends with the address",
        "UTS #58: a link is a scheme and a domain name, a domain name, or an address",
    );

const NO_TLD: &str = "its host does not end in a top-level domain";

fn link_host(draft: &mut Draft<'_>) -> Verdict {
    let Some(scheme) = draft.scheme() else {
        return Verdict::Reject(NO_TLD).when(draft.facts.meets(Facts::NO_TLD));
    };
    if scheme.shape == SchemeForm::Mailto {
        let address = memchr::memchr(b'@', Span::new(draft.body(), draft.end()).of(draft.text))
            .and_then(|at| address_end(draft, draft.body() + at));
        return match address {
            None => Verdict::Reject("there is no address after the scheme"),
            Some(end) => draft.cut_at(Some(end).filter(|&end| end < draft.end())),
        };
    }
    let Some(authority) = draft.authority().filter(|_| scheme.shape == SchemeForm::Web) else {
        return Verdict::Pass;
    };
    let bytes = authority.of(draft.text);
    if bytes.contains(&b'@') {
        return Verdict::Reject("it has userinfo");
    }
    if bytes.first() == Some(&b'[') {
        return Verdict::Pass;
    }
    let labels = host::link_labels(draft.text, authority.start());
    let name = labels.span.of(draft.text);
    let is_ip = labels.numeric && memchr::memchr_iter(b'.', name).count() == 3;
    let is_reserved = labels.is_lone() && suffix::is_special(name);
    if !(is_ip || is_reserved || has_tld(draft.text, &labels, MatchKind::Uri)) {
        return Verdict::Reject(NO_TLD);
    }
    let end = authority_end(draft.text, labels.span.end());
    draft.cut_at(Some(end).filter(|&end| end < authority.end()))
}

/// The end of the address whose `@` is at `at`, if its local part is all of the text after the scheme.
fn address_end(draft: &Draft<'_>, at: usize) -> Option<usize> {
    let local = LocalPart::linked(draft.text, draft.body(), at, draft.limits.local_letters)?;
    let labels = host::link_labels(draft.text, at + 1);
    let is_whole = local.start == draft.body() && has_tld(draft.text, &labels, MatchKind::Email);
    is_whole.then(|| labels.span.end())
}

/// The end of the dot of the root and of the port after the host that ends at `at`. The dot belongs to the link if a
/// path, a query or a fragment follows.
fn authority_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let dot = usize::from(matches!(rest, [b'.', b'/' | b'?' | b'#', ..]));
    let digits = match rest {
        [b':', rest @ ..] => rest.iter().take_while(|byte| byte.is_ascii_digit()).count(),
        _ => 0,
    };
    let port =
        core::str::from_utf8(rest.get(1..1 + digits).unwrap_or_default()).unwrap_or_default();
    at + dot + if port.parse::<u16>().is_ok() { 1 + digits } else { 0 }
}

/// A bare domain name is not a part of an address, of another name, or of a longer token.
pub(super) const LINK_NAME: Rule = Rule::shape("link-name", Stage::Cut, link_name)
    .kinds(Kinds::WWW.or(Kinds::DOMAIN).or(Kinds::IP))
    .documented(
        "a bare domain name ends in a top-level domain, and is not a part of an address or of a longer name",
        "UTS #58: if the local part of an address is invalid, its domain is not a link either",
    );

fn link_name(draft: &mut Draft<'_>) -> Verdict {
    if draft.facts.meets(Facts::NO_TLD) && draft.kind() != MatchKind::Ip {
        return Verdict::Reject(NO_TLD);
    }
    if draft.facts.meets(Facts::BEFORE_GLUE) {
        return Verdict::Reject("it is a part of a longer token");
    }
    let Some(authority) = draft.authority() else { return Verdict::Pass };
    let labels = host::link_labels(draft.text, authority.start());
    if begins_address(draft, labels.span.end()) {
        return Verdict::Reject("it is a part of an address");
    }
    let end = authority_end(draft.text, labels.span.end());
    draft.cut_at(Some(end).filter(|&end| end < authority.end()))
}

/// Whether an `@` follows the characters of a local part that begin at `at`.
fn begins_address(draft: &Draft<'_>, at: usize) -> bool {
    /// The number of bytes of a local part (RFC 5321, 4.5.3.1.1).
    const MOST: usize = 64;
    let rest = draft.text.get(at..).unwrap_or_default();
    let mut len = 0;
    while len < MOST
        && let Some((c, step)) = rest.get(len..).and_then(chars::first)
        && link_terms::is_email(c)
        && !matches!(c, '/' | '?' | '#')
    {
        len += step;
    }
    draft.note_reach(at + len + 1);
    rest.get(len) == Some(&b'@')
}

/// A closing bracket whose opening bracket is not in the same segment, key or value ends the link.
pub(super) const LINK_BRACKETS: Rule = Rule::cut("link-brackets", link_brackets)
    .kinds(Kinds::HOSTS)
    .when(Facts::IN_CLOSER.or(Facts::IN_WIDE))
    .documented(
        "a closing bracket ends the link unless its opening bracket is the last one in the same segment, key or value",
        "UTS #58, Link_Term=Close and Link_Bracket",
    );

fn link_brackets(draft: &Draft<'_>) -> Option<usize> {
    let path = draft.after_authority();
    let mut place = LinkPlace::new();
    draft.pieces.as_slice().iter().find_map(|piece| {
        let start = piece.start().max(path).min(piece.end());
        let at = place.first_unopened(Span::new(start, piece.end()).of(draft.text))?;
        Some(start + at)
    })
}

/// Soft characters at the end, such as a full stop or a quotation mark, do not belong to the link.
pub(super) const SOFT_END: Rule = Rule::trim("soft-end", soft_end)
    .kinds(Kinds::HOSTS)
    .when(Facts::LAST_MARK.or(Facts::IN_WIDE))
    .documented("punctuation at the end is not part of the link", "UTS #58, Link_Term=Soft");

fn soft_end(draft: &Draft<'_>) -> Option<usize> {
    let soft = draft.last_piece().len() - link_terms::without_soft_end(draft.last_piece()).len();
    Some((draft.end() - soft).max(draft.body())).filter(|&end| end < draft.end())
}
