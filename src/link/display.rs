//! Changes the text of a link: shortens it, leaves out its scheme, and decodes its escapes.

use core::ops::Range;
use std::borrow::Cow;

use crate::options::name::names;
use crate::text::graphemes;
use crate::uri::{self, Form};

/// How a long text is shortened. Lengths are counted in grapheme clusters, and no cluster is split. A host is never cut
/// so that its end is missing: if the text up to the end of the host is too long, every way keeps only the end of the
/// host, which shows who owns it, from a dot on if one is near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shorten {
    /// The end is left out: `http://example.com/a/lo…`
    End,
    /// The middle is left out: `http://example.com/…page.html`
    Middle,
    /// What a reader needs is kept, in this order: the host, the last segment of the path, the segments before it. All
    /// of them are whole. Other parts give way: first a scheme such as `https://`, then the query, the fragment, and
    /// what follows a `;` or begins with a segment such as `ref=x` in the path. Shortened to 30 characters:
    ///
    /// | text | shown |
    /// |---|---|
    /// | `http://example.com/a/long/path/to/page.html` | `example.com/…/to/page.html` |
    /// | `example.com/search?utm_source=x#frag` | `example.com/search?…` |
    /// | `example.com/2024/why-the-words-of-a-title-are-whole` | `example.com/…/why-the-words…` |
    ///
    /// A last segment that is too long ends before a `-`, `_`, `.`, `+` or `%20`. If it has none there, the segments
    /// from the beginning of the path are shown.
    Smart,
}

names!(Shorten "way to shorten" { End "end" Middle "middle" Smart "smart" });

/// How the text of a link is displayed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Display {
    pub(crate) shorten: Option<(Shorten, usize)>,
    pub(crate) strip_scheme: bool,
    pub(crate) decode: bool,
}

/// The replacement for the part that is left out.
const ELLIPSIS: &str = "…";

impl Display {
    /// Whether every text is shown unchanged.
    pub(crate) const fn is_plain(&self) -> bool {
        self.shorten.is_none() && !self.strip_scheme && !self.decode
    }

    /// The text to show for `text`; borrowed if it is a part of `text`.
    pub(crate) fn of<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let shown = if self.strip_scheme { strip_scheme(text) } else { text };
        let decoded = if self.decode { decode(shown) } else { Cow::Borrowed(shown) };
        let Some((how, limit)) = self.shorten else { return decoded };
        match shorten(&decoded, how, limit) {
            Some(short) => Cow::Owned(short),
            None => decoded,
        }
    }
}

/// `text` without `http://`, `https://`, `ftp://` or `mailto:`, unless nothing would remain.
fn strip_scheme(text: &str) -> &str {
    let (scheme, rest) = text.split_once(':').unwrap_or_default();
    let is = |name: &&str| scheme.eq_ignore_ascii_case(name);
    let is_common = ["http", "https", "ftp"].iter().any(is);
    let rest =
        if is_common { rest.strip_prefix("//") } else { Some(rest).filter(|_| is(&"mailto")) };
    rest.filter(|rest| !rest.is_empty()).unwrap_or(text)
}

/// The end of the authority, which begins after the scheme if there is one.
fn authority_end(text: &str) -> usize {
    let end = find_any(text, b"/?#");
    let (scheme, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let start = if scheme.ends_with(':') && rest.starts_with("//") { end + 2 } else { 0 };
    start + find_any(text.get(start..).unwrap_or_default(), b"/?#")
}

/// The offset of the first of some ASCII `characters`, or the length of `text`.
fn find_any(text: &str, characters: &[u8]) -> usize {
    text.bytes().position(|byte| characters.contains(&byte)).unwrap_or(text.len())
}

/// Whether a word ends before `rest`. A dot before a digit is a part of a number.
fn begins_border(rest: &[u8]) -> bool {
    match rest {
        [b'.', next, ..] => !next.is_ascii_digit(),
        [b'%', b'2', b'0', ..] | [b'-' | b'_' | b'+', ..] => true,
        _ => false,
    }
}

/// `text` in the form of `IriReference::minimally_escaped`, without new escapes. Escapes are kept if the decoded character would
/// be a delimiter, or could show a URI that is not the target of the link.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') && !text.contains("xn--") {
        return Cow::Borrowed(text);
    }
    let (head, tail) = text.split_at_checked(authority_end(text)).unwrap_or((text, ""));
    let mut out = String::with_capacity(text.len());
    // Writing to a string does not fail.
    let _ = uri::write_head(&mut out, head);
    let _ = uri::write_minimal(&mut out, tail, true, Form::Label);
    Cow::Owned(out)
}

