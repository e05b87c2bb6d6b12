//! Finds links in HTML: the references in attributes and style sheets, and the URIs in text, code and scripts. A script
//! is a program, or data such as JSON-LD.
//!
//! Comments are not read, because their content is not part of the page. Attributes that only some sites use
//! (`data-src`) and the text in `alt` and `title` are not read either.

use linkwright::Span;
use linkwright::rewrite::TextRun;
use linkwright::rewrite::html::{self, Existing, Part};

use super::nested::Nested;
use super::{anchor, css, script};
use crate::displayed_text;
use crate::model::Origin;
use crate::sink::Sink;

/// Reads a page.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    read_parts(document, sink, true);
}

/// Reads HTML inside another document. Documents in its attributes (`srcdoc`) are not read, so at most one level is
/// nested.
pub(super) fn read_run(run: &TextRun<'_>, sink: &mut dyn Sink) {
    let outside = sink.current_base().clone();
    read_parts(run.text(), &mut Nested::new(run.map(), sink), false);
    *sink.current_base() = outside;
}

/// Reads HTML, and the documents in its attributes if `nests`.
fn read_parts(document: &[u8], sink: &mut dyn Sink, nests: bool) {
    // The base applies to all references, even to references before the `<base>` element.
    if let Some(base) = html::base(document) {
        sink.base(&base);
    }
    let finder = sink.finder().clone();
    let mut anchors = Anchors::default();
    html::list_links(&finder, document, |part| match part {
        _ if sink.is_cancelled() => {}
        Part::Text(found, _, Some(link)) | Part::Code(found, _, Some(link))
            if anchors.at(link).is_repeated_by(found) => {}
        Part::Text(found, map, _) => sink.found(found, Some(map)),
        Part::Code(found, map, _) => sink.found_as(found, Some(map), Origin::Code),
        Part::Existing(link) => {
            let name = link.attribute().to_ascii_lowercase();
            if link.is_anchor() {
                sink.shows(|| displayed_text::of_html(document, link.span()));
            }
            sink.existing(link.value(), link.span(), Origin::Attribute, &name);
        }
        Part::Style(run) => css::read_run(&run, sink),
        Part::Document(run) if nests => read_run(&run, sink),
        Part::Script(run) => script::read_run(&run, sink),
        _ => {}
    });
}

/// The place and the target of the anchor whose text was read last. The target is parsed once for all matches in the
/// text.
#[derive(Debug, Default)]
struct Anchors(Option<(Span, anchor::Target)>);

impl Anchors {
    fn at(&mut self, link: &Existing<'_>) -> &anchor::Target {
        self.0.take_if(|(place, _)| *place != link.span());
        let read = || (link.span(), anchor::Target::new(link.value()));
        &self.0.get_or_insert_with(read).1
    }
}

/// Whether an XHTML page has the same links if it is parsed as HTML. This is not the case if it has CDATA sections,
/// declares entities, or contains an empty element such as `<title/>`. In HTML, `<title/>` is a start tag, and the text
/// after the tag would be its content.
pub(crate) fn reads_as_html(page: &[u8]) -> bool {
    let has = |text: &[u8]| memchr::memmem::find(page, text).is_some();
    !has(b"<![CDATA[") && !has(b"<!ENTITY") && !RAW.iter().any(|name| has_empty(page, name))
}

/// The elements whose content is text in HTML.
const RAW: &[&str] = &[
    "title",
    "script",
    "style",
    "iframe",
    "textarea",
    "noscript",
    "noframes",
    "noembed",
    "xmp",
    "plaintext",
];

/// Whether the page has an empty element called `name`, such as `<title/>`.
fn has_empty(page: &[u8], name: &str) -> bool {
    let open = format!("<{name}");
    memchr::memmem::find_iter(page, open.as_bytes()).any(|at| {
        let rest = page.get(at + open.len()..).unwrap_or_default();
        let end = memchr::memchr(b'>', rest).unwrap_or(0);
        let is_name =
            rest.first().is_some_and(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte));
        is_name && rest.get(..end).is_some_and(|tag| tag.ends_with(b"/"))
    })
}

/// Whether `head` is the beginning of a page.
pub(crate) fn is_html(head: &[u8]) -> bool {
    first_tag(head).is_some_and(|tag| FIRST.iter().any(|name| is_tag(tag, name)))
}

/// The tags with which a page may begin: most of the tags in WHATWG MIME Sniffing, section 7.1, and some tags that come
/// first if `<html>`, `<head>` or `<body>` is omitted.
#[rustfmt::skip]
const FIRST: &[&str] = &[
    "!doctype html", "html", "head", "title", "meta", "body", "script", "style", "link", "base",
    "table", "div", "p", "h1", "a", "font", "center", "br", "iframe", "img",
];

