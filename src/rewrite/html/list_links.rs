//! Lists all links of a document, even in places where no link may be written, for programs that do not change the
//! document.
//!
//! [`links`](super::links) is for rewriters and skips doubtful places: code, a table outside its cells, and text after
//! markup that parsers may read in two ways. [`list_links`] skips only comments. The content of `<noscript>`,
//! `<noframes>`, `<noembed>` and `<iframe>` is read as markup, as in browsers that do not support these elements. An
//! incomplete tag is searched as plain text.

use lol_html::html_content::TextType;

use super::code::CodeElements;
use super::elements::{Edge, Element};
use super::existing::{self, Existing, Held};
use super::run::Run;
use super::tag::{self, Piece, Pieces, Tag, Token};
use super::text_nodes::{Ambiguous, text_nodes};
use crate::find::{Finder, Match};
use crate::rewrite::source_map::{SourceMap, TextRun};
use crate::span::Span;

/// A link of a document, or content that may contain more links.
#[derive(Debug)]
#[non_exhaustive]
pub enum Part<'a> {
    /// A URI in text. Its offsets refer to the decoded text; the map converts them to offsets of the document. The
    /// third value is the link of the anchor around it, if there is one.
    Text(&'a Match<'a>, &'a SourceMap, Option<&'a Existing<'a>>),
    /// A URI in the text of an element for which [`is_code_element`](super::is_code_element) returns true. An anchor in
    /// such an element is still a [`Part::Existing`], because a reader can follow it.
    Code(&'a Match<'a>, &'a SourceMap, Option<&'a Existing<'a>>),
    /// A reference in an attribute.
    Existing(&'a Existing<'a>),
    /// The value of a `style` attribute, or the content of a `style` element: CSS.
    Style(&'a TextRun<'a>),
    /// The value of a `srcdoc` attribute: a document.
    Document(&'a TextRun<'a>),
    /// The content of a `script` element: a program, or JSON.
    Script(&'a TextRun<'a>),
}

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
    let mut reader = LinkReader::new(html, finder, each);
    let all = Span::new(0, html.len());
    text_nodes(html, all, Ambiguous::ReadOn, |markup, text, kind| {
        reader.read_tags(markup);
        reader.text(text, kind);
    });
    reader.end_run();
}

/// The kind of the text after a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// Text, with character references.
    Text,
    /// A style sheet.
    Style,
    /// A program.
    Script,
    /// Markup for browsers that do not support the element. The tokenizer reads it as raw text.
    Markup,
}

impl Content {
    fn of(name: &[u8]) -> Content {
        match name {
            b"style" => Content::Style,
            b"script" => Content::Script,
            b"noscript" | b"noframes" | b"noembed" | b"iframe" => Content::Markup,
            _ => Content::Text,
        }
    }
}

