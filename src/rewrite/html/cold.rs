//! Whether a document has nothing that a trigger could be made of, decoded or put together over tags.
//!
//! A few searches tell, in a fraction of the time that a look at the tags takes.

use super::tag;
use crate::find::Finder;

/// Whether `html` has no link for `finder`, which has no rules of its caller's; where it says no, that has
/// to be looked at.
pub(super) fn is_cold(html: &[u8], finder: &Finder) -> bool {
    // Where dots count there is one in every sentence.
    let counts_dots = finder.might_match(b"a.com") || finder.might_match(b"192.0.2.1");
    !counts_dots
        && memchr::memchr3(b':', b'@', b'&', html).is_none()
        && !has_www(html)
        && !has_cut_www(html)
}

/// Whether a `w` stands before a dot and behind another one, or behind what may hide one: a tag, a soft
/// hyphen.
fn has_www(html: &[u8]) -> bool {
    let hides = |before: u8| matches!(before, b'w' | b'W' | b'>') || !before.is_ascii();
    let is_www =
        |at: usize| at.checked_sub(1).and_then(|at| html.get(at)).is_some_and(|&b| hides(b));
    [b"w.", b"W."].into_iter().any(|end| memchr::memmem::find_iter(html, end).any(is_www))
}

/// Whether `www.` may stand in the text when tags are left out: a `w` before a tag, and the rest of it
/// behind that.
pub(super) fn has_cut_www(html: &[u8]) -> bool {
    [b"w<", b"W<"].into_iter().any(|cut| {
        // Behind the tags that were read, lest they are read again for what stands in them.
        let mut at = 0;
        while let Some(found) = html.get(at..).and_then(|rest| memchr::memmem::find(rest, cut)) {
            at += found + 1;
            while let Some((_, end)) = tag::token(html, at, html.len()) {
                at = end;
            }
            if matches!(html.get(at), Some(b'w' | b'W' | b'.' | b'<' | b'&')) {
                return true;
            }
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::Preset;

    #[test]
    fn words_and_tags_are_cold() {
        let finder = Finder::new();
        for html in
            ["", "a. B. c", "<p>now</p>\nw. W.", "<b>few</b><!-- w -->, w<i> </i>w", "w. ww"]
        {
            assert!(is_cold(html.as_bytes(), &finder), "{html}");
        }
        assert!(!is_cold(b"a. b", &Finder::preset(Preset::Chat)));
    }

    #[test]
    fn whatever_may_be_a_trigger_is_not() {
        for html in [
            "a:b",
            "a@b",
            "&#119;",
            "www.a",
            "<b>ww</b>w.a",
            "w<b title='>'>ww</b>.a",
            "w<i></i><!-- > -->Ww.a",
            "ww\u{AD}w.a",
            "w<w<w<",
        ] {
            assert!(!is_cold(html.as_bytes(), &Finder::new()), "{html}");
        }
    }
}
