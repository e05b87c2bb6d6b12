"""Tests of matches and of the methods of `Finder`."""

import io
import pathlib

import pytest

import linkwright
from linkwright import Finder

BROKEN = "Ü <http://www.example.com/annotated-\ngrammar.html>."


def test_offsets_count_characters_of_str_and_bytes_of_bytes() -> None:
    text = "👍 http://a.example/ or www.b.example"
    found = linkwright.find(text)
    assert [text[m.start : m.end] for m in found] == ["http://a.example/", "www.b.example"]
    assert [m.uri for m in found] == ["http://a.example/", "http://www.b.example"]
    encoded = text.encode()
    in_bytes = linkwright.find(encoded)
    assert [encoded[m.start : m.end] for m in in_bytes] == [b"http://a.example/", b"www.b.example"]


def test_a_match_over_a_line_end_has_pieces() -> None:
    (found,) = linkwright.find(BROKEN)
    assert found.uri == found.text == found.href == "http://www.example.com/annotated-grammar.html"
    assert [BROKEN[a:b] for a, b in found.pieces] == ["http://www.example.com/annotated-", "grammar.html"]
    assert found.span == (found.start, found.end) == (found.pieces[0][0], found.pieces[-1][1])
    assert found.joins == (linkwright.Join(gap=(36, 37), reason="delimited", confidence=1.0),)
    assert (found.delimiter, found.wrapper, found.prefix) == ("angle", (2, 50), None)
    assert found.flags == {"joined", "hyphen-ambiguous"}
    assert set(found.rules) <= set(linkwright.RULES)
    (other,) = found.alternates
    assert other.uri == "http://www.example.com/annotatedgrammar.html"
    assert [BROKEN[a:b] for a, b in other.pieces] == ["http://www.example.com/annotated", "grammar.html"]
    assert (found.kind, found.confidence, found.pattern, found.reference) == ("uri", 1.0, None, None)
    assert found.parts.host == "www.example.com"


def test_a_prefix_is_not_part_of_the_uri() -> None:
    text = "é URL:http://a.example/"
    (found,) = linkwright.find(text)
    assert found.prefix is not None and text[slice(*found.prefix)] == "URL:"
    assert text[slice(*found.span)] == "http://a.example/"


def test_matches_can_be_compared_and_used_in_match_statements() -> None:
    first, again = linkwright.find(BROKEN)[0], linkwright.find(BROKEN)[0]
    assert first == again and hash(first) == hash(again) and len({first, again}) == 1
    assert first != linkwright.find(" " + BROKEN)[0] and first != BROKEN
    match first:
        case linkwright.Match(uri, start, end):
            assert (uri, start, end) == (first.uri, first.start, first.end)
    assert repr(first) == "<linkwright.Match 3:49 'http://www.example.com/annotated-grammar.html'>"


def test_a_match_cannot_be_changed() -> None:
    (found,) = linkwright.find(BROKEN)
    with pytest.raises(AttributeError):
        found.uri = "http://evil.example/"  # type: ignore[misc]


def test_as_dict_has_the_members_that_pipe_writes() -> None:
    record = linkwright.find(BROKEN)[0].as_dict()
    assert (
        list(record)
        == (
            "text uri start end pieces kind scheme host delimiter prefix wrapper rules flags origin pattern"
            " reference joins alternates confidence"
        ).split()
    )
    assert (record["scheme"], record["host"], record["pieces"]) == ("http", "www.example.com", [[3, 36], [37, 49]])


def test_a_relative_pattern_has_a_reference() -> None:
    finder = Finder(patterns=[("issue", r"#(\d+)", "/issues/$1")])
    (found,) = finder.find("see #12")
    assert (found.kind, found.pattern, found.href, found.reference) == ("pattern", "issue", "/issues/12", "/issues/12")
    assert found.as_dict()["uri"] is None
    based = Finder(patterns=[{"name": "issue", "pattern": r"#(\d+)", "href": "/issues/$1"}], base="https://a.example/")
    assert based.uris("see #12") == ["https://a.example/issues/12"]


