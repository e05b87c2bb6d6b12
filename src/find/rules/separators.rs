//! Rules that end a candidate at an apostrophe, a comma, a bar, a backslash or another character that separates.

use super::rule::{Kinds, Rule};
use crate::find::candidate::draft::{Draft, Verdict};
use crate::find::candidate::facts::Facts;
use crate::find::candidate::{scheme, sets};
use crate::find::vocabulary::Reads;
use crate::span::Span;
use crate::text::chars;

/// `http://evil.example\@good.example/`: two kinds of parser see two hosts.
///
/// RFC 3986 has no backslash, so the URI ends before it; browsers take it for a slash; lenient
/// parsers take `@` after it for the end of the userinfo. Only where such an `@` follows do they
/// disagree about the host. A lone `\n` after a URI in source code misleads no one.
pub(super) const BACKSLASH: Rule = Rule::cut("backslash", backslash)
    .kinds(Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP))
    .when(Facts::AFTER_BACKSLASH)
    .reads(Reads::Token)
    .documented(
        "a backslash and an `@` behind the host make it another host to other parsers: no link",
        "RFC 3986, 7.6; WHATWG URL, 4.4",
    );

fn backslash(draft: &mut Draft<'_>) -> Verdict {
    if is_differential(draft) {
        return Verdict::Reject("other parsers see another host behind the backslash");
    }
    Verdict::Pass
}

/// Whether a backslash ends the authority and an `@` follows in the same token.
pub(crate) fn is_differential(draft: &Draft<'_>) -> bool {
    let follows = draft.after();
    follows.first() == Some(&b'\\')
        && draft.ends_in_authority()
        && follows
            .iter()
            .take(512)
            .take_while(|&&byte| byte == b'\\' || !sets::STOP.contains(byte))
            .any(|&byte| byte == b'@')
}

/// `http://example.com's owner`, `http://h:80'>`: after a host an apostrophe is English, or a quote.
pub(super) const POSSESSIVE: Rule = Rule::cut("possessive", possessive)
    .kinds(Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP))
    .when(Facts::IN_APOSTROPHE)
    .documented(
        "an apostrophe behind the host ends the URI",
        "RFC 1123, 2.1: no host name has an apostrophe",
    );

fn possessive(draft: &mut Draft<'_>) -> Verdict {
    let Some(authority) = draft.authority() else { return Verdict::Pass };
    let host = authority.of(draft.text);
    if host.contains(&b'@') {
        return Verdict::Pass;
    }
    match memchr::memchr(b'\'', host) {
        Some(at) if at > 0 => {
            draft.cut(authority.start() + at);
            Verdict::Changed
        }
        _ => Verdict::Pass,
    }
}

/// `http://a,https://b`: a list without spaces splits at the comma before the next URI.
///
/// A slash there is left alone: archives keep whole URIs in their paths (`/web/*/http://h`).
pub(super) const GLUED_COMMA: Rule =
    Rule::cut("glued-comma", glued_comma).when(Facts::IN_LIST).documented(
        "a comma directly before another URI ends this one",
        "lists written without spaces; RFC 3986 allows the comma",
    );

fn glued_comma(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    let body = Span::new(draft.body() + 2, draft.pieces.first().end());
    // Each `://` is looked at from after: they are rarer than commas.
    let split = memchr::memmem::find_iter(body.of(draft.text), b"://").find_map(|slashes| {
        let before = Span::new(body.start(), body.start() + slashes).of(draft.text);
        let name = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let comma = (body.start() + slashes).checked_sub(name + 1)?;
        let is_list = matches!(draft.text.get(comma), Some(b',' | b';' | b'|'))
            && scheme::starts_known(draft.text, comma + 1);
        is_list.then_some(comma)
    });
    match split {
        Some(comma) if comma > draft.body() => {
            draft.cut(comma);
            Verdict::Changed
        }
        _ => Verdict::Pass,
    }
}

/// For archives the text after a `|` is another reading of the URI.
pub(super) const PIPE_ALTERNATE: Rule =
    Rule::cut("pipe-alternate", pipe_alternate).when(Facts::IN_PIPE).documented(
        "the URI with all that stands behind a `|` is an alternate",
        "RFC 2396, 2.4.3: `|` is unwise, and was written none the less",
    );

fn pipe_alternate(draft: &mut Draft<'_>) -> Verdict {
    // Of a list without blanks not all the rest is another reading of each.
    if !draft.is_bare() || draft.is_partial() || draft.last_byte() == b'|' {
        return Verdict::Pass;
    }
    if !draft.bytes_from(draft.body()).any(|(_, byte)| byte == b'|') {
        return Verdict::Pass;
    }
    draft.spare().pipe = Some(draft.end());
    Verdict::Changed
}

/// `POST|http://h|2019`: a `|` ends the URI, unless a query goes on after it.
pub(super) const PIPE: Rule = Rule::cut("pipe", pipe).when(Facts::IN_PIPE).documented(
    "`|` ends the URI, but not in a query that goes on",
    "RFC 2396, 2.4.3: `|` is unwise; tables and logs separate with it",
);

fn pipe(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    match first_ending(draft) {
        Some(at) => {
            draft.cut(at);
            Verdict::Changed
        }
        None => Verdict::Pass,
    }
}

fn first_ending(draft: &Draft<'_>) -> Option<usize> {
    let mut in_query = false;
    for (at, byte) in draft.bytes_from(draft.body()) {
        match byte {
            b'?' => in_query = true,
            b'|' if !(in_query && goes_on(draft, at + 1)) => return Some(at),
            _ => {}
        }
    }
    None
}

fn goes_on(draft: &Draft<'_>, at: usize) -> bool {
    let next = chars::byte_at(draft.text, at);
    at < draft.end() && !sets::STOP.or(sets::BRACKET).contains(next)
}

/// Without repair a character that RFC 3986 has no place for ends the URI.
pub(super) const FOREIGN_CHARACTER: Rule =
    Rule::cut("foreign-character", foreign_character).when(Facts::IN_FOREIGN).documented(
        "where nothing is repaired, `[ ] { } | ^` behind the authority end the URI",
        "RFC 3986, 2.2 and 3.3",
    );

fn foreign_character(draft: &mut Draft<'_>) -> Verdict {
    let from = draft.authority().map_or(draft.body(), Span::end);
    let is_foreign = |&(_, byte): &(usize, u8)| sets::FOREIGN.contains(byte);
    let found = draft.bytes_from(from).find(is_foreign);
    match found {
        Some((at, _)) => {
            draft.cut(at);
            Verdict::Changed
        }
        None => Verdict::Pass,
    }
}
