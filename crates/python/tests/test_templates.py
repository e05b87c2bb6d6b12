"""Tests of the filters for Django and Jinja, with the real template engines."""

from __future__ import annotations

import pytest

ESCAPED = '&lt;b&gt; <a href="http://a.example/?x=1&amp;y=2" rel="nofollow">http://a.example/?x=1&amp;y=2</a>'


class TestDjango:
    """Tests of `{% load linkwright %}`."""

    @pytest.fixture(autouse=True)
    def _django(self) -> None:
        django = pytest.importorskip("django", reason="django is not installed")
        from django.conf import settings

        if not settings.configured:
            backend = "django.template.backends.django.DjangoTemplates"
            settings.configure(INSTALLED_APPS=["linkwright.django"], TEMPLATES=[{"BACKEND": backend, "APP_DIRS": True}])
            django.setup()

    def render(self, template: str, **context: object) -> str:
        from django.template import engines

        return str(engines["django"].from_string("{% load linkwright %}" + template).render(context))

    def test_texts_are_escaped(self) -> None:
        assert self.render("{{ x|urlize }}", x="<b> http://a.example/?x=1&y=2") == ESCAPED

    def test_safe_texts_are_html(self) -> None:
        from django.utils.safestring import mark_safe

        html = mark_safe("<b>a.example.com &amp;</b>")
        linked = '<b><a href="http://a.example.com" rel="nofollow">a.example.com</a> &amp;</b>'
        assert self.render("{{ x|urlize }}", x=html) == linked
        assert self.render("{{ x|linkify_html }}", x=html) == linked
        assert self.render("{{ x|safe|linkify_html }}", x=str(html)) == linked
        assert self.render("{% autoescape off %}{{ x|urlize }}{% endautoescape %}", x=str(html)) == linked

    def test_linkify_html_refuses_unsafe_texts(self) -> None:
        with pytest.raises(TypeError, match="mark the text as safe"):
            self.render("{{ x|linkify_html }}", x="<b>http://a.example</b>")

    def test_texts_are_shortened(self) -> None:
        linked = self.render("{{ x|urlizetrunc:15 }}", x="http://a.example/long/path")
        assert linked == '<a href="http://a.example/long/path" rel="nofollow">a.example/long…</a>'

    def test_values_that_are_not_texts_are_converted(self) -> None:
        assert self.render("{{ x|urlize }}{{ y|urlizetrunc:5 }}", x=12, y=None) == "12None"

    def test_settings(self) -> None:
        from django.test import override_settings

        with override_settings(LINKWRIGHT={"rel": "ugc", "target": "_blank", "domains": False}):
            linked = self.render("{{ x|urlize }}", x="a.example.com http://b.example")
            assert linked == 'a.example.com <a href="http://b.example" rel="ugc" target="_blank">http://b.example</a>'
        assert 'rel="nofollow"' in self.render("{{ x|urlize }}", x="http://b.example")

    def test_urlize_makes_the_same_links_as_django(self) -> None:
        from django.template.defaultfilters import urlize

        for text in (
            "see http://a.example/x.",
            "www.example.com, (https://b.example/)",
            "<http://b.example> & x",
            "nothing",
        ):
            assert self.render("{{ x|urlize }}", x=text) == str(urlize(text, autoescape=True)).replace(
                "https://www.", "http://www."
            )


class TestJinja:
    """Tests of `linkwright.jinja2.LinkwrightExtension`."""

    def render(
        self, template: str, *, autoescape: bool = True, policies: dict[str, object] | None = None, **context: object
    ) -> str:
        jinja2 = pytest.importorskip("jinja2", reason="jinja2 is not installed")
        environment = jinja2.Environment(autoescape=autoescape, extensions=["linkwright.jinja2.LinkwrightExtension"])
        environment.policies.update(policies or {})
        return str(environment.from_string(template).render(context))

    @pytest.mark.parametrize(
        ("arguments", "policies"),
        [
            ("", {}),
            ("(nofollow=true)", {}),
            ("(target='_blank', rel='ugc me')", {}),
            ("", {"urlize.rel": None}),
            ("", {"urlize.rel": "nofollow ugc", "urlize.target": "_top"}),
        ],
    )
    def test_arguments_and_policies_of_urlize(self, arguments: str, policies: dict[str, object]) -> None:
        text = "<b> http://a.example/long/path?a=1&b=2, www.example.com"
        ours, theirs = (
            self.render("{{ x|%s%s }}" % (name, arguments), policies=policies, x=text) for name in ("linkify", "urlize")
        )
        assert attributes(ours) == attributes(theirs)

    def test_texts_are_shortened(self) -> None:
        linked = '<a href="http://a.example/long" rel="noopener">a.example/lo…</a>'
        assert self.render("{{ x|linkify(13) }}", x="http://a.example/long") == linked

    def test_extra_schemes(self) -> None:
        assert "<a" not in self.render("{{ x|linkify }}", x="foo://a.example/b")
        linked = '<a href="foo://a.example/b" rel="noopener">foo://a.example/b</a>'
        assert self.render("{{ x|linkify(extra_schemes=['foo://']) }}", x="foo://a.example/b") == linked
        assert (
            self.render("{{ x|linkify }}", policies={"urlize.extra_schemes": ["foo:"]}, x="foo://a.example/b") == linked
        )

    def test_markup_keeps_its_tags(self) -> None:
        linked = '<b><a href="http://a.example" rel="noopener">http://a.example</a></b>'
        assert self.render("{{ x|safe|linkify }}", x="<b>http://a.example</b>") == linked
        assert self.render("{{ x|safe|linkify_html }}", x="<b>http://a.example</b>") == linked
        assert self.render("{{ x|linkify_html }}", autoescape=False, x="<b>http://a.example</b>") == linked
        with pytest.raises(TypeError, match="safe"):
            self.render("{{ x|linkify_html }}", x="<b>http://a.example</b>")

    def test_text_is_escaped_without_autoescape_as_well(self) -> None:
        assert self.render("{{ x|linkify }}", autoescape=False, x="<b>") == "&lt;b&gt;"


def attributes(html: str) -> list[tuple[str, dict[str, str | None]]]:
    """The tags and texts of HTML. The order of the attributes does not matter when they are compared."""
    from html.parser import HTMLParser

    found: list[tuple[str, dict[str, str | None]]] = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, dict(attrs)))

        def handle_data(self, data: str) -> None:
            found.append((data.replace("...", "…"), {}))

    Parser().feed(html)
    return found
