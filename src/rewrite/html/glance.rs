//! A glance at a document before it is read: where in its text a link could be at all.
//!
//! Reading takes thirty times as long as a look at the tags, and most of a page has nothing to
//! link: its URIs stand in attributes and scripts. So the tags are passed over here, and what is
//! left is asked for triggers. What is no trigger yet may be one once references are decoded
//! (`&colon;`) or tags are left out (`http:<wbr>//`); both are looked at.
//!
//! Nothing is linked because of what is said here: it only says where there is no need to look.
//! Where the tokenizer could see text that this reader takes for something else, it says nothing.

use super::elements::{is_raw, is_void};
use super::references::{self, Place, Reference};
use super::run::Element;
use super::tag::{self, Tag, Token};
use crate::find::{Finder, Hits};
use crate::span::Span;

/// Where in a document a link could be.
#[derive(Debug)]
pub(super) struct Glance {
    /// A place in each text that may have one, ascending; `None` where that cannot be told.
    places: Option<Vec<usize>>,
    /// The first of them that is not before what was asked about last.
    next: usize,
}

impl Glance {
    /// As if there were a link in every text.
    pub(super) const fn none() -> Glance {
        Glance { places: None, next: 0 }
    }

    /// A look at `html`; `without` are the names of the elements without links, in lower case.
    pub(super) fn at(html: &[u8], finder: &Finder, without: &[Box<str>]) -> Glance {
        Glance { places: Reader::new(html, finder, without).and_then(Reader::read), next: 0 }
    }

    /// Whether there can be a link at `from` or behind it.
    pub(super) fn goes_on(&mut self, from: usize) -> bool {
        let Some(places) = &self.places else { return true };
        while places.get(self.next).is_some_and(|place| *place < from) {
            self.next += 1;
        }
        self.next < places.len()
    }

    /// Whether there can be one in `span`, which does not go back from one call to the next.
    pub(super) fn is_hot(&mut self, span: Span) -> bool {
        let Glance { places: Some(_), .. } = self else { return true };
        self.goes_on(span.start()) && self.place().is_some_and(|place| place < span.end())
    }

    fn place(&self) -> Option<usize> {
        self.places.as_ref()?.get(self.next).copied()
    }
}

struct Reader<'s, 'f> {
    html: &'s [u8],
    finder: &'f Finder,
    hits: Hits,
    /// The next place in the document, be it in text or not.
    hit: Option<usize>,
    before: Before,
    without: &'f [Box<str>],
    quiet: Quiet,
    /// Inside of SVG or `MathML`, where raw text is none.
    is_foreign: bool,
    places: Vec<usize>,
}

impl<'s, 'f> Reader<'s, 'f> {
    /// `None` where even a glance would have to decode.
    fn new(html: &'s [u8], finder: &'f Finder, without: &'f [Box<str>]) -> Option<Reader<'s, 'f>> {
        // Behind the authority a soft hyphen is left out, so that it may stand in a trigger. A rule
        // of the caller's may look for anything.
        if finder.has_rules() || memchr::memmem::find(html, "\u{AD}".as_bytes()).is_some() {
            return None;
        }
        let mut hits = Hits::new(finder);
        let hit = hits.next(html, 0);
        Some(Reader {
            html,
            finder,
            hits,
            hit,
            before: Before::NOTHING,
            without,
            quiet: Quiet::No,
            is_foreign: false,
            places: Vec::new(),
        })
    }

    fn read(mut self) -> Option<Vec<usize>> {
        if self.hit.is_none() && self.cannot_arise() {
            return Some(self.places);
        }
        let mut at = 0;
        while let Some(rest) = self.html.get(at..).filter(|rest| !rest.is_empty()) {
            let end = memchr::memchr(b'<', rest).map_or(self.html.len(), |len| at + len);
            self.text(Span::new(at, end));
            at = self.markup(end)?;
        }
        Some(self.places)
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
        let has_cut_www = |www: &[u8]| memchr::memmem::find(self.html, www).is_some();
        !memchr::memchr3_iter(b':', b'@', b'&', self.html).any(is_cut)
            && !has_cut_www(b"w<")
            && !has_cut_www(b"W<")
            // Dots that end a sentence stand before tags everywhere.
            && !self.finder.might_match(b"a.com")
    }

