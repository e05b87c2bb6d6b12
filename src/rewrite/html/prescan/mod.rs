//! An early reader, which determines the regions of a document that the tokenizer has to read.
//!
//! Most of a page has nothing to link, because its URIs are in attributes and scripts. Skipping the tags of a page is
//! several times as fast as reading the page with the tokenizer, so this reader runs first. It never reports a link. It
//! draws one of three conclusions:
//!
//! 1. **No text of the page can contain a link** ([`page`]). No byte of the page could be part of a trigger, which is a
//!    text at which the finder begins to look for a match, even if references are decoded and tags are removed. The
//!    page is returned unchanged.
//! 2. **A run of the page contains no link.** A run is the text between two tags that end it; both readers collect runs
//!    with [`InlineContext`]. A run is rejected if it is one piece of the source without a trigger and without anything
//!    to decode. It is also rejected if the [search of the run](super::run::Run::search), which the later reader uses
//!    as well, reports nothing. All other runs are regions, which the tokenizer reads.
//! 3. **The page must be read as a whole.** A tree builder determines where the tokenizer reads raw text. Where that
//!    depends on more than the names of tags ([`ambiguity`]), this reader concludes nothing about any part of the page.
//!
//! A region begins and ends at tags that end a run, either outside of all elements that forbid links, or in a link and
//! in no other such element. The tokenizer can therefore start there as if a document began there.
//!
//! The tests compare the results with and without this reader, on pages that were cut, mixed and damaged
//! (`an_early_reader_changes_nothing` in `tests/support/page.rs`).

mod ambiguity;
mod page;

use core::mem;

use ambiguity::Ambiguity;

use super::context::Links;
use super::elements::{Edge, is_raw};
use super::inline_context::{InlineContext, is_blank};
use super::tag::{self, Piece, Pieces, Tag, Token};
use crate::find::{Finder, Hits};
use crate::span::Span;

/// A part of a document that has to be read: a run, with its tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) span: Span,
    /// Whether it begins inside a link.
    pub(super) is_in_link: bool,
    /// Whether it begins inside `<pre>`.
    pub(super) is_in_pre: bool,
}

/// The regions of `html` that may have a link, from the first to the last; `None` if all of `html` has to be read.
/// `without` has the names of the elements in which nothing is linked, in lower case.
pub(super) fn regions(html: &[u8], finder: &Finder, without: &[Box<str>]) -> Option<Vec<Region>> {
    if page::holds_no_link(html, finder) {
        return Some(Vec::new());
    }
    let mut hits = Hits::new(finder);
    let prescan = Prescan {
        html,
        finder,
        hit: hits.next(html, 0),
        hits,
        pieces: Pieces::new(html, 0),
        inline: InlineContext::new(html, without),
        ambiguity: Ambiguity::default(),
        region: Region { span: Span::new(0, 0), is_in_link: false, is_in_pre: false },
        is_suspect: false,
        regions: Vec::new(),
    };
    prescan.read()
}

struct Prescan<'s, 'f> {
    html: &'s [u8],
    finder: &'f Finder,
    hits: Hits,
    /// The position of the next trigger in the document, in text or elsewhere.
    hit: Option<usize>,
    pieces: Pieces<'s>,
    inline: InlineContext<'s, 'f>,
    ambiguity: Ambiguity,
    /// The open run. Its end is not known yet.
    region: Region,
    /// Whether the run has to be searched.
    is_suspect: bool,
    regions: Vec<Region>,
}

impl Prescan<'_, '_> {
    fn read(mut self) -> Option<Vec<Region>> {
        while !self.inline.is_lost()
            && let Some(piece) = self.pieces.next()
        {
            match piece {
                Piece::Text(text) => self.text(text),
                Piece::Token(Token::Start(tag), span) => {
                    self.tag(tag, Edge::Start, span);
                    self.start(tag, span.end())?;
                }
                Piece::Token(Token::End(tag), span) => {
                    self.tag(tag, Edge::End, span);
                    self.ambiguity.end(tag.name);
                }
                // Where a CDATA section ends depends on whether it is in SVG or MathML.
                Piece::Token(Token::Other, span) if is_section(span.of(self.html)) => return None,
                Piece::Token(Token::Other, _) => {}
                Piece::Unfinished(rest) if matches!(rest.of(self.html), b"<" | b"</") => {
                    self.text(rest);
                }
                Piece::Unfinished(rest) => self.end_run(rest),
            }
        }
        self.end_run(Span::new(self.html.len(), self.html.len()));
        Some(self.regions)
    }

    fn tag(&mut self, tag: Tag<'_>, edge: Edge, span: Span) {
        if self.inline.tag(tag, edge) {
            self.end_run(span);
        }
    }

    /// Skips the raw text after a start tag that ends at `start`, if there is any; `None` if its extent is ambiguous.
    fn start(&mut self, tag: Tag<'_>, start: usize) -> Option<()> {
        if !self.ambiguity.is_possible() && !self.inline.may_mean(tag.name) {
            return Some(());
        }
        let mut buffer = [0; 32];
        let name = tag::lower(tag.name, &mut buffer);
        self.ambiguity.start(name)?;
        if is_raw(name) || name == b"noscript" {
            let end = match name {
                b"plaintext" => None,
                _ => tag::raw_end(self.html, start, name),
            };
            let raw = Span::new(start, end.unwrap_or(self.html.len()));
            self.ambiguity.raw_text(name, raw.of(self.html))?;
            self.inline.raw_text(raw.of(self.html));
            self.pieces.skip_to(raw.end());
        }
        Some(())
    }

