//! `example.com` between blanks or brackets: a name of plain labels that ends in a top-level domain.

use super::finding::Finding;
use super::sleep::Sleep;
use super::tail::Tail;
use crate::find::completion::{Head, Making};
use crate::find::draft::Place;
use crate::find::vocabulary::{Delimiter, MatchKind, RuleSet};
use crate::find::{host, rule};
use crate::span::Span;
use crate::uri::{HostKind, Parts};

/// The longest label (RFC 1035, 2.3.4).
const MAX_LABEL_LEN: usize = 63;

/// The match around the dot at `place.at`, whose URI is to begin with `head`, if no rule would have an
/// opinion on it.
pub(crate) fn found(sleep: &Sleep, place: &Place<'_>, head: Head) -> Option<Finding> {
    let behind = place.text.get(place.at + 1..)?;
    let tail = Tail::of(behind)?;
    if tail.is_number(behind) || !is_end_of_name(tail.last(behind)) {
        return None;
    }
    let span = Span::new(label_start(place)?, place.at + 1 + tail.len);
    if span.len() > sleep.max_len || !sleep.is_apart(place, span) || !tail.is_delegated(behind)? {
        return None;
    }
    Some(Finding {
        kind: MatchKind::Domain,
        span,
        delimiter: Delimiter::None,
        rules: RuleSet::default(),
        making: Some(Making::Headed(head)),
        parts: Parts::of_web(head.scheme_len(), HostKind::RegName, [span.len(); 5])?,
    })
}

/// Whether no rule takes `label` for anything but the end of a name.
fn is_end_of_name(label: &[u8]) -> bool {
    !rule::is_file_extension(label) && !rule::begins_sentence(label)
}

/// Where the label before the dot begins. `None` where it is no plain one.
fn label_start(place: &Place<'_>) -> Option<usize> {
    let floor = place.resume.max(place.floor);
    let start = host::label_start(place.text, floor, place.at, false);
    let label = place.text.get(start..place.at)?;
    let is_plain = label.first()?.is_ascii_alphanumeric() && label.last()?.is_ascii_alphanumeric();
    (is_plain && label.len() <= MAX_LABEL_LEN).then_some(start)
}
