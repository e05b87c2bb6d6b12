"""Tests of finders and linkers that several threads use."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import linkwright
from linkwright import Finder, Link, Linker

TEXT = "é <http://www.example.com/annotated-\ngrammar.html> www.b.example ada@example.org " * 60


def in_threads(work: Callable[[int], object], threads: int = 8, rounds: int = 40) -> list[object]:
    start = threading.Barrier(threads)

    def run(number: int) -> list[object]:
        start.wait()
        return [work(number) for _ in range(rounds)]

    with ThreadPoolExecutor(threads) as pool:
        return [answer for answers in pool.map(run, range(threads)) for answer in answers]


def test_a_finder_is_shared() -> None:
    finder = Finder()
    expected = finder.find(TEXT)
    assert len(expected) == 180
    assert all(found == expected for found in in_threads(lambda _: finder.find(TEXT)))
    assert all(list(finder.finditer(TEXT)) == expected for _ in range(2))
    found = expected[0]
    dicts = in_threads(lambda _: finder.find(TEXT)[0].as_dict())
    assert all(record == found.as_dict() for record in dicts)


def test_a_match_is_shared() -> None:
    # The first thread that reads an attribute makes the record of the match, so each round needs a new match.
    for _ in range(20):
        (found,) = linkwright.find("é http://jane:x@a.example:80/")
        answers = in_threads(lambda _: (found.flags, found.text, hash(found)), rounds=1)
        assert len(set(answers)) == 1


def test_a_linker_is_shared_and_its_callbacks_raise() -> None:
    def decide(link: Link) -> bool | None:
        if link.href.startswith("mailto:") and threading.current_thread().name.endswith(("1", "3")):
            raise KeyError(threading.get_ident())
        time.sleep(0)  # Another thread may run here.
        link.attributes["data-thread"] = str(threading.get_ident())
        return None

    linker = Linker(decide=decide, rel=None)
    raised = [0]

    def work(_: int) -> object:
        own = threading.get_ident()
        try:
            html = linker.text(TEXT[:200])
        except KeyError as error:
            assert error.args == (own,)
            raised[0] += 1
            return None
        assert html.count(f'data-thread="{own}"') == html.count("<a ") > 3
        return html

    in_threads(work)
    assert raised[0] > 0


def test_the_functions_are_shared() -> None:
    expected = linkwright.linkify(TEXT)
    options = [{"max_len": 100 + number} for number in range(100)]

    def work(number: int) -> object:
        for given in options:
            linkwright.find("http://a.example", **given)  # type: ignore[arg-type]
        return linkwright.linkify(TEXT)

    assert all(html == expected for html in in_threads(work, rounds=2))


def test_a_stream_belongs_to_one_thread() -> None:
    stream = Finder().stream()

    def decide(link: Link) -> None:
        linker_stream.push("x")

    linker_stream = Linker(decide=decide).stream()
    with pytest.raises(RuntimeError, match="borrowed"):
        linker_stream.push("http://a.example/ \n")
        linker_stream.finish()
    found: list[object] = []

    def work(_: int) -> None:
        try:
            found.extend(stream.push("http://a.example/ " * 500))
        except RuntimeError:
            pass  # Another thread was using the stream.

    in_threads(work, rounds=5)
    stream.finish()
    assert len(found) > 0


@pytest.fixture
def no_switch() -> Iterator[None]:
    """Keeps the interpreter from switching threads until the running thread releases it."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.parametrize(
    "work",
    [
        lambda text: Finder().find(text),
        lambda text: Finder().has_link(text[:-10]),
        lambda text: Linker().text(text),
        lambda text: Linker().html(text),
        lambda text: Linker().markdown(text),
        lambda text: Finder().stream().push(text),
    ],
)
def test_other_threads_run_during_a_search(no_switch: None, work: Callable[[str], object]) -> None:
    # The text has many candidates and no link. Its search takes milliseconds, which is enough for the other thread to
    # run.
    text = "see a:b, c@d and x.y " * 50_000
    assert not Finder().has_link(text)
    steps, stop = [0], [False]

    def count() -> None:
        while not stop[0]:
            steps[0] += 1
            time.sleep(0)

    other = threading.Thread(target=count)
    other.start()
    try:
        # If a call did not release the interpreter, the other thread would never run.
        for _ in range(200):
            before = steps[0]
            work(text)
            if steps[0] > before:
                break
        assert steps[0] > before
    finally:
        stop[0] = True
        other.join()
