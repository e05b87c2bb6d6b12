"""Tests that objects survive pickling, which passes them between processes."""

import copy
import pickle
from collections.abc import Iterator

import pytest
from hypothesis import given

import linkwright
from linkwright import Finder, Link, Linker, OptionError, Uri, UriError
from texts import texts


def keep_https(link: Link) -> bool:
    return link.href.startswith("https:")


def round_trips(value: object) -> Iterator[object]:
    """The copies of `value` that each protocol of pickle restores."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))


ARCHIVE = Finder("archive", wrap="mail", patterns=[("issue", r"#(\d+)", "/issues/$1")])


@given(texts)
def test_matches_survive_pickling(text: str) -> None:
    for found in ARCHIVE.find(text):
        for again in round_trips(found):
            assert isinstance(again, linkwright.Match)
            assert again == found and hash(again) == hash(found) and repr(again) == repr(found)
            assert again.as_dict() == found.as_dict() and again.flags == found.flags
            assert again.alternates == found.alternates and again.joins == found.joins
        assert copy.deepcopy(found) == found
    for candidate in ARCHIVE.explain(text):
        for other in round_trips(candidate):
            assert other == candidate


def test_finders_and_linkers_survive_pickling() -> None:
    assert eval(repr(ARCHIVE), {"linkwright": linkwright}) == ARCHIVE
    for again in round_trips(ARCHIVE):
        assert again == ARCHIVE and hash(again) == hash(ARCHIVE) and again != Finder()
        assert isinstance(again, Finder) and again.uris("#12 a.example") == ARCHIVE.uris("#12 a.example")
    linker = Linker(ARCHIVE, decide=keep_https, class_="x", attributes={"data-a": "b"}, rel=None)
    text = "https://a.example http://b.example"
    for other in round_trips(linker):
        assert isinstance(other, Linker) and other.text(text) == linker.text(text)
        assert 'class="x"' in other.text(text) and "b.example</a>" not in other.text(text)
        assert repr(other) == repr(linker)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Linker(decide=lambda link: None))


def test_uris_and_errors_survive_pickling() -> None:
    uri = Uri("http://[fe80::1]/")
    for again in round_trips(uri):
        assert again == uri
    with pytest.raises(OptionError) as option:
        Finder(max_len=1)
    with pytest.raises(UriError) as wrong:
        Uri("no uri")
    for refused in round_trips(option.value):
        assert isinstance(refused, OptionError) and refused.option == "max_len" and str(refused) == str(option.value)
    for error in round_trips(wrong.value):
        assert isinstance(error, UriError) and (error.at, error.rule) == (2, "scheme")
    assert OptionError("text").option == "" and UriError("text").at == 0


@pytest.mark.parametrize("state", [{}, {"start": 0}, {"texts": 1}, {"texts": [], "alternates": [{}], "joins": []}])
def test_a_damaged_pickle_is_refused(state: dict[str, object]) -> None:
    from linkwright._linkwright import _restore_match

    with pytest.raises((KeyError, TypeError)):
        _restore_match(state)


def test_streams_cannot_be_pickled() -> None:
    for stream in [Finder().stream(), Linker().stream(), Finder().finditer("")]:
        with pytest.raises(TypeError):
            pickle.dumps(stream)
