"""Runs each example and compares the counts that it prints."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import linkwright

EXAMPLES = Path(__file__).parent.parent / "examples"
TEXTS = [
    f"see http://host{n % 7}.example.com/{n} and <http://www.example.org/a\nb{n}>, or write to a@mail{n % 3}.example.net"
    for n in range(300)
]


def load(name: str) -> ModuleType:
    """Imports an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def expected() -> list[tuple[str, int]]:
    """The expected counts, computed by a loop over the links."""
    finder = linkwright.Finder("mail")
    found = (
        match.parts.registrable_domain or match.uri.rpartition("@")[2] for text in TEXTS for match in finder.find(text)
    )
    domains = Counter(".".join(domain.split(".")[-2:]) for domain in found)
    counts = sorted(domains.items(), key=lambda item: (-item[1], item[0]))
    assert counts == [("example.com", 300), ("example.net", 300), ("example.org", 300)]
    return counts


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the texts in three Parquet files."""
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet as pq

    folder = tmp_path_factory.mktemp("texts")
    for part in range(3):
        pq.write_table(
            pa.table({"id": range(100), "text": TEXTS[part * 100 : part * 100 + 100]}), folder / f"{part}.parquet"
        )
    return folder


def test_polars(parquet: Path, expected: list[tuple[str, int]]) -> None:
    pytest.importorskip("polars", reason="polars is not installed")
    assert load("polars_links").counts(str(parquet / "*.parquet")).rows() == expected


def test_duckdb(parquet: Path, expected: list[tuple[str, int]]) -> None:
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    assert load("duckdb_links").counts(str(parquet / "*.parquet")) == expected


def test_ray(parquet: Path, expected: list[tuple[str, int]]) -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed")
    pytest.importorskip("ray.data", reason="ray[data] is not installed")
    try:
        assert load("ray_links").counts(str(parquet)) == expected
    finally:
        ray.shutdown()


class TestSpark:
    """Runs the example for Spark with two executors, which are separate processes."""

    MASTER = "local-cluster[2,1,1024]"

    @pytest.fixture(autouse=True)
    def _spark(self) -> None:
        pytest.importorskip("pyspark", reason="pyspark is not installed")
        if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
            pytest.skip("Java is not installed")

    def run(self, folder: Path, kind: str, tmp_path: Path) -> list[tuple[str, int]]:
        """The counts that the example prints. Each run is a separate process, because a Spark session belongs to one
        process."""
        command = [sys.executable, str(EXAMPLES / "spark_links.py"), kind, str(folder), str(tmp_path / "links.parquet")]
        wheel = os.environ.get("LINKWRIGHT_WHEEL")
        command += ["--master", self.MASTER, *(["--wheel", wheel] if wheel else [])]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=600)
        assert done.returncode == 0, done.stderr
        rows = (line.split("\t") for line in done.stdout.splitlines())
        return [(domain, int(count)) for count, domain in rows]

    def test_texts(self, tmp_path: Path, expected: list[tuple[str, int]]) -> None:
        folder = tmp_path / "texts"
        folder.mkdir()
        for number, text in enumerate(TEXTS):
            (folder / f"{number}.txt").write_text(text)
        assert self.run(folder, "--text", tmp_path) == expected

    def test_files(self, tmp_path: Path, expected: list[tuple[str, int]]) -> None:
        folder = tmp_path / "mail"
        folder.mkdir()
        for part in range(4):
            messages = (f"From a@b Mon Jan  1 10:00:00 2024\n\n{text}\n\n" for text in TEXTS[part::4])
            (folder / f"{part}.mbox").write_text("".join(messages))
        assert self.run(folder, "--files", tmp_path) == expected

    def test_two_executors_import_the_package_from_the_archive(self, tmp_path: Path) -> None:
        program = tmp_path / "where.py"
        program.write_text(WHERE)
        path = os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PYTHONPATH": path}
        command = [sys.executable, str(program), self.MASTER, str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=600)
        assert done.returncode == 0, done.stderr
        places = json.loads(done.stdout.splitlines()[-1])
        assert len({folder for folder, _ in places}) == 2, "both executors searched texts"
        for folder, package in places:
            assert Path(package).is_relative_to(folder), "the executor imported the package from the archive"


WHERE = """
import json, os, sys, time
import pyarrow as pa
import spark_links

def where(batches):
    import linkwright
    for batch in batches:
        time.sleep(1)
        place = json.dumps([os.getcwd(), os.path.abspath(linkwright.__file__)])
        yield pa.RecordBatch.from_pylist([{"place": place}])

spark = spark_links.session(sys.argv[1], spark_links.archive(sys.argv[2], os.environ.get("LINKWRIGHT_WHEEL")))
rows = spark.range(8).repartition(8).mapInArrow(where, "place string").distinct().collect()
print(json.dumps([json.loads(row["place"]) for row in rows]))
spark.stop()
"""


def test_the_plot_of_a_mailbox(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    message = "From a@b Mon Jan  1 10:00:00 2024\nDate: Mon, 1 Jan {} 10:00:00 +0000\n\nhttp://{}.example/\n\n"
    years = {2019: 1, 2020: 4, 2023: 9}
    hosts = [f"host{n}" for n in range(10)]
    mailbox = tmp_path / "mail.mbox"
    mailbox.write_text(
        "".join(
            message.format(year, host) for year, count in years.items() for host in hosts[:count] for _ in range(count)
        )
    )
    example = load("mailbox_plot")
    found = example.counts([str(mailbox)])
    assert sum(found.values()) == 1 + 16 + 81
    picture = tmp_path / "links.svg"
    figure = example.plot(found)
    figure.savefig(picture)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    (axes,) = figure.axes
    assert len(axes.get_legend().get_texts()) == 9
    tops = Counter({round(bar.get_x() + bar.get_width() / 2): 0.0 for bar in axes.patches})
    for bar in axes.patches:
        tops[round(bar.get_x() + bar.get_width() / 2)] += bar.get_height()
    assert {year: int(height) for year, height in tops.items()} == {2019: 1, 2020: 16, 2021: 0, 2022: 0, 2023: 81}


def test_a_plot_without_links(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    example = load("mailbox_plot")
    example.plot(example.counts([])).savefig(tmp_path / "links.svg")
