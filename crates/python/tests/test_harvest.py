"""Tests of `linkwright.harvest`: records, problems, progress, and iterations that end early."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest

import linkwright

MAIL = "From a@example.com Mon Jan  1 10:00:00 2024\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nSubject: x\n\nhttp://{}.example/<http://x.example/\ny>\n\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b.mbox").write_text("".join(MAIL.format(n) for n in range(3)))
    (tmp_path / "a.html").write_text('<a href="http://h.example/é">http://t.example</a> <a href="/rel">r</a>')
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "c.txt.gz").write_bytes(gzip.compress(b"http://z.example"))
    (tmp_path / ".hidden").write_text("http://hidden.example")
    return tmp_path


def test_records(folder: Path) -> None:
    records = list(linkwright.harvest(folder))
    assert [record["uri"] for record in records][:2] == ["http://h.example/%C3%A9", "http://t.example"]
    assert {record["source"]["path"] for record in records} == {
        str(folder / name) for name in ("a.html", "b.mbox", "below/c.txt.gz")
    }
    assert records[2]["date"] == "2024-01-01T10:00:00Z"


def test_the_records_are_the_same_as_those_of_the_command(folder: Path) -> None:
    command = os.environ.get("LINKWRIGHT_COMMAND") or shutil.which("linkwright")
    if command is None:
        pytest.skip("the command is not installed, and LINKWRIGHT_COMMAND is not set")
    for options, flags in (
        ({}, []),
        ({"context": 20, "relative": True}, ["--context", "20", "--relative"]),
        ({"preset": "archive", "unwrap": True}, ["--preset", "archive", "--unwrap"]),
        ({"base": "http://base.example/"}, ["--base", "http://base.example/"]),
    ):
        run = [command, "extract", "--format", "jsonl", *flags, str(folder)]
        lines = subprocess.run(run, capture_output=True, check=True).stdout.splitlines()
        assert list(linkwright.harvest(folder, **options)) == [json.loads(line) for line in lines]
        assert lines


def test_files_are_read_in_the_order_of_the_arguments(folder: Path) -> None:
    paths: list[str | Path] = [folder / "b.mbox", str(folder / "a.html")]
    assert [Path(record["source"]["path"]).name for record in linkwright.harvest(paths)][-1] == "a.html"
    assert list(linkwright.harvest([])) == []


def test_problems_are_kept(folder: Path) -> None:
    (folder / "bad.gz").write_bytes(
        gzip.compress(b"http://k.example " + b"".join(b"%d " % n**9 for n in range(5000)))[:-2000]
    )
    with linkwright.harvest([folder / "bad.gz", folder / "missing", folder / "a.html"]) as records:
        uris = [record["uri"] for record in records]
    assert uris[0] == "http://k.example"
    assert uris[-1] == "http://t.example"
    kinds = [(Path(problem["source"]["path"]).name, problem["error"]["is_harmless"]) for problem in records.problems]
    assert kinds == [("bad.gz", False), ("missing", False)]
    assert records.summary["problems"] == 2
    assert (records.summary["files"], records.summary["skipped_files"]) == (2, 1)


def test_problems_are_yielded_or_raised(folder: Path) -> None:
    paths = [folder / "a.html", folder / "missing", folder / "b.mbox"]
    records = list(linkwright.harvest(paths, errors="yield"))
    assert [record["error"]["kind"] for record in records if "error" in record] == ["io"]
    seen: list[object] = []
    with pytest.raises(linkwright.HarvestError, match="missing: ") as error:
        seen.extend(linkwright.harvest(paths, errors="raise"))
    assert error.value.record["source"]["path"] == str(folder / "missing")
    # Data that is skipped by design does not end the iteration.
    (folder / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert list(linkwright.harvest([folder / "a.png"], errors="raise")) == []
    assert [record["error"]["is_harmless"] for record in linkwright.harvest([folder / "a.png"], errors="yield")] == [
        True
    ]


def test_wrong_options_are_refused() -> None:
    for options, name in (
        ({"format": "docxx"}, "format"),
        ({"encoding": "x"}, "encoding"),
        ({"base": "no base"}, "base"),
        ({"max_depth": "x"}, "max_depth"),
        ({"max_depth": -1}, "max_depth"),
        ({"wrap": "x"}, "wrap"),
        ({"unknown": 1}, "unknown"),
        ({"preset": "x"}, "preset"),
    ):
        with pytest.raises(linkwright.OptionError) as error:
            linkwright.harvest([], **options)
        assert error.value.option == name
    with pytest.raises(ValueError, match="errors"):
        linkwright.harvest([], errors="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        linkwright.harvest([1])  # type: ignore[list-item]


def test_limits(folder: Path) -> None:
    (folder / "bomb.gz").write_bytes(gzip.compress(b"http://a.example " * 200_000))
    with linkwright.harvest(folder / "bomb.gz", max_decompressed=100_000) as records:
        count = sum(1 for _ in records)
    assert 0 < count < 10_000
    assert [problem["error"]["kind"] for problem in records.problems] == ["too-much"]


def test_progress(folder: Path) -> None:
    class Bar:
        def __init__(self, **options: object) -> None:
            self.options, self.read, self.is_closed = options, 0, False

        def update(self, n: int) -> None:
            self.read += n

        def close(self) -> None:
            self.is_closed = True

    bars: list[Bar] = []

    def make(**options: object) -> Bar:
        bars.append(Bar(**options))
        return bars[-1]

    paths = [folder / "a.html", folder / "b.mbox"]
    assert list(linkwright.harvest(paths, progress=make))
    size = sum(path.stat().st_size for path in paths)
    assert bars[0].options == {"total": size, "unit": "B", "unit_scale": True}
    assert (bars[0].read, bars[0].is_closed) == (size, True)


def test_tqdm(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm", reason="tqdm is not installed")
    assert list(linkwright.harvest(folder, progress=True))
    assert "100%" in capsys.readouterr().err


def name_of(task: Path) -> str:
    """The name of a thread, or an empty text if the thread has just ended."""
    try:
        return (task / "comm").read_text().strip()
    except OSError:
        return ""


def threads() -> int:
    """The number of threads of this process that are reading files."""
    names = [name_of(task) for task in Path("/proc/self/task").iterdir()]
    return sum(name.startswith("linkwright-harv") for name in names)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc")
def test_an_early_end_stops_the_thread(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("http://a.example/ \n" * 500_000)
    records = linkwright.harvest(tmp_path / "long.txt")
    next(records)
    time.sleep(0.2)
    assert threads() == 1, "the queue is full, and the thread waits"
    records.close()
    assert threads() == 0
    assert list(records) == []
    assert records.summary["links"] < 100_000
    records = linkwright.harvest(tmp_path / "long.txt")
    next(records)
    del records
    for _ in range(100):
        if threads() == 0:
            break
        time.sleep(0.05)
    assert threads() == 0


def test_several_threads_take_records(folder: Path) -> None:
    records = linkwright.harvest([folder / "b.mbox"] * 50)
    taken: list[str] = []
    workers = [threading.Thread(target=lambda: taken.extend(record["uri"] for record in records)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(taken) == 50 * len(list(linkwright.harvest(folder / "b.mbox")))
