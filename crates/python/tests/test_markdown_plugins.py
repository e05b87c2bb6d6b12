"""Tests of the plugin of markdown-it-py and the extension of Python-Markdown, with the real parsers."""

from __future__ import annotations

import pytest

import linkwright


class TestMarkdownIt:
    """Tests of `linkwright.markdown_it.plugin`."""

    def render(self, text: str, finder: linkwright.Finder | None = None, **options: str) -> str:
        markdown_it = pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")
        from linkwright.markdown_it import plugin

        return str(markdown_it.MarkdownIt("commonmark").use(plugin, finder, **options).render(text)).strip()

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("see http://a.example/x.", 'see <a href="http://a.example/x">http://a.example/x</a>.'),
            (
                "www.example.com a@b.example",
                '<a href="http://www.example.com">www.example.com</a> <a href="mailto:a@b.example">a@b.example</a>',
            ),
            ("http://a.example/a_b_c *d*", '<a href="http://a.example/a_b_c">http://a.example/a_b_c</a> <em>d</em>'),
            ("http://a.example/*b*/c", '<a href="http://a.example/*b*/c">http://a.example/*b*/c</a>'),
            ("`http://a.example`", "<code>http://a.example</code>"),
            ("[http://a.example](/x)", '<a href="/x">http://a.example</a>'),
            ("<a>http://a.example</a>", "<a>http://a.example</a>"),
            (
                "https://en.wikipedia.org/wiki/A_(b)",
                '<a href="https://en.wikipedia.org/wiki/A_(b)">https://en.wikipedia.org/wiki/A_(b)</a>',
            ),
            ("javascript:alert(1)", "javascript:alert(1)"),
            ("x", "x"),
        ],
    )
    def test_links(self, text: str, expected: str) -> None:
        assert self.render(text) == f"<p>{expected}</p>"

    def test_defanged_text_is_no_link(self) -> None:
        text = "hxxp://a.example evil[.]example.com"
        assert self.render(text, linkwright.Finder("archive")) == f"<p>{text}</p>"

    def test_finder_and_attributes(self) -> None:
        finder = linkwright.Finder("chat", patterns=[("issue", "#([0-9]+)", "https://issues.example/$1")])
        linked = '<p><a href="https://issues.example/12" rel="ugc" target="_blank">#12</a></p>'
        assert self.render("#12", finder, rel="ugc", target="_blank") == linked
        assert self.render("[x](/y)", finder, rel="ugc") == '<p><a href="/y">x</a></p>'


class TestPythonMarkdown:
    """Tests of `linkwright.markdown`."""

    def render(self, text: str, **options: object) -> str:
        markdown = pytest.importorskip("markdown", reason="Markdown is not installed")
        configs = {"linkwright.markdown": options}
        return str(markdown.markdown(text, extensions=["linkwright.markdown"], extension_configs=configs))

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("see http://a.example/x.", 'see <a href="http://a.example/x">http://a.example/x</a>.'),
            ("http://a.example/_b_/*c*d", '<a href="http://a.example/_b_/*c*d">http://a.example/_b_/*c*d</a>'),
            (
                "*http://a.example* http://b.example",
                '<em><a href="http://a.example">http://a.example</a></em> <a href="http://b.example">http://b.example</a>',
            ),
            ("`http://a.example`", "<code>http://a.example</code>"),
            ("[http://a.example](/x)", '<a href="/x">http://a.example</a>'),
            ("<http://a.example>", '<a href="http://a.example">http://a.example</a>'),
            ("<b>http://a.example</b>", '<b><a href="http://a.example">http://a.example</a></b>'),
            ("http://a.example/?a=1&b=2", '<a href="http://a.example/?a=1&amp;b=2">http://a.example/?a=1&amp;b=2</a>'),
            (
                "www.a.example a@b.example x",
                '<a href="http://www.a.example">www.a.example</a> <a href="mailto:a@b.example">a@b.example</a> x',
            ),
            ("x", "x"),
        ],
    )
    def test_links(self, text: str, expected: str) -> None:
        assert self.render(text) == f"<p>{expected}</p>"

    def test_blocks_of_code(self) -> None:
        assert "<a" not in self.render("    http://a.example\n")

    def test_finder_and_attributes(self) -> None:
        finder = linkwright.Finder("chat", domains=False)
        linked = '<p>a.example.com <a href="http://b.example" rel="ugc" target="_blank">http://b.example</a></p>'
        assert self.render("a.example.com http://b.example", finder=finder, rel="ugc", target="_blank") == linked

    def test_defanged_text_is_no_link(self) -> None:
        text = "hxxp://a.example evil[.]example.com"
        assert self.render(text, finder=linkwright.Finder("archive")) == f"<p>{text}</p>"

    def test_many_links_in_one_paragraph(self) -> None:
        assert self.render("http://a.example/ " * 2000).count("<a ") == 2000
