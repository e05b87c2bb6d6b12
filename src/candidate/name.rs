//! Computes the facts about a host without a scheme from its labels and the bytes after it.

use crate::candidate::extent::Extent;
use crate::candidate::facts::Facts;
use crate::candidate::host::{self, Labels};
use crate::candidate::scheme::SchemeForm;
use crate::candidate::{extension, suffix};
use crate::span::Span;
use crate::text::chars::{self, WIDE_DOT};
use crate::vocabulary::MatchKind;

/// The facts about the host of a bare domain, an e-mail address or another match without a scheme.
pub(crate) fn name_facts(text: &[u8], labels: &Labels, kind: MatchKind) -> Facts {
    let wide = Facts::IN_WIDE.or(Facts::UNPROVED).or(Facts::HOST_WIDE);
    let mut facts = wide.when(labels.wide) | Facts::NO_TLD.when(!has_tld(text, labels, kind));
    if kind != MatchKind::Email {
        let end = labels.span.end();
        let (last, after) = (labels.last.of(text), text.get(end..).unwrap_or_default());
        // The files of Org have this extension.
        let is_org =
            || last == b"org" && memchr::memchr_iter(b'.', labels.span.of(text)).count() == 1;
        let is_doubtful =
            host::is_doubtful(last, after) || is_org() || is_product(labels.span.of(text));
        facts |= Facts::NAME_GLUED.when(host::is_glued_to(after))
            | Facts::NAME_DOUBTFUL.when(is_doubtful);
    }
    facts
}

/// Whether the labels end in a delegated top-level domain. For every kind except a bare domain, a reserved top-level
/// domain such as `example` also counts: documentation often contains `user@host.example`, but a bare `host.example` is
/// often not a link.
pub(crate) fn has_tld(text: &[u8], labels: &Labels, kind: MatchKind) -> bool {
    if !labels.well_formed || labels.is_lone() {
        return false;
    }
    let last = labels.last.of(text);
    if kind != MatchKind::Domain && suffix::is_special(last) {
        return true;
    }
    let known = if labels.wide { None } else { suffix::is_delegated_label(last) };
    known.unwrap_or_else(|| {
        let name = labels.span.of(text);
        let wide = core::str::from_utf8(name).ok().filter(|name| name.contains(WIDE_DOT));
        match wide {
            Some(name) => suffix::is_delegated(name.replace(WIDE_DOT, ".").as_bytes()),
            None => suffix::is_delegated(name),
        }
    })
}

/// Whether `host` has two labels or more and ends in a top-level domain, or ends in a reserved one.
#[inline(never)]
pub(crate) fn is_public_host(host: &[u8]) -> bool {
    let host = host.strip_suffix(b".").unwrap_or(host);
    let dot = memchr::memrchr(b'.', host);
    let last = dot.map_or(host, |dot| host.get(dot + 1..).unwrap_or_default());
    let known = if last.is_ascii() { suffix::is_delegated_label(last) } else { None };
    let is_delegated = || known.unwrap_or_else(|| suffix::is_delegated(host));
    suffix::is_special(last) || (dot.is_some() && is_delegated())
}

/// Whether `host` has no top-level domain, and `token`, which begins the next line, completes it.
#[inline(never)]
pub(crate) fn completes_host(host: &[u8], token: &[u8]) -> bool {
    let len = token.iter().position(|byte| b"/?#:".contains(byte)).unwrap_or(token.len());
    let rest = token.get(..len).unwrap_or_default().trim_ascii_end();
    let whole = [host, rest.strip_suffix(b".").unwrap_or(rest)].concat();
    !is_public_host(host) && is_public_host(&whole) && host::is_name(&whole)
}

