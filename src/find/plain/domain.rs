//! `example.com` between blanks or brackets: a name of plain labels that ends in a top-level domain.

use super::sleep::Sleep;
use super::tail::Tail;
use crate::find::completion::{Completion, Head};
use crate::find::draft::{Pieces, Place, Window};
use crate::find::flags::Flags;
use crate::find::matches::Match;
use crate::find::vocabulary::{Delimiter, MatchKind, RuleSet};
use crate::find::{host, rule};
use crate::span::Span;
use crate::text::chars;
use crate::uri::Parts;

/// The longest label (RFC 1035, 2.3.4).
const MAX_LABEL_LEN: usize = 63;

/// The match around the dot at `place.at`, whose URI is to begin with `head`, if no rule would have an
/// opinion on it.
pub(crate) fn found<'w>(
    sleep: &Sleep,
    window: Window<'w>,
    base: usize,
    place: Place<'w>,
    head: Head,
) -> Option<Match<'w>> {
    let behind = place.text.get(place.at + 1..)?;
    let tail = Tail::of(behind)?;
    let end = place.at + 1 + tail.len;
    let is_name =
        !tail.is_number(behind) && is_name(tail.last(behind)) && is_ended(place.text, end);
    let start = label_start(place)?;
    let is_whole = is_name && end - start <= sleep.max_len && is_begun(sleep, place, start);
    if !is_whole || !tail.is_delegated(behind)? {
        return None;
    }
    let name = Span::new(start, end);
    let ends = [name.len(); 5];
    Some(Match {
        kind: MatchKind::Domain,
        delimiter: Delimiter::None,
        flags: Flags::default(),
        hazards_unread: true,
        rules: RuleSet::default(),
        pieces: Pieces::One(name.shifted(base)),
        wrapper: None,
        text: window.str(name)?.into(),
        parts: Parts::of_web(head.scheme_len(), ends)?,
        completion: Some(Completion::new(head)),
        rare: None,
    })
}

/// Whether no rule takes `label` for anything but the end of a name.
fn is_name(label: &[u8]) -> bool {
    !rule::is_file_extension(label) && !rule::begins_sentence(label)
}

/// Where the label before the dot begins. `None` where it is no plain one.
fn label_start(place: Place<'_>) -> Option<usize> {
    let floor = place.resume.max(place.floor);
    let start = host::label_start(place.text, floor, place.at, false);
    let label = place.text.get(start..place.at)?;
    let is_plain = label.first()?.is_ascii_alphanumeric() && label.last()?.is_ascii_alphanumeric();
    (is_plain && label.len() <= MAX_LABEL_LEN).then_some(start)
}

fn is_begun(sleep: &Sleep, place: Place<'_>, start: usize) -> bool {
    let before = chars::byte_before(place.text, start);
    let is_apart = start <= place.floor || before <= b' ' || before == b'(';
    is_apart && sleep.is_open(place, start)
}

fn is_ended(text: &[u8], end: usize) -> bool {
    match chars::byte_at(text, end) {
        0 => end == text.len(),
        byte => byte.is_ascii_whitespace() || matches!(byte, b',' | b'.' | b')'),
    }
}