struct LinkReader<'s, 'r, F> {
    html: &'s [u8],
    /// The finder; `None` if text is not searched.
    finder: Option<&'r Finder>,
    each: &'r mut F,
    run: Run<'s>,
    /// The references in the tags of the run, with their positions.
    held: Vec<(usize, Held<'s>)>,
    content: Content,
    anchor: Option<Existing<'s>>,
    code: CodeElements<'s>,
}

impl<'s, 'r, F: FnMut(Part<'_>)> LinkReader<'s, 'r, F> {
    fn new(html: &'s [u8], finder: Option<&'r Finder>, each: &'r mut F) -> LinkReader<'s, 'r, F> {
        LinkReader {
            html,
            finder,
            each,
            run: Run::new(html),
            held: Vec::new(),
            content: Content::Text,
            anchor: None,
            code: CodeElements::default(),
        }
    }

    /// Processes a text node.
    fn text(&mut self, text: Span, kind: TextType) {
        match self.content {
            Content::Script if kind == TextType::ScriptData => {
                self.hold(text, Held::Script);
            }
            Content::Script => {}
            Content::Style => self.hold(text, Held::Style),
            Content::Markup if kind == TextType::RawText => self.read_markup(text, false),
            Content::Text | Content::Markup => self.push(text),
        }
    }

    fn push(&mut self, text: Span) {
        // Blank text at the beginning of a run is usually the white space between two blocks.
        let is_blank = || text.of(self.html).trim_ascii().is_empty();
        if self.finder.is_some() && !(self.run.is_empty() && is_blank()) {
            self.run.push(text);
        }
    }

    /// Keeps the content of a `style` or `script` element until the run is reported.
    fn hold(&mut self, text: Span, held: fn(TextRun<'s>) -> Held<'s>) {
        if !text.is_empty() {
            let mut run = TextRun::new(self.html);
            run.push_source(text);
            self.held.push((text.start(), held(run)));
        }
    }

    /// Reads the markup between two texts.
    fn read_tags(&mut self, markup: Span) {
        for piece in tag::markup(self.html, markup) {
            match piece {
                Piece::Text(half) => self.text(half, TextType::Data),
                Piece::Token(token, _) => self.token(token),
                Piece::Unfinished(rest) => self.leave_as_text(rest),
            }
        }
    }

    /// Reads the content of an element as markup, because the tokenizer has read it as text. Incomplete markup at its
    /// end does not continue after the element. `is_inside` is true if the element is inside another such element.
    ///
    /// A `<` in a style sheet or script also begins a tag here. This rarely matters, because the elements that are read
    /// in this way hardly ever contain scripts.
    fn read_markup(&mut self, markup: Span, is_inside: bool) {
        self.content = Content::Text;
        let html = self.html.get(..markup.end()).unwrap_or_default();
        let mut pieces = Pieces::new(html, markup.start());
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Text(text) => self.text(text, TextType::Data),
                Piece::Token(token, place) => {
                    self.token(token);
                    if let Token::Start(tag) = token
                        && self.content == Content::Markup
                        && !is_inside
                    {
                        let end = tag::raw_end(html, place.end(), tag.name).unwrap_or(html.len());
                        self.read_markup(Span::new(place.end(), end), true);
                        pieces.skip_to(end);
                    }
                }
                Piece::Unfinished(rest) => self.leave_as_text(rest),
            }
        }
        self.content = Content::Text;
    }

    /// Processes a tag or a comment.
    fn token(&mut self, token: Token<'s>) {
        match token {
            Token::Start(tag) => self.tag(tag, Edge::Start),
            Token::End(tag) => self.tag(tag, Edge::End),
            // A comment is not visible: the text continues after it.
            Token::Other => {}
        }
    }

    /// Processes an incomplete tag, usually at the end of a truncated document.
    fn leave_as_text(&mut self, rest: Span) {
        self.end_run();
        self.push(rest);
        self.end_run();
    }

    fn tag(&mut self, tag: Tag<'s>, edge: Edge) {
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        match Element::named(name) {
            Some(element) => self.run.border(element, edge),
            None if name == b"wbr" => {}
            None if self.run.takes_break(name, tag, edge) => {}
            None => self.end_run(),
        }
        match edge {
            Edge::Start => {
                self.code.start(name, tag.name);
                self.start(name, tag);
            }
            Edge::End => {
                self.code.end(name);
                self.content = Content::Text;
                self.anchor.take_if(|_| name == b"a");
            }
        }
    }

    fn start(&mut self, name: &[u8], tag: Tag<'s>) {
        self.content = Content::of(name);
        self.anchor.take_if(|_| name == b"a");
        for held in existing::held(self.html, tag) {
            if let Held::Link(link) = &held
                && link.is_anchor()
            {
                self.anchor = Some(link.clone());
            }
            self.held.push((tag.attributes.start(), held));
        }
    }

    /// Searches the run that has ended.
    fn end_run(&mut self) {
        if self.run.is_empty() && self.held.is_empty() {
            return;
        }
        let is_code = self.code.is_open();
        let LinkReader { run, finder, each, held, anchor, .. } = self;
        let mut held = held.drain(..).peekable();
        if let Some(finder) = finder.filter(|_| !run.is_empty()) {
            run.search(finder, |found, map| {
                let start = map.span(found.span()).map_or(0, Span::start);
                while let Some((_, one)) = held.next_if(|(place, _)| *place < start) {
                    each(one.part());
                }
                each(if is_code {
                    Part::Code(found, map, anchor.as_ref())
                } else {
                    Part::Text(found, map, anchor.as_ref())
                });
            });
            run.clear();
        }
        held.for_each(|(_, one)| each(one.part()));
    }
}

impl Held<'_> {
    fn part(&self) -> Part<'_> {
        match self {
            Held::Link(link) => Part::Existing(link),
            Held::Style(css) => Part::Style(css),
            Held::Document(html) => Part::Document(html),
            Held::Script(text) => Part::Script(text),
        }
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
        let expected = ["{a{}}", "/b", "/d", "http://e.example in /d", "http://f.example"];
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
