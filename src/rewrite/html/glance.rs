//! A glance at a document before it is read: where in its text a link could be at all.
//!
//! Reading takes several times as long as a look at the tags, and most of a page has nothing to link:
//! its URIs stand in attributes and scripts. So the tags are passed over here, and the text between
//! them is asked for triggers, where a link may stand. What is no trigger yet may be one once
//! references are decoded (`&colon;`) or tags are left out (`http:<wbr>//`); both are looked at.
//!
//! Nothing is linked because of what is said here: it says what to read. But who reads a part of a
//! document must know that it begins between tags and not, say, in a script. Where a tree builder or
//! the tokenizer could see raw text that this reader takes for markup, or the other way round, it
//! says nothing, and all of the document is read.

use core::mem;

use super::before::{Before, has_telling_reference};
use super::cold::{has_cut_www, is_cold};
use super::context::Links;
use super::elements::is_raw;
use super::flow::{Flow, Step};
use super::run::Edge;
use super::tag::{self, Tag, Token};
use crate::find::{Finder, Hits};
use crate::span::Span;

/// A part of a document in which text runs on, and may have a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) span: Span,
    /// Whether it begins inside of a link.
    pub(super) is_in_link: bool,
}

/// The parts of `html` that may have a link, from the first to the last; `None` where that cannot be
/// told. `without` are the names of the elements without links, in lower case.
pub(super) fn parts(html: &[u8], finder: &Finder, without: &[Box<str>]) -> Option<Vec<Part>> {
    // A pattern may match anything.
    if finder.has_patterns() {
        return None;
    }
    if is_cold(html, finder) {
        return Some(Vec::new());
    }
    // Behind the authority a soft hyphen is left out, so that it may stand in a trigger.
    if has_soft_hyphen(html) {
        return None;
    }
    Reader::new(html, finder, without).read()
}

/// Whether there is U+00AD. Its first byte is rare in every language, and a search for one byte takes
/// a third of the work of a search for two.
fn has_soft_hyphen(html: &[u8]) -> bool {
    memchr::memchr_iter(0xC2, html).any(|at| html.get(at + 1) == Some(&0xAD))
}

struct Reader<'s, 'f> {
    html: &'s [u8],
    finder: &'f Finder,
    hits: Hits,
    /// The next place in the document, be it in text or not.
    hit: Option<usize>,
    flow: Flow<'f>,
    doubts: Doubts,
    before: Before,
    /// Where the text runs on from, whether that is inside of a link, and whether it may have one.
    start: usize,
    is_in_link: bool,
    is_hot: bool,
    parts: Vec<Part>,
}

impl<'s, 'f> Reader<'s, 'f> {
    fn new(html: &'s [u8], finder: &'f Finder, without: &'f [Box<str>]) -> Reader<'s, 'f> {
        let mut hits = Hits::new(finder);
        let hit = hits.next(html, 0);
        Reader {
            html,
            finder,
            hits,
            hit,
            flow: Flow::new(without),
            doubts: Doubts::default(),
            before: Before::NOTHING,
            start: 0,
            is_in_link: false,
            is_hot: false,
            parts: Vec::new(),
        }
    }

    fn read(mut self) -> Option<Vec<Part>> {
        if self.hit.is_none() && self.cannot_arise() {
            return Some(self.parts);
        }
        let mut at = 0;
        while at < self.html.len() && !self.flow.is_lost() {
            let rest = self.html.get(at..).unwrap_or_default();
            let end = memchr::memchr(b'<', rest).map_or(self.html.len(), |len| at + len);
            self.text(Span::new(at, end));
            at = self.markup(end)?;
        }
        self.end_run(Span::new(self.html.len(), self.html.len()));
        Some(self.parts)
    }

