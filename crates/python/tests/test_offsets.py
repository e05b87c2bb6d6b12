"""Tests that `str`, `bytes`, chunks and files have the same links at the corresponding offsets."""

import io

from hypothesis import given
from hypothesis import strategies as st

from linkwright import Finder, Match
from texts import clean_of, clean_texts, texts

FINDERS = [
    Finder(),
    Finder("archive"),
    Finder("chat", patterns=[("issue", r"#(\d+)", "/issues/$1")]),
    Finder(max_len=64, max_bytes=64),
]
finders = st.sampled_from(FINDERS)


def all_spans(found: Match) -> list[tuple[int, int]]:
    spans = [found.span, *found.pieces, *(join.gap for join in found.joins)]
    spans += [span for span in (found.wrapper, found.prefix) if span]
    return spans + [piece for other in found.alternates for piece in other.pieces]


@given(finders, clean_texts)
def test_str_and_bytes_have_the_same_links(finder: Finder, text: str) -> None:
    encoded = text.encode()
    in_text, in_bytes = finder.find(text), finder.find(encoded)
    assert len(in_text) == len(in_bytes)
    for one, other in zip(in_text, in_bytes):
        assert one.uri == other.uri and one.text == other.text and one.flags == other.flags
        for chars, places in zip(all_spans(one), all_spans(other), strict=True):
            assert text[slice(*chars)].encode() == encoded[slice(*places)]


@given(finders, texts, st.lists(st.integers(1, 30), min_size=1))
def test_chunks_have_the_links_of_the_text(finder: Finder, text: str, sizes: list[int]) -> None:
    stream, found, done = finder.stream(), [], 0
    while done < len(text):
        for size in sizes:
            found += stream.push(text[done : done + size])
            done += size
    found += stream.finish()
    assert found == finder.find(text)
    assert list(finder.finditer(text)) == found


@given(finders, texts)
def test_offsets_are_right_after_old_text_was_dropped(finder: Finder, text: str) -> None:
    before = "é" * 20_000 + " http://a.example/ "
    stream = finder.stream()
    found = stream.push(before) + stream.push(before) + stream.push(text) + stream.finish()
    assert found == finder.find(before + before + text)


@given(finders, clean_texts)
def test_files_have_the_links_of_their_bytes(finder: Finder, text: str) -> None:
    assert list(finder.find_in(io.BytesIO(text.encode()))) == finder.find(text.encode())


@given(finders, texts)
def test_the_pieces_are_the_text_of_the_match(finder: Finder, text: str) -> None:
    for found in finder.find(text):
        assert "".join(text[a:b] for a, b in found.pieces) == found.text
        assert found.as_dict()["start"] == found.start
        assert str(found.parts) == found.uri
    assert finder.sub(lambda found, piece: piece, text) == clean_of(text)
