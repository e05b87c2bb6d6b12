//! Tests whether the text directly after a run continues a host at the end of the run, and whether a place in a run is
//! behind the authority of a URI, where no host can continue.
//!
//! Readers see `<span>collections.abc.</span><span>Set</span>` as one name, so `collections.abc` is not a host there. A
//! run is not searched beyond its end, because a complete URI ends there; but a host is not complete if more letters
//! follow its last dot.

use super::tag;
use crate::rewrite::separators::separates_text;

/// Whether a host continues after the run that ends at the offset `end`; `rest` is the text of the run after the host.
pub(super) fn host_goes_on(html: &[u8], end: usize, rest: &[u8]) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    match (rest, visible(html, end)) {
        // A punctuation mark that no word follows ends a sentence.
        ([], [Some(mark), Some(next)]) => b".-:@%_".contains(&mark) && is_word(next),
        ([b'.' | b'-' | b'_'], [Some(next), _]) => is_word(next),
        _ => false,
    }
}

/// The next two bytes of text at `end`, after tags that do not separate text; `None` after any other tag.
fn visible(html: &[u8], end: usize) -> [Option<u8>; 2] {
    let mut at = end;
    let mut seen = [None; 2];
    for place in &mut seen {
        while html.get(at) == Some(&b'<') {
            let Some(after) = after_inline(html, at) else { return seen };
            at = after;
        }
        *place = html.get(at).copied();
        at += 1;
    }
    seen
}

/// The end of the tag or comment at `at`, if the text continues through it.
fn after_inline(html: &[u8], at: usize) -> Option<usize> {
    let (tag, end) = tag::token(html, at)?;
    tag.is_none_or(|tag| !separates_text(tag.name)).then_some(end)
}

/// The number of bytes before the place that are read.
const MOST: usize = 1024;

/// Whether the end of `text` is after the authority of what could be a URI: its last word has a `/`, `?` or `#` after
/// `://`, or no `://` and one of these marks.
pub(super) fn is_after_authority(text: &[u8]) -> bool {
    let near = text.get(text.len().saturating_sub(MOST)..).unwrap_or_default();
    let is_end =
        |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'<' | b'>' | b'"');
    let word = near.rsplit(is_end).next().unwrap_or_default();
    // The text may end inside of `://`.
    let word = word.strip_suffix(b":/").unwrap_or(word);
    let after = memchr::memmem::find(word, b"://").and_then(|at| word.get(at + 3..));
    memchr::memchr3(b'/', b'?', b'#', after.unwrap_or(word)).is_some()
}

#[cfg(test)]
mod tests {
    use super::{host_goes_on, is_after_authority};

    /// Whether the host before the first tag continues after it.
    fn goes_on(html: &str) -> bool {
        let end = html.find('<').unwrap();
        let host = html[..end].trim_end_matches(['.', '-', '_']).len();
        host_goes_on(html.as_bytes(), end, &html.as_bytes()[host..end])
    }

    #[test]
    fn a_name_continues_through_spans() {
        for html in [
            "a.abc.</span><span>Set",
            "a.abc.</span></code><!-- --><b><span class='>'>Set",
            "a.abc</span>.Set",
            "a.abc</span><span>.</span><span>Set",
            "a.abc</span>:80",
            "a.abc-</i>é",
        ] {
            assert!(goes_on(html), "{html}");
        }
    }

    #[test]
    fn a_host_ends_with_its_sentence_or_block() {
        for html in [
            "a.abc.</span> Set",
            "a.abc.</span></p><p>Set",
            "a.abc.<br>Set",
            "a.abc.<sup>2</sup>",
            "a.abc</span>. Set",
            "a.abc</span>.<p>Set",
            "a.abc</span>Set",
            "a.abc</span>",
            "a.abc.</span>&nbsp;Set",
            "a.abc.</span><span title='",
        ] {
            assert!(!goes_on(html), "{html}");
        }
    }

    #[test]
    fn the_authority_ends_at_a_slash() {
        for text in
            ["http://a.example/", "http://a?", "www.a.example/b", "x http://a/b", "mailto:a#"]
        {
            assert!(is_after_authority(text.as_bytes()), "{text}");
        }
        for text in
            ["", "http://a.example", "http://", "http:/", "a/b http://h", "a@b.example", "http:"]
        {
            assert!(!is_after_authority(text.as_bytes()), "{text}");
        }
    }
}
