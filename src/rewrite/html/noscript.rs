//! What stands in `<noscript>`, which half of the readers read as text.
//!
//! A browser with scripts sees raw text up to `</noscript>`; a mail reader without them sees markup.
//! In `<noscript><p title="</noscript>` the two part: for the second the attribute goes on, and a
//! quote that is inserted behind it would close it.

use super::tag::{Token, token};

/// Whether `raw`, which ends before `</noscript>`, ends for a reader without scripts between
/// markup, and not in the middle of it.
pub(super) fn reads_alike(raw: &[u8]) -> bool {
    let mut at = 0;
    while let Some(found) = raw.get(at..).and_then(|rest| memchr::memchr(b'<', rest)) {
        at += found;
        at = match token(raw, at, raw.len()) {
            Some((Token::Start(tag), end)) if is_raw(tag.name) => match past_raw(raw, end, tag.name) {
                Some(end) => end,
                None => return false,
            },
            Some((_, end)) => end,
            None if begins_markup(raw, at) => return false,
            None => at + 1,
        };
    }
    true
}

/// Whether the `<` at `at` opens something.
fn begins_markup(raw: &[u8], at: usize) -> bool {
    let next = raw.get(at + 1);
    next.is_none_or(|next| next.is_ascii_alphabetic() || b"/!?".contains(next))
}

/// Where the end tag of the raw text begins that stands at `at`.
fn past_raw(raw: &[u8], at: usize, name: &[u8]) -> Option<usize> {
    let rest = raw.get(at..)?;
    let ends = memchr::memmem::find_iter(rest, b"</");
    let is_end = |&end: &usize| {
        let found = rest.get(end + 2..end + 2 + name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    Some(at + ends.into_iter().find(is_end)?)
}

fn is_raw(name: &[u8]) -> bool {
    // `script` among them has comments of its own; its content is not looked at either way.
    ["style", "script", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"]
        .iter()
        .any(|raw| name.eq_ignore_ascii_case(raw.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::reads_alike;

    #[test]
    fn ends_between_markup() {
        for raw in ["", "text & 1 < 2", "<p>x</p>", "<!-- x -->", "<style>a<b {}</style>", "<img/>"] {
            assert!(reads_alike(raw.as_bytes()), "{raw}");
        }
        for raw in ["<p title=\"", "<!-- x", "<style>", "<b", "x<", "</", "<style></style><p a='>"] {
            assert!(!reads_alike(raw.as_bytes()), "{raw}");
        }
    }
}
