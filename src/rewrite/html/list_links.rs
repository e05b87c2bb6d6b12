//! Lists all links of a document, even in places where no link may be written, for programs that do not change the
//! document.
//!
//! Unlike [`list_links`], the linker skips doubtful places: code, a table outside its cells, and text after
//! markup that parsers may read in two ways. [`list_links`] skips only comments. The content of `<noscript>`,
//! `<noframes>`, `<noembed>` and `<iframe>` is read as markup, as in browsers that do not support these elements. An
//! incomplete tag is searched as plain text.

use super::code::CodeElements;
use super::elements::{RAW, continued, is_one_of};
use super::existing::{self, Existing, Part};
use super::reader::{self, SeenTag, Visitor};
use super::run::{Item, Run};
use super::tag::Edge;
use crate::find::Finder;
use crate::rewrite::source_map::TextRun;
use crate::span::Span;

/// Calls `each` for each part of `html`, from the first to the last.
///
/// Any bytes are accepted, and all of them are read, in linear time.
///
/// ```
/// use linkwright::{Finder, rewrite::html::{self, Part}};
///
/// let mut seen = Vec::new();
/// let page = b"<img srcset='/a, /b 2x'><pre>http://c.example</pre><p style='a: url(d)'>";
/// html::list_links(&Finder::new(), page, |part| match part {
///     Part::Text(found, ..) => seen.push(found.uri().as_str().to_owned()),
///     Part::Code(found, ..) => seen.push(format!("{} in code", found.uri())),
///     Part::Existing(link) => seen.push(link.value().to_owned()),
///     Part::Style(css) => seen.push(String::from_utf8_lossy(css.text()).into_owned()),
///     _ => {}
/// });
/// assert_eq!(seen, ["/a", "/b", "http://c.example in code", "a: url(d)"]);
/// ```
pub fn list_links(finder: &Finder, html: &[u8], mut each: impl FnMut(Part<'_>)) {
    read(Some(finder), html, &mut each);
}

/// The base URI of `html`, with its character references decoded: the `href` of the first `base` element that has one.
/// All references are resolved against it, including those before it (HTML standard, 2.4.2).
///
/// ```
/// use linkwright::rewrite::html;
///
/// let page = b"<img src=a><base target=b><base href=/c/><base href=/d/>";
/// assert_eq!(html::base(page).as_deref(), Some("/c/"));
/// assert_eq!(html::base(b"<!-- <base href=/c/> -->"), None);
/// ```
pub fn base(html: &[u8]) -> Option<String> {
    let begins_base = |at: usize| {
        let name = html.get(at + 1..at + 5);
        name.is_some_and(|name| name.eq_ignore_ascii_case(b"base"))
    };
    // Most pages have no `base`, so they need not be parsed.
    if !memchr::memchr_iter(b'<', html).any(begins_base) {
        return None;
    }
    let mut base = None;
    read(None, html, &mut |part| {
        if let Part::Existing(link) = part
            && base.is_none()
            && link.is_base()
        {
            base = Some(link.value().to_owned());
        }
    });
    base
}

fn read(finder: Option<&Finder>, html: &[u8], each: &mut impl FnMut(Part<'_>)) {
    let mut lister = Lister {
        html,
        finder,
        each,
        run: Run::new(html),
        held: Vec::new(),
        content: None,
        anchor: None,
        code: CodeElements::default(),
        depth: 0,
    };
    reader::read(html, 0, &mut lister);
    lister.end_run();
}

/// Whether the content of the element is markup for browsers that do not support the element. Other browsers read it as
/// raw text.
fn is_fallback(name: &[u8]) -> bool {
    matches!(name, b"noscript" | b"noframes" | b"noembed" | b"iframe")
}

/// The maximum depth of such elements in each other. Elements that are nested more deeply do not end before the one
/// around them, which keeps the time linear.
const DEEPEST: usize = 2;

struct Lister<'s, 'r, F> {
    html: &'s [u8],
    /// The finder; `None` if text is not searched.
    finder: Option<&'r Finder>,
    each: &'r mut F,
    run: Run<'s>,
    /// The references in the tags of the run, with their positions.
    held: Vec<(usize, Part<'s>)>,
    /// The kind of the next text, if it is a style sheet or a program in SVG.
    content: Option<fn(TextRun<'s>) -> Part<'s>>,
    anchor: Option<Existing<'s>>,
    code: CodeElements<'s>,
    /// The number of open elements whose raw text is read as markup.
    depth: usize,
}

impl<'s, F: FnMut(Part<'_>)> Visitor<'s> for Lister<'s, '_, F> {
    fn text(&mut self, text: Span, _is_foreign: bool) {
        if let Some(held) = self.content {
            return self.hold(text, held);
        }
        // Blank text at the beginning of a run is usually the white space between two blocks.
        let is_blank = || text.of(self.html).trim_ascii().is_empty();
        if self.finder.is_some() && !(self.run.is_empty() && is_blank()) {
            self.run.push(text, false);
        }
    }

    fn tag(&mut self, seen: &SeenTag<'_, 's>) {
        let SeenTag { name, tag, .. } = *seen;
        match continued(name) {
            Some(element) => self.run.border(element, tag.edge),
            None if name == b"wbr" => {}
            None if self.run.takes_break(name, tag) => {}
            None => self.end_run(),
        }
        self.anchor.take_if(|_| name == b"a");
        self.content = None;
        if tag.edge == Edge::End {
            return self.code.end(name);
        }
        self.code.start(name, tag.name);
        if seen.is_foreign {
            self.content = raw_content(name);
        }
        for held in existing::parts(self.html, tag) {
            if let Part::Existing(link) = &held
                && link.is_anchor()
            {
                self.anchor = Some(link.clone());
            }
            self.held.push((tag.attributes.start(), held));
        }
    }

    fn raw(&mut self, name: &[u8], raw: Span) {
        self.content = None;
        if let Some(held) = raw_content(name) {
            self.hold(raw, held);
        } else if is_fallback(name) {
            self.depth += 1;
            reader::read(self.html.get(..raw.end()).unwrap_or_default(), raw.start(), self);
            self.depth -= 1;
        } else {
            self.text(raw, false);
        }
    }

    /// Searches an incomplete tag as text, usually at the end of a truncated document.
    fn unfinished(&mut self, rest: Span) {
        self.end_run();
        self.text(rest, false);
        self.end_run();
    }

    fn is_raw(&self, name: &[u8]) -> bool {
        is_one_of(RAW, name) && !(self.depth == DEEPEST && is_fallback(name))
            || name == b"noscript" && self.depth < DEEPEST
    }
}

/// The kind of the content of `style` and `script`.
fn raw_content<'s>(name: &[u8]) -> Option<fn(TextRun<'s>) -> Part<'s>> {
    match name {
        b"style" => Some(Part::Style),
        b"script" => Some(Part::Script),
        _ => None,
    }
}

