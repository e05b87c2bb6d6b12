//! The contestants that compute the spans of all matches in bytes, in UTF-16 code units or in characters.

use core::hint::black_box;

use linkwright::Finder;
use linkwright::text::offsets::{Offsets, Units};

use crate::peers::{Contestant, ours, theirs};

// Constants, because targets and JSON files refer to contestants by name.
pub(crate) const BYTES: &str = "byte spans";
pub(crate) const UTF16: &str = "UTF-16 spans";
pub(crate) const CHARS: &str = "character spans";

/// Contestants that find the same links with the default preset, and compute their spans.
pub(crate) fn units() -> Vec<Contestant> {
    let finder = Finder::new();
    let converted = |units: Units| {
        let finder = finder.clone();
        move |text: &str| {
            let offsets = Offsets::new(text);
            let spans =
                finder.find_iter(text).map(|found| black_box(offsets.span(found.span(), units)));
            spans.fold(0, |count, _| count + 1)
        }
    };
    let counted = finder.clone();
    vec![
        ours(BYTES, converted(Units::Bytes)),
        ours(UTF16, converted(Units::Utf16)),
        ours(CHARS, converted(Units::Chars)),
        theirs("running chars().count()", move |text| running_count(&counted, text)),
    ]
}

/// What users would write if there were no [`Offsets`]: counts the characters from the end of one match to the next.
fn running_count(finder: &Finder, text: &str) -> usize {
    let (mut at, mut chars) = (0, 0);
    let mut count_to = |end: usize| {
        chars += text[at..end].chars().count();
        at = end;
        chars
    };
    let spans = finder.find_iter(text).map(|found| [found.start(), found.end()].map(&mut count_to));
    spans.fold(0, |count, span| count + black_box(span).len() / 2)
}