/// `text` shortened to at most `limit` clusters, including the ellipsis; `None` if it fits.
///
/// A text that shows a part of its host could show another one: `www.paypal.com.evil.example` without its end. So every
/// way keeps the text up to the end of the host. If that alone is too long, a common scheme is left out, and if the host
/// is still too long, only its end is kept, because the end shows who owns it.
fn shorten(text: &str, how: Shorten, limit: usize) -> Option<String> {
    // A cluster has at least one byte, so the text has at most `limit` clusters.
    if text.len() <= limit {
        return None;
    }
    let clusters = Clusters { text, borders: graphemes::borders(text).collect() };
    let (len, host_end) = (text.len(), authority_end(text));
    if clusters.needed(len) <= limit {
        return None;
    }
    let room = limit.saturating_sub(1);
    let head = clusters.needed((host_end + 1).min(len));
    let is_long = head > room;
    let bare = if is_long || how == Shorten::Smart { strip_scheme(text) } else { text };
    if bare.len() < len {
        return Some(shorten(bare, how, limit).unwrap_or_else(|| bare.to_owned()));
    }
    let Shown { start, left_out, end, more } = match how {
        _ if is_long => clusters.end_of_host(host_end, room),
        Shorten::End => clusters.around(room, 0),
        Shorten::Middle => {
            let head = head.max(room.div_ceil(2));
            clusters.around(head, room - head)
        }
        Shorten::Smart => clusters.smart(host_end, room),
    };
    let [start, end] = [0..start, end].map(|range| text.get(range).unwrap_or_default());
    Some([start, left_out, end, more].concat())
}

/// The parts that are shown: the text up to `start`, a mark, a part of the text, and another mark.
struct Shown {
    start: usize,
    left_out: &'static str,
    end: Range<usize>,
    more: &'static str,
}

/// A text with the boundaries of its clusters, including both ends.
struct Clusters<'t> {
    text: &'t str,
    borders: Vec<usize>,
}

