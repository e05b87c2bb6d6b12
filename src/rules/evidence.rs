//! Rules about names and addresses without a scheme: whether their text and the text around them show that they are
//! links.

use super::draft::{Draft, Verdict};
use super::draft_uri::DraftUri;
use super::link_text;
use super::rule::{Kinds, Rule};
use crate::candidate::facts::Facts;
use crate::candidate::host::{self, TldUse};
use crate::candidate::{extension, suffix};
use crate::text::wordlist::WordList;
use crate::vocabulary::{Delimiter, MatchKind};

/// A host without a scheme must have a top-level domain: `example.com`, not `example.coma`. If the rule is disabled,
/// addresses and names with `www.` in a private network are linked (`jane@mailhost`), but bare domains still need a
/// top-level domain.
///
/// A name must not touch another token: directly after `@`, `/` or a hyphen, or directly before `@`, `(` or `://`, it
/// is part of something else.
pub(super) const DOMAIN_EVIDENCE: Rule = Rule::judge("domain-evidence", domain_evidence)
    .kinds(Kinds::WWW.or(Kinds::DOMAIN).or(Kinds::EMAIL))
    .when(
        Facts::NO_TLD
            .or(Facts::HOST_ODD)
            .or(Facts::NAME_GLUED)
            .or(Facts::BEFORE_GLUE)
            .or(Facts::BEFORE_COLON),
    )
    .documented(
        "a host without a scheme needs a top-level domain, and no other text may touch it",
        "the list of public suffixes; RFC 6761 for the reserved names",
    );

fn domain_evidence(draft: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    if draft.facts.meets(Facts::NO_TLD) {
        return Verdict::Reject("its host does not end in a top-level domain");
    }
    if draft.kind() == MatchKind::Email {
        return Verdict::Pass;
    }
    if uri.userinfo().is_some() {
        // The host of `example.com:80@evil.example` is the second name, but the evidence is about the first.
        return Verdict::Reject("the text before its `@` is not the host");
    }
    if draft.facts.meets(Facts::NAME_GLUED.or(Facts::BEFORE_GLUE)) {
        return Verdict::Reject("other text touches it");
    }
    if draft.facts.meets(Facts::BEFORE_COLON) && ends_in_handle(draft.before()) {
        return Verdict::Reject("it is the server in a name such as `@ada:h.example`");
    }
    Verdict::Pass
}

/// Whether `before` ends in the beginning of a user, room or group of Matrix, up to its colon: `@ada:`, `#room:`. Such a
/// name is one token.
fn ends_in_handle(before: &[u8]) -> bool {
    let name = before.strip_suffix(b":").unwrap_or(before);
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || b"._=-/".contains(byte);
    let local = name.iter().rev().take_while(|byte| is_local(byte)).count();
    let is_start = |rest: &[u8]| !rest.last().is_some_and(u8::is_ascii_alphanumeric);
    match name.get(..name.len() - local) {
        Some([rest @ .., b'@' | b'#' | b'!' | b'+' | b'$']) => local > 0 && is_start(rest),
        _ => false,
    }
}

/// `It ended.The next`: a sentence without a space is not a domain.
///
/// A top-level domain is written either in lower or in upper case. A label that begins with a capital and continues in
/// lower case is the next sentence.
pub(super) const SENTENCE_END: Rule = Rule::judge("sentence-end", sentence_end)
    .kinds(Kinds::DOMAIN)
    .when(Facts::NAME_DOUBTFUL)
    .documented(
        "the top-level domain of a bare domain is written entirely in lower case or entirely in upper case",
        "prose without a space after the full stop",
    );

fn sentence_end(draft: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    let tld = tld(uri);
    let is_name =
        || uri.host().split('.').all(|label| label.starts_with(|c: char| c.is_ascii_uppercase()));
    let is_domain = host::tld_use(tld) == TldUse::Domains && is_name();
    if host::begins_sentence(tld) && !is_domain && !link_text::is_of_any(draft) {
        return Verdict::Reject("a sentence begins after the dot");
    }
    Verdict::Pass
}

/// The last label of a host of two labels or more; empty for any other host, such as `localhost`.
fn tld<'t>(uri: &DraftUri<'t>) -> &'t [u8] {
    let host = uri.host().strip_suffix('.').unwrap_or(uri.host());
    host.rsplit_once('.').map_or(&[], |(_, tld)| tld.as_bytes())
}

