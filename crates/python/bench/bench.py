"""`python bench/bench.py`: compares the time of this package with that of other packages, in one process.

The programs take turns, and each does its job several times. The shortest processor time counts, because other work on
the machine can only make a run slower. A package that is not installed is left out.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from corpora import corpora

Job = Callable[[str], Any]


class Program(NamedTuple):
    """A program, and the function that is called for each text."""

    name: str
    run: Job


def finders() -> Iterator[Program]:
    """Programs that find links in text."""
    import linkwright

    finder = linkwright.Finder("chat")
    yield Program("linkwright", finder.find)
    yield Program("linkwright (uris)", finder.uris)
    try:
        from turbohtml.clean import LinkDetector

        yield Program("turbohtml", LinkDetector().find)
    except ImportError:
        pass
    try:
        from linkify_it import LinkifyIt

        yield Program("linkify-it-py", LinkifyIt().match)
    except ImportError:
        pass
    try:
        from urlextract import URLExtract

        yield Program("urlextract", URLExtract().find_urls)
    except ImportError:
        pass


def bleach_linkers() -> Iterator[Program]:
    """bleach, which has one function for text and HTML, and the module of this package with the same interface."""
    from linkwright import bleach as drop_in

    yield Program("linkwright.bleach", drop_in.Linker(parse_email=True).linkify)
    try:
        import bleach

        yield Program("bleach", bleach.Linker(parse_email=True).linkify)
    except ImportError:
        pass


def text_linkers() -> Iterator[Program]:
    """Programs that convert text to HTML with links."""
    import linkwright

    yield Program("linkwright", linkwright.Linker("chat").text)
    yield from bleach_linkers()
    try:
        from django.conf import settings
        from django.utils.html import urlize

        if not settings.configured:
            settings.configure()
        yield Program("Django urlize", lambda text: urlize(text, nofollow=True, autoescape=True))
    except ImportError:
        pass
    try:
        from jinja2.utils import urlize as jinja_urlize

        yield Program("Jinja urlize", lambda text: jinja_urlize(text, rel="nofollow"))
    except ImportError:
        pass


def html_linkers() -> Iterator[Program]:
    """Programs that add links to HTML."""
    import linkwright

    yield Program("linkwright", linkwright.Linker("chat").html)
    yield from bleach_linkers()
    try:
        from turbohtml.clean import Linker as TurboLinker

        yield Program("turbohtml", TurboLinker().linkify)
    except ImportError:
        pass


def shortest(programs: list[Program], texts: list[str], rounds: int, budget: float) -> dict[str, float]:
    """The shortest time of each program for all texts, in seconds. A program that has used more than `budget` seconds
    is not run again."""
    times = {program.name: float("inf") for program in programs}
    spent = dict.fromkeys(times, 0.0)
    for _ in range(rounds):
        for program in programs:
            if spent[program.name] > budget:
                continue
            gc.collect()
            start = time.process_time()
            for text in texts:
                program.run(text)
            took = time.process_time() - start
            spent[program.name] += took
            times[program.name] = min(times[program.name], took)
    return times


def table(size: int, rounds: int, budget: float, chosen: str) -> Iterator[tuple[str, dict[str, float]]]:
    """Yields each job with the time of every program, in seconds per text."""
    messages, mail, page = corpora(size)
    jobs: list[tuple[str, Callable[[], Iterator[Program]], list[str]]] = [
        ("find, a chat message", finders, messages),
        ("find, mail", finders, [mail]),
        ("text to HTML, a chat message", text_linkers, messages),
        ("text to HTML, mail", text_linkers, [mail]),
        ("HTML to HTML, a chat message", html_linkers, messages),
        ("HTML to HTML, a page", html_linkers, [page]),
    ]
    for name, programs, texts in jobs:
        if chosen in name:
            times = shortest(list(programs()), texts, rounds, budget)
            yield name, {program: took / len(texts) for program, took in times.items()}


def shown(seconds: float) -> str:
    """A time with its unit, for people."""
    return f"{seconds * 1e6:.2f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"


def main() -> None:
    """Prints the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000, help="number of characters in the mail and in the page")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--budget", type=float, default=20.0, help="seconds after which a program is not run again")
    parser.add_argument("--job", default="", help="run only the jobs whose names contain this text")
    args = parser.parse_args()
    print("| job | program | time | ratio to linkwright |\n|---|---|---:|---:|")
    for job, times in table(args.size, args.rounds, args.budget, args.job):
        for program, took in sorted(times.items(), key=lambda item: item[1]):
            print(f"| {job} | {program} | {shown(took)} | {took / times['linkwright']:.1f} |", flush=True)


if __name__ == "__main__":
    main()
