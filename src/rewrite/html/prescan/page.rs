//! Recognizes pages without any trigger, in a single search.

use crate::find::Finder;
use crate::text::needles::Needles;

/// Whether `html` has nothing that could be part of a trigger: no `:`, no `@`, no character reference, and no `www.`,
/// neither in one piece nor with tags and soft hyphens in it. `false` means that the page may have a link.
///
/// A `www.` with tags or soft hyphens in it still has a last `w` that is followed by a dot or a tag, and preceded by
/// another `w`, a tag, or a character that is not ASCII.
pub(super) fn holds_no_link(html: &[u8], finder: &Finder) -> bool {
    // If the dot is a trigger, every sentence has a trigger. A pattern may match any text.
    if finder.has_patterns() || finder.might_match(b"a.com 192.0.2.1") {
        return false;
    }
    let needles = Needles::new(*b":@&", b'w', *b".<");
    let mut from = 0;
    while let Some(at) = needles.find(html, from) {
        if !matches!(html.get(at), Some(b'w' | b'W')) || may_end_www(html, at) {
            return false;
        }
        from = at + 1;
    }
    true
}

/// Whether the `w` at `at`, which a dot or a tag follows, may be the last one of `www.`.
fn may_end_www(html: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| html.get(before));
    before.is_some_and(|before| matches!(before, b'w' | b'W' | b'>') || !before.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::Preset;

    #[test]
    fn pages_of_words_and_tags_hold_no_link() {
        let finder = Finder::new();
        for html in [
            "",
            "a. B. c",
            "<p>now</p>\nw. W.",
            "<b>few</b><!-- w -->, w<i> </i>w",
            "w. ww",
            "<w<w",
        ] {
            assert!(holds_no_link(html.as_bytes(), &finder), "{html}");
        }
        assert!(!holds_no_link(b"a. b", &Finder::preset(Preset::Chat)));
    }

    #[test]
    fn pages_with_a_possible_trigger_may_hold_a_link() {
        for html in [
            "a:b",
            "a@b",
            "&#119;",
            "www.a",
            "<b>ww</b>w.a",
            "w<b title='>'>ww</b>.a",
            "w<i></i><!-- > -->Ww.a",
            "ww\u{AD}w.a",
            "w<i>w</i>w<b></b>.a",
        ] {
            assert!(!holds_no_link(html.as_bytes(), &Finder::new()), "{html}");
        }
    }
}