    /// Whether no trigger arises from decoding, or where tags are left out: a document in which
    /// there is none as it stands need not be looked at closer then.
    fn cannot_arise(&self) -> bool {
        let byte = |at: usize| self.html.get(at).copied().unwrap_or_default();
        let is_cut = |at: usize| match byte(at) {
            b':' => {
                let is_slash_cut = byte(at + 1) == b'/' && byte(at + 2) == b'<';
                let is_behind_tag =
                    byte(at.wrapping_sub(1)) == b'>' || byte(at.wrapping_sub(2)) == b'>';
                byte(at + 1) == b'<' || is_slash_cut || is_behind_tag
            }
            b'&' => true,
            _ => byte(at + 1) == b'<',
        };
        !memchr::memchr3_iter(b':', b'@', b'&', self.html).any(is_cut)
            && !has_cut_www(self.html)
            // Dots that end a sentence stand before tags everywhere.
            && !self.finder.might_match(b"a.com")
    }

    /// Takes what stands at `at`, a `<` or the end; says where it ends.
    fn markup(&mut self, at: usize) -> Option<usize> {
        match tag::token(self.html, at, self.html.len()) {
            Some((Token::Start(tag), end)) => {
                self.tag(tag, Edge::Start, Span::new(at, end));
                self.behind_start(tag, end)
            }
            Some((Token::End(tag), end)) => {
                self.tag(tag, Edge::End, Span::new(at, end));
                self.doubts.end(tag.name);
                Some(end)
            }
            // How a section of CDATA ends depends on where it stands.
            Some((Token::Other, end)) => {
                let is_section = self.html.get(at..)?.starts_with(b"<![CDATA[");
                (!is_section).then_some(end)
            }
            // Half a tag is no text, and what is not even half of one is.
            None if tag::begins_markup(self.html, at)
                && !matches!(self.html.get(at..), Some(b"<" | b"</")) =>
            {
                self.end_run(Span::new(at, self.html.len()));
                Some(self.html.len())
            }
            None => {
                self.text(Span::new(at, at + 1));
                Some(at + 1)
            }
        }
    }

    fn tag(&mut self, tag: Tag<'_>, edge: Edge, place: Span) {
        if self.flow.tag(self.html, tag, edge) == Step::End {
            self.end_run(place);
        }
    }

    /// Says where the raw text ends that begins at `start`, behind a start tag, if there is one.
    fn behind_start(&mut self, tag: Tag<'_>, start: usize) -> Option<usize> {
        if !self.doubts.has_reason() && !self.flow.may_mean(tag.name) {
            return Some(start);
        }
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        self.doubts.start(name)?;
        if !is_raw(name) && name != b"noscript" {
            return Some(start);
        }
        let end = match name {
            b"plaintext" => None,
            _ => tag::raw_end(self.html, start, name),
        };
        let end = end.unwrap_or(self.html.len());
        let raw = Span::new(start, end).of(self.html);
        if !self.doubts.is_surely_raw(name, raw) {
            return None;
        }
        self.flow.raw_text(raw);
        Some(end)
    }

    fn text(&mut self, span: Span) {
        let text = span.of(self.html);
        let links = self.flow.links();
        if text.is_empty() || links == Links::No {
            return;
        }
        self.is_hot = self.is_hot
            || links == Links::Yes
                && (self.has_hit(span)
                    || self.before.joins(self.finder, text)
                    || has_telling_reference(text));
        self.before.push(text);
    }

    /// Whether there is a trigger in the text at `span` that stands for something.
    fn has_hit(&mut self, span: Span) -> bool {
        if self.hit.is_some_and(|hit| hit < span.start()) {
            self.hit = self.hits.next(self.html, span.start());
        }
        while let Some(hit) = self.hit.filter(|hit| *hit < span.end()) {
            if self.before.tells(span.of(self.html), hit - span.start()) {
                return true;
            }
            self.hit = self.hits.next(self.html, hit + 1);
        }
        false
    }

