"""Tests of the class `Uri`, which implements sections 3 and 5 to 7 of RFC 3986."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright import Error, OptionError, Uri, UriError

BASE = Uri("http://a/b/c/d;p?q")
# The examples of sections 5.4.1 and 5.4.2.
REFERENCES = {
    "g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
    "//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "./": "http://a/b/c/",
    "..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/", "../../": "http://a/",
    "../../g": "http://a/g", "../../../g": "http://a/g", "../../../../g": "http://a/g", "/./g": "http://a/g",
    "/../g": "http://a/g", "g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
    "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h", "g/../h": "http://a/b/c/h",
    "g;x=1/./y": "http://a/b/c/g;x=1/y", "g;x=1/../y": "http://a/b/c/y", "g?y/../x": "http://a/b/c/g?y/../x",
    "g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g",
}  # fmt: skip


@pytest.mark.parametrize(("reference", "target"), REFERENCES.items())
def test_references_are_resolved(reference: str, target: str) -> None:
    assert str(BASE.join(reference)) == target
    relative = BASE.relativize(target)
    assert relative is None or str(BASE.join(relative)) == target


def test_lenient_resolution_and_same_documents() -> None:
    assert str(BASE.join("http:g", strict=False)) == "http://a/b/c/g"
    assert BASE.is_same_document("#x") and not BASE.is_same_document("x")
    assert BASE.is_same_document("HTTP://a/b/c/./d;p?q", rung="path")


def test_components() -> None:
    uri = Uri("https://jane@EXAMPLE.com:08080/a/b%2F?q=1&debug#f")
    assert (uri.scheme, uri.authority, uri.userinfo) == ("https", "jane@EXAMPLE.com:08080", "jane")
    assert (uri.host, uri.host_kind, uri.port) == ("EXAMPLE.com", "reg-name", 8080)
    assert (uri.path, uri.query, uri.fragment) == ("/a/b%2F", "q=1&debug", "f")
    assert (uri.segments, uri.query_pairs) == (("a", "b%2F"), (("q", "1"), ("debug", None)))
    assert uri.registrable_domain == "EXAMPLE.com" or uri.registrable_domain == "example.com"
    assert str(uri.without_fragment()) == "https://jane@EXAMPLE.com:08080/a/b%2F?q=1&debug"
    bare = Uri("mailto:a@b.example")
    assert (bare.authority, bare.userinfo, bare.host, bare.host_kind, bare.port) == (None,) * 5
    assert (bare.path, bare.query, bare.fragment, bare.registrable_domain) == ("a@b.example", None, None, None)
    assert [Uri(f"s://{host}/").host_kind for host in ["[::1]", "127.0.0.1", "[v1.x]", "127.1"]] == [
        "ipv6",
        "ipv4",
        "ipvfuture",
        "reg-name",
    ]
    assert [Uri(f"s://h{port}").port for port in ["", ":", ":0", ":000", ":99999999999999999999"]] == [
        None,
        None,
        0,
        0,
        99999999999999999999,
    ]


def test_normal_forms_and_comparison() -> None:
    uri = Uri("HTTP://www.EXAMPLE.com:80/%7ejane/./x/../")
    assert str(uri.normalize()) == "http://www.example.com/~jane/"
    assert str(uri.normalize("case")) == "http://www.example.com:80/%7Ejane/./x/../"
    assert uri.first_equal_rung("http://www.example.com/~jane/") == "scheme"
    assert uri.first_equal_rung(uri) == "string" and uri.first_equal_rung("http://b/") is None
    assert uri.is_equivalent("http://www.example.com/~jane/") and not uri.is_equivalent("http://b/")
    assert not uri.is_equivalent("http://www.example.com/~jane/", rung="path")
    with pytest.raises(OptionError, match="rung"):
        uri.normalize("paht")  # type: ignore[arg-type]


def test_composition() -> None:
    assert Uri.compose(scheme="http", authority="a", path="/b", query="q", fragment="") == Uri("http://a/b?q#")
    assert Uri.compose(scheme="urn", path="a:b") == Uri("urn:a:b")
    with pytest.raises(Error, match="other components"):
        Uri.compose(scheme="s", path="//a")
    with pytest.raises(UriError):
        Uri.compose(scheme="s", path="a b")
    uri = Uri("http://a/b?q#f")
    assert str(uri.replace(scheme="ftp", host="c", port=21, userinfo="u", path="/x", query=None, fragment="")) == (
        "ftp://u@c:21/x#"
    )
    assert uri.replace() == uri and str(uri) == "http://a/b?q#f"
    with pytest.raises(TypeError, match="hots"):
        uri.replace(hots="x")
    with pytest.raises(TypeError, match="path"):
        uri.replace(path=None)
    with pytest.raises(UriError):
        uri.replace(query="a b")
    with pytest.raises((ValueError, OverflowError)):
        uri.replace(port=65536)


def test_uris_from_iris_repaired_texts_and_redirects() -> None:
    assert str(Uri.from_iri("http://bücher.example/ü")) == "http://xn--bcher-kva.example/%C3%BC"
    assert str(Uri.repaired("http://a/b c?{d}")) == "http://a/b%20c?%7Bd%7D"
    wrapped = Uri("https://www.google.com/url?q=http%3A%2F%2Fa.example%2F&sa=D")
    assert wrapped.unwrapped == Uri("http://a.example/") and BASE.unwrapped is None


def test_hazards() -> None:
    (hazard,) = [h for h in Uri("http://paypal.com@evil.example/").hazards() if h.severity == "danger"]
    assert hazard.code == "userinfo-looks-like-host" and hazard.section and hazard.message
    assert "http://paypal.com@evil.example/"[slice(*hazard.span)].startswith("paypal.com")
    assert Uri("http://a.example/").hazards() == []


def test_errors_have_the_offset_of_the_wrong_character() -> None:
    for text, at in [("", 0), ("no uri", 2), ("http://a/é", 9), ("http://a/%zz", 10), ("1:", 0), ("a:\ud800", 2)]:
        with pytest.raises(UriError) as raised:
            Uri(text)
        assert raised.value.at == at, text
        assert raised.value.rule in str(raised.value) and raised.value.expected in str(raised.value)
    with pytest.raises(UriError) as raised:
        Uri.from_iri("http://a/éé b")
    assert raised.value.at == 11
    for wrong in [None, 1, b"http://a/"]:
        with pytest.raises(TypeError):
            Uri(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            BASE.relativize(wrong)  # type: ignore[arg-type]


def test_uris_are_compared_as_texts() -> None:
    uris = [Uri("http://b/"), Uri("http://a/"), Uri("HTTP://a/")]
    assert [str(uri) for uri in sorted(uris)] == ["HTTP://a/", "http://a/", "http://b/"]
    assert Uri("http://a/") == Uri("http://a/") != Uri("HTTP://a/")
    assert len({Uri("http://a/"), Uri("http://a/")}) == 1
    assert Uri("http://a/") != "http://a/"
    with pytest.raises(TypeError):
        Uri("http://a/") < "http://a/"  # type: ignore[operator]


@given(st.text(alphabet="htp:/?#[]@a.%2F-1é \ud800", max_size=24))
def test_every_text_is_a_uri_or_raises_an_error(text: str) -> None:
    try:
        uri = Uri(text)
    except UriError as error:
        assert 0 <= error.at <= len(text)
        return
    assert str(uri) == text and eval(repr(uri), {"linkwright": __import__("linkwright")}) == uri
    parts = {"authority": uri.authority, "path": uri.path, "query": uri.query, "fragment": uri.fragment}
    assert Uri.compose(scheme=uri.scheme, **parts) == uri  # type: ignore[arg-type]
    assert uri.normalize().normalize() == uri.normalize()
    assert uri.join("") == uri.without_fragment()
    for hazard in uri.hazards():
        assert 0 <= hazard.span[0] <= hazard.span[1] <= len(text)


def test_minimal_escaping() -> None:
    uri = Uri("http://a.example/%C3%A9%20%E6%97%A5?q=%C3%BC.")
    assert uri.minimally_escaped() == "http://a.example/é%20日?q=ü%2E"
    assert uri.minimally_escaped(medial=True) == "http://a.example/é%20日?q=ü."
    assert Uri.from_iri(uri.minimally_escaped()).is_equivalent(uri)
