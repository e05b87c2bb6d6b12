"""Tests of the links that are written in HTML, Markdown and terminal output, and of the callbacks."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright
from linkwright import Link, Linker, OptionError, UriError
from texts import clean_of, texts

TEXT = "é & www.example.com"


def test_functions_without_a_linker() -> None:
    assert linkwright.linkify(TEXT, rel=None) == 'é &amp; <a href="http://www.example.com">www.example.com</a>'
    assert linkwright.linkify("example.com", "mail") == "example.com"
    assert (
        linkwright.linkify_html(b"<p>www.example.com", rel="")
        == b'<p><a href="http://www.example.com">www.example.com</a>'
    )
    assert linkwright.linkify_markdown("see http://a.example") == "see <http://a.example>"
    assert linkwright.linkify("www.a.example", class_="x", target="_blank", rel=None) == (
        '<a href="http://www.a.example" target="_blank" class="x">www.a.example</a>'
    )


def test_each_option_has_an_effect() -> None:
    linker = Linker("chat", rel="me", attributes={"data-x": "1"}, shorten=12, newlines="break", style="inline")
    assert linker.text("www.example.com/a/b/c\n").startswith(
        '<a href="http://www.example.com/a/b/c" rel="me" data-x="1">'
    )
    assert linker.text("a\nb") == "a<br>\nb"
    assert linker.text("a\nb", newlines="keep") == "a\nb"
    assert "<blockquote>" in linker.text("> a", quotes=True)
    assert linker.markdown("http://a.example") == "[http://a.example](http://a.example)"
    assert linker.markdown("http://a.example", style="autolink") == "<http://a.example>"
    assert "\x1b]8;" in linker.terminal("http://a.example")
    with pytest.raises(OptionError, match="newlines"):
        linker.text("a", newlines="?")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="style"):
        linker.markdown("a", style="?")  # type: ignore[arg-type]


def test_the_same_object_is_returned_for_a_document_without_links() -> None:
    linker = Linker()
    for document in ["<p>none</p>", "", "<a href='http://a.example'>x</a>", "é"]:
        assert linker.html(document) is document
        assert linker.html(encoded := document.encode()) is encoded
    markdown = "none *at* all"
    assert linker.markdown(markdown) is markdown
    assert linker.html("\ud800") == "\ufffd"


@pytest.mark.parametrize("bad", [None, 1, object(), bytearray(b"x")])
def test_texts_of_wrong_types_are_refused(bad: object) -> None:
    linker = Linker()
    calls: list[Any] = [
        linker.text,
        linker.html,
        linker.markdown,
        linker.terminal,
        linker.stream().push,
        linkwright.linkify,
        linkwright.linkify_html,
        linkwright.linkify_markdown,
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call(bad)


def test_a_callback_changes_a_link() -> None:
    def change(link: Link) -> None:
        assert link.match is not None and not link.existing
        assert (link.context, link.text, link.href) == ("text", "www.example.com", "http://www.example.com")
        assert TEXT[slice(*link.match.span)] == link.text
        assert link.attributes == {"rel": "noopener noreferrer nofollow"}
        link.href = "/out?to=" + link.href
        link.label = "<here>"
        del link.attributes["rel"]
        link.attributes["class"] = 'a"b'

    assert Linker(decide=change).text(TEXT) == (
        'é &amp; <a href="/out?to=http://www.example.com" class="a&quot;b">&lt;here&gt;</a>'
    )


def test_callbacks_run_in_order_until_one_returns_false() -> None:
    seen: list[str] = []

    def first(link: Link) -> bool:
        seen.append("first")
        link.label = "changed"
        return link.href != "http://www.b.example"

    def second(link: Link) -> None:
        seen.append(f"second {link.label}")

    linker = Linker(decide=[first, second], rel=None)
    assert linker.text("www.a.example www.b.example") == '<a href="http://www.a.example">changed</a> www.b.example'
    assert seen == ["first", "second changed", "first"]
    assert linker.decide == (first, second)


def test_callbacks_get_existing_links_as_well() -> None:
    def decide(link: Link) -> bool | None:
        if link.existing:
            assert link.match is None
            link.attributes["target"] = "_blank"
            return link.href.startswith("https:")
        return None

    page = '<a href="https://a.example/">a</a> <a href="ftp://b.example/" class="c">b</a> www.c.example'
    assert Linker(decide=decide, existing=True, rel=None).html(page) == (
        '<a href="https://a.example/" target="_blank">a</a> b <a href="http://www.c.example">www.c.example</a>'
    )
    assert Linker(decide=decide, rel=None).html(page).startswith(page[:60])


WRITERS: list[Callable[[Linker, str], object]] = [
    Linker.text,
    Linker.html,
    lambda linker, text: linker.html(text.encode()),
    Linker.markdown,
    Linker.terminal,
    lambda linker, text: (stream := linker.stream()).push(text) + stream.finish(),
]


@pytest.mark.parametrize("write", WRITERS)
def test_an_exception_of_a_callback_is_raised_unchanged(write: Callable[[Linker, str], object]) -> None:
    raised = KeyError("mine")
    calls = []

    def decide(link: Link) -> None:
        calls.append(link.href)
        raise raised

    with pytest.raises(KeyError) as caught:
        write(Linker(decide=decide), "http://a.example/ http://b.example/ ")
    assert caught.value is raised and calls == ["http://a.example/"]
    assert caught.traceback[-1].name == "decide"


@pytest.mark.parametrize("write", WRITERS)
def test_wrong_changes_are_refused(write: Callable[[Linker, str], object]) -> None:
    def set_href(link: Link) -> None:
        link.href = "no uri"

    def set_attribute(link: Link) -> None:
        link.attributes["onclick"] = "x"

    def set_number(link: Link) -> None:
        link.attributes["title"] = 1  # type: ignore[assignment]

    def answer(link: Link) -> bool:
        return "yes"  # type: ignore[return-value]

    for decide, error in [
        (set_href, UriError),
        (set_attribute, OptionError),
        (set_number, TypeError),
        (answer, TypeError),
    ]:
        with pytest.raises(error):
            write(Linker(decide=decide), "http://a.example/ ")


def test_a_callback_cannot_set_a_target_that_runs_code() -> None:
    def decide(link: Link) -> None:
        link.href = "javascript:alert(1)"

    assert Linker(decide=decide).text("http://a.example/") == "http://a.example/"


def test_a_callback_may_use_the_linker() -> None:
    inner = Linker(rel=None)

    def decide(link: Link) -> None:
        assert inner.text(link.text).startswith("<a")

    linker = Linker(decide=decide, rel=None)
    assert linker.text(TEXT) == inner.text(TEXT)


def test_a_stream_can_be_used_after_a_failure() -> None:
    fail = [True]

    def decide(link: Link) -> None:
        if fail[0]:
            raise KeyError

    stream = Linker(decide=decide, rel=None).stream()
    with pytest.raises(KeyError):
        stream.push("http://a.example/ \n")
        stream.finish()
    fail[0] = False
    assert (stream.push("http://b.example/ \n") + stream.finish()).endswith(
        '<a href="http://b.example/">http://b.example/</a> \n'
    )


def test_offsets_in_a_stream_count_characters() -> None:
    whole = "é👍 http://a.example/ é www.b.example " * 50
    spans = []

    def decide(link: Link) -> None:
        assert link.match is not None
        spans.append(link.match.span)

    linker = Linker(decide=decide, rel=None)
    stream = linker.stream()
    written = "".join(stream.push(whole[i : i + 7]) for i in range(0, len(whole), 7)) + stream.finish()
    from_stream, spans[:] = list(spans), []
    assert written == linker.text(whole) == Linker(rel=None).text(whole)
    assert spans == from_stream and {whole[a:b] for a, b in spans} == {"http://a.example/", "www.b.example"}


PROPERTY_LINKER = Linker("chat")
KEEPING = Linker("chat", decide=lambda link: None)


@given(texts, st.integers(1, 20))
def test_a_callback_that_does_nothing_changes_nothing(text: str, size: int) -> None:
    for write in WRITERS[:2] + WRITERS[3:]:
        expected = write(PROPERTY_LINKER, text)
        assert write(KEEPING, text) == expected
    clean = clean_of(text)
    assert PROPERTY_LINKER.html(text) == PROPERTY_LINKER.html(clean.encode()).decode()
    for linker in (PROPERTY_LINKER, KEEPING):
        stream = linker.stream()
        parts = [stream.push(text[i : i + size]) for i in range(0, len(text), size)]
        assert "".join(parts) + stream.finish() == PROPERTY_LINKER.text(text)


@given(texts)
def test_the_html_shows_the_text(text: str) -> None:
    written = PROPERTY_LINKER.text(text)
    shown = html.unescape(re.sub(r"</?a[^>]*>", "", written))
    # HTML must not contain NUL, so U+FFFD replaces it.
    assert shown == clean_of(text).replace("\0", "\ufffd")
