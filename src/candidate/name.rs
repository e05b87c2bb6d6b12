//! Computes the facts about a host without a scheme from its labels and the bytes after it.

use crate::candidate::facts::Facts;
use crate::candidate::host::{self, Labels};
use crate::candidate::{extension, suffix};
use crate::span::Span;
use crate::vocabulary::MatchKind;

/// The facts about the host of a bare domain, an e-mail address or another match without a scheme.
pub(crate) fn name_facts(text: &[u8], labels: &Labels, kind: MatchKind) -> Facts {
    let wide = Facts::IN_WIDE.or(Facts::UNPROVED).or(Facts::HOST_WIDE);
    let mut facts = wide.when(labels.wide) | Facts::NO_TLD.when(!has_tld(text, labels, kind));
    if kind != MatchKind::Email {
        let end = labels.span.end();
        let after = text.get(end..).unwrap_or_default();
        facts |= last_label_facts(text, labels.last, end);
        facts |= Facts::NAME_DOUBTFUL.when(host::is_doubtful(labels.last.of(text), after));
    }
    facts | Facts::NO_ADDRESS.when(kind == MatchKind::Ip && labels.count(text) != 4)
}

/// The facts about the last label and the text after it. [`Facts::NAME_DOUBTFUL`] is not among them, because it takes
/// more work to compute and is not enough to reject a name.
pub(crate) fn last_label_facts(text: &[u8], last: Span, end: usize) -> Facts {
    let last = last.of(text);
    let after = text.get(end..).unwrap_or_default();
    Facts::NAME_GLUED.when(host::is_glued_to(after))
        | Facts::MIXED_CASE.when(host::begins_sentence(last))
        | Facts::FILE_EXTENSION.when(extension::is_more_than_domain(last))
}

/// Whether the labels end in a delegated top-level domain. For every kind except a bare domain, a reserved top-level
/// domain such as `example` also counts: documentation often contains `user@host.example`, but a bare `host.example` is
/// often not a link.
fn has_tld(text: &[u8], labels: &Labels, kind: MatchKind) -> bool {
    if !labels.well_formed || labels.is_lone() {
        return false;
    }
    let last = labels.last.of(text);
    if kind != MatchKind::Domain && suffix::is_special(last) {
        return true;
    }
    let known = if labels.wide { None } else { suffix::is_delegated_label(last) };
    known.unwrap_or_else(|| suffix::is_delegated(labels.span.of(text)))
}