/// `main.rs`, `readme.md`, `run.sh`: file names whose extension is also a top-level domain.
///
/// They are domains if a path or a port follows, or if they are the text of a link to this host. Names in capitals are
/// left to the rule `bare-domain`.
pub(super) const FILE_NAME: Rule = Rule::judge("file-name", file_name)
    .kinds(Kinds::DOMAIN)
    .when(Facts::NAME_DOUBTFUL)
    .documented(
        "a bare domain that could be a file name is a link only if it has a path or a port, or is the text of a link to that domain",
        "file extensions that are also top-level domains",
    );

fn file_name(draft: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    if uri.port().is_some() || uri.path().len() > 1 {
        return Verdict::Pass;
    }
    let has_inner = uri.host().bytes().filter(|&byte| byte == b'.').count() > 1;
    if extension::is_mostly_extension(tld(uri))
        && !has_inner
        && !link_text::is_of_link(draft, uri.host().as_bytes())
    {
        return Verdict::Reject("it looks like the name of a file");
    }
    Verdict::Pass
}

/// `1.2.3.4` is an address, `1.2.3` and `1.2.3.4.5` are versions.
pub(super) const IP_EVIDENCE: Rule =
    Rule::judge("ip-evidence", ip_evidence).kinds(Kinds::IP).documented(
        "a bare IPv4 address has four octets, and no other text touches it",
        "RFC 3986, 3.2.2: IPv4address",
    );

fn ip_evidence(draft: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    let before = draft.byte_before();
    let runs_in = before.is_ascii_alphanumeric()
        || matches!(before, b'.' | b'-' | b'_' | b'@' | b'/' | b'\\');
    let runs_on = matches!(draft.after(), [b'@' | b'_' | b'-', ..])
        || matches!(draft.after(), [b'.', next, ..] if next.is_ascii_alphanumeric())
        || host::separator_in_brackets(draft.after()).is_some();
    if runs_in || runs_on || !uri.host_is_ip() {
        return Verdict::Reject("it is a number and not an IPv4 address");
    }
    Verdict::Pass
}

/// Texts that look like an address but are not one: message ids, places on a server, names in paths, user masks of IRC.
///
/// `<x@h>` after `Message-ID:` is the id of a message, `git@h:repo` is a path, and `a@b@c` is not an address. A local
/// part with a slash is rare, but some mailing lists have one (`~jane/list@h`); in `/home/jane@h/x` the slash belongs
/// to a path.
pub(super) const ADDRESS_CONTEXT: Rule = Rule::judge("address-context", address_context)
    .kinds(Kinds::EMAIL)
    .when(
        Facts::BEFORE_SIGN
            .or(Facts::AFTER_SIGN)
            .or(Facts::AFTER_BACKSLASH)
            .or(Facts::ANGLED)
            .or(Facts::UNPROVED),
    )
    .documented(
        "message ids, `user@host:path`, names in paths, user masks, `a@b@c` and the ends of longer addresses are not addresses",
        "RFC 5322, 3.6.4: msg-id; the syntax of scp",
    );

/// Header fields whose angle brackets contain message ids.
static ID_FIELDS: WordList = WordList::new(
    "content-id in-reply-to message-id original-message-id references resent-message-id supersedes \
     x-message-id",
);

fn address_context(draft: &Draft<'_>, _: &DraftUri<'_>) -> Verdict {
    if draft.byte_before() == b'=' && runs_from_bracket(draft.before()) {
        return Verdict::Reject("it is the end of a message id");
    }
    if draft.byte_before() == b'@' {
        return Verdict::Reject("another `@` is before it");
    }
    if draft.facts.meets(Facts::UNPROVED)
        && draft.bytes_from(0).next().is_some_and(|(_, it)| it == b'-')
    {
        return Verdict::Reject(
            "its local part begins with a hyphen, so it is the end of another one",
        );
    }
    if draft.facts.meets(Facts::UNPROVED.or(Facts::BEFORE_SIGN)) && is_mask(draft) {
        return Verdict::Reject("it is the mask of a user in a chat");
    }
    match draft.after() {
        [b'@', ..] => Verdict::Reject("another `@` follows"),
        [b':', rest @ ..] if is_place(rest) => Verdict::Reject("it names a path on a server"),
        _ if draft.facts.meets(Facts::UNPROVED.or(Facts::AFTER_BACKSLASH)) && is_in_path(draft) => {
            Verdict::Reject("it is a name in a path")
        }
        _ if draft.delimiter == Delimiter::Angle && is_in_id_field(draft.before()) => {
            Verdict::Reject("it is a message id")
        }
        _ => Verdict::Pass,
    }
}

