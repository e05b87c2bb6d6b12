//! Changes the text of a link: shortens it, leaves out its scheme, and decodes its escapes.

use std::borrow::Cow;

use crate::options::name::names;
use crate::text::graphemes;
use crate::uri::{self, Form};

/// How a long text is shortened. Lengths are counted in grapheme clusters, and no cluster is split. A host is never cut
/// so that its end is missing: if the text up to the end of the host is too long, every way keeps only the end of the
/// host, which shows who owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shorten {
    /// The end is left out: `http://example.com/a/lo…`
    End,
    /// The middle is left out: `http://example.com/…page.html`
    Middle,
    /// Two parts are kept: the beginning up to the host, and the last segment of the path with the query and the
    /// fragment: `example.com/…/page.html`. If the segment is too long, only its end is kept: shortened to 24
    /// characters, `example.com/search?q=a+long+query` becomes `example.com/…+long+query`. If the path has no segment
    /// (`example.com/?q=a`), the query is left out.
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
    let rest = text.split_once("://").filter(|(scheme, _)| is_common(scheme)).map(|(_, rest)| rest);
    let rest = rest.or_else(|| text.get(..7).filter(|head| is_mailto(head)).and(text.get(7..)));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(text)
}

fn is_common(scheme: &str) -> bool {
    ["http", "https", "ftp"].iter().any(|one| scheme.eq_ignore_ascii_case(one))
}

fn is_mailto(head: &str) -> bool {
    head.eq_ignore_ascii_case("mailto:")
}

/// The end of the authority, which begins after the scheme if there is one.
fn authority_end(text: &str) -> usize {
    let start = text.find("://").map_or(0, |at| at + 3);
    let rest = text.get(start..).unwrap_or_default();
    start + rest.find(['/', '?', '#']).unwrap_or(rest.len())
}

/// `text` in the form of `Uri::minimally_escaped`, without new escapes. Escapes are kept if the decoded character would
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
fn shorten(text: &str, how: Shorten, limit: usize) -> Option<String> {
    // A cluster has at least one byte, so the text has at most `limit` clusters.
    if text.len() <= limit {
        return None;
    }
    let borders: Vec<usize> = graphemes::borders(text).collect();
    let count = borders.len().saturating_sub(1);
    if count <= limit {
        return None;
    }
    let text = Clusters { text, borders };
    let room = limit.saturating_sub(1);
    Some(text.shorten(how, room))
}

/// A text with the boundaries of its clusters, including both ends.
struct Clusters<'t> {
    text: &'t str,
    borders: Vec<usize>,
}

impl Clusters<'_> {
    /// The first `head` and the last `tail` clusters.
    fn around(&self, head: usize, tail: usize) -> String {
        self.first(head).to_owned() + ELLIPSIS + self.last(tail)
    }

    fn first(&self, count: usize) -> &str {
        let end = self.borders.get(count).copied().unwrap_or(self.text.len());
        self.text.get(..end).unwrap_or_default()
    }

    fn last(&self, count: usize) -> &str {
        let place = self.borders.len().saturating_sub(count + 1);
        let start = self.borders.get(place).copied().unwrap_or(0);
        self.text.get(start..).unwrap_or_default()
    }

    /// The number of clusters that end at or before the byte `at`.
    fn count(&self, at: usize) -> usize {
        self.borders.partition_point(|&border| border <= at).saturating_sub(1)
    }

    /// The text without the part that `how` leaves out, in about `room` clusters.
    ///
    /// A text that shows a part of its host could show another one: `www.paypal.com.evil.example` without its end. So
    /// every way keeps the text up to the end of the host. If that alone is too long, a common scheme is left out, and if
    /// the host is still too long, only its end is kept, because the end shows who owns it.
    fn shorten(&self, how: Shorten, room: usize) -> String {
        let host_end = authority_end(self.text);
        let head = self.count((host_end + 1).min(self.text.len()));
        if head > room {
            let bare = strip_scheme(self.text);
            if bare.len() < self.text.len() {
                return shorten(bare, how, room + 1).unwrap_or_else(|| bare.to_owned());
            }
            let host = Clusters::new(self.text.get(..host_end).unwrap_or_default());
            let more = if host_end < self.text.len() && room > 2 { ELLIPSIS } else { "" };
            return ELLIPSIS.to_owned() + host.last(room.saturating_sub(more.len().min(1))) + more;
        }
        match how {
            Shorten::End => self.around(room, 0),
            Shorten::Middle => {
                let head = head.max(room.div_ceil(2));
                self.around(head, room - head)
            }
            Shorten::Smart => {
                let path = self.text.get(host_end..).unwrap_or_default();
                let path = path.split(['?', '#']).next().unwrap_or_default();
                let segment = path.trim_end_matches('/').rfind('/');
                let segment = segment.map_or(self.text.len(), |at| host_end + at);
                let total = self.borders.len().saturating_sub(1);
                let tail = total - self.count(segment).min(total);
                self.around(head, tail.min(room - head))
            }
        }
    }
}

impl<'t> Clusters<'t> {
    fn new(text: &'t str) -> Clusters<'t> {
        Clusters { text, borders: graphemes::borders(text).collect() }
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
        let uri = "http://example.com/a/long/path/page.html";
        assert_eq!(short(uri, Shorten::Smart, 32), "http://example.com/…/page.html");
        assert_eq!(short(uri, Shorten::Smart, 22), "http://example.com/…ml");
        let query = "example.com/search?q=a+long+query";
        assert_eq!(short(query, Shorten::Smart, 24), "example.com/…+long+query");
        let long = "http://login.bank.example.evil.example/x";
        assert_eq!(short(long, Shorten::Smart, 16), "…e.evil.example…");
        assert_eq!(short("example.com/?a=1&b=2&c=3", Shorten::Smart, 16), "example.com/…");
    }

    /// Whatever is left out, a host is whole or shows its end.
    #[test]
    fn no_way_cuts_the_end_of_a_host() {
        let host = "www.paypal.com.login.evil.example";
        for text in [format!("http://{host}/x?y#z"), format!("{host}/a/b"), host.to_owned()] {
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