    /// What ran on ends at `by`, and the next begins behind it.
    fn end_run(&mut self, by: Span) {
        if mem::take(&mut self.is_hot) {
            let span = Span::new(self.start, by.start());
            self.parts.push(Part { span, is_in_link: self.is_in_link });
        }
        self.start = by.end();
        self.is_in_link = self.flow.links() == Links::Inside;
        self.before = Before::NOTHING;
    }
}

/// Where a tokenizer that is told by a tree builder what to read could read on otherwise.
#[derive(Debug, Default)]
struct Doubts {
    /// SVG or `MathML`, in which raw text is none.
    foreign: Option<Foreign>,
    /// In it many tags mean nothing.
    is_in_select: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foreign {
    Svg,
    Math,
}

impl Foreign {
    fn named(name: &[u8]) -> Option<Foreign> {
        if name.eq_ignore_ascii_case(b"svg") {
            Some(Foreign::Svg)
        } else if name.eq_ignore_ascii_case(b"math") {
            Some(Foreign::Math)
        } else {
            None
        }
    }
}

impl Doubts {
    fn has_reason(&self) -> bool {
        self.is_in_select || self.foreign.is_some()
    }

    /// Takes a start tag of that name, in lower case; `None` where it is in doubt what it does.
    fn start(&mut self, name: &[u8]) -> Option<()> {
        let begins = Foreign::named(name);
        let is_in_doubt = self.is_in_select && is_unclear_in_select(name)
            || self.foreign.is_some() && (begins.is_some() || leads_back_to_html(name));
        self.is_in_select |= name == b"select";
        self.foreign = self.foreign.or(begins);
        (!is_in_doubt).then_some(())
    }

    /// Takes an end tag of that name, in any case.
    fn end(&mut self, name: &[u8]) {
        if self.has_reason() {
            self.is_in_select &= !name.eq_ignore_ascii_case(b"select");
            self.foreign.take_if(|foreign| Foreign::named(name) == Some(*foreign));
        }
    }