/// Whether the text after `user@host:` is a path on that host: `host:dir`, `host:/dir`, `host:./dir`, `host::module`.
fn is_place(rest: &[u8]) -> bool {
    match rest {
        [b'.', b'.', b'/', ..] | [b'.' | b'$', b'/' | b'A'..=b'Z', ..] => true,
        [b':', next, ..] => next.is_ascii_alphanumeric(),
        [next, ..] => next.is_ascii_alphanumeric() || matches!(next, b'/' | b'~'),
        [] => false,
    }
}

/// Whether the address is a name in a path: `/home/jane@h`, `~/mail/jane@h`, `dir/jane@h/file`,
/// `h.example/list/jane@h`, `dir\jane@h\file`.
fn is_in_path(draft: &Draft<'_>) -> bool {
    let local = draft.last_piece().split(|&byte| byte == b'@').next().unwrap_or_default();
    let is_inside = |mark: u8| {
        draft.byte_before() == mark
            && matches!(draft.after(), [next, after, ..] if *next == mark && after.is_ascii_alphanumeric())
    };
    let Some(slash) = memchr::memchr(b'/', local) else { return is_inside(b'\\') };
    let first = local.get(..slash).unwrap_or_default();
    let is_host = || {
        let dot = memchr::memrchr(b'.', first);
        let label = dot.and_then(|dot| first.get(dot + 1..));
        label.is_some_and(|label| suffix::is_delegated_label(label) == Some(true))
    };
    draft.byte_before() == b'/' || draft.byte_after() == b'/' || first == b"~" || is_host()
}

/// Whether the address is a user mask of IRC: `(~nick@h)`, `[n=nick@h]`, `nick!~nick@h`, `[nick@h] has joined`. A `~`,
/// `n=` or `i=` tells whether the name is verified. The address of a mailing list with `~` has a slash (`~jane/list@h`).
fn is_mask(draft: &Draft<'_>) -> bool {
    const EVENTS: [&[u8]; 6] =
        [b"has joined", b"has left", b"has quit", b"joined", b"left", b"quit"];
    let local = draft.last_piece().split(|&byte| byte == b'@').next().unwrap_or_default();
    let before = draft.before();
    let opener = before.strip_suffix(b"n=").or(before.strip_suffix(b"i=")).unwrap_or(before);
    let is_enclosed =
        matches!((opener.last(), draft.byte_after()), (Some(b'('), b')') | (Some(b'['), b']'));
    let name = local.strip_prefix(b"~").unwrap_or(local);
    let is_marked = name.len() < local.len() || opener.len() < before.len();
    let is_event = || {
        draft.note_reach(draft.end() + 1 + NEAR_EVENT);
        let after = draft.after().get(1..).unwrap_or_default();
        let after = after.get(..NEAR_EVENT).unwrap_or(after).trim_ascii_start();
        EVENTS.iter().any(|event| after.starts_with(event))
    };
    is_enclosed && !name.contains(&b'/') && (is_marked || is_event())
        || local.windows(2).any(|pair| pair == b"!~")
}

/// The number of bytes after an address in brackets in which the name of an event may be.
const NEAR_EVENT: usize = 16;

/// Whether `<` is before the address with no blank between them: the text between them is then probably the beginning
/// of a message id.
fn runs_from_bracket(before: &[u8]) -> bool {
    let is_border = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'<';
    before.iter().rev().take(128).find(is_border) == Some(&b'<')
}

/// Whether the last line of `before` belongs to a header field of message ids, which may begin on an earlier line.
pub(crate) fn is_in_id_field(before: &[u8]) -> bool {
    let mut above = before;
    loop {
        let start = memchr::memrchr(b'\n', above).map_or(0, |at| at + 1);
        let line = before.get(start..).unwrap_or_default();
        if start == 0 || !matches!(line.first(), Some(b' ' | b'\t')) {
            let name = memchr::memchr(b':', line).and_then(|colon| line.get(..colon));
            return name.is_some_and(|name| ID_FIELDS.contains(name));
        }
        above = before.get(..start - 1).unwrap_or_default();
    }
}