    fn text(&mut self, text: Span) {
        let may_link = self.inline.links() == Links::Yes && !is_blank(text.of(self.html));
        // A trigger may be split between two texts.
        self.is_suspect |= may_link && (self.inline.run.is_open() || self.may_match(text));
        self.inline.text(text);
    }

    /// Whether `text`, without the texts next to it, may have a match.
    fn may_match(&mut self, text: Span) -> bool {
        if self.hit.is_some_and(|hit| hit < text.start()) {
            self.hit = self.hits.next(self.html, text.start());
        }
        self.hit.is_some_and(|hit| hit < text.end())
            // A pattern may depend on the characters next to a match, which differ between the run and the document.
            || self.finder.has_patterns()
            || self.inline.run.is_decoded(text)
    }

    /// Ends the run at the tag `by`. The next run begins after that tag.
    fn end_run(&mut self, by: Span) {
        let run = &mut self.inline.run;
        if mem::take(&mut self.is_suspect) && run.has_link(self.finder) {
            let span = Span::new(self.region.span.start(), by.start());
            self.regions.push(Region { span, ..self.region });
        }
        run.clear();
        let is_in_link = self.inline.links() == Links::Inside;
        let is_in_pre = self.inline.run.is_in_pre();
        self.region = Region { span: Span::new(by.end(), by.end()), is_in_link, is_in_pre };
    }
}

fn is_section(markup: &[u8]) -> bool {
    markup.starts_with(b"<![CDATA[")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::Preset;
    use crate::rewrite::html::without_links;

    /// Whether any region of `html` has to be read; `None` if the page has to be read as a whole.
    fn must_be_read(html: &str) -> Option<bool> {
        let regions = regions(html.as_bytes(), &Finder::new(), &without_links());
        regions.map(|regions| !regions.is_empty())
    }

    #[test]
    fn attributes_and_scripts_are_skipped() {
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
            // A trigger is not necessarily a link.
            "ww<b>w.a.example</b> jane@<b>a.example</b> &lt;mailto: now soft\u{AD}hyphen: a",
            "<p>Note: to <b>be</b>: read &amp; kept</p>: ww<p>w. http:<p>// jane@<p>b.example",
        ] {
            assert_eq!(must_be_read(html), Some(false), "{html}");
        }
    }

    #[test]
    fn runs_that_may_hold_a_link_are_regions() {
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
            "jane<wbr>@a.example",
            "jane<!-- -->&#64;<i></i>a.example",
            "http://a.example/www\u{AD}.b",
            "http:<wbr>//a.example",
            "http:/<!-- x -->/a.example",
            "w<i>w</i>w.a.example",
            "w<i>w</i><b>w</b><u></u>.a.example",
            "mail<i>t</i>o:jane@a.example",
            "&lt;mailto: jane@a.example>",
            "&lt;<b>mailto:</b>\njane@a.example&gt;",
            "<b title='<'>x </b>www.a.example",
            "<script></script>http://a.example",
            "<a>x</a> http://a.example",
        ] {
            assert_eq!(must_be_read(html), Some(true), "{html}");
        }
    }

    #[test]
    fn an_ambiguous_page_is_read_as_a_whole() {
        for html in [
            "<script><!-- <script> </script> --></script>www.a.example",
            "<svg><style><a title='</style>'>x</svg>www.a.example",
            "<svg><![CDATA[x]]></svg>www.a.example",
            "<svg><svg></svg>www.a.example",
            "<svg><desc></svg>www.a.example",
            "<select><select>www.a.example",
            "<select><style></style></select>www.a.example",
        ] {
            assert_eq!(must_be_read(html), None, "{html}");
        }
    }

    #[test]
    fn a_region_extends_as_far_as_its_run() {
        let regions_of = |html: &str| {
            let regions = regions(html.as_bytes(), &Finder::preset(Preset::Chat), &without_links());
            let text = |region: Region| (html[region.span.range()].to_owned(), region.is_in_link);
            regions.map(|regions| regions.into_iter().map(text).collect::<Vec<_>>())
        };
        let region = |text: &str, is_in_link| (text.to_owned(), is_in_link);
        let html = "<p>www.a.example<p>b<p>x w<b>ww</b>.c.example<!-- --> d<p>e";
        let expected =
            [region("www.a.example", false), region("x w<b>ww</b>.c.example<!-- --> d", false)];
        assert_eq!(regions_of(html).as_deref(), Some(&expected[..]));
        let html = "<a><p>b</a> www.c.example<script>www.d.example</script><pre>www.e.example";
        assert_eq!(regions_of(html), Some(vec![region("b</a> www.c.example", true)]));
        assert_eq!(regions_of("<noscript><a></noscript>www.a.example"), Some(vec![]));
        assert_eq!(
            regions_of("www.a.example<b title='"),
            Some(vec![region("www.a.example", false)])
        );
        assert_eq!(regions_of("www.a.example <"), Some(vec![region("www.a.example <", false)]));
        assert_eq!(regions_of("www.a.example </"), Some(vec![region("www.a.example </", false)]));
        assert_eq!(regions_of("www.a.example <!"), Some(vec![region("www.a.example ", false)]));
    }
}