impl<'s, F: FnMut(Part<'_>)> Lister<'s, '_, F> {
    /// Keeps the content of a `style` or `script` element until the run is reported.
    fn hold(&mut self, text: Span, held: fn(TextRun<'s>) -> Part<'s>) {
        if !text.is_empty() {
            let mut run = TextRun::new(self.html);
            run.push_source(text);
            self.held.push((text.start(), held(run)));
        }
    }

    /// Searches the run that has ended.
    fn end_run(&mut self) {
        let is_code = self.code.is_open();
        let Lister { run, finder, each, held, anchor, .. } = self;
        run.finish(*finder, held, |item| match item {
            Item::Found(found, map) if is_code => each(Part::Code(found, map, anchor.as_ref())),
            Item::Found(found, map) => each(Part::Text(found, map, anchor.as_ref())),
            Item::Held(part) => each(part),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reported parts, each as a short string.
    fn seen(html: &str) -> Vec<String> {
        let mut seen = Vec::new();
        list_links(&Finder::new(), html.as_bytes(), |part| {
            seen.push(match part {
                Part::Text(found, _, None) => found.text().to_owned(),
                Part::Text(found, _, Some(link)) => format!("{} in {}", found.text(), link.value()),
                Part::Code(found, _, None) => format!("`{}`", found.text()),
                Part::Code(found, _, Some(link)) => {
                    format!("`{}` in {}", found.text(), link.value())
                }
                Part::Existing(link) => link.value().to_owned(),
                Part::Style(css) => format!("{{{}}}", String::from_utf8_lossy(css.text())),
                Part::Document(html) => format!("<{}>", String::from_utf8_lossy(html.text())),
                Part::Script(text) => format!("({})", String::from_utf8_lossy(text.text())),
            });
        });
        seen
    }

    #[test]
    fn text_is_searched_where_no_link_may_be_written() {
        for name in ["textarea", "title", "select", "svg", "template", "a"] {
            let html = format!("<{name}>http://a.example</{name}>");
            assert_eq!(seen(&html), ["http://a.example"], "{html}");
        }
        for name in ["pre", "code", "kbd", "samp", "tt", "xmp", "listing"] {
            let html = format!("<{name}>http://a.example</{name}> http://b.example");
            assert_eq!(seen(&html), ["`http://a.example`", "http://b.example"], "{html}");
        }
        assert_eq!(seen("<table>http://a.example<td>"), ["http://a.example"]);
        assert_eq!(seen("<frameset>http://a.example"), ["http://a.example"]);
        assert_eq!(seen("<!-- http://a.example -->"), [""; 0]);
    }

    #[test]
    fn text_continues_through_formatting() {
        assert_eq!(seen("http://a.example/<b>b</b><wbr>c&amp;d"), ["http://a.example/bc&d"]);
        assert_eq!(seen("http://a.example/<p>c"), ["http://a.example/"]);
    }

    #[test]
    fn fallback_markup_is_read() {
        for name in ["noscript", "noframes", "noembed", "iframe"] {
            let html = format!("<{name}>1 < 2 <img src=/a> http://b.example</{name}>");
            assert_eq!(seen(&html), ["/a", "http://b.example"], "{html}");
        }
        let html = "<noscript><style>a{}</style><script src=/b>'http://c.example'</script>\
                    <a href=/d>http://e.example</a></noscript>http://f.example";
        let script = "('http://c.example')";
        let expected = ["{a{}}", "/b", script, "/d", "http://e.example in /d", "http://f.example"];
        assert_eq!(seen(html), expected);
        // Elements that are not closed end with the element around them.
        let html =
            "<noscript><iframe><!--</iframe><a href=/a>b</a><noembed><a</noembed></noscript>";
        assert_eq!(seen(html), ["/a"]);
        let html = format!("<noscript>{}<img src=/a>", "<iframe>".repeat(9));
        assert_eq!(seen(&html), ["/a"]);
    }

    #[test]
    fn uris_in_anchors_are_reported_with_the_anchor() {
        let html = "<a href=/a>http://b.example</a> http://c.example<a>http://d.example";
        let expected = ["/a", "http://b.example in /a", "http://c.example", "http://d.example"];
        assert_eq!(seen(html), expected);
    }

    #[test]
    fn a_link_in_code_is_a_link() {
        let html = "<code><a href=/a>http://b.example</a></code>";
        assert_eq!(seen(html), ["/a", "`http://b.example` in /a"]);
        assert_eq!(seen("<a href=/a><code>http://b.example"), ["/a", "`http://b.example` in /a"]);
        let html = "<noscript><pre>http://a.example</pre></noscript><p>http://b.example";
        assert_eq!(seen(html), ["`http://a.example`", "http://b.example"]);
    }

    #[test]
    fn styles_documents_and_scripts_are_reported() {
        assert_eq!(seen("a<script>'b</p>'</script><script></script>"), ["('b</p>')"]);
        assert_eq!(seen("<style>a{}</style><p style='b:&quot;c'>"), ["{a{}}", "{b:\"c}"]);
        assert_eq!(seen("<svg><style>a{}</style></svg>"), ["{a{}}"]);
        assert_eq!(seen("<iframe srcdoc='&lt;p>'></iframe>"), ["<<p>>"]);
        assert_eq!(seen("<p srcdoc=x>"), [""; 0]);
    }

    #[test]
    fn a_truncated_character_does_not_hide_a_tag() {
        let mut seen = Vec::new();
        list_links(&Finder::new(), b"x\xC3<a href=/a>\xE2\x80<img src=/b>", |part| {
            if let Part::Existing(link) = part {
                seen.push(link.value().to_owned());
            }
        });
        assert_eq!(seen, ["/a", "/b"]);
    }

    #[test]
    fn an_incomplete_tag_is_text() {
        assert_eq!(seen("x<a href='http://a.example/b"), ["http://a.example/b"]);
        assert_eq!(seen("<noscript><a href='http://a.example/b"), ["http://a.example/b"]);
        assert_eq!(
            seen("<noscript><a href='/b </noscript> http://a.example"),
            ["http://a.example"]
        );
    }

    #[test]
    fn meta_and_param_depend_on_their_other_attributes() {
        assert_eq!(seen("<meta http-equiv=Refresh content='5; url=/a'>"), ["/a"]);
        assert_eq!(
            seen("<meta property=og:image content='https://a.example/b'>"),
            ["https://a.example/b"]
        );
        assert_eq!(seen("<meta name=description content='see http://a.example'>"), [""; 0]);
        assert_eq!(seen("<meta name=a content='b:c'>"), [""; 0]);
        assert_eq!(seen("<param valuetype=ref value=/a><param value=b>"), ["/a"]);
        assert_eq!(
            seen("<meta content=http://a.example/ content=http://b.example/>"),
            ["http://a.example/"]
        );
    }
}
