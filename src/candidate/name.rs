//! Computes the facts about a host without a scheme from its labels and the bytes after it.

use crate::candidate::facts::Facts;
use crate::candidate::host::{self, Labels};
use crate::candidate::{extension, suffix};
use crate::text::chars::WIDE_DOT;
use crate::vocabulary::MatchKind;

/// The facts about the host of a bare domain, an e-mail address or another match without a scheme.
pub(crate) fn name_facts(text: &[u8], labels: &Labels, kind: MatchKind) -> Facts {
    let wide = Facts::IN_WIDE.or(Facts::UNPROVED).or(Facts::HOST_WIDE);
    let mut facts = wide.when(labels.wide) | Facts::NO_TLD.when(!has_tld(text, labels, kind));
    if kind != MatchKind::Email {
        let end = labels.span.end();
        let (last, after) = (labels.last.of(text), text.get(end..).unwrap_or_default());
        facts |= Facts::NAME_GLUED.when(host::is_glued_to(after))
            | Facts::MIXED_CASE.when(host::begins_sentence(last))
            | Facts::FILE_EXTENSION.when(extension::is_more_than_domain(last))
            | Facts::NAME_DOUBTFUL.when(host::is_doubtful(last, after));
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