    /// Takes what stands at `at`, a `<` or the end; says where it ends.
    fn markup(&mut self, at: usize) -> Option<usize> {
        match tag::token(self.html, at, self.html.len()) {
            Some((Token::Start(tag), end)) => self.start_tag(tag, end),
            Some((Token::End(tag), end)) => {
                let mut buffer = [0; 32];
                let name = tag::lower(tag.name, &mut buffer);
                self.is_foreign &= !is_foreign(name);
                self.quiet.end_tag(name);
                self.before.tag(name);
                Some(end)
            }
            // How a section of CDATA ends depends on where it stands.
            Some((Token::Other, end)) => {
                let is_section = self.html.get(at..)?.starts_with(b"<![CDATA[");
                (!is_section).then_some(end)
            }
            // Half a tag is no text.
            None if tag::begins_markup(self.html, at) => Some(self.html.len()),
            None => {
                self.text(Span::new(at, at + 1));
                Some(at + 1)
            }
        }
    }

    /// Takes a start tag that ends at `end`; says where its raw text ends, if it has one.
    fn start_tag(&mut self, tag: Tag<'_>, end: usize) -> Option<usize> {
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        self.is_foreign |= is_foreign(name);
        self.before.tag(name);
        if !is_raw(name) && name != b"noscript" {
            let is_without = self.without.iter().any(|one| one.as_bytes() == name);
            self.quiet.start_tag(name, is_without && !is_void(name) && !self.is_foreign);
            return Some(end);
        }
        self.quiet = Quiet::No;
        let raw_end = tag::past_raw(self.html, end, name).unwrap_or(self.html.len());
        let raw = Span::new(end, raw_end).of(self.html);
        let is_clear = match name {
            b"plaintext" => !self.is_foreign,
            // In a comment, `<script>` in a script has an end tag of its own.
            b"script" => !self.is_foreign && !has_script_in_comment(raw),
            _ => !self.is_foreign || memchr::memchr_iter(b'<', raw).nth(1).is_none(),
        };
        is_clear.then_some(if name == b"plaintext" { self.html.len() } else { raw_end })
    }

    fn text(&mut self, span: Span) {
        let text = span.of(self.html);
        if text.is_empty() {
            return;
        }
        let is_hot = self.quiet == Quiet::No
            && (self.has_hit(span)
                || self.before.joins(self.finder, text)
                || has_telling_reference(text));
        if is_hot {
            // The last byte: the first may belong to the mark for the encoding.
            self.places.push(span.end() - 1);
        }
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
}

/// Whether the text that follows surely stands where there is no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiet {
    No,
    /// In an element without links: up to the next tag that could close it.
    Inside,
}

impl Quiet {
    fn start_tag(&mut self, name: &[u8], is_without: bool) {
        if is_without {
            *self = Quiet::Inside;
        } else if !is_formatting(name) {
            *self = Quiet::No;
        }
    }

    fn end_tag(&mut self, name: &[u8]) {
        if !is_formatting(name) {
            *self = Quiet::No;
        }
    }
}

/// Whether the tags of the element neither close another element nor open a block.
fn is_formatting(name: &[u8]) -> bool {
    matches!(name, b"span" | b"b" | b"i" | b"em" | b"strong" | b"u" | b"tt" | b"font" | b"var")
}

/// How much text before a tag and behind it can make a trigger together, one byte less than
/// `www.` has.
const JOINED: usize = 3;

/// The text so far, as far as what follows asks for it.
#[derive(Debug)]
struct Before {
    end: [u8; JOINED],
    /// The last byte that is no blank.
    visible: u8,
    /// Whether something that delimits may stand before its last word, or before `word:`.
    opens: bool,
}

impl Before {
    const NOTHING: Before = Before { end: [0; JOINED], visible: b'.', opens: false };

    /// Whether the trigger at `at` in the text that follows stands for something.
    ///
    /// Most colons end a word of a sentence. Behind those there is no URI, unless it is delimited,
    /// and its scheme stands behind what delimits it: `<mailto: jane@a.example>`.
    fn tells(&self, text: &[u8], at: usize) -> bool {
        match (text.get(at), text.get(at + 1)) {
            // The text behind the next tag tells.
            (Some(b':'), None) => false,
            (Some(b':'), Some(next)) if next.is_ascii_whitespace() => self.opens(text, at),
            _ => true,
        }
    }

    /// Whether a trigger arises where `text` stands directly behind.
    fn joins(&self, finder: &Finder, text: &[u8]) -> bool {
        let head = text.get(..JOINED).unwrap_or(text);
        let [.., last] = self.end;
        let may_join = matches!(last, b':' | b'/' | b'@' | b'.' | b'w' | b'W')
            || head.get(..2).unwrap_or(head).contains(&b':');
        may_join && self.joined(finder, text, &[&self.end, head].concat())
    }