impl Clusters<'_> {
    /// Where the first `count` clusters end.
    fn border(&self, count: usize) -> usize {
        self.borders.get(count).copied().unwrap_or(self.text.len())
    }

    /// Where the last `count` clusters before the byte `end` begin.
    fn before(&self, end: usize, count: usize) -> usize {
        self.border(self.needed(end).saturating_sub(count))
    }

    /// The number of clusters from the beginning that reach the byte `at`.
    fn needed(&self, at: usize) -> usize {
        self.borders.partition_point(|&border| border < at)
    }

    /// The first `head` and the last `tail` clusters.
    fn around(&self, head: usize, tail: usize) -> Shown {
        let len = self.text.len();
        let (start, end) = (self.border(head), self.before(len, tail)..len);
        Shown { start, left_out: ELLIPSIS, end, more: "" }
    }

    /// The end of the host, which is longer than `room` clusters.
    fn end_of_host(&self, host_end: usize, room: usize) -> Shown {
        let is_followed = host_end < self.text.len() && room > 2;
        let (more, room) = if is_followed { (ELLIPSIS, room - 1) } else { ("", room) };
        let mut start = self.before(host_end, room);
        let end = self.text.get(start..host_end).unwrap_or_default();
        // Whole labels are easier to read, but a short end such as `com` or `co.uk` would not name the owner.
        let whole = find_any(end, b".@") + 1;
        if whole * 2 < end.len() && end.get(whole..).is_some_and(|whole| whole.contains('.')) {
            start += whole;
        }
        Shown { start: 0, left_out: ELLIPSIS, end: start..host_end, more }
    }

    /// The host, which ends at `host_end`, and the parts of the path that fit into `room` clusters with it.
    ///
    /// Each part ends at a delimiter or at the border of a word. Queries give way first because most long ones track the
    /// reader, and no list of tracking parameters stays complete.
    fn smart(&self, host_end: usize, room: usize) -> Shown {
        let text = self.text.as_bytes();
        let is_slash = |at: &usize| text.get(*at) == Some(&b'/');
        let rest = self.text.get(host_end..).unwrap_or_default();
        let mut end = host_end + find_any(rest, b"?#;=");
        if text.get(end) == Some(&b'=') {
            end = (host_end..end).rfind(is_slash).unwrap_or(host_end);
        }
        while end > host_end && is_slash(&(end - 1)) {
            end -= 1;
        }
        let host = host_end + 1;
        let beside = room.saturating_sub(self.needed(host));
        let near = self.before(end, beside);
        let segment = (host..end).rfind(is_slash).map_or(host, |slash| slash + 1);
        let (skipped, width) = if segment > host { ("…/", 2) } else { ("", 0) };
        let word_end = self.border(self.needed(segment) + beside.saturating_sub(width));
        let is_border = |at: &usize| {
            let before = text.get(at - 1..).unwrap_or_default();
            !begins_border(before) && before.get(1..).is_some_and(begins_border)
        };
        let (start, left_out, end, more) = if self.needed(end + 1) <= room {
            (end + 1, ELLIPSIS, end..end, "")
        } else if let Some(slash) = (near..end).find(is_slash) {
            (host, ELLIPSIS, slash..end, "")
        } else if let Some(word) = (segment + 1..=word_end).rfind(is_border) {
            (host, skipped, segment..word, ELLIPSIS)
        } else {
            let slash = (host..self.border(room).min(end)).rfind(is_slash);
            (slash.map_or(host, |slash| slash + 1), ELLIPSIS, end..end, "")
        };
        Shown { start: start.min(text.len()), left_out, end, more }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(text: &str, how: Shorten, limit: usize) -> String {
        Display { shorten: Some((how, limit)), ..Display::default() }.of(text).into_owned()
    }

    #[test]
    fn ends_and_middles_are_left_out() {
        let uri = "http://example.com/a/long/path/page.html";
        assert_eq!(short(uri, Shorten::End, 20), "http://example.com/…");
        assert_eq!(short(uri, Shorten::Middle, 30), "http://example.com/…/page.html");
        assert_eq!(short(uri, Shorten::Middle, 22), "http://example.com/…ml");
        assert_eq!(short(uri, Shorten::End, 40), uri);
        assert_eq!(short(uri, Shorten::End, 0), "…");
        assert_eq!(short(uri, Shorten::Middle, 1), "…");
    }

    #[test]
    fn smart_keeps_the_host_and_the_last_segment() {
        // The table in the documentation of `Smart`.
        for (text, shown) in [
            ("http://example.com/a/long/path/to/page.html", "example.com/…/to/page.html"),
            ("example.com/search?utm_source=x#frag", "example.com/search?…"),
            ("example.com/2024/why-the-words-of-a-title-are-whole", "example.com/…/why-the-words…"),
        ] {
            assert_eq!(short(text, Shorten::Smart, 30), shown);
        }
        let long = "http://login.bank.example.evil.example/x";
        assert_eq!(short(long, Shorten::Smart, 16), "…evil.example…");
        assert_eq!(short("example.com/?a=1&b=2&c=3", Shorten::Smart, 16), "example.com/…");
        // A cluster includes the mark after the delimiter.
        assert_eq!(short("h.example/\u{301}a/b?c=d", Shorten::Smart, 13), "h.example/…/b");
    }

    /// Whatever is left out, a host is whole or shows its end.
    #[test]
    fn no_way_cuts_the_end_of_a_host() {
        let host = "www.paypal.com.login.evil.example";
        let target = format!("{host}/a?to=https://www.paypal.com/b");
        for text in [format!("http://{host}/x?y#z"), format!("{host}/a/b"), host.to_owned(), target]
        {
            for how in Shorten::ALL {
                for limit in 0..text.len() {
                    let short = short(&text, *how, limit);
                    let Some((before, after)) = short.split_once('…') else {
                        assert!(text.ends_with(&short) && short.starts_with(host), "{short}");
                        continue;
                    };
                    let end = after.split('…').next().unwrap();
                    let shows_end = host.ends_with(end) || end.ends_with(host);
                    assert!(before.contains(host) || before.is_empty() && shows_end, "{short}");
                }
            }
        }
    }

    #[test]
    fn clusters_are_not_divided() {
        let uri = "http://h/e\u{301}e\u{301}e\u{301}e\u{301}";
        assert_eq!(short(uri, Shorten::End, 12), "http://h/e\u{301}e\u{301}…");
        assert_eq!(short(uri, Shorten::End, 13), uri);
        assert_eq!(short("http://h/👨‍👩‍👧👨‍👩‍👧x", Shorten::End, 11), "http://h/👨‍👩‍👧…");
    }

    #[test]
    fn harmless_escapes_are_decoded() {
        let decoded = |text| Display { decode: true, ..Display::default() }.of(text).into_owned();
        assert_eq!(decoded("http://h/caf%C3%A9/%E6%97%A5%41"), "http://h/café/日A");
        assert_eq!(decoded("http://h/%22a%22%28b%29)."), "http://h/\"a\"(b)).");
        for kept in [
            "http://h/a%2Fb%3F%23%2541",
            "http://h/%20%0A%C2%A0",
            "http://h/%E2%80%AE%E2%81%A6",
            "http://h/%C3%FF",
            "http://h/%E3%85%A4",
            "http://%61.example/",
            "http://h/%CC%B8",
            "http://h/%",
            "http://h/%C3%",
        ] {
            assert_eq!(decoded(kept), kept);
        }
    }

    #[cfg(feature = "idn")]
    #[test]
    fn labels_of_hosts_are_decoded() {
        let decoded = |text| Display { decode: true, ..Display::default() }.of(text).into_owned();
        assert_eq!(
            decoded("http://xn--bcher-kva.example:8080/%C3%A9"),
            "http://bücher.example:8080/é"
        );
        assert_eq!(decoded("me:x@xn--bcher-kva.example"), "me:x@bücher.example");
        assert_eq!(decoded("mailto:me@xn--bcher-kva.example"), "mailto:me@bücher.example");
        for kept in ["xn--80ak6aa92e.com/", "http://h.example/xn--bcher-kva.example"] {
            assert_eq!(decoded(kept), kept);
        }
    }

    #[test]
    fn common_schemes_are_stripped() {
        let stripped =
            |text| Display { strip_scheme: true, ..Display::default() }.of(text).into_owned();
        assert_eq!(stripped("HTTPS://a.example/"), "a.example/");
        assert_eq!(stripped("mailto:a@b.example"), "a@b.example");
        assert_eq!(stripped("irc://a.example"), "irc://a.example");
        assert_eq!(stripped("tel:+1"), "tel:+1");
        assert_eq!(stripped("http://"), "http://");
    }
}
