//! Whether a document has nothing that a trigger could be made of, decoded or put together over tags.
//!
//! One search tells, in a fraction of the time that a look at the tags takes.

use super::tag;
use crate::find::Finder;
use crate::text::needles::Needles;

/// Whether `html` has no link for `finder`, which has no rules of its caller's; where it says no, that has
/// to be looked at.
pub(super) fn is_cold(html: &[u8], finder: &Finder) -> bool {
    // Where dots count there is one in every sentence.
    if finder.might_match(b"a.com") || finder.might_match(b"192.0.2.1") {
        return false;
    }
    let needles = Needles::new(*b":@&", b'w', *b".<");
    let (mut cuts, mut from) = (Cuts::default(), 0);
    while let Some(at) = needles.find(html, from) {
        let is_cold = matches!(html.get(at), Some(b'w' | b'W'))
            && !is_end_of_www(html, at)
            && !cuts.is_cut_www(html, at);
        if !is_cold {
            return false;
        }
        from = at + 1;
    }
    true
}

/// Whether the `w` at `at` stands before a dot and behind another one, or behind what may hide one: a tag,
/// a soft hyphen.
fn is_end_of_www(html: &[u8], at: usize) -> bool {
    let hides = |before: &u8| matches!(before, b'w' | b'W' | b'>') || !before.is_ascii();
    html.get(at + 1) == Some(&b'.')
        && at.checked_sub(1).and_then(|before| html.get(before)).is_some_and(hides)
}

/// Whether `www.` may stand in the text when tags are left out.
pub(super) fn has_cut_www(html: &[u8]) -> bool {
    [b"w<", b"W<"].into_iter().any(|cut| {
        let mut cuts = Cuts::default();
        memchr::memmem::find_iter(html, cut).any(|at| cuts.is_cut_www(html, at))
    })
}

/// Where tags may stand in a `www.`, from left to right.
#[derive(Default)]
struct Cuts {
    /// Up to there tags were read: they are not read again for what stands in them.
    read: usize,
}

impl Cuts {
    /// Whether the `w` at `at` stands before tags, and the rest of a `www.` behind them.
    fn is_cut_www(&mut self, html: &[u8], at: usize) -> bool {
        if at + 1 < self.read || html.get(at + 1) != Some(&b'<') {
            return false;
        }
        self.read = at + 1;
        while let Some((_, end)) = tag::token(html, self.read, html.len()) {
            self.read = end;
        }
        matches!(html.get(self.read), Some(b'w' | b'W' | b'.' | b'<' | b'&'))
    }
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
