"""Tests that objects in reference cycles are freed, and that long streams need little memory."""

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from linkwright import Finder, Link, Linker, MatchIterator


class Page:
    """An object that holds a linker and whose method is the callback of that linker, as is common in programs."""

    def __init__(self) -> None:
        self.linker = Linker(decide=self.decide)
        self.stream = self.linker.stream()
        self.seen: list[Link] = []

    def decide(self, link: Link) -> None:
        self.seen.append(link)
        link.attributes["self"] = "x"


class Reader:
    """A file object that holds the iterator that reads it."""

    def __init__(self) -> None:
        self.found: MatchIterator = Finder().find_in(self)

    def read(self, size: int) -> bytes:
        return b""


@pytest.mark.parametrize("make", [Page, Reader])
def test_reference_cycles_are_collected(make: Callable[[], Page | Reader]) -> None:
    made = make()
    if isinstance(made, Page):
        assert "self=" in made.linker.text("http://a.example/")
    reference = weakref.ref(made)
    del made
    gc.collect()
    assert reference() is None


def chunks(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"é http://a.example/{number} é www.b.example \n" * 20


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.parametrize("name", ["find", "link", "called", "iterate"])
def test_a_long_stream_needs_little_memory(name: str) -> None:
    finder = Finder()
    linker = Linker(finder, decide=(lambda link: None) if name == "called" else None)
    stream = finder.stream() if name == "find" else linker.stream()

    class Endless:
        left = 3000

        def read(self, size: int) -> bytes:
            self.left -= 1
            return "".join(chunks(1)).encode() if self.left else b""

    def run(count: int) -> int:
        if name == "iterate":
            return sum(1 for _ in finder.find_in(Endless()))
        return sum(len(stream.push(chunk)) for chunk in chunks(count))

    try:
        run(200)
        before = resident()
        assert run(3000) > 0
        grown = resident() - before
    except FileNotFoundError:
        pytest.skip("the memory of the process is read from /proc")
    # The 3,000 chunks have 2.5 MB. Keeping all their matches would take 20 MB.
    assert grown < 8_000_000