def test_every_method_finds_the_same_links() -> None:
    text = BROKEN + " www.example.com " * 3
    finder = Finder("chat", wrap="mail")
    found = finder.find(text)
    assert len(found) == 4
    assert list(finder.finditer(text)) == found
    assert finder.first(text) == found[0] and finder.has_link(text)
    assert finder.uris(text) == [m.uri for m in found]
    assert finder.spans(text) == [(m.start, m.end, m.uri) for m in found]
    assert linkwright.find(text, "chat", wrap="mail") == found
    assert linkwright.uris(text, "chat", wrap="mail") == finder.uris(text)


def test_texts_without_links_have_empty_results() -> None:
    finder = Finder()
    texts: list[str | bytes] = ["", b"", "none", b"\xff\xfe"]
    for text in texts:
        assert finder.find(text) == list(finder.finditer(text)) == finder.spans(text) == []
        assert finder.first(text) is None and not finder.has_link(text)


def test_each_lone_surrogate_counts_as_one_character() -> None:
    text = "\ud800\udc00 http://a.example/\udfff www.b.example"
    found = linkwright.find(text)
    assert [text[m.start : m.end] for m in found] == ["http://a.example/", "www.b.example"]
    assert [m.span for m in Finder().finditer(text)] == [m.span for m in found]


def test_sub_replaces_each_piece() -> None:
    finder = Finder()
    assert finder.sub(lambda found, piece: f"[{piece}]", BROKEN) == (
        "Ü <[http://www.example.com/annotated-]\n[grammar.html]>."
    )
    with pytest.raises(TypeError, match="repl"):
        finder.sub(lambda found, piece: None, BROKEN)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        finder.sub(lambda found, piece: str(1 // 0), BROKEN)


def test_files_are_searched_in_chunks(tmp_path: pathlib.Path) -> None:
    encoded = ("é" * 40_000 + " http://a.example/ \n").encode() * 3
    path = tmp_path / "text"
    path.write_bytes(encoded)
    finder = Finder()
    expected = finder.find(encoded)
    assert len(expected) == 3
    assert list(finder.find_in(path)) == list(finder.find_in(str(path))) == expected
    with path.open("rb") as file:
        assert list(finder.find_in(file)) == expected
    assert list(finder.find_in(io.BytesIO(encoded))) == expected


def test_errors_of_a_file_are_raised() -> None:
    finder = Finder()
    with pytest.raises(FileNotFoundError):
        finder.find_in("/nonexistent/file")
    with pytest.raises(TypeError, match="binary"):
        list(finder.find_in(io.StringIO("text")))  # type: ignore[arg-type]

    class Broken:
        def read(self, size: int) -> bytes:
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="gone"):
        list(finder.find_in(Broken()))


def test_explain_has_the_links_of_find() -> None:
    text = "é (see http://example.com/a). http://[::1 x"
    finder = Finder()
    candidates = finder.explain(text)
    assert [c.match for c in candidates if c.match] == finder.find(text)
    first = candidates[0]
    assert text[slice(*first.trigger)] == ":" and first.kind == "uri"
    assert [step.rule.name for step in first.steps] == ["balanced-brackets"]
    assert text[slice(*first.steps[0].before)] == "http://example.com/a)."
    rejected = candidates[-1]
    assert rejected.match is None and rejected.reason
    assert rejected.at is None or 0 <= rejected.at <= len(text)


def test_streams_report_links_that_later_chunks_cannot_change() -> None:
    stream = Finder().stream()
    assert stream.push("é see htt") == []
    assert stream.pending is not None
    assert stream.push("p://a.example ") != [] or stream.finish() != []
    with pytest.raises(TypeError, match="bytes"):
        stream.push("text")
        stream.push(b"bytes")
    with Finder().stream() as managed:
        managed.push("http://a.example")
    assert managed.pending is None