/// The bytes after the first `<` that does not begin a comment, if only white space and comments precede this `<`.
fn first_tag(head: &[u8]) -> Option<&[u8]> {
    let mut rest = head.trim_ascii_start();
    while let Some(comment) = rest.strip_prefix(b"<!--") {
        let end = comment.windows(3).position(|bytes| bytes == b"-->")?;
        rest = comment.get(end + 3..)?.trim_ascii_start();
    }
    rest.strip_prefix(b"<")
}

/// Whether `text` begins with the complete name `name`, in upper or lower case.
fn is_tag(text: &[u8], name: &str) -> bool {
    let (Some(start), next) = (text.get(..name.len()), text.get(name.len())) else { return false };
    start.eq_ignore_ascii_case(name.as_bytes())
        && next.is_none_or(|&byte| byte.is_ascii_whitespace() || b"/>".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes, places, survives};
    use super::{is_html, read};

    #[test]
    fn attributes_and_text_are_read() {
        let page = b"<a href='/a?b&amp;c'>x</a> http://d.example <img srcset='/e, /f 2x'>";
        let expected = ["/a?b&c@href", "http://d.example", "/e@srcset", "/f@srcset"];
        assert_eq!(links(read, page), expected);
        assert_eq!(places(read, page), ["/a?b&amp;c", "http://d.example", "/e", "/f"]);
        assert_eq!(links(read, b"<!--http://b.example--><p data-src=http://c.example>"), [""; 0]);
    }

    #[test]
    fn the_text_of_a_link_is_reported_if_it_names_another_target() {
        let page = b"<a href='http://a.example/b'>http://a.example/b</a>";
        assert_eq!(links(read, page), ["http://a.example/b@href"]);
        let page = b"<a href='http://a.example/b'>http://c.example</a>";
        assert_eq!(links(read, page), ["http://a.example/b@href", "http://c.example"]);
    }

    #[test]
    fn the_first_base_applies_to_all_references() {
        let page = b"<a href=a><base target=_top><base href='/x/&amp;'><base href=/y>";
        assert_eq!(notes(read, page).bases, ["/x/&"]);
        let page = b"<a href=a><base href='http://b.example/'><iframe srcdoc='<base href=\"/c/\">\
                     <a href=d>'></iframe><a href=e>";
        let expected = [
            "http://b.example/a@href",
            "http://b.example/@href",
            "http://b.example/c/@href",
            "http://b.example/c/d@href",
            "http://b.example/e@href",
        ];
        assert_eq!(links(read, page), expected);
        assert_eq!(
            notes(read, b"<!--<base href=/x>--><script><base href=/y></script>").bases,
            [""; 0]
        );
    }

    #[test]
    fn style_sheets_are_read() {
        let page = b"<style>@import '/a.css';</style><p style='b: url(&quot;/c.png&quot;)'>";
        assert_eq!(links(read, page), ["/a.css@@import", "/c.png@url"]);
        assert_eq!(places(read, page), ["/a.css", "/c.png"]);
    }

    #[test]
    fn scripts_are_read() {
        let page = br#"<script>a = "http:\/\/a.example\/?b\u0026c"; /http:\/\/d/</script>
            <script type=application/ld+json>{"@id": "http:\/\/e.example\/"}</script>"#;
        assert_eq!(links(read, page), ["http://a.example/?b&c", "http://e.example/"]);
        let written = [r"http:\/\/a.example\/?b\u0026c", r"http:\/\/e.example\/"];
        assert_eq!(places(read, page), written);
        assert_eq!(links(read, b"<script><!-- '<a href=b>c</a>' --></script>"), [""; 0]);
    }

    #[test]
    fn documents_in_attributes_are_read_one_level_deep() {
        let page = b"<iframe srcdoc='&lt;a href=\"/b?c&amp;amp;d\">http://e.example/?f&amp;amp;g'>";
        assert_eq!(links(read, page), ["/b?c&d@href", "http://e.example/?f&g"]);
        assert_eq!(places(read, page), ["/b?c&amp;amp;d", "http://e.example/?f&amp;amp;g"]);
        let deeper = b"<iframe srcdoc='<iframe srcdoc=\"<a href=/a>\">'>";
        assert_eq!(links(read, deeper), [""; 0]);
    }

    #[test]
    fn pages_are_recognized_by_their_beginning() {
        for head in ["<!DOCTYPE html>", " <html lang=en>", "<!-- x --> <P>", "<head", "<table>"] {
            assert!(is_html(head.as_bytes()), "{head}");
        }
        for head in ["", "text <p>", "<http://a.example>", "<!-- x", "<?xml?>", "<pre1>", "<?php"] {
            assert!(!is_html(head.as_bytes()), "{head}");
        }
    }

    #[test]
    fn broken_pages_are_read() {
        survives(
            read,
            b"<base href=/x><a href='http://a.example/?b&amp;c'>http://d.example<style>\
              e{f:url(g)}</style><noscript><img srcset='h 1x, i'></noscript><svg/><p>",
        );
    }
}