    /// The same with both sides of the border put together.
    fn joined(&self, finder: &Finder, text: &[u8], joined: &[u8]) -> bool {
        let is_sentence = |at: usize| joined.get(at + 1).is_none_or(u8::is_ascii_whitespace);
        let mut hits = Hits::new(finder);
        let mut from = 0;
        while let Some(hit) = hits.next(joined, from) {
            from = hit + 1;
            let tells = match hit.checked_sub(JOINED) {
                Some(at) => self.tells(text, at),
                None if joined.get(hit) == Some(&b':') && is_sentence(hit) => self.opens,
                None => true,
            };
            if tells {
                return true;
            }
        }
        false
    }

    /// Whether something that delimits may stand before the word that ends at `end` of the text
    /// that follows.
    fn opens(&self, text: &[u8], end: usize) -> bool {
        let text = text.get(..end).unwrap_or_default();
        let word = text.iter().rev().take_while(|byte| is_scheme(**byte)).count();
        let before = text.get(..text.len() - word).unwrap_or_default();
        match before.trim_ascii_end().last() {
            Some(&byte) => may_delimit(byte),
            None if before.is_empty() && is_scheme(self.end[JOINED - 1]) => self.opens,
            None => may_delimit(self.visible),
        }
    }

    /// Takes a tag of that name: text runs on from it, or it does not.
    fn tag(&mut self, name: &[u8]) {
        if !(matches!(name, b"a" | b"wbr") || Element::named(name).is_some()) {
            *self = Before::NOTHING;
        }
    }

    fn push(&mut self, text: &[u8]) {
        self.opens = self.opens(text, text.len() - usize::from(text.ends_with(b":")));
        for &byte in text.get(text.len().saturating_sub(JOINED)..).unwrap_or_default() {
            let [_, b, c] = self.end;
            self.end = [b, c, byte];
        }
        if let Some(&visible) = text.trim_ascii_end().last() {
            self.visible = visible;
        }
    }
}

/// RFC 3986, 3.1: what a scheme may hold.
const fn is_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// Whether `byte` may be the end of what a URI stands behind: a quote, `<`, a reference to one of
/// them.
fn may_delimit(byte: u8) -> bool {
    !byte.is_ascii_alphanumeric() && !b".,)]}!?-/".contains(&byte)
}

fn is_foreign(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"svg") || name.eq_ignore_ascii_case(b"math")
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

/// Whether `text` has a reference to a character that triggers are made of, or one that makes an
/// `@` or a dot before it stand between words.
fn has_telling_reference(text: &[u8]) -> bool {
    memchr::memchr_iter(b'&', text).any(|at| {
        let (before, reference) = text.split_at_checked(at).unwrap_or_default();
        let is_between = matches!(before.last(), Some(b'@' | b'.'));
        let tells = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(c, ':' | '/' | '@' | '.' | '\u{AD}')
                || is_between && !c.is_ascii()
        };
        match references::reference(reference, Place::Text) {
            Some(Reference::Named(decoded, _)) => decoded.chars().any(tells),
            Some(Reference::Numeric(c, _)) => tells(c),
            None => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::Preset;
    use crate::rewrite::html::without_links;

    /// Whether a link may be anywhere in `html`; `None` where that cannot be told.
    fn is_hot(html: &str) -> Option<bool> {
        let glance = Glance::at(html.as_bytes(), &Finder::new(), &without_links());
        glance.places.map(|places| !places.is_empty())
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
            "<pre><span>http://a.example</span></pre><code>www.b.example</code>",
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
            "<pre><p>http://a.example",
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
            "soft\u{AD}hyphen",
        ] {
            assert_eq!(is_hot(html), None, "{html}");
        }
    }

    #[test]
    fn places_come_in_order() {
        let html = b"<p>www.a.example<p>b<p>www.c.example<p>d";
        let mut glance = Glance::at(html, &Finder::preset(Preset::Chat), &[]);
        assert!(glance.is_hot(Span::new(3, 16)));
        assert!(!glance.is_hot(Span::new(19, 20)));
        assert!(glance.goes_on(20));
        assert!(glance.is_hot(Span::new(23, 36)));
        assert!(!glance.goes_on(37));
        assert!(Glance::none().is_hot(Span::new(0, 0)));
    }
}