    /// Whether `raw`, which stands behind a start tag of that name, is passed over by everyone.
    fn is_surely_raw(&self, name: &[u8], raw: &[u8]) -> bool {
        match name {
            b"plaintext" => self.foreign.is_none(),
            // In a comment, `<script>` in a script has an end tag of its own.
            b"script" => self.foreign.is_none() && !has_script_in_comment(raw),
            _ => self.foreign.is_none() || memchr::memchr(b'<', raw).is_none(),
        }
    }
}

/// Whether the tag may end a `<select>` without an end tag, or may mean nothing in it though raw text
/// follows it elsewhere.
fn is_unclear_in_select(name: &[u8]) -> bool {
    let is_ending = matches!(name, b"select" | b"input" | b"keygen" | b"template" | b"noscript");
    is_ending || is_raw(name) && name != b"script"
}

/// Whether what stands in the element is HTML although it stands in SVG or `MathML`.
fn leads_back_to_html(name: &[u8]) -> bool {
    matches!(
        name,
        b"foreignobject" | b"desc" | b"mi" | b"mo" | b"mn" | b"ms" | b"mtext" | b"annotation-xml"
    )
}

fn has_script_in_comment(raw: &[u8]) -> bool {
    let comment = memchr::memmem::find(raw, b"<!--").and_then(|at| raw.get(at..));
    comment.is_some_and(|comment| {
        memchr::memchr_iter(b'<', comment).any(|at| {
            let name = comment.get(at + 1..at + 7);
            name.is_some_and(|name| name.eq_ignore_ascii_case(b"script"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::Preset;
    use crate::rewrite::html::without_links;

    /// Whether a link may be anywhere in `html`; `None` where that cannot be told.
    fn is_hot(html: &str) -> Option<bool> {
        let parts = parts(html.as_bytes(), &Finder::new(), &without_links());
        parts.map(|parts| !parts.is_empty())
    }

    #[test]
    fn attributes_and_scripts_are_passed_over() {
        for html in [
            "",
            "text",
            "<a href=http://a.example/>x</a> <img src='//b@c.example'>",
            "<script>'http://a.example'</script><style>@import url(http://b.example)</style>x",
            "<script><!-- http://a.example --></script>",
            "<!-- http://a.example --><?x www.a.example?>",
            "<textarea><p>http://a.example</textarea><title>http://b.example</title>",
            "<p title='>'>1 < 2",
            "<pre><span>http://a.example</span><p>c</pre><code>www.b.example</code>",
            // None of these is a trigger, whatever stands around it.
            "<p>Note: to <b>be</b>: read &amp; kept</p>: ww<p>w. http:<p>// jane@<p>b.example",
        ] {
            assert_eq!(is_hot(html), Some(false), "{html}");
        }
    }

    #[test]
    fn whatever_may_become_a_link_is_seen() {
        for html in [
            "http://a.example",
            "\u{FEFF}www.a.example",
            "<p>1 < 2 jane@a.example",
            "http&colon;//a.example",
            "http&#58;//a.example",
            "http:&sol;/a.example",
            "www&#x2e;a.example",
            "&#119;ww.a.example",
            "jane&commat;a.example",
            "jane@&eacute;.example",
            "http:<wbr>//a.example",
            "http:/<!-- x -->/a.example",
            "ww<b>w.a.example</b>",
            "<i>w</i><b>w</b><u>w</u>.a.example",
            "jane@<b>a.example</b>",
            "<b>mailto</b>:jane",
            "mail<i>t</i>o:jane",
            "&lt;mailto: jane",
            "&lt;<b>mailto:</b>\njane",
            "<b title='<'>x</b>www.a.example",
            "<script></script>http://a.example",
            "<a>x</a>http://a.example",
        ] {
            assert_eq!(is_hot(html), Some(true), "{html}");
        }
    }

    #[test]
    fn where_readers_part_nothing_is_said() {
        for html in [
            "<script><!-- <script> </script> --></script>www.a.example",
            "<svg><style><a title='</style>'>x</svg>www.a.example",
            "<svg><![CDATA[x]]></svg>www.a.example",
            "<svg><svg></svg>www.a.example",
            "<svg><desc></svg>www.a.example",
            "<select><select>www.a.example",
            "<select><style></style></select>www.a.example",
            "soft\u{AD}hyphen: a",
        ] {
            assert_eq!(is_hot(html), None, "{html}");
        }
    }

    #[test]
    fn a_part_is_as_long_as_text_runs_on() {
        let parts_of = |html: &str| {
            let parts = parts(html.as_bytes(), &Finder::preset(Preset::Chat), &without_links());
            let text = |part: Part| (html[part.span.range()].to_owned(), part.is_in_link);
            parts.map(|parts| parts.into_iter().map(text).collect::<Vec<_>>())
        };
        let part = |text: &str, is_in_link| (text.to_owned(), is_in_link);
        let html = "<p>www.a.example<p>b<p>x <b>www</b>.c.example<!-- --> d<p>e";
        let expected =
            [part("www.a.example", false), part("x <b>www</b>.c.example<!-- --> d", false)];
        assert_eq!(parts_of(html).as_deref(), Some(&expected[..]));
        let html = "<a><p>b</a> www.c.example<script>www.d.example</script><pre>www.e.example";
        assert_eq!(parts_of(html), Some(vec![part("b</a> www.c.example", true)]));
        assert_eq!(parts_of("<noscript><a></noscript>www.a.example"), Some(vec![]));
        assert_eq!(parts_of("www.a.example<b title='"), Some(vec![part("www.a.example", false)]));
        assert_eq!(parts_of("www.a.example <"), Some(vec![part("www.a.example <", false)]));
        assert_eq!(parts_of("www.a.example </"), Some(vec![part("www.a.example </", false)]));
        assert_eq!(parts_of("www.a.example <!"), Some(vec![part("www.a.example ", false)]));
    }
}