/// Whether the candidate is a web URI whose authority begins with a name that is no public host, and nothing but
/// characters outside ASCII follows the name in the authority. A number is an address, and not a part of a name. Few
/// candidates end with their host, so the function is not inlined.
#[cold]
#[inline(never)]
pub(crate) fn is_stump(text: &[u8], extent: &Extent) -> bool {
    if extent.scheme.is_none_or(|scheme| scheme.shape != SchemeForm::Web) {
        return false;
    }
    let authority = Span::new(extent.authority_start, extent.authority).of(text);
    let is_mark = |byte| matches!(byte, b'.' | b'-');
    let (host, rest) =
        chars::split_run(authority, |byte| byte.is_ascii_alphanumeric() || is_mark(byte));
    let (host, _) = chars::split_last_run(host, is_mark);
    let (_, last) = chars::split_last_run(host, |byte| byte != b'.');
    last.iter().any(u8::is_ascii_alphabetic)
        && rest.first().is_none_or(|byte| !byte.is_ascii())
        && !is_public_host(host)
}

/// `ASP.NET`: the names of products of .NET have one to three letters before it, all in capitals.
pub(crate) fn is_product(host: &[u8]) -> bool {
    let letters = host.strip_suffix(b".NET").filter(|letters| (1..4).contains(&letters.len()));
    letters.is_some_and(|letters| letters.iter().all(u8::is_ascii_uppercase))
}

/// The letters at the end of `text`.
pub(crate) fn last_word(text: &[u8]) -> &[u8] {
    chars::split_last_run(text, |byte| byte.is_ascii_alphabetic()).1
}

/// The maximum number of bytes before a name in which the rest of an address is read.
const MAX_REST: usize = 64;

/// Whether the text before a name is the beginning of an address that hides its `@` (`jane (at)`, `jane!at!`, `jane @`,
/// `jane*`, `<jane at`), of a pattern (`.*`), or of a `tag` URI (RFC 4151). An asterisk that touches no word is emphasis.
pub(crate) fn is_rest_of_address(before: &[u8], after: &[u8]) -> bool {
    let before = before.get(before.len().saturating_sub(MAX_REST)..).unwrap_or(before);
    let text = before.trim_ascii_end();
    ends_in_at(text)
        || text.len() < before.len() && text.ends_with(b"@")
        || matches!(before, [.., inner, b'*'] if inner.is_ascii_alphanumeric() || *inner == b'.')
        || before.strip_suffix(b" at ").is_some_and(is_mailbox)
        || before.ends_with(b"tag:") && after.starts_with(b",")
}

/// Whether `text` ends in a sign for `@`: in brackets (`(at)`, `[@]`), in hyphens (`jane -at- h`), or in marks that touch a
/// word (`jane!at!h`, `jane_at_h`). In `we are _at_ example.com` the marks are emphasis.
fn ends_in_at(text: &[u8]) -> bool {
    let [head @ .., left, b'a' | b'A', b't' | b'T', right] = text else {
        return text.ends_with(b"[@]") || text.ends_with(b"(@)");
    };
    match (left, right) {
        (b'(' | b'[' | b'{' | b'<', b')' | b']' | b'}' | b'>') | (b'-', b'-') => true,
        (b'!', b'!') | (b'_', b'_') => head.last().is_some_and(u8::is_ascii_alphanumeric),
        _ => false,
    }
}

/// Whether `before` ends with a word that names a mailbox, and not a place: in angle brackets, with a mark inside that is
/// none of a file, or as the sender of a message. In `see us at example.com` it is none.
fn is_mailbox(before: &[u8]) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte);
    let (head, word) = chars::split_last_run(before, is_part);
    let (stem, last) = chars::split_last_run(word, |byte| byte.is_ascii_alphabetic());
    let is_file = || extension::is_any(last) || suffix::is_delegated_label(last) == Some(true);
    let sender = head.trim_ascii_end();
    let sender = sender.strip_suffix(b":").unwrap_or(sender);
    !word.is_empty()
        && (head.ends_with(b"<")
            || matches!(stem, [_, .., b'.' | b'_' | b'+']) && !last.is_empty() && !is_file()
            || last_word(sender) == b"From"
            || sender.trim_ascii_start() == b"from")
}
