"""`python bench/frames.py`: compares the time of `find_batch` and of each example on the same texts.

It writes Parquet files of generated mail, and prints the shortest elapsed time and processor time of several runs. For
Ray only the elapsed time is useful, because its workers are separate processes that are not counted. `--command` is the
path of the command `linkwright`, which then reads the same texts with `extract -j1 --format jsonl`.
"""

from __future__ import annotations

import argparse
import importlib.util
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
from corpora import mail
from pyarrow import parquet

import linkwright

EXAMPLES = Path(__file__).parent.parent / "examples"
#: The number of characters in each text. A message or a small page has about this length.
ROW = 2_000


def texts(size: int) -> list[str]:
    """Texts that together have `size` characters."""
    part = mail(min(size, 4_000_000))
    rows = [part[start : start + ROW] for start in range(0, len(part), ROW)]
    return (rows * (size // len(part) + 1))[: size // ROW]


def example(name: str) -> Callable[[str], object]:
    """The function `counts` of an example."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    counts: Callable[[str], object] = module.counts
    return counts


def jobs(folder: Path, rows: list[str], command: str | None) -> Iterator[tuple[str, Callable[[], object]]]:
    """The names and the functions of the jobs that are measured."""
    column = pa.array(rows)
    finder = linkwright.Finder("mail")
    yield (
        "find_batch(columns=uri, start, end)",
        lambda: pa.table(finder.find_batch(column, columns=["uri", "start", "end"])),
    )
    if command is not None:
        plain = folder / "all.txt"
        plain.write_text("\n".join(rows))
        extract = [command, "extract", "-j1", "--format", "jsonl", "--from", "text", str(plain)]
        yield (
            "linkwright extract -j1 --format jsonl",
            lambda: subprocess.run(extract, stdout=subprocess.DEVNULL, check=True),
        )
    for name, argument in (("polars_links", "*.parquet"), ("duckdb_links", "*.parquet"), ("ray_links", "")):
        try:
            counts = example(name)
        except ImportError:
            continue
        yield name, lambda counts=counts, path=str(folder / argument): counts(path)  # type: ignore[misc]


def main() -> None:
    """Prints the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--command")
    args = parser.parse_args()
    rows = texts(args.size)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in range(8):
            parquet.write_table(pa.table({"text": rows[part::8]}), folder / f"{part}.parquet")
        times: dict[str, tuple[float, float]] = {}
        measured = list(jobs(folder, rows, args.command))
        for _ in range(args.rounds):
            for job, run in measured:
                clock, processor = time.perf_counter(), processor_time()
                run()
                took = (time.perf_counter() - clock, processor_time() - processor)
                before = times.get(job, took)
                times[job] = (min(before[0], took[0]), min(before[1], took[1]))
    print(f"| {args.size // 1_000_000} MB | elapsed time, s | processor time, s |\n|---|---:|---:|")
    for job, (clock, processor) in times.items():
        print(f"| {job} | {clock:.2f} | {processor:.2f} |")


def processor_time() -> float:
    """The processor time of this process and of the programs that it ran, in seconds."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


if __name__ == "__main__":
    main()
